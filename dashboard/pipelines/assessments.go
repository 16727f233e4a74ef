package pipelines

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// assessmentsPage is how many assessments a page of the list has.
const assessmentsPage = 50

// deliveryModes are the delivery modes in words (§1).
var deliveryModes = map[string]string{models.DeliveryAsync: "take-home", models.DeliverySync: "live interview",
	models.DeliveryTrial: "work trial"}

// modeTabs are the parts of the list by delivery mode.
var modeTabs = []site.Tab{{Name: "All"}, {Name: "Take-homes", Path: models.DeliveryAsync},
	{Name: "Live interviews", Path: models.DeliverySync}, {Name: "Work trials", Path: models.DeliveryTrial}}

// assessmentsView is the list of assessments.
type assessmentsView struct {
	Filter      pipeline.AssessmentFilter
	Modes       []site.Tab
	Assessments []assessmentLine
	Further     string // address of the next page, "" on the last one
	First       string // address of the first page, "" on it
	None        bool   // the organization has none
	May         bool   // edit
}

type assessmentLine struct {
	pipeline.AssessmentLine
	Mode, Limit string
}

// assessments lists the organization's assessments (D18).
func assessments(v *site.Visit) (site.Answer, error) {
	f := pipeline.AssessmentFilter{Mode: v.Query("mode"), Text: v.Query("q")}
	var after *models.Position
	if id := v.Query("after"); id != "" {
		after = &models.Position{Title: v.Query("title"), ID: id}
	}
	list, next, err := v.Store.Pipelines.Assessments(v.Context(), v.Org.ID, f, after, assessmentsPage)
	if err != nil {
		return site.Answer{}, err
	}
	body := &assessmentsView{Filter: f, May: v.Can(access.ActionEditAssessment, access.Facts{}),
		None: len(list) == 0 && f == pipeline.AssessmentFilter{} && after == nil}
	for _, a := range list {
		body.Assessments = append(body.Assessments, assessmentLine{a, deliveryModes[a.DeliveryMode],
			limitWords(a.TimeLimitMinutes)})
	}
	for _, t := range modeTabs {
		body.Modes = append(body.Modes, site.Tab{Name: t.Name, Chosen: t.Path == f.Mode,
			Path: site.Href(site.AssessmentsPath, "mode", t.Path, "q", f.Text)})
	}
	if next != nil {
		body.Further = site.Href(site.AssessmentsPath, "mode", f.Mode, "q", f.Text, "title", next.Title, "after",
			next.ID)
	}
	if after != nil {
		body.First = site.Href(site.AssessmentsPath, "mode", f.Mode, "q", f.Text)
	}
	return v.Show("assessments", "Assessments", body).
		Lead("Exercises for candidates: take-homes, live interviews and work trials. Postings put them into their " +
			"pipelines."), nil
}

// limitNames are what a time limit is called, of a live assessment and of others.
var limitNames = map[bool]string{true: "Length", false: "Time limit"}

// limitWords returns a time limit in words, "" for none.
func limitWords(minutes int) string {
	switch {
	case minutes == 0:
		return ""
	case minutes%(24*60) == 0:
		return models.Count(minutes/(24*60), "day")
	case minutes%60 == 0:
		return models.Count(minutes/60, "hour")
	case minutes > 60:
		return models.Count(minutes/60, "hour") + " " + models.Count(minutes%60, "minute")
	}
	return models.Count(minutes, "minute")
}
