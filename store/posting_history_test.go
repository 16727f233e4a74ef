package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/history"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/testdb"
)

// TestEditsAreKept proves D4 for postings, pipelines and assessments: each edit stands in the history of its record
// with the member who made it, and what changed nothing does not.
func TestEditsAreKept(t *testing.T) { // D17, D18
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		byKit := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: kit, Name: "Kit"}}
		seen := len(f.history(models.SubjectPosting, f.backend))
		p := f.page()
		track := p.Tracks[0].ID
		change := func(c pipeline.Change) {
			t.Helper()
			f.clock.Set(f.clock.Now().Add(time.Minute))
			f.done(f.Pipelines.EditPipeline(t.Context(), byKit, f.org.ID, f.backend, f.page().Posting.Version, c))
		}
		edit := pipeline.PostingEditOf(p.Posting)
		edit.Title, edit.Team = "Backend 2", "Data"
		f.done(f.Pipelines.EditPosting(t.Context(), byKit, f.org.ID, f.backend, p.Posting.Version, edit))
		f.done(f.Pipelines.EditPosting(t.Context(), byKit, f.org.ID, f.backend, p.Posting.Version, edit)) // twice
		for _, state := range []string{"closed", "archived", "closed", "open", "open"} {
			f.clock.Set(f.clock.Now().Add(time.Minute))
			f.done(f.Pipelines.SetPostingState(t.Context(), byKit, f.org.ID, f.backend, state))
		}
		id, other := pipelines.NewRoundID(), pipelines.NewTrackID()
		change(pipeline.AddRound{ID: id, TrackID: track, Step: pipeline.StepEdit{Type: models.StepPlain,
			Title: "Call"}})
		change(pipeline.EditRound{ID: id, Step: pipeline.StepEdit{Type: models.StepPlain, Title: "Ring"}})
		change(pipeline.RemoveRound{ID: id})
		change(pipeline.RemoveRound{ID: id})
		change(pipeline.AddTrack{ID: other, Name: "Other"})
		change(pipeline.RemoveTrack{ID: other})
		told := func(changes []models.Change) string {
			var lines []string
			for _, c := range changes {
				if c.Actor.Kind != models.ActorMember || c.Actor.ID != kit {
					t.Errorf("%s was made by %+v", c.Kind, c.Actor)
				}
				lines = append(lines, history.Did(c, time.UTC, noon))
			}
			slices.Reverse(lines)
			return strings.Join(lines, "\n")
		}
		history := f.history(models.SubjectPosting, f.backend)
		if got, want := told(history[:len(history)-seen]), `edited: team Data; title from "Backend" to "Backend 2"
closed
archived
restored from the archive
reopened
step added: Call
step edited: Ring: title from "Call" to "Ring"
step removed: Ring
track added: Other
track removed: Other`; got != want {
			t.Errorf("the posting's history is\n%s\nwant\n%s", got, want)
		}

		made := must(f.Pipelines.CreateAssessment(t.Context(), byKit, f.org.ID, pipelines.NewAssessmentID(),
			pipeline.AssessmentEdit{Title: "Call", DeliveryMode: models.DeliverySync}))(t)
		if got := told(f.history(models.SubjectAssessment, made.ID)); got != "created" {
			t.Errorf("the assessment's history is %s", got)
		}
		created := must(f.Pipelines.CreatePosting(t.Context(), byKit, f.org.ID, pipelines.NewPostingID(), edit, nil))(t)
		if got := told(f.history(models.SubjectPosting, created.ID)); got != "created" {
			t.Errorf("the new posting's history is %s", got)
		}
		f.must(f.Pipelines.RemovePosting(t.Context(), byKit, f.org.ID, created.ID, created.Version))
		f.clock.Set(f.clock.Now().Add(time.Minute))
		f.must(f.Pipelines.RemoveAssessment(t.Context(), byKit, f.org.ID, made.ID, made.Version))
		for subject, id := range map[models.Subject]string{models.SubjectPosting: created.ID,
			models.SubjectAssessment: made.ID} {
			if left := f.history(subject, id); len(left) != 0 {
				t.Errorf("of a %s that is removed the history has %+v", subject, left)
			}
		}
		organization := f.history(models.SubjectOrganization, f.org.ID)
		if got, want := told(organization[:2]), `removed posting "Backend 2"
removed assessment "Call"`; got != want {
			t.Errorf("the organization's history is\n%s\nwant\n%s", got, want)
		}
	})
}
