package pipelines

import (
	"slices"
	"strconv"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// postingView is the page of a posting (D17).
type postingView struct {
	pipeline.PostingPage
	Candidates, InterviewCount int
	Path                       string
	Board                      []boardTrack // who stands where
	Tracks                     []trackView
	Unstaged                   []pipeline.UnstagedAssessment
	Attachable                 []models.Assessment // those that are neither staged nor attached
	Interviewers               []assignedView
	Assign                     assignForm
	People                     []models.Member // to choose an interviewer from
	MayEdit, MayStaff          bool
	History                    []site.ChangeLine // the newest changes (D4)
	Watch                      watchView

	// addresses of what else there is about the posting, "" where that is not for the member
	ToInvite, ToInviteSeveral, ToCandidates, ToInterviews string
}

// assignedView is an interviewer of the posting.
type assignedView struct {
	pipeline.AssignedInterviewer
	ToSlots string // address of their free times on it, "" where that is not for the member
	ToHours string // likewise of their hours, which they do not have yet
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
	Panel       string // its seats in words, "" for none
	Unbookable  string // why a live step cannot be booked, "" where it can be or is none
}

// mover is the form that moves a track or a step up and down.
type mover struct {
	Action   string
	Version  int64
	Up, Down int    // the places that its buttons move it to, -1 for none
	Moved    string // what is moved
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
func posting(v *site.Visit) (site.Answer, error) { return showPosting(v, assignForm{}) }

func showPosting(v *site.Visit, typed assignForm) (site.Answer, error) {
	page, err := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	body := &postingView{PostingPage: page, Path: site.PostingPath(page.Posting.ID, ""), Assign: typed,
		Tracks: tracksOf(page.Facts), Unstaged: page.Pipeline.Unstaged, Watch: watchOf(v, page),
		MayEdit:         edits(v, access.ActionEditPipeline, page.Posting.Origin),
		MayStaff:        edits(v, access.ActionAssignInterviewers, page.Posting.Origin),
		ToInvite:        toPage(v, site.InvitePath, access.ActionInvite, page.Posting.ID),
		ToInviteSeveral: toPage(v, site.InviteSeveralPath, access.ActionInvite, page.Posting.ID),
		ToCandidates:    toPage(v, site.CandidatesPath, access.ActionSeeCandidate, page.Posting.ID),
		ToInterviews:    toPage(v, site.InterviewsPath, access.ActionSeeInterview, page.Posting.ID)}
	for _, i := range page.Interviewers {
		view := assignedView{AssignedInterviewer: i, ToSlots: toSlots(v, page.Posting.ID, i.Email)}
		if i.Empty() && v.Served[site.HoursPath] && v.Can(access.ActionEditHours, v.OwnOf(i.Email)) {
			view.ToHours = site.Href(site.HoursPath, "person", v.Store.Availability.PersonID(v.Org.ID, i.Email))
		}
		body.Interviewers = append(body.Interviewers, view)
	}
	body.Candidates, body.InterviewCount = page.Use.Total()
	board, err := v.Store.Pages.Board(v.Context(), v.Org.ID, page.Posting.ID, page.Lanes(), boardCards)
	if err != nil {
		return site.Answer{}, err
	}
	body.Board = boardOf(v, page.Facts, board)
	if body.People, err = v.Store.Team.Members(v.Context(), v.Org.ID); err != nil {
		return site.Answer{}, err
	}
	if body.History, err = v.HistoryOf(models.SubjectPosting, page.Posting.ID); err != nil {
		return site.Answer{}, err
	}
	body.People = slices.DeleteFunc(body.People, func(m models.Member) bool {
		return slices.ContainsFunc(page.Interviewers, func(i pipeline.AssignedInterviewer) bool {
			return i.Email == m.Email
		})
	})
	for _, a := range choicesOf(page.Facts) {
		attached := slices.ContainsFunc(page.Pipeline.Unstaged, func(u pipeline.UnstagedAssessment) bool {
			return u.AssessmentID == a.ID
		})
		if !attached && !page.Staged(a.ID) {
			body.Attachable = append(body.Attachable, a)
		}
	}
	return v.Show("posting", page.Posting.Title, body).Under(site.PostingsPath, "Postings"), nil
}

// edits reports whether the member may do an action with a record, and the dashboard keeps it: what the organization
// file keeps is read-only (D24).
func edits(v *site.Visit, a access.Action, origin string) bool {
	return origin != models.OriginFile && v.Can(a, access.Facts{})
}

// toPage returns the address of a page about a posting, "" if there is no such page or the member may not do its
// action.
func toPage(v *site.Visit, path string, a access.Action, postingID string) string {
	if !v.Served[path] || !v.Can(a, access.Facts{}) {
		return ""
	}
	return site.Href(path, "posting", postingID)
}

// toSlots returns the address of an interviewer's free times on a posting, "" if there is no such page or it is not for
// the member.
func toSlots(v *site.Visit, postingID, email string) string {
	const path = site.PostingsPath + "/{id}/availability"
	if !v.Served[path] || !v.Can(access.ActionSeeAvailability, access.Facts{}) {
		return ""
	}
	return site.Href(site.PostingPath(postingID, "/availability"), "person", v.Store.Availability.PersonID(v.Org.ID,
		email))
}

// choicesOf returns the organization's assessments by title.
func choicesOf(f pipeline.Facts) []models.Assessment {
	var out []models.Assessment
	for _, a := range f.Assessments {
		out = append(out, a)
	}
	pipeline.SortAssessments(out)
	return out
}

// tracksOf lays the pipeline out for the page.
func tracksOf(f pipeline.Facts) []trackView {
	var out []trackView
	for n, t := range f.Tracks {
		rounds := f.Rounds[t.ID]
		track := trackView{Track: t, Held: f.Use.OfTrack(t.ID, rounds).Words()}
		track.Move = moverOf(f.Posting, "/tracks/"+t.ID, t.Words(), n, len(f.Tracks))
		for m, r := range rounds {
			step := stepView{Round: r, Held: f.Use.OfRound(r, rounds).Words(),
				Panel: models.SeatsWords(r.Seats, f.PoolName)}
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
	m := mover{Action: site.PostingPath(p.ID, below+"/move"), Version: p.Version, Up: n - 1, Down: n + 1, Moved: what}
	if m.Down == length {
		m.Down = -1
	}
	return m
}

// changePipeline makes a change of the pipeline that the posting's page shows a button for, and leads back to it.
func changePipeline(v *site.Visit, c pipeline.Change, place, note string) (site.Answer, error) {
	version, err := v.ShownVersion()
	if err == nil {
		_, err = v.Acts.Pipelines.EditPipeline(v.Context(), v.By(), v.ID(), version, c)
	}
	if err != nil {
		return postingProblem(v, err)
	}
	return site.RedirectNote(site.PostingPath(v.ID(), place), note), nil
}

// newPlace returns the field "to", a place in an order, -1 where it is none: no list has it.
func newPlace(v *site.Visit) int {
	n, err := strconv.Atoi(v.Field("to"))
	if err != nil {
		return -1
	}
	return n
}

// setPostingState closes, reopens, archives or restores a posting.
func setPostingState(v *site.Visit) (site.Answer, error) {
	p, err := v.Acts.Pipelines.SetPostingState(v.Context(), v.By(), v.ID(), v.Field("state"))
	if err != nil {
		return postingProblem(v, err)
	}
	note := map[string]string{
		models.StatusOpen: "The posting is open: candidates can be invited and booked.",
		models.StatusClosed: "The posting is closed: it takes no new candidates. Those who are invited can still " +
			"finish.",
		models.StateArchived: "The posting is archived: it is closed and left out of the list. " +
			"“Restore” brings it back.",
	}[p.State()]
	return site.RedirectNote(site.PostingPath(p.ID, ""), note), nil
}

// removePosting deletes a posting that has no candidates.
func removePosting(v *site.Visit) (site.Answer, error) {
	version, err := v.ShownVersion()
	if err == nil {
		err = v.Acts.Pipelines.RemovePosting(v.Context(), v.By(), v.ID(), version)
	}
	if err != nil {
		return postingProblem(v, err)
	}
	return site.RedirectNote(site.PostingsPath, "The posting is deleted."), nil
}

// onPosting gives a page the posting of its address, unless the organization file keeps it.
func onPosting(do func(*site.Visit, pipeline.PostingPage) (site.Answer, error)) func(*site.Visit) (site.Answer, error) {
	return func(v *site.Visit) (site.Answer, error) {
		page, err := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
		if err != nil {
			return site.Answer{}, err
		}
		if err := models.CheckOrigin(page.Posting.Words(), page.Posting.Origin); err != nil {
			return postingProblem(v, err)
		}
		return do(v, page)
	}
}

// postingProblem shows the posting's page again with what is wrong.
func postingProblem(v *site.Visit, err error) (site.Answer, error) {
	a, failed := showPosting(v, assignForm{})
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}

// attachAssessment attaches an assessment to the posting without a step.
func attachAssessment(v *site.Visit) (site.Answer, error) {
	return changePipeline(v, pipeline.AttachAssessment{AssessmentID: v.Field("assessment")}, "#unstaged",
		"The assessment is attached. Candidates can be invited to it.")
}

// detachAssessment takes it off.
func detachAssessment(v *site.Visit) (site.Answer, error) {
	return changePipeline(v, pipeline.DetachAssessment{AssessmentID: v.Field("assessment")}, "#unstaged",
		"The assessment is detached.")
}

// assign assigns an interviewer to the posting.
func assign(v *site.Visit) (site.Answer, error) {
	typed := assignForm{Email: v.Field("email"), Link: v.Field("link")}
	email, err := models.ParseEmail("the email", typed.Email)
	if err == nil {
		_, err = models.ParseLink("the meeting link", typed.Link)
	}
	if err == nil {
		err = v.Acts.Availability.AssignInterviewer(v.Context(), v.By(), v.ID(), email, typed.Link)
	}
	if err != nil {
		return assignProblem(v, typed, err, nil)
	}
	return site.RedirectNote(site.PostingPath(v.ID(), "#interviewers"), email+" interviews for this posting now."), nil
}

// setLink gives an interviewer another meeting link on the posting.
func setLink(v *site.Visit) (site.Answer, error) {
	typed := assignForm{Email: v.Field("email"), Link: v.Field("link"), Was: v.Field("was")}
	_, err := models.ChangeMeetingLink("the meeting link", typed.Was, typed.Link)
	if err == nil {
		err = v.Acts.Availability.SetAssignedLink(v.Context(), v.By(), v.ID(), typed.Email, typed.Was, typed.Link)
	}
	if err != nil {
		return assignProblem(v, typed, err, map[string]string{"the meeting link": "link-of-" + typed.Email})
	}
	return site.RedirectNote(site.PostingPath(v.ID(), "#interviewers"),
		"The link is saved. Interviews to come on this "+
			"posting that had none have it now; others keep theirs."), nil
}

// unassign takes an interviewer off the posting.
func unassign(v *site.Visit) (site.Answer, error) {
	email := v.Field("email")
	if err := v.Acts.Availability.UnassignInterviewer(v.Context(), v.By(), v.ID(), email); err != nil {
		return assignProblem(v, assignForm{}, err, nil)
	}
	return site.RedirectNote(site.PostingPath(v.ID(), "#interviewers"),
		email+" is not assigned any more. Their interviews "+
			"stay theirs."), nil
}

// assignProblem shows the posting's page again with what was typed and what is wrong. controls are those of the
// form, where it is not the one to assign somebody.
func assignProblem(v *site.Visit, typed assignForm, err error, controls map[string]string) (site.Answer, error) {
	a, failed := showPosting(v, typed)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.At(controls).Refusing(err)
}
