package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// StartAPI runs `litmus api` with these flags until the test ends and returns it with its address: in this process, or
// as a process where this run has them. There is no Temporal unless the environment names one.
func StartAPI(t testing.TB, env []string, flags ...string) *Service {
	t.Helper()
	noteLane()
	s := &Service{Log: &record{}, Data: t.TempDir(),
		Env: append([]string{"LITMUS_ADDR=127.0.0.1:0", "LITMUS_LOG=json", "LITMUS_DRAIN=0s", "TEMPORAL_ADDRESS=127.0.0.1:1"}, env...)}
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
func (s *Service) startAPI(flags ...string) (err error) {
	args := append([]string{"api"}, flags...)
	if s.local != nil {
		ctx, cancel := context.WithCancel(context.Background())
		p := &process{cancel: cancel, ended: make(chan struct{})}
		go func() {
			if status := s.program(s.Log, s.Log).Run(ctx, args); status != 0 {
				p.err = fmt.Errorf("exit status %d", status)
			}
			close(p.ended)
		}()
		s.run = p
	} else if s.run, err = launch(s.Env, s.Data, nil, s.Log, args...); err != nil {
		return err
	}
	return s.listens("api")
}

// listens returns when the log of the command says where it listens.
func (s *Service) listens(command string) error {
	return s.run.until(s.Log, func() bool {
		address, said := s.Log.listens(command)
		s.API = "http://" + address
		return said
	})
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
	var stdout, stderr record
	p, err := launch(env, t.TempDir(), &stdout, &stderr, upArgs(flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.stop(); err != nil {
			t.Errorf("litmus up ended with %v", err)
		}
	})
	if err := p.until(&stderr, func() bool { return strings.Contains(stdout.String(), "Ctrl-C") }); err != nil {
		t.Fatalf("the banner: %v\nso far %s", err, stdout.String())
	}
	return stdout.String()
}
