package web

import (
	"html/template"
	"net/http"

	"litmus/letters"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/phrases"
	"litmus/store/effects"
)

// interview serves the one page of an interview, to which three links lead: that of the candidate's letters, where they
// pick and move its time, that of the session, and that of an external session. What each may do, and which parts the
// page has, is decided by [candidacy.PartsOf].
func (s *Site) interview(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	return s.showInterview(v, e, http.StatusOK, v.said())
}

// occasion is what the page of an interview is made of.
type occasion struct {
	entry
	state   candidacy.State
	picking booking.Picking
	days    days                   // of the times to pick from, zero for a link that picks none
	told    effects.Correspondence // of its interview; zero while a time is picked
	prepare *string                // how to prepare; nil if that has to be read
	pick    string                 // where a time is picked, "" for nowhere
}

// occasion reads what the page shows. The visit has its zone from then on.
func (s *Site) occasion(v *visit, e entry) (o occasion, err error) {
	o.entry = e
	if !e.May(candidacy.RightPick) {
		o.told, err = s.correspondence(v, e.row.Interview)
		o.picking = o.told.Picking(&e.row.Interview)
		o.picking.Candidate = v.reader
		v.chooseZone(e.row.TimeZone)
		o.state = candidacy.StateOf(e.Door, o.picking, false, v.now)
		return o, err
	}
	org, err := s.Store.Team.OrganizationOf(v.Context(), e.candidate.OrgID)
	if err != nil {
		return o, err
	}
	v.chooseZone(org.TimeZone)
	o.days = v.days()
	if o.picking, err = s.Store.Bookings.Picking(v.Context(), e.candidate, o.days.from, o.days.to); err != nil {
		return o, err
	}
	o.state = candidacy.StateOf(e.Door, o.picking, v.param("change") != "", v.now)
	o.prepare = &o.picking.Assessment.Instructions
	switch o.state {
	case candidacy.StateBooked, candidacy.StateMoved, candidacy.StateBegun, candidacy.StateOver:
		o.told, err = s.correspondence(v, *o.picking.Interview)
		v.chooseZone(o.picking.Interview.TimeZone)
	}
	return o, err
}

// showInterview shows the page of an interview as things stand, with said as its message.
func (s *Site) showInterview(v *visit, e entry, status int, said *message) (answer, error) {
	o, err := s.occasion(v, e)
	if models.KindOf(err) == models.NotFound { // what the team booked for them was canceled since
		return gone(v.in.Canceled), nil
	}
	if err != nil {
		return answer{}, err
	}
	switch o.state {
	case candidacy.StateElsewhere:
		a := refusal(status, v.in.Elsewhere)
		a.page.Message = said
		return s.closed(v, o.picking, a, candidacy.MayAsk(o.picking.Candidate, o.picking.Interview, v.now))
	case candidacy.StateExpired:
		return s.closed(v, o.picking, gone(v.in.PickExpired), false)
	case candidacy.StateClosed:
		return s.closed(v, o.picking, gone(v.in.PickOver), false)
	case candidacy.StatePicking, candidacy.StateMoving:
		// One time is reviewed before it is booked, since a slip on a phone would cost letters and one of two moves.
		if start, ok := v.start(); ok && v.form == nil {
			if free(o.picking, start) {
				return v.showReview(o, start), nil
			}
			said = &message{Text: v.in.NotFree}
		}
	default:
		if status == http.StatusConflict && v.problem == "" {
			said = &message{Text: v.in.AlreadyBooked}
			if reason := o.picking.CanPick(v.now); reason != "" && v.moving(o, reason) != "" {
				said.Text = v.moving(o, reason)
			}
		}
	}
	a, err := s.parts(v, o, v.heading(o), status, said)
	if o.state == candidacy.StateUnused {
		a.cookie = s.holder(v)
	}
	return a, err
}

// closed completes the refusal of who can pick no time. What they told that they need can still be withdrawn there, and
// more can be asked for if they may.
func (s *Site) closed(v *visit, p booking.Picking, a answer, mayAsk bool) (_ answer, err error) {
	a = a.writingTo(p.WriteTo)
	a.page.Accommodation, err = s.accommodation(v, p.Candidate, mayAsk)
	return a, err
}

// correspondence reads the names and titles that belong to an interview.
func (s *Site) correspondence(v *visit, i models.Interview) (effects.Correspondence, error) {
	emails := []string{i.InterviewerEmail}
	for _, other := range i.Others() {
		emails = append(emails, other.Email)
	}
	return s.Store.Effects.Correspondence(v.Context(), i, emails)
}

// interviewView is the data of an interview's page: its parts in their order, and what is in them.
type interviewView struct {
	T             *phrases.Language
	Parts         []candidacy.Part
	Typed         *typedView
	Facts         []fact
	Brief         bool // the facts are few lines, above the times to pick from
	Countdown     *countdown
	Join          string // URL
	Note          string // about joining, or about what comes after a cancellation
	Calendar      string
	AddTo         []letters.CalendarLink // beside Calendar
	Plans         *plansView
	Pick, Back    string // links
	Keep          string // link back to the interview as it is, while another time is picked
	Start         string // where the button leads that uses the link
	Prepare       template.HTML
	Times         *timesView
	Zone          *zoneForm
	Proposal      *proposalView
	Accommodation *accommodationView
}

// plansView says how the candidate moves and cancels the interview; it leaves out empty parts.
type plansView struct{ MoveNote, Move, CancelNote, Cancel string }

// parts returns the page with its parts. n is its heading.
func (s *Site) parts(v *visit, o occasion, n phrases.Notice, status int, said *message) (a answer, err error) {
	body := &interviewView{T: v.in.Language}
	p := &page{name: "interview", Organization: o.told.OrganizationName, WriteTo: o.told.ReplyTo, Message: said,
		Body: body}
	if p.Organization == "" {
		p.Organization, p.WriteTo = o.picking.Organization.Name, o.picking.WriteTo
	}
	body.Parts = candidacy.PartsOf(o.Door, o.state, o.picking, v.refused(), v.now)
	for _, part := range body.Parts {
		switch part {
		case candidacy.PartJoin:
			v.join(p, body, *o.picking.Interview, o.Door)
		case candidacy.PartFacts:
			body.Facts, body.Brief = v.factsOf(o)
			if o.state == candidacy.StateMoving {
				body.Keep = v.here(o.path)
			}
		case candidacy.PartCalendar:
			body.Calendar = o.path + eventPath
			body.AddTo, err = s.eventOf(*o.picking.Interview, o.told).AddTo()
		case candidacy.PartPick:
			body.Pick = o.pick
		case candidacy.PartPlans:
			body.Plans = v.plans(o)
		case candidacy.PartPrepare:
			body.Prepare, err = s.preparation(v, o)
		case candidacy.PartStart:
			body.Start = v.here(o.path)
		case candidacy.PartTimes:
			body.Times, err = s.times(v, o, &n)
		case candidacy.PartZone:
			body.Zone = v.zones(o)
		case candidacy.PartPropose:
			body.Proposal, err = s.proposal(v, o)
			p.Draws = body.Proposal != nil && !body.Proposal.Closed
		case candidacy.PartAsk:
			body.Accommodation = v.accommodationForm()
			if o.May(candidacy.RightKnow) {
				body.Accommodation, err = s.accommodation(v, o.picking.Candidate,
					candidacy.MayAsk(o.picking.Candidate, o.picking.Interview, v.now))
			}
		}
		if err != nil {
			return answer{}, err
		}
	}
	n = n.About("{organization}", p.Organization)
	p.Heading, p.Lead = n.Heading, n.Lead
	if body.Zone != nil {
		v.timed(p)
	}
	return answer{status: status, page: p}, nil
}

// heading says what the page is.
func (v *visit) heading(o occasion) phrases.Notice {
	byHand := o.Door == candidacy.ByHand
	switch {
	case o.state == candidacy.StatePicking:
		return v.in.Pick
	case o.state == candidacy.StateMoving:
		return v.in.PickAnother
	case o.state == candidacy.StateUnused:
		return v.in.Link
	case o.state == candidacy.StateOver && byHand:
		return v.in.SessionOver
	case o.state == candidacy.StateOver:
		return v.in.InterviewOver
	case byHand:
		return v.in.Session
	case o.Door == candidacy.ByAssessment:
		return v.in.Expected
	case o.Door == candidacy.BySession, o.state == candidacy.StateBegun:
		return v.in.Interview
	case o.state == candidacy.StateMoved:
		return v.in.Moved
	}
	return v.in.Booked
}

// join fills in the time left and how to join. The button is there as soon as there is a link, as it is in the letters.
func (v *visit) join(p *page, body *interviewView, i models.Interview, door candidacy.Door) {
	body.Join, p.Change = i.MeetingLink, i.WindowEndsAt
	began := !v.now.Before(i.StartsAt)
	switch {
	case !began:
		body.Countdown, p.Change = v.countTo(v.in.Starts, i.StartsAt), &i.StartsAt
	case !i.Indefinite && v.now.Before(i.EndsAt):
		body.Countdown = v.countTo(v.in.Ends, i.EndsAt)
	}
	switch {
	case body.Join == "" && len(i.Rooms()) > 0: // they meet there
	case body.Join == "" && effect.LinkOverdue(i.StartsAt, v.now):
		body.Note = v.in.LinkMissing
	case body.Join == "":
		body.Note = v.in.LinkFollows
	case began && door != candidacy.ByHand: // its heading says so
		body.Note = v.in.Running
	}
}

// factsOf returns what the page says about the interview; brief says that times are below it.
func (v *visit) factsOf(o occasion) (facts []fact, brief bool) {
	i := o.picking.Interview
	switch o.state {
	case candidacy.StateMoving:
		facts = []fact{{v.in.PresentTime, v.in.Span(i.StartsAt, i.EndsAt, i.Indefinite, v.zone)}}
		fallthrough
	case candidacy.StatePicking:
		return append(append(facts, v.about(o.picking)...), v.openUntil(o.picking.Candidate, i != nil)...), true
	case candidacy.StateUnused:
		return v.facts(*i, o.told)[1:], false // without the time: there is none yet
	}
	return v.facts(*i, o.told), false
}

// facts returns when, how long, with whom and what for.
func (v *visit) facts(i models.Interview, c effects.Correspondence) []fact {
	t := v.in
	long := t.Length(i.Duration())
	if i.Indefinite {
		long = phrases.Fill(t.OpenEnded, "{length}", long)
	}
	facts := []fact{{t.When, t.Span(i.StartsAt, i.EndsAt, i.Indefinite, v.zone)}, {t.HowLong, long}}
	if name := whom(i, c); name != "" {
		people := []string{name}
		for _, other := range i.Others() {
			if !other.Hidden {
				people = append(people, models.NameOf(c.People[other.Email].Name, other.Email))
			}
		}
		if title := c.People[i.InterviewerEmail].Title; title != "" && len(people) == 1 {
			people[0] += ", " + title
		}
		name = t.List(people)
		facts = append(facts, fact{t.With, name})
	}
	if len(c.Rooms) > 0 {
		facts = append(facts, fact{t.Where, t.List(c.Rooms)})
	}
	return append(facts, fact{t.Round, c.RoundTitle}, fact{t.Position, c.PostingTitle})
}

// whom returns the name of the person whom the candidate meets, as in the letters, "" if no interviewer is named: those
// who are briefed instead may not take part.
func whom(i models.Interview, c effects.Correspondence) string {
	return models.NameOf(c.People[i.InterviewerEmail].Name, i.InterviewerEmail)
}

// preparation returns how to prepare.
func (s *Site) preparation(v *visit, o occasion) (html template.HTML, err error) {
	if o.prepare == nil {
		text, err := s.Store.Pipelines.Instructions(v.Context(), o.candidate.OrgID, o.picking.Interview.AssessmentID)
		if err != nil {
			return "", err
		}
		o.prepare = &text
	}
	return markdown.HTML(*o.prepare)
}

// plans says how the interview is moved and canceled, and until when, or why it is not any more. A link that others may
// have does not lead to where it is moved.
func (v *visit) plans(o occasion) *plansView {
	i, org, path := *o.picking.Interview, o.picking.Organization, o.path
	reason := o.picking.CanPick(v.now)
	view := &plansView{MoveNote: v.moving(o, reason)}
	if reason == "" && o.May(candidacy.RightPick) {
		view.Move = v.here(path, "change", "1")
	}
	switch booking.CanCancel(org, i, v.now) {
	case "":
		view.Cancel = v.here(path + cancelPath)
		if org.CancelCutoffHours > 0 {
			view.CancelNote = phrases.Fill(v.in.Canceling.Until, "{time}",
				v.in.At(booking.CancelableUntil(org, i), v.zone))
		}
	case booking.CancelTooLate:
		view.CancelNote = v.in.Canceling.TooLate
	}
	if *view == (plansView{}) {
		return nil
	}
	return view
}

// moving says whether, how often and until when the candidate may move the interview.
func (v *visit) moving(o occasion, reason string) string {
	i, org := *o.picking.Interview, o.picking.Organization
	switch {
	case reason == "":
		says := phrases.Fill(v.in.MayMove, "{left}", v.in.Counted(v.in.Moves, org.RescheduleMax-i.Reschedules),
			"{time}", v.in.At(o.picking.MovableUntil(), v.zone))
		if !o.May(candidacy.RightPick) {
			says += " " + v.in.MoveByLetter
		}
		return says
	case !v.now.Before(i.StartsAt):
		return ""
	case reason == booking.PickTooOften && org.RescheduleMax > 0:
		return v.in.MovedOften
	case reason == booking.PickTooLate:
		return v.in.MovedLate
	}
	return v.in.MovedByOthers
}

// zones is the form to choose the zone of the page.
func (v *visit) zones(o occasion) *zoneForm {
	if o.state == candidacy.StatePicking || o.state == candidacy.StateMoving {
		return v.zoneForm(o.path, v.now, "from", o.days.query(), "change", o.change())
	}
	return v.zoneForm(o.path, o.picking.Interview.StartsAt)
}

// change is what links of a page say on which an interview is moved, "" on others.
func (o occasion) change() string {
	if o.state == candidacy.StateMoving {
		return "1"
	}
	return ""
}
