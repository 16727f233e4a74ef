package candidacy

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
)

// Turn says who acts next on a candidate record.
type Turn string

// The turns.
const (
	TurnNobody    Turn = ""          // nothing is to be done, or a time has to come first
	TurnTeam      Turn = "team"      // the hiring team's
	TurnCandidate Turn = "candidate" // the candidate's
)

// NextAct is the one act that brings a candidate record on.
type NextAct string

// The acts. [ActSee] stands where the team has nothing to do, and looks at what there is.
const (
	ActSee    NextAct = "see"
	ActInvite NextAct = "invite"
	ActResend NextAct = "resend" // the invitation
	ActBook   NextAct = "book"
	ActGrade  NextAct = "grade"
	ActDecide NextAct = "decide"
	ActAnswer NextAct = "answer" // the times that they propose
	ActGoOn   NextAct = "go_on"  // to the next step of the track
	ActLink   NextAct = "link"   // issue a fresh link to an external session
)

// TurnNames are the turns by which a list can be asked, as addresses have them.
var TurnNames = []Turn{TurnTeam, TurnCandidate}

// CheckTurn returns an [models.Invalid] error unless the turn is "", for all, or one of [TurnNames].
func CheckTurn(t Turn) error {
	if t != "" && !slices.Contains(TurnNames, t) {
		return models.About(models.Refusal{Cause: models.CauseWord, Field: "turn", Value: string(t)},
			models.Invalidf("turn %s is unknown; it is team or candidate", models.Quote(string(t))))
	}
	return nil
}

// Position is where the candidate of a record stands, since when, what is next, and whose turn it is.
type Position struct {
	Where  string // in words, such as "handed in"
	Since  time.Time
	Next   string     // in words, such as "grade it"; "" if nothing is to come
	Begins *time.Time // when what is next begins, nil if no time is set
	Ends   *time.Time // until when it can be done, nil for no end
	Turn   Turn
	Act    NextAct
}

// Compare orders positions by what waits for the team: its own turn comes first and then the candidate's, of each who
// has waited longest; last comes what waits for a time, the earliest first.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Turn.place(), q.Turn.place()), p.waits().Compare(q.waits()))
}

func (t Turn) place() int {
	if n := slices.Index(TurnNames, t); n >= 0 {
		return n
	}
	return len(TurnNames)
}

// waits is the instant by which positions of the same turn are ordered.
func (p Position) waits() time.Time {
	if p.Begins != nil {
		return *p.Begins
	}
	return p.Since
}

// PositionFacts are the facts for [PositionFacts.At].
type PositionFacts struct {
	Candidate    models.Candidate
	DeliveryMode string             // of the assessment
	PostingOpen  bool               // candidates can be invited to the posting
	Interview    *models.Interview  // of the candidate, that is not canceled; nil for none
	ProposedAt   *time.Time         // since when times that they propose wait for an answer, nil for none
	CanceledAt   *time.Time         // when an interview of theirs was canceled last; nil for never
	Submission   *models.Submission // the last one, nil for none
	GoesOn       bool               // of somebody who is advanced: [pipeline.TrackPlace.GoesOn]
	Plain        bool               // likewise: they stand at a step without an assessment
}

// At says where the candidate stands at now. An act of the team is one that its rule accepts.
func (f PositionFacts) At(now time.Time) Position {
	c := f.Candidate
	switch state := c.StateAt(now, f.Interview != nil); state {
	case models.CandidateRejected, models.CandidateWithdrawn:
		return Position{Where: state, Since: c.UpdatedAt, Act: ActSee}
	case models.CandidateAdvanced:
		return f.advanced()
	case models.CandidateExpired:
		return f.expired()
	default:
		if f.ProposedAt != nil {
			return Position{Where: "proposed times", Since: *f.ProposedAt, Next: "choose one of them", Turn: TurnTeam,
				Act: ActAnswer}
		}
		if p, decides := f.interviewed(now); decides {
			return p
		}
		switch {
		case state == models.CandidateSubmitted:
			return f.handedIn()
		case state == models.CandidateInProgress:
			since := c.UpdatedAt
			if c.StartedAt != nil {
				since = *c.StartedAt
			}
			return Position{Where: "at work", Since: since, Next: "hands it in", Turn: TurnCandidate, Act: ActSee}
		case c.InvitedAt == nil:
			return f.uninvited()
		}
		return f.invited()
	}
}

func (f PositionFacts) advanced() Position {
	p := Position{Where: "advanced", Since: f.Candidate.UpdatedAt, Act: ActSee}
	switch {
	case f.GoesOn:
		p.Next, p.Turn, p.Act = "say how they go on", TurnTeam, ActGoOn
	case f.Plain:
		p.Next, p.Turn = "do the next step, outside of Litmus", TurnTeam
	}
	return p
}

func (f PositionFacts) expired() Position {
	p := Position{Where: "invitation ran out", Since: f.Candidate.UpdatedAt, Next: "send it again", Turn: TurnTeam,
		Act: ActResend}
	if end := f.Candidate.InviteExpiresAt; end != nil {
		p.Since = *end
	}
	if f.CanceledAt != nil && f.CanceledAt.After(p.Since) {
		p.Since = *f.CanceledAt
	}
	if !f.PostingOpen || f.Candidate.InvitedAt == nil {
		p.Next, p.Act = "reopen the posting, or leave it", ActSee
	}
	return p
}

// interviewed says where somebody with an interview stands. decides is false where the interview says nothing: they
// have none, or it is over and they handed in.
func (f PositionFacts) interviewed(now time.Time) (p Position, decides bool) {
	i := f.Interview
	if i == nil {
		return p, false
	}
	p = Position{Act: ActSee}
	switch standing := i.StandingAt(now); {
	case standing == models.StandingComing:
		p.Where, p.Since, p.Next, p.Begins = "interview booked", i.StartSetAt, "the interview", &i.StartsAt
	case standing == models.StandingWaiting:
		p.Where, p.Since, p.Next, p.Ends = "link not used yet", i.CreatedAt, "opens the link", i.LinkExpiresAt
		p.Turn = TurnCandidate
	case standing == models.StandingLinkEnded:
		p.Where, p.Since, p.Next, p.Turn, p.Act = "link ran out", since(i.LinkExpiresAt, i.CreatedAt),
			"issue a fresh link", TurnTeam, ActLink
	case f.Submission != nil:
		return p, false
	case standing == models.StandingExpired:
		p.Where, p.Since, p.Next, p.Turn, p.Act = "link never used", since(i.ExpiresAt, i.CreatedAt),
			"book another time",
			TurnTeam, ActBook
	case standing == models.StandingUnderWay && now.Before(i.EndsAt):
		p.Where, p.Since, p.Next = "in the interview", i.StartsAt, "the interview ends"
	default: // one without an end counts as over after its nominal duration
		p.Where, p.Since, p.Next, p.Turn, p.Act = "interview took place", since(i.CallEndedAt, i.EndsAt), "decide",
			TurnTeam, ActDecide
	}
	return p, true
}

func (f PositionFacts) handedIn() Position {
	s := f.Submission
	switch {
	case s == nil:
		return Position{Where: "handed in", Since: f.Candidate.UpdatedAt, Next: "look at it", Turn: TurnTeam,
			Act: ActSee}
	case s.Stage() == models.ToGrade:
		return Position{Where: "handed in", Since: s.SubmittedAt, Next: "grade it", Turn: TurnTeam, Act: ActGrade}
	}
	return Position{Where: "graded", Since: s.UpdatedAt, Next: "decide", Turn: TurnTeam, Act: ActDecide}
}

// uninvited says where somebody stands who was booked or advanced and never invited, and has no interview.
func (f PositionFacts) uninvited() Position {
	p := Position{Where: "nothing sent yet", Since: f.Candidate.CreatedAt, Next: "invite them", Turn: TurnTeam,
		Act: ActInvite}
	live := f.DeliveryMode == models.DeliverySync
	switch {
	case live && f.CanceledAt != nil:
		p.Where, p.Since, p.Next, p.Act = "interview canceled", *f.CanceledAt, "book another time", ActBook
	case live && !f.PostingOpen:
		p.Next, p.Act = "book an interview", ActBook
	case !f.PostingOpen:
		p.Next, p.Act = "reopen the posting, or leave it", ActSee
	}
	return p
}

func (f PositionFacts) invited() Position {
	p := Position{Where: "invited", Since: f.Candidate.LetterAt(), Next: "begins", Ends: f.Candidate.OpenUntil(false),
		Turn: TurnCandidate, Act: ActSee}
	if f.DeliveryMode == models.DeliverySync {
		p.Next = "picks a time"
		if f.CanceledAt != nil && f.CanceledAt.After(p.Since) {
			p.Where, p.Since, p.Next = "interview canceled", *f.CanceledAt, "picks another time"
		}
	}
	return p
}

// since returns the first instant, or the second where there is none.
func since(at *time.Time, otherwise time.Time) time.Time {
	if at != nil {
		return *at
	}
	return otherwise
}
