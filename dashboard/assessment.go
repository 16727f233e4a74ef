package dashboard

import (
	"slices"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// assessmentView is the page of an assessment.
type assessmentView struct {
	pipeline.AssessmentPage
	Path, Mode, Limit string
	Preview           *assessmentPreview
	Rubric            *shownRubric // nil: there is none
	Postings          int          // distinct ones of Where
	May               bool
	MayRubric         bool         // the organization file keeps no rubrics
	History           []changeLine // the newest changes (D4)
}

// assessment shows an assessment as candidates see it, and where it is used.
func assessment(v *visit) (answer, error) { return showAssessment(v) }

func showAssessment(v *visit) (answer, error) {
	page, err := v.Store.Pipelines.AssessmentPage(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	body := &assessmentView{AssessmentPage: page, Path: assessmentPath(page.ID, ""),
		Mode: deliveryModes[page.DeliveryMode], Limit: limitWords(page.TimeLimitMinutes),
		May:       edits(v, access.ActionEditAssessment, page.Origin),
		MayRubric: v.can(access.ActionEditAssessment, access.Facts{})}
	if body.Preview, err = previewOf(v.org, pipeline.AssessmentEditOf(page.Assessment)); err != nil {
		return answer{}, err
	}
	_, rubric, err := v.Store.Pipelines.Rubric(v.Context(), v.org.ID, page.ID)
	if err != nil {
		return answer{}, err
	}
	if body.Rubric, err = shown(rubric); err != nil {
		return answer{}, err
	}
	if body.History, err = v.historyOf(models.SubjectAssessment, page.ID); err != nil {
		return answer{}, err
	}
	var postings []string
	for _, p := range page.Where {
		postings = append(postings, p.PostingID)
	}
	slices.Sort(postings)
	body.Postings = len(slices.Compact(postings))
	return v.show("assessment", page.Title, body).under(assessmentsPath, "Assessments"), nil
}

// removeAssessment deletes an assessment that nothing uses.
func removeAssessment(v *visit) (answer, error) {
	version, err := v.shownVersion()
	if err == nil {
		err = v.Acts.RemoveAssessment(v.Context(), v.by(), v.id(), version)
	}
	if err == nil {
		return redirectNote(assessmentsPath, "The assessment is deleted."), nil
	}
	return assessmentProblem(v, err)
}

// assessmentProblem shows the assessment's page again with what is wrong.
func assessmentProblem(v *visit, err error) (answer, error) {
	a, failed := showAssessment(v)
	if failed != nil {
		return answer{}, failed
	}
	return a.refusing(err)
}
