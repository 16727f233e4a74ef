package candidacy

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/booking"
)

// Door is the link by which somebody came to the page of an interview. There is one page, and each link opens as much
// of it as is safe with those who may have that link ([Door.May]). The links cannot become one: a redirect would hand
// the lasting one to everybody who reads a calendar.
type Door string

// The links that lead to the page.
const (
	ByInvitation Door = "invitation" // in the candidate's letters alone
	ByAssessment Door = "assessment" // the same, for the assessment that a live interview belongs to
	BySession    Door = "session"    // in calendars too, which others can read
	ByHand       Door = "hand"       // passed on in chats, and from its use on held by one browser
)

// Right is something that a candidate does on the page.
type Right string

// What a candidate does there.
const (
	RightPick    Right = "pick"    // pick a time, or move the interview to another
	RightCancel  Right = "cancel"  // cancel the interview
	RightPropose Right = "propose" // propose times of their own
	RightAsk     Right = "ask"     // say what they need
	RightKnow    Right = "know"    // see, change and withdraw what they proposed and said that they need
	RightKeep    Right = "keep"    // put the interview into their calendar
	RightRead    Right = "read"    // choose in which language pages and letters are
)

// rights are what each link lets do. Who reads the candidate's calendar has the link of its session: they could cancel,
// of which the candidate hears at once, or tell the team something, but they pick nothing, learn nothing of what the
// candidate told, and do not change how letters read. The link of an external session has no time that could be moved;
// whoever it was passed on to may add to what the candidate needs, and learns nothing of it either.
var rights = map[Door][]Right{
	ByInvitation: {RightPick, RightCancel, RightPropose, RightAsk, RightKnow, RightKeep, RightRead},
	ByAssessment: {RightAsk, RightKnow, RightRead},
	BySession:    {RightCancel, RightPropose, RightAsk, RightKeep},
	ByHand:       {RightAsk, RightRead},
}

// May reports whether the link lets do that. Whether the interview allows it too is for the page and the act to say.
func (d Door) May(r Right) bool { return slices.Contains(rights[d], r) }

// State is what the page is about.
type State string

// States of the page.
const (
	StatePicking   State = "picking"   // there is no interview, and a time can be picked
	StateMoving    State = "moving"    // there is one, and another time is picked
	StateBooked    State = "booked"    // it is still to come
	StateMoved     State = "moved"     // the same, at another time than was picked first
	StateBegun     State = "begun"     // it is being held
	StateOver      State = "over"      // it was held
	StateCanceled  State = "canceled"  // it will not be held
	StateUnused    State = "unused"    // it is an external session, and begins when its link is used
	StateElsewhere State = "elsewhere" // the same, but this is another link
	StateNone      State = "none"      // there is none, and this link picks no time
	StateExpired   State = "expired"   // none can be picked any more, since the invitation ran out
	StateClosed    State = "closed"    // the same, since the candidate is past this step
)

// StateOf says what the page is about at now. moving says that the candidate wants to move the interview.
func StateOf(d Door, p booking.Picking, moving bool, now time.Time) State {
	reason, i := p.CanPick(now), p.Interview
	switch {
	case i == nil && !d.May(RightPick):
		return StateNone
	case i == nil && reason == "":
		return StatePicking
	case i == nil && reason == booking.PickExpired:
		return StateExpired
	case i == nil:
		return StateClosed
	case i.CanceledAt != nil:
		return StateCanceled
	case i.Unused() && d == ByHand:
		return StateUnused
	case i.Unused():
		return StateElsewhere
	case i.StatusAt(now) != models.StatusScheduled:
		return StateOver
	case moving && reason == "" && d.May(RightPick):
		return StateMoving
	case !now.Before(i.StartsAt):
		return StateBegun
	case i.Reschedules > 0:
		return StateMoved
	}
	return StateBooked
}

// Part is a part of the page.
type Part string

// Parts of the page.
const (
	PartJoin     Part = "join"     // the time left, and the link to the meeting
	PartPick     Part = "pick"     // leads to where a time is picked
	PartFacts    Part = "facts"    // what, when, how long and with whom
	PartCalendar Part = "calendar" // the interview for the candidate's calendar
	PartPrepare  Part = "prepare"  // how to prepare
	PartStart    Part = "start"    // the button that uses the link of an external session
	PartTimes    Part = "times"    // to pick from
	PartPlans    Part = "plans"    // move and cancel, or why not
	PartZone     Part = "zone"     // in which times are shown
	PartPropose  Part = "propose"
	PartAsk      Part = "ask"
)

// order has the parts of the page in each state: first what the candidate came for, then what they may want to know,
// and last what few need. Whom to write to is below every page.
var order = map[State][]Part{
	StatePicking:   {PartFacts, PartZone, PartTimes, PartPropose, PartAsk},
	StateMoving:    {PartFacts, PartZone, PartTimes, PartPropose, PartAsk},
	StateBooked:    {PartJoin, PartFacts, PartCalendar, PartPrepare, PartPlans, PartZone, PartPropose, PartAsk},
	StateMoved:     {PartJoin, PartFacts, PartCalendar, PartPrepare, PartPlans, PartZone, PartPropose, PartAsk},
	StateBegun:     {PartJoin, PartFacts, PartCalendar, PartPrepare, PartPlans, PartZone, PartPropose, PartAsk},
	StateOver:      {PartFacts, PartZone, PartPropose, PartAsk},
	StateUnused:    {PartFacts, PartStart, PartPrepare, PartAsk},
	StateElsewhere: {PartPrepare, PartAsk},
	StateCanceled:  {PartFacts, PartPick},
	StateNone:      {PartPick, PartPrepare, PartAsk},
	StateExpired:   {PartAsk},
	StateClosed:    {PartAsk},
}

// PartsOf returns the parts that the page has in that state at now, in their order. again is the part whose form was
// refused: it is shown again with what was typed, also when it is too late for it. Where nothing can be asked for any
// more, a page of the candidate alone still has the part, for what is stored to be withdrawn.
func PartsOf(d Door, s State, p booking.Picking, again Part, now time.Time) []Part {
	return slices.DeleteFunc(slices.Clone(order[s]), func(part Part) bool {
		if part == again {
			return false
		}
		switch part {
		case PartCalendar:
			return !d.May(RightKeep)
		case PartPlans:
			return !d.May(RightCancel)
		case PartPropose:
			return !d.May(RightPropose) || !booking.MayPropose(p.Candidate, p.Interview, now)
		case PartAsk:
			return !d.May(RightAsk) || !d.May(RightKnow) && !MayAsk(p.Candidate, p.Interview, now)
		}
		return false
	})
}
