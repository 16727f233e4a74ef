package conform

import (
	"net/http"
	"strings"
	"time"
)

// inviteChecks are promises about invites. They need the clock: only time ends an invitation, so without one it would
// be left behind.
var inviteChecks = []WriteCheck{
	{"§4 Invites", "a new invitation is 201 with its link, and the same once more 200 without", needsClock,
		func(r *run) {
			body := r.invite(r.kit.stage.assessment)
			a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
			r.shows("the invitation", a.body, object{"reused": false})
			body["candidate_email"] = strings.ToUpper(text(body, "candidate_email"))
			again := r.must(http.StatusOK, http.MethodPost, "/invites", body)
			r.shows("the same once more", again.body, object{"reused": true, "invite_id": a.body["invite_id"]})
			if _, has := again.body["invite_url"]; has {
				r.t.Errorf("the link is shown a second time")
			}
		}},
	{"§4 Invites", "an invite that names no assessment is to the first", needsClock, func(r *run) {
		if r.kit.stage.first == "" {
			r.t.Skipf("the posting does not begin with an assessment")
		}
		body := r.invite("")
		a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
		body["assessment_id"] = r.kit.stage.first
		again := r.must(http.StatusOK, http.MethodPost, "/invites", body)
		r.shows("the same with the first named", again.body,
			object{"reused": true, "invite_id": a.body["invite_id"]})
	}},
	{"§4 Invites", "the email is sent, and once", needsClock | needsInbox, func(r *run) {
		body := r.invite(r.kit.stage.assessment)
		a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
		r.must(http.StatusOK, http.MethodPost, "/invites", body)
		found := r.exactly(text(body, "candidate_email"), "to who was invited twice", 1)
		if len(found) > 0 && !strings.Contains(found[0].Text+found[0].HTML, a.text("invite_url")) {
			r.t.Errorf("the letter does not have the link of the invitation")
		}
	}},
	{"§1", "an invite books no time, and a time that the candidate chooses is booked", needsClock | needsPosting, func(
		r *run) {
		who := r.kit.person("interviewer")
		at := instant(r.now().Add(72 * time.Hour).Truncate(time.Hour))
		r.assign([]object{{"email": who, "slots": []string{at}}})
		body := r.invite(r.kit.stage.assessment)
		a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
		if n := len(r.standing(text(body, "candidate_email"))); n != 0 {
			r.t.Errorf("the invite alone booked %d interviews", n)
		}
		v := newVisitor(r)
		var booked []object
		if !v.eachForm(a.text("invite_url"), func(f form) bool { // others may choose a language
			status := v.send(f)
			if booked = r.standing(text(body, "candidate_email")); len(booked) > 0 && status/100 != 2 {
				r.t.Errorf("the form that books a time is answered %d", status)
			}
			return len(booked) > 0
		}) {
			r.t.Fatalf("no page behind the link of the invitation has a form that books a time")
		}
		if len(booked) != 1 {
			r.t.Fatalf("after the candidate chose a time they have %d interviews, want 1", len(booked))
		}
		r.shows("what the candidate booked", booked[0], object{
			"status": "scheduled", "externally_scheduled": false, "posting_id": body["posting_id"],
		})
	}},
	{"§4 rule 5", "a booking beside an invite is for the same candidate", needsClock, func(r *run) {
		body := r.invite(r.kit.stage.assessment)
		a := r.must(http.StatusCreated, http.MethodPost, "/invites", body)
		_, i := r.book("candidate_email", body["candidate_email"])
		candidate := part(i, "candidate")
		r.shows("its candidate", candidate, object{"id": a.body["invite_id"]})
	}},
	{"§7 POSTING_CLOSED", "a closed posting is 400 POSTING_CLOSED", 0, func(r *run) {
		r.refusesInvite(r.kit.stage.closed, "the organization has no closed posting", "POSTING_CLOSED",
			object{"posting_id": r.kit.stage.closed})
	}},
	{"§7 ROLE_ID_TYPE_MISMATCH", "a cohort as role_id is 400 ROLE_ID_TYPE_MISMATCH", 0, func(r *run) {
		r.refusesInvite(r.kit.stage.cohort, "no posting says that it is a cohort", "ROLE_ID_TYPE_MISMATCH",
			object{"role_id": r.kit.stage.cohort})
	}},
	{"§7 SELF_SELECT_UNSUPPORTED", "a self-select group is 400 SELF_SELECT_UNSUPPORTED", 0, func(r *run) {
		r.refusesInvite(r.kit.stage.selfSelect, "the posting has no self-select group", "SELF_SELECT_UNSUPPORTED",
			object{"posting_id": r.kit.stage.round.posting, "assessment_id": r.kit.stage.selfSelect})
	}},
}

// invite is the body of an invite of a new candidate; without an assessment it names none.
func (r *run) invite(assessment string) object {
	b := object{
		"posting_id":      r.kit.stage.round.posting,
		"candidate_email": r.kit.person("candidate"),
		"candidate_name":  "Conformance Kit",
	}
	if assessment != "" {
		b["assessment_id"] = assessment
	}
	return b
}

// refusesInvite checks that an invite is 400 with one of the texts that machines may read (§7). Without what it needs
// it is skipped.
func (r *run) refusesInvite(needed, without, want string, body object) {
	if needed == "" {
		r.t.Skipf("%s", without)
	}
	body["candidate_email"], body["candidate_name"] = r.kit.person("candidate"), "Conformance Kit"
	a := r.refused(http.StatusBadRequest, http.MethodPost, "/invites", body)
	if a.text("error") != want {
		r.t.Errorf("%s: error %q, want %q", a.about, a.text("error"), want)
	}
}
