package booking

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// LoadWindow is the time before and after a start in which scheduled interviews count when the interviewer with the
// fewest is chosen.
const LoadWindow = 7 * 24 * time.Hour

// Picking holds what the pick-a-time page shows.
type Picking struct {
	Organization models.Organization
	PostingTitle string
	WriteTo      string // to whom the candidate writes, "" for nobody
	Assessment   models.Assessment
	Candidate    models.Candidate
	Round        *models.Round     // nil: the candidate's track has no bookable live round
	Interview    *models.Interview // the candidate's interview that is not canceled, nil for none
	// Interviewer is the interview's, with nothing but the email if the organization does not know them; zero if none
	// is named.
	Interviewer timetable.Person
	Slots       []timetable.Slot // that can be picked in the requested span; empty while the candidate cannot pick
}

// Reasons why a candidate cannot pick a time.
const (
	PickExpired  = "expired"   // the invitation ran out
	PickOver     = "over"      // the candidate is past this step
	PickFixed    = "fixed"     // others alone move it: it was scheduled elsewhere, or the organization has it so
	PickUnasked  = "unasked"   // the candidate was never invited to pick, and what was booked for them is canceled
	PickTooOften = "too_often" // the candidate moved it as often as is allowed
	PickTooLate  = "too_late"  // it starts too soon to be moved
)

// pickRefusals are the reasons in words, for the error.
var pickRefusals = map[string]string{
	PickExpired:  "the invitation ran out",
	PickOver:     "the candidate is past this step",
	PickFixed:    "the interview was not picked by the candidate and is moved by others",
	PickUnasked:  "the candidate was never invited to pick a time",
	PickTooOften: "the interview was moved as often as the organization allows",
	PickTooLate:  "the interview is too near to be moved",
}

// CanPick says whether the candidate may pick a time at now: a first one if they were invited to, or another if they
// have an interview. reason is "" if they may. It does not say whether there is a time to pick: see Round and Slots.
func (p Picking) CanPick(now time.Time) (reason string) {
	switch s := p.Candidate.StateAt(now, p.Interview != nil); {
	case s == models.CandidateExpired:
		return PickExpired
	case !models.ActiveState(s):
		return PickOver
	case p.Interview == nil && p.Candidate.InvitedAt == nil:
		return PickUnasked
	case p.Interview == nil:
		return ""
	}
	i := p.Interview
	switch {
	case i.StatusAt(now) == models.StatusCompleted:
		return PickOver
	case !mayMove(p.Organization, *i):
		return PickFixed
	case i.Reschedules >= p.Organization.RescheduleMax:
		return PickTooOften
	case now.After(p.MovableUntil()):
		return PickTooLate
	}
	return ""
}

// mayMove reports whether candidates of the organization may move that interview, as often and as late as its bounds
// allow. What the team booked, in the dashboard or by a program, is moved like what the candidate picked themselves,
// because who cannot come would otherwise have to write a letter and wait; an organization that wants to be asked
// switches it off. What was scheduled elsewhere, such as a session by link, has no times here to choose from.
func mayMove(o models.Organization, i models.Interview) bool {
	return i.Picked || !i.ExternallyScheduled && !o.MovePickedOnly
}

// MovableUntil returns the last instant at which the candidate may move the interview they have.
func (p Picking) MovableUntil() time.Time {
	return p.Interview.StartsAt.Add(-time.Duration(p.Organization.RescheduleCutoffHours) * time.Hour)
}

// leastLoaded returns the interviewer with the fewest scheduled interviews, of several the first by email.
func leastLoaded(emails []string, load map[string]int) string {
	return slices.MinFunc(emails, func(a, b string) int {
		return cmp.Or(cmp.Compare(load[a], load[b]), cmp.Compare(a, b))
	})
}

// decidePick decides the booking of a start that the candidate picked, or the move of their interview to it: who may
// pick, what is offered, and who interviews. It returns [models.NotFound] for a candidate who was never invited and has
// no interview. Every other obstacle is a [models.Conflict], because the page that they used is out of date. What the
// team chose for an interview that they booked stays when the candidate moves it: the interviewer, if they offer the
// new start and are free then, and a meeting link that was given with the booking. A closed posting goes on with those
// it has invited.
func decidePick(o Order, f Facts, p models.Policy, ids models.IDs, now time.Time) (Booking, error) {
	c, i := f.Candidate, f.Existing
	if c == nil || c.InvitedAt == nil && i == nil {
		return Booking{}, models.NotFoundf("candidate %s not found", models.Quote(o.CandidateID))
	}
	if i != nil && i.Picked && i.StartsAt.Equal(o.Start) && i.StatusAt(now) == models.StatusScheduled {
		return Booking{Interview: *i, Candidate: *c, Unchanged: true}, nil // the form was sent twice
	}
	if o.Kind == OrderMove && (i == nil || !i.StartsAt.Equal(o.From)) { // the form is outdated
		return Booking{}, models.Conflictf("candidate %s has no interview at %s", c.ID, models.FormatInstant(o.From))
	}
	if i != nil && !o.Replace { // the form is older than a booking
		return Booking{}, models.Conflictf("candidate %s already has interview %s (%s)", c.ID, i.ID, i.StatusAt(now))
	}
	if why := (Picking{Organization: f.Organization, Candidate: *c, Interview: i}).CanPick(now); why != "" {
		return Booking{}, models.Conflictf("candidate %s cannot pick a time: %s", c.ID, pickRefusals[why])
	}
	if err := f.Round.CheckBookable(); err != nil {
		return Booking{}, models.Conflictf("no time can be picked: %v", err)
	}
	if err := checkCandidate(o, f, now); err != nil {
		return Booking{}, err
	}
	slots := f.Available.Pickable(f.Round.Duration(), o.Start, o.Start, now, i)
	if len(slots) == 0 {
		return Booking{}, models.Conflictf("%s cannot be picked any more; choose another time",
			models.FormatInstant(o.Start))
	}
	if len(f.Available.Places) > 0 {
		var err error
		if f.Members, err = f.panelToPick(o, i, now); err != nil {
			return Booking{}, err
		}
		o.InterviewerEmail = f.Members[0].Email
	} else {
		o.InterviewerEmail = leastLoaded(slots[0].InterviewerEmails, f.Load)
		if i != nil && !i.Picked && slices.Contains(slots[0].InterviewerEmails, i.InterviewerEmail) {
			o.InterviewerEmail = i.InterviewerEmail
		}
	}
	f.Own = f.Links[o.InterviewerEmail]
	if i != nil && i.LinkSource == models.LinkFromBody {
		o.MeetingLink = i.MeetingLink
	}
	return book(o, f, p, ids, now), nil
}
