package models_test

import (
	"testing"
	"time"

	"litmus/models"
)

func TestDifference(t *testing.T) {
	t.Parallel()
	now := time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC)
	patience := models.Patience{Signal: 2 * time.Second, Sweep: 5 * time.Minute}
	ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
	// row changed an hour ago, and all is as it should be until something falls due in an hour.
	row := func(changes ...func(*models.OpenRow)) models.OpenRow {
		r := models.OpenRow{Signaled: true, Converged: true, ChangedAt: now.Add(-time.Hour), DueAt: ago(-time.Hour)}
		for _, change := range changes {
			change(&r)
		}
		return r
	}
	unsignaled := func(r *models.OpenRow) { r.Signaled = false }
	changed := func(d time.Duration) func(*models.OpenRow) {
		return func(r *models.OpenRow) { r.ChangedAt = *ago(d) }
	}
	due := func(at *time.Time) func(*models.OpenRow) { return func(r *models.OpenRow) { r.DueAt = at } }
	owing := func(r *models.OpenRow) { r.Owes = []string{"confirmation"} }

	for name, c := range map[string]struct {
		row  models.OpenRow
		w    models.WorkflowState
		want models.Difference
	}{
		"it waits for its time":        {row(), models.WorkflowRuns, ""},
		"Temporal lost it":             {row(), models.WorkflowMissing, models.DifferenceLost},
		"somebody ended it":            {row(), models.WorkflowEnded, models.DifferenceLost},
		"an older one is back":         {row(), models.WorkflowBehind, models.DifferenceLost},
		"its task fails":               {row(), models.WorkflowFails, models.DifferenceStuck},
		"its task fails, none woke it": {row(unsignaled), models.WorkflowFails, models.DifferenceStuck},

		"it changed a moment ago":    {row(unsignaled, changed(time.Second)), models.WorkflowMissing, ""},
		"nobody told Temporal":       {row(unsignaled), models.WorkflowRuns, models.DifferenceUnsignaled},
		"nobody told it of the end":  {row(unsignaled, due(nil)), models.WorkflowEnded, models.DifferenceUnsignaled},
		"it is over, and it is told": {row(due(nil)), models.WorkflowEnded, ""},

		"it fell due a minute ago": {row(due(ago(time.Minute)), owing), models.WorkflowRuns, ""},
		"it fell due long ago":     {row(due(ago(5*time.Minute)), owing), models.WorkflowRuns, models.DifferenceOverdue},
		"the ledger lost a letter": {row(owing), models.WorkflowRuns, models.DifferenceOwed},
	} {
		if got := c.row.Difference(c.w, patience, now); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
