package conform

import (
	"net/http"
	"reflect"
	"time"
)

// slotChecks are promises about interviewers and what they offer. All act on the kit's own posting.
var slotChecks = []WriteCheck{
	{"§4 Slots rule 1", "PUT takes the complete list, with links and starts", needsPosting, func(r *run) {
		at := r.start()
		ann, bo := r.kit.person("interviewer"), r.kit.person("interviewer")
		link := "https://meet." + kitDomain + "/ann"
		r.assign([]object{{"email": ann, "meeting_link": link, "slots": []string{at, half(at)}}, {"email": bo}})
		r.shows("an interviewer with a link and starts", r.interviewer(ann), object{
			"meeting_link": link, "slots": []string{at, half(at)}, "availability_source": "painted",
		})
		r.shows("one without", r.interviewer(bo), object{"meeting_link": nil, "slots": []string{}})
		r.assign([]object{{"email": ann}})
		r.shows("one who is named without starts", r.interviewer(ann), object{"slots": []string{}})
		if r.interviewer(bo) != nil {
			r.t.Errorf("who is not in the list is still an interviewer")
		}
		if n := len(r.assign([]object{}).list("interviewers")); n != 0 {
			r.t.Errorf("an empty list leaves %d interviewers", n)
		}
	}},
	{"§4 Slots rule 2", "POST adds starts and assigns, and books nobody", needsPosting, func(r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		r.offer(http.MethodPost, who, at)
		added := r.offer(http.MethodPost, who, half(at))
		r.shows("what POST answers", added, object{"applied": true, "slots": []string{at, half(at)}})
		r.shows("the interviewer", r.interviewer(who), object{"slots": []string{at, half(at)}})
		r.shows("the start that is offered", r.offered(at), object{"interviewer_emails": []string{who}, "capacity": 1})
		if n := len(r.read("/interviews?from=" + at + "&to=" + half(at) + "&posting_id=" +
			r.kit.stage.round.posting).list("interviews")); n > 0 {
			r.t.Errorf("there are %d interviews at a start that was only offered", n)
		}
	}},
	{"§4 Slots rule 3", "one wrong time refuses the whole request", needsPosting, func(r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		r.checkUnshared()
		r.refused(http.StatusBadRequest, http.MethodPost, r.slots(), object{"slots": []object{
			{"interviewer_email": who, "start_at": at},
			{"interviewer_email": who, "start_at": later(at, 15*time.Minute)},
		}})
		if r.interviewer(who) != nil || r.offered(at) != nil {
			r.t.Errorf("the right start of a refused request was taken")
		}
	}},
	{"§4 Slots rule 4", "one person may have starts that overlap", needsPosting, func(r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		r.offer(http.MethodPost, who, at)
		r.offer(http.MethodPost, who, half(at))
		for _, start := range []string{at, half(at)} {
			r.shows("a start", r.offered(start), object{"interviewer_emails": []string{who}, "capacity": 1})
		}
	}},
	{"§4 Slots rule 5", "the posting's starts do not override a schedule of one's own", needsPosting, func(r *run) {
		if r.kit.scheduled == "" {
			r.t.Skipf("no interviewer of an open posting has a schedule of their own")
		}
		r.shows("a start for somebody with their own schedule", r.offer(http.MethodPost, r.kit.scheduled, r.start()),
			object{"applied": false, "reason": "personal_schedule_wins"})
		r.assign([]object{}) // so that nobody chooses a time of theirs
	}},
	{"§4 Slots rule 6", "DELETE takes starts away, and neither the interviewer nor an interview", needsPosting, func(
		r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		link := "https://meet." + kitDomain + "/ann"
		r.assign([]object{{"email": who, "meeting_link": link, "slots": []string{at, half(at)}}})
		_, i := r.book("interviewer_email", who, "scheduled_start_at", at)
		r.offer(http.MethodDelete, who, at)
		r.shows("the interviewer", r.interviewer(who), object{"meeting_link": link, "slots": []string{half(at)}})
		if now := r.again(i); !reflect.DeepEqual(now, i) {
			r.t.Errorf("the interview at the removed start was %s and is %s", short(i), short(now))
		}
	}},
	{"§4 Slots rule 7", "all rounds draw on one capacity, and a start without a place is not listed", needsPosting,
		func(r *run) {
			at := r.start()
			ann, bo := r.kit.person("interviewer"), r.kit.person("interviewer")
			r.offer(http.MethodPost, ann, at)
			r.offer(http.MethodPost, bo, at)
			r.shows("two interviewers", r.offered(at), object{"interviewer_emails": []string{ann, bo}, "capacity": 2})
			rounds := r.kit.stage.rounds
			_, i := r.book("round_id", rounds[len(rounds)-1].id, "interviewer_email", nil, "scheduled_start_at", at)
			r.shows("one place taken by nobody in particular", r.offered(at),
				object{"interviewer_emails": []string{ann, bo}, "capacity": 1})
			r.book("interviewer_email", ann, "scheduled_start_at", at)
			if x := r.offered(at); x != nil {
				r.t.Errorf("a start without a place is offered: %s", asJSON(x))
			}
			r.cancel(i)
			r.shows("a place that was given back", r.offered(at),
				object{"interviewer_emails": []string{bo}, "capacity": 1})
		}},
	{"§4 GET slots", "reading reserves nothing", needsPosting, func(r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		r.offer(http.MethodPost, who, at)
		first := r.offered(at)
		if again := r.offered(at); first == nil || !reflect.DeepEqual(first, again) {
			r.t.Errorf("a start is read as %s and then as %s", asJSON(first), asJSON(again))
		}
		r.book("interviewer_email", who, "scheduled_start_at", at)
	}},
}

func (r *run) slots() string { return "/postings/" + r.kit.stage.round.posting + "/slots" }
func (r *run) interviewers() string {
	return "/postings/" + r.kit.stage.round.posting + "/interviewers"
}

// assign puts the complete list of interviewers of the kit's own posting.
func (r *run) assign(entries []object) answer {
	r.checkUnshared()
	return r.must(http.StatusOK, http.MethodPut, r.interviewers(), object{"interviewers": entries})
}

// checkUnshared ends the check where somebody else has assigned an interviewer to the kit's own posting meanwhile, so
// that nothing of theirs is changed. After it the check may change the posting.
func (r *run) checkUnshared() {
	for _, x := range r.read(r.interviewers()).list("interviewers") {
		if who := text(x, "email"); !invented(who) && who != r.kit.scheduled {
			r.t.Fatalf("somebody else assigned an interviewer to posting %s, which had none, during the run",
				r.kit.stage.round.posting)
		}
	}
	r.kit.assigned = true
}

// offer adds (POST) or removes (DELETE) a start of an interviewer and returns what is answered about them.
func (r *run) offer(method, who, at string) object {
	r.checkUnshared()
	a := r.must(http.StatusOK, method, r.slots(), object{"slots": []object{{"interviewer_email": who, "start_at": at}}})
	entry := entryOf(a, who)
	if entry == nil {
		r.t.Errorf("%s: the answer does not name the interviewer", a.about)
	}
	return entry
}

// interviewer is somebody's entry on the posting, nil without one.
func (r *run) interviewer(who string) object { return entryOf(r.read(r.interviewers()), who) }

func entryOf(a answer, who string) object {
	for _, x := range a.list("interviewers") {
		if text(x, "email") == who {
			return x
		}
	}
	return nil
}

// offered is what the posting offers at a start, nil if nothing.
func (r *run) offered(at string) object {
	for _, x := range r.read(r.kit.stage.round.slots() + "&from=" + at + "&to=" + at).list("slots") {
		return x
	}
	return nil
}
