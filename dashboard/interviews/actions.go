package interviews

import (
	"context"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/scheduling"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// interviewAct is an action that shows what it will send to whom before it is confirmed (D11).
type interviewAct struct {
	action       access.Action
	name         string // of its page, below the interview's
	heading      string // of that page
	lead         string
	button, icon string
	short        string // of the button on the interview's page
	danger       bool
	why          bool // its form asks for a reason
	// offered reports whether that page has the button: only if the act would change the interview as it is.
	offered   func(i models.Interview, now time.Time) bool
	done, was string // what the next page says: it was done, or it had been done before
	preview   func(p scheduling.Previews, ctx context.Context, by scheduling.By, id string) (act.Preview, error)
	do        func(s scheduling.Bookings, ctx context.Context, by scheduling.By,
		id string) (interviews.InterviewRow, bool, error)
}

// confirmed are acts that need nothing but a confirmation. Each has its page, its form and its button by its line here.
var confirmed = []interviewAct{endCallAct, cancelAct}

func confirmedRoutes() (out []site.Route) {
	for _, act := range confirmed {
		path := site.InterviewsPath + "/{id}/" + act.name
		out = append(out,
			site.Get(path, act.action, func(v *site.Visit) (site.Answer, error) { return actPage(v, act) }),
			site.Post(path, act.action, func(v *site.Visit) (site.Answer, error) { return carryOut(v, act) }))
	}
	return out
}

// The acts of an interview.
var (
	cancelAct = interviewAct{
		action: access.ActionCancel, name: "cancel", heading: "Cancel the interview",
		lead:   "The time is free again, and the links to the session are dead. It cannot be taken back: book again.",
		button: "Cancel the interview", icon: "calendar-x", short: "Cancel", danger: true,
		why:     true,
		offered: booking.Cancel.Changes,
		done:    "The interview is canceled.", was: "The interview was canceled already.",
		preview: scheduling.Previews.Cancel, do: scheduling.Bookings.Cancel,
	}
	endCallAct = interviewAct{
		action: access.ActionEndCall, name: "end-call", heading: "End the call",
		lead:   "The interview is completed, and its interviewer is free for another one.",
		button: "End the call", icon: "phone-off", short: "End call",
		offered: func(i models.Interview, now time.Time) bool { return booking.ActionsOf(i, now).EndCall },
		done:    "The call is ended.", was: "The call had ended already.",
		preview: scheduling.Previews.EndCall, do: scheduling.Bookings.EndCall,
	}
	linkAct = interviewAct{
		action: access.ActionIssueLink, name: "link", heading: "Issue a fresh link",
		lead: "The candidate's older link is dead from then on. The fresh one is shown once, to you: pass it on. " +
			"Nobody else gets it.",
		button: "Issue a fresh link", icon: "link", preview: scheduling.Previews.IssueLink,
	}
)

func linkPage(v *site.Visit) (site.Answer, error) { return actPage(v, linkAct) }

// actBody is the data of the page that asks for a confirmation.
type actBody struct {
	Line
	Sending  site.SendingBody
	Revision int64 // that is shown
	To       string
	Kept     []site.HiddenField // what was chosen before
	Why      *reasonBody        // nil: the form asks for no reason
	Button   string
	Icon     string
	Danger   bool
	Back     string
	Refused  bool // there is nothing to confirm
}

// actPage shows what an act would send, and asks whether it is to be done.
func actPage(v *site.Visit, act interviewAct) (site.Answer, error) {
	acct, err := seenInterview(v, act.action)
	if err != nil {
		return site.Answer{}, err
	}
	return confirmation(v, act, acct)
}

func confirmation(v *site.Visit, act interviewAct, acct effects.InterviewLedger) (site.Answer, error) {
	by := v.By()
	if act.why {
		by.Reason = reasonAsked
	}
	preview, refused := act.preview(v.Acts.Preview, v.Context(), by, acct.ID)
	body, err := actOn(v, acct)
	if err != nil {
		return site.Answer{}, err
	}
	if act.why {
		if body.Why, err = reasonForm(v); err != nil {
			return site.Answer{}, err
		}
	}
	body.Sending, body.To = site.Sending(preview), site.InterviewPath(acct.ID, act.name)
	body.Button, body.Icon, body.Danger, body.Refused = act.button, act.icon, act.danger, refused != nil
	a := v.Show("interview-act", act.heading, body).Lead(act.lead).Under(body.Back, body.Candidate)
	if refused != nil {
		return a.Refusing(refused)
	}
	if preview.Unchanged {
		return site.RedirectNote(body.Back, act.was), nil
	}
	return a, nil
}

// actOn is what every page of an action shows of the interview.
func actOn(v *site.Visit, acct effects.InterviewLedger) (actBody, error) {
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, []interviews.InterviewRow{acct.InterviewRow})
	return actBody{Line: LineOf(v, acct.InterviewRow, names), Revision: acct.Revision,
		Back: site.InterviewPath(acct.ID)}, err
}

// carryOut does what was confirmed. A form that showed an older interview is refused, and the page shows it as it is
// now; a form that is sent twice is done once.
func carryOut(v *site.Visit, act interviewAct) (site.Answer, error) {
	acct, err := seenInterview(v, act.action)
	if err != nil {
		return site.Answer{}, err
	}
	by := v.Shown(acct.ID)
	if act.why {
		if by.Reason, err = reasonOf(v); err != nil {
			return askAgain(v, act, err)
		}
	}
	row, changed, err := act.do(v.Acts.Bookings, v.Context(), by, acct.ID)
	if err != nil {
		return askAgain(v, act, err)
	}
	return acted(v, row, changed, act.done, act.was), nil
}

// askAgain shows the interview as it is by now, and why the act was not carried out.
func askAgain(v *site.Visit, act interviewAct, refused error) (site.Answer, error) {
	acct, err := seenInterview(v, act.action)
	if err != nil {
		return site.Answer{}, err
	}
	a, err := confirmation(v, act, acct)
	if err != nil || a.Page == nil {
		return a, err
	}
	return a.Refusing(refused)
}

// acted leads to the interview's page after an act; the page follows what is done.
func acted(v *site.Visit, row interviews.InterviewRow, changed bool, done, was string) site.Answer {
	if !changed {
		return site.RedirectNote(site.InterviewPath(row.ID), was)
	}
	return site.RedirectNote(site.InterviewPath(row.ID), done)
}

// linkBody is the data of the page that shows a fresh link, once.
type linkBody struct {
	Link    string
	Path    string // of the interview
	EndsAt  string
	Expires string
}

// issueLink issues a fresh link to an external session and shows it, once (D13). The answer is no redirect: the link
// stands nowhere but in this page.
func issueLink(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, linkAct.action)
	if err != nil {
		return site.Answer{}, err
	}
	token, row, err := v.Acts.Bookings.IssueLink(v.Context(), v.Shown(acct.ID), acct.ID)
	if err != nil {
		return askAgain(v, linkAct, err)
	}
	return linkIssued(v, row, token), nil
}

// linkIssued shows the link with that token.
func linkIssued(v *site.Visit, row interviews.InterviewRow, token string) site.Answer {
	name := models.NameOf(row.CandidateName, row.CandidateEmail)
	return v.Show("interview-link", "The link for "+name, linkBody{v.BaseURL + models.ExternalPath + token,
		site.InterviewPath(row.ID), site.WhenText(*row.LinkExpiresAt, v.Zone), site.WhenText(*row.ExpiresAt, v.Zone)}).
		Under(site.InterviewPath(row.ID), name)
}
