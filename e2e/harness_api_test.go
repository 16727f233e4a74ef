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

// StartAPI runs `litmus api` with these flags until the test ends and returns it with its address. There is no Temporal
// unless the environment names one.
func StartAPI(t testing.TB, env []string, flags ...string) *Service {
	t.Helper()
	s := &Service{Log: &record{}, Data: t.TempDir(),
		Env: append([]string{"LITMUS_ADDR=127.0.0.1:0", "LITMUS_LOG=json", "TEMPORAL_ADDRESS=127.0.0.1:1"}, env...)}
	cmd, err := litmus(context.Background(), append([]string{envParent + "=1"}, s.Env...),
		append([]string{"api"}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr, cmd.Dir = s.Log, s.Data
	p := &process{cmd: cmd, ended: make(chan struct{})}
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.run = p
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() { s.end(t) })
	Until(t, readyTimeout, "the api to listen", func() (bool, string) {
		for line := range strings.SplitSeq(s.Log.String(), "\n") {
			var l struct{ Msg, Address string }
			if json.Unmarshal([]byte(line), &l) == nil && l.Msg == "api" {
				s.API = "http://" + l.Address
			}
		}
		return s.API != "", "its log: " + tail(s.Log.String())
	})
	return s
}

// Banner runs `litmus up` without --json until the test ends and returns what it printed once it has printed all of it.
func Banner(t testing.TB, env []string, flags ...string) string {
	t.Helper()
	cmd, err := litmus(context.Background(), append([]string{envParent + "=1"}, env...),
		append([]string{"up", "--addr", "127.0.0.1:0", "--temporal-addr", "127.0.0.1:0", "--ui-addr", "127.0.0.1:0",
			"--inbox-addr", "127.0.0.1:0"}, flags...)...)
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
