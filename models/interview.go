package models

import (
	"slices"
	"time"
)

// Statuses of an interview (§3).
const (
	StatusScheduled = "scheduled"
	StatusCompleted = "completed"
	StatusCanceled  = "canceled"
	StatusPending   = "pending"
	StatusExpired   = "expired"
)

// Statuses are all statuses of an interview.
var Statuses = []string{StatusScheduled, StatusCompleted, StatusCanceled, StatusPending, StatusExpired}

// Sources of an interview: ours, whoever booked it over REST, in the dashboard, by a tool or on the candidate's page; a
// session by link; and the applicant tracking systems of imports.
const (
	SourceLitmus     = "litmus"
	SourceExternal   = "external"
	SourceGreenhouse = "greenhouse"
	SourceAshby      = "ashby"
	SourceLever      = "lever"
)

// Sources of a meeting link, in the order in which they are tried; "" if there is no link.
const (
	LinkFromBody    = "body"
	LinkFromPosting = "posting"
	LinkFromPerson  = "person"
	LinkAutomatic   = "automatic"
)

// Interview is one session of one candidate, as stored. It has no status field: see [Interview.StatusAt].
type Interview struct {
	OrgID, ID, PostingID, RoundID, TrackID, AssessmentID, CandidateID string

	Source          string
	StartsAt        time.Time  // the stored start; of an unused external link its creation (§4, from and to)
	EndsAt          time.Time  // StartsAt plus the nominal duration; overlaps are tested with it
	WindowEndsAt    *time.Time // end of the session window, grace included; nil if indefinite
	ExpiresAt       *time.Time // when an unused external session expires
	LinkUsedAt      *time.Time // when an external link was used
	LinkHash        *string    // of the current external link; a fresh one replaces it
	LinkHolder      *string    // hash of the cookie of the browser that used the link
	LinkExpiresAt   *time.Time // when an unused external link expires
	DurationMinutes int
	Indefinite      bool
	TimeZone        string

	InterviewerEmail   string   // "" if none is named
	BriefingRecipients []string // briefed instead, fixed when booked
	MeetingLink        string
	LinkSource         string

	ExternallyScheduled bool
	CallEndedAt         *time.Time
	CanceledAt          *time.Time
	CreatedAt           time.Time
	UpdatedAt           time.Time
	InvitedAt           *time.Time // when the candidate had been invited as it was booked; nil for never

	Revision          int64      // rises by one with every change of the row
	WokenRevision     int64      // the last revision whose wake-up Temporal accepted
	ConvergedRevision int64      // the last revision whose effects are all done
	NextDueAt         *time.Time // the next instant of the timeline, as the workflow last saw it

	AnnounceRevision int64     // the last change that owes letters, even if their content stays the same
	StartSetAt       time.Time // when the start was last set
	InterviewerSetAt time.Time // when the interviewer was last set

	// AssessmentLinkOwed means that the candidate was created by the booking, or by advancing them without an
	// invitation: their first letter contains the link to the assessment.
	AssessmentLinkOwed bool

	// CalendarCopy means that the interviewer has a copy in their connected calendar instead of an invitation. It is
	// set when the interviewer is.
	CalendarCopy bool

	LinkMaker   string // who makes the automatic meeting link, "" for nobody
	Picked      bool   // the candidate picked the time on their page
	Reschedules int    // how often they moved it since it was picked, or booked by the team
	AccessEpoch int64  // raised by replace and cancel, which revokes older session links

	Replacement *Replacement // of the lead, that somebody asked for, see [Interview.ReplacementOf]; nil for never
	Held        *Held        // the last change that can be taken back, see [Interview.HeldUntil]; nil for none

	NoShow     string // who did not come: [NoShowCandidate], [NoShowInterviewer], or "" for nobody who is known of
	NoShowNote string // of whoever marked that, for the team

	Reason *Reason // why it was canceled, or moved last; nil if none was given

	Drift *Drift // how the copy in the lead's calendar came to differ, see [Interview.DriftOfCopy]; nil: never

	OverLimits OverLimits // that were passed when its start or its interviewer was named; nil for none

	Erasure string // of its candidate: [ErasureAsked], [ErasureDone], or ""

	Panel []Seated // everybody who interviews together, the lead first (P3); nil where there is no panel

	Replacements []Replacement // like Replacement, of the others of the panel; nil for never
	Drifts       []Drift       // like Drift, of the copies of the others of the panel; nil for never
	Answers      []Answer      // what its people answered, see [Interview.AnswerOf]; nil for nothing

	Departures []Departure // who could not interview and left, the earliest first; nil for nobody
}

// Who did not come to an interview.
const (
	NoShowCandidate   = "candidate"
	NoShowInterviewer = "interviewer"
)

// External reports whether the interview is a session by single-use link. Imports are not.
func (i Interview) External() bool { return i.Source == SourceExternal }

// Imported reports whether an applicant tracking system made the interview.
func (i Interview) Imported() bool { return i.ExternallyScheduled && !i.External() }

// Unused reports whether the interview is an external session whose link was not used.
func (i Interview) Unused() bool { return i.External() && i.LinkUsedAt == nil }

// ScheduledStartAt returns the start that REST shows: nil for an unused external session (§2).
func (i Interview) ScheduledStartAt() *time.Time {
	if i.Unused() {
		return nil
	}
	return &i.StartsAt
}

// Duration returns the nominal duration.
func (i Interview) Duration() time.Duration { return time.Duration(i.DurationMinutes) * time.Minute }

// StatusAt derives the status that REST shows from stored facts and now (§3). Every door, query and timer uses it. No
// row stores one, which would be as late as its worker: an outage of Temporal makes no status wrong. Canceled wins over
// completed.
func (i Interview) StatusAt(now time.Time) string {
	switch {
	case i.CanceledAt != nil:
		return StatusCanceled
	case i.Unused() && i.ExpiresAt != nil && !now.Before(*i.ExpiresAt):
		return StatusExpired
	case i.CallEndedAt != nil:
		return StatusCompleted
	case i.Unused():
		return StatusPending
	case i.windowClosed(now):
		return StatusCompleted
	}
	return StatusScheduled
}

// windowClosed reports whether the session window is over at now; an indefinite one never is (§3).
func (i Interview) windowClosed(now time.Time) bool {
	return i.WindowEndsAt != nil && !now.Before(*i.WindowEndsAt)
}

// Blocks reports whether the interview keeps its interviewer busy from StartsAt to EndsAt. It does, even when that time
// has passed, unless it is canceled, its call was ended, or it is an unused external session. An indefinite one blocks
// its nominal duration. Using a link and importing are never refused for an overlap, but block from then on.
func (i Interview) Blocks() bool {
	return i.CanceledAt == nil && i.CallEndedAt == nil && !i.Unused()
}

// OverWhenCanceled reports whether the interview was over when it was canceled; nobody is told then.
func (i Interview) OverWhenCanceled() bool {
	return i.CanceledAt != nil && (i.CallEndedAt != nil || i.windowClosed(*i.CanceledAt))
}

// Revise moves the row to its next revision at now; updated_at rises by at least a millisecond.
func (i *Interview) Revise(now time.Time) {
	now = Instant(now)
	if !now.After(i.UpdatedAt) {
		now = i.UpdatedAt.Add(time.Millisecond)
	}
	i.UpdatedAt = now
	i.Revision++
}

// SetStart sets the start and the instants that follow from it; grace is added to the session window. They are stored,
// so that a variable that changes later does not rewrite what was. Another start is another session: that somebody did
// not come, or could not, was said of the former one, and goes. The history keeps it.
func (i *Interview) SetStart(start time.Time, grace time.Duration) {
	if start = Instant(start); !start.Equal(i.StartsAt) {
		i.NoShow, i.NoShowNote, i.Departures, i.Answers = "", "", nil, nil
		i.Panel = slices.Clone(i.Panel)
		for n := range i.Panel {
			i.Panel[n].Missed = false
		}
	}
	i.StartsAt = start
	i.EndsAt = i.StartsAt.Add(i.Duration())
	i.WindowEndsAt = nil
	if !i.Indefinite {
		end := i.EndsAt.Add(grace)
		i.WindowEndsAt = &end
	}
}
