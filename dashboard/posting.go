package dashboard

import (
	"slices"
	"strconv"

	"litmus/models"
)

// postingView is the page of a posting (D17).
type postingView struct {
	models.PostingPage
	Candidates, InterviewCount int
	Path                       string
	Tracks                     []trackView
	Unstaged                   []models.UnstagedAssessment
	Attachable                 []models.Assessment // those that are neither staged nor attached
	Interviewers               []assignedView
	Assign                     assignForm
	People                     []models.Member // to choose an interviewer from
	MayEdit, MayStaff          bool
	History                    []changeLine // the newest changes (D4)

	// addresses of what else there is about the posting, "" where that is not for the member
	ToInvite, ToCandidates, ToInterviews string
}

// assignedView is an interviewer of the posting.
type assignedView struct {
	models.AssignedInterviewer
	ToSlots string // address of their free times on it, "" where that is not for the member
}

// trackView is a track of the pipeline with its steps.
type trackView struct {
	models.Track
	Steps []stepView
	Move  mover
	Held  string // what depends on it, "" for nothing
}

// stepView is a step of a track.
type stepView struct {
	models.Round
	Assessments []models.Assessment
	Move        mover
	Held        string
	Unbookable  string // why a live step cannot be booked, "" where it can be or is none
}

// mover is the form that moves a track or a step up and down.
type mover struct {
	Action   string
	Version  int64
	Up, Down int    // the places that its buttons move it to, -1 for none
	What     string // is moved
}

// assignForm is what was typed to assign an interviewer or to change a link, and was refused.
type assignForm struct{ Email, Link, Was string }

// Typed reports whether the link of that interviewer was typed and refused.
func (p postingView) Typed(email string) bool { return p.Assign.Email == email }

// Employment is the type of the posting in words.
func (p postingView) Employment() string { return models.EmploymentWords(p.Posting.Type) }

// New returns what was typed to assign somebody who is not assigned, and was refused.
func (p postingView) New() assignForm {
	for _, i := range p.Interviewers {
		if i.Email == p.Assign.Email {
			return assignForm{}
		}
	}
	return p.Assign
}

// posting shows a posting with its pipeline and its interviewers.
func (s *Site) posting(v *visit) (answer, error) { return s.showPosting(v, assignForm{}) }

func (s *Site) showPosting(v *visit, typed assignForm) (answer, error) {
	page, err := s.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	body := &postingView{PostingPage: page, Path: postingPath(page.Posting.ID, ""), Assign: typed,
		Tracks: tracksOf(page.PipelineFacts), Unstaged: page.Pipeline.Unstaged,
		MayEdit:      v.edits(models.ActionEditPipeline, page.Posting.Origin),
		MayStaff:     v.edits(models.ActionAssignInterviewers, page.Posting.Origin),
		ToInvite:     v.to("/dashboard/invite", models.ActionInvite, page.Posting.ID),
		ToCandidates: v.to("/dashboard/candidates", models.ActionSeeCandidate, page.Posting.ID),
		ToInterviews: v.to("/dashboard/interviews", models.ActionSeeInterview, page.Posting.ID)}
	for _, i := range page.Interviewers {
		body.Interviewers = append(body.Interviewers, assignedView{i, v.toSlots(page.Posting.ID, i.Email)})
	}
	body.Candidates, body.InterviewCount = page.Use.Total()
	if body.People, err = s.Store.Team.Members(v.Context(), v.org.ID); err != nil {
		return answer{}, err
	}
	if body.History, err = s.historyOf(v, models.SubjectPosting, page.Posting.ID); err != nil {
		return answer{}, err
	}
	body.People = slices.DeleteFunc(body.People, func(m models.Member) bool {
		return slices.ContainsFunc(page.Interviewers, func(i models.AssignedInterviewer) bool {
			return i.Email == m.Email
		})
	})
	for _, a := range choicesOf(page.PipelineFacts) {
		attached := slices.ContainsFunc(page.Pipeline.Unstaged, func(u models.UnstagedAssessment) bool {
			return u.AssessmentID == a.ID
		})
		if !attached && !page.Staged(a.ID) {
			body.Attachable = append(body.Attachable, a)
		}
	}
	return s.show(v, "posting", page.Posting.Title, body).under(postingsPath, "Postings"), nil
}

// edits reports whether the member may do an action with a record, and the dashboard keeps it: what the organization
// file keeps is read-only (D24).
func (v *visit) edits(a models.Action, origin string) bool {
	return origin != models.OriginFile && v.can(a, models.Facts{})
}

// newestChanges is how many changes the page of a posting or an assessment tells.
const newestChanges = 10

// historyOf returns the newest changes of a record in words (D4).
func (s *Site) historyOf(v *visit, subject models.Subject, id string) ([]changeLine, error) {
	changes, _, err := s.Store.Audit.History(v.Context(), v.org.ID, subject, id, nil, newestChanges)
	return s.changeLines(v, changes), err
}

// to returns the address of a page about a posting, "" if there is no such page or the member may not do its action.
func (v *visit) to(path string, a models.Action, postingID string) string {
	if !v.site.served[path] || !v.can(a, models.Facts{}) {
		return ""
	}
	return href(path, "posting", postingID)
}

// toSlots returns the address of an interviewer's free times on a posting, "" if there is no such page or it is not for
// the member.
func (v *visit) toSlots(postingID, email string) string {
	const path = postingsPath + "/{id}/availability"
	if !v.site.served[path] || !v.can(models.ActionSeeAvailability, models.Facts{}) {
		return ""
	}
	return href(postingPath(postingID, "/availability"), "person", v.site.Store.Availability.PersonID(v.org.ID, email))
}

// choicesOf returns the organization's assessments by title.
func choicesOf(f models.PipelineFacts) []models.Assessment {
	var out []models.Assessment
	for _, a := range f.Assessments {
		out = append(out, a)
	}
	models.SortAssessments(out)
	return out
}

// tracksOf lays the pipeline out for the page.
func tracksOf(f models.PipelineFacts) []trackView {
	var out []trackView
	for n, t := range f.Tracks {
		rounds := f.Rounds[t.ID]
		track := trackView{Track: t, Held: f.Use.OfTrack(t.ID, rounds).Words()}
		track.Move = moverOf(f.Posting, "/tracks/"+t.ID, t.Words(), n, len(f.Tracks))
		for m, r := range rounds {
			step := stepView{Round: r, Held: f.Use.OfRound(r, rounds).Words()}
			step.Move = moverOf(f.Posting, "/steps/"+r.ID, r.Words(), m, len(rounds))
			for _, id := range r.Assessments() {
				step.Assessments = append(step.Assessments, f.Assessments[id])
			}
			if r.Type == models.StepAssessment && r.DeliveryMode == models.DeliverySync && !r.Bookable {
				step.Unbookable = "not bookable yet"
			}
			track.Steps = append(track.Steps, step)
		}
		out = append(out, track)
	}
	return out
}

// moverOf is the form that moves what stands at place n of a list of that length.
func moverOf(p models.Posting, below, what string, n, length int) mover {
	m := mover{Action: postingPath(p.ID, below+"/move"), Version: p.Version, Up: n - 1, Down: n + 1, What: what}
	if m.Down == length {
		m.Down = -1
	}
	return m
}

// changePipeline makes a change of the pipeline that the posting's page shows a button for, and leads back to it.
func (s *Site) changePipeline(v *visit, c models.PipelineChange, place, note string) (answer, error) {
	version, err := v.shownVersion()
	if err == nil {
		_, err = s.Acts.EditPipeline(v.Context(), v.by(), v.id(), version, c)
	}
	if err != nil {
		return s.postingProblem(v, err)
	}
	return redirectNote(v, postingPath(v.id(), place), note), nil
}

// newPlace returns the field "to", a place in an order, -1 where it is none: no list has it.
func (v *visit) newPlace() int {
	n, err := strconv.Atoi(v.field("to"))
	if err != nil {
		return -1
	}
	return n
}

// setPostingState closes, reopens, archives or restores a posting.
func (s *Site) setPostingState(v *visit) (answer, error) {
	p, err := s.Acts.SetPostingState(v.Context(), v.by(), v.id(), v.field("state"))
	if err != nil {
		return s.postingProblem(v, err)
	}
	note := map[string]string{
		models.StatusOpen: "The posting is open: candidates can be invited and booked.",
		models.StatusClosed: "The posting is closed: it takes no new candidates. Those who are invited can still " +
			"finish.",
		models.StateArchived: "The posting is archived: it is closed and left out of the list. " +
			"“Restore” brings it back.",
	}[p.State()]
	return redirectNote(v, postingPath(p.ID, ""), note), nil
}

// removePosting deletes a posting that has no candidates.
func (s *Site) removePosting(v *visit) (answer, error) {
	version, err := v.shownVersion()
	if err == nil {
		err = s.Acts.RemovePosting(v.Context(), v.by(), v.id(), version)
	}
	if err != nil {
		return s.postingProblem(v, err)
	}
	return redirectNote(v, postingsPath, "The posting is deleted."), nil
}

// postingProblem shows the posting's page again with what is wrong.
func (s *Site) postingProblem(v *visit, err error) (answer, error) {
	a, failed := s.showPosting(v, assignForm{})
	if failed != nil {
		return answer{}, failed
	}
	return a.refusing(err)
}

// attachAssessment attaches an assessment to the posting without a step.
func (s *Site) attachAssessment(v *visit) (answer, error) {
	return s.changePipeline(v, models.AttachAssessment{AssessmentID: v.field("assessment")}, "#unstaged",
		"The assessment is attached. Candidates can be invited to it.")
}

// detachAssessment takes it off.
func (s *Site) detachAssessment(v *visit) (answer, error) {
	return s.changePipeline(v, models.DetachAssessment{AssessmentID: v.field("assessment")}, "#unstaged",
		"The assessment is detached.")
}
