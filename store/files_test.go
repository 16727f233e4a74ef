package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/testdb"
)

// attached attaches a file of that size to the candidate, as if its bytes were kept.
func (f *fixture) attached(candidate models.Ref, name string, size int64) (models.File, error) {
	f.t.Helper()
	file, _, err := f.Candidates.NewFile(ctx, candidate)
	file.Name, file.Size, file.Type, file.Hash = name, size, "text/plain", strings.Repeat("0f", 32)
	if err != nil {
		return file, err
	}
	return file, f.Candidates.Attach(ctx, file)
}

// brought is the same for an assessment.
func (f *fixture) brought(assessmentID, name string) (models.File, error) {
	f.t.Helper()
	file, _, err := f.Pipelines.NewFile(ctx, f.org.ID, assessmentID)
	file.Name, file.Size, file.Type, file.Hash = name, 7, "text/plain", strings.Repeat("0f", 32)
	if err != nil {
		return file, err
	}
	return file, f.Pipelines.AddFile(ctx, f.as(models.ActorMember, ada), file)
}

func namesOf(files []models.File) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

// TestFiles: the files of an assessment and of a candidate are apart from others'. A candidate's can be changed while
// they work, and stay as they are once they are handed in.
func TestFiles(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, inviting(), bolt())
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		ref, page := takingHome(f)
		takehome := f.applied.Assessments["takehome"]
		task := must(f.brought(takehome, "task.zip"))(t)
		noted := f.noted(func() {
			gone := must(f.brought(takehome, "gone.txt"))(t)
			f.done(f.Pipelines.RemoveFile(ctx, f.as(models.ActorMember, ada), f.org.ID, takehome, gone.ID))
		})
		if got, want := strings.Join(noted, "; "), "assessment file added: gone.txt by ada@acme.example; "+
			"assessment file removed: gone.txt by ada@acme.example"; got != want {
			t.Errorf("noted is %q, want %q", got, want)
		}
		f.refused(failure(f.brought(f.applied.Assessments["design"], "x")), models.Conflict,
			"a file of a live interview")

		f.refused(failure(f.attached(ref, "early", 1)), models.Conflict, "a file before the start")
		f.refused(failure(f.Candidates.FileFor(ctx, ref, task.ID)), models.NotFound,
			"a file of the task before the start")
		f.done(f.Candidates.StartAssessment(ctx, ref))
		first, second := must(f.attached(ref, "first", 5))(t), must(f.attached(ref, "second", 6))(t)
		if err := failure(f.attached(ref, "first", 5)); !errors.Is(err, models.ErrFileThere) {
			t.Errorf("a file that was sent twice: %v", err)
		}
		colleague := models.Ref{OrgID: f.org.ID,
			ID: f.invited(f.inviteTo("takehome", "colleague@c.example")).Candidate.ID}
		f.done(f.Candidates.StartAssessment(ctx, colleague))
		before := f.dump()
		for _, c := range []models.Ref{colleague, {OrgID: other.ID, ID: ref.ID}} {
			f.refused(failure(f.Candidates.Detach(ctx, c, first.ID)), models.NotFound, "removing another's file")
			f.refused(failure(f.Candidates.FileFor(ctx, c, first.ID)), models.NotFound, "opening another's file")
		}
		f.refused(failure(f.Pipelines.File(ctx, other.ID, takehome, task.ID)), models.NotFound,
			"another organization's task")
		f.refused(failure(f.Pipelines.File(ctx, f.org.ID, takehome, first.ID)), models.NotFound,
			"a candidate's file among those of the task")
		f.unchanged(before)
		if p := page(); namesOf(p.Task) != "task.zip" || namesOf(p.Own) != "first second" {
			t.Errorf("the page has %q and %q", namesOf(p.Task), namesOf(p.Own))
		}
		f.done(f.Candidates.Detach(ctx, ref, second.ID))
		stale := candidacy.Answer{Files: []models.File{first, second}}
		f.refused(failure(f.Candidates.Submit(ctx, ref, stale, nil)), models.Conflict, "files that the page showed")
		_, s := must2(f.Candidates.Submit(ctx, ref, candidacy.Answer{Files: []models.File{first}}, nil))(t) // alone

		if got := must(f.Candidates.SubmittedFile(ctx, f.org.ID, s.ID, first.ID))(t); got.Name != "first" ||
			got.Size != 5 || !got.AddedAt.Equal(f.Now()) || got.CandidateID != ref.ID {
			t.Errorf("handed in is %+v", got)
		}
		if r := must(f.Candidates.Report(ctx, f.org.ID, s.ID))(t); namesOf(r.Answer.Files) != "first" {
			t.Errorf("the report has %q", namesOf(r.Answer.Files))
		}
		f.done(f.Candidates.FileFor(ctx, ref, first.ID))
		before = f.dump()
		f.refused(failure(f.attached(ref, "late", 1)), models.Conflict, "a file after the end")
		f.refused(failure(f.Candidates.Detach(ctx, ref, first.ID)), models.Conflict, "removing what is handed in")
		f.refused(failure(f.Candidates.FileFor(ctx, ref, task.ID)), models.NotFound, "the task after the end")
		for _, id := range []string{second.ID, task.ID} {
			f.refused(failure(f.Candidates.SubmittedFile(ctx, f.org.ID, s.ID, id)), models.NotFound,
				"what was not handed in")
		}
		if got := must(f.Candidates.SubmittedFiles(ctx, other.ID, s.ID))(t); len(got) > 0 {
			t.Errorf("another organization reads %v", got)
		}
		f.unchanged(before)
		f.exec("update answers set submission_id = null where candidate_id = ?", ref.ID)
		if got := must(f.Candidates.SubmittedFiles(ctx, f.org.ID, s.ID))(t); len(got) > 0 {
			t.Errorf("of a draft beside a submission that was made elsewhere a member reads %v", got)
		}
	})
}

// TestFilesHaveBounds: the database decides, also where two forms that saw room for one more are sent at once.
func TestFilesHaveBounds(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, inviting())
		ref, page := takingHome(f)
		f.done(f.Candidates.StartAssessment(ctx, ref))
		for n := range models.MaxFiles - 1 {
			f.done(f.attached(ref, fmt.Sprint(n), 1))
		}
		results := make(chan error, 4)
		for range cap(results) {
			file, _ := must2(f.Candidates.NewFile(ctx, ref))(t)
			file.Name, file.Size, file.Type, file.Hash = "last", 1, "text/plain", ""
			go func() { results <- f.Candidates.Attach(ctx, file) }()
		}
		added := 0
		for range cap(results) {
			err := <-results
			if err == nil {
				added++
			} else if models.KindOf(err) != models.Conflict {
				t.Errorf("refused with %v", err)
			}
		}
		if added != 1 || len(page().Own) != models.MaxFiles {
			t.Errorf("%d were added, and there are %d", added, len(page().Own))
		}
		small := f.limited(func(l *models.Limits) { l.FileMegabytes = 1 })
		c := models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", "colleague@c.example")).Candidate.ID}
		f.done(f.Candidates.StartAssessment(ctx, c))
		file, room := must2(small.Candidates.NewFile(ctx, c))(t)
		if most, err := room.Most(); err != nil || most != 1<<20-models.MaxFiles {
			t.Errorf("the organization has room for %d (%v)", most, err)
		}
		file.Name, file.Type, file.Size = "large", "text/plain", 1<<20
		f.refused(small.Candidates.Attach(ctx, file), models.Throttled, "more than the organization may have")
	})
}

// TestFilesGoWithTheirRecord: no row names the file of a record that is gone, so that its bytes are collected.
func TestFilesGoWithTheirRecord(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, inviting())
		a := must(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, pipelines.NewAssessmentID(),
			pipeline.AssessmentEdit{Title: "Alone", DeliveryMode: models.DeliveryAsync}))(t)
		file := must(f.brought(a.ID, "task.zip"))(t)
		named := func() int {
			return len(must(f.Candidates.NamedFiles(ctx, f.org.ID, []string{file.ID, "fil_2", file.ID + ".x.part"}))(t))
		}
		if got := named(); got != 1 {
			t.Errorf("%d files are named", got)
		}
		f.must(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, a.ID, a.Version))
		if got := named(); got != 0 {
			t.Errorf("%d files are named after their assessment is gone", got)
		}
	})
}
