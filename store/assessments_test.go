package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/testdb"
)

func (f edited) assessment(key string) pipeline.AssessmentPage {
	f.t.Helper()
	return must(f.Pipelines.AssessmentPage(ctx, f.org.ID, f.applied.Assessments[key]))(f.t)
}

func TestAssessmentIsCreatedOnce(t *testing.T) { // D18
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		id := pipelines.NewAssessmentID()
		edit := pipeline.AssessmentEdit{Title: "Design", DeliveryMode: models.DeliverySync, Instructions: "# Draw\r\n"}
		a := must(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, id, edit))(t)
		if a.Key != "design-2" || a.Instructions != "# Draw" || a.Version != 1 {
			t.Errorf("got %+v", a)
		}
		before := f.dump()
		f.done(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, id, edit))
		edit.Ready = true
		f.refused(failure(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, id, edit)), models.Conflict,
			"the form again, with another field")
		f.unchanged(before)
	})
}

func TestAssessmentIsEdited(t *testing.T) { // D18
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		design := f.assessment("design")
		if design.Use != (pipeline.AssessmentUse{Steps: 3, Candidates: 1}) || len(design.Where) != 3 {
			t.Errorf("design is used by %+v in %+v", design.Use, design.Where)
		}
		if week := f.assessment("week"); week.Use.Unstaged != 1 || week.Where[0].PostingTitle != "Backend" {
			t.Errorf("on a posting: %+v", week)
		}
		f.clock.Set(noon.Add(time.Hour))
		edit := pipeline.AssessmentEditOf(design.Assessment)
		edit.Ready, edit.TimeLimitMinutes = false, 90
		saved := must(f.Pipelines.EditAssessment(ctx, act.By{}, f.org.ID, design.ID, design.Version, edit))(t)
		if saved.Version != design.Version+1 || f.assessment("design").Assessment != saved {
			t.Errorf("got %+v, stored %+v", saved, f.assessment("design"))
		}
		before := f.dump()
		// the form twice
		f.done(f.Pipelines.EditAssessment(ctx, act.By{}, f.org.ID, design.ID, design.Version, edit))
		edit.Title = "Draw"
		f.refused(failure(f.Pipelines.EditAssessment(ctx, act.By{}, f.org.ID, design.ID, design.Version, edit)),
			models.Conflict, "a form of before")
		f.refused(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, design.ID, saved.Version), models.Conflict,
			"removing what is used")
		neighbour := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pipelines.EditAssessment(ctx, act.By{}, neighbour.ID, design.ID, saved.Version, edit)),
			models.NotFound, "another organization's")
		f.refused(failure(f.Pipelines.AssessmentPage(ctx, neighbour.ID, design.ID)), models.NotFound, "its page")
		f.refused(f.Pipelines.RemoveAssessment(ctx, act.By{}, neighbour.ID, design.ID, saved.Version),
			models.NotFound, "its removal")
		f.unchanged(before)

		unused := must(f.Pipelines.CreateAssessment(ctx, act.By{}, f.org.ID, pipelines.NewAssessmentID(),
			pipeline.AssessmentEdit{Title: "Call", DeliveryMode: models.DeliveryAsync}))(t)
		f.refused(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, unused.ID, unused.Version-1),
			models.Conflict, "a page of before")
		f.must(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, unused.ID, unused.Version))
		f.refused(f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, unused.ID, unused.Version), models.NotFound,
			"pressed twice")
	})
}

func TestAssessmentList(t *testing.T) { // D18
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		var titles []string
		for _, l := range paged(f.fixture, pipeline.AssessmentFilter{}, 2, f.Pipelines.Assessments) {
			titles = append(titles, l.Title)
			if l.Title == "Take-home" && l.Use != (pipeline.AssessmentUse{Steps: 2, Candidates: 1}) {
				t.Errorf("the take-home is used by %+v", l.Use)
			}
		}
		if want := []string{"Design", "Pairing", "Quiz", "Take-home", "Trial week"}; !slices.Equal(titles, want) {
			t.Errorf("got %v, want %v", titles, want)
		}
		for filter, want := range map[pipeline.AssessmentFilter]string{{Mode: models.DeliverySync}: "Design Pairing",
			{Text: "QUI"}: "Quiz", {Text: "none"}: ""} {
			page, _ := must2(f.Pipelines.Assessments(ctx, f.org.ID, filter, nil, 10))(t)
			var got []string
			for _, l := range page {
				got = append(got, l.Title)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%+v finds %v, want %s", filter, got, want)
			}
		}
		if choices := must(f.Pipelines.AssessmentChoices(ctx, f.org.ID))(t); len(choices) != 5 {
			t.Errorf("choices are %+v", choices)
		}
	})
}
