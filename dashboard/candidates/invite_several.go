package candidates

import (
	"crypto/rand"
	"errors"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/letters"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/scheduling"
)

// severalForm is the form that invites several candidates at once (D19).
type severalForm struct {
	inviteChoices
	inviteNote
	People string
	Most   int // candidates
}

// typedSeveral is the form as it was sent.
type typedSeveral struct{ To, People, Note string }

// severalPreview shows who gets what before it is sent, and who is left out and why.
type severalPreview struct {
	Fields  []site.HiddenField // of the form that sends it
	Lines   []severalLine
	LeftOut []leftOut
	Until   string // when the invitations run out
	Letter  *letters.Mail
	inviteWarnings
}

// severalLine is somebody who is invited.
type severalLine struct{ Name, Sent string }

// leftOut is somebody, or a line of the list, that is left out.
type leftOut struct{ Who, Why string }

// invitees are those of the form, with the commands that invite them.
type invitees struct {
	posting  string
	people   []candidacy.Invitee
	unread   []candidacy.Unread
	commands []scheduling.Command
	terms    act.PlanTerms
}

// inviteSeveralPage serves the form, filled with what the address names: a posting, or candidate records.
func inviteSeveralPage(v *site.Visit) (site.Answer, error) {
	in := typedSeveral{To: inviteTo(v.Query("posting"), v.Query("assessment"))}
	ids := v.URL.Query()["candidate"]
	if len(ids) > act.MaxParts {
		return site.Answer{}, models.Invalidf("%d candidates are too many at once; choose at most %d", len(ids),
			act.MaxParts)
	}
	records, err := v.Store.Candidates.Records(v.Context(), v.Org.ID, ids)
	if err != nil {
		return site.Answer{}, err
	}
	for n, c := range records {
		// A name of theirs may look like another mailbox.
		in.People += strings.Map(unbracketed, models.NameOf(c.Name, c.Email)) + " <" + c.Email + ">\n"
		if to := inviteTo(c.PostingID, c.AssessmentID); n == 0 {
			in.To = to
		} else if to != in.To { // what all of them are invited to has to be chosen
			in.To = ""
		}
	}
	return showSeveral(v, in)
}

// unbracketed leaves out what ends a name in a list of mailboxes.
func unbracketed(r rune) rune {
	if strings.ContainsRune("<>,;\"", r) {
		return -1
	}
	return r
}

func showSeveral(v *site.Visit, in typedSeveral) (site.Answer, error) {
	choices, err := choicesOf(v, in.To)
	if err != nil {
		return site.Answer{}, err
	}
	return v.Show("invite-several", "Invite several candidates",
		severalForm{choices, noteForm(in.Note), in.People, act.MaxParts}).
		Under(site.CandidatesPath, "Candidates").Lead("You see who gets what, and the letter, before it is sent."), nil
}

// inviteSeveral shows what would be sent to whom, and sends it once that is confirmed.
func inviteSeveral(v *site.Visit) (site.Answer, error) {
	in := typedSeveral{v.Field("to"), v.Field("people"), v.Field("note")}
	if v.Field("step") == "edit" {
		return showSeveral(v, in)
	}
	list, err := readSeveral(v, in)
	switch plan := v.Field("plan"); {
	case err != nil:
		return severalAgain(v, in, err)
	case plan != "":
		return sendSeveral(v, in, list, plan)
	}
	return previewSeveral(v, in, list, nil)
}

// readSeveral reads the form. The error is of kind [models.Invalid].
func readSeveral(v *site.Visit, in typedSeveral) (list invitees, err error) {
	posting, assessment, err := readInviteTo(in.To)
	if err != nil {
		return list, err
	}
	note, err := models.ParseNote(in.Note)
	if err != nil {
		return list, err
	}
	list.posting = posting
	list.people, list.unread = candidacy.ReadInvitees(in.People)
	switch n := len(list.people); {
	case n == 0 && len(list.unread) == 0:
		return list, models.InField("people", models.Invalidf("Enter who is invited, one a line."))
	case n == 0:
		first := list.unread[0]
		return list, models.InField("people", models.Invalidf("Nobody in the list can be invited. Of %s: %s.",
			models.Quote(first.Text), first.Why))
	case n > act.MaxParts, len(list.unread) > act.MaxParts:
		return list, models.InField("people", models.Invalidf("There are %d candidates in the list; at most %d can be "+
			"invited at once.", n+len(list.unread), act.MaxParts))
	}
	var orders []candidacy.InviteOrder
	for _, p := range list.people {
		o, err := candidacy.InviteRequest{PostingID: posting, AssessmentID: assessment, CandidateEmail: p.Email,
			CandidateName: p.Name, Note: note}.Validate()
		if err != nil {
			return list, models.InField("people", err)
		}
		orders = append(orders, o)
		list.commands = append(list.commands, scheduling.Invitation{InviteOrder: o})
	}
	list.terms = act.PlanTerms{OrgID: v.Org.ID, KeyID: v.Member.Email, Tool: "dashboard",
		Arguments: []byte(models.JSONText(orders))}
	return list, nil
}

// severalAgain shows the form again with what was typed and what is wrong.
func severalAgain(v *site.Visit, in typedSeveral, refusal error) (site.Answer, error) {
	a, err := showSeveral(v, in)
	if err != nil {
		return site.Answer{}, err
	}
	return refuseInvite(a, refusal)
}

// previewSeveral shows what would be sent, and writes nothing. The form that sends it has the plan of it, as a tool has
// (T4); because is why an older one was refused, nil if there was none.
func previewSeveral(v *site.Visit, in typedSeveral, list invitees, because error) (site.Answer, error) {
	parts, err := v.Acts.Several(v.Context(), v.By(), list.commands)
	if err != nil {
		return site.Answer{}, err
	}
	view := severalPreview{}
	var first *act.Preview
	var refusal error
	decided := make([]act.Part, len(parts))
	for n, p := range parts {
		decided[n] = p.Part
		one := list.people[n]
		switch {
		case p.Preview != nil:
			if first == nil {
				first = p.Preview
			}
			c := p.Preview.Candidate
			view.Lines = append(view.Lines, severalLine{models.NameOf(c.Name, c.Email),
				site.Sentence(strings.Join(p.Preview.Words(), "; "))})
		case p.LeftOut != nil:
			refusal = p.LeftOut
			view.LeftOut = append(view.LeftOut, leftOut{one.Name + ", " + one.Email, v.Refused(p.LeftOut)})
		default:
			view.LeftOut = append(view.LeftOut, leftOut{one.Name + ", " + one.Email,
				"They were invited to this already; no further letter is sent."})
		}
	}
	if first == nil && refusal != nil && because == nil {
		return severalAgain(v, in, refusal)
	}
	for _, u := range list.unread {
		view.LeftOut = append(view.LeftOut, leftOut{u.Text, u.Why + "."})
	}
	token, _, err := act.SignPlan(v.Store.Secret(), list.terms, act.FactsOf(decided), rand.Reader, v.Now)
	if err != nil {
		return site.Answer{}, err
	}
	view.Fields = []site.HiddenField{{Name: "to", Value: in.To}, {Name: "people", Value: in.People},
		{Name: "note", Value: in.Note}, {Name: "plan", Value: token}}
	heading := "Nobody is left to invite"
	if first != nil {
		heading = "Invite " + models.Count(len(view.Lines), "candidate") + "?"
		if _, view.Letter, err = previewLetter(v, *first); err != nil {
			return site.Answer{}, err
		}
		view.inviteWarnings = warningsOf(*first)
		if at := first.Candidate.InviteExpiresAt; at != nil {
			view.Until = site.WhenText(*at, v.Zone)
		}
	}
	return v.Show("invite-several-preview", heading, view).Under(site.CandidatesPath, "Candidates").Refusing(because)
}

// sendSeveral sends what was shown, all of it or nothing. Unlike a tool's its plan does not run out: it is refused as
// soon as something of what it shows has changed, and nobody has read it for a program.
func sendSeveral(v *site.Visit, in typedSeveral, list invitees, token string) (site.Answer, error) {
	to := site.PostingPath(list.posting, "")
	changed := models.Conflictf("Something changed after this was shown to you, so nothing was sent. Here it is as it " +
		"is now.")
	plan, err := act.ReadPlan(v.Store.Secret(), list.terms, token)
	if err != nil {
		return previewSeveral(v, in, list, changed)
	}
	by := v.By()
	by.Plan = &act.Commit{Plan: plan, KeyID: list.terms.KeyID, Tool: list.terms.Tool}
	parts, err := v.Acts.Several(v.Context(), by, list.commands)
	var differs *act.PlanChanged
	switch {
	case errors.Is(err, act.ErrCommitted):
		return site.RedirectNote(to, "These invitations were sent already."), nil
	case errors.As(err, &differs):
		return previewSeveral(v, in, list, changed)
	case err != nil:
		return site.Answer{}, err
	}
	sent := 0
	for _, p := range parts {
		if p.Preview != nil {
			sent++
		}
	}
	switch sent {
	case 0:
		return site.RedirectNote(to, "Nobody was left to invite."), nil
	case 1:
		return site.RedirectNote(to, "The invitation is on its way."), nil
	}
	return site.RedirectNote(to, models.Count(sent, "invitation")+" are on their way."), nil
}
