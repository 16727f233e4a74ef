package store_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store"
	"litmus/testdb"
)

// idle is a candidate of a take-home who may have handed nothing in.
func (p *planning) idle() models.Ref {
	p.t.Helper()
	if p.scalar("select count(*) from candidates where email = ?", candidate(3)) == 0 {
		p.fixture.invite("takehome", candidate(3))
	}
	return models.Ref{OrgID: p.org.ID, ID: "cand_takehomec3candidateexample"}
}

// severally does the acts of a planning and one that is refused: of a candidate of a take-home who handed nothing in.
func (p *planning) severally() (n int, do func(context.Context, act.By, *store.Store, int) error) {
	idle := p.idle()
	names := []string{"invite", "idle", "reassign", "decide"}
	return len(names), func(ctx context.Context, by act.By, part *store.Store, n int) error {
		if names[n] == "idle" {
			return failure(part.Candidates.Decide(ctx, by, p.org.ID, candidacy.DecisionOrder{CandidateID: idle.ID,
				HandedIn: true, Decision: models.DecisionReject, Seen: models.DecisionPending}))
		}
		_, err := p.acts()[names[n]].do(by, part)
		return err
	}
}

// confirmedParts plans the acts, and returns by what they are carried out, with the plan's id.
func (p *planning) confirmedParts(n int, do func(context.Context, act.By, *store.Store, int) error) (act.By,
	string) {
	p.t.Helper()
	parts := must(p.Together(ctx, act.By{}, p.org.ID, n, do))(p.t)
	decided := make([]act.Part, len(parts))
	for n, part := range parts {
		decided[n] = part.Part
	}
	terms := planTerms
	terms.OrgID = p.org.ID
	token, _ := must2(act.SignPlan(secret, terms, act.FactsOf(decided), rand.Reader, p.Now()))(p.t)
	plan := must(act.ReadPlan(secret, terms, token))(p.t)
	return act.By{Plan: &act.Commit{Plan: plan, KeyID: terms.KeyID, Tool: terms.Tool}}, plan.ID
}

// TestTogether: several acts are planned without a trace and carried out together, once; what is refused is left out
// (T4).
func TestTogether(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		p := newPlanning(t, url)
		n, do := p.severally()
		before := p.dump()
		by, id := p.confirmedParts(n, do)
		p.unchanged(before)
		parts := must(p.Together(ctx, by, p.org.ID, n, do))(t)
		for n, part := range parts {
			if left := part.LeftOut != nil; left != (n == 1) || left == (part.Preview != nil) {
				t.Errorf("part %d is %+v", n, part)
			}
		}
		after := p.dump()
		if i := p.interview(p.moved.ID); i.InterviewerEmail != grace {
			t.Errorf("the interview is with %s", i.InterviewerEmail)
		}
		made, err := p.another().Committed(ctx, p.org.ID, id) // the first process died before it answered
		p.must(err)
		if made == nil || len(made.Parts) != 3 {
			t.Fatalf("it says that it made %+v", made)
		}
		verify.Each(t, "it says that it made", verify.Fields{"Part": {made.Parts[1].Part, 2},
			"InterviewID":  {made.Parts[1].InterviewID, p.moved.ID},
			"SubmissionID": {made.Parts[2].SubmissionID, p.decide.SubmissionID},
			"CandidateID":  {made.Parts[0].CandidateID, verify.Some}})
		if _, err := p.Together(ctx, by, p.org.ID, n, do); !errors.Is(err, act.ErrCommitted) {
			t.Errorf("the same plan again: %v", err)
		}
		p.unchanged(after)
	})
}

// TestTogetherIsWhole: if one part is not as the plan says, if another can be done by then, or if the process dies in
// between, nothing is done (T4).
func TestTogetherIsWhole(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		for name, change := range map[string]func(p *planning){
			"a part is changed": func(p *planning) {
				p.done(p.Bookings.Change(ctx, act.By{}, p.org.ID, p.moved.ID, booking.Cancel))
			},
			"a part is so already": func(p *planning) { p.invited(p.invite) },
			"one more can be done": func(p *planning) {
				p.done(p.Candidates.StartAssessment(ctx, p.idle()))
				p.done(p.Candidates.Submit(ctx, p.idle(), candidacy.Answer{Text: "Mine"}, nil))
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := newPlanning(t, another(t, url))
				n, do := p.severally()
				by, id := p.confirmedParts(n, do)
				change(p)
				before := p.dump()
				_, err := p.Together(ctx, by, p.org.ID, n, do)
				var changed *act.PlanChanged
				if !errors.As(err, &changed) || len(changed.Words()) != 1 {
					t.Errorf("it says %v", err)
				}
				p.unchanged(before)
				if made, err := p.Committed(ctx, p.org.ID, id); err != nil || made != nil {
					t.Errorf("it made %+v, %v", made, err)
				}
			})
		}
		t.Run("the process dies", func(t *testing.T) {
			t.Parallel()
			p := newPlanning(t, another(t, url))
			n, do := p.severally()
			by, _ := p.confirmedParts(n, do)
			before := p.dump()
			dead := errors.New("killed")
			if _, err := p.Together(ctx, by, p.org.ID, n, func(ctx context.Context, by act.By, part *store.Store,
				n int) error {
				if n == 3 {
					return dead
				}
				return do(ctx, by, part, n)
			}); !errors.Is(err, dead) {
				t.Errorf("it says %v", err)
			}
			p.unchanged(before)
			p.done(p.Together(ctx, by, p.org.ID, n, do))
		})
	})
}

// TestTogetherAtOnce: of many calls that confirm one plan of several acts at once, one carries it out (T4).
func TestTogetherAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		p := newPlanning(t, url)
		second := p.another()
		n, do := p.severally()
		by, id := p.confirmedParts(n, do)
		changes := p.scalar("select count(*) from history")
		won := 0
		each(16, func(k int) error {
			_, err := []*store.Store{p.Store, second}[k%2].Together(ctx, by, p.org.ID, n, do)
			return err
		}, func(k int, err error) {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, act.ErrCommitted):
				t.Errorf("%d: %v", k, err)
			}
		})
		rows := p.scalar("select count(*) from committed_plans where id = ?", id)
		more := p.scalar("select count(*) from history") - changes
		if won != 1 || rows != 1 || more < 3 || more > 4 {
			t.Errorf("it was done %d times, with %d rows of plans and %d changes", won, rows, more)
		}
	})
}
