package booking

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// Bounds of what a candidate proposes.
const (
	MaxProposedTimes = 6                   // in one proposal: three days with a morning and an afternoon
	ProposalRows     = 3                   // days that the form has; more can be drawn
	ProposeWithin    = 60 * 24 * time.Hour // from now: nobody knows their week in three months
	MaxProposals     = 10                  // of one record: each one tells those who watch the posting
)

// Outcomes of a proposal. One that led to another time of the interview, or none, needs no mark: see
// [Proposal.OpenAt].
const (
	ProposalOpen      = ""
	ProposalDeclined  = "declined" // none of the times is possible
	ProposalWithdrawn = "withdrawn"
)

// Proposal is when a candidate could come, because none of the times that they can pick suits them. It asks, and
// changes nothing: the team books one of the times, or declines.
type Proposal struct {
	Times       []timetable.Range // in order, in UTC
	Zone        string            // in which they were typed
	Note        string            // "" for none
	InterviewID string            // which the candidate would move, "" for none
	MovesFrom   *time.Time        // its start when they proposed, nil for none
	ProposedAt  time.Time
	Proposed    int // how often they proposed
	Outcome     string
}

// OpenAt reports whether the team has to answer the proposal at now: nobody did, one of its times is still to come, the
// candidate is active, and their interview is what it was, nil for none. So a booking, a move and a cancellation each
// close it in their own transaction, and taking a move back opens it again.
func (p *Proposal) OpenAt(c models.Candidate, i *models.Interview, now time.Time) bool {
	if p == nil || p.Outcome != ProposalOpen || len(p.Times) == 0 || !p.LastEnd().After(now) ||
		!models.ActiveState(c.StateAt(now, i != nil)) {
		return false
	}
	if i == nil {
		return p.InterviewID == ""
	}
	return p.InterviewID == i.ID && p.MovesFrom != nil && p.MovesFrom.Equal(i.StartsAt) && i.StartsAt.After(now)
}

// LastEnd returns the latest end of the times.
func (p Proposal) LastEnd() (end time.Time) {
	for _, t := range p.Times {
		if t.To.After(end) {
			end = t.To
		}
	}
	return end
}

// Fits reports whether an interview of that length that starts then lies within one of the times.
func (p *Proposal) Fits(start time.Time, length time.Duration) bool {
	return p != nil && slices.ContainsFunc(p.Times, func(t timetable.Range) bool {
		return !start.Before(t.From) && !start.Add(length).After(t.To)
	})
}

// ProposedDay is a row of the form: a date such as 2027-03-04, and hours of it as [timetable.ParseDay] reads them.
type ProposedDay struct{ Date, Hours string }

// ProposalFault says what is wrong with a row of the form, or with all of it if Row is -1.
type ProposalFault struct {
	Row   int
	Why   string // one of the Fault… constants
	Typed string
}

// What can be wrong with a proposal.
const (
	FaultNothing = "nothing" // no time is proposed
	FaultDate    = "date"    // the date is missing, or is none
	FaultHours   = "hours"   // they are missing, or are not understood
	FaultPast    = "past"    // they are over, or about to be
	FaultFar     = "far"     // they lie beyond [ProposeWithin]
	FaultShort   = "short"   // the interview does not fit in
	FaultMany    = "many"    // more than [MaxProposedTimes]
	FaultOverlap = "overlap"
)

// ParseProposal reads the rows in a zone, for an interview of that length. Times are wall clocks: what the clocks skip
// begins when they go on, and of what comes twice all is meant. The result is in order.
func ParseProposal(rows []ProposedDay, zone *time.Location, length time.Duration,
	now time.Time) (times []timetable.Range, fault *ProposalFault) {
	for n, row := range rows {
		date, hours := strings.TrimSpace(row.Date), strings.TrimSpace(row.Hours)
		if date+hours == "" {
			continue
		}
		day, err := time.Parse(time.DateOnly, date)
		if err != nil {
			return nil, &ProposalFault{n, FaultDate, date}
		}
		spans, err := timetable.ParseDay("hours", hours)
		if err != nil || len(spans) == 0 {
			return nil, &ProposalFault{n, FaultHours, hours}
		}
		for _, h := range spans {
			t := timetable.Range{From: wallStart(day, h.From, zone), To: wallEnd(day, h.To, zone)}
			if t.From.Before(now) { // of today, what is left
				t.From = now.Add(slotStep - 1).Truncate(slotStep).UTC()
			}
			switch {
			case !t.To.After(now):
				return nil, &ProposalFault{n, FaultPast, hours}
			case t.From.After(now.Add(ProposeWithin)):
				return nil, &ProposalFault{n, FaultFar, date}
			case t.To.Sub(t.From) < length:
				return nil, &ProposalFault{n, FaultShort, h.String()}
			case slices.ContainsFunc(times, t.Overlaps):
				return nil, &ProposalFault{n, FaultOverlap, h.String()}
			}
			times = append(times, t)
		}
	}
	switch {
	case len(times) == 0:
		return nil, &ProposalFault{-1, FaultNothing, ""}
	case len(times) > MaxProposedTimes:
		return nil, &ProposalFault{-1, FaultMany, ""}
	}
	slices.SortFunc(times, func(a, b timetable.Range) int { return cmp.Compare(a.From.UnixNano(), b.From.UnixNano()) })
	return times, nil
}

// slotStep is what the beginning of a span that has begun is rounded up to: nobody comes at 13:07.
const slotStep = 15 * time.Minute

// wallStart returns the first instant at which the clocks of a zone show that many minutes after midnight of the day.
func wallStart(day time.Time, minutes int, zone *time.Location) time.Time {
	return timetable.LocalInstant(day.Add(time.Duration(minutes)*time.Minute), zone).UTC()
}

// wallEnd returns the last instant at which they show it.
func wallEnd(day time.Time, minutes int, zone *time.Location) time.Time {
	wall := day.Add(time.Duration(minutes) * time.Minute)
	at := timetable.LocalInstant(wall, zone)
	if again := at.Add(time.Hour); again.In(zone).Format("15:04") == at.In(zone).Format("15:04") {
		return again.UTC()
	}
	return at.UTC()
}

// MayPropose reports whether a candidate can propose times at now: they are invited to pick one, or have an interview
// that is still to come. i is nil for none.
func MayPropose(c models.Candidate, i *models.Interview, now time.Time) bool {
	if !models.ActiveState(c.StateAt(now, i != nil)) {
		return false
	}
	if i == nil {
		return c.InvitedAt != nil
	}
	return i.StatusAt(now) == models.StatusScheduled && i.StartsAt.After(now)
}

// ErrProposalOpen refuses a proposal in the place of one that its form did not show.
var ErrProposalOpen = models.Conflictf("times are proposed already, and the hiring team has not answered yet")

// DecidePropose returns the proposal as it is stored in the place of was, nil for none. changed is false if that says
// the same and is open: the form was sent twice. unseen says that the form does not show what is proposed, since others
// may have its page: then what is open is not replaced, and the answer does not tell what it is. The error is of kind
// [models.Conflict] if they cannot propose, and [models.Throttled] after [MaxProposals].
func DecidePropose(c models.Candidate, i *models.Interview, was *Proposal, p Proposal, unseen bool,
	now time.Time) (_ Proposal, changed bool, err error) {
	if !MayPropose(c, i, now) {
		return p, false, models.Conflictf("no times can be proposed any more: the candidate is past this step")
	}
	if unseen && was.OpenAt(c, i, now) { // also if it says the same: the answer would tell it to whoever guesses
		return *was, false, ErrProposalOpen
	}
	if was.OpenAt(c, i, now) && was.Note == p.Note && was.Zone == p.Zone && slices.EqualFunc(was.Times, p.Times,
		func(a, b timetable.Range) bool { return a.From.Equal(b.From) && a.To.Equal(b.To) }) {
		return *was, false, nil
	}
	if was != nil {
		p.Proposed = was.Proposed
	}
	if p.Proposed++; p.Proposed > MaxProposals {
		return p, false, models.Throttledf(time.Hour, "times were proposed %d times; write to the hiring team instead",
			MaxProposals)
	}
	p.ProposedAt, p.Outcome, p.InterviewID, p.MovesFrom = models.Instant(now), ProposalOpen, "", nil
	if i != nil {
		start := i.StartsAt
		p.InterviewID, p.MovesFrom = i.ID, &start
	}
	return p, true, nil
}

// DecideAnswer closes an open proposal with the outcome: the candidate withdraws it, or the team declines what was
// proposed at seen. changed is false if it is closed already. The error is of kind [models.NotFound] without a
// proposal, and [models.Conflict] if other times are proposed by now.
func DecideAnswer(c models.Candidate, i *models.Interview, was *Proposal, outcome string,
	seen, now time.Time) (_ Proposal, changed bool, err error) {
	switch {
	case was == nil:
		return Proposal{}, false, models.NotFoundf("the candidate proposed no times")
	case !was.ProposedAt.Equal(seen):
		return *was, false, models.Conflictf("The candidate proposes other times by now. Look at them first.")
	case !was.OpenAt(c, i, now):
		return *was, false, nil
	}
	closed := *was
	closed.Outcome = outcome
	return closed, true, nil
}
