package conform

import (
	"net/http"
	"strings"
	"time"
)

// externalChecks are promises about external sessions, and timeChecks about what only time does. The clock checks stand
// last: what they move past stays past.
var externalChecks = []WriteCheck{
	{"§3 T2", "an external session is pending, and its link is shown once", 0, func(r *run) {
		for _, field := range []string{"interviewer_email", "meeting_link"} {
			r.refused(http.StatusBadRequest, http.MethodPost, "/interviews",
				r.booking("externally_scheduled", true, field, nil))
		}
		i, link := r.external()
		r.shows("the session", i, object{
			"status": "pending", "source": "external", "externally_scheduled": true, "scheduled_start_at": nil,
			"canceled_at": nil,
		})
		if link == "" {
			r.t.Fatalf("the answer has no candidate_link")
		}
		candidate := part(i, "candidate")
		listed := r.read("/interviews?candidate_email=" + escape(text(candidate, "email")))
		for _, a := range []object{r.again(i), listed.body} {
			if strings.Contains(asJSON(a), link) {
				r.t.Errorf("a later read shows the link")
			}
		}
		at := text(i, "created_at") // which is stored as its start (§4 List)
		if found := r.read("/interviews?candidate_email=" + escape(text(candidate, "email")) + "&from=" + at + "&to=" +
			at).list("interviews"); len(found) != 1 {
			r.t.Errorf("from and to at its creation give %d interviews, want it", len(found))
		}
	}},
	{"§4 rule 7", "the candidate's link works once", 0, func(r *run) {
		i, link := r.external()
		v := newVisitor(r)
		form, found := v.firstForm(link)
		if !found {
			r.t.Fatalf("the page behind candidate_link has no form that starts the session")
		}
		if now := r.again(i); text(now, "status") != "pending" {
			r.t.Errorf("looking at the page made the session %s", text(now, "status"))
		}
		if status := v.send(form); status/100 != 2 {
			r.t.Errorf("the form that starts the session is answered %d", status)
		}
		used := r.again(i)
		r.shows("the session", used, object{"status": "scheduled", "id": i["id"], "candidate": i["candidate"]})
		if text(used, "scheduled_start_at") == "" {
			r.t.Errorf("a session that was started has no start")
		}
		other := newVisitor(r)
		if _, status := other.open(link); status/100 == 2 {
			r.t.Errorf("another visitor gets the page of a used link with %d", status)
		}
		if status := other.send(form); status/100 == 2 {
			r.t.Errorf("another visitor can use a used link: %d", status)
		}
		r.stays(used, "the second use")
	}},
	{"§3 T3", "a canceled external session keeps no start, and its link is dead", 0, func(r *run) {
		i, link := r.external()
		r.shows("the session", r.cancel(i), object{"status": "canceled", "scheduled_start_at": nil})
		if _, status := newVisitor(r).open(link); status/100 == 2 {
			r.t.Errorf("the link of a canceled session is answered %d", status)
		}
	}},
}

// minute is how far behind an instant the clock is moved, so that it has surely passed.
const minute = time.Minute

var timeChecks = []WriteCheck{
	{"§3 T5", "an interview is completed when its window closes, and not before", needsClock, func(r *run) {
		start := r.now().Add(time.Hour).Truncate(minute)
		_, i := r.book("scheduled_start_at", instant(start))
		r.advance(start.Add(minute))
		r.shows("in its window", r.again(i), object{"status": "scheduled"})
		r.advance(start.Add(time.Duration(r.kit.stage.minutes)*time.Minute + minute))
		after := r.again(i)
		if i["indefinite"] == true {
			r.shows("an indefinite interview after its length", after, object{"status": "scheduled"})
			return
		}
		r.shows("after its window", after, object{"status": "completed", "call_ended_at": nil, "canceled_at": nil})
	}},
	{"§3 T5", "an indefinite interview is ended by no clock", needsClock, func(r *run) {
		for _, x := range r.kit.stage.rounds {
			start := r.now().Add(time.Hour).Truncate(minute)
			_, i := r.book("round_id", x.id, "scheduled_start_at", instant(start))
			if i["indefinite"] != true {
				r.cancel(i)
				continue
			}
			length, _ := i["duration_minutes"].(float64)
			r.advance(start.Add(time.Duration(length)*time.Minute + minute))
			r.shows("after its length", r.again(i), object{"status": "scheduled"})
			return
		}
		r.t.Skipf("no round of the posting is indefinite")
	}},
	{"§4 rule 7", "the candidate's link dies after 24 hours, and the session stays pending", needsClock,
		func(r *run) {
			i, link := r.external()
			v := newVisitor(r)
			form, found := v.firstForm(link)
			r.advance(r.now().Add(24*time.Hour + minute))
			if _, status := v.open(link); status/100 == 2 {
				r.t.Errorf("after 24 hours the link is answered %d", status)
			}
			if found && v.send(form)/100 == 2 {
				r.t.Errorf("after 24 hours the link can be used")
			}
			r.shows("the session", r.again(i), object{"status": "pending", "scheduled_start_at": nil})
		}},
	{"§3 T6", "an external session that nobody started expires after seven days", needsClock, func(r *run) {
		i, _ := r.external()
		made, err := time.Parse(time.RFC3339, text(i, "created_at"))
		if err != nil {
			r.t.Fatalf("created_at is %v", i["created_at"])
		}
		r.advance(made.Add(7*24*time.Hour - minute))
		r.shows("before the end of seven days", r.again(i), object{"status": "pending"})
		r.advance(made.Add(7*24*time.Hour + minute))
		r.shows("after seven days", r.again(i), object{"status": "expired", "scheduled_start_at": nil})
		candidate := part(i, "candidate")
		r.refused(http.StatusConflict, http.MethodPost, "/interviews", r.booking("candidate_id", candidate["id"]))
		r.must(http.StatusCreated, http.MethodPost, "/interviews",
			r.booking("candidate_id", candidate["id"], "replace_existing", true))
	}},
	{"§7 ALREADY_INVITED", "a candidate whose invitation has run out is 409, for a booking too", needsClock,
		func(r *run) {
			body := r.invite(r.kit.stage.assessment)
			a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
			if said := r.outlive(body); said.status != http.StatusConflict || said.text("error") != "ALREADY_INVITED" {
				r.t.Errorf("%s: %d %s, want 409 ALREADY_INVITED", said.about, said.status, said.text("error"))
			}
			r.refused(http.StatusConflict, http.MethodPost, "/interviews",
				r.booking("candidate_id", a.body["invite_id"]))
		}},
}

// An invitation is waited for in steps of the life that it has unless it is configured otherwise.
const (
	inviteStep  = 15 * 24 * time.Hour
	inviteSteps = 6
)

// outlive moves the clock until an invitation is over, and returns the answer to the same invite once more.
func (r *run) outlive(body object) (a answer) {
	for range inviteSteps {
		if a = r.ask(http.MethodPost, "/invites", body); a.status != http.StatusOK {
			return a
		}
		r.advance(r.now().Add(inviteStep))
	}
	return r.ask(http.MethodPost, "/invites", body)
}
