package dashboard

import (
	"fmt"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// TestQueries proves that no list or settings page takes more statements when there is more of everything (D10): each
// is asked for before and after the organization grew a hundredfold.
func TestQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	ref := w.invited("telemetry", rosa)
	_, k := w.newKey("ci", access.RolesRead)
	w.audited(k, "GET", "/roles", 200, noon, "req_0")
	pages := []string{site.KeyPath(k.ID), site.KeyPath(k.ID) + "/revoke", site.RequestPath("req_0"), site.PostingsPath, site.PostingsPath + "/" + w.turbine(), site.CandidatesPath,
		site.CandidatesPath + "/" + ref.ID, site.SubmissionsPath, site.AuditPath, "/dashboard/audit/changes", site.AssessmentsPath,
		site.AssessmentsPath + "/" + w.applied.Assessments["telemetry"], site.OrganizationPath, site.MembersPath, "/dashboard/keys",
		site.PoolsPath, site.PoolPath(w.poolOf(t).ID, ""), "/dashboard/invite", "/dashboard/invite/several?candidate=" + ref.ID, "/dashboard/availability",
		"/dashboard/calendars", "/dashboard/sessions",
		site.NewsPath, site.NoticesPath, site.PostingsPath + "/" + w.turbine() + "/edit",
		site.SearchPath + "?q=candidate", site.FiguresPath, site.WeekPath + "?view=axis", site.WeekPath + "?view=people"}
	few := map[string]int{}
	for _, p := range pages {
		admin.get(p).want(200)
		few[p] = w.counted(func() { admin.get(p) })
	}
	org := w.org.ID
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
			select c.org_id, 'cand_' || i, c.posting_id, c.assessment_id, c.track_id, 'c' || i || '@candidate.example',
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
		w.exec("with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) insert " + insert)
	}
	for _, p := range pages {
		equal(t, p+": statements when there is a hundred times as much, and before",
			w.counted(func() { admin.get(p).want(200) }), few[p])
	}
}
