package models

import "time"

// Statuses of an interview (§3).
const (
	StatusScheduled = "scheduled"
	StatusCompleted = "completed"
	StatusCanceled  = "canceled"
	StatusPending   = "pending"
	StatusExpired   = "expired"
)

// Sources of an interview (decision 42).
const (
	SourceLitmus     = "litmus"
	SourceExternal   = "external"
	SourceGreenhouse = "greenhouse"
	SourceAshby      = "ashby"
	SourceLever      = "lever"
)

// Sources of a meeting link, in the order of the chain of decision 38; "" when there is no link.
const (
	LinkFromBody    = "body"
	LinkFromPosting = "posting"
	LinkFromPerson  = "person"
	LinkAutomatic   = "automatic"
)

// Interview is one session of one candidate as it is stored. There is no status column: see [Interview.StatusAt].
type Interview struct {
	OrgID, ID, PostingID, RoundID, TrackID, AssessmentID, CandidateID string

	Source string
	// the stored start; for an unused external link the creation of the link (§4, from and to)
	StartsAt     time.Time
	EndsAt       time.Time  // StartsAt and the nominal duration: what overlaps are tested with (decision 34)
	WindowEndsAt *time.Time // end of the session window, grace included; nil when indefinite (decision 48)
	ExpiresAt    *time.Time // when an unused external session expires (decision 50)
	LinkUsedAt   *time.Time // when an external link was used (decision 51)
	// of the external link that is alive or was used; a fresh one takes its place (decision 50)
	LinkHash        *string
	LinkHolder      *string    // hash of the cookie of the browser that used the link (decision 51)
	LinkExpiresAt   *time.Time // when an unused external link is dead
	DurationMinutes int
	Indefinite      bool
	TimeZone        string

	InterviewerEmail string // "" when none is named
	// who is briefed instead, frozen when booked (decisions 37 and 89)
	BriefingRecipients []string `gorm:"serializer:json"`
	MeetingLink        string
	LinkSource         string

	ExternallyScheduled bool
	CallEndedAt         *time.Time
	CanceledAt          *time.Time
	CreatedAt           time.Time
	UpdatedAt           time.Time `gorm:"autoUpdateTime:false"`

	Revision          int64      // rises by one with every change of the row
	WokenRevision     int64      // the last revision whose wake-up Temporal accepted
	ConvergedRevision int64      // the last revision whose effects are all done
	NextDueAt         *time.Time // the next instant of the timeline, as the workflow last saw it

	AnnounceRevision int64     // the last change that owes letters even if nothing looks different
	StartSetAt       time.Time // when the start was last set (decision 88)
	InterviewerSetAt time.Time // when the interviewer was last set (decision 88)
	// the booking made the candidate: the first letter carries the assessment link (decision 46)
	AssessmentLinkOwed bool
	// the interviewer's connected calendar holds a copy instead of an invitation, as it was when they were named
	// (decision 54)
	CalendarCopy bool
	LinkMaker    string // who makes the automatic meeting link, "" for none (decision 38)
	Picked       bool   // the candidate picked the time on their page and may move it (decision 80)
	Reschedules  int    // how often they did
	AccessEpoch  int64  // raised by replace and cancel: older session links are dead (decision 87)
}

// External reports whether the interview is a session by single-use link, not an import.
func (i Interview) External() bool { return i.Source == SourceExternal }

// Imported reports whether an applicant tracking system made the interview (decision 57).
func (i Interview) Imported() bool { return i.ExternallyScheduled && !i.External() }

// Unused reports whether the interview is an external session whose link was not used.
func (i Interview) Unused() bool { return i.External() && i.LinkUsedAt == nil }

// ScheduledStartAt is the public start: nil for an unused external session (§2).
func (i Interview) ScheduledStartAt() *time.Time {
	if i.Unused() {
		return nil
	}
	return &i.StartsAt
}

// Duration is the nominal duration.
func (i Interview) Duration() time.Duration { return time.Duration(i.DurationMinutes) * time.Minute }

// StatusAt derives the public status from stored facts and now (§3, decision 49). Every door and every timer uses it.
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

// Blocks reports whether the interview keeps its interviewer busy from StartsAt to EndsAt: it is neither canceled nor
// ended by call, whatever the clock says, and no unused external session (decision 34).
func (i Interview) Blocks() bool {
	return i.CanceledAt == nil && i.CallEndedAt == nil && !i.Unused()
}

// overWhenCanceled reports whether the interview was over when it was canceled: nobody is told then (decision 53).
func (i Interview) overWhenCanceled() bool {
	return i.CanceledAt != nil && (i.CallEndedAt != nil || i.windowClosed(*i.CanceledAt))
}

// change moves the row to its next revision at now; updated_at rises by at least a millisecond (decision 49).
func (i *Interview) change(now time.Time) {
	now = Instant(now)
	if !now.After(i.UpdatedAt) {
		now = i.UpdatedAt.Add(time.Millisecond)
	}
	i.UpdatedAt = now
	i.Revision++
}

// setStart places the interview and its derived instants; grace is added to the session window (decision 48).
func (i *Interview) setStart(start time.Time, grace time.Duration) {
	i.StartsAt = Instant(start)
	i.EndsAt = i.StartsAt.Add(i.Duration())
	i.WindowEndsAt = nil
	if !i.Indefinite {
		end := i.EndsAt.Add(grace)
		i.WindowEndsAt = &end
	}
}
