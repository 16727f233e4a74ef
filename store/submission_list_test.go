package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/testdb"
)

// queue returns the ids of the submissions that the filter selects, page by page.
func (f *fixture) queue(filter candidacy.SubmissionFilter, limit int) string {
	f.t.Helper()
	var ids []string
	for _, s := range paged(f, filter, limit, f.Pages.Submissions) {
		if s.CandidateEmail == "" || s.PostingTitle != "Backend" || s.AssessmentTitle != "Take-home" {
			f.t.Errorf("%+v is listed", s)
		}
		ids = append(ids, strings.TrimPrefix(s.ID, "sub_"))
	}
	return strings.Join(ids, " ")
}

func TestSubmissions(t *testing.T) { // D20
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme(), bolt())
		for n, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			decision, graded := models.DecisionPending, n%3
			if n%3 == 2 {
				decision = models.DecisionAdvance
			}
			f.exec(`insert into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at,
				decision, grade_version, created_at, updated_at) select org_id, ?, posting_id, assessment_id,
				candidate_id, ?, ?, ?, created_at, updated_at from submissions where id = ?`, "sub_"+name,
				noon.Add(-time.Duration(n)*time.Hour), decision, graded, f.applied.Submissions["sub-1"])
		}
		f.exec("delete from grades where org_id = ?", f.org.ID)
		f.exec("delete from submissions where id = ?", f.applied.Submissions["sub-1"])
		stage := func(s models.Stage) candidacy.SubmissionFilter { return candidacy.SubmissionFilter{Stage: &s} }
		for _, limit := range []int{1, 2, 4, 50} {
			for want, filter := range map[string]candidacy.SubmissionFilter{
				"g d a h e b i f c": {},
				"g d a":             stage(models.ToGrade),
				"h e b":             stage(models.ToDecide),
				"c f i":             stage(models.DecidedStage), // the last one first
				"h g e d b a":       {Undecided: true},
				"":                  {PostingID: f.posting("analyst")},
			} {
				if got := f.queue(filter, limit); got != want {
					t.Errorf("by %d %+v is %q, want %q", limit, filter, got, want)
				}
			}
		}
		toGrade, toDecide, err := f.Pages.WaitingSubmissions(ctx, f.org.ID)
		if toGrade != 3 || toDecide != 3 || err != nil {
			t.Errorf("%d wait to be graded and %d to be decided on (%v)", toGrade, toDecide, err)
		}
		for id, want := range map[string]string{"a": "3 of 3, g h", "d": "2 of 3, a b", "g": "1 of 3, d e",
			"e": "2 of 3, d b", "b": "3 of 3, a h", "f": "0 of 0, d e"} {
			x, _ := must2(f.Pages.Judged(ctx, f.org.ID, "sub_"+id))(t)
			q := must(f.Pages.QueuePlaces(ctx, f.org.ID, x.Submission))(t)
			if got := fmt.Sprint(q.Place, " of ", q.Of, ", ", strings.ReplaceAll(strings.Join(q.Next[:], " "), "sub_",
				"")); got != want {
				t.Errorf("%s is %q, want %q", id, got, want)
			}
		}
		f.exec("update submissions set decision = 'reject' where id not in ('sub_a', 'sub_c')")
		for id, want := range map[string]string{"a": "[ ]", "c": "[sub_a ]"} {
			x, _ := must2(f.Pages.Judged(ctx, f.org.ID, "sub_"+id))(t)
			q := must(f.Pages.QueuePlaces(ctx, f.org.ID, x.Submission))(t)
			if got := fmt.Sprint(q.Next); got != want {
				t.Errorf("beside the last that waits, %s is followed by %q, want %q", id, got, want)
			}
		}
		if n := f.count(func() { f.queue(candidacy.SubmissionFilter{}, 50) }); n != 1 {
			t.Errorf("%d statements for a page of the queue", n)
		}
	})
}

// The first page of a long queue reads its own rows, and not the queue.
func TestPlanOfTheQueue(t *testing.T) { // D20
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openOwned(t, url, acme())
		f.exec(`insert into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at, decision,
			grade_version, created_at, updated_at)
			with recursive series(n) as (select 0 union all select n + 1 from series where n < 4999)
			select org_id, 'sub_' || n, posting_id, assessment_id, candidate_id, submitted_at,
				case when n % 10 = 0 then 'pending' else 'reject' end, 0, created_at, updated_at
			from series, submissions`)
		if f.Postgres() {
			f.exec("analyze")
		}
		var ran []string
		s := f.opened(url, func(sql string) { ran = append(ran, sql) })
		decided := models.DecidedStage
		for _, filter := range []candidacy.SubmissionFilter{{}, {Stage: &decided}} {
			ran = nil
			page, next := must2(s.Pages.Submissions(ctx, f.org.ID, filter, nil, 50))(t)
			if len(page) != 50 || next == nil || len(ran) != 1 {
				t.Fatalf("a page of %d, by the statements %q", len(page), ran)
			}
			if plan := f.plan(ran[0]); !strings.Contains(plan, "submissions_queue") ||
				strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("the plan is\n%s\nof %s", plan, ran[0])
			}
		}
	})
}
