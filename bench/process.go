package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 30 * time.Second
)

// process is a server that was started, with the line it printed when it was ready.
type process struct {
	*exec.Cmd
	line    []byte
	took    time.Duration // from the start to the line
	waited  chan error
	logFile string
}

// start starts a program and waits for its first line on standard output. Standard error goes to a file, as it would
// under a supervisor.
func start(ctx context.Context, logFile, program string, args ...string) (*process, error) {
	return startWith(ctx, nil, logFile, program, args...)
}

// startWith is [start] with more variables in the environment.
func startWith(ctx context.Context, env []string, logFile, program string, args ...string) (*process, error) {
	log, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &process{Cmd: exec.CommandContext(ctx, program, args...), waited: make(chan error, 1), logFile: logFile}
	p.Cmd.Cancel = func() error { return p.Process.Signal(syscall.SIGTERM) }
	p.Cmd.WaitDelay = stopTimeout
	p.Stderr, p.Env = log, append(os.Environ(), env...)
	// This is not StdoutPipe, because Wait may close that before the line is read.
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p.Stdout = in
	begin := time.Now()
	err = p.Start()
	in.Close()
	if err != nil {
		return nil, err
	}
	go func() { p.waited <- p.Wait() }()
	if err := out.SetReadDeadline(begin.Add(startTimeout)); err != nil {
		return nil, err
	}
	p.line, err = bufio.NewReader(out).ReadBytes('\n')
	p.took = time.Since(begin)
	if err != nil {
		p.stop()
		words, _ := os.ReadFile(logFile)
		return nil, fmt.Errorf("%s printed no line: %w\n%s", filepath.Base(program), err, words)
	}
	return p, nil
}

// stop has the process end and waits for it.
func (p *process) stop() error {
	_ = p.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-p.waited:
		return err
	case <-time.After(stopTimeout):
		_ = p.Process.Kill()
		<-p.waited
		return fmt.Errorf("%s did not end in %s and was killed", filepath.Base(p.Path), stopTimeout)
	}
}

// status reads a line of the process's status in kibibytes, such as VmRSS, as mebibytes.
func (p *process) status(name string) (float64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(b) {
		if rest, ok := strings.CutPrefix(string(line), name+":"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			return kib / 1024, err
		}
	}
	return 0, fmt.Errorf("no %s in the status of the process", name)
}

// service is a running `litmus up`.
type service struct {
	*process
	target
	data string
}

// up starts the service on free ports.
func (b *bench) up(ctx context.Context, data string, args ...string) (*service, error) {
	return b.upWith(ctx, nil, data, args...)
}

// upWith is [bench.up] with more variables in the environment.
func (b *bench) upWith(ctx context.Context, env []string, data string, args ...string) (*service, error) {
	all := append([]string{
		"up", "--json", "--addr", "127.0.0.1:0", "--temporal-addr", "127.0.0.1:0", "--ui-addr", "127.0.0.1:0",
		"--data", data,
	}, args...)
	if b.inboxFlag { // a free port too
		all = append(all, "--inbox-addr", "127.0.0.1:0")
	}
	p, err := startWith(ctx, env, data+".log", b.litmus, all...)
	if err != nil {
		return nil, err
	}
	var ready struct {
		API           string
		Organizations []struct{ Slug, Key string }
	}
	if err := json.Unmarshal(p.line, &ready); err != nil || len(ready.Organizations) == 0 {
		_ = p.stop()
		return nil, fmt.Errorf("litmus up printed %q: %w", p.line, err)
	}
	return &service{p, target{ready.API, ready.Organizations[0].Key}, data}, nil
}

// inbox counts the letters in the mail catcher's folder and says when the newest was accepted. Reading the names costs
// the service nothing.
func (s *service) inbox() (n int, newest time.Time, err error) {
	folder := filepath.Join(s.data, "inbox")
	d, err := os.Open(folder)
	if err != nil {
		return 0, newest, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return 0, newest, err
	}
	last := ""
	for _, name := range names {
		if strings.HasSuffix(name, ".eml") { // a letter under way has another ending
			n, last = n+1, max(last, name) // names sort like the instants of acceptance
		}
	}
	if last == "" {
		return 0, newest, nil
	}
	info, err := os.Stat(filepath.Join(folder, last))
	if err != nil {
		return 0, newest, err
	}
	return n, info.ModTime(), nil
}

// awaitLetters returns when the inbox holds n letters, and when the last of them was accepted.
func (s *service) awaitLetters(ctx context.Context, n int) (time.Time, error) {
	for end := time.Now().Add(5 * time.Minute); ; {
		got, at, err := s.inbox()
		switch {
		case err != nil:
			return at, err
		case got > n:
			return at, fmt.Errorf("the inbox holds %d letters, want %d: one was sent twice", got, n)
		case got == n:
			return at, nil
		case time.Now().After(end):
			return at, fmt.Errorf("the inbox holds %d letters, want %d; %s may say why", got, n, s.logFile)
		}
		select {
		case <-ctx.Done():
			return at, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
