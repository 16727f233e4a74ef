package store_test

import (
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
)

// How a candidate reads is theirs: it stays when something else of them changes, is in what letters are written from,
// and goes on with them to the next assessment. No other organization's candidate is touched.
func TestSetReading(t *testing.T) {
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		want := models.Reading{Language: "de", HourCycle: models.TwelveHours}
		f.must(f.Candidates.SetReading(ctx, ref, models.Reading{Language: "de"}))
		f.must(f.Candidates.SetReading(ctx, ref, models.Reading{HourCycle: models.TwelveHours}))
		f.refused(f.Candidates.SetReading(ctx, ref, models.Reading{Language: "xx"}), models.Invalid,
			"an unknown language")
		f.refused(f.Candidates.SetReading(ctx, ref, models.Reading{HourCycle: "13"}), models.Invalid,
			"another clock")
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(f.Candidates.SetReading(ctx, models.Ref{OrgID: bolt.ID, ID: ref.ID}, want), models.NotFound,
			"somebody else's candidate")
		before := f.dump()
		f.must(f.Candidates.SetReading(ctx, ref, want))
		f.unchanged(before)

		d := must(f.Candidates.Decide(ctx, act.By{}, f.org.ID, advancing(id, candidacy.OnwardOrder{Invite: true})))(t)
		next := models.Ref{OrgID: f.org.ID, ID: d.Onward.Candidate.ID}
		for _, one := range []models.Ref{ref, next} {
			a := must(f.Candidates.InvitationLedger(ctx, one))(t)
			if got := a.Candidate.Reading(); got != want || a.Language != models.DefaultLanguage {
				t.Errorf("candidate %s reads %+v, the organization %q; want %+v", one.ID, got, a.Language, want)
			}
		}
	})
}
