package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
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

	t      testing.TB
	run    *process
	killed bool
}

// startTemporal runs a Temporal server on a SQLite file until it is stopped or the test ends.
func startTemporal(t testing.TB, addr, file string) *temporalServer {
	t.Helper()
	needsProcess(t, "a Temporal server to stop")
	return runTemporal(t, cli.TemporalOptions{Addr: addr, File: file})
}

// runTemporal is [startTemporal] with all options, for the tests of the server itself.
func runTemporal(t testing.TB, o cli.TemporalOptions) *temporalServer {
	t.Helper()
	noteLane()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	options, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &temporalServer{t: t}
	var stdout record
	cmd := exec.Command(file)
	cmd.Env = append(os.Environ(), "LITMUS_TEST_TEMPORAL="+string(options))
	cmd.Stdout, cmd.Stderr = &stdout, &s.log
	if s.run, err = run(cmd); err != nil {
		t.Fatal(err)
	}
	var said struct{ Temporal, UI string }
	if err := s.run.until(&s.log, func() bool {
		return json.Unmarshal([]byte(stdout.String()), &said) == nil
	}); err != nil {
		t.Fatalf("the Temporal server did not start: %v", err)
	}
	t.Cleanup(s.Stop)
	s.addr, s.ui = said.Temporal, said.UI
	return s
}

// Addr is the address of its frontend.
func (s *temporalServer) Addr() string { return s.addr }

// Stop ends it as its owner does, and returns when it is gone.
func (s *temporalServer) Stop() {
	s.t.Helper()
	s.run.stdin.Close()
	late := time.AfterFunc(stopTimeout, s.run.kill)
	defer late.Stop()
	if <-s.run.ended; s.run.err != nil && !s.killed {
		s.t.Errorf("the Temporal server ended with %v\n%s", s.run.err, tail(s.log.String()))
	}
}

// Kill9 ends it without warning.
func (s *temporalServer) Kill9() {
	s.killed = true
	s.run.kill()
	<-s.run.ended
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
