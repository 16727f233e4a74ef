package pipelines

import (
	"cmp"
	"slices"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

// postingForm is the form of a new posting or of one that is edited.
type postingForm struct {
	pipeline.PostingEdit
	ID       string // of a new posting: the one that it will have
	New      bool
	Version  int64
	Action   string
	Back     string
	Versions []difference // what is saved by now, if that is another version than the form showed
	Fixed    bool         // the posting has candidates, so its kind stays

	Recruiting []recruiterChoice // of an older posting: whoever makes one is its recruiter

	firstStep // of a new posting
}

// Employment is the type as the form shows it, and Employments are those that it offers.
func (f postingForm) Employment() string { return models.EmploymentName(f.Type) }

func (f postingForm) Employments() (names []string) {
	for _, t := range models.Employments {
		names = append(names, models.EmploymentName(t))
	}
	return names
}

// firstStep is what the form of a new posting asks for beside the posting, so that a team can book after one form: the
// first step of its pipeline, and who interviews.
type firstStep struct {
	First                   typedStep
	RoundID, TrackID, Makes string // the ids of what the form makes
	Choices                 []models.Assessment
	Members                 []memberChoice // nobody if the member may not assign interviewers
	Interviewers            []string       // the addresses that are ticked
	Me                      string
}

// memberChoice is a member to choose as an interviewer.
type memberChoice struct{ Email, Known string }

// Interviews reports whether the member is ticked.
func (f firstStep) Interviews(email string) bool { return slices.Contains(f.Interviewers, email) }

// blankStep returns the part of a form that nothing was typed into. Whoever has no colleagues interviews themselves.
func blankStep(v *site.Visit) (f firstStep, err error) {
	f.newIDs()
	if err := f.fill(v); err != nil {
		return f, err
	}
	if len(f.Choices) == 0 {
		f.First.AssessmentID = models.DeliverySync
	}
	if len(f.Members) == 1 {
		f.Interviewers = []string{f.Members[0].Email}
	}
	return f, nil
}

func (f *firstStep) newIDs() {
	f.RoundID, f.TrackID, f.Makes = pipelines.NewRoundID(), pipelines.NewTrackID(), pipelines.NewAssessmentID()
}

// fill fills in what there is to choose from.
func (f *firstStep) fill(v *site.Visit) (err error) {
	f.Me = v.Member.Email
	if f.Choices, err = v.Store.Pipelines.AssessmentChoices(v.Context(), v.Org.ID); err != nil ||
		!v.Can(access.ActionAssignInterviewers, access.Facts{}) {
		return err
	}
	members, err := v.Store.Team.Members(v.Context(), v.Org.ID)
	for _, m := range members {
		f.Members = append(f.Members, memberChoice{m.Email, models.NameOf(m.Name, m.Email)})
	}
	return err
}

func readFirstStep(v *site.Visit) firstStep {
	f := firstStep{First: readStep(v), RoundID: v.Field("round"), TrackID: v.Field("track"), Makes: v.Field("makes"),
		Interviewers: v.Form["interviewers"]}
	f.First.Type, f.First.Title, f.First.Bookable = models.StepAssessment, v.Field("step"), true
	return f
}

// adds returns the change that makes the first step, nil if none is asked for. A step with an assessment that is there
// has its title, if none is typed.
func (f firstStep) adds() (*pipeline.AddRound, error) {
	step := f.First
	if step.AssessmentID == "" {
		return nil, nil
	}
	for _, a := range f.Choices {
		if a.ID == step.AssessmentID {
			step.Title = cmp.Or(step.Title, a.Title)
		}
	}
	if err := models.CleanLine("the first step's title", &step.Title, true); err != nil {
		return nil, err
	}
	if step.AssessmentID != models.DeliverySync {
		step.Minutes = "" // the form hides it
	}
	add, err := step.adds(f.RoundID, f.TrackID, f.Makes)
	add.First = true
	return &add, err
}

// difference is a field of a form that says something else than what is saved by now.
type difference struct{ Field, Saved, Typed string }

// differing leaves out the fields that say the same.
func differing(all ...difference) (out []difference) {
	for _, d := range all {
		if d.Saved != d.Typed {
			out = append(out, d)
		}
	}
	return out
}

// newPosting shows the form of a new posting.
func newPosting(v *site.Visit) (site.Answer, error) {
	first, err := blankStep(v)
	if err != nil {
		return site.Answer{}, err
	}
	return showPostingForm(v, postingForm{PostingEdit: pipeline.PostingEdit{Kind: models.KindRole, Type: "full_time"},
		ID: pipelines.NewPostingID(), New: true, firstStep: first})
}

// createPosting makes the posting with its first step, and assigns its interviewers. A form that is sent twice makes
// one.
func createPosting(v *site.Visit) (site.Answer, error) {
	f := postingForm{PostingEdit: readPosting(v), ID: v.Field("id"), New: true, firstStep: readFirstStep(v)}
	if err := f.fill(v); err != nil {
		return site.Answer{}, err
	}
	first, err := f.adds()
	if err == nil && first != nil {
		err = v.May(access.ActionEditPipeline, access.Facts{})
	}
	if err == nil && first != nil && first.Made != nil {
		err = v.May(access.ActionEditAssessment, access.Facts{})
	}
	if err == nil {
		_, err = v.Acts.Pipelines.CreatePosting(v.Context(), v.By(), f.ID, f.PostingEdit, first)
	}
	if err != nil {
		f.ID = pipelines.NewPostingID() // the next one is another posting
		f.newIDs()
		return refusedPostingForm(v, f, err)
	}
	for _, m := range f.Members {
		if !f.Interviews(m.Email) {
			continue
		}
		err := v.Acts.Availability.AssignInterviewer(v.Context(), v.By(), f.ID, m.Email, "")
		if err != nil && models.KindOf(err) == 0 {
			return site.Answer{}, err
		}
		if err != nil {
			return site.RedirectNote(site.PostingPath(f.ID, "#interviewers"),
				"The posting is created, but not everybody who was chosen interviews yet. Add them here."), nil
		}
	}
	switch {
	case first == nil:
		return site.RedirectNote(site.PostingPath(f.ID, ""),
			"The posting is created. Add the steps of its pipeline next."), nil
	case len(f.Interviewers) == 0:
		return site.RedirectNote(site.PostingPath(f.ID, "#interviewers"),
			"The posting is created. Say next who interviews."), nil
	}
	return site.RedirectNote(site.PostingPath(f.ID, "#interviewers"),
		"The posting is created. Its times are offered once its interviewers have hours, or painted times."), nil
}

// editPostingPage shows the form of a posting.
func editPostingPage(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	candidates, _ := page.Use.Total()
	return showPostingForm(v, postingForm{PostingEdit: pipeline.PostingEditOf(page.Posting,
		page.Recruiters()...), ID: page.Posting.ID, Version: page.Posting.Version, Fixed: candidates > 0})
}

// editPosting saves the form. If somebody else saved meanwhile, both versions are shown and nothing is written.
func editPosting(v *site.Visit) (site.Answer, error) {
	typed := readPosting(v)
	version, err := v.ShownVersion()
	if err == nil {
		_, err = v.Acts.Pipelines.EditPosting(v.Context(), v.By(), v.ID(), version, typed)
	}
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), ""), "The posting is saved."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	saved := page.Posting
	candidates, _ := page.Use.Total()
	f := postingForm{PostingEdit: typed, ID: saved.ID, Version: saved.Version, Fixed: candidates > 0}
	if version != saved.Version {
		f.Versions = differing(difference{"Title", saved.Title, typed.Title},
			difference{"Kind", saved.Kind, typed.Kind}, difference{"Team", saved.Team, typed.Team},
			difference{"Location", saved.Location, typed.Location},
			difference{"Employment", models.EmploymentName(saved.Type), models.EmploymentName(typed.Type)},
			difference{"Recruiters", strings.Join(page.Recruiters(), ", "), strings.Join(typed.Recruiters, ", ")})
	}
	return refusedPostingForm(v, f, err)
}

func readPosting(v *site.Visit) pipeline.PostingEdit {
	return pipeline.PostingEdit{Kind: v.Field("kind"), Title: v.Field("title"), Team: v.Field("team"),
		Location: v.Field("location"), Recruiters: v.Form["recruiters"],
		Type: models.EmploymentOf(v.Field("type"), v.Field("type_saved"))}
}

func showPostingForm(v *site.Visit, f postingForm) (site.Answer, error) {
	if f.New {
		f.Action, f.Back = site.PostingsPath+"/new", site.PostingsPath
		return v.Show("posting-form", "New posting", f).Under(site.PostingsPath, "Postings"), nil
	}
	var err error
	if f.Recruiting, err = recruiterChoices(v, f.Recruiters); err != nil {
		return site.Answer{}, err
	}
	f.Action, f.Back = site.PostingPath(f.ID, "/edit"), site.PostingPath(f.ID, "")
	return v.Show("posting-form", "Edit posting", f).Under(f.Back, "Posting"), nil
}

// refusedPostingForm shows the form again with what is wrong.
func refusedPostingForm(v *site.Visit, f postingForm, err error) (site.Answer, error) {
	a, failed := showPostingForm(v, f)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}
