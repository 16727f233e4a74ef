package upkeep_test

import (
	"testing"
	"time"

	"litmus/models/upkeep"
)

func TestDifference(t *testing.T) {
	t.Parallel()
	now := time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC)
	patience := upkeep.Patience{Signal: 2 * time.Second, Sweep: 5 * time.Minute}
	ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
	// row changed an hour ago, and all is as it should be until something falls due in an hour.
	row := func(changes ...func(*upkeep.OpenRow)) upkeep.OpenRow {
		r := upkeep.OpenRow{Signaled: true, Converged: true, ChangedAt: now.Add(-time.Hour), DueAt: ago(-time.Hour)}
		for _, change := range changes {
			change(&r)
		}
		return r
	}
	unsignaled := func(r *upkeep.OpenRow) { r.Signaled = false }
	changed := func(d time.Duration) func(*upkeep.OpenRow) {
		return func(r *upkeep.OpenRow) { r.ChangedAt = *ago(d) }
	}
	due := func(at *time.Time) func(*upkeep.OpenRow) { return func(r *upkeep.OpenRow) { r.DueAt = at } }
	owing := func(r *upkeep.OpenRow) { r.Owes = []string{"confirmation"} }

	for name, c := range map[string]struct {
		row  upkeep.OpenRow
		w    upkeep.WorkflowState
		want upkeep.Difference
	}{
		"it waits for its time":        {row(), upkeep.WorkflowRuns, ""},
		"Temporal lost it":             {row(), upkeep.WorkflowMissing, upkeep.DifferenceLost},
		"somebody ended it":            {row(), upkeep.WorkflowEnded, upkeep.DifferenceLost},
		"an older one is back":         {row(), upkeep.WorkflowBehind, upkeep.DifferenceLost},
		"its task fails":               {row(), upkeep.WorkflowFails, upkeep.DifferenceStuck},
		"its task fails, none woke it": {row(unsignaled), upkeep.WorkflowFails, upkeep.DifferenceStuck},

		"it changed a moment ago":    {row(unsignaled, changed(time.Second)), upkeep.WorkflowMissing, ""},
		"nobody told Temporal":       {row(unsignaled), upkeep.WorkflowRuns, upkeep.DifferenceUnsignaled},
		"nobody told it of the end":  {row(unsignaled, due(nil)), upkeep.WorkflowEnded, upkeep.DifferenceUnsignaled},
		"it is over, and it is told": {row(due(nil)), upkeep.WorkflowEnded, ""},

		"it fell due a minute ago": {row(due(ago(time.Minute)), owing), upkeep.WorkflowRuns, ""},
		"it fell due long ago":     {row(due(ago(5*time.Minute)), owing), upkeep.WorkflowRuns, upkeep.DifferenceOverdue},
		"the ledger lost a letter": {row(owing), upkeep.WorkflowRuns, upkeep.DifferenceOwed},
	} {
		if got := c.row.Difference(c.w, patience, now); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
