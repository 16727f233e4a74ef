package interviews

import (
	"cmp"
	"context"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/scheduling"
	"litmus/store/availability"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// reassignBody is the data of the page that asks who takes over an interview.
type reassignBody struct {
	Line
	People   []personChoice
	Chosen   string // the address that is ticked
	Other    string // an address that was typed
	Revision int64
	Back, To string
	Week     string // from which it was begun, "" for none
	Refused  bool

	Legend   string
	Seat     string // what is said of the seat that is taken, "" for nothing
	Leaves   string // whose it is, "" for an empty one
	MayEmpty bool   // it can stay empty
}

// personChoice is an interviewer to choose, with why they are free or are not (D12).
type personChoice struct {
	Email, Name string
	Verdict     string
	Free        bool
	Booked      bool // a booking would be refused
	Current     bool
	Suggested   bool // they would be chosen
}

// Said is why they are not free, or would be chosen, "" for nothing.
func (p personChoice) Said() string {
	if p.Free && !p.Suggested || p.Verdict == "" {
		return ""
	}
	return p.Name + " " + p.Verdict
}

// reassignPage lists the posting's interviewers, free ones first, and why the others are not (D12). If the address says
// to whom, it shows what the change would send.
func reassignPage(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionReassign)
	if err != nil {
		return site.Answer{}, err
	}
	begun, err := begin(v)
	switch {
	case err != nil:
		return site.Answer{}, err
	case begun.With == "":
		return askWho(v, acct)
	}
	a, refused, err := confirmReassign(v, acct, begun.email)
	if err != nil || refused == nil {
		return a, err
	}
	if a, err = askWho(v, acct); err != nil || a.Page.Problem != "" {
		return a, err
	}
	return a.Refusing(refused)
}

// confirmChosen shows what an act on whoever was chosen would send, with the fields that carry the choice on, or
// returns why it is refused.
func confirmChosen(v *site.Visit, act interviewAct, acct effects.InterviewLedger,
	kept ...site.HiddenField) (a site.Answer, refused, err error) {
	a, err = confirmation(v, act, acct)
	if err == nil && a.Page != nil && a.Page.Problem != "" {
		_, refused = act.preview(v.Acts.Preview, v.Context(), v.By(), acct.ID)
		return a, refused, nil
	}
	if body, ok := bodyOf[actBody](a); ok && err == nil {
		body.Kept = kept
		if week := weekBefore(v); week != "" {
			body.Back = week
			body.Kept = append(body.Kept, site.HiddenField{Name: "back", Value: week})
			a = a.Under(week, "The week")
		}
		a.Page.Body = body
	}
	return a, nil, err
}

// confirmReassign is [confirmChosen] of the change to that interviewer.
func confirmReassign(v *site.Visit, acct effects.InterviewLedger, email string) (a site.Answer, refused, err error) {
	return confirmChosen(v, reassignAct(email), acct, site.HiddenField{Name: "person", Value: email})
}

func askWho(v *site.Visit, acct effects.InterviewLedger) (site.Answer, error) {
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, []interviews.InterviewRow{acct.InterviewRow})
	if err != nil {
		return site.Answer{}, err
	}
	body := reassignBody{Line: LineOf(v, acct.InterviewRow, names), Revision: acct.Revision,
		Back: site.InterviewPath(acct.ID), Week: weekBefore(v), To: site.InterviewPath(acct.ID, "reassign"),
		Legend: "Who interviews instead?",
		Chosen: v.Field("person"), Other: v.Field("other"), Refused: !booking.ActionsOf(acct.Interview, v.Now).Reassign}
	a := func() site.Answer {
		return v.Show("interview-reassign", "Change the interviewer", body).Under(body.Back, body.Candidate)
	}
	if body.Refused {
		_, _, refused := booking.DecideReassign(booking.ReassignFacts{Interview: acct.Interview}, "", v.Store.Policy(),
			v.Now)
		return a().Refusing(refused)
	}
	explained, err := v.Store.Availability.Explain(v.Context(), v.Org.ID,
		availability.Question{PostingID: acct.PostingID,
			RoundID: acct.RoundID, Except: acct.ID}, acct.StartsAt)
	if err != nil && models.KindOf(err) != models.Invalid { // a round that cannot be booked any more has no free times
		return site.Answer{}, err
	}
	for _, e := range explained.Explanations {
		for _, why := range e.Interviewers {
			body.People = append(body.People, personChoice{
				Email: why.Email, Name: models.NameOf(explained.Names[why.Email], why.Email),
				Verdict: why.Words(v.Zone), Free: why.Reason == timetable.ReasonFree,
				Booked: why.Reason == timetable.ReasonBooked, Current: why.Email == acct.InterviewerEmail,
			})
		}
	}
	return a(), nil
}

// reassign shows what the change of the interviewer would send, and carries it out once that is confirmed.
func reassign(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionReassign)
	if err != nil {
		return site.Answer{}, err
	}
	chosen := v.Field("person")
	if chosen == "" || chosen == "other" {
		chosen = v.Field("other")
	}
	email, refused := models.ParseEmail("the interviewer's address", chosen)
	switch {
	case refused != nil:
	case v.Field("confirm") != "":
		var a site.Answer
		if a, refused, err = chosenNow(v, reassignAct(email), acct,
			site.HiddenField{Name: "person", Value: email}); err != nil || refused == nil {
			return a, err
		}
	default:
		var a site.Answer
		if a, refused, err = confirmReassign(v, acct, email); err != nil || refused == nil {
			return a, err
		}
	}
	if acct, err = seenInterview(v, access.ActionReassign); err != nil { // as it is by now
		return site.Answer{}, err
	}
	a, err := askWho(v, acct)
	if err != nil || a.Page.Problem != "" {
		return a, err
	}
	return a.Refusing(refused)
}

// chosenNow carries out an act on whoever was chosen, or returns why it is refused. Of a reason that is too long it is
// the page of [confirmChosen] that says so.
func chosenNow(v *site.Visit, act interviewAct, acct effects.InterviewLedger,
	kept ...site.HiddenField) (a site.Answer, refused, err error) {
	by := v.Undoable(acct.ID)
	why, tooLong := reasonOf(v)
	if tooLong != nil {
		if a, refused, err = confirmChosen(v, act, acct, kept...); err != nil || refused != nil || a.Page == nil {
			return a, refused, err
		}
		a, err = a.Refusing(tooLong)
		return a, nil, err
	}
	by.Reason = why
	row, changed, refused := act.do(v.Acts.Bookings, v.Context(), by, acct.ID)
	if refused != nil {
		return a, refused, nil
	}
	a = acted(v, row, changed, act.done, act.was)
	a.To = cmp.Or(weekBefore(v), a.To)
	if !changed {
		return a, nil, nil // what is held is somebody else's change
	}
	return undoable(v, a, weekBefore(v), row), nil, nil
}

// reassignAct is the change to the interviewer with that address.
func reassignAct(email string) interviewAct {
	return interviewAct{
		action: access.ActionReassign, name: "reassign", heading: "Change the interviewer",
		lead:   email + " interviews from then on; the time stays.",
		button: "Change the interviewer", icon: "repeat", why: true,
		done: "The interviewer is changed.", was: "It is their interview already.",
		preview: func(p scheduling.Previews, ctx context.Context, by scheduling.By, id string) (act.Preview, error) {
			return p.ChangeInterviewer(ctx, by, id, email)
		},
		do: func(s scheduling.Bookings, ctx context.Context, by scheduling.By,
			id string) (interviews.InterviewRow, bool, error) {
			return s.ChangeInterviewer(ctx, by, id, email)
		},
	}
}

// bodyOf returns the data of an answer's page, if it is of that type.
func bodyOf[T any](a site.Answer) (body T, ok bool) {
	if a.Page == nil {
		return body, false
	}
	body, ok = a.Page.Body.(T)
	return body, ok
}
