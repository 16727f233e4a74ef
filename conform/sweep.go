package conform

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
)

// sweepPatience is how long ending everything may take, also after the run itself was told to stop.
const sweepPatience = 2 * time.Minute

// sweepCheck ends all that the run made, and then looks over REST whether anything is left (decision 177).
var sweepCheck = Check{"decision 177", "what the run made has ended, and the interviewers are who they were",
	func(r *run) {
		r.end()
		r.look()
	}}

// sweep runs [sweepCheck], also where ctx has ended.
func (r *run) sweep() Result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), sweepPatience)
	defer cancel()
	swept := *r
	swept.ctx = ctx
	return one(&swept, sweepCheck)
}

// end restores interviewers, cancels interviews and lets invitations run out. Each step is tried, whatever became of
// the others; what fails is seen by [run.look].
func (r *run) end() {
	for posting, entries := range r.kit.before {
		r.try(func() { r.restore(posting, entries) })
	}
	for _, id := range r.kit.interviews {
		r.try(func() { r.ask(http.MethodDelete, "/interviews/"+id, nil) })
	}
	for _, who := range r.kit.candidates { // also of bookings whose answers were lost
		r.try(func() {
			for _, x := range r.standing(who) {
				r.ask(http.MethodDelete, "/interviews/"+text(x, "id"), nil)
			}
		})
	}
	for _, body := range slices.Clone(r.kit.invites) {
		if r.kit.clock.there {
			r.try(func() { r.outlive(body) })
		}
	}
}

// restore puts the interviewers of a posting back, and then their starts, as many at a time as a request may have.
func (r *run) restore(posting string, before []object) {
	entries, slots := []object{}, []object{}
	for _, x := range before {
		entries = append(entries, object{"email": x["email"], "meeting_link": x["meeting_link"]})
		starts, _ := x["slots"].([]any)
		for _, at := range starts {
			slots = append(slots, object{"interviewer_email": x["email"], "start_at": at})
		}
	}
	r.ask(http.MethodPut, "/postings/"+posting+"/interviewers", object{"interviewers": entries})
	for some := range slices.Chunk(slots, mostStarts) {
		r.ask(http.MethodPost, "/postings/"+posting+"/slots", object{"slots": some})
	}
}

// look checks that nothing is left.
func (r *run) look() {
	for _, id := range r.kit.interviews {
		if a := r.ask(http.MethodGet, "/interviews/"+id, nil); a.status != http.StatusOK ||
			a.text("status") != "canceled" {
			r.t.Errorf("left: interview %s, %d %s", id, a.status, a.text("status"))
		}
	}
	for _, who := range r.kit.candidates {
		for _, x := range r.standing(who) {
			r.t.Errorf("left: interview %s, %s", text(x, "id"), text(x, "status"))
		}
	}
	for posting, before := range r.kit.before {
		now := r.ask(http.MethodGet, "/postings/"+posting+"/interviewers", nil).list("interviewers")
		if !same(now, before) {
			r.t.Errorf("left: posting %s had %d interviewers, and now they or their starts differ (%d)",
				posting, len(before), len(now))
		}
		for _, x := range now {
			if strings.HasSuffix(text(x, "email"), "@"+kitDomain) {
				r.t.Errorf("left: interviewer %s of posting %s", text(x, "email"), posting)
			}
		}
	}
	for _, body := range slices.Clone(r.kit.invites) {
		if a := r.ask(http.MethodPost, "/invites", body); a.status/100 == 2 {
			r.t.Errorf("left: the invitation of %s", text(body, "candidate_email"))
		}
	}
}
