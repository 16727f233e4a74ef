package histories

import (
	"encoding/json"
	"slices"
	"time"

	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// Candidates propose times of their own, and the team declines them or books: by any booking, move or cancellation a
// proposal is answered (ADR offered-times-bind-nobody).

type (
	// propose is on the candidate's page. unseen says that it does not show what is proposed.
	propose struct {
		who       who
		candidate string
		start     time.Time // of two hours
		unseen    bool
	}
	// answerProposal looks at what a candidate proposes, and then answers that.
	answerProposal struct {
		who       who
		candidate string
		withdraw  bool // the candidate does, instead of the team
	}
	// listProposals is on the team's first page.
	listProposals struct{}
)

// proposal is what a candidate proposed last.
type proposal struct {
	candidate string
	start, at time.Time
	interview string    // which it would move
	from      time.Time // its start then
	proposed  int
	answered  bool // declined or withdrawn
}

const (
	proposedFor  = 2 * time.Hour
	mostProposed = 10
)

func (o propose) bound(k *known) operation        { o.candidate = k.candidate(o.who); return o }
func (o answerProposal) bound(k *known) operation { o.candidate = k.candidate(o.who); return o }
func (o listProposals) bound(*known) operation    { return o }

func (o propose) send(s *studio) answer {
	p := booking.Proposal{Zone: "UTC",
		Times: []timetable.Range{{From: o.start.UTC(), To: o.start.Add(proposedFor).UTC()}}}
	return called(s.Candidates.Propose(ctx, s.ref(o.candidate), p, o.unseen), map[string]any{})
}

func (o answerProposal) send(s *studio) answer {
	p, err := s.Candidates.Proposal(ctx, s.ref(o.candidate))
	if err != nil {
		return called(err, nil)
	}
	var seen time.Time
	if p != nil {
		seen = p.ProposedAt
	}
	by, outcome := act.By{}, booking.ProposalDeclined
	if o.withdraw {
		by, outcome = act.ByCandidate(o.candidate), booking.ProposalWithdrawn
	}
	body := map[string]any{"seen": seen.UTC()}
	err = s.Candidates.AnswerProposal(ctx, by, s.ref(o.candidate), outcome, seen)
	a := called(err, body)
	if err != nil {
		body["error"] = err.Error()
		a.body, _ = json.Marshal(body)
	}
	return a
}

func (o listProposals) send(s *studio) answer {
	list, err := s.Pages.WaitingProposals(ctx, s.org)
	waiting := []any{}
	for _, x := range list {
		waiting = append(waiting, map[string]any{"candidate": x.CandidateID, "proposed_at": stamp(x.ProposedAt)})
	}
	return called(err, waiting)
}

// waits reports whether the team has to answer the proposal: a time of it is to come, the candidate is active, and
// their interview is what it was then.
func (w world) waits(p *proposal) bool {
	if p == nil || p.answered || !p.start.Add(proposedFor).After(w.now) ||
		!active(w.state(*w.candidate(p.candidate))) {
		return false
	}
	i := w.standing(p.candidate)
	if i == nil {
		return p.interview == ""
	}
	return p.interview == i.id && p.from.Equal(i.start) && i.start.After(w.now)
}

func (w world) proposalOf(candidate string) *proposal {
	return find(w.proposals, func(p proposal) bool { return p.candidate == candidate })
}

func (w world) withProposal(p proposal) world {
	w.proposals = put(w.proposals, p, func(p proposal) string { return p.candidate })
	return w
}

func (o propose) judge(w world, a answer) judgement {
	c := w.candidate(o.candidate)
	if c == nil {
		return w.refused(a, 404, "no such candidate")
	}
	i, was := w.standing(c.id), w.proposalOf(c.id)
	next := proposal{candidate: c.id, start: o.start, at: w.now, proposed: 1}
	if i != nil {
		next.interview, next.from = i.id, i.start
	}
	if was != nil {
		next.proposed = was.proposed + 1
	}
	switch {
	case !active(w.state(*c)), i == nil && !c.invited,
		i != nil && (w.status(*i) != "scheduled" || !i.start.After(w.now)):
		return w.refused(a, 409, "the candidate can propose nothing")
	case w.waits(was) && o.unseen:
		return w.refused(a, 409, "the page does not show what is proposed")
	case w.waits(was) && was.start.Equal(o.start):
		return w.matches(w, a, 200, map[string]any{}) // the form was sent twice
	case next.proposed > mostProposed:
		return w.refused(a, 429, "they proposed too often")
	}
	return w.matches(w.withProposal(next), a, 200, map[string]any{})
}

func (o answerProposal) judge(w world, a answer) judgement {
	var got struct{ Seen time.Time }
	a.into(&got)
	was := w.proposalOf(o.candidate)
	switch {
	case was == nil:
		return w.refused(a, 404, "nothing is proposed")
	case !was.at.Equal(got.Seen):
		return w.refused(a, 409, "other times are proposed by now")
	case !w.waits(was):
		return w.matches(w, a, 200, map[string]any{"seen": got.Seen})
	}
	closed := *was
	closed.answered = true
	return w.matches(w.withProposal(closed), a, 200, map[string]any{"seen": got.Seen})
}

func (o listProposals) judge(w world, a answer) judgement {
	waiting := []any{}
	list := slices.Clone(w.proposals) // sorted by candidate
	slices.SortStableFunc(list, func(a, b proposal) int { return a.at.Compare(b.at) })
	for _, p := range list {
		if w.waits(&p) {
			waiting = append(waiting, map[string]any{"candidate": p.candidate, "proposed_at": stamp(p.at)})
		}
	}
	return w.matches(w, a, 200, waiting)
}

func (w *writer) propose() operation {
	p := propose{who: w.invited(), start: w.start(), unseen: w.chance(20)}
	if w.chance(10) {
		p.who = w.async()
	}
	return p
}

// proposed has a candidate propose a time, with and without an interview, and somebody do what may close that.
func (w *writer) proposed() [][]operation {
	w.posting = "backend"
	who := who{w.posting, "design", pickOne(w, emails[0], emails[2], w.email())}
	of, starts := which{who: who}, w.starts
	to := pickOne(w, starts...)
	act := pickOne[operation](w, pick{who: who, start: to, zone: "UTC", change: true}, cancel{of: of},
		candidateCancel{of: of, who: who, shown: to}, answerProposal{who: who, withdraw: w.chance(50)},
		book{posting: w.posting, round: "backend/default/design", email: who.email, who: who, start: to, replace: true})
	asks := propose{who: who, start: w.now.Add(time.Hour)}
	if w.chance(70) {
		return [][]operation{{pick{who: who, start: pickOne(w, starts...), zone: "UTC", change: true}, asks, act}}
	}
	return [][]operation{{asks}, {act, listProposals{}}}
}

func (w *writer) answerProposal() operation {
	return answerProposal{who: w.invited(), withdraw: w.chance(30)}
}

func (w *writer) listProposals() operation { return listProposals{} }
