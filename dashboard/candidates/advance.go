package candidates

import (
	"cmp"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/letters"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store/candidates"
)

// Ways in which an advanced candidate goes on, as the form names them. Without one the decision stands alone.
const (
	onwardInvite = "invite" // the invitation is sent
	onwardBook   = "book"   // the record is made, and the form that books comes next
	onwardLater  = "later"  // the record is made, and nothing is sent
)

// unnamed stands in the shown letter for the name of a candidate who has none.
const unnamed = "…"

// advanceView is the page before a candidate is advanced: it says what comes next in their track, offers the ways to go
// on, and shows the letter (D19).
type advanceView struct {
	Path       string // of the page that it was begun on; its form is sent to Path/decide
	Name       string
	From       string // the assessment that is decided on, with its posting
	Decided    bool   // they were advanced before, and go on now
	Seen       string // the decision that the page shows
	Before     string // steps without an assessment that come first
	Step       string // the next one, "" for none
	Mode       string // of its assessment, in words
	Assessment string // its id
	Ways       []onwardWay
	Problem    string // why they cannot go on, "" if they can
	AskName    bool   // the letter has no name to address
	Typed      string // the name
	Record     string // address of their record for the step, "" for none
	RecordIs   stateMark
	Interview  string           // address of their interview there, "" for none
	Sends      []string         // what leaves with the invitation, a line each
	Invited    models.Candidate // as they would be with the invitation
	Letter     *letters.Mail    // of the invitation, nil if it is not to be sent
	inviteWarnings
}

// onwardWay is a way to go on.
type onwardWay struct {
	Value, Name, Hint string
	Disabled          bool
	Chosen            bool
}

func advanceCandidate(v *site.Visit) (site.Answer, error) {
	return advance(v, candidacy.DecisionOrder{CandidateID: v.ID()}, site.CandidatesPath+"/"+v.ID())
}

func advanceSubmission(v *site.Visit) (site.Answer, error) {
	return advance(v, candidacy.DecisionOrder{SubmissionID: v.ID()}, site.SubmissionsPath+"/"+v.ID())
}

// advance shows what advancing a candidate does, and writes nothing. back is the page that leads here.
func advance(v *site.Visit, o candidacy.DecisionOrder, back string) (site.Answer, error) {
	o.Decision, o.Planned = models.DecisionAdvance, true // a page that is opened has shown no decision yet
	name := v.Field("name")
	o.Onward = &candidacy.OnwardOrder{Name: cmp.Or(name, unnamed)}
	a, err := v.Acts.Preview.Advance(v.Context(), v.By(), o)
	if err != nil {
		return site.Answer{}, err
	}
	c := a.Decision.Candidate
	view := advanceView{Path: back, Name: models.NameOf(c.Name, c.Email), Decided: !a.Decision.Changed,
		Seen: a.Decision.Before, AskName: c.Name == "" && (a.Record.ID == "" || a.Record.Name == ""), Typed: name}
	overview, err := v.Store.Pages.CandidateOverview(v.Context(), v.Org.ID, c.ID, v.Member)
	if err != nil {
		return site.Answer{}, err
	}
	view.From = overview.PostingTitle + ": " + overview.AssessmentTitle
	var before []string
	for _, r := range a.Next.Plain {
		before = append(before, r.Title)
	}
	view.Before = strings.Join(before, ", ")
	if a.Next.Step != nil {
		view.Step = a.Next.Step.Title
	}
	if a.Next.Refusal == nil {
		view.Mode, view.Assessment = modeInWords(a.Next.Assessment.DeliveryMode), a.Next.Assessment.ID
	}
	if found := a.Next.Invite.Candidate; found != nil {
		view.Record = site.CandidatesPath + "/" + found.ID
		view.RecordIs = recordMark(*found, a.Next.Invite.Interviewed, v.Now)
	}
	if a.Interview != nil {
		view.Interview = site.InterviewPath(a.Interview.ID)
	}
	if a.Refused != nil {
		view.Problem = v.Refused(a.Refused)
	} else if err := onwardWays(v, a, &view); err != nil {
		return site.Answer{}, err
	}
	heading := "Advance " + view.Name
	if view.Decided {
		heading = "Go on with " + view.Name
	}
	return v.Show("advance", heading, view).Under(back, view.Name), nil
}

// onwardWays fills in the ways to go on, and the letter.
func onwardWays(v *site.Visit, a candidates.Advance, view *advanceView) error {
	live := a.Next.Assessment.DeliveryMode == models.DeliverySync
	invite := onwardWay{Value: onwardInvite, Name: "Send the invitation to the assessment",
		Hint: "The letter below leaves at once."}
	if live {
		invite.Name = "Invite them to choose a time"
	}
	switch {
	case !v.Can(access.ActionInvite, access.Facts{}):
	case view.Interview != "", a.NoInvite == nil && a.Invite.Unchanged: // they have what the invitation is for
	case a.NoInvite != nil:
		invite.Disabled, invite.Hint = true, v.Refused(a.NoInvite)
		view.Ways = append(view.Ways, invite)
	default:
		view.Ways = append(view.Ways, invite)
	}
	if live && view.Interview == "" && v.Can(access.ActionBook, access.Facts{}) {
		view.Ways = append(view.Ways, onwardWay{Value: onwardBook, Name: "Book a time",
			Hint: "The next page asks when and with whom. Nothing is sent before you confirm it there."})
	}
	if len(view.Ways) == 0 {
		return nil
	}
	later := onwardWay{Value: onwardLater, Name: "Nothing yet",
		Hint: "Nothing is sent. Their page leads on whenever you like."}
	if view.Before != "" {
		later.Value, later.Hint = "", "They stand at "+view.Before+", for which nothing is sent. Their page leads on "+
			"afterwards."
	}
	view.Ways = append(view.Ways, later)
	for n := range view.Ways {
		view.Ways[n].Chosen = v.Form.Has("onward") && view.Ways[n].Value == v.Field("onward")
	}
	if a.NoInvite != nil || a.Invite.Unchanged || view.Interview != "" {
		return nil
	}
	view.Sends, view.Invited, view.inviteWarnings = site.Sending(a.Invite).Sent, a.Invite.Candidate,
		warningsOf(a.Invite)
	var err error
	_, view.Letter, err = previewLetter(v, a.Invite)
	return err
}

// readOnward reads how an advanced candidate goes on, nil if the form does not say. The error is of kind
// [models.Invalid].
func readOnward(v *site.Visit) (*candidacy.OnwardOrder, error) {
	o := &candidacy.OnwardOrder{AssessmentID: v.Field("assessment"), Name: v.Field("name")}
	switch v.Field("onward") {
	case "":
		return nil, nil
	case onwardInvite:
		o.Invite = true
		return o, v.May(access.ActionInvite, access.Facts{})
	case onwardBook, onwardLater:
		return o, nil
	}
	return nil, models.InField("onward", models.Invalidf("Choose how the candidate goes on."))
}

// decide carries out the form of a decision, and leads on. back is the page that it was sent from; again shows that
// page with what is wrong.
func decide(v *site.Visit, o candidacy.DecisionOrder, back string,
	again func(error) (site.Answer, error)) (site.Answer, error) {
	if err := v.May(access.ActionDecide, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	var err error
	if o.Decision, err = candidacy.ParseDecision(v.Field("decision")); err != nil {
		return again(err)
	}
	if o.Onward, err = readOnward(v); err != nil && models.KindOf(err) != models.Invalid {
		return site.Answer{}, err
	}
	o.Seen = v.Field("seen")
	var d candidacy.Decided
	if err == nil {
		d, err = v.Acts.Candidates.Decide(v.Context(), v.By(), o)
	}
	if err != nil && v.Form.Has("onward") {
		return advanceAgain(v, o, back, err, again)
	}
	if err != nil {
		return again(err)
	}
	if v.Field("onward") == onwardBook && d.Onward != nil {
		return site.RedirectNote(bookingOf(*d.Onward), decidedNote(d, o.Decision)), nil
	}
	return site.RedirectNote(back, decidedNote(d, o.Decision)), nil
}

// bookingOf is the page that books the next step for the candidate. It finds the round where their record, which was
// there before, stands in another track.
func bookingOf(w candidacy.Onward) string {
	round := w.Step.ID
	if w.Candidate.TrackID != w.Step.TrackID {
		round = ""
	}
	return site.Href(site.BookPath, "candidate", w.Candidate.ID, "round", round)
}

// advanceAgain shows the page before an advance again with what is wrong, or, if nobody can be advanced any more, the
// page that leads there.
func advanceAgain(v *site.Visit, o candidacy.DecisionOrder, back string, refusal error,
	again func(error) (site.Answer, error)) (site.Answer, error) {
	if kind := models.KindOf(refusal); kind == models.NotFound || kind == 0 {
		return again(refusal)
	}
	a, err := advance(v, candidacy.DecisionOrder{SubmissionID: o.SubmissionID, CandidateID: o.CandidateID}, back)
	if err != nil {
		return again(refusal)
	}
	return a.Refusing(refusal)
}

// decidedNote says what was decided, and how the candidate goes on by it.
func decidedNote(d candidacy.Decided, decision string) string {
	if decision == models.DecisionPending {
		return "The decision is taken back."
	}
	decided := ""
	if d.Changed || d.Onward == nil {
		decided = "The decision is recorded: " + decision + ". "
	}
	switch {
	case d.Onward == nil:
		return decided + "The candidate is not told; you can take it back."
	case d.Onward.Invitation:
		return decided + "The invitation to " + d.Onward.Step.Title + " is on its way."
	}
	return decided + "Nothing is sent for " + d.Onward.Step.Title + " yet."
}
