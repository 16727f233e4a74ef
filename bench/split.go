package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"litmus/bench/openloop"
)

// openSplit starts a database on the bench's PostgreSQL server, a Temporal server, a mail server, two api and two
// workers of each queue.
func (b *bench) openSplit(ctx context.Context, s *site, name string, o siteOptions) error {
	if err := b.needPostgres(ctx); err != nil {
		return err
	}
	s.database = "litmus_" + name
	url, err := b.postgres.create(ctx, s.database, "template0")
	if err != nil {
		return err
	}
	s.urls = append(s.urls, url)
	if err := b.prepare(ctx, s, url, o); err != nil {
		return err
	}
	if o.fill != nil {
		db, err := sql.Open("pgx", url)
		if err != nil {
			return err
		}
		if err := errors.Join(o.fill(ctx, db, postgresPlaceholders), db.Close()); err != nil {
			return fmt.Errorf("fill the database: %w", err)
		}
	}
	if o.copy {
		if s.copied, err = b.postgres.create(ctx, s.database+"_bare", s.database); err != nil {
			return err
		}
		s.urls = append(s.urls, s.copied)
	}
	mail, err := openloop.Listen()
	if err != nil {
		return err
	}
	s.stops = append(s.stops, mail.Close)
	s.sink, s.mail = mail, mail.Addr
	s.temporal = &temporalProcess{options: temporalOptions{File: filepath.Join(b.dir, name+"-temporal.db")}}
	if b.temporalOn == temporalOnPostgres {
		if s.temporal.options, err = b.temporalDatabases(ctx, s.database+"_temporal"); err != nil {
			return err
		}
	}
	if err := s.temporal.start(ctx, b); err != nil {
		return err
	}
	s.stops = append(s.stops, func() error { return s.temporal.stop() })
	env := append([]string{
		"LITMUS_DATABASE_URL=" + url,
		"LITMUS_SECRET=" + benchSecret,
		"LITMUS_BASE_URL=" + benchURL,
		"LITMUS_LOG=json",
		"LITMUS_DRAIN=0s",
		"LITMUS_ADDR=127.0.0.1:0",
		"LITMUS_SMTP_URL=smtp://" + mail.Addr,
		"TEMPORAL_ADDRESS=" + s.temporal.options.Address,
		// Two workers of a queue share the machine, so each has half of what it would take alone (docs/operators.md).
		fmt.Sprintf("LITMUS_WORKFLOW_TASKS=%d", max(2, runtime.NumCPU())),
		fmt.Sprintf("LITMUS_EFFECTS=%d", 16*runtime.NumCPU()),
	}, o.env...)
	api := []string{"api"}
	interviews := []string{"worker", "--addr", "127.0.0.1:0", "--queues", "interviews"}
	effects := []string{"worker", "--addr", "127.0.0.1:0", "--queues", "effects"}
	for n, args := range [][]string{api, api, interviews, interviews, effects, effects} {
		role := args[0]
		if role != "api" {
			role += " " + args[len(args)-1] // its queue
		}
		p, origin, err := b.part(ctx, env, filepath.Join(b.dir, fmt.Sprintf("%s-%d-%s.log", name, n, args[0])), args...)
		if err != nil {
			return err
		}
		s.stops = append(s.stops, p.stop)
		s.parts = append(s.parts, sitePart{role, p})
		if args[0] == "api" {
			s.origins = append(s.origins, origin)
		}
	}
	return nil
}

// temporalDatabases makes the two databases of a Temporal server.
func (b *bench) temporalDatabases(ctx context.Context, name string) (o temporalOptions, err error) {
	if o.Database, err = b.postgres.create(ctx, name, "template0"); err == nil {
		_, err = b.postgres.create(ctx, name+"_visibility", "template0")
	}
	return o, err
}

// needPostgres starts the bench's PostgreSQL server unless it runs.
func (b *bench) needPostgres(ctx context.Context) (err error) {
	if b.postgres == nil {
		b.postgres, err = startPostgres(ctx)
	}
	return err
}

// analyze has PostgreSQL take statistics of the site's database and of the copy for a baseline, as it does by itself in
// the minute that follows.
func (s *site) analyze(ctx context.Context) error {
	for _, url := range s.urls {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "analyze")
		if err := errors.Join(err, conn.Close(ctx)); err != nil {
			return fmt.Errorf("analyze: %w", err)
		}
	}
	return nil
}

// start starts the server, again on the same file and at the same address.
func (t *temporalProcess) start(ctx context.Context, b *bench) error {
	p, err := b.startTemporal(ctx, "server", t.options)
	if err == nil {
		t.process, t.options.Address = p.process, p.origin
	}
	return err
}

// kill ends the server as a crash does, without a warning.
func (t *temporalProcess) kill() error {
	if err := t.Process.Signal(syscall.SIGKILL); err != nil {
		return err
	}
	<-t.waited
	t.waited <- nil // for stop, should it never start again
	return nil
}

// part starts a process of the service whose log, in a file, says where it listens, and returns when it is ready.
func (b *bench) part(ctx context.Context, env []string, logFile string, args ...string) (*process, string, error) {
	log, err := os.Create(logFile)
	if err != nil {
		return nil, "", err
	}
	defer log.Close()
	p := &process{Cmd: exec.CommandContext(ctx, b.litmus, args...), waited: make(chan error, 1), logFile: logFile}
	p.Cmd.Cancel = func() error { return p.Process.Signal(syscall.SIGTERM) }
	p.WaitDelay, p.Stdout, p.Stderr, p.Env = stopTimeout, log, log, append(os.Environ(), env...)
	if err := p.Start(); err != nil {
		return nil, "", err
	}
	go func() { p.waited <- p.Wait() }()
	for end := time.Now().Add(startTimeout); ; {
		if origin := listensAt(logFile, args[0]); origin != "" && healthy(ctx, origin) {
			return p, origin, nil
		}
		select {
		case err := <-p.waited:
			words, _ := os.ReadFile(logFile)
			return nil, "", fmt.Errorf("litmus %s ended: %w\n%s", strings.Join(args, " "), err, words)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(end) {
			words, _ := os.ReadFile(logFile)
			err := fmt.Errorf("litmus %s is not ready after %s\n%s", strings.Join(args, " "), startTimeout, words)
			return nil, "", errors.Join(err, p.stop())
		}
	}
}

// listensAt returns the origin from the line of a log in which a command says where it listens, "" if there is none.
func listensAt(logFile, command string) string {
	f, err := os.Open(logFile)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var said struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &said) == nil && said.Msg == command && said.Address != "" {
			return "http://" + said.Address
		}
	}
	return ""
}

func healthy(ctx context.Context, origin string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/readyz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode == http.StatusOK
}
