package workflows

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	sdk "go.temporal.io/api/sdk/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/store/audit"
)

// deleting is what deletes what is old, unless the database is away.
func (w *world) deleting(ctx context.Context) (activities.Retained, error) {
	w.mu.Lock()
	w.attempts++
	down := w.down
	w.mu.Unlock()
	if down {
		return activities.Retained{}, temporal.NewApplicationError(activities.CodeDatabase, activities.CodeDatabase)
	}
	out, err := w.do.DeleteOld(ctx)
	w.note(fmt.Sprint("deletes ", out.Deleted))
	return out, err
}

// audited are requests of the audit.
func (w *world) audited() int {
	w.t.Helper()
	all, err := w.do.Store.Audit.Entries(w.t.Context(), audit.Filter{Limit: 100})
	w.must(err)
	return len(all)
}

// shows checks what an operator reads in Temporal.
func (w *world) shows(parts ...string) {
	w.t.Helper()
	v, err := w.env.QueryWorkflow("__temporal_workflow_metadata")
	w.must(err)
	var meta sdk.WorkflowMetadata
	w.must(v.Get(&meta))
	for _, part := range parts {
		if !strings.Contains(meta.GetCurrentDetails(), part) {
			w.t.Errorf("on %s an operator reads %q, want %q", w.now().Format(day), meta.GetCurrentDetails(), part)
		}
	}
}

// TestRetentionEveryDay: what is old goes at the start and every day, when it is old by then. A day on which the
// database is away is tried again until most of it is over, and holds up no later one.
func TestRetentionEveryDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for _, days := range []int{-1, 1, 2, 4} { // from when they are 400 days old
		w.do.Store.Audit.RecordFailure(netip.MustParsePrefix("192.0.2.1/32"), audit.Entry{Status: 401,
			At: thu.AddDate(0, 0, days-400).Add(-time.Hour)})
	}
	if n := w.audited(); n != 4 {
		t.Fatalf("%d requests, want 4", n)
	}
	hours := func(n int) time.Time { return thu.Add(time.Duration(n) * time.Hour) }
	w.at(hours(1), func() { w.shows("**done** on 2031-02-27T12:00:00Z", "- audit: 1", "Next: 2031-02-28T12:00:00Z") })
	w.sets(hours(47), func() { w.down, w.attempts = true, 0 })
	w.at(hours(70), func() {
		if w.attempts != retainTries {
			t.Errorf("%d attempts in a day, want %d", w.attempts, retainTries)
		}
		w.shows("**behind** since 2031-03-02T04:25:10Z: database", "Next: 2031-03-02T12:00:00Z")
	})
	w.sets(hours(71), func() { w.down = false })
	w.at(hours(24*6), func() { w.env.CancelWorkflow() })
	w.env.ExecuteWorkflow(Retention)
	if err := w.env.GetWorkflowError(); !temporal.IsCanceledError(err) {
		t.Errorf("canceled, it ends with %v", err)
	}
	w.happened("Thu 12:00 deletes [{audit 1}]", "Fri 12:00 deletes [{audit 1}]", "Sun 12:00 deletes [{audit 1}]",
		"Mon 12:00 deletes [{audit 1}]", "Tue 12:00 deletes []")
	if n := w.audited(); n != 0 {
		t.Errorf("%d requests are left", n)
	}
}

// TestRetentionGoesOn: a run ends after a month, and another one goes on.
func TestRetentionGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.env.ExecuteWorkflow(Retention)
	var again *workflow.ContinueAsNewError
	if err := w.env.GetWorkflowError(); !errors.As(err, &again) || again.WorkflowType.Name != "Retention" ||
		!w.now().Equal(thu.AddDate(0, 0, retainDays)) || w.attempts != retainDays {
		t.Errorf("after %d days at %s: %v", w.attempts, w.now(), err)
	}
}
