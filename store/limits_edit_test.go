package store_test

import (
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/act"
)

// TestLimitsEdited: forms save the limits of a person and of the organization, each with its history and once; a form
// that showed others is refused (P5, D4).
func TestLimitsEdited(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		by := f.as(models.ActorMember, ada)
		limits := models.InterviewLimits{Day: 2, Before: 15}
		whole := models.OrganizationLimits{InterviewLimits: models.InterviewLimits{Week: 40}, NoShowsFree: true}
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectPerson, grace))
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		version := must(f.Team.OrganizationOf(ctx, f.org.ID))(t).Version
		for _, c := range []struct {
			do   func() error
			want string
		}{
			{func() error { return failure(f.Availability.SetLimits(ctx, by, f.org.ID, grace, "", limits)) },
				"person edited: limits from none to at most 2 a day, 15 minutes before by ada@acme.example"},
			{func() error { return failure(f.Team.EditLimits(ctx, by, f.org.ID, version, whole)) },
				"organization edited: limits from none to at most 40 a week, candidates’ no-shows do not count by " +
					"ada@acme.example"},
		} {
			if got := f.noted(func() { f.must(c.do()) }); !slices.Equal(got, []string{c.want}) {
				t.Errorf("noted %q, want %q", got, c.want)
			}
			f.refused(c.do(), models.Conflict, "the same form, which showed no limits")
		}
		p := must(f.Availability.Person(ctx, f.org.ID, grace))(t)
		o := must(f.Team.OrganizationOf(ctx, f.org.ID))(t)
		if p.Limits != limits || o.Limits != whole || o.Version != version+1 {
			t.Errorf("stored are %+v, and %+v of version %d", p.Limits, o.Limits, o.Version)
		}
		same := func() error {
			return failure(f.Availability.SetLimits(ctx, by, f.org.ID, grace, limits.Words(), limits))
		}
		if got := f.noted(func() { f.must(same()) }); got != nil {
			t.Errorf("the same limits note %q", got)
		}
	})
}
