package tools

import (
	"fmt"
	"net/http"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/wire"
)

var assessmentTools = []tool{
	{
		name: "list_assessments", hints: reads, anyOf: []string{access.AssessmentsRead}, do: (*Server).listAssessments,
		heavy: true, in: "AssessmentQuery", out: "AssessmentPage",
		about: "List the assessments of the organization by title, without instructions, with how much uses them. " +
			"Follow next_cursor, with the same filters.",
		say: saying(func(x assessmentPageJSON) string {
			return listed(len(x.Assessments), "assessment", x.NextCursor)
		}),
	},
	{
		name: "get_assessment", id: "assessment_id", hints: reads, anyOf: []string{access.AssessmentsRead},
		do: (*Server).readAssessment, in: "AssessmentReference", out: "AssessmentDetail",
		about: "Read one assessment with its instructions, its version and where it is used.",
		say:   saying(saidAssessment),
	},
	{
		name: "create_assessment", hints: hints{}, anyOf: []string{access.AssessmentsWrite},
		do: (*Server).createAssessment, in: "AssessmentRequest", out: "AssessmentDetail",
		about: "Create an assessment, which nothing uses until it is put into a pipeline in the dashboard. Called " +
			"twice, it makes two: after a timeout list them first.",
		say: saying(saidAssessment),
	},
	{
		name: "update_assessment", id: "assessment_id", hints: hints{destructive: true, idempotent: true},
		anyOf: []string{access.AssessmentsWrite}, do: (*Server).updateAssessment, in: "AssessmentChange",
		out: "AssessmentDetail",
		about: "Change an assessment; what is left out stays. expected is the version that was read: a later one " +
			"refuses this change. Candidates who have it open see the change.",
		say: saying(saidAssessment),
	},
}

func saidAssessment(x assessmentDetailJSON) string {
	return fmt.Sprintf("Assessment %s has version %d.", x.ID, x.Version)
}

type assessmentPageJSON struct {
	Assessments []assessmentJSON `json:"assessments"`
	NextCursor  *string          `json:"next_cursor"`
}

type assessmentJSON struct {
	ID               string            `json:"id"`
	Title            string            `json:"title"`
	DeliveryMode     string            `json:"delivery_mode"`
	Ready            bool              `json:"ready"`
	TimeLimitMinutes int               `json:"time_limit_minutes"`
	Version          int64             `json:"version"`
	Origin           string            `json:"origin"`
	Use              assessmentUseJSON `json:"use"`
	CreatedAt        string            `json:"created_at"`
	UpdatedAt        string            `json:"updated_at"`
}

type assessmentUseJSON struct {
	Steps      int `json:"steps"`
	Unstaged   int `json:"unstaged"`
	Candidates int `json:"candidates"`
}

type assessmentDetailJSON struct {
	assessmentJSON
	Instructions string           `json:"instructions"`
	UsedBy       []usedByStepJSON `json:"used_by"`
}

type usedByStepJSON struct {
	PostingID    string `json:"posting_id"`
	PostingTitle string `json:"posting_title"`
	TrackName    string `json:"track_name"`
	StepTitle    string `json:"step_title"`
}

func wireAssessment(a models.Assessment, use pipeline.AssessmentUse) assessmentJSON {
	return assessmentJSON{a.ID, a.Title, a.DeliveryMode, a.Ready, a.TimeLimitMinutes, a.Version, a.Origin,
		assessmentUseJSON{use.Steps, use.Unstaged, use.Candidates}, models.FormatInstant(a.CreatedAt),
		models.FormatInstant(a.UpdatedAt)}
}

func wireAssessmentDetail(p pipeline.AssessmentPage) assessmentDetailJSON {
	out := assessmentDetailJSON{wireAssessment(p.Assessment, p.Use), p.Instructions,
		make([]usedByStepJSON, len(p.Where))}
	for n, w := range p.Where {
		out.UsedBy[n] = usedByStepJSON{w.PostingID, w.PostingTitle, w.TrackName, w.StepTitle}
	}
	return out
}

// assessmentKey is a position in the list of assessments as a cursor holds it; an id has no space.
func assessmentKey(p *models.Position) string {
	if p == nil {
		return ""
	}
	return p.ID + " " + p.Title
}

// listAssessments serves list_assessments (D18).
func (sv *Server) listAssessments(c *call) (int, any, error) {
	q := c.Params("delivery_mode")
	mode := q.Text("delivery_mode")
	if q.Fail(pipeline.CheckDeliveryMode(mode)); q.Err() != nil {
		return 0, nil, q.Err()
	}
	list := []string{"assessments", mode}
	limit, last, err := sv.listPage(c, list...)
	if err != nil {
		return 0, nil, err
	}
	var after *models.Position
	if id, title, ok := strings.Cut(last, " "); ok {
		after = &models.Position{ID: id, Title: title}
	}
	rows, next, err := sv.Store.Pipelines.Assessments(c.Context(), c.OrgID(), pipeline.AssessmentFilter{Mode: mode},
		after, limit)
	if err != nil {
		return 0, nil, err
	}
	out := assessmentPageJSON{Assessments: make([]assessmentJSON, len(rows)),
		NextCursor: sv.cursorAfter(c, assessmentKey(next), list...)}
	for n, r := range rows {
		out.Assessments[n] = wireAssessment(r.Assessment, r.Use)
	}
	return http.StatusOK, out, nil
}

// readAssessment serves get_assessment.
func (sv *Server) readAssessment(c *call) (int, any, error) {
	p, err := sv.Store.Pipelines.AssessmentPage(c.Context(), c.OrgID(), c.ID)
	return answered(wireAssessmentDetail(p), err)
}

// createAssessment serves create_assessment.
func (sv *Server) createAssessment(c *call) (int, any, error) {
	f, e := c.Fields(assessmentFields...), pipeline.AssessmentEdit{Ready: true}
	if changeAssessment(f, &e); f.Err() != nil {
		return 0, nil, f.Err()
	}
	made, err := sv.Acts.Pipelines.CreateAssessment(c.Context(), c.by(), pipelines.NewAssessmentID(), e)
	if err != nil {
		return 0, nil, err
	}
	c.Touched(made.ID)
	return http.StatusCreated, wireAssessmentDetail(pipeline.AssessmentPage{Assessment: made}), nil
}

// updateAssessment serves update_assessment. What is left out is taken from what is stored; if that has another version
// than the one expected, the edit is refused.
func (sv *Server) updateAssessment(c *call) (int, any, error) {
	p, err := sv.Store.Pipelines.AssessmentPage(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	f, e := c.Fields(append([]string{"expected"}, assessmentFields...)...), pipeline.AssessmentEditOf(p.Assessment)
	expected := expectedIn(f, "get_assessment")
	if changeAssessment(f, &e); f.Err() != nil {
		return 0, nil, f.Err()
	}
	before := p.Version
	if p.Assessment, err = sv.Acts.Pipelines.EditAssessment(c.Context(), c.by(), c.ID, expected, e); err != nil {
		return 0, nil, err
	}
	if p.Version == before {
		if err := c.mayRead(access.AssessmentsRead); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusOK, wireAssessmentDetail(p), nil
}

// assessmentFields are what a request says of an assessment.
var assessmentFields = []string{"title", "delivery_mode", "ready", "instructions", "time_limit_minutes"}

// changeAssessment puts what the request says into the edit, and leaves the rest.
func changeAssessment(f wire.Fields, e *pipeline.AssessmentEdit) {
	set(&e.Title, f.Optional("title"))
	set(&e.DeliveryMode, f.Optional("delivery_mode"))
	set(&e.Instructions, f.Optional("instructions"))
	set(&e.Ready, f.Flag("ready"))
	if minutes := f.Integer("time_limit_minutes"); minutes != nil {
		e.TimeLimitMinutes = int(*minutes)
	}
}

// set sets what the request says; nil says nothing.
func set[T any](to, said *T) {
	if said != nil {
		*to = *said
	}
}
