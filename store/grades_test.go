package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/setup"
	"litmus/store/candidates"
	"litmus/store/setups"
	"litmus/testdb"
)

// as says that the member of that address acts.
func as(email string) act.By {
	return act.By{Actor: models.Actor{Kind: models.ActorMember, ID: email}}
}

// handIn makes a submission of a candidate of the posting backend by hand, with an answer.
func (f *fixture) handIn(email string) (ref models.Ref, submissionID string) {
	f.t.Helper()
	ref = f.invite("takehome", email)
	f.done(f.Candidates.StartAssessment(ctx, ref))
	_, s := must2(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "<b>Mine</b>",
		Links: []string{"https://x.example/a"}}, nil))(f.t)
	return ref, s.ID
}

func (f *fixture) report(id string) candidates.Report {
	f.t.Helper()
	return must(f.Candidates.Report(ctx, f.org.ID, id))(f.t)
}

// grades returns the versions of a submission as lines.
func (f *fixture) grades(id string) string {
	f.t.Helper()
	var lines []string
	for _, g := range f.report(id).Grades {
		lines = append(lines, fmt.Sprintf("%d: %s %s %q by %s", g.Version, models.FormatScore(g.NativeScore),
			models.FormatScore(g.Score), g.Notes, g.By))
	}
	return strings.Join(lines, "\n")
}

func TestGrade(t *testing.T) { // D20
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, id := f.handIn(cleo)
		before := f.candidateRow(ref.ID)
		r := f.report(id)
		if !verify.Each(t, "before any grade the report", verify.Fields{"Grade": {r.Grade(), nil},
			"Text": {r.Answer.Text, "<b>Mine</b>"}, "len(Links)": {len(r.Answer.Links), 1},
			"Email": {r.Candidate.Email, cleo}, "PostingTitle": {r.PostingTitle, "Backend"},
			"Title": {r.Assessment.Title, "Take-home"}}) {
			t.FailNow()
		}
		f.clock.Set(noon.Add(time.Hour))
		g := must(f.Candidates.Grade(ctx, as(grace), f.org.ID, id, candidacy.GradeOrder{NativeScore: number(3.5),
			Notes: "Good."}))(t)
		if !g.Changed || len(g.Unseen) != 0 || g.Submission.GradeVersion != 1 || *g.Submission.Score != 70 {
			t.Errorf("the first grade is %+v", g)
		}
		same := candidacy.GradeOrder{NativeScore: number(3.5), Notes: "Good.", Seen: 1}
		if g := must(f.Candidates.Grade(ctx, as(kit), f.org.ID, id, same))(t); g.Changed || g.Grade.Version != 1 {
			t.Errorf("the same once more is %+v", g)
		}
		// Kit saw the first version as Grace made the second.
		f.done(f.Candidates.Grade(ctx, as(grace), f.org.ID, id, candidacy.GradeOrder{NativeScore: number(4),
			Notes: "Better.", Seen: 1}))
		f.clock.Set(noon.Add(2 * time.Hour))
		g = must(f.Candidates.Grade(ctx, as(kit), f.org.ID, id,
			candidacy.GradeOrder{NativeScore: number(2), Notes: "No.",
				Seen: 1}))(t)
		if len(g.Unseen) != 1 || g.Unseen[0].Version != 2 || g.Unseen[0].Notes != "Better." {
			t.Errorf("the third grade is %+v", g)
		}
		want := `1: 3.5 70 "Good." by Grace
2: 4 80 "Better." by Grace
3: 2 40 "No." by kit@acme.example`
		if got := f.grades(id); got != want {
			t.Errorf("the versions are\n%s\nwant\n%s", got, want)
		}
		s, _ := must2(f.Candidates.Submission(ctx, f.org.ID, id))(t) // what REST shows is the last one
		if *s.Score != 40 || *s.NativeScore != 2 || !s.UpdatedAt.Equal(noon.Add(2*time.Hour)) {
			t.Errorf("the submission is %+v", s)
		}
		if after := f.candidateRow(ref.ID); after.Revision != before.Revision {
			t.Errorf("a grade changed the candidate to %+v", after)
		}

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		dump := f.dump()
		f.refused(failure(f.Candidates.Grade(ctx, as(kit), other.ID, id, candidacy.GradeOrder{Notes: "x"})),
			models.NotFound, "another organization's submission")
		f.refused(failure(f.Candidates.Report(ctx, other.ID, id)), models.NotFound, "another organization's report")
		f.unchanged(dump)
	})
}

// Graders at once all leave their versions, one after the other.
func TestGradersAtOnce(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		_, id := f.handIn(cleo)
		const graders = 8
		unseen := make([]int, graders)
		f.race(graders, graders, func(n int) error {
			g, err := f.Candidates.Grade(ctx, as(grace), f.org.ID, id,
				candidacy.GradeOrder{NativeScore: number(float64(n) / 2)})
			unseen[n] = len(g.Unseen)
			return err
		})
		r, seen := f.report(id), map[int]bool{}
		for n, g := range r.Grades {
			if g.Version != int64(n+1) {
				t.Errorf("version %d stands at %d", g.Version, n)
			}
		}
		for _, n := range unseen {
			seen[n] = true
		}
		if len(r.Grades) != graders || len(seen) != graders ||
			*r.Submission.NativeScore != *r.Grades[graders-1].NativeScore {
			t.Errorf("%d versions, and the graders had not seen %v", len(r.Grades), unseen)
		}
	})
}

// A file's scores are a version like those of members, and the file changes what it said before.
func TestGradesOfTheFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Submissions = append(file.Submissions, setup.Submission{Key: "sub-2", Posting: "backend",
			Assessment: "takehome", Candidate: setup.Candidate{Email: cleo}, SubmittedAt: at(9, 0)})
		f := open(t, url, file)
		graded, ungraded := f.applied.Submissions["sub-1"], f.applied.Submissions["sub-2"]
		if got := f.grades(graded); got != `1: 4.2 84 "" by the organization file` {
			t.Errorf("the versions are %s", got)
		}
		if r := f.report(ungraded); len(r.Grades) != 0 || r.Submission.GradeVersion != 0 || r.Answer != nil {
			t.Errorf("the report of a submission without scores is %+v", r)
		}
		file.Submissions[0].Decision = models.DecisionReject // not a score
		f.apply(file)
		file.Submissions[0].NativeScore, file.Submissions[1].Score = number(3), number(10)
		f.apply(file)
		if got := f.grades(graded); got != `1: 4.2 84 "" by the organization file
2: 3 84 "" by the organization file` {
			t.Errorf("after a change of the file the versions are %s", got)
		}
		if got := f.grades(ungraded); got != `1:  10 "" by the organization file` {
			t.Errorf("after a score in the file the versions are %s", got)
		}
		file.Submissions = nil
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		if n := f.scalar("select count(*) from grades"); n != 0 {
			t.Errorf("%d grades of submissions that are gone", n)
		}
	})
}

// TestMigrateGrades: the scores that files gave before are their submissions' first versions.
func TestMigrateGrades(t *testing.T) {
	t.Parallel()
	testdb.Long(t) // it runs the whole schema
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		f := open(t, url)
		f.must(f.MigrateTo(ctx, 11))
		f.oldPipeline()
		f.oldCandidate("cand_1", cleo, instant(noon), 1)
		for id, scores := range map[string][2]*float64{"sub_both": {number(84), number(4.2)},
			"sub_legacy": {number(80), nil}, "sub_native": {nil, number(0)}, "sub_bare": {nil, nil}} {
			f.exec(`insert into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at, score,
				native_score, decision, created_at, updated_at)
				values ('org_1', ?, 'post_1', 'asmt_1', 'cand_1', ?, ?, ?, 'pending', ?, ?)`, id, noon, scores[0], scores[1], noon, noon.Add(time.Hour))
		}
		f.done(f.Migrate(ctx))
		for id, want := range map[string]string{"sub_both": `1: 4.2 84 "" by the organization file`,
			"sub_legacy": `1:  80 "" by the organization file`, "sub_native": `1: 0  "" by the organization file`,
			"sub_bare": ""} {
			if got := f.grades(id); got != want {
				t.Errorf("%s has the versions %q, want %q", id, got, want)
			}
			r := f.report(id)
			if r.Submission.GradeVersion != int64(len(r.Grades)) {
				t.Errorf("%s is at version %d", id, r.Submission.GradeVersion)
			}
			if g := r.Grade(); g != nil && !g.CreatedAt.Equal(noon.Add(time.Hour)) {
				t.Errorf("%s was graded at %s", id, g.CreatedAt)
			}
		}
		if c := f.candidateRow("cand_1"); c.Resends != 0 || c.ResentAt != nil {
			t.Errorf("an invitation from before is %+v", c)
		}
	})
}
