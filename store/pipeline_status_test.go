package store_test

import (
	"fmt"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/testdb"
)

// TestPipelineStatus counts the candidates of [crowded], who are in every state (T1: get_pipeline_status).
func TestPipelineStatus(t *testing.T) { // D19
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := crowded(t, url)
		var p pipeline.Status
		ask := func() {
			p = must(f.Pipelines.PipelineStatus(ctx, f.org.ID, f.posting("backend")))(t)
		}
		statements := f.count(ask)
		tracks, total := p.Standing()
		if len(total) < 7 {
			t.Errorf("in all %v, want every state", total)
		}
		upcoming := map[string]int{}
		for _, track := range tracks {
			for _, s := range track.Steps {
				upcoming[track.Name+"/"+s.Title] = s.Upcoming
			}
		}
		if upcoming["Default/design"] != 2 || upcoming["Referral/design"] != 0 {
			t.Errorf("upcoming %v, want the two booked ones at the design round", upcoming)
		}
		for n := range 5 {
			f.invite("takehome", fmt.Sprintf("more%d@candidate.example", n))
		}
		if more := f.count(ask); more != statements {
			t.Errorf("%d statements with more candidates, %d before", more, statements)
		}
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pipelines.PipelineStatus(ctx, bolt.ID, f.posting("backend"))), models.NotFound,
			"another organization's posting")
	})
}

// TestJudged reads submissions as tools do (T1: get_submission, get_answer, list_submissions).
func TestJudged(t *testing.T) { // D20
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		s, g := must2(f.Pages.Judged(ctx, f.org.ID, id))(t)
		verify.Each(t, "before a grade", verify.Fields{"g": {g, nil}, "ID": {s.ID, id},
			"CandidateEmail": {s.CandidateEmail, cleo}, "PostingTitle": {s.PostingTitle, "Backend"},
			"AssessmentTitle": {s.AssessmentTitle, "Take-home"}, "Stage": {s.Stage(), models.ToGrade}})
		for n, notes := range []string{"First.", "Second."} {
			f.done(f.Candidates.Grade(ctx, as(grace), f.org.ID, id, candidacy.GradeOrder{NativeScore: number(4),
				Notes: notes, Seen: int64(n), Exact: true}))
		}
		s, g = must2(f.Pages.Judged(ctx, f.org.ID, id))(t)
		if g == nil {
			t.Fatalf("the grade that counts: %+v of %+v", g, s)
		}
		verify.Each(t, "the grade that counts", verify.Fields{"Version": {g.Version, 2}, "Notes": {g.Notes, "Second."},
			"GradeVersion": {s.GradeVersion, 2}, "ID": {g.By.ID, grace}})
		s, a := must2(f.Pages.HandedIn(ctx, f.org.ID, id))(t)
		if a == nil || a.Text != "<b>Mine</b>" || len(a.Links) != 1 || s.CandidateID != ref.ID {
			t.Errorf("handed in: %+v of %+v", a, s)
		}
		page, _ := must2(f.Pages.Submissions(ctx, f.org.ID, candidacy.SubmissionFilter{CandidateID: ref.ID}, nil,
			50))(t)
		if len(page) != 1 || page[0].ID != id {
			t.Errorf("of one candidate: %+v", page)
		}
		of := f.applied.Submissions["sub-1"]
		if _, a, err := f.Pages.HandedIn(ctx, f.org.ID, of); err != nil || a != nil {
			t.Errorf("of a submission that a file brought: %+v (%v)", a, err)
		}
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pages.Judged(ctx, bolt.ID, id)), models.NotFound, "another organization's submission")
		f.refused(failure(f.Pages.HandedIn(ctx, bolt.ID, id)), models.NotFound, "another organization's answer")
		page, _ = must2(f.Pages.Submissions(ctx, bolt.ID, candidacy.SubmissionFilter{CandidateID: ref.ID}, nil, 50))(t)
		if len(page) != 0 {
			t.Errorf("of another organization's candidate: %+v", page)
		}
	})
}
