package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// StartAPI runs `litmus api` with these flags until the test ends and returns it with its address: in this process, or
// as a process where this run has them. There is no Temporal unless the environment names one.
func StartAPI(t testing.TB, env []string, flags ...string) *Service {
	t.Helper()
	cites(t)
	s := &Service{Log: &record{}, Data: t.TempDir(),
		Env: append([]string{"LITMUS_ADDR=127.0.0.1:0", "LITMUS_LOG=json", "TEMPORAL_ADDRESS=127.0.0.1:1"}, env...)}
	if !processes {
		s.local = &local{}
	}
	t.Cleanup(func() { s.end(t) })
	if err := s.startAPI(flags...); err != nil {
		t.Fatalf("start the api: %v", err)
	}
	return s
}

// startAPI runs `litmus api` and returns when it listens.
func (s *Service) startAPI(flags ...string) error {
	args := append([]string{"api"}, flags...)
	p := &process{ended: make(chan struct{})}
	if s.local != nil {
		ctx, cancel := context.WithCancel(context.Background())
		p.cancel = cancel
		go func() {
			if status := s.program(s.Log, s.Log).Run(ctx, args); status != 0 {
				p.err = fmt.Errorf("exit status %d", status)
			}
			close(p.ended)
		}()
	} else {
		cmd, err := litmus(context.Background(), append([]string{envParent + "=1"}, s.Env...), args...)
		if err != nil {
			return err
		}
		cmd.Stderr, cmd.Dir, p.cmd = s.Log, s.Data, cmd
		if p.stdin, err = cmd.StdinPipe(); err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		go func() {
			p.err = cmd.Wait()
			close(p.ended)
		}()
	}
	s.run = p
	for end := time.Now().Add(readyTimeout); ; {
		for line := range strings.SplitSeq(s.Log.String(), "\n") {
			var l struct{ Msg, Address string }
			if json.Unmarshal([]byte(line), &l) == nil && l.Msg == "api" {
				s.API = "http://" + l.Address
				return nil
			}
		}
		select {
		case <-p.ended:
			return fmt.Errorf("it ended before it listened: %w\n%s", errors.Join(p.err), tail(s.Log.String()))
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(end) {
			return fmt.Errorf("it does not listen after %s\n%s", readyTimeout, tail(s.Log.String()))
		}
	}
}

// upArgs is `litmus up` on free ports, with these flags.
func upArgs(flags ...string) []string {
	const free = "127.0.0.1:0"
	return append([]string{"up", "--addr", free, "--temporal-addr", free, "--ui-addr", free, "--inbox-addr", free},
		flags...)
}

// Banner runs `litmus up` without --json until the test ends and returns what it printed once it has printed all of it.
func Banner(t testing.TB, env []string, flags ...string) string {
	t.Helper()
	needsProcess(t, "a litmus up of its own")
	cmd, err := litmus(context.Background(), append([]string{envParent + "=1"}, env...), upArgs(flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr record
	cmd.Stdout, cmd.Stderr, cmd.Dir = &stdout, &stderr, t.TempDir()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := await(ended, cmd.Process.Kill); err != nil {
			t.Errorf("litmus up ended with %v", err)
		}
		stdin.Close()
	})
	Until(t, readyTimeout, "the banner", func() (bool, string) {
		return strings.Contains(stdout.String(), "Ctrl-C"), "so far " + stdout.String() + tail(stderr.String())
	})
	return stdout.String()
}

// await waits for a process that was told to end, and kills one that does not listen.
func await(ended <-chan error, kill func() error) error {
	select {
	case err := <-ended:
		return err
	case <-time.After(stopTimeout):
		return errors.Join(fmt.Errorf("it had not ended %s after SIGTERM", stopTimeout), kill(), <-ended)
	}
}
