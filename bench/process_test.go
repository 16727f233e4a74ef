package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shell starts a script as the bench starts a server.
func shell(t *testing.T, script string) (*process, error) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	return startWith(t.Context(), []string{"GREETING=ready"}, log, "/bin/sh", "-c", script)
}

func TestStart(t *testing.T) {
	t.Parallel()
	p, err := shell(t, `trap 'kill $!; exit 0' TERM; echo "$GREETING"; sleep 60 & wait`)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.line); got != "ready\n" || p.took <= 0 {
		t.Errorf("its line is %q after %s", got, p.took)
	}
	if err := p.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	if _, err := shell(t, "echo 'no database' >&2; exit 1"); err == nil ||
		!strings.HasPrefix(err.Error(), "sh printed no line: EOF") || !strings.Contains(err.Error(), "no database") {
		t.Errorf("of one that fails: %v, want its own words", err)
	}
}

func TestInbox(t *testing.T) {
	t.Parallel()
	s := &service{data: t.TempDir(), process: &process{logFile: "litmus.log"}}
	folder := filepath.Join(s.data, "inbox")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if n, newest, err := s.inbox(); n != 0 || !newest.IsZero() || err != nil {
		t.Errorf("an empty inbox holds %d letters, the newest of %s, %v", n, newest, err)
	}
	at := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for name, accepted := range map[string]time.Time{"1.eml": at, "2.eml": at.Add(time.Second),
		"3.eml.partial": at.Add(time.Minute)} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, accepted, accepted); err != nil {
			t.Fatal(err)
		}
	}
	if last, err := s.awaitLetters(t.Context(), 2); err != nil || !last.Equal(at.Add(time.Second)) {
		t.Errorf("the second of two letters came at %s, %v; want a second after the first", last, err)
	}
	if _, err := s.awaitLetters(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "sent twice") {
		t.Errorf("where one letter was expected: %v, want an error", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.awaitLetters(canceled, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for a third when the bench is stopped: %v", err)
	}
}
