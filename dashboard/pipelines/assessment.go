package pipelines

import (
	"slices"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// assessmentView is the page of an assessment.
type assessmentView struct {
	pipeline.AssessmentPage
	Path, Mode, Limit string
	Preview           *assessmentPreview
	Rubric            *Rubric // nil: there is none
	Postings          int     // distinct ones of Where
	May               bool
	MayRubric         bool              // the organization file keeps no rubrics
	Files             []fileLine        // that it brings along
	MayFiles          bool              // it can bring more along; the organization file keeps none either
	History           []site.ChangeLine // the newest changes (D4)
}

// assessment shows an assessment as candidates see it, and where it is used.
func assessment(v *site.Visit) (site.Answer, error) { return showAssessment(v) }

func showAssessment(v *site.Visit) (site.Answer, error) {
	page, err := v.Store.Pipelines.AssessmentPage(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	body := &assessmentView{AssessmentPage: page, Path: site.AssessmentPath(page.ID, ""),
		Mode: deliveryModes[page.DeliveryMode], Limit: limitWords(page.TimeLimitMinutes),
		May:       edits(v, access.ActionEditAssessment, page.Origin),
		MayRubric: v.Can(access.ActionEditAssessment, access.Facts{})}
	if body.Preview, err = previewOf(v.Org, pipeline.AssessmentEditOf(page.Assessment)); err != nil {
		return site.Answer{}, err
	}
	_, rubric, err := v.Store.Pipelines.Rubric(v.Context(), v.Org.ID, page.ID)
	if err != nil {
		return site.Answer{}, err
	}
	if body.Rubric, err = RubricOf(rubric); err != nil {
		return site.Answer{}, err
	}
	files, err := v.Store.Pipelines.Files(v.Context(), v.Org.ID, page.ID)
	if err != nil {
		return site.Answer{}, err
	}
	body.Files = fileLines(body.Path, files)
	body.MayFiles = body.MayRubric && v.Acts.Files != nil && pipeline.CheckBrings(page.Assessment) == nil
	if body.History, err = v.HistoryOf(models.SubjectAssessment, page.ID); err != nil {
		return site.Answer{}, err
	}
	var postings []string
	for _, p := range page.Where {
		postings = append(postings, p.PostingID)
	}
	slices.Sort(postings)
	body.Postings = len(slices.Compact(postings))
	return v.Show("assessment", page.Title, body).Under(site.AssessmentsPath, "Assessments"), nil
}

// removeAssessment deletes an assessment that nothing uses.
func removeAssessment(v *site.Visit) (site.Answer, error) {
	version, err := v.ShownVersion()
	if err == nil {
		err = v.Acts.Pipelines.RemoveAssessment(v.Context(), v.By(), v.ID(), version)
	}
	if err == nil {
		return site.RedirectNote(site.AssessmentsPath, "The assessment is deleted."), nil
	}
	return assessmentProblem(v, err)
}

// assessmentProblem shows the assessment's page again with what is wrong.
func assessmentProblem(v *site.Visit, err error) (site.Answer, error) {
	a, failed := showAssessment(v)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}
