package candidates

import (
	"net/http"
	"strconv"
	"strings"

	"litmus/activities"
	"litmus/dashboard/internal/site"
	"litmus/letters"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/store/candidates"
)

// inviteForm is the form that invites a candidate (D19).
type inviteForm struct {
	inviteChoices
	inviteNote
	Name, Email string
	Several     string // address of the form for several
}

// inviteChoices are what candidates can be invited to.
type inviteChoices struct {
	Groups []inviteGroup
	Any    bool // there is an assessment to invite to
}

// inviteNote is the part of a form that asks for the personal note, as it was filled in.
type inviteNote struct {
	Note     string
	MostNote int // characters
}

// inviteGroup is an open posting with what can be chosen of it.
type inviteGroup struct {
	Title   string
	Choices []inviteChoice
}

type inviteChoice struct {
	Value, Name        string
	Selected, Disabled bool
}

// typedInvite is the form as it was sent.
type typedInvite struct{ To, Name, Email, Note string }

// invitePreview shows what will be sent to whom before it is sent.
type invitePreview struct {
	Action, Back, Button string
	Again                string             // where the form is shown once more, "" if there is none
	Fields               []site.HiddenField // of the form that sends it
	Candidate            models.Candidate
	Name                 string
	Account              candidates.InvitationLedger
	Effects              []string // what leaves, a line each
	Letter               *letters.Mail
	Unchanged            bool
	inviteWarnings
}

// inviteWarnings are what has to be looked after before an invitation is sent.
type inviteWarnings struct {
	Warnings []models.Warning
	Times    string // where times are added to the posting
}

// warningsOf are the warnings of a previewed invitation.
func warningsOf(p act.Preview) inviteWarnings {
	return inviteWarnings{p.Warnings, site.PostingsPath + "/" + p.Candidate.PostingID + "/availability"}
}

// inviteTo is the value of a choice: a posting and an assessment of it.
func inviteTo(postingID, assessmentID string) string { return postingID + "/" + assessmentID }

// invitePage serves the form, filled with a posting or a candidate that the address names.
func invitePage(v *site.Visit) (site.Answer, error) {
	var in typedInvite
	if id := v.Query("candidate"); id != "" {
		d, err := v.Store.Pages.CandidateOverview(v.Context(), v.Org.ID, id, v.Member)
		if err != nil {
			return site.Answer{}, err
		}
		in = typedInvite{To: inviteTo(d.PostingID, d.AssessmentID), Name: d.Name, Email: d.Email}
	} else {
		in.To = inviteTo(v.Query("posting"), v.Query("assessment"))
	}
	return showInviteForm(v, in)
}

func showInviteForm(v *site.Visit, in typedInvite) (site.Answer, error) {
	choices, err := choicesOf(v, in.To)
	if err != nil {
		return site.Answer{}, err
	}
	posting, assessment, _ := strings.Cut(in.To, "/")
	return v.Show("invite", "Invite a candidate", inviteForm{choices, noteForm(in.Note), in.Name, in.Email,
		site.Href(site.InviteSeveralPath, "posting", posting, "assessment", assessment)}).
		Under(site.CandidatesPath, "Candidates").Lead("You see the letter before it is sent."), nil
}

func noteForm(note string) inviteNote { return inviteNote{note, models.MaxNoteRunes} }

// choicesOf are what can be chosen. chosen is the value of the choice, or a posting alone, of which the first is meant.
func choicesOf(v *site.Visit, chosen string) (c inviteChoices, err error) {
	list, err := v.Store.Candidates.Invitables(v.Context(), v.Org.ID)
	if err != nil {
		return c, err
	}
	posting, _, _ := strings.Cut(chosen, "/")
	found := false
	for _, p := range list {
		g := inviteGroup{Title: p.Title}
		for _, a := range p.Assessments {
			one := inviteChoice{Value: inviteTo(p.PostingID, a.ID), Name: a.Title + ", " + modeInWords(a.DeliveryMode),
				Disabled: !a.Ready}
			if one.Disabled {
				one.Name += " (not ready)"
			}
			if one.Selected = !found && !one.Disabled && (one.Value == chosen || inviteTo(posting, "") == chosen &&
				p.PostingID == posting); one.Selected {
				found = true
			}
			c.Any = c.Any || a.Ready
			g.Choices = append(g.Choices, one)
		}
		if len(g.Choices) > 0 {
			c.Groups = append(c.Groups, g)
		}
	}
	return c, nil
}

// readInvite reads the form. The error is of kind [models.Invalid].
func readInvite(v *site.Visit) (in typedInvite, o candidacy.InviteOrder, err error) {
	in = typedInvite{v.Field("to"), v.Field("name"), v.Field("email"), v.Field("note")}
	posting, assessment, err := readInviteTo(in.To)
	if err != nil {
		return in, o, err
	}
	if in.Name == "" {
		return in, o, models.InField("name",
			models.Invalidf("Enter the candidate's name: the letter addresses them by it."))
	}
	if _, err := models.ParseEmail("address", in.Email); err != nil { // in the words of the form
		return in, o, err
	}
	o, err = candidacy.InviteRequest{PostingID: posting, AssessmentID: assessment, CandidateEmail: in.Email,
		CandidateName: in.Name, Note: in.Note}.Validate()
	return in, o, err
}

// readInviteTo reads [inviteTo]. The error is of kind [models.Invalid].
func readInviteTo(to string) (posting, assessment string, err error) {
	posting, assessment, found := strings.Cut(to, "/")
	if !found || posting == "" || assessment == "" {
		return "", "", models.InField("to", models.Invalidf("Choose what the candidate is invited to."))
	}
	return posting, assessment, nil
}

// inviteAgain shows the form again with what was typed and what is wrong.
func inviteAgain(v *site.Visit, in typedInvite, refusal error) (site.Answer, error) {
	a, err := showInviteForm(v, in)
	if err != nil {
		return site.Answer{}, err
	}
	return refuseInvite(a, refusal)
}

// refuseInvite makes the page of a form that invites the answer to a refusal.
func refuseInvite(a site.Answer, refusal error) (site.Answer, error) {
	if models.KindOf(refusal) == models.NotFound { // it was removed meanwhile, or is another organization's (D3)
		a.Status = http.StatusNotFound
		a.Page.Problem = "What you chose is not there any more. Choose something else."
		return a, nil
	}
	return a.Refusing(refusal)
}

// previewInvite shows the letter before the invitation is sent, and writes nothing.
func previewInvite(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionInvite, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	in, o, err := readInvite(v)
	if v.Field("edit") != "" { // the form once more, with what was typed
		return showInviteForm(v, in)
	}
	if err != nil {
		return inviteAgain(v, in, err)
	}
	p, err := v.Acts.Preview.Invite(v.Context(), v.By(), o)
	if err != nil {
		return inviteAgain(v, in, err)
	}
	view := invitePreview{Action: site.InvitePath, Back: site.InvitePath, Again: site.InvitePath + "/preview",
		Button: "Send the invitation",
		Fields: []site.HiddenField{{Name: "to", Value: in.To}, {Name: "name", Value: in.Name},
			{Name: "email", Value: in.Email}, {Name: "note", Value: in.Note}}, Candidate: p.Candidate,
		Unchanged: p.Unchanged}
	if p.Unchanged {
		view.Back = site.CandidatesPath + "/" + p.Candidate.ID
	}
	return showInvitePreview(v, view, p)
}

// showInvitePreview completes the preview with the letter that leaves.
func showInvitePreview(v *site.Visit, view invitePreview, p act.Preview) (site.Answer, error) {
	var err error
	if view.Account, view.Letter, err = previewLetter(v, p); err != nil {
		return site.Answer{}, err
	}
	view.Name, view.Effects = models.NameOf(p.Candidate.Name, p.Candidate.Email), p.Words()
	view.inviteWarnings = warningsOf(p)
	heading := "Is this the right letter?"
	if view.Unchanged {
		heading = "Already invited"
	}
	return v.Show("invite-preview", heading, view).Under(view.Back, "Back"), nil
}

// previewLetter renders the letter of a previewed invitation, nil if none leaves. Its link leads nowhere: whoever may
// invite need not be able to take an assessment in somebody's name.
func previewLetter(v *site.Visit, p act.Preview) (account candidates.InvitationLedger, letter *letters.Mail,
	err error) {
	if account, err = v.Store.Candidates.PreviewedInvitation(v.Context(), p.Candidate); err != nil {
		return account, nil, err
	}
	for _, e := range append(append([]effect.Effect{}, p.Sent...), p.Held...) {
		host := letters.HostOf(v.BaseURL)
		entry := account.Entry(e)
		entry.ProviderID = "preview@" + host // it is in no letter
		// The link is the candidate's own, and there is none yet for a new one.
		mail, err := activities.InvitationLetter(account, entry, host, v.BaseURL+linkOfPreview(e.Kind)).Render()
		if err != nil {
			return account, nil, err
		}
		letter = &mail
	}
	return account, letter, nil
}

// linkOfPreview is the path that stands for that of the candidate's page.
func linkOfPreview(kind string) string {
	if kind == effect.LetterSchedulingInvitation {
		return models.SchedulePath + "..."
	}
	return models.AssessmentPath + "..."
}

// sendInvite sends the invitation. A form that is sent twice sends one letter.
func sendInvite(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionInvite, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	in, o, err := readInvite(v)
	if err != nil {
		return inviteAgain(v, in, err)
	}
	i, err := v.Acts.Candidates.Invite(v.Context(), v.By(), o)
	if err != nil {
		return inviteAgain(v, in, err)
	}
	to := site.CandidatesPath + "/" + i.Candidate.ID
	if i.Reused {
		return site.RedirectNote(to, "This candidate was invited already; no further letter was sent."), nil
	}
	return site.RedirectNote(to, "The invitation is on its way."), nil
}

// previewResend shows the letter that would be sent again.
func previewResend(v *site.Visit) (site.Answer, error) {
	p, err := v.Acts.Preview.ResendInvitation(v.Context(), v.By(), v.ID())
	if err != nil {
		return candidateAgain(v, err)
	}
	path := site.CandidatesPath + "/" + p.Candidate.ID
	return showInvitePreview(v, invitePreview{Action: path + "/resend", Back: path,
		Button: "Send the invitation again", Candidate: p.Candidate,
		Fields: []site.HiddenField{{Name: "seen", Value: strconv.FormatInt(p.Candidate.Resends-1, 10)}}}, p)
}

// resendInvitation asks for one more letter of the invitation. A double click asks for one.
func resendInvitation(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionInvite, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	seen, err := strconv.ParseInt(v.Field("seen"), 10, 64)
	if err != nil {
		return candidateAgain(v, models.Invalidf("The form is incomplete. Press \"Send again\" once more."))
	}
	c, changed, err := v.Acts.Candidates.ResendInvitation(v.Context(), v.By(), v.ID(), seen)
	if err != nil {
		return candidateAgain(v, err)
	}
	to := site.CandidatesPath + "/" + c.ID
	if !changed {
		return site.RedirectNote(to, "The invitation was sent again already."), nil
	}
	return site.RedirectNote(to, "The invitation is on its way again."), nil
}
