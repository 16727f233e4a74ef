package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	sdk "go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"

	"litmus/cli"
)

// temporalServer is a Temporal server in a process of its own.
type temporalServer struct {
	addr string // "host:port" of its frontend
	ui   string // the origin of its web interface, without what `litmus up` guards it with
	log  record

	t     testing.TB
	cmd   *exec.Cmd
	stdin io.Closer
	wait  func() error

	killed bool
}

// startTemporal runs a Temporal server on a SQLite file until it is stopped or the test ends.
func startTemporal(t testing.TB, addr, file string) *temporalServer {
	t.Helper()
	needsProcess(t, "a Temporal server to stop")
	return runTemporal(t, cli.TemporalOptions{Addr: addr, File: file})
}

// runTemporal is [startTemporal] with all options and further variables, for the tests of the server itself.
func runTemporal(t testing.TB, o cli.TemporalOptions, env ...string) *temporalServer {
	t.Helper()
	s, err := newTemporal(t, o, env...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newTemporal starts a server. One that ends at once says why in the error.
func newTemporal(t testing.TB, o cli.TemporalOptions, env ...string) (*temporalServer, error) {
	t.Helper()
	cites(t)
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	options, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &temporalServer{t: t, cmd: exec.Command(file)}
	s.cmd.Env = append(append(os.Environ(), "LITMUS_TEST_TEMPORAL="+string(options)), env...)
	s.cmd.Stderr = &s.log
	s.wait = sync.OnceValue(s.cmd.Wait)
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("the Temporal server did not start: %w\n%s", errors.Join(err, s.wait()), s.log.String())
	}
	t.Cleanup(s.Stop)
	var said struct{ Temporal, UI string }
	if err := json.Unmarshal(line, &said); err != nil {
		t.Fatalf("the Temporal server printed %q: %v", line, err)
	}
	s.addr, s.ui = said.Temporal, said.UI
	return s, nil
}

// Addr is the address of its frontend.
func (s *temporalServer) Addr() string { return s.addr }

// Stop ends it as its owner does, and returns when it is gone.
func (s *temporalServer) Stop() {
	s.t.Helper()
	s.stdin.Close()
	late := time.AfterFunc(stopTimeout, func() { s.cmd.Process.Kill() })
	defer late.Stop()
	if err := s.wait(); err != nil && !s.killed {
		s.t.Errorf("the Temporal server ended with %v\n%s", err, tail(s.log.String()))
	}
}

// Kill9 ends it without warning.
func (s *temporalServer) Kill9() {
	s.killed = true
	s.cmd.Process.Kill()
	_ = s.wait()
}

// dialTemporal is an SDK client of the server at addr.
func dialTemporal(t testing.TB, addr string) sdk.Client {
	t.Helper()
	c, err := sdk.Dial(sdk.Options{HostPort: addr, Logger: sdklog.NewStructuredLogger(quiet)})
	if err != nil {
		t.Fatalf("dial Temporal: %v", err)
	}
	t.Cleanup(c.Close)
	return c
}
