package conform

import (
	"context"
	"net/http"
	"slices"
	"time"
)

// sweepPatience is how long ending everything may take, also after the run itself was told to stop.
const sweepPatience = 2 * time.Minute

// sweepCheck ends all that the run made, and then looks over REST whether anything is left: a kit that fills a
// deployment with rubbish is run once.
var sweepCheck = Check{"clean-up", "what the run made has ended, and its interviewers are gone",
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

// end removes the interviewers that were assigned, cancels interviews and lets invitations run out. Each step is tried,
// whatever became of the others; what fails is seen by [run.look].
func (r *run) end() {
	if r.kit.assigned {
		r.try(func() {
			defer r.kit.enter(r.kit.own)()
			r.checkUnshared()
			r.ask(http.MethodPut, r.interviewers(), object{"interviewers": []object{}})
		})
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
	if posting := r.kit.own.round.posting; r.kit.assigned {
		if n := len(r.ask(http.MethodGet, "/postings/"+posting+"/interviewers", nil).list("interviewers")); n > 0 {
			r.t.Errorf("left: posting %s had no interviewers, and has %d", posting, n)
		}
	}
	for _, body := range slices.Clone(r.kit.invites) {
		if a := r.ask(http.MethodPost, "/invites", body); a.status/100 == 2 {
			r.t.Errorf("left: the invitation of %s", text(body, "candidate_email"))
		}
	}
}
