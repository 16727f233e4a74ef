package interviews

import (
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/interviews"
)

// replacementBody says on the page of an interview that somebody asked for a replacement.
type replacementBody struct {
	By, Reason  string
	Of          string // in whose place, where it is a panel and they did not ask themselves; else ""
	Needs       string // why somebody is needed though nobody asked; "" if somebody did
	Whose       string // the id of that person
	Declined    bool   // in their calendar
	Room        bool   // it is a room whose calendar declined
	Answered    bool   // declined by their letter
	AskedAt     time.Time
	Elsewhere   string // at which other times there would be somebody, "" if nobody looked
	Change      string // where somebody else gets the seat, "" if the viewer may not
	MayWithdraw bool
	Withdraw    string // where the request is taken back
	Revision    int64  // of the interview that is shown
}

// replacementsOf are what asks for replacements in the interview.
func replacementsOf(v *site.Visit, i models.Interview, names interviews.Names) (out []replacementBody, err error) {
	for _, asked := range i.ReplacementsAskedAt(v.Now) {
		b := replacementBody{By: names.Person(asked.By), Reason: asked.Reason, Declined: asked.Declined,
			Answered: asked.Source != "",
			AskedAt:  asked.AskedAt, Whose: v.Store.Availability.PersonID(v.Org.ID, asked.Interviewer),
			Room: i.RoomOf(asked.Interviewer) != nil,
			MayWithdraw: i.Attends(asked.Interviewer) && // else the calendar decides
				v.Can(access.ActionAskForReplacement, ownPlace(v, asked.Interviewer)),
			Withdraw: site.InterviewPath(i.ID, "replacement/withdraw"), Revision: i.Revision}
		if b.Needs = asked.NeedWords(); b.Needs != "" || len(i.Panel) > 0 && asked.By != asked.Interviewer {
			b.Of = names.Person(asked.Interviewer)
		}
		if v.Can(access.ActionReassign, access.Facts{}) {
			b.Change = SeatPath(i, asked.Interviewer)
			if b.Elsewhere, err = Elsewhere(v, i, asked.Interviewer); err != nil {
				return nil, err
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// Elsewhere says at which other times there would be somebody for the person's seat, which is to be refilled by itself
// and was not (P11). It is "" in an organization that has recruiters asked every time.
func Elsewhere(v *site.Visit, i models.Interview, interviewer string) (string, error) {
	if v.Org.RefillHours == 0 {
		return "", nil
	}
	starts, err := v.Store.Bookings.Elsewhere(v.Context(), i, interviewer)
	never, then := "Nobody else can at any time within two weeks.", "Nobody else was free. There would be somebody on "
	if i.RoomOf(interviewer) != nil {
		never = "No other room is free at any time within two weeks."
		then = "No other room was free. There would be one on "
	}
	if err != nil || len(starts) == 0 {
		return never, err
	}
	when := make([]string, len(starts))
	for n, start := range starts {
		when[n] = timetable.LocalWords(start, v.Zone)
	}
	return then + strings.Join(when, ", ") + ".", nil
}

// ownPlace are the facts of an act on the place of one person in an interview: it is their own, and nobody else's who
// interviews with them.
func ownPlace(v *site.Visit, email string) access.Facts {
	return access.Facts{Own: v.Member.Email == email}
}

// placeAsked is in whose place the viewer asks for somebody else: in their own, or, if they are not in the interview,
// in the place of who leads it.
func placeAsked(v *site.Visit, i models.Interview) string {
	if i.Attends(v.Member.Email) {
		return v.Member.Email
	}
	return i.InterviewerEmail
}

// placeNamed is whose place a form names, by the id of the person: that of the lead if it names none. It asks whether
// the viewer may do that with it.
func placeNamed(v *site.Visit, i models.Interview, action access.Action) (email string, err error) {
	email = i.InterviewerEmail
	for _, one := range i.Holders() {
		if v.Store.Availability.IsPerson(v.Org.ID, one, v.Field("whose")) {
			email = one
		}
	}
	return email, v.May(action, ownPlace(v, email))
}

// askBody is the data of the page on which somebody asks for a replacement.
type askBody struct {
	actBody
	Reason string // as it was typed
	Most   int
}

// replacementPage asks for the reason, and shows who will be told (D2).
func replacementPage(v *site.Visit) (site.Answer, error) { return replacementForm(v, "", nil) }

// replacementForm shows the page, with what was typed and why it was refused.
func replacementForm(v *site.Visit, why string, refused error) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionAskForReplacement)
	if err != nil {
		return site.Answer{}, err
	}
	preview, impossible := v.Acts.Preview.AskForReplacement(v.Context(), v.By(), acct.ID,
		placeAsked(v, acct.Interview))
	body := askBody{Reason: why, Most: models.MaxReasonRunes}
	if body.actBody, err = actOn(v, acct); err != nil {
		return site.Answer{}, err
	}
	body.Sending, body.To, body.Refused = site.Sending(preview), site.InterviewPath(acct.ID, "replacement"),
		impossible != nil
	lead := "The interview stays with its interviewer until somebody of the hiring team changes that."
	if impossible == nil && !preview.Unchanged && !preview.After.Attends(placeAsked(v, acct.Interview)) {
		lead = "Somebody else who is free has the seat at once."
	}
	a := v.Show("interview-replacement", "Ask for a replacement", body).Lead(lead).Under(body.Back, body.Candidate)
	switch {
	case impossible != nil:
		return a.Refusing(impossible)
	case refused != nil:
		return a.Refusing(refused)
	case preview.Unchanged:
		return site.RedirectNote(body.Back, replacementAskedBefore), nil
	}
	return a, nil
}

const (
	replacementAskedBefore = "A replacement was asked for already."
	replacementsSpent      = "A replacement was asked for and taken back as often as letters are sent for. If one is " +
		"needed, tell a recruiter or an admin yourself."
)

// askForReplacement asks for a replacement.
func askForReplacement(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionAskForReplacement)
	if err != nil {
		return site.Answer{}, err
	}
	interviewer := placeAsked(v, acct.Interview)
	row, changed, err := v.Acts.Bookings.AskForReplacement(v.Context(), v.Shown(acct.ID), acct.ID, interviewer,
		v.Field("why"))
	switch {
	case err != nil:
		return replacementForm(v, v.Field("why"), err)
	case changed && !row.Attends(interviewer): // who may have seen it only because they were in it
		return site.RedirectNote(models.DashboardPath, "Somebody else has the seat now."), nil
	}
	return acted(v, row, changed, "A replacement is asked for.", replacementAskedBefore), nil
}

// withdrawReplacement takes the request back. One of another revision than the page showed is refused, and the page
// shows the interview as it is now.
func withdrawReplacement(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionAskForReplacement)
	if err != nil {
		return site.Answer{}, err
	}
	interviewer, err := placeNamed(v, acct.Interview, access.ActionAskForReplacement)
	if err != nil {
		return site.Answer{}, err
	}
	row, changed, err := v.Acts.Bookings.WithdrawReplacement(v.Context(), v.Shown(acct.ID), acct.ID, interviewer)
	if err != nil {
		a, failed := interview(v)
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	return acted(v, row, changed, "The request is taken back.", "Nobody asks for a replacement any more."), nil
}
