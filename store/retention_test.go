package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// TestRetention: of each sort what is old goes and what is young stays. What the contract answers stays for ever: the
// interview, its artifacts, the submission; and so does what says that a copy is in a calendar.
func TestRetention(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		live, home, past := f.planted()
		f.exec("update interviews set converged_revision = revision")
		f.exec("insert into callbacks (org_id, interview_id, event_id, at) values (?, ?, 'e', ?)", f.org.ID, past.ID,
			noon)
		f.exec("insert into audit (id, method, route, status, duration_us, resource_ids, request_id, at) "+
			"values ('aud_1', 'GET', '/', 401, 1, '[]', 'r', ?)", noon)
		f.exec("insert into answers (org_id, candidate_id, text, links, saved_at) values (?, ?, 'draft', '[]', ?)",
			f.org.ID, live.ID, noon)
		f.exec("update candidates set state = 'rejected' where id = ?", live.ID)
		f.exec("update effects set updated_at = ?", noon)
		counts := func() (out [6]int) {
			for n, q := range []string{"audit", "committed_plans", "callbacks", "answers where submission_id is null",
				"effects where target like 'mail:%'", "effects where target = '" + effect.TargetNotetaker + "'"} {
				out[n] = f.scalar("select count(*) from " + q)
			}
			return out
		}
		stays := func() string {
			return must(f.Text(ctx, "select id, revision, updated_at, starts_at from interviews order by id"))(t) +
				must(f.Text(ctx, "select * from artifacts order by interview_id"))(t) +
				must(f.Text(ctx, "select * from submissions order by id"))(t) +
				must(f.Text(ctx, "select text from answers where candidate_id = '"+home.ID+"'"))(t)
		}
		full, kept := counts(), stays()
		if want := [6]int{1, 1, 1, 1, 1, 1}; full != want {
			t.Fatalf("planted are %v", full)
		}
		prune := func(now time.Time) {
			t.Helper()
			for _, r := range models.Retentions(400) {
				would := must(f.CountOld(ctx, r.What, r.Before(now)))(t)
				if did := must(f.PruneOld(ctx, r.What, r.Before(now), 100))(t); did != would {
					t.Errorf("%s: %d went, %d would have", r.What, did, would)
				}
			}
		}
		for n, r := range models.Retentions(400) {
			for day, want := range map[int]int{r.Days - 1: 1} {
				if got := must(f.CountOld(ctx, r.What, r.Before(noon.AddDate(0, 0, day))))(t); got != 0 {
					t.Errorf("%s: after %d days %d would go, and %d stay", r.What, day, got, want)
				}
			}
			prune(noon.AddDate(0, 0, r.Days+1))
			if got := counts(); got[n] != 0 {
				t.Errorf("%s: after its days it is still there: %v", r.What, got)
			}
		}
		if got := counts(); got[5] != 1 || stays() != kept {
			t.Errorf("what has to stay went: %v", got)
		}
	})
}
