package booking

import (
	"time"

	"litmus/models"
)

// Actions says what a page offers to do with an interview as it is at an instant (D11). What is true here, the
// decision that carries the action out accepts. Who may do it is [access.May]'s to say.
type Actions struct {
	Join           bool // it has a link, and its session is to come or under way
	Move           bool // to another start, by a replace (§4 rule 8)
	BookAgain      bool // for the same candidate: the interview is over, canceled, or waits for a link to be used
	Reassign       bool // to another interviewer
	Cancel         bool
	CancelLate     bool // it is completed: to cancel it is allowed (§3), and hardly ever meant
	EndCall        bool // it has begun
	IssueLink      bool // a fresh link to an external session
	WriteNotes     bool
	StoreArtifacts bool // transcript and recording: the session has begun

	MarkNoShow, TakeNoShowBack bool
}

// ActionsOf returns what can be done with the interview at now.
func ActionsOf(i models.Interview, now time.Time) Actions {
	status := i.StatusAt(now)
	cancels := Cancel.Changes(i, now)
	_, marks, noShowRefused := DecideNoShow(i, NoShow{Who: models.NoShowCandidate}, now)
	return Actions{
		Join:           i.MeetingLink != "" && (status == models.StatusScheduled || status == models.StatusPending),
		Move:           status == models.StatusScheduled,
		BookAgain:      status != models.StatusScheduled,
		Reassign:       status == models.StatusScheduled,
		Cancel:         cancels,
		CancelLate:     cancels && status == models.StatusCompleted,
		EndCall:        EndCall.Changes(i, now) && !now.Before(i.StartsAt) && status == models.StatusScheduled,
		IssueLink:      IssueLink("").Changes(i, now),
		WriteNotes:     status != models.StatusCanceled,
		StoreArtifacts: i.CanceledAt == nil && !i.Unused() && !now.Before(i.StartsAt),

		MarkNoShow: marks && noShowRefused == nil && i.NoShow == "", TakeNoShowBack: i.NoShow != "",
	}
}
