package dashboard

import (
	"fmt"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// TestQueries proves that no list or settings page takes more statements when there is more of everything (D10): each
// is asked for before and after the organization grew a hundredfold, or twentyfold where the flag -short is given.
func TestQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	ref := w.invited("telemetry", rosa)
	_, k := w.newKey("ci", access.RolesRead)
	w.audited(k, "GET", "/roles", 200, noon, "req_0")
	w.unlinkedFor(cleo, jonas)
	axis := site.Href(site.WeekPath, "view", "axis")
	one := axis + "&interviewer=" + w.person(jonas)
	pages := []string{site.KeyPath(k.ID), site.KeyPath(k.ID) + "/revoke", site.RequestPath("req_0"), site.PostingsPath, site.PostingsPath + "/" + w.turbine(), site.CandidatesPath,
		site.CandidatesPath + "/" + ref.ID, site.SubmissionsPath, site.AuditPath, "/dashboard/audit/changes", site.AssessmentsPath,
		site.AssessmentsPath + "/" + w.applied.Assessments["telemetry"], site.OrganizationPath, site.MembersPath, "/dashboard/keys",
		site.PoolsPath, site.PoolPath(w.poolOf(t).ID, ""), "/dashboard/invite", "/dashboard/invite/several?candidate=" + ref.ID, "/dashboard/availability",
		"/dashboard/calendars", "/dashboard/sessions",
		site.NewsPath, site.NoticesPath, site.PostingsPath + "/" + w.turbine() + "/edit",
		site.SearchPath + "?q=candidate", site.FiguresPath, axis, one, axis + "&posting=" + w.turbine(),
		site.WeekPath + "?view=people", site.WeekPath + "?view=postings", site.InterviewsPath + "?q=candidate",
		models.DashboardPath}
	few := map[string]int{}
	for _, p := range pages {
		admin.get(p).want(200)
		few[p] = w.counted(func() { admin.get(p) })
	}
	equal(t, "statements for the week of two people, and of one",
		w.counted(func() { admin.get(one + "&interviewer=" + w.person(mei)) }), few[one])
	org, more := w.org.ID, 100
	if testing.Short() {
		more = 20
	}
	w.grown(100)
	w.exec("update interviews set interviewer_email = ? where id like 'int_5_'", jonas)
	for _, insert := range []string{
		`into pools (org_id, id, key, name, created_at, updated_at, origin)
			select '` + org + `', 'pool_' || i, 'k' || i, 'Pool', 0, 0, 'dashboard' from n`,
		`into pool_members (org_id, pool_id, email, state)
			select p.org_id, p.id, 'p' || i || '@marlowe.example', 'qualified' from n, pools p where p.key = 'backend'`,
		`into members (org_id, email, name, role, origin, created_at, updated_at)
			select '` + org + `', 'm' || i || '@marlowe.example', 'M', 'recruiter', 'dashboard', 0, 0 from n`,
		`into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at, updated_at)
			select '` + org + `', 'p' || i || '@marlowe.example', 'P', 'UTC', '', false, 0, 0 from n`,
		`into assessments (org_id, id, key, title, delivery_mode, ready, instructions, time_limit_minutes, created_at,
			updated_at) select '` + org + `', 'asm_' || i, 'k' || i, 'Quiz', 'async', true, '', 0, 0, 0 from n`,
		`into postings (org_id, id, key, kind, title, status, team, location, type, created_at, updated_at)
			select '` + org + `', 'post_' || i, 'k' || i, 'role', 'Engineer', 'open', '', '', 'full_time', 0, 0 from n`,
		`into posting_interviewers (org_id, posting_id, email, meeting_link)
			select '` + org + `', 'post_' || i, 'p' || i || '@marlowe.example', '' from n`,
		`into posting_interviewers (org_id, posting_id, email, meeting_link)
			select '` + org + `', '` + w.turbine() + `', 'p' || i || '@marlowe.example', '' from n`,
		`into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at, updated_at)
			select c.org_id, 'cand_c' || i, c.posting_id, c.assessment_id, c.track_id, 'c' || i || '@candidate.example',
			'C', 'submitted', 0, 0 from n, candidates c where c.id = '` + ref.ID + `'`,
		`into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at, decision, created_at,
			updated_at) select c.org_id, 'sub_' || c.id, c.posting_id, c.assessment_id, c.id, 0, 'pending', 0, 0
			from candidates c where c.id like 'cand\_%' escape '\' and c.name = 'C'`,
		`into posting_watchers (org_id, posting_id, email, recruiter, position, created_at)
			select '` + org + `', 'post_' || i, '` + ines + `', true, 0, 0 from n`,
		`into posting_watchers (org_id, posting_id, email, recruiter, position, created_at)
			select '` + org + `', '` + w.turbine() + `', 'm' || i || '@marlowe.example', false, 0, 0 from n`,
		`into history (org_id, subject, subject_id, at, id, what, actor_kind, actor_id, request_id, details)
			select '` + org + `', 'candidate', '` + ref.ID + `', ` + fmt.Sprint(noon.UnixMicro()) + ` + i, 'chg_n' || i,
			'submitted', 'candidate', '` + ref.ID + `', '', '[]' from n`,
		`into keys (org_id, id, name, hash, last_four, created_at)
			select '` + org + `', 'key_' || i, 'K', 'hash' || i, '1234', 0 from n`,
		`into audit (id, org_id, key_id, method, route, status, duration_us, resource_ids, request_id, at)
			select 'aud_' || i, '` + org + `', 'key_' || i, 'GET', '/api/v1/roles', 200, 1, '[]', 'req_' || i, 0
			from n`,
		`into audit (id, org_id, key_id, method, route, status, duration_us, resource_ids, request_id, at)
			select 'own_' || i, '` + org + `', '` + k.ID + `', 'GET', '/api/v1/' || i, 200, 1, '[]', 'own_' || i, ` +
			fmt.Sprint(noon.UnixMicro()) + ` from n`,
		`into history (org_id, subject, subject_id, at, id, what, actor_kind, actor_id, request_id, details)
			select '` + org + `', '` + string(models.SubjectPosting) + `', '` + w.turbine() + `', i,
			'chg_' || i, 'edited', 'member', 'm' || i || '@marlowe.example', '', '[]' from n`,
	} {
		w.exec("with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) insert "+insert, more)
	}
	for _, p := range pages {
		if many := w.counted(func() { admin.get(p).want(200) }); many > few[p] {
			t.Errorf("%s: %d statements, and %d when there is more of everything", p, few[p], many)
		}
	}
	handOver := site.Href(handOverPath, "id", "int_60")
	alone := w.counted(func() { admin.get(handOver).want(200, "Hand over 1 interview") })
	equal(t, "statements to hand over three interviews, and one", w.counted(func() {
		admin.get(handOver+"&id=int_61&id=int_62").want(200, "Hand over 3 interviews")
	}), alone)
	home := admin.get(models.DashboardPath)
	equal(t, "interviews that nobody can join, on the first page",
		strings.Count(home.text("main"), "there is no link to join yet"), 20)
	equal(t, "interviews in the week", len(admin.get(site.WeekPath+"?view=people&day=2031-03-05").all("a.chip")), 65)
}

// grown makes the organization one of that many interviews, each of a candidate of its own, an hour apart; half of them
// are to come.
func (w *world) grown(interviews int) {
	w.t.Helper()
	series := "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) "
	w.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at,
			updated_at) `+series+`select r.org_id, 'cand_' || i, r.posting_id, r.assessment_id, r.track_id,
			'stored' || i || '@candidate.example', 'Stored Candidate ' || i, 'invited', ? + i, ? + i
		from n join rounds r on r.org_id = ? and r.id = ?`,
		interviews, noon.UnixMicro(), noon.UnixMicro(), w.org.ID, w.design())
	w.exec(`insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id, candidate_id, source,
			starts_at, ends_at, duration_minutes, indefinite, time_zone, interviewer_email, briefing_recipients,
			meeting_link, link_source, externally_scheduled, created_at, updated_at, revision, woken_revision,
			converged_revision, announce_revision, start_set_at, interviewer_set_at, assessment_link_owed, access_epoch)
		select org_id, 'int_' || i, posting_id, ?, track_id, assessment_id, id, 'litmus', at, at + 3600000000, 60,
			false, 'UTC', 'p' || (1 + i % 50) || '@marlowe.example', '[]', '', 'given', false, at, at, 1, 1, 1, 1, at,
			at, false, 0
		from (select c.*, cast(substr(c.id, 6) as integer) as i,
				? + (cast(substr(c.id, 6) as integer) - ?) * 3600000000 as at
			from candidates c where c.org_id = ? and c.name like 'Stored %')`,
		w.design(), noon.UnixMicro(), interviews/2, w.org.ID)
}
