package cli

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
)

// While the database is away there is one line a second, whatever it is about, and the next says how many were left
// out; every other line is written.
func TestOutages(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	clock := testdb.NewClock(time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC))
	log := slog.New(&outages{Handler: slog.NewTextHandler(&lines, nil), seen: &outage{now: clock.Now}})
	said := func() string {
		defer lines.Reset()
		return lines.String()
	}
	away := fmt.Errorf("read an interview: %w", driver.ErrBadConn)
	log.Error("request", "error", away)
	if got := said(); !strings.Contains(got, "msg=request") || strings.Contains(got, "left_out") {
		t.Errorf("the first line is %q", got)
	}
	for range 3 {
		log.Error("request", "error", away)
		log.With("queue", "effects").Warn("relay cannot read the database", "error", away)
	}
	if got := said(); got != "" {
		t.Errorf("within a second %q follows", got)
	}
	log.Error("request", "error", errors.New("panic"))
	log.Info("letter", "state", "done")
	if got := said(); strings.Count(got, "\n") != 2 || strings.Contains(got, "left_out") {
		t.Errorf("of others there is %q", got)
	}
	clock.Set(clock.Now().Add(time.Second))
	log.Error("page", "error", away)
	if got := said(); !strings.Contains(got, "msg=page") || !strings.Contains(got, "left_out=6") {
		t.Errorf("after a second there is %q", got)
	}
}
