package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
)

// advancing is the order that advances a submission, and has the candidate go on as o says.
func advancing(submissionID string, o candidacy.OnwardOrder) candidacy.DecisionOrder {
	return candidacy.DecisionOrder{SubmissionID: submissionID, Decision: models.DecisionAdvance,
		Seen: models.DecisionPending, Onward: &o}
}

// Whoever is advanced goes on in the same transaction: they can be booked, and are invited if that was asked for. What
// the preview says is what is written, and a form that is sent twice does it once.
func TestAdvance(t *testing.T) { // D19
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		f.clock.Set(noon.Add(time.Hour))
		order := advancing(id, candidacy.OnwardOrder{Invite: true})
		before := f.dump()
		a := must(f.Candidates.PreviewAdvance(ctx, f.org.ID, candidacy.DecisionOrder{SubmissionID: id,
			Decision: models.DecisionAdvance, Seen: models.DecisionPending}))(t)
		p := must(f.Candidates.PreviewDecide(ctx, f.org.ID, order))(t)
		f.unchanged(before)
		if len(a.Invite.Sent) != 1 {
			t.Fatalf("the preview is %+v, and of a plan %+v", a, p)
		}
		verify.Each(t, "the preview", verify.Fields{"Refused": {a.Refused, nil}, "NoInvite": {a.NoInvite, nil},
			"Title": {a.Next.Step.Title, "design"}, "Kind": {a.Invite.Sent[0].Kind, effect.LetterSchedulingInvitation},
			"len(Sent)": {len(p.Sent), 1}, "AssessmentID": {p.Next.AssessmentID, f.applied.Assessments["design"]},
			"Unchanged": {p.Unchanged, false}})

		var d candidacy.Decided
		noted := f.noted(func() {
			d = must(f.Candidates.Decide(ctx, as(grace), f.org.ID, order))(t)
		})
		if len(noted) != 3 || !strings.Contains(strings.Join(noted, "\n"), `went on to "design"`) {
			t.Errorf("noted %s", strings.Join(noted, "\n"))
		}
		next := f.candidateRow(d.Onward.Candidate.ID)
		verify.Each(t, "the record of the next step", verify.Fields{"Changed": {d.Changed, true},
			"State":        {f.candidateRow(ref.ID).State, models.CandidateAdvanced},
			"AdvancedFrom": {next.AdvancedFrom, ref.ID}, "InvitedAt": {next.InvitedAt, verify.Some},
			"Revision": {next.Revision, 1}, "Name": {next.Name, "Cleo"},
			"TrackID": {next.TrackID, f.candidateRow(ref.ID).TrackID}})
		if owed := f.invitation(models.Ref{OrgID: f.org.ID, ID: next.ID}).Owed(f.clock.Now()); owed == nil ||
			owed.Kind != p.Sent[0].Kind || owed.Email != cleo {
			t.Errorf("%+v is owed, previewed was %+v", owed, p.Sent)
		}
		before = f.dump()
		again := must(f.Candidates.Decide(ctx, as(grace), f.org.ID, order))(t)
		if again.Changed || again.Onward.Changed || again.Onward.Candidate.ID != next.ID {
			t.Errorf("the same form again is %+v", again)
		}
		f.unchanged(before)
		// REST knows them as it knows whoever was invited.
		if i := f.invited(f.inviteTo("design", cleo)); !i.Reused || i.Candidate.ID != next.ID {
			t.Errorf("an invite over REST is %+v", i)
		}

	})
}

// A refusal leaves everything as it was, the decision too.
func TestAdvanceRefused(t *testing.T) { // D19
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		_, id := f.handIn(cleo)
		dump := f.dump()
		f.refused(failure(f.Candidates.Decide(ctx, as(kit), f.org.ID, advancing(id,
			candidacy.OnwardOrder{AssessmentID: "asm_other"}))), models.Conflict, "another next step")
		f.unchanged(dump)
	})
}

// Of many who advance, and an integration that books and invites at the same time, all agree on one record.
func TestAdvancersAtOnce(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		_, id := f.handIn(cleo)
		f.race(9, 9, func(n int) error {
			switch n % 3 {
			case 0:
				return failure(f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", cleo)))
			default:
				return failure(f.Candidates.Decide(ctx, as(kit), f.org.ID, advancing(id,
					candidacy.OnwardOrder{Invite: n%3 == 1})))
			}
		})
		invited := query[[]string](f, "select subject_id from history where what = 'invited'")
		if slices.Sort(invited); len(invited) != 1 {
			t.Errorf("invited were %v, want one record once", invited)
		}
	})
}

// An invitation to pick a time, to which an advanced candidate goes on, is previewed with a warning while nobody offers
// one, as any other is.
func TestAdvanceWithoutTimes(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		_, id := f.handIn(cleo)
		warned := func(o candidacy.OnwardOrder) [2][]models.Warning {
			p := must(f.Candidates.PreviewDecide(ctx, f.org.ID, advancing(id, o)))(t)
			a := must(f.Candidates.PreviewAdvance(ctx, f.org.ID, advancing(id, o)))(t)
			return [2][]models.Warning{p.Warnings, a.Invite.Warnings}
		}
		for _, got := range warned(candidacy.OnwardOrder{Invite: true}) {
			if len(got) != 0 {
				t.Errorf("while times are offered it warns %v", got)
			}
		}
		f.exec("delete from slots")
		f.exec("update people set working_hours = null, calendar_connected = false")
		for n, got := range warned(candidacy.OnwardOrder{Invite: true}) {
			if len(got) != 1 || got[0].Code != act.WarnNoTimeToPick {
				t.Errorf("preview %d warns %v", n, got)
			}
		}
		if got := warned(candidacy.OnwardOrder{}); len(got[0]) != 0 {
			t.Errorf("without an invitation it warns %v", got[0])
		}
	})
}
