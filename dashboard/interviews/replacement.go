package interviews

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/store/interviews"
)

// replacementBody says on the page of an interview that somebody asked for a replacement.
type replacementBody struct {
	By, Reason  string
	Declined    bool // in their calendar
	AskedAt     time.Time
	MayWithdraw bool
	Withdraw    string // where the request is taken back
	Revision    int64  // of the interview that is shown
}

// replacementOf is what asks for a replacement in the interview, nil for nothing.
func replacementOf(v *site.Visit, i models.Interview, names interviews.Names, can booking.Actions,
	facts access.Facts) *replacementBody {
	asked := i.ReplacementAsked(v.Now)
	if asked == nil {
		return nil
	}
	return &replacementBody{By: names.Person(asked.By), Reason: asked.Reason, Declined: asked.Declined,
		AskedAt:     asked.AskedAt,
		MayWithdraw: can.WithdrawReplacement && v.Can(access.ActionAskForReplacement, facts),
		Withdraw:    site.InterviewPath(i.ID, "replacement/withdraw"), Revision: i.Revision}
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
	preview, impossible := v.Acts.Preview.AskForReplacement(v.Context(), v.By(), acct.ID)
	body := askBody{Reason: why, Most: models.MaxReasonRunes}
	if body.actBody, err = actOn(v, acct); err != nil {
		return site.Answer{}, err
	}
	body.Sending, body.To, body.Refused = site.Sending(preview), site.InterviewPath(acct.ID, "replacement"),
		impossible != nil
	a := v.Show("interview-replacement", "Ask for a replacement", body).
		Lead("The interview stays with its interviewer until somebody of the hiring team changes that.").
		Under(body.Back, body.Candidate)
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
	row, changed, err := v.Acts.Bookings.AskForReplacement(v.Context(), v.Shown(acct.ID), acct.ID, v.Field("why"))
	if err != nil {
		return replacementForm(v, v.Field("why"), err)
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
	row, changed, err := v.Acts.Bookings.WithdrawReplacement(v.Context(), v.Shown(acct.ID), acct.ID)
	if err != nil {
		a, failed := interview(v)
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	return acted(v, row, changed, "The request is taken back.", "Nobody asks for a replacement any more."), nil
}
