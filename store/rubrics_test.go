package store_test

import (
	"fmt"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

func TestRubrics(t *testing.T) {
	t.Parallel()
	organizations{staffed(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		id := f.applied.Assessments["takehome"] // of the organization file, which has no rubrics
		read := func() pipeline.Rubric {
			t.Helper()
			_, r := must2(f.Pipelines.Rubric(ctx, f.org.ID, id))(t)
			return r
		}
		if r := read(); r.Version != 0 || r.Text != "" || len(r.Scale) != 0 {
			t.Errorf("before any there is %+v", r)
		}
		edit := pipeline.RubricEdit{Text: "Look at the tests.", Scale: []pipeline.ScaleLevel{{Score: 5, Meaning: "all"},
			{Score: 0, Meaning: "none"}}}
		for range 2 { // sent twice
			r := must(f.Pipelines.EditRubric(ctx, as(grace), f.org.ID, id, 0, edit))(t)
			if r.Version != 1 {
				t.Errorf("the first is version %d", r.Version)
			}
		}
		r := read()
		if len(r.Scale) != 2 {
			t.Fatalf("stored is %+v", r)
		}
		verify.Each(t, "stored", verify.Fields{"Version": {r.Version, 1}, "Text": {r.Text, edit.Text},
			"Meaning": {r.Scale[0].Meaning, "none"}, "ID": {r.By.ID, grace}, "CreatedAt": {r.CreatedAt, noon}})
		f.refused(failure(f.Pipelines.EditRubric(ctx, as(kit), f.org.ID, id, 0, pipeline.RubricEdit{Text: "Other."})),
			models.Conflict, "a rubric by who saw none")
		f.clock.Set(noon.Add(time.Hour))
		f.done(f.Pipelines.EditRubric(ctx, as(kit), f.org.ID, id, 1, pipeline.RubricEdit{Text: "Other."}))
		if r := read(); r.Version != 2 || r.By.ID != kit || len(r.Scale) != 0 {
			t.Errorf("then %+v", r)
		}
		if n := f.scalar("select count(*) from rubrics where org_id = ?", f.org.ID); n != 2 {
			t.Errorf("%d versions are kept, want 2", n)
		}

		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pipelines.Rubric(ctx, bolt.ID, id)), models.NotFound, "another organization's rubric")
		f.refused(failure(f.Pipelines.EditRubric(ctx, act.By{}, bolt.ID, id, 2, edit)), models.NotFound,
			"to edit another organization's rubric")

		t.Run("at once", func(t *testing.T) {
			f.race(6, 1, func(n int) error {
				return failure(f.Pipelines.EditRubric(ctx, as(kit), f.org.ID, id, 2,
					pipeline.RubricEdit{Text: fmt.Sprint("By ", n)}))
			})
			if r := read(); r.Version != 3 {
				t.Errorf("it has version %d", r.Version)
			}
		})
		t.Run("goes with its assessment", func(t *testing.T) {
			a := must(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, pipelines.NewAssessmentID(),
				pipeline.AssessmentEdit{Title: "Gone", DeliveryMode: models.DeliveryAsync}))(t)
			f.done(f.Pipelines.EditRubric(ctx, act.By{}, f.org.ID, a.ID, 0, edit))
			f.must(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, a.ID, a.Version))
			if n := f.scalar("select count(*) from rubrics where assessment_id = ?", a.ID); n != 0 {
				t.Errorf("%d versions are left", n)
			}
		})
	})
}
