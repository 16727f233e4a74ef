package store_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/store"
	"litmus/store/effects"
	"litmus/testdb"
)

// planning plans and carries out acts as the tools do.
type planning struct {
	*fixture
	book   booking.Order // of a new candidate, at a painted start of Grace's
	move   booking.Order // of moved, to another start
	moved  models.Interview
	invite candidacy.InviteOrder
	decide candidacy.DecisionOrder
}

var planTerms = act.PlanTerms{KeyID: "key_1", Tool: "any", Arguments: []byte("{}")}

func newPlanning(t *testing.T, url string, setups ...setup.Setup) *planning {
	t.Helper()
	p := &planning{fixture: open(t, url, append([]setup.Setup{inviting()}, setups...)...)}
	p.book = p.order(cleo, at(15, 0))
	p.book.InterviewerEmail = grace
	first := p.orderWith(alan, "moved@candidate.example", at(18, 0))
	p.moved = p.fixture.book(first)
	p.move = first
	p.move.CandidateID, p.move.CandidateEmail = p.moved.CandidateID, ""
	p.move.Start, p.move.Replace = at(19, 0), true
	p.invite = p.inviteTo("design", candidate(1))
	_, submission := p.handIn(candidate(2))
	p.decide = candidacy.DecisionOrder{SubmissionID: submission, Decision: models.DecisionAdvance,
		Seen: models.DecisionPending}
	return p
}

// planned is an act that can be planned and done.
type planned struct {
	preview func() (act.Preview, error)
	do      func(by act.By, s *store.Store) (id string, err error)
}

// acts are those with a plan (T4).
func (p *planning) acts() map[string]planned {
	return map[string]planned{
		"book": {
			func() (act.Preview, error) { return p.Bookings.PreviewBooking(ctx, p.org, p.book) },
			func(by act.By, s *store.Store) (string, error) {
				b, err := s.Bookings.Book(ctx, by, p.org, p.book)
				return b.Interview.ID, err
			},
		},
		"move": {
			func() (act.Preview, error) { return p.Bookings.PreviewBooking(ctx, p.org, p.move) },
			func(by act.By, s *store.Store) (string, error) {
				b, err := s.Bookings.Book(ctx, by, p.org, p.move)
				return b.Interview.ID, err
			},
		},
		"reassign": {
			func() (act.Preview, error) {
				return p.Bookings.PreviewReassign(ctx, act.By{}, p.org.ID, p.moved.ID, grace)
			},
			func(by act.By, s *store.Store) (string, error) {
				row, _, err := s.Bookings.Reassign(ctx, by, p.org.ID, p.moved.ID, grace)
				return row.ID, err
			},
		},
		"cancel": {
			func() (act.Preview, error) {
				return p.Bookings.PreviewChange(ctx, p.org.ID, p.moved.ID, booking.Cancel)
			},
			func(by act.By, s *store.Store) (string, error) {
				row, _, err := s.Bookings.Change(ctx, by, p.org.ID, p.moved.ID, booking.Cancel)
				return row.ID, err
			},
		},
		"invite": {
			func() (act.Preview, error) { return p.Candidates.PreviewInvite(ctx, p.org, p.invite) },
			func(by act.By, s *store.Store) (string, error) {
				i, err := s.Candidates.Invite(ctx, by, p.org, p.invite)
				return i.Candidate.ID, err
			},
		},
		"decide": {
			func() (act.Preview, error) { return p.Candidates.PreviewDecide(ctx, p.org.ID, p.decide) },
			func(by act.By, s *store.Store) (string, error) {
				d, err := s.Candidates.Decide(ctx, by, p.org.ID, p.decide)
				if err != nil {
					return "", err
				}
				return d.Submission.ID, nil
			},
		},
	}
}

// confirmed plans the act, and returns by what it is carried out, with the plan's id.
func (f *fixture) confirmed(x planned) (act.By, string) {
	f.t.Helper()
	v := must(x.preview())(f.t)
	terms := planTerms
	terms.OrgID = f.org.ID
	token, _ := must2(act.SignPlan(secret, terms, v.Facts(), rand.Reader, f.Now()))(f.t)
	plan := must(act.ReadPlan(secret, terms, token))(f.t)
	return act.By{Plan: &act.Commit{Plan: plan, KeyID: terms.KeyID, Tool: terms.Tool}}, plan.ID
}

// byTool is a booking as a tool makes it: it was planned, and the plan is confirmed (T4).
func (f *fixture) byTool(o booking.Order) act.By {
	f.t.Helper()
	by, _ := f.confirmed(planned{preview: func() (act.Preview, error) {
		return f.Bookings.PreviewBooking(ctx, f.org, o)
	}})
	return by
}

// TestCommit: a plan is carried out once, whatever comes in between, and another process can say what it made (T4).
func TestCommit(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		for _, name := range []string{"book", "move", "reassign", "cancel", "invite", "decide"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := newPlanning(t, another(t, url), bolt())
				x := p.acts()[name]
				before := p.dump()
				by, id := p.confirmed(x)
				p.unchanged(before)
				if made, err := p.Committed(ctx, p.org.ID, id); err != nil || made != nil {
					t.Fatalf("a plan that nobody confirmed is %+v, %v", made, err)
				}
				p.clock.Set(noon.Add(act.PlanLife - time.Minute))
				subject := must(x.do(by, p.Store))(t)
				after := p.dump()
				made, err := p.another().Committed(ctx, p.org.ID, id) // the first process died before it answered
				p.must(err)
				if made == nil {
					t.Fatalf("of %s it says %+v", subject, made)
				}
				verify.Each(t, "what it says of the plan", verify.Fields{
					"Contains": {slices.Contains(made.Touched(), subject), true},
					"KeyID":    {made.KeyID, planTerms.KeyID}, "Tool": {made.Tool, planTerms.Tool},
					"CommittedAt": {made.CommittedAt, p.Now()}})
				if _, err := x.do(by, p.Store); !errors.Is(err, act.ErrCommitted) {
					t.Errorf("the same plan again: %v", err)
				}
				p.unchanged(after)
				other := must(p.Team.Organization(ctx, "bolt"))(t)
				if made, err := p.Committed(ctx, other.ID, id); err != nil || made != nil {
					t.Errorf("another organization sees %+v, %v", made, err)
				}
			})
		}
	})
}

// TestCommitAtOnce: of many calls that confirm one plan at once, in two processes, one carries it out, and the others
// learn that it was (T4).
func TestCommitAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		p := newPlanning(t, url)
		second := p.another()
		for _, name := range []string{"book", "reassign", "cancel", "invite", "decide"} {
			x := p.acts()[name]
			by, id := p.confirmed(x)
			changes := p.scalar("select count(*) from history")
			won := 0
			each(16, func(n int) error {
				return failure(x.do(by, []*store.Store{p.Store, second}[n%2]))
			}, func(n int, err error) {
				switch {
				case err == nil:
					won++
				case !errors.Is(err, act.ErrCommitted):
					t.Errorf("%s %d: %v", name, n, err)
				}
			})
			rows := p.scalar("select count(*) from committed_plans where id = ?", id)
			more := p.scalar("select count(*) from history") - changes
			if won != 1 || rows != 1 || more == 0 || more > 2 {
				t.Errorf("%s was done %d times, with %d rows of plans and %d changes", name, won, rows, more)
			}
		}
	})
}

// TestPlanDoesNotHold: what changed between a plan and its confirmation is said, and nothing is done (T4).
func TestPlanDoesNotHold(t *testing.T) {
	t.Parallel()
	reassigned := func(p *planning) {
		p.done(p.Bookings.Reassign(ctx, act.By{}, p.org.ID, p.moved.ID, "ada@acme.example"))
	}
	for name, c := range map[string]struct {
		act   string
		then  func(p *planning)
		about act.FactAbout // that the refusal names; 0: the decision itself refuses
	}{
		"the interviewer was booked meanwhile": {"book", func(p *planning) {
			p.fixture.book(p.orderWith(grace, "with."+grace, at(15, 30)))
		}, 0},
		"the start is not offered any more": {"book", func(p *planning) {
			p.exec("delete from slots where email = ?", grace)
		}, act.FactAvailability},
		"the interview was reassigned before it was moved": {"move", reassigned, act.FactInterview},
		"the interview was reassigned to another":          {"reassign", reassigned, act.FactInterview},
		"it was reassigned before it was canceled":         {"cancel", reassigned, act.FactInterview},
		"the candidate was booked before the invite": {"invite", func(p *planning) {
			p.fixture.book(p.order(candidate(1), at(20, 0)))
		}, act.FactCandidate},
		"the submission was graded meanwhile": {"decide", func(p *planning) {
			p.exec("update submissions set grade_version = 7 where id = ?", p.decide.SubmissionID)
		}, act.FactSubmission},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				p := newPlanning(t, url)
				by, id := p.confirmed(p.acts()[c.act])
				c.then(p)
				before := p.dump()
				_, err := p.acts()[c.act].do(by, p.Store)
				p.refused(err, models.Conflict, name)
				var changed *act.PlanChanged
				if errors.As(err, &changed) != (c.about != 0) ||
					c.about != 0 && !slices.Contains(changed.About, c.about) {
					t.Errorf("the refusal is %v, want it about %d", err, c.about)
				}
				p.unchanged(before)
				if made, err := p.Committed(ctx, p.org.ID, id); err != nil || made != nil {
					t.Errorf("the plan that was refused is remembered: %+v, %v", made, err)
				}
				v, err := p.acts()[c.act].preview()
				if c.about == 0 {
					p.refused(err, models.Conflict, "a new plan")
				} else if err != nil || v.Unchanged {
					t.Errorf("there is no new plan: %+v, %v", v, err)
				} else { // and that one is carried out
					by, _ := p.confirmed(p.acts()[c.act])
					_, err := p.acts()[c.act].do(by, p.Store)
					p.must(err)
				}
			})
		})
	}
}

// TestPlanOfAReplaceWithNotetaker: the notetaker of the session that is replaced is dismissed before the replace is
// decided, so that it has left is no reason to refuse the plan.
func TestPlanOfAReplaceWithNotetaker(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		p := newPlanning(t, url)
		notetaker := func(kind string) {
			entry := effect.EntryOf(p.moved, effect.Effect{Target: effect.TargetNotetaker, Kind: kind})
			p.done(p.Effects.Intend(ctx, entry, p.moved.Revision, 0))
			entry.State = effect.Done
			p.done(p.Effects.Settle(ctx, entry, effects.MadeLink{}))
		}
		notetaker(effect.NotetakerInvited)
		v, err := p.acts()["move"].preview()
		p.must(err)
		if !slices.ContainsFunc(v.Sent, func(e effect.Effect) bool { return e.Kind == effect.NotetakerDismissed }) {
			t.Errorf("the plan does not say that the notetaker is dismissed: %q", v.Words())
		}
		move, _ := p.confirmed(p.acts()["move"])
		notetaker(effect.NotetakerDismissed)
		_, err = p.acts()["move"].do(move, p.Store)
		p.must(err)
	})
}
