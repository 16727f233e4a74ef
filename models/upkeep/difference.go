package upkeep

import (
	"time"

	"litmus/models"
)

// OpenRow is what the database says of a row whose workflow has something to do, or has not heard of its last change.
// Its instants are the machine's.
type OpenRow struct {
	models.PendingWake
	Signaled  bool       // Temporal accepted the wake-up for this revision
	Converged bool       // nothing was owed at this revision when its workflow looked last
	ChangedAt time.Time  // when the row changed last
	DueAt     *time.Time // since when something is owed, or when it falls due; nil: nothing is to be done
	Owes      []string   // what its ledger has not as done and may leave by now: kinds and targets
}

// WorkflowState is what Temporal says of a row's workflow.
type WorkflowState string

// The states of a workflow.
const (
	WorkflowRuns    WorkflowState = "running" // it has loaded the row since its last change, or is about to
	WorkflowBehind  WorkflowState = "behind"  // it runs, and has not loaded the row since its last change
	WorkflowFails   WorkflowState = "failing" // its task fails again and again: it does nothing
	WorkflowEnded   WorkflowState = "ended"   // its last run ended: it completed, or was canceled or terminated
	WorkflowMissing WorkflowState = "missing" // Temporal knows none
)

// Difference is what is wrong between a row and its workflow, "" for nothing.
type Difference string

// The differences.
const (
	DifferenceUnsignaled Difference = "unsignaled" // Temporal has not heard of the row's last change
	DifferenceLost       Difference = "lost"       // something is to be done and no workflow does it
	DifferenceStuck      Difference = "stuck"      // the workflow's task fails, so that nothing is done
	DifferenceOverdue    Difference = "overdue"    // something has been owed for long though its workflow runs
	DifferenceOwed       Difference = "owed"       // the ledger has not as done what the row says is done
	DifferenceNoRow      Difference = "no row"     // a workflow runs for a row that is not there
	DifferenceUnread     Difference = "unread"     // the row or its workflow could not be read, so nothing is known
)

// Patience is how long workers leave a row to those who work on it.
type Patience struct {
	Signal time.Duration // who changed a row tells Temporal within this
	Sweep  time.Duration // what is owed is mostly done within this
}

// Difference compares the row with what Temporal says of its workflow at now. It is that which workers mend by
// themselves, but for a workflow whose task fails: that is for its operator.
func (r OpenRow) Difference(w WorkflowState, p Patience, now time.Time) Difference {
	switch {
	case w == WorkflowFails:
		return DifferenceStuck
	case !r.Signaled && now.Sub(r.ChangedAt) < p.Signal:
		return "" // who changed it is telling Temporal
	case !r.Signaled:
		return DifferenceUnsignaled
	case r.DueAt != nil && w != WorkflowRuns:
		return DifferenceLost
	case r.Overdue(now) >= p.Sweep:
		return DifferenceOverdue
	case r.Converged && r.Overdue(now) == 0 && len(r.Owes) > 0:
		return DifferenceOwed
	}
	return ""
}

// Overdue is for how long something has been owed at now, 0 if nothing is.
func (r OpenRow) Overdue(now time.Time) time.Duration {
	if r.DueAt == nil {
		return 0
	}
	return max(0, now.Sub(*r.DueAt))
}
