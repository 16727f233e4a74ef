package models

import "time"

// InterviewActions says what a page offers to do with an interview as it is at an instant (D11). What is true here, the
// decision that carries the action out accepts. Who may do it is [May]'s to say.
type InterviewActions struct {
	Join           bool // it has a link, and its session is to come or under way
	Move           bool // to another start, by a replace (§4 rule 8)
	BookAgain      bool // for the same candidate: the interview is over, canceled, or waits for a link to be used
	Reassign       bool // to another interviewer
	Cancel         bool
	EndCall        bool // it has begun
	IssueLink      bool // a fresh link to an external session
	WriteNotes     bool
	StoreArtifacts bool // transcript and recording: the session has begun

	AskReplacement, WithdrawReplacement bool
}

// ActionsOf returns what can be done with the interview at now.
func ActionsOf(i Interview, now time.Time) InterviewActions {
	status := i.StatusAt(now)
	_, cancels := DecideCancel(i, now)
	_, ends, err := DecideEndCall(i, now)
	_, asks, askRefused := DecideAskReplacement(i, "", "", nil, ReplacementAsks{}, now)
	_, withdraws := DecideWithdrawReplacement(i, now)
	_, linkRefused := DecideFreshLink(i, "", Policy{}, now)
	return InterviewActions{
		Join:           i.MeetingLink != "" && (status == StatusScheduled || status == StatusPending),
		Move:           status == StatusScheduled,
		BookAgain:      status != StatusScheduled,
		Reassign:       status == StatusScheduled,
		Cancel:         cancels,
		EndCall:        ends && err == nil && !now.Before(i.StartsAt) && status == StatusScheduled,
		IssueLink:      linkRefused == nil,
		WriteNotes:     status != StatusCanceled,
		StoreArtifacts: i.CanceledAt == nil && !i.Unused() && !now.Before(i.StartsAt),

		AskReplacement: asks && askRefused == nil, WithdrawReplacement: withdraws,
	}
}

// LinkState says how the candidate link of an external session is (D13).
type LinkState string

// The states of a candidate link.
const (
	LinkNone    LinkState = ""        // the interview is no external session, or is canceled
	LinkWaiting LinkState = "waiting" // the candidate can open it
	LinkEnded   LinkState = "ended"   // it ran out unused; the session waits for a fresh one
	LinkExpired LinkState = "expired" // the session expired unused
	LinkUsed    LinkState = "used"    // the candidate opened it, and the session began
)

// LinkStateAt returns the state of the candidate link at now.
func (i Interview) LinkStateAt(now time.Time) LinkState {
	switch {
	case !i.External() || i.CanceledAt != nil:
		return LinkNone
	case !i.Unused():
		return LinkUsed
	case i.StatusAt(now) == StatusExpired:
		return LinkExpired
	case i.LinkAlive(now):
		return LinkWaiting
	}
	return LinkEnded
}

// Standing is the status of an interview with what a person wants to know beside it: whether it has begun, and how the
// link of an external session is.
type Standing string

// The standings.
const (
	StandingComing    Standing = "coming"
	StandingUnderWay  Standing = "under_way"
	StandingCompleted Standing = "completed"
	StandingCanceled  Standing = "canceled"
	StandingWaiting   Standing = "waiting"    // for the candidate to open the link
	StandingLinkEnded Standing = "link_ended" // a fresh link goes on
	StandingExpired   Standing = "expired"
)

// StandingAt returns the standing at now.
func (i Interview) StandingAt(now time.Time) Standing {
	switch i.StatusAt(now) {
	case StatusCanceled:
		return StandingCanceled
	case StatusCompleted:
		return StandingCompleted
	case StatusExpired:
		return StandingExpired
	case StatusPending:
		if i.LinkStateAt(now) == LinkWaiting {
			return StandingWaiting
		}
		return StandingLinkEnded
	}
	if now.Before(i.StartsAt) {
		return StandingComing
	}
	return StandingUnderWay
}

// CheckShown returns a [Conflict] unless the interview is still at the revision that somebody was shown before they
// decided to change it (D11). What they saw was true of another row.
func CheckShown(i Interview, shown int64) error {
	if i.Revision == shown {
		return nil
	}
	return About(Refusal{Cause: CauseChangedSince, At: i.UpdatedAt},
		Conflictf("interview %s was changed at %s, after it was shown to you; look at it as it is now, and decide "+
			"again", i.ID, FormatInstant(i.UpdatedAt)))
}

// Whose returns the address of the letter's recipient or of the calendar's owner that an entry is about, "" for a
// meeting or a notetaker.
func (e Entry) Whose() string {
	if email, ok := EventOwner(e.Target); ok {
		return email
	}
	_, email, _ := readMailTarget(e.Target)
	return email
}
