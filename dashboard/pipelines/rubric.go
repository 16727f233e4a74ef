package pipelines

import (
	"fmt"
	"html/template"

	"litmus/dashboard/internal/site"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/pipeline"
)

// Rubric is a rubric as pages show it.
type Rubric struct {
	Text  template.HTML
	Scale []pipeline.ScaleLevel
}

// RubricOf renders a rubric, nil for an empty one.
func RubricOf(r pipeline.Rubric) (*Rubric, error) {
	if r.Text == "" && len(r.Scale) == 0 {
		return nil, nil
	}
	text, err := markdown.HTML(r.Text)
	return &Rubric{text, r.Scale}, err
}

// rubricForm is the page on which an assessment's rubric is written.
type rubricForm struct {
	typedRubric
	ID, Path string // of the assessment
	Version  int64  // that the form shows
	Native   models.ScoreScale
	Versions []difference // what was saved meanwhile, beside what was typed
}

// typedRubric is a rubric as people type it.
type typedRubric struct{ Text, Scale string }

func typedRubricOf(r pipeline.Rubric) typedRubric {
	return typedRubric{r.Text, pipeline.FormatScale(r.Scale)}
}

// rubricPage shows the form.
func rubricPage(v *site.Visit) (site.Answer, error) {
	a, r, err := v.Store.Pipelines.Rubric(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	return showRubric(v, a, rubricForm{typedRubric: typedRubricOf(r), Version: r.Version}), nil
}

func showRubric(v *site.Visit, a models.Assessment, f rubricForm) site.Answer {
	f.ID, f.Path, f.Native = a.ID, site.AssessmentPath(a.ID, ""), models.NativeScale
	return v.Show("rubric", "Rubric of "+a.Title, f).Under(f.Path, "Assessment")
}

// saveRubric saves the form. If somebody else saved meanwhile, both versions are shown and nothing is written.
func saveRubric(v *site.Visit) (site.Answer, error) {
	f := rubricForm{typedRubric: typedRubric{v.Form.Get("text"), v.Form.Get("scale")}}
	version, err := v.ShownVersion()
	e := pipeline.RubricEdit{Text: f.Text}
	if err == nil {
		e.Scale, err = pipeline.ParseScale(f.Scale)
	}
	if err == nil {
		var r pipeline.Rubric
		if r, err = v.Acts.Pipelines.EditRubric(v.Context(), v.By(), v.ID(), version, e); err == nil {
			return site.RedirectNote(site.AssessmentPath(v.ID(), ""),
				fmt.Sprintf("The rubric is saved, as version %d.", r.Version)), nil
		}
	}
	a, r, failed := v.Store.Pipelines.Rubric(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	f.Version = r.Version
	if version != r.Version {
		saved := typedRubricOf(r)
		typed := f.typedRubric
		if clean, wrong := e.Check(e.Text); wrong == nil { // without the browser's line ends
			typed = typedRubric{clean.Text, pipeline.FormatScale(clean.Scale)}
		}
		f.Versions = differing(difference{"Text", saved.Text, typed.Text},
			difference{"What scores mean", saved.Scale, typed.Scale})
	}
	return showRubric(v, a, f).Refusing(err)
}
