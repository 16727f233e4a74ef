package pipelines

import (
	"html/template"
	"strconv"

	"litmus/dashboard/internal/site"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

// assessmentForm is the form of a new assessment or of one that is edited.
type assessmentForm struct {
	typedAssessment
	ID       string // of a new assessment: the one that it will have
	New      bool
	Version  int64
	Action   string
	Back     string
	Modes    []modeChoice
	Use      string             // what uses it, so that its delivery mode stays; "" for nothing
	Versions []difference       // what is saved by now, if that is another version than the form showed
	Preview  *assessmentPreview // nil unless it was asked for
}

// typedAssessment is an assessment as it is typed.
type typedAssessment struct {
	Title, Mode         string
	Ready               bool
	Instructions, Limit string
}

// modeChoice is a delivery mode with what it means.
type modeChoice struct{ Value, Name, Meaning string }

var modeChoices = []modeChoice{
	{models.DeliveryAsync, "Take-home", "Candidates do it alone, start it when they like and hand in an answer."},
	{models.DeliverySync, "Live interview", "Candidates meet an interviewer at a time that is booked."},
	{models.DeliveryTrial, "Work trial", "Candidates work with the team. It is done like a take-home."},
}

// assessmentPreview is what candidates will see of an assessment.
type assessmentPreview struct {
	Organization, Title, Limit string
	Instructions               template.HTML
	Live                       bool
}

func readAssessment(v *site.Visit) typedAssessment {
	return typedAssessment{Title: v.Field("title"), Mode: v.Field("mode"), Ready: v.Field("ready") != "",
		Instructions: v.Form.Get("instructions"), Limit: v.Field("limit")}
}

func typedAssessmentOf(a models.Assessment) typedAssessment {
	limit := ""
	if a.TimeLimitMinutes > 0 {
		limit = strconv.Itoa(a.TimeLimitMinutes)
	}
	return typedAssessment{Title: a.Title, Mode: a.DeliveryMode, Ready: a.Ready, Instructions: a.Instructions,
		Limit: limit}
}

// edit reads what was typed, which [pipeline.AssessmentEdit.Check] checks; the error is of kind [models.Invalid].
func (t typedAssessment) edit() (pipeline.AssessmentEdit, error) {
	e := pipeline.AssessmentEdit{Title: t.Title, DeliveryMode: t.Mode, Ready: t.Ready, Instructions: t.Instructions}
	var err error
	if t.Mode == models.DeliverySync { // its limit is its length, which steps take over
		e.TimeLimitMinutes, err = models.ParseWhole("the length", t.Limit, 0, models.MinDurationMinutes,
			models.MaxDurationMinutes)
		return e, err
	}
	e.TimeLimitMinutes, err = models.ParseWhole("the time limit", t.Limit, 0, 0, pipeline.MaxTimeLimitMinutes)
	return e, err
}

// newAssessment shows the form of a new assessment.
func newAssessment(v *site.Visit) (site.Answer, error) {
	return showAssessmentForm(v, assessmentForm{typedAssessment: typedAssessment{Mode: models.DeliveryAsync,
		Ready: true}, ID: pipelines.NewAssessmentID(), New: true}), nil
}

// createAssessment makes the assessment, or shows the preview. A form that is sent twice makes one.
func createAssessment(v *site.Visit) (site.Answer, error) {
	f := assessmentForm{typedAssessment: readAssessment(v), ID: v.Field("id"), New: true}
	e, err := f.edit()
	if err == nil {
		e, err = e.Check("")
	}
	if err != nil {
		return showAssessmentForm(v, f).Refusing(err)
	}
	if v.Field("do") == "preview" {
		return previewAssessment(v, f, e)
	}
	a, err := v.Acts.Pipelines.CreateAssessment(v.Context(), v.By(), f.ID, e)
	if err != nil {
		f.ID = pipelines.NewAssessmentID() // the next one is another assessment
		return showAssessmentForm(v, f).Refusing(err)
	}
	return site.RedirectNote(site.AssessmentPath(a.ID, ""),
		"The assessment is created. A step of a posting's pipeline can "+
			"have it now."), nil
}

func showAssessmentForm(v *site.Visit, f assessmentForm) site.Answer {
	f.Modes = modeChoices
	if f.New {
		f.Action, f.Back = site.AssessmentsPath+"/new", site.AssessmentsPath
		return v.Show("assessment-form", "New assessment", f).Under(site.AssessmentsPath, "Assessments")
	}
	f.Action, f.Back = site.AssessmentPath(f.ID, "/edit"), site.AssessmentPath(f.ID, "")
	return v.Show("assessment-form", "Edit assessment", f).Under(f.Back, "Assessment")
}

// previewAssessment shows the form again, with what candidates will see. Nothing is saved.
func previewAssessment(v *site.Visit, f assessmentForm, e pipeline.AssessmentEdit) (site.Answer, error) {
	p, err := previewOf(v.Org, e)
	f.Preview = p
	return showAssessmentForm(v, f), err
}

// previewOf renders what candidates see of an assessment, by the code that renders it for them.
func previewOf(org models.Organization, e pipeline.AssessmentEdit) (*assessmentPreview, error) {
	text, err := markdown.HTML(e.Instructions)
	return &assessmentPreview{Organization: org.Name, Title: e.Title, Limit: limitWords(e.TimeLimitMinutes),
		Instructions: text, Live: e.DeliveryMode == models.DeliverySync}, err
}

// editAssessmentPage shows the form of an assessment.
func editAssessmentPage(v *site.Visit) (site.Answer, error) {
	page, err := v.Store.Pipelines.AssessmentPage(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	if err := models.CheckOrigin(page.Words(), page.Origin); err != nil {
		return assessmentProblem(v, err)
	}
	return showAssessmentForm(v, assessmentForm{typedAssessment: typedAssessmentOf(page.Assessment), ID: page.ID,
		Version: page.Version, Use: page.Use.Words()}), nil
}

// editAssessment saves the form, or shows the preview. If somebody else saved meanwhile, both versions are shown and
// nothing is written.
func editAssessment(v *site.Visit) (site.Answer, error) {
	f := assessmentForm{typedAssessment: readAssessment(v), ID: v.ID()}
	version, err := v.ShownVersion()
	var e pipeline.AssessmentEdit
	if err == nil {
		e, err = f.edit()
	}
	showing := v.Field("do") == "preview"
	if err == nil && !showing {
		_, err = v.Acts.Pipelines.EditAssessment(v.Context(), v.By(), f.ID, version, e)
		if err == nil {
			return site.RedirectNote(site.AssessmentPath(f.ID, ""), "The assessment is saved."), nil
		}
	}
	page, failed := v.Store.Pipelines.AssessmentPage(v.Context(), v.Org.ID, f.ID)
	if failed != nil {
		return site.Answer{}, failed
	}
	if err == nil { // it is a preview
		e, err = e.Check(page.Instructions)
	}
	f.Version, f.Use = page.Version, page.Use.Words()
	if version != page.Version {
		f.Versions = assessmentDifferences(typedAssessmentOf(page.Assessment), f.typedAssessment)
	}
	if err == nil { // a preview saves nothing, so the form goes on with the version that it showed
		f.Version, f.Versions = version, nil
		return previewAssessment(v, f, e)
	}
	return showAssessmentForm(v, f).Refusing(err)
}

// assessmentDifferences returns what is saved of an assessment and what was typed, field by field.
func assessmentDifferences(saved, typed typedAssessment) []difference {
	ready := map[bool]string{true: "ready", false: "not ready"}
	text := func(t typedAssessment) string {
		if e, err := (pipeline.AssessmentEdit{Title: "x", DeliveryMode: models.DeliveryAsync,
			Instructions: t.Instructions}).Check(t.Instructions); err == nil {
			return e.Instructions // without what cleaning takes away, such as the browser's line ends
		}
		return t.Instructions
	}
	return differing(difference{"Title", saved.Title, typed.Title},
		difference{"Delivery", deliveryModes[saved.Mode], deliveryModes[typed.Mode]},
		difference{"For candidates", ready[saved.Ready], ready[typed.Ready]},
		difference{limitNames[typed.Mode == models.DeliverySync] + " in minutes", saved.Limit, typed.Limit},
		difference{"Instructions", text(saved), text(typed)})
}
