package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store"
	"litmus/store/audit"
	"litmus/testdb"
)

func TestKeys(t *testing.T) { // §5
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		secret, k := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, " ci ",
			[]string{access.InterviewsWrite, access.RolesRead, access.RolesRead}))(t)
		if want := []string{access.RolesRead, access.InterviewsWrite}; k.Name != "ci" ||
			!slices.Equal(k.Scopes, want) || k.LastFour != secret[len(secret)-4:] {
			t.Errorf("the key is %+v", k)
		}
		if n := f.scalar("select count(*) from keys where hash like '%' || ? || '%' or name like '%' || ? || '%'",
			secret, secret); n != 0 {
			t.Error("the secret is stored")
		}
		if c := must(f.Team.Authenticate(ctx, secret))(t); c.Organization.ID != f.org.ID ||
			c.Organization.TimeZone != "America/New_York" || !slices.Equal(c.Key.Scopes, k.Scopes) {
			t.Errorf("the caller is %+v", c)
		}
		f.must(f.Team.SetScopes(ctx, act.By{}, f.org.ID, k.ID, []string{access.InterviewsRead}))
		if c := must(f.Team.Authenticate(ctx, secret))(t); !slices.Equal(c.Key.Scopes,
			[]string{access.InterviewsRead}) {
			t.Errorf("after the edit the caller is %+v; want the new scope on the next request (§5 rule 4)", c)
		}
		legacy, _ := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "legacy", nil))(t)
		if c := must(f.Team.Authenticate(ctx, legacy))(t); c.Key.Scopes != nil {
			t.Errorf("the legacy caller is %+v, want it unrestricted", c)
		}

		f.must(f.Team.RevokeKey(ctx, act.By{}, f.org.ID, k.ID))
		f.clock.Set(noon.Add(time.Hour))
		f.must(f.Team.RevokeKey(ctx, act.By{}, f.org.ID, k.ID))
		f.refused(failure(f.Team.Authenticate(ctx, secret)), models.Unauthenticated, "a revoked key")
		keys := must(f.Team.Keys(ctx, f.org.ID))(t)
		if len(keys) != 2 || keys[0].ID != k.ID || !keys[0].RevokedAt.Equal(noon) || keys[1].RevokedAt != nil {
			t.Errorf("the keys are %+v; want two, the first revoked at noon", keys)
		}

		for what, err := range map[string]error{"read": failure(f.Team.Key(ctx, secret)),
			"revoked": f.Team.RevokeKey(ctx, act.By{}, f.org.ID, secret),
			"edited":  f.Team.SetScopes(ctx, act.By{}, f.org.ID, secret+"\n", []string{access.RolesRead})} {
			f.refused(err, models.NotFound, "a key in place of its id, "+what)
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s by the key itself, the error repeats it (§5 rule 2): %v", what, err)
			}
		}
		for _, wrong := range []string{"", "litmus_sk_", secret + "x"} {
			f.refused(failure(f.Team.Authenticate(ctx, wrong)), models.Unauthenticated,
				fmt.Sprintf("the key %q", wrong))
		}
	})
}

func TestUnapprovedOrganization(t *testing.T) { // §7
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Organization.Approved = false
		f := open(t, url, setup)
		secret, _ := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
		f.refused(failure(f.Team.Authenticate(ctx, secret)), models.Unauthenticated,
			"an organization that is not approved")
		f.apply(acme())
		f.done(f.Team.Authenticate(ctx, secret))
	})
}

func TestOrganizations(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		all := must(f.Team.Organizations(ctx))(t)
		if len(all) != 2 || all[0].Slug != "bolt" || all[1].Slug != "acme" {
			t.Errorf("the organizations are %+v, want both, the first applied first", all)
		}
		if o, err := f.Team.OrganizationOf(ctx, f.org.ID); err != nil || o.Slug != "acme" || o.RescheduleMax != 2 ||
			!o.Approved {
			t.Errorf("the organization is %+v (%v)", o, err)
		}
		f.refused(failure(f.Team.Organization(ctx, "none")), models.NotFound, "an unknown slug")
	})
}

func TestAudit(t *testing.T) { // §5 rule 6
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		_, k := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
		for n := range 300 { // more than one batch
			e := audit.Entry{OrgID: f.org.ID, KeyID: k.ID, Method: "GET", Route: "/api/v1/interviews/:id",
				Status: 200, Duration: 1500 * time.Microsecond,
				ResourceIDs: []string{fmt.Sprintf("int_%032x", n)}, RequestID: fmt.Sprint(n),
				At: noon.Add(time.Duration(n) * time.Millisecond)}
			f.Audit.Record(e)
		}
		f.Audit.RecordFailure(network(1), audit.Entry{Method: "GET", Route: "/api/v1/roles", Status: 401, At: noon})
		all := must(f.Audit.Entries(ctx, audit.Filter{OrgID: f.org.ID, Limit: 1000}))(t)
		if len(all) != 300 || all[0].RequestID != "299" || all[299].RequestID != "0" {
			t.Fatalf("%d entries, want 300, newest first", len(all))
		}
		if e := all[1]; e.KeyID != k.ID || e.Duration != 1500*time.Microsecond || e.Status != 200 ||
			!slices.Equal(e.ResourceIDs, []string{fmt.Sprintf("int_%032x", 298)}) {
			t.Errorf("the entry is %+v", e)
		}
		failed := must(f.Audit.Entries(ctx, audit.Filter{Limit: 10}))(t)
		if len(failed) != 1 || failed[0].Status != 401 || failed[0].KeyID != "" {
			t.Errorf("failed authentications are %+v, want one without a key", failed)
		}
		// A caller may write anything into a path.
		f.Audit.Record(audit.Entry{OrgID: f.org.ID, KeyID: k.ID, Method: "GET", Route: "/api/v1/interviews/{id}",
			Status: 403, RequestID: "odd", At: noon.Add(time.Hour),
			ResourceIDs: []string{"ann@acme.example", "int_../x", fmt.Sprintf("int_%032x", 7),
				fmt.Sprintf("secrets_%032x", 1), ""}})
		odd := must(f.Audit.Entries(ctx, audit.Filter{OrgID: f.org.ID, Limit: 1}))(t)
		if !slices.Equal(odd[0].ResourceIDs, []string{fmt.Sprintf("int_%032x", 7)}) {
			t.Errorf("%+v, want the one that can be an id", odd)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if foreign := must(f.Audit.Entries(ctx, audit.Filter{OrgID: other.ID, Limit: 10}))(t); len(foreign) != 0 {
			t.Errorf("another organization reads %d entries", len(foreign))
		}
		keys := must(f.Team.Keys(ctx, f.org.ID))(t)
		if used := keys[0].LastUsedAt; used == nil || !used.Equal(noon.Add(time.Hour)) {
			t.Errorf("last used is %v, want the instant of the last request", used)
		}
	})
}

func TestClosingWritesWhatIsCollected(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		s := must(store.Open(ctx, f.url, store.Options{}))(t)
		for range 100 {
			s.Audit.Record(audit.Entry{Method: "GET", Route: "/api/v1/roles", Status: 401, At: noon})
			s.Audit.RecordFailure(network(1), audit.Entry{Method: "GET", Route: "/api/v1/roles", Status: 401, At: noon})
		}
		f.must(s.Close())
		if n, requests := f.scalar("select count(*) from audit"), f.scalar("select sum(count) from audit"); n != 101 ||
			requests != 200 {
			t.Errorf("%d entries of %d requests were written, want 100 of one and one of a hundred", n, requests)
		}
	})
}
