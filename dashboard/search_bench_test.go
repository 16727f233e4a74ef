package dashboard

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// grown makes the organization one of that many interviews, each of a candidate of its own, an hour apart; half of them
// are to come.
func (w *world) grown(interviews int) {
	w.t.Helper()
	series := "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) "
	w.exec(`insert into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at,
			updated_at) `+series+`select ?, 'p' || i || '@marlowe.example', 'Person ' || i, 'UTC', '', false, 0, 0 from n`, 50, w.org.ID)
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

// TestSearchOfMany says how long the search takes at 10,000 interviews: the median of what a request takes, with its
// page, for each sort of text. On a busy machine the best one tells more.
func TestSearchOfMany(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 interviews take a while")
	}
	t.Parallel()
	w := newWorld(t, unlimited)
	w.grown(10_000)
	recruiter := w.as(t, "recruiter")
	for text, want := range map[string]string{"stored77": "Stored Candidate 77", "stored": "All candidates",
		"zzzz": "Nothing is called so.", "person 7": "Person 7", "turbine": "All interviews",
		"stored77 turbine": "Stored Candidate 77", "book": "Book an interview"} {
		var took []time.Duration
		for range 5 {
			r := httptest.NewRequestWithContext(ctx, "GET", w.site.BaseURL+"/dashboard/search?"+form("q", text), nil)
			r.AddCookie(&http.Cookie{Name: secureSessionCookie, Value: recruiter.cookies[secureSessionCookie]})
			rec, begun := httptest.NewRecorder(), time.Now()
			w.handler.ServeHTTP(rec, r)
			took = append(took, time.Since(begun))
			if rec.Code != 200 || !strings.Contains(rec.Body.String(), want) {
				t.Fatalf("%q: %d, without %s", text, rec.Code, want)
			}
		}
		slices.Sort(took)
		t.Logf("%q: %v, at best %v", text, took[len(took)/2].Round(100*time.Microsecond),
			took[0].Round(100*time.Microsecond))
		if took[0] > time.Second {
			t.Errorf("%q takes %v", text, took[0])
		}
	}
}
