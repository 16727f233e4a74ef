package conform

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
)

// bookingChecks are promises about standard bookings and their cancellation.
var bookingChecks = []WriteCheck{
	{"§3 T1", "a booking is scheduled as it was asked for, and reads and lists show it", 0, func(r *run) {
		sent := r.booking() // without an invite (§4 rule 5), at a time not offered (§4 rule 3)
		a := r.must(http.StatusCreated, http.MethodPost, "/interviews", sent)
		i := a.object("interview")
		r.shows("the booking", i, object{
			"status": "scheduled", "source": "litmus", "posting_id": sent["posting_id"], "round_id": sent["round_id"],
			"assessment_id": r.kit.stage.assessment, "scheduled_start_at": sent["scheduled_start_at"],
			"duration_minutes": r.kit.stage.minutes, "time_zone": sent["time_zone"],
			"interviewer_email": sent["interviewer_email"], "meeting_link": sent["meeting_link"],
			"externally_scheduled": false, "call_ended_at": nil, "canceled_at": nil,
		})
		candidate := part(i, "candidate")
		r.shows("its candidate", candidate, object{"email": sent["candidate_email"], "name": sent["candidate_name"]})
		if _, has := a.body["candidate_link"]; has {
			r.t.Errorf("a standard booking has a candidate_link")
		}
		if one := r.again(i); !reflect.DeepEqual(one, i) {
			r.t.Errorf("the booking is %s, and a read shows %s", short(i), short(one))
		}
		start := text(i, "scheduled_start_at")
		path := "/interviews?posting_id=" + text(i, "posting_id") + "&round_id=" + text(i, "round_id") +
			"&candidate_email=" + escape(strings.ToUpper(text(candidate, "email"))) + "&from=" + start + "&to=" + start
		if found := r.read(path).list("interviews"); len(found) != 1 || !reflect.DeepEqual(found[0], i) {
			r.t.Errorf("the list by posting, round, candidate and start has %d interviews, want this one", len(found))
		}
	}},
	{"§2 Times", "a start with an offset is the same instant in UTC", 0, func(r *run) {
		start := r.start()
		t, _ := time.Parse(time.RFC3339, start)
		_, i := r.book("scheduled_start_at", t.In(time.FixedZone("", 7200)).Format(time.RFC3339))
		r.shows("the booking", i, object{"scheduled_start_at": start})
	}},
	{"§4 rule 1", "a second booking of a candidate is 409, and one after a cancellation is not", 0, func(r *run) {
		sent, first := r.book()
		again := r.booking("candidate_email", sent["candidate_email"])
		r.refused(http.StatusConflict, http.MethodPost, "/interviews", again)
		r.stays(first, "the refused booking")
		r.cancel(first)
		next := r.must(http.StatusCreated, http.MethodPost, "/interviews", again).object("interview")
		r.shows("the booking after a cancellation", next, object{"candidate": first["candidate"]})
	}},
	{"§4 rule 3", "a time that the slots read did not offer is accepted", 0, func(r *run) {
		at := r.start()
		if x := r.offered(at); x != nil {
			r.t.Skipf("somebody began to offer the start meanwhile")
		}
		_, i := r.book("scheduled_start_at", at)
		r.shows("the booking", i, object{"status": "scheduled", "scheduled_start_at": at})
	}},
	{"§4 rule 8", "a booking in the place of another is a whole request", 0, func(r *run) {
		sent, first := r.book()
		for _, left := range []string{"posting_id", "round_id", "candidate_email", "scheduled_start_at"} {
			again := maps.Clone(sent)
			again["replace_existing"] = true
			delete(again, left)
			r.refused(http.StatusBadRequest, http.MethodPost, "/interviews", again)
		}
		r.stays(first, "refused requests")
	}},
	{"§3 T4", "replace_existing puts a booking in the place of the other", 0, func(r *run) {
		sent, first := r.book()
		candidate := part(first, "candidate")
		next := r.booking("candidate_id", candidate["id"], "replace_existing", true)
		i := r.must(http.StatusCreated, http.MethodPost, "/interviews", next).object("interview")
		r.shows("the booking in its place", i, object{
			"status": "scheduled", "scheduled_start_at": next["scheduled_start_at"],
			"interviewer_email": next["interviewer_email"], "candidate": first["candidate"],
		})
		standing := r.standing(text(sent, "candidate_email"))
		if len(standing) != 1 || standing[0]["id"] != i["id"] {
			r.t.Errorf("the candidate has %d interviews that stand, want the new one", len(standing))
		}
		other := r.booking("interviewer_email", sent["interviewer_email"],
			"scheduled_start_at", sent["scheduled_start_at"]) // the time that was left is free
		r.must(http.StatusCreated, http.MethodPost, "/interviews", other)
	}},
	{"§4 rule 2", "an interviewer who is already booked is 409", 0, func(r *run) {
		sent, _ := r.book()
		other := r.booking("interviewer_email", sent["interviewer_email"],
			"scheduled_start_at", sent["scheduled_start_at"])
		r.refused(http.StatusConflict, http.MethodPost, "/interviews", other)
		if n := len(r.standing(text(other, "candidate_email"))); n > 0 {
			r.t.Errorf("the refused booking left %d interviews", n)
		}
	}},
	{"§4 rule 2", "an offered time without a free place is 409", needsPosting, func(r *run) {
		at, who := r.start(), r.kit.person("interviewer")
		r.offer(http.MethodPost, who, at)
		r.book("interviewer_email", nil, "scheduled_start_at", at)
		r.refused(http.StatusConflict, http.MethodPost, "/interviews",
			r.booking("interviewer_email", nil, "scheduled_start_at", at))
	}},
	{"§4 rule 4", "a candidate of another track or posting is 409", 0, func(r *run) {
		_, i := r.book()
		candidate := part(i, "candidate")
		r.cancel(i)
		tried := 0
		for _, x := range []round{r.kit.stage.elsewhere, r.kit.stage.other} {
			if x.id == "" {
				continue
			}
			tried++
			r.refused(http.StatusConflict, http.MethodPost, "/interviews",
				r.booking("posting_id", x.posting, "round_id", x.id, "candidate_id", candidate["id"]))
		}
		if tried == 0 {
			r.t.Skipf("no other track or open posting has a round that can be booked")
		}
	}},
	{"§4 Book", "an unknown candidate is 404, a known one counts more than an address", 0, func(r *run) {
		r.refused(http.StatusNotFound, http.MethodPost, "/interviews",
			r.booking("candidate_id", "cand_00000000000000000000000000000000"))
		_, first := r.book()
		candidate := part(first, "candidate")
		r.cancel(first)
		_, i := r.book("candidate_id", candidate["id"], "candidate_email", r.kit.person("candidate"))
		r.shows("the booking", i, object{"candidate": candidate})
	}},
	{"§7 400", "a step that cannot be booked is 400", 0, func(r *run) {
		for _, id := range r.kit.stage.unbookable {
			r.refused(http.StatusBadRequest, http.MethodPost, "/interviews", r.booking("round_id", id))
		}
		if len(r.kit.stage.unbookable) == 0 {
			r.t.Skipf("the posting has no step that cannot be booked")
		}
	}},
	{"§4 rule 6", "a booking without a meeting link has one made for it, or a warning", 0, func(r *run) {
		a := r.must(http.StatusCreated, http.MethodPost, "/interviews", r.booking("meeting_link", nil))
		if text(a.object("interview"), "meeting_link") == "" && len(a.list("warnings")) == 0 {
			r.t.Errorf("the booking has no meeting link, and no warning says so")
		}
	}},
	{"§3 T7", "another interviewer takes over, and candidate and start stay", 0, func(r *run) {
		_, i := r.book()
		next := r.kit.person("interviewer")
		changed := r.must(http.StatusOK, http.MethodPatch, "/interviews/"+text(i, "id"),
			object{"interviewer_email": next}).body
		r.shows("the interview", changed, object{
			"id": i["id"], "status": "scheduled", "interviewer_email": next, "candidate": i["candidate"],
			"scheduled_start_at": i["scheduled_start_at"], "created_at": i["created_at"],
		})
		if found := r.read("/interviews?candidate_email=" + escape(text(i["candidate"].(object), "email")) +
			"&updated_since=" + text(changed, "updated_at")).list("interviews"); len(found) != 1 {
			r.t.Errorf("updated_since with its updated_at gives %d interviews, want it", len(found))
		}
		if text(changed, "updated_at") <= text(i, "updated_at") {
			r.t.Errorf("updated_at is %v after the change, and was %v", changed["updated_at"], i["updated_at"])
		}
	}},
	{"§4 Change", "to an interviewer who is booked is 409, with a start 400, and changes nothing", 0, func(r *run) {
		sent, _ := r.book()
		_, i := r.book("scheduled_start_at", sent["scheduled_start_at"])
		path := "/interviews/" + text(i, "id")
		r.refused(http.StatusConflict, http.MethodPatch, path, object{"interviewer_email": sent["interviewer_email"]})
		r.refused(http.StatusBadRequest, http.MethodPatch, path, object{
			"interviewer_email": r.kit.person("interviewer"), "scheduled_start_at": r.start(),
		})
		r.stays(i, "refused changes")
	}},
	{"§3 T3", "a cancellation is kept, can be repeated, and reads and lists show it", 0, func(r *run) {
		sent, i := r.book()
		canceled := r.cancel(i)
		r.shows("the interview", canceled, object{
			"id": i["id"], "status": "canceled", "scheduled_start_at": i["scheduled_start_at"],
			"created_at": i["created_at"], "candidate": i["candidate"],
		})
		if text(canceled, "canceled_at") == "" {
			r.t.Errorf("a canceled interview has no canceled_at")
		}
		if again := r.cancel(i); !reflect.DeepEqual(again, canceled) {
			r.t.Errorf("the second cancellation is answered %s, the first was %s", short(again), short(canceled))
		}
		if one := r.again(i); !reflect.DeepEqual(one, canceled) {
			r.t.Errorf("the cancellation is %s, and a read shows %s", short(canceled), short(one))
		}
		who := text(sent, "candidate_email")
		if n := len(r.standing(who)); n != 0 {
			r.t.Errorf("include_canceled=false lists %d interviews of the candidate, want none", n)
		}
		if n := len(r.read("/interviews?candidate_email=" + escape(who)).list("interviews")); n != 1 {
			r.t.Errorf("the list has %d interviews of the candidate, want the canceled one", n)
		}
	}},
	{"§6 updated_since", "bookings, reassignments and cancellations since a checkpoint are found", 0, func(r *run) {
		_, booked := r.book()
		since := text(booked, "updated_at")
		_, reassigned := r.book()
		r.must(http.StatusOK, http.MethodPatch, "/interviews/"+text(reassigned, "id"),
			object{"interviewer_email": r.kit.person("interviewer")})
		_, canceled := r.book()
		r.cancel(canceled)
		var found []string
		for path := "/interviews?limit=100&include_canceled=true&updated_since=" + since; path != ""; {
			a := r.read(path)
			for _, x := range a.list("interviews") {
				found = append(found, text(x, "id"))
				if text(x, "updated_at") < since {
					r.t.Errorf("updated_since=%s gives what was updated at %s", since, text(x, "updated_at"))
				}
			}
			next, more := a.body["next_cursor"].(string)
			if path = ""; more && len(found) < 10_000 {
				path = "/interviews?limit=100&include_canceled=true&updated_since=" + since + "&cursor=" + escape(next)
			}
		}
		for _, i := range []object{booked, reassigned, canceled} {
			if !slices.Contains(found, text(i, "id")) {
				r.t.Errorf("updated_since=%s does not give %s", since, text(i, "id"))
			}
		}
	}},
}
