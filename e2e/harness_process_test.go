package e2e

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/testdb"
)

// commandTimeout bounds a command that is no service; the machine may be busy.
const commandTimeout = 2 * time.Minute

// Output is what a command left behind.
type Output struct {
	Status         int
	Stdout, Stderr string
}

// Command runs the command line to its end with nothing in the environment but env, each "NAME=value": in this process,
// or as a process of its own where this run has them, or the command is up.
func Command(t testing.TB, env []string, args ...string) Output {
	t.Helper()
	return commandIn(t, env, t.TempDir(), args...)
}

// commandIn is [Command] in a folder, where a process of its own looks for what has no path.
func commandIn(t testing.TB, env []string, dir string, args ...string) Output {
	t.Helper()
	cites(t)
	if !processes && (len(args) == 0 || args[0] != "up") {
		return (&Service{Env: env}).here(t, args...)
	}
	o, err := command(t.Context(), env, dir, args...)
	if err != nil {
		t.Fatalf("litmus %s: %v", strings.Join(args, " "), err)
	}
	return o
}

// MustRun is [Command] that fails the test unless the exit status is 0, and returns standard output.
func MustRun(t testing.TB, env []string, args ...string) string {
	t.Helper()
	o := Command(t, env, args...)
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

func command(ctx context.Context, env []string, dir string, args ...string) (Output, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	cmd, err := litmus(ctx, env, args...)
	if err != nil {
		return Output{}, err
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &stdout, &stderr, dir
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0) {
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
	cmd := exec.CommandContext(ctx, file, args...)
	cmd.Env = append([]string{envMain + "=1"}, env...)
	return cmd, nil
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

// Until is [testdb.Until].
var Until = testdb.Until
