package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/audit"
	"litmus/testdb"
)

// withAudit is acme with an audit of so many requests by twenty keys, one each ten seconds before noon, of which one in
// a hundred failed, among twice as many of bolt. It returns acme's keys.
func withAudit(t *testing.T, url string, requests int) (*fixture, []string) {
	t.Helper()
	f := open(t, url, acme(), bolt())
	other := must(f.Team.Organization(ctx, "bolt"))(t)
	for n := range 2 {
		f.done(f.Team.CreateKey(ctx, act.By{}, other.ID, fmt.Sprint("key ", n), nil))
	}
	var keys []string
	for n := range 20 {
		_, k := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, fmt.Sprint("key ", n), nil))(t)
		keys = append(keys, k.ID)
	}
	number, at := "cast(substr(k.name, 5) as integer)", "? - n * 10000000"
	if f.Postgres() {
		at = "cast(? as timestamptz) - n * interval '10 seconds'"
	}
	for org, chosen := range map[string]string{f.org.ID: number + " = n % 20", other.ID: "n = n"} {
		f.exec(`insert into audit (id, org_id, key_id, method, route, status, duration_us, resource_ids, request_id,
				at, count)
			with recursive series(n) as (select 0 union all select n + 1 from series where n + 1 < ?)
			select 'aud_' || (100000 - n) || k.id, k.org_id, k.id, 'GET', '/api/v1/roles',
				case when n % 100 = 7 then 409 else 200 end, 100, '[]', 'req_' || n, `+at+`, 1
			from series join keys k on k.org_id = ? and `+chosen, requests, noon, org)
	}
	if f.Postgres() {
		f.exec("analyze")
	}
	return f, keys
}

// TestAuditFilters proves D22: the audit is read by key, endpoint, status, request and time, in pages that neither
// repeat nor leave out a row.
func TestAuditFilters(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f, keys := withAudit(t, url, 2_000)
		for name, c := range map[string]struct {
			filter audit.Filter
			want   int
		}{
			"all":              {audit.Filter{}, 2_000},
			"a key":            {audit.Filter{KeyID: keys[3]}, 100},
			"failures":         {audit.Filter{StatusMin: 400}, 20},
			"successes":        {audit.Filter{StatusMin: 200, StatusMax: 299}, 1_980},
			"an hour":          {audit.Filter{Since: noon.Add(-2 * time.Hour), Until: noon.Add(-time.Hour)}, 360},
			"another method":   {audit.Filter{Method: "HEAD"}, 0},
			"another endpoint": {audit.Filter{Method: "GET", Route: "/api/v1/interviews"}, 0},
			"a request":        {audit.Filter{RequestID: "req_77"}, 1},
		} {
			c.filter.OrgID, c.filter.Limit = f.org.ID, 300
			seen := map[string]bool{}
			last := ""
			for {
				page := must(f.Audit.Entries(ctx, c.filter))(t)
				for _, e := range page {
					position := models.FormatInstant(e.At) + e.ID
					if seen[e.ID] || last != "" && position >= last {
						t.Fatalf("%s: %s comes again or out of order", name, e.ID)
					}
					seen[e.ID], last = true, position
				}
				if len(page) < c.filter.Limit {
					break
				}
				end := page[len(page)-1]
				c.filter.After = &models.Position{At: end.At, ID: end.ID}
			}
			if len(seen) != c.want {
				t.Errorf("%s: %d entries, want %d", name, len(seen), c.want)
			}
		}

		e := must(f.Audit.Request(ctx, f.org.ID, "req_77"))(t)
		if e.KeyID != keys[17] || !e.At.Equal(noon.Add(-770*time.Second)) {
			t.Errorf("the request is %+v, want that of the key before last but two", e)
		}
		f.refused(failure(f.Audit.Request(ctx, "org_other", "req_77")), models.NotFound,
			"a request of another organization (D3)")
		f.refused(failure(f.Audit.Request(ctx, f.org.ID, "")), models.NotFound, "a request without an id")
	})
}

// TestAuditPlans proves that the audit's pages (D22) and the calls of a key (D21) are read by an index, so that they do
// not slow down with what is stored.
func TestAuditPlans(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	testdb.Each(t, func(t *testing.T, url string) {
		f, keys := withAudit(t, url, 10_000)
		var ran []string
		s := f.opened(url, func(sql string) { ran = append(ran, sql) })
		page := func(filter audit.Filter) func() error {
			filter.OrgID, filter.Limit = f.org.ID, 51
			return func() error { return failure(s.Audit.Entries(ctx, filter)) }
		}
		after := &models.Position{At: noon.Add(-24 * time.Hour), ID: "aud_5"}
		byTime := []string{"audit_by_organization"}
		if f.Postgres() { // which knows that a third of all requests are of this organization
			byTime = append(byTime, "audit_by_time")
		}
		for name, c := range map[string]struct {
			read    func() error
			indexes []string
		}{
			"the first page":       {page(audit.Filter{}), byTime},
			"a page in the middle": {page(audit.Filter{After: after}), byTime},
			"failures":             {page(audit.Filter{StatusMin: 400}), []string{"audit_of_failures"}},
			"a key": {page(audit.Filter{KeyID: keys[1]}),
				[]string{"audit_by_key", "audit_by_organization"}}, // either stops after a page
			"a request": {page(audit.Filter{RequestID: "req_5"}), []string{"audit_by_request"}},
			"the calls of a key": {func() error {
				return failure(s.Audit.KeyCalls(ctx, f.org.ID, keys[1], noon.Add(-24*time.Hour)))
			}, []string{"audit_by_key"}},
			"endpoints": {func() error { return failure(s.Audit.Endpoints(ctx, f.org.ID)) }, byTime},
		} {
			ran = nil
			f.must(c.read())
			hooked := false
			for _, sql := range ran {
				if !strings.Contains(sql, "audit") || !strings.HasPrefix(strings.ToLower(sql), "select") {
					continue
				}
				hooked = true
				plan := f.plan(sql) + "\n"
				if !slices.ContainsFunc(c.indexes, func(index string) bool {
					return strings.Contains(plan, index+" ") || strings.Contains(plan, index+"\n")
				}) {
					t.Errorf("%s: want one of %v:\n%s\n%s", name, c.indexes, sql, plan)
				}
			}
			if !hooked {
				t.Errorf("%s: no statement on the audit was seen in %q", name, ran)
			}
		}
	})
}
