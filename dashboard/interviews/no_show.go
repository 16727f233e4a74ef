package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
)

// absent says who did not come, in a list.
var absent = map[string]string{models.NoShowCandidate: "No-show: candidate",
	models.NoShowInterviewer: "No-show: interviewer"}

// cameBody says on the page of an interview who did not come, or asks.
type cameBody struct {
	Who, Said   string // who did not come, as it is stored and as a sentence; "" for nobody who is known of
	Note        string // as it is stored, or as it was typed
	To          string // where it is marked or taken back
	May         bool   // the viewer may do that now
	Interviewer bool   // there is one who could be missing
	Most        int    // characters of the note
	Open        bool   // the form was refused
}

var cameSentences = map[string]string{models.NoShowCandidate: "The candidate did not come.",
	models.NoShowInterviewer: "The interviewer did not come."}

// cameOf is what the page says of who came, nil for nothing.
func cameOf(v *site.Visit, i models.Interview, can booking.Actions, facts access.Facts) *cameBody {
	may := (can.MarkNoShow || can.TakeNoShowBack) && v.Can(access.ActionMarkNoShow, facts)
	if i.NoShow == "" && !may {
		return nil
	}
	return &cameBody{Who: i.NoShow, Said: cameSentences[i.NoShow], Note: i.NoShowNote, May: may,
		To: site.InterviewPath(i.ID, "no-show"), Interviewer: i.InterviewerEmail != "", Most: models.MaxReasonRunes}
}

// markNoShow marks who did not come, or takes it back (D11). A refusal shows the interview as it is now.
func markNoShow(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionMarkNoShow)
	if err != nil {
		return site.Answer{}, err
	}
	o := booking.NoShow{Who: v.Field("who"), Note: v.Field("why"), Seen: v.Field("seen")}
	changed, err := v.Acts.Bookings.MarkNoShow(v.Context(), v.By(), acct.ID, o)
	path := site.InterviewPath(acct.ID)
	switch {
	case err != nil:
		a, failed := interviewWith(v, func(body *interviewBody) {
			if body.Came != nil && body.Came.Who == "" {
				body.Came.Note, body.Came.Open = o.Note, true
			}
		})
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	case !changed && o.Who == "":
		return site.RedirectNote(path, "Nothing is marked any more."), nil
	case !changed:
		return site.RedirectNote(path, "That was marked already."), nil
	case o.Who == "":
		return site.RedirectNote(path, "The mark is taken back."), nil
	}
	return site.RedirectNote(path, "It is marked: "+cameSentences[o.Who]), nil
}
