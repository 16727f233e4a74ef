package models

import (
	"cmp"
	"slices"
	"time"
)

// LoadWindow is how far either way of a start the scheduled interviews of an interviewer are counted when one is chosen
// (decision 79).
const LoadWindow = 7 * 24 * time.Hour

// Picking is what the pick-a-time page rests on (decisions 79 and 80).
type Picking struct {
	Organization Organization
	PostingTitle string
	Assessment   Assessment
	Candidate    Candidate
	Round        *Round     // nil: no bookable live round in the candidate's track
	Interview    *Interview // the candidate's interview that is not canceled
	// of the interview, with the email alone when the organization does not know them; zero without one
	Interviewer Person
	Slots       []Slot // that can be picked in the span asked for; none while the candidate cannot pick
}

// Reasons why a candidate cannot pick a time.
const (
	PickExpired  = "expired"   // the invitation ran out
	PickOver     = "over"      // the candidate is past this step
	PickFixed    = "fixed"     // the interview was not picked by the candidate: others move it
	PickTooOften = "too_often" // it was moved as often as allowed (decision 80)
	PickTooLate  = "too_late"  // it is too near to be moved (decision 80)
)

// pickRefusals say the reasons to whoever sent the form.
var pickRefusals = map[string]string{
	PickExpired:  "the invitation ran out",
	PickOver:     "the candidate is past this step",
	PickFixed:    "the interview was not picked by the candidate and is moved by others",
	PickTooOften: "the interview was moved as often as the organization allows",
	PickTooLate:  "the interview is too near to be moved",
}

// CanPick says whether the candidate may pick a time at now: the first one, or, with a live interview, another. reason
// is "" when they may. Whether there is anything to pick is another question: see Round and Slots.
func (p Picking) CanPick(now time.Time) (reason string) {
	switch s := p.Candidate.StateAt(now, p.Interview != nil); {
	case s == CandidateExpired:
		return PickExpired
	case !ActiveState(s):
		return PickOver
	case p.Interview == nil:
		return ""
	}
	i := p.Interview
	switch {
	case i.StatusAt(now) == StatusCompleted:
		return PickOver
	case !i.Picked:
		return PickFixed
	case i.Reschedules >= p.Organization.RescheduleMax:
		return PickTooOften
	case now.After(p.MovableUntil()):
		return PickTooLate
	}
	return ""
}

// MovableUntil is the last instant at which the candidate may move the interview that they picked (decision 80).
func (p Picking) MovableUntil() time.Time {
	return p.Interview.StartsAt.Add(-time.Duration(p.Organization.RescheduleCutoffHours) * time.Hour)
}

// Pickable are the starts that a candidate can pick at now with from <= start <= to, ordered: of the free ones
// ([Availability.Slots]) those that are still to come, personal ones at most 92 days ahead (decision 69, whose from is
// now). moving, the interview that the candidate moves or nil, takes no place, and its own start is none of them
// (decisions 33 and 80). The page shows what this says, and a pick asks it again.
func (a Availability) Pickable(duration time.Duration, from, to, now time.Time, moving *Interview) []Slot {
	if from.Before(now) {
		from = now
	}
	if moving != nil {
		a = a.without(moving.ID)
	}
	near := to
	if last := now.Add(MaxPersonalHorizon); near.After(last) {
		near = last
	}
	slots := []Slot{}
	if !near.Before(from) {
		slots = a.Slots(duration, from, near)
	}
	if to.After(near) { // beyond, what is painted only
		for _, s := range a.painted().Slots(duration, from, to) {
			if s.StartAt.After(near) {
				slots = append(slots, s)
			}
		}
	}
	return slices.DeleteFunc(slots, func(s Slot) bool {
		return !s.StartAt.After(now) || moving != nil && s.StartAt.Equal(moving.StartsAt)
	})
}

// without is the availability as if the interview were not there.
func (a Availability) without(interviewID string) Availability {
	drop := func(bs []Booked) []Booked {
		return slices.DeleteFunc(slices.Clone(bs), func(b Booked) bool { return b.InterviewID == interviewID })
	}
	out := Availability{Interviewers: slices.Clone(a.Interviewers), Unnamed: drop(a.Unnamed)}
	for n := range out.Interviewers {
		out.Interviewers[n].Bookings = drop(out.Interviewers[n].Bookings)
	}
	return out
}

// painted is the availability without the interviewers whose own schedule decides.
func (a Availability) painted() Availability {
	return Availability{Unnamed: a.Unnamed, Interviewers: slices.DeleteFunc(slices.Clone(a.Interviewers),
		func(iv Available) bool { return iv.Personal })}
}

// leastLoaded is of the free interviewers the one with the fewest scheduled interviews, then the first by email
// (decision 79).
func leastLoaded(emails []string, load map[string]int) string {
	return slices.MinFunc(emails, func(a, b string) int {
		return cmp.Or(cmp.Compare(load[a], load[b]),
			cmp.Compare(a, b))
	})
}

// decidePick decides the booking of a start that the candidate picked, or its move there: who may, what is offered, and
// who interviews (decisions 79 and 80). Whoever was never invited is [NotFound]; everything else that stands in the way
// is a [Conflict], since the page that was shown is out of date.
func decidePick(o BookingOrder, f BookingFacts, p Policy, ids IDs, now time.Time) (Booking, error) {
	c, i := f.Candidate, f.Existing
	if c == nil || c.InvitedAt == nil {
		return Booking{}, NotFoundf("candidate %s not found", Quote(o.CandidateID))
	}
	if i != nil && i.Picked && i.StartsAt.Equal(o.Start) && i.StatusAt(now) == StatusScheduled {
		return Booking{Interview: *i, Candidate: *c, Unchanged: true}, nil // a form that was sent twice
	}
	if !o.Moves.IsZero() && (i == nil || !i.StartsAt.Equal(o.Moves)) { // a form from before it was canceled or moved
		return Booking{}, Conflictf("candidate %s has no interview at %s", c.ID, FormatInstant(o.Moves))
	}
	if i != nil && !o.Replace { // a form from before it was booked
		return Booking{}, Conflictf("candidate %s already has interview %s (%s)", c.ID, i.ID, i.StatusAt(now))
	}
	if why := (Picking{Organization: f.Organization, Candidate: *c, Interview: i}).CanPick(now); why != "" {
		return Booking{}, Conflictf("candidate %s cannot pick a time: %s", c.ID, pickRefusals[why])
	}
	if err := f.Round.CheckBookable(); err != nil {
		return Booking{}, Conflictf("no time can be picked: %v", err)
	}
	if err := checkCandidate(o, f, now); err != nil {
		return Booking{}, err
	}
	slots := f.Available.Pickable(f.Round.Duration(), o.Start, o.Start, now, i)
	if len(slots) == 0 {
		return Booking{}, Conflictf("%s cannot be picked any more; choose another time", FormatInstant(o.Start))
	}
	o.InterviewerEmail = leastLoaded(slots[0].InterviewerEmails, f.Load)
	f.Own = f.Links[o.InterviewerEmail]
	return book(o, f, p, ids, now), nil
}
