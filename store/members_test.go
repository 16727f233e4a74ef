package store_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/setup"
	"litmus/store/setups"
	"litmus/testdb"
)

const (
	ada = "ada@acme.example" // the admin of acme
	kit = "kit@acme.example"
	lou = "lou@acme.example"
	vic = "vic@elsewhere.example" // is named on a posting and no person of acme
)

// staffed is acme with recruiters: Kit, Grace, who interviews, and Ada, who is an admin. Vic is named on a posting.
func staffed() setup.Setup {
	s := acme()
	s.Organization.Recruiters = []string{kit, grace, ada}
	backend := &s.Postings[0]
	backend.Interviewers = append(slices.Clone(backend.Interviewers), setup.PostingInterviewer{Email: vic})
	return s
}

// said returns the members as lines.
func said(members []models.Member) string {
	var lines []string
	for _, m := range members {
		lines = append(lines, fmt.Sprintf("%s %q %s %q", m.Email, m.Name, m.Role, m.Origin))
	}
	return strings.Join(lines, "\n")
}

func (f *fixture) members(orgID string) string {
	f.t.Helper()
	list := must(f.Team.Members(ctx, orgID))(f.t)
	for _, m := range list {
		if m.OrgID != orgID {
			f.t.Errorf("%s is of the organization %q, want %q", m.Email, m.OrgID, orgID)
		}
		if one, err := f.Team.Member(ctx, orgID, m.Email); err != nil || !reflect.DeepEqual(one, m) {
			f.t.Errorf("alone %s is %+v (%v), in the list %+v", m.Email, one, err, m)
		}
	}
	return said(list)
}

func TestMembers(t *testing.T) { // D1
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other := setup.Setup{Organization: bolt().Organization}
		other.Organization.Admins, other.Organization.Recruiters = []string{kit}, []string{lou}
		f := open(t, url, staffed(), other)
		if got, want := f.members(f.org.ID), `ada@acme.example "" admin "file"
alan@acme.example "Alan" interviewer ""
grace@acme.example "Grace" recruiter "file"
kit@acme.example "" recruiter "file"
vic@elsewhere.example "" interviewer ""`; got != want {
			t.Errorf("the members are\n%s\nwant\n%s", got, want)
		}
		neighbour := must(f.Team.Organization(ctx, "bolt"))(t)
		if got, want := f.members(neighbour.ID), `kit@acme.example "" admin "file"
lou@acme.example "" recruiter "file"`; got != want {
			t.Errorf("the neighbour's members are\n%s\nwant\n%s", got, want)
		}
		for what, email := range map[string]string{"a member of another organization": lou,
			"somebody unknown": "nobody@acme.example", "no address": "", "a pattern": "%"} {
			f.refused(failure(f.Team.Member(ctx, f.org.ID, email)), models.NotFound, what)
		}

		// A row has its own name and role, whatever else makes somebody a member.
		f.exec(`update members set name = 'Kit Ortiz' where org_id = ? and email = ?`, f.org.ID, kit)
		f.exec(`insert into members (org_id, email, name, role, origin, created_at, updated_at)
			values (?, ?, 'Alan Turing', 'admin', 'dashboard', ?, ?), (?, ?, 'Lou', 'interviewer', 'dashboard', ?, ?)`,
			f.org.ID, alan, noon, noon, f.org.ID, lou, noon, noon)
		if got, want := f.members(f.org.ID), `ada@acme.example "" admin "file"
alan@acme.example "Alan Turing" admin "dashboard"
grace@acme.example "Grace" recruiter "file"
kit@acme.example "Kit Ortiz" recruiter "file"
lou@acme.example "Lou" interviewer "dashboard"
vic@elsewhere.example "" interviewer ""`; got != want {
			t.Errorf("the members are\n%s\nwant\n%s", got, want)
		}
		for doing, do := range map[string]func() error{
			"list": func() error { return failure(f.Team.Members(ctx, f.org.ID)) },
			"one":  func() error { return failure(f.Team.Member(ctx, f.org.ID, vic)) },
		} {
			if n := f.count(func() { f.must(do()) }); n != 1 {
				t.Errorf("%s: %d statements, want 1 whatever the number of members", doing, n)
			}
		}
	})
}

func TestApplyMembers(t *testing.T) { // D1
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.exec(`insert into members (org_id, email, name, role, origin, created_at, updated_at)
			values (?, ?, 'Lou', 'admin', 'dashboard', ?, ?)`, f.org.ID, lou, noon, noon)
		f.exec(`update members set name = 'Kit Ortiz' where org_id = ? and email = ?`, f.org.ID, kit)
		f.clock.Set(noon.Add(time.Hour))
		setup := staffed() // Ada is lowered, Kit is raised, Grace is not named, and Lou is kept in the dashboard
		setup.Organization.Admins, setup.Organization.Recruiters = []string{kit}, []string{ada, lou}
		got := f.apply(setup).Changes
		for _, want := range []string{"updated member ada@acme.example", "updated member kit@acme.example",
			"removed member grace@acme.example", "kept member lou@acme.example: they are kept in the dashboard"} {
			if !slices.Contains(got, want) {
				t.Errorf("the changes %q lack %q", got, want)
			}
		}
		want := `ada@acme.example "" recruiter "file"
alan@acme.example "Alan" interviewer ""
grace@acme.example "Grace" interviewer ""
kit@acme.example "Kit Ortiz" admin "file"
lou@acme.example "Lou" admin "dashboard"
vic@elsewhere.example "" interviewer ""`
		if got := f.members(f.org.ID); got != want {
			t.Errorf("the members are\n%s\nwant\n%s", got, want)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if got := f.members(other.ID); !strings.HasPrefix(got, `ada@acme.example "" admin "file"`) {
			t.Errorf("the neighbour's members changed: %s", got)
		}

		// A file without admins is accepted, as it was before there were members. Prune removes no more than that.
		setup.Organization.Admins, setup.Organization.Recruiters = nil, nil
		for _, prune := range []bool{false, true} {
			f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: prune}))
			if got := f.members(f.org.ID); strings.Contains(got, "file") || !strings.Contains(got, lou) {
				t.Errorf("prune %t: the members are\n%s\nwant those of the dashboard and the interviewers", prune, got)
			}
		}
	})
}

// The admins are those of the moment at which it is decided.
func TestAdminsOfABooking(t *testing.T) {
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update members set role = 'admin' where org_id = ? and email = ?", f.org.ID, kit)
		unnamed := f.book(f.order(candidate(0), at(18, 0)))
		if want := []string{ada, kit}; !slices.Equal(unnamed.BriefingRecipients, want) {
			t.Errorf("%v are briefed, want the organization's admins %v", unnamed.BriefingRecipients, want)
		}
		strangers := func() int { return f.scalar("select coalesce(sum(letters), 0) from stranger_letters") }
		for n, c := range []struct {
			interviewer string
			letters     int // to strangers so far
		}{{ada, 0}, {kit, 0}, {vic, 1}, {grace, 1}} {
			f.book(f.orderWith(c.interviewer, candidate(2+n), at(20, 0)))
			if got := strangers(); got != c.letters {
				t.Errorf("after a booking with %s: %d letters to strangers, want %d", c.interviewer, got, c.letters)
			}
		}
	})
}

// Whoever asks for a member finds them by their address, however many interviewers the postings name.
func TestPlanOfAMember(t *testing.T) { // D1
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.exec(`insert into posting_interviewers (org_id, posting_id, email, meeting_link)
			with recursive series(n) as (select 0 union all select n + 1 from series where n < 4999)
			select p.org_id, p.id, 'i' || n || '@acme.example', '' from series join postings p on p.key = 'backend'`)
		if f.Postgres() {
			f.exec("analyze")
		}
		var ran []string
		s := f.opened(f.url, func(sql string) { ran = append(ran, sql) })
		ran = nil
		m := must(s.Team.Member(ctx, f.org.ID, "i77@acme.example"))(t)
		if m.Role != models.Interviewer || len(ran) != 1 {
			t.Fatalf("the member is %+v, by the statements %q", m, ran)
		}
		plan := f.plan(ran[0])
		if !strings.Contains(plan, "posting_interviewers_by_email") ||
			strings.Contains(plan, "Seq Scan on posting_interviewers") || strings.Contains(plan, "SCAN posting_inter") {
			t.Errorf("the plan is\n%s\nof %s", plan, ran[0])
		}
	})
}

// TestMigrateMembers carries the lists of admins of version 11 over: no admin is lost, and none added.
func TestMigrateMembers(t *testing.T) {
	t.Parallel()
	testdb.Long(t) // it runs the whole schema
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		f := open(t, url)
		f.must(f.MigrateTo(ctx, 11))
		created, updated := noon.Add(-time.Hour), noon.Add(-time.Minute)
		lists := map[string]string{ // by the organization's id, as files have been stored
			"org_1": `["ada@acme.example", "kit@acme.example"]`,
			"org_2": `["kit@acme.example"]`,
			"org_3": `[]`,
			"org_4": `null`,
			"org_5": `["o'hara+%_@acme.example", "ada@acme.example", "ada@acme.example"]`,
		}
		for id, admins := range lists {
			f.exec(`insert into organizations (id, slug, name, approved, time_zone, mail_from, admins, invite_days,
				reschedule_max, reschedule_cutoff_hours, created_at, updated_at)
				values (?, ?, 'Acme', true, 'UTC', 'hiring@acme.example', ?, 14, 2, 12, ?, ?)`, id, id, admins, created,
				updated)
		}
		f.exec(`insert into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at,
			updated_at) values ('org_1', ?, 'Kit', 'UTC', '', false, ?, ?),
			('org_1', ?, 'Alan', 'UTC', '', false, ?, ?)`, kit, noon, noon, alan, noon, noon)
		f.done(f.Migrate(ctx))
		for id, want := range map[string]string{
			"org_1": `ada@acme.example "" admin "file"` + "\n" + `alan@acme.example "Alan" interviewer ""` + "\n" +
				`kit@acme.example "Kit" admin "file"`,
			"org_2": `kit@acme.example "" admin "file"`,
			"org_3": "",
			"org_4": "",
			"org_5": `ada@acme.example "" admin "file"` + "\n" + `o'hara+%_@acme.example "" admin "file"`,
		} {
			if got := f.members(id); got != want {
				t.Errorf("%s had the admins %s and has the members\n%s\nwant\n%s", id, lists[id], got, want)
			}
		}
		if n := f.scalar("select count(*) from members where created_at = ? and updated_at = ?", updated,
			updated); n != 5 {
			t.Errorf("%d members are as old as the list they stood in, want 5", n)
		}

		// The same file applied again changes nothing of them.
		before := f.dump()["members"]
		setup := setup.Setup{Organization: acme().Organization}
		setup.Organization.Slug, setup.Organization.Admins = "org_1", []string{kit, ada}
		f.apply(setup)
		if after := f.dump()["members"]; after != before {
			t.Errorf("the file changed its members\nfrom %s\nto   %s", before, after)
		}
		var columns []string
		f.must(json.Unmarshal([]byte(f.columns("organizations")), &columns))
		if slices.Contains(columns, "admins") || !slices.Contains(columns, "slug") {
			t.Errorf("organizations have the columns %v, want one truth about admins", columns)
		}
	})
}

// columns returns the names of the table's columns as a JSON list.
func (f *fixture) columns(table string) string {
	f.t.Helper()
	names := "select json_group_array(name) from pragma_table_info(?)"
	if f.Postgres() {
		names = "select json_agg(column_name)::text from information_schema.columns where table_name = ?"
	}
	return query[string](f, names, table)
}

// TestApplySignsOut proves D8: a file that takes somebody's last role away signs them out, as their removal in the
// dashboard does, so that a role that comes back brings no session with it.
func TestApplySignsOut(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		tokens := map[string]string{}
		for _, email := range []string{kit, grace, vic} {
			token := must(f.Team.BeginSession(ctx, f.org.ID, email, firefox, ""))(t)
			tokens[email] = token
		}
		link := must(f.Team.SignInLink(ctx, f.org.ID, kit))(t)
		without := staffed()
		without.Organization.Recruiters = []string{ada}
		without.Postings[0].Interviewers = acme().Postings[0].Interviewers
		f.done(f.Setups.Apply(ctx, without, setups.Options{Prune: true}))
		f.apply(staffed())
		for email, signedIn := range map[string]bool{kit: false, vic: false, grace: true} { // Grace interviews still
			if _, err := f.Team.Visitor(ctx, tokens[email]); (err == nil) != signedIn {
				t.Errorf("%s is signed in: %t, want %t", email, err == nil, signedIn)
			}
		}
		if _, _, err := f.Team.SignIn(ctx, tokenOf(link), true); models.KindOf(err) != models.Conflict {
			t.Errorf("the link of before: %v", err)
		}
	})
}
