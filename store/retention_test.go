package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
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
		if n := must(f.CountOld(ctx, models.KeptDrafts, noon.AddDate(9, 0, 0)))(t); n != 0 {
			t.Errorf("%d drafts would go of who may hand in yet", n)
		}
		f.exec("update candidates set state = 'rejected' where id = ?", live.ID)
		f.exec("update effects set updated_at = ?", noon)
		f.signedIn(alan, "")
		f.exec("update sessions set seen_at = ?", noon)
		counts := func() (out [7]int) {
			for n, q := range []string{"audit", "committed_plans", "sessions", "callbacks", "answers where submission_id is null",
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
		if want := [7]int{1, 1, 1, 1, 1, 1, 1}; full != want {
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
			if r.What == models.KeptSessions && time.Duration(r.Days)*24*time.Hour <= access.SessionIdle {
				t.Errorf("a session lives for %v without a request and is kept for %d days", access.SessionIdle, r.Days)
			}
			if got := must(f.CountOld(ctx, r.What, r.Before(noon.AddDate(0, 0, r.Days-1))))(t); got != 0 {
				t.Errorf("%s: a day before its time %d would go", r.What, got)
			}
			prune(noon.AddDate(0, 0, r.Days+1))
			if got := counts(); got[n] != 0 {
				t.Errorf("%s: after its days it is still there: %v", r.What, got)
			}
		}
		if got := counts(); got[6] != 1 || stays() != kept {
			t.Errorf("what has to stay went: %v", got)
		}
	})
}

// TestRetentionOfFiles: files go with the draft that they were to be handed in with, also those without a text. What
// was handed in stays, and so does what is younger.
func TestRetentionOfFiles(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		live, _, _ := f.planted() // with a file that was handed in at noon
		f.exec("update candidates set state = 'rejected'")
		file := func(id string, at time.Time) {
			f.exec("insert into files (org_id, id, candidate_id, name, size, type, hash, added_at) "+
				"values (?, ?, ?, 'a.txt', 1, 'text/plain', '0f', ?)", f.org.ID, id, live.ID, at)
		}
		day := 24 * time.Hour
		before := noon.Add(day)
		file("fil_young", noon.Add(2*day))
		prune := func(about string, ids int64, answers, files int) {
			t.Helper()
			would := must(f.CountOld(ctx, models.KeptDrafts, before))(t)
			did := must(f.PruneOld(ctx, models.KeptDrafts, before, 100))(t)
			if would != ids || did != ids {
				t.Errorf("%s: %d would go and %d went, want %d", about, would, did, ids)
			}
			if a, n := f.scalar("select count(*) from answers"), f.scalar("select count(*) from files"); a != answers ||
				n != files {
				t.Errorf("%s: %d answers and %d files are left, want %d and %d", about, a, n, answers, files)
			}
		}
		draft := func(at time.Time) {
			f.exec("insert into answers (org_id, candidate_id, text, links, saved_at) values (?, ?, 'draft', '[]', ?)",
				f.org.ID, live.ID, at)
		}
		prune("nothing is old", 0, 1, 2)
		draft(noon)
		file("fil_old", noon)
		prune("a draft with a file", 1, 1, 2)
		file("fil_alone", noon)
		prune("a file without a draft", 1, 1, 2)
		draft(noon.Add(2 * day))
		file("fil_beside", noon)
		prune("a file of a younger draft", 1, 2, 2)
		f.exec("update candidates set state = 'in_progress' where id = ?", live.ID)
		file("fil_at_work", noon)
		prune("a file of who is at work", 0, 2, 3)
	})
}
