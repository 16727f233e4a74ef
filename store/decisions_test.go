package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
)

func TestDecide(t *testing.T) { // D20, §3 Submission decision
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		order := candidacy.DecisionOrder{SubmissionID: id, Decision: models.DecisionAdvance,
			Seen: models.DecisionPending}
		f.clock.Set(noon.Add(time.Hour))
		d := must(f.Candidates.Decide(ctx, as(grace), f.org.ID, order))(t)
		if again := must(f.Candidates.Decide(ctx, as(kit), f.org.ID, order))(t); !d.Changed || again.Changed {
			t.Errorf("the decision is %+v, the same form again %+v", d, again)
		}
		order.Decision = models.DecisionReject // Kit's form from before
		dump := f.dump()
		f.refused(failure(f.Candidates.Decide(ctx, as(kit), f.org.ID, order)), models.Conflict,
			"a decision on what is decided already")
		f.unchanged(dump)
		s, _ := must2(f.Candidates.Submission(ctx, f.org.ID, id))(t)
		if c := f.candidateRow(ref.ID); s.Decision != models.DecisionAdvance || c.State != models.CandidateAdvanced ||
			c.Revision != d.Candidate.Revision {
			t.Errorf("the submission is %+v of %+v", s, c)
		}
		order.Decision, order.Seen = models.DecisionPending, models.DecisionAdvance
		f.done(f.Candidates.Decide(ctx, as(kit), f.org.ID, order))
		if c := f.candidateRow(ref.ID); c.State != models.CandidateSubmitted {
			t.Errorf("after it was taken back the candidate is %s", c.State)
		}

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		dump = f.dump()
		for doing, o := range map[string]candidacy.DecisionOrder{
			"another organization's submission": {SubmissionID: id, Decision: models.DecisionReject},
			"another organization's candidate":  {CandidateID: ref.ID, Decision: models.DecisionReject},
		} {
			o.Seen = models.DecisionPending
			f.refused(failure(f.Candidates.Decide(ctx, as(ada), other.ID, o)), models.NotFound, doing)
		}
		f.unchanged(dump)
	})
}

// A candidate of a live interview hands nothing in. A decision ends what REST may do with them, as §4 rule 4 says, and
// changes nothing of their interviews.
func TestDecideOnALiveCandidate(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		order := candidacy.DecisionOrder{CandidateID: i.CandidateID, Decision: models.DecisionAdvance,
			Seen: models.DecisionPending}
		f.refused(failure(f.Candidates.Decide(ctx, as(kit), f.org.ID, order)), models.Conflict,
			"an interview is to come")
		f.clock.Set(at(18, 30))
		f.done(f.Candidates.Decide(ctx, as(kit), f.org.ID, order))
		if c := f.candidateRow(i.CandidateID); c.State != models.CandidateAdvanced || c.Revision != 0 {
			t.Errorf("the candidate is %+v", c)
		}
		if after := f.interview(i.ID); !after.UpdatedAt.Equal(i.UpdatedAt) || after.Revision != i.Revision {
			t.Errorf("the interview became %+v", after)
		}
	})
}

// Of many decisions at once one is made, and who decided otherwise learns of it.
func TestDecidersAtOnce(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		f.race(10, 5, func(n int) error {
			o := candidacy.DecisionOrder{SubmissionID: id, Decision: models.DecisionAdvance,
				Seen: models.DecisionPending}
			if n%2 == 1 {
				o.Decision = models.DecisionReject
			}
			return failure(f.Candidates.Decide(ctx, as(kit), f.org.ID, o))
		})
		s, _ := must2(f.Candidates.Submission(ctx, f.org.ID, id))(t)
		if c := f.candidateRow(ref.ID); c.State != models.StateOfDecision(s.Decision) || s.Decision == "pending" {
			t.Errorf("the decision is %s and the candidate %s", s.Decision, c.State)
		}
		if n := f.scalar("select count(*) from history where what = 'decided' and subject_id = ?", ref.ID); n != 1 {
			t.Errorf("%d decisions in the history", n)
		}
	})
}
