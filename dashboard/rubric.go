package dashboard

import (
	"fmt"
	"html/template"

	"litmus/markdown"
	"litmus/models"
	"litmus/models/pipeline"
)

// shownRubric is a rubric as pages show it.
type shownRubric struct {
	Text  template.HTML
	Scale []pipeline.ScaleLevel
}

// shown renders a rubric, nil for an empty one.
func shown(r pipeline.Rubric) (*shownRubric, error) {
	if r.Text == "" && len(r.Scale) == 0 {
		return nil, nil
	}
	text, err := markdown.HTML(r.Text)
	return &shownRubric{text, r.Scale}, err
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
func rubricPage(v *visit) (answer, error) {
	a, r, err := v.Store.Pipelines.Rubric(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	return showRubric(v, a, rubricForm{typedRubric: typedRubricOf(r), Version: r.Version}), nil
}

func showRubric(v *visit, a models.Assessment, f rubricForm) answer {
	f.ID, f.Path, f.Native = a.ID, assessmentPath(a.ID, ""), models.NativeScale
	return v.show("rubric", "Rubric of "+a.Title, f).under(f.Path, "Assessment")
}

// saveRubric saves the form. If somebody else saved meanwhile, both versions are shown and nothing is written.
func saveRubric(v *visit) (answer, error) {
	f := rubricForm{typedRubric: typedRubric{v.form.Get("text"), v.form.Get("scale")}}
	version, err := v.shownVersion()
	e := pipeline.RubricEdit{Text: f.Text}
	if err == nil {
		e.Scale, err = pipeline.ParseScale(f.Scale)
	}
	if err == nil {
		var r pipeline.Rubric
		if r, err = v.Acts.EditRubric(v.Context(), v.by(), v.id(), version, e); err == nil {
			return redirectNote(assessmentPath(v.id(), ""),
				fmt.Sprintf("The rubric is saved, as version %d.", r.Version)), nil
		}
	}
	a, r, failed := v.Store.Pipelines.Rubric(v.Context(), v.org.ID, v.id())
	if failed != nil {
		return answer{}, failed
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
	return showRubric(v, a, f).refusing(err)
}
