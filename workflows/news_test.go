package workflows

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
)

// watched is a world in which the admin recruits for the posting, and a candidate has just handed in.
var watched setting = func(t *testing.T) *world {
	w := newWorld(t, nil)
	w.ref, w.subject = models.Ref{OrgID: w.org.ID, ID: "new_root"}, News
	for _, query := range []string{
		"insert into news (org_id, id, email, seen_at, created_at, updated_at) " +
			"values (?1, 'new_root', ?2, ?4, ?4, ?4)",
		"insert into posting_watchers (org_id, posting_id, email, recruiter, position, created_at) " +
			"values (?1, ?3, ?2, true, 0, ?4)",
	} {
		w.exec(query, w.org.ID, root, w.posting.ID, thu.UnixMicro())
	}
	w.handsIn()
	return w
}

// exec changes the database behind the store's back.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	d, err := sql.Open("sqlite", strings.TrimPrefix(w.url, "sqlite:")+"?_pragma=busy_timeout(5000)")
	w.must(err)
	defer d.Close()
	_, err = d.ExecContext(w.t.Context(), query, args...)
	w.must(err)
}

// handsIn has a candidate hand in.
func (w *world) handsIn() {
	w.t.Helper()
	i, err := w.do.Store.Candidates.Invite(w.t.Context(), act.By{}, w.org,
		candidacy.InviteOrder{PostingID: w.posting.ID, AssessmentID: w.assessments["takehome"],
			CandidateEmail: fmt.Sprintf("c%d@candidate.example", time.Now().UnixNano()), CandidateName: "Cleo"})
	w.must(err)
	ref := models.Ref{OrgID: w.org.ID, ID: i.Candidate.ID}
	_, _, err = w.do.Store.Candidates.StartAssessment(w.t.Context(), ref)
	w.must(err)
	_, _, err = w.do.Store.Candidates.Submit(w.t.Context(), ref, candidacy.Answer{Text: "Done."}, nil)
	w.must(err)
}

func TestNewsWorkflow(t *testing.T) { // D27
	t.Parallel()
	watched.play(t, "one letter at once, and then it is over", func(t *testing.T, w *world) {
		w.run()
		w.happened("Thu 12:00 ends", "Thu 12:00 root news")
	})
	watched.play(t, "what comes soon after it is gathered into one", func(t *testing.T, w *world) {
		w.run()
		w.begin(thu.Add(time.Minute))
		w.handsIn()
		for n := range 3 {
			w.changes(thu.Add(time.Duration(n+2)*time.Minute), w.handsIn)
		}
		w.run()
		w.happened("Thu 12:00 ends", "Thu 12:00 root news", "Thu 12:05 ends", "Thu 12:05 root news")
	})
	watched.play(t, "a daily summary leaves in the morning", func(t *testing.T, w *world) {
		w.exec("update news set as_recruiter = 'daily'")
		w.changes(thu.Add(time.Hour), w.handsIn)
		w.run()
		w.happened("Fri 08:00 ends", "Fri 08:00 root news")
	})
	watched.play(t, "nothing for who is told nothing, and none of what came before they said so",
		func(t *testing.T, w *world) {
			w.exec("update news set as_recruiter = 'daily'")
			w.changes(thu.Add(time.Hour), func() { w.exec("update news set as_recruiter = 'never'") })
			w.run()
			w.happened("Thu 13:00 ends")
		})
	watched.play(t, "a mailbox that is full for an hour", func(t *testing.T, w *world) {
		w.refuses[root] = 451
		w.sets(thu.Add(time.Hour), func() { delete(w.refuses, root) })
		w.run()
		if len(w.diary) != 2 || !strings.HasSuffix(w.diary[0], "root news") ||
			!strings.HasPrefix(w.diary[0], "Thu 13:0") {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
}
