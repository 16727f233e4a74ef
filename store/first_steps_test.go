package store_test

import (
	"testing"

	"litmus/models"
	"litmus/testdb"
)

// TestSetupProgress proves D10: each step of a new team is done when what it asks for is there, in its own
// organization.
func TestSetupProgress(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, bolt()) // has all of it, and an interview
		form := models.NewOrganizationForm{Name: "New", Slug: "new", TimeZone: "UTC", AdminName: "Nia",
			AdminEmail: "nia@new.example"}
		n := must(form.Parse())(t)
		o, _ := must2(f.Team.CreateOrganization(ctx, n, false))(t)
		var want models.SetupProgress
		is := func(about string) {
			t.Helper()
			got := must(f.Pages.SetupProgress(ctx, o.ID))(t)
			if got != want {
				t.Errorf("%s: %+v, want %+v", about, got, want)
			}
		}
		is("at first")
		f.must(f.adds(models.Member{OrgID: o.ID, Email: kit, Role: models.Interviewer}))
		want.Colleagues = true
		is("with a colleague")

		setup := acme()
		setup.Organization.Slug, setup.Imports, setup.Submissions = "new", nil, nil
		backend := f.apply(setup).Postings["backend"].ID
		want = models.SetupProgress{Colleagues: true, Pipeline: true, Times: true, PostingID: backend}
		is("with a pipeline and painted times")
		f.clock.Set(noon.AddDate(0, 1, 0))
		want.Times = false
		is("when the times are over")
		f.exec("update people set calendar_connected = ? where org_id = ? and email = ?", true, o.ID, grace)
		want.Times = true
		is("with a connected calendar")
		f.exec("update postings set status = 'closed' where org_id = ?", o.ID)
		want.Times, want.Pipeline, want.PostingID = false, false, ""
		is("with closed postings alone")

		if b, err := f.Pages.SetupProgress(ctx, f.org.ID); err != nil || !b.Interview || b.FirstSteps() != nil {
			t.Errorf("an organization with an interview has %+v (%v)", b, err)
		}
		if got := f.count(func() { f.done(f.Pages.SetupProgress(ctx, o.ID)) }); got != 1 {
			t.Errorf("it takes %d queries, want one", got)
		}
	})
}
