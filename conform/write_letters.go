package conform

import (
	"net/http"
	"slices"
	"strings"
)

// letterChecks are promises about letters of bookings. They need the mail catcher.
var letterChecks = []WriteCheck{
	{"§3 T1", "the candidate gets a confirmation with their link, the interviewer a briefing", needsInbox,
		func(r *run) {
			sent, i := r.book()
			told := r.mail(text(sent, "candidate_email"), "to the candidate of a booking", 1)
			briefed := r.mail(text(sent, "interviewer_email"), "to its interviewer", 1)
			if len(told) == 0 || len(briefed) == 0 {
				return
			}
			if !slices.ContainsFunc(anyLink.FindAllString(told[0].Text+" "+told[0].HTML, -1), func(s string) bool {
				return !strings.HasPrefix(s, text(sent, "meeting_link"))
			}) {
				r.t.Errorf("the confirmation has no link to the assessment of a candidate whom the booking made")
			}
			for who, m := range map[string]message{"confirmation": told[0], "briefing": briefed[0]} {
				if _, starts := m.calendar(); m.ICS != "" && !slices.Contains(starts, compact(i)) {
					r.t.Errorf("the event of the %s begins at %v, the interview at %s", who, starts, compact(i))
				}
			}
		}},
	{"§3 T4", "the booking emails go out once more for a booking in the place of another", needsInbox, func(r *run) {
		sent, _ := r.book()
		candidate, interviewer := text(sent, "candidate_email"), text(sent, "interviewer_email")
		r.mail(candidate, "to the candidate of a booking", 1)
		r.mail(interviewer, "to its interviewer", 1)
		r.must(http.StatusCreated, http.MethodPost, "/interviews", r.booking("candidate_email", candidate,
			"interviewer_email", interviewer, "replace_existing", true))
		r.mail(candidate, "to the candidate of the booking in its place", 2)
		r.mail(interviewer, "to its interviewer", 2)
	}},
	{"§3 T7", "the new interviewer is briefed", needsInbox, func(r *run) {
		_, i := r.book()
		next := r.kit.person("interviewer")
		r.must(http.StatusOK, http.MethodPatch, "/interviews/"+text(i, "id"), object{"interviewer_email": next})
		r.mail(next, "to the new interviewer", 1)
	}},
	{"§3 T3", "a cancellation takes the event back, and no letter comes beside it", needsInbox | needsClock,
		func(r *run) {
			sent, i := r.book()
			who := text(sent, "candidate_email")
			told := r.mail(who, "to the candidate of a booking", 1)
			r.cancel(i)
			requested := slices.ContainsFunc(told, func(m message) bool {
				method, _ := m.calendar()
				return method == "REQUEST"
			})
			if !requested { // the event is a calendar's, which tells people by itself
				r.exactly(who, "to the candidate of a canceled booking", len(told))
				return
			}
			after := r.exactly(who, "to the candidate of a canceled booking", len(told)+1)
			if method, _ := after[0].calendar(); method != "CANCEL" {
				r.t.Errorf("the last letter has an event with the method %q, want CANCEL", method)
			}
		}},
	{"§3 T2", "an external session sends no letters", needsInbox | needsClock, func(r *run) {
		i, _ := r.external()
		candidate := part(i, "candidate")
		r.exactly(text(candidate, "email"), "to the candidate of an external session", 0)
		r.exactly(text(i, "interviewer_email"), "to its interviewer", 0)
	}},
}

// compact is the start of an interview as a calendar writes it in UTC.
func compact(interview object) string {
	at, _, _ := strings.Cut(text(interview, "scheduled_start_at"), ".")
	return strings.NewReplacer("-", "", ":", "").Replace(at) + "Z"
}
