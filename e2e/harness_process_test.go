package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"litmus/testdb"
)

// commandTimeout ends a command that hangs. The longest is a write check of the whole contract, which takes seconds on
// a quiet machine.
const commandTimeout = 10 * time.Minute

// Output is what a command left behind.
type Output struct {
	Status         int
	Stdout, Stderr string
}

// Command runs the command line to its end with nothing in the environment but env, each "NAME=value": in this process,
// or as a process of its own where this run has them, or the command is up.
func Command(t testing.TB, env []string, args ...string) Output {
	t.Helper()
	noteLane()
	if !processes && (len(args) == 0 || args[0] != "up") {
		return (&Service{Env: env}).here(t, args...)
	}
	o, err := command(t, env, args...)
	if err != nil {
		t.Fatalf("litmus %s: %v", strings.Join(args, " "), err)
	}
	return o
}

// MustRun is [Command] that fails the test unless the exit status is 0, and returns standard output.
func MustRun(t testing.TB, env []string, args ...string) string {
	t.Helper()
	return Command(t, env, args...).must(t, args)
}

func (o Output) must(t testing.TB, args []string) string {
	t.Helper()
	if o.Status != 0 {
		t.Fatalf("litmus %s: exit status %d\n%s", strings.Join(args, " "), o.Status, o.Stderr)
	}
	return o.Stdout
}

// here runs a command in this process.
func (s *Service) here(t testing.TB, args ...string) Output {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), commandTimeout)
	defer cancel()
	var stdout, stderr record
	status := s.program(&stdout, &stderr).Run(ctx, args)
	return Output{status, stdout.String(), stderr.String()}
}

func command(t testing.TB, env []string, args ...string) (Output, error) {
	ctx, cancel := context.WithTimeout(t.Context(), commandTimeout)
	defer cancel()
	cmd, err := litmus(ctx, env, args...)
	if err != nil {
		return Output{}, err
	}
	var stdout, stderr record
	cmd.Stdout, cmd.Stderr, cmd.Dir = &stdout, &stderr, t.TempDir()
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() < 0) {
		return Output{}, errors.Join(err, ctx.Err())
	}
	return Output{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}, nil
}

// litmus is a command line as a process.
func litmus(ctx context.Context, env []string, args ...string) (*exec.Cmd, error) {
	file, err := binary()
	if err != nil {
		return nil, err
	}
	return commandOf(ctx, file, env, args...), nil
}

// commandOf is a command line of that binary.
func commandOf(ctx context.Context, file string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, file, args...)
	cmd.Env = append([]string{envMain + "=1"}, env...)
	return cmd
}

// process is one run of a service: a process, or a goroutine of this one.
type process struct {
	cmd    *exec.Cmd // nil for a goroutine
	cancel func()    // ends a goroutine as SIGTERM does a process
	stdin  io.Closer
	ended  chan struct{}
	err    error // after ended
}

// launch starts a command line that serves, as a process that ends when this one does. Its log goes to stderr.
func launch(env []string, dir string, stdout, stderr io.Writer, args ...string) (*process, error) {
	file, err := binary()
	if err != nil {
		return nil, err
	}
	return launchFile(file, env, dir, stdout, stderr, args...)
}

// launchFile is launch of another binary.
func launchFile(file string, env []string, dir string, stdout, stderr io.Writer, args ...string) (*process, error) {
	cmd := commandOf(context.Background(), file, append([]string{envParent + "=1"}, env...), args...)
	cmd.Stdout, cmd.Stderr, cmd.Dir = stdout, stderr, dir
	return run(cmd)
}

// run starts a program whose standard input stays open.
func run(cmd *exec.Cmd) (p *process, err error) {
	p = &process{cmd: cmd, ended: make(chan struct{})}
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// until returns when it is ready, or says why that does not come, with the end of its log.
func (p *process) until(log *record, ready func() bool) error {
	for end := time.Now().Add(readyTimeout); !ready(); {
		select {
		case <-p.ended:
			return fmt.Errorf("it ended before it was ready: %v\n%s", p.err, tail(log.String()))
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(end) {
			return fmt.Errorf("not ready within %s\n%s", readyTimeout, tail(log.String()))
		}
	}
	return nil
}

// stop tells it to end as an operator does, and kills one that does not listen.
func (p *process) stop() error {
	if p.cmd == nil {
		p.cancel()
	} else {
		p.cmd.Process.Signal(syscall.SIGTERM)
	}
	select {
	case <-p.ended:
		return p.err
	case <-time.After(stopTimeout):
		p.kill()
		<-p.ended
		return fmt.Errorf("it had not ended %s after SIGTERM", stopTimeout)
	}
}

// kill ends it without warning. A goroutine cannot be killed; it is told to end.
func (p *process) kill() {
	if p.cmd == nil {
		p.cancel()
		return
	}
	p.cmd.Process.Kill()
}

// record collects what a process writes.
type record struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

// listens is the address that the log of a command says it listens at.
func (r *record) listens(command string) (address string, said bool) {
	for line := range strings.SplitSeq(r.String(), "\n") {
		var l struct{ Msg, Address string }
		if json.Unmarshal([]byte(line), &l) == nil && l.Msg == command && l.Address != "" {
			return l.Address, true
		}
	}
	return "", false
}

// Until is [testdb.Until].
var Until = testdb.Until
