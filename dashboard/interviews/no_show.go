package interviews

import (
	"cmp"
	"slices"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/store/interviews"
)

// absentWords say who did not come, in a list, "" for nobody. Of several who interview each is named.
func absentWords(i models.Interview, names interviews.Names) string {
	var whom []string
	if i.NoShow == models.NoShowCandidate {
		whom = append(whom, "candidate")
	}
	for _, email := range i.Absent() {
		if len(i.Panel) == 0 {
			whom = append(whom, "interviewer")
			continue
		}
		whom = append(whom, names.Person(email))
	}
	if whom == nil {
		return ""
	}
	return "No-show: " + strings.Join(whom, ", ")
}

// cameBody says on the page of an interview who did not come, or asks.
type cameBody struct {
	Who, Said   string // who did not come, as it is stored and as a sentence; "" for nobody who is known of
	Note        string // as it is stored, or as it was typed
	To          string // where it is marked or taken back
	May         bool   // the viewer may do that now
	Interviewer string // what the one is called who could be missing, by name where others are; "" for nobody
	Others      []otherCame
	Most        int  // characters of the note
	Open        bool // the form was refused
}

// otherCame is somebody of the panel beside who leads it.
type otherCame struct {
	Email, Name string
	Missed, May bool // May: to mark it, or to take it back
}

// Asks reports whether somebody can be marked.
func (b cameBody) Asks() bool {
	return b.Who == "" && b.May || slices.ContainsFunc(b.Others, func(o otherCame) bool { return o.May && !o.Missed })
}

var cameSentences = map[string]string{models.NoShowCandidate: "The candidate did not come.",
	models.NoShowInterviewer: "The interviewer did not come."}

// cameOf is what the page says of who came, nil for nothing.
func cameOf(v *site.Visit, i models.Interview, can booking.Actions, facts access.Facts) *cameBody {
	allowed := v.Can(access.ActionMarkNoShow, facts)
	may := (can.MarkNoShow || can.TakeNoShowBack) && allowed
	var others []otherCame
	for _, s := range i.Others() {
		o := otherCame{Email: s.Email, Name: cmp.Or(s.Name, s.Email), Missed: s.Missed}
		order := booking.NoShow{Email: s.Email, Who: models.NoShowInterviewer}
		if s.Missed {
			order.Who = ""
		}
		_, changes, err := booking.DecideNoShow(i, order, v.Now)
		if o.May = changes && err == nil && allowed; o.May || o.Missed {
			others = append(others, o)
		}
	}
	if i.NoShow == "" && !may && len(others) == 0 {
		return nil
	}
	body := &cameBody{Others: others, Who: i.NoShow, Said: cameSentences[i.NoShow], Note: i.NoShowNote, May: may,
		To: site.InterviewPath(i.ID, "no-show"), Most: models.MaxReasonRunes}
	lead := i.InPanel(i.InterviewerEmail)
	switch {
	case i.InterviewerEmail == "":
	case len(others) == 0 || lead == nil:
		body.Interviewer = "The interviewer"
	default:
		body.Interviewer = cmp.Or(lead.Name, lead.Email)
	}
	return body
}

// markNoShow marks who did not come, or takes it back (D11). A refusal shows the interview as it is now.
func markNoShow(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionMarkNoShow)
	if err != nil {
		return site.Answer{}, err
	}
	o := booking.NoShow{Who: v.Field("who"), Email: v.Field("whom"), Note: v.Field("why"), Seen: v.Field("seen")}
	if o.Email == "" {
		o.Who, o.Email, _ = strings.Cut(o.Who, " ") // a button says both
	}
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
	if o.Email != "" {
		return site.RedirectNote(path, "It is marked: "+o.Email+" did not come."), nil
	}
	return site.RedirectNote(path, "It is marked: "+cameSentences[o.Who]), nil
}
