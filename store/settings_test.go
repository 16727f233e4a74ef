package store_test

import (
	"net/netip"
	"reflect"
	"slices"
	"sync"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/testdb"
)

func TestEditOrganization(t *testing.T) { // D23, D24
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		want := f.org.Settings()
		want.Name, want.TimeZone, want.InviteDays, want.FallbackRecipients = "Acme Robotics", "Asia/Kathmandu", 7,
			[]string{kit, lou}
		want.CancelForbidden, want.CancelCutoffHours = true, 6
		f.refused(failure(f.Team.EditOrganization(ctx, act.By{}, f.org.ID, f.org.Version, want)), models.Conflict,
			"settings of the file")
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		saved := must(f.Team.EditOrganization(ctx, act.By{}, f.org.ID, f.org.Version, want))(t)
		got := must(f.Team.OrganizationOf(ctx, f.org.ID))(t)
		if !reflect.DeepEqual(got, saved) || !reflect.DeepEqual(got.Settings(), want) ||
			got.Version != f.org.Version+1 {
			t.Errorf("stored is %+v, answered %+v, want the settings %+v", got, saved, want)
		}
		f.refused(failure(f.Team.EditOrganization(ctx, act.By{}, f.org.ID, f.org.Version, f.org.Settings())),
			models.Conflict, "a stale form")
		history, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectOrganization, f.org.ID, nil, 10))(t)
		if len(history) != 3 || history[0].Kind != models.ChangeEdited || len(history[0].Details) != 6 ||
			history[1].Kind != models.ChangeTakenOver {
			t.Errorf("the history is %+v, want one edit of six fields after it was made and taken over", history)
		}
		if other := must(f.Team.Organization(ctx, "bolt"))(t); other.Name != "Bolt" || other.Version != 1 {
			t.Errorf("the neighbour is %+v", other)
		}
		f.refused(failure(f.Team.EditOrganization(ctx, act.By{}, "org_none", 1, want)), models.NotFound,
			"an unknown organization")
	})
}

// Of two forms that were opened at once, one is saved.
func TestTwoEditOneOrganization(t *testing.T) { // D23
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		second := f.another()
		errs := make([]error, 2)
		var both sync.WaitGroup
		mine, theirs := f.org.Settings(), f.org.Settings()
		mine.Name, theirs.Name = "Mine", "Theirs"
		both.Go(func() { _, errs[0] = f.Team.EditOrganization(ctx, act.By{}, f.org.ID, f.org.Version, mine) })
		both.Go(func() { _, errs[1] = second.Team.EditOrganization(ctx, act.By{}, f.org.ID, f.org.Version, theirs) })
		both.Wait()
		saved := map[bool]string{true: "Mine", false: "Theirs"}[errs[0] == nil]
		got := must(f.Team.OrganizationOf(ctx, f.org.ID))(t)
		if (errs[0] == nil) == (errs[1] == nil) || got.Name != saved {
			t.Errorf("got %v and %v, and the name %s", errs[0], errs[1], got.Name)
		}
	})
}

// Of an interview that names nobody, in a round without recipients, the organization's are briefed.
func TestFallbackOfAnOrganization(t *testing.T) { // D23
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Organization.FallbackRecipients = []string{lou, kit}
		f := open(t, url, setup)
		if got := f.book(f.order(candidate(0), at(18, 0))).BriefingRecipients; !reflect.DeepEqual(got,
			[]string{kit, lou}) {
			t.Errorf("%v are briefed, want the organization's recipients", got)
		}
	})
}

func TestCreateOrganization(t *testing.T) { // D23
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url)
		if empty, err := f.Team.Empty(ctx); err != nil || !empty {
			t.Errorf("a new database is empty: %t (%v)", empty, err)
		}
		form := models.NewOrganizationForm{Name: "Acme", Slug: "acme", TimeZone: "Asia/Kathmandu", AdminName: "Ada",
			AdminEmail: ada}
		n := must(form.Parse())(t)
		n.PrivateNetworks = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		o, admin := must2(f.Team.CreateOrganization(ctx, n, true))(t)
		if networks, err := f.Availability.PrivateNetworks(ctx, o.ID); err != nil || !slices.Equal(networks,
			n.PrivateNetworks) {
			t.Errorf("its calendars may be in %v (%v)", networks, err)
		}
		got := must(f.Team.Organization(ctx, "acme"))(t)
		if !reflect.DeepEqual(got, o) || o.Origin != models.OriginDashboard || !o.Approved {
			t.Errorf("stored is %+v, answered %+v", got, o)
		}
		if got := f.members(o.ID); got != `ada@acme.example "Ada" admin "dashboard"` || admin.OrgID != o.ID {
			t.Errorf("the members are %s", got)
		}
		if empty, err := f.Team.Empty(ctx); err != nil || empty {
			t.Errorf("it is empty still: %t (%v)", empty, err)
		}
		f.refused(failure(f.Team.CreateOrganization(ctx, n, false)), models.Conflict, "the same short name")
		n.Slug = "bolt"
		f.refused(failure(f.Team.CreateOrganization(ctx, n, true)), models.Conflict, "a second first organization")
		f.done(f.Team.CreateOrganization(ctx, n, false))
	})
}
