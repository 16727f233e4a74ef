package pipelines

import (
	"slices"
	"strconv"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

// stepForm is the form of a new step or of one that is edited.
type stepForm struct {
	Posting  models.Posting
	TrackID  string
	First    bool // the track is made with the step
	Tracks   []models.Track
	ID       string // of a new step: the one that it will have
	New      bool
	Version  int64
	Action   string
	Back     string
	Step     typedStep
	Choices  []models.Assessment // to choose from
	Makes    string              // the id of the assessment that a new step can be made with
	Held     string              // what depends on the saved step, so that its assessments stay
	Folded   bool                // what only live interviews have stands in a fold
	Versions []difference        // what is saved by now, if that is another version than the form showed
	Seats    []seatRow           // who interviews together (P2)
	NoPools  bool                // the organization has none yet
	arranged bool                // a button changed the seats: nothing is saved yet
	at       int                 // the row that it was about
}

// typedStep is a step as it is typed.
type typedStep struct {
	Type, Title, AssessmentID, Minutes string
	Bookable, Indefinite               bool
	Recipients, Mode                   string
	AssessmentIDs                      []string
	Instructions                       string // of an assessment that is made with the step
	Seats                              []typedSeat
}

// made returns the assessment that is made with the step, whose title it has; nil for one that is there. Instead of an
// id the form says how it is done then.
func (t typedStep) made(minutes int) *pipeline.AssessmentEdit {
	if t.AssessmentID != models.DeliverySync && t.AssessmentID != models.DeliveryAsync {
		return nil
	}
	e := pipeline.AssessmentEdit{Title: t.Title, DeliveryMode: t.AssessmentID, Instructions: t.Instructions}
	if t.AssessmentID == models.DeliverySync {
		e.TimeLimitMinutes = minutes
	}
	// Nobody is invited to a task that says nothing yet.
	e.Ready = t.AssessmentID == models.DeliverySync || strings.TrimSpace(t.Instructions) != ""
	return &e
}

// adds returns the change that adds the step as a form says it, whose ids those are; the error is of kind
// [models.Invalid].
func (t typedStep) adds(id, trackID, assessmentID string) (c pipeline.AddRound, err error) {
	c = pipeline.AddRound{ID: id, TrackID: trackID, GroupID: pipelines.NewGroupID()}
	if c.Step, err = t.edit(); err != nil {
		return c, err
	}
	if c.Made = t.made(c.Step.DurationMinutes); c.Made != nil {
		c.Step.AssessmentID = assessmentID
	}
	return c, nil
}

// Has reports whether the group has the assessment.
func (t typedStep) Has(id string) bool { return slices.Contains(t.AssessmentIDs, id) }

// stepTypes are the types of steps in words.
var stepTypes = map[string]string{models.StepAssessment: "assessment", models.StepGroup: "group of assessments",
	models.StepPlain: "step without an assessment"}

// Words returns the type of the step in words.
func (t typedStep) Words() string { return stepTypes[t.Type] }

func readStep(v *site.Visit) typedStep {
	return typedStep{Type: v.Field("type"), Title: v.Field("title"), AssessmentID: v.Field("assessment"),
		Minutes: v.Field("minutes"), Bookable: v.Field("bookable") != "", Indefinite: v.Field("indefinite") != "",
		Recipients: v.Form.Get("recipients"), Mode: v.Field("mode"), AssessmentIDs: v.Form["assessments"],
		Instructions: v.Form.Get("instructions"), Seats: readSeats(v)}
}

func typedOf(r models.Round) typedStep {
	return typedStep{Type: r.Type, Title: r.Title, AssessmentID: r.AssessmentID,
		Minutes: strconv.Itoa(r.DurationMinutes), Bookable: r.Bookable, Indefinite: r.Indefinite,
		Recipients: strings.Join(r.FallbackRecipients, "\n"), Mode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs,
		Seats: typedSeats(r.Seats)}
}

// edit reads what was typed; the error is of kind [models.Invalid].
func (t typedStep) edit() (e pipeline.StepEdit, err error) {
	e = pipeline.StepEdit{Type: t.Type, Title: t.Title, AssessmentID: t.AssessmentID, Bookable: t.Bookable,
		Indefinite: t.Indefinite, AssignmentMode: t.Mode, AssessmentIDs: t.AssessmentIDs}
	if t.Type != models.StepAssessment {
		return e, nil
	}
	if e.DurationMinutes, err = models.ParseWhole("the duration", t.Minutes, 0, models.MinDurationMinutes,
		models.MaxDurationMinutes); err != nil {
		return e, err
	}
	e.FallbackRecipients, err = pipeline.ParseAddresses("the fallback recipients", t.Recipients,
		models.MaxFallbackRecipients)
	if err == nil {
		e.Seats, err = editSeats(t.Seats)
	}
	return e, err
}

// newStep shows the form of a new step of a type.
func newStep(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	kind := v.Query("type")
	if stepTypes[kind] == "" {
		kind = models.StepAssessment
	}
	f := stepForm{ID: pipelines.NewRoundID(), New: true, TrackID: v.Query("track"), Makes: pipelines.NewAssessmentID(),
		Step: typedStep{Type: kind, Bookable: true, Mode: models.AssignRandom}}
	if len(page.Assessments) == 0 {
		f.Step.AssessmentID = models.DeliverySync
	}
	return showStepForm(v, page.Facts, f), nil
}

// createStep adds the step at the end of the track, with its assessment if that is new. A form that is sent twice adds
// one.
func createStep(v *site.Visit) (site.Answer, error) {
	f := stepForm{ID: v.Field("id"), New: true, TrackID: v.Field("track"), First: v.Field("first") != "",
		Makes: v.Field("makes"), Step: readStep(v)}
	if v.Field("do") != "" {
		return arrangeSeats(v, f)
	}
	add, err := f.Step.adds(f.ID, f.TrackID, f.Makes)
	add.First = f.First
	if err == nil {
		err = editPipeline(v, add)
	}
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), "#"+f.ID), "The step is added."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	f.ID, f.Makes = pipelines.NewRoundID(), pipelines.NewAssessmentID()
	return showStepForm(v, page.Facts, f).Refusing(err)
}

// editStepPage shows the form of a step.
func editStepPage(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	track, n := page.Round(v.PathValue("step"))
	if n < 0 {
		return site.Answer{}, models.NotFoundf("step %s not found", models.Quote(v.PathValue("step")))
	}
	r := page.Rounds[track][n]
	return showStepForm(v, page.Facts, stepForm{ID: r.ID, TrackID: track, Step: typedOf(r)}), nil
}

// editStep saves the form. If somebody else saved meanwhile, both versions are shown; if the step was removed
// meanwhile, the form offers to add it again with what was typed.
func editStep(v *site.Visit) (site.Answer, error) {
	f := stepForm{ID: v.PathValue("step"), TrackID: v.Field("track"), Step: readStep(v)}
	if v.Field("do") != "" {
		return arrangeSeats(v, f)
	}
	step, err := f.Step.edit()
	if err == nil {
		err = editPipeline(v, pipeline.EditRound{ID: f.ID, GroupID: pipelines.NewGroupID(), Step: step,
			KeepSeats: v.Field("seats") == ""})
	}
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), "#"+f.ID),
			"The step is saved. Interviews that are booked keep "+
				"their length."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	switch track, n := page.Round(f.ID); {
	case n < 0:
		f.ID, f.Makes, f.New = pipelines.NewRoundID(), pipelines.NewAssessmentID(), true
	case stale(v, page.Posting.Version):
		f.Versions = stepDifferences(page.Facts, typedOf(page.Rounds[track][n]), f.Step)
	}
	return showStepForm(v, page.Facts, f).Refusing(err)
}

// stepDifferences returns what is saved of a step and what was typed, field by field.
func stepDifferences(f pipeline.Facts, saved, typed typedStep) []difference {
	title := func(ids ...string) string {
		var titles []string
		for _, id := range ids {
			titles = append(titles, f.Assessments[id].Title)
		}
		return strings.Join(titles, ", ")
	}
	yes := map[bool]string{true: "yes", false: "no"}
	return differing(difference{"Title", saved.Title, typed.Title},
		difference{"Assessment", title(saved.AssessmentID), title(typed.AssessmentID)},
		difference{"Duration in minutes", saved.Minutes, typed.Minutes},
		difference{"Bookable", yes[saved.Bookable], yes[typed.Bookable]},
		difference{"Without an end", yes[saved.Indefinite], yes[typed.Indefinite]},
		difference{"Fallback recipients", strings.Join(strings.Fields(saved.Recipients), ", "),
			strings.Join(strings.Fields(typed.Recipients), ", ")},
		difference{"Seats", seatWords(saved.Seats, f), seatWords(typed.Seats, f)},
		difference{"Who gets which", saved.Mode, typed.Mode},
		difference{"Assessments", title(saved.AssessmentIDs...), title(typed.AssessmentIDs...)})
}

func showStepForm(v *site.Visit, facts pipeline.Facts, f stepForm) site.Answer {
	f.Posting, f.Version, f.Back = facts.Posting, facts.Posting.Version, site.PostingPath(facts.Posting.ID, "")
	if f.arranged {
		f.Version, _ = v.ShownVersion() // nothing was compared with what is saved by now
	} else {
		f.at = -1
	}
	f.Choices, f.Tracks = choicesOf(facts), facts.Tracks
	f.Seats, f.NoPools = seatRows(f.Step.Seats, facts, f.at), len(facts.Pools) == 0
	if len(f.Tracks) == 1 {
		f.TrackID = f.Tracks[0].ID
	} else if len(f.Tracks) == 0 && f.TrackID == "" {
		f.TrackID, f.First = pipelines.NewTrackID(), true
	}
	heading := "New step"
	f.Action = site.PostingPath(facts.Posting.ID, "/steps/new")
	if track, n := facts.Round(f.ID); n >= 0 {
		heading, f.Action = "Edit step", site.PostingPath(facts.Posting.ID, "/steps/"+f.ID)
		f.TrackID, f.Held = track, facts.Use.OfRound(facts.Rounds[track][n], facts.Rounds[track]).Words()
		for _, a := range f.Choices {
			f.Folded = f.Folded || a.ID == f.Step.AssessmentID && a.DeliveryMode != models.DeliverySync
		}
	}
	return v.Show("step-form", heading, f).Under(f.Back, facts.Posting.Title)
}

// moveStep moves a step up or down in its track.
func moveStep(v *site.Visit) (site.Answer, error) {
	id := v.PathValue("step")
	return changePipeline(v, pipeline.MoveRound{ID: id, To: newPlace(v)}, "#"+id, "The step is moved.")
}

// removeStep removes a step that nothing depends on.
func removeStep(v *site.Visit) (site.Answer, error) {
	return changePipeline(v, pipeline.RemoveRound{ID: v.PathValue("step")}, "", "The step is removed.")
}
