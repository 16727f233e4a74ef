package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

func TestInvitePage(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	posting, telemetry := w.turbine(), w.applied.Assessments["telemetry"]
	to := posting + "/" + telemetry
	r := recruiter.get("/dashboard/invite").want(200, "Telemetry pipeline take-home, take-home",
		"System design interview, live interview", "Paid day at the test harbour, work trial").
		lacks("Rust quiz", "Marine Biologist") // a self-select group, and a closed posting
	if got := r.fields("form#invite"); strings.Join(got, "|") != "to||name||email||note|" {
		t.Errorf("the form is %q", got)
	}
	r = recruiter.get("/dashboard/invite?posting=" + posting)
	equal(t, "what the form of a posting names", r.fields("form#invite")[1], to)

	w.as(t, priya)
	rows := w.rows()
	for _, c := range []struct{ to, name, email, says string }{
		{to, "", rosa, "Enter the candidate's name"},
		{posting + "/" + w.applied.Assessments["quiz-go"], "Rosa", rosa, "take no invitations"},
		{to, "Emil", "emil@candidate.example", "is closed: handed in"},
	} {
		r := recruiter.post("/dashboard/invite/preview", "to", c.to, "name", c.name, "email", c.email)
		if r.Status != 400 && r.Status != 409 {
			t.Fatalf("%+v: status %d", c, r.Status)
		}
		if got := r.want(r.Status, c.says).fields("form#invite"); got[3] != c.name || got[5] != c.email {
			t.Errorf("%+v: what was typed became %q", c, got)
		}
	}
	recruiter.post("/dashboard/invite/preview", "to", posting+"/asm_none", "name", "Rosa", "email", rosa).
		want(404, "not there any more")
	w.as(t, priya).post("/dashboard/invite", "to", to, "name", "Rosa", "email", rosa).want(403)
	// The letter is shown as it will be, and nothing is written for that.
	r = recruiter.post("/dashboard/invite/preview", "to", to, "name", "Rosa <b>Lind</b>",
		"email", " Rosa@candidate.example ").
		want(200, "invitation to the assessment to rosa@candidate.example",
			"Telemetry pipeline take-home with Marlowe Tidal", "Hi Rosa <b>Lind</b>,",
			"https://hire.marlowe.example/a/...", "runs out on", "Send the invitation")
	w.unchanged(t, rows, "a preview")
	if got := recruiter.post("/dashboard/invite/preview", append(r.fields("form#again"), "edit", "yes")...).want(200).
		fields("form#invite"); got[1] != to || got[3] != "Rosa <b>Lind</b>" || got[5] != "Rosa@candidate.example" {
		t.Errorf("changed before it is sent, the form is %q", got)
	}

	sent := r.fields("form#send")
	r = recruiter.post("/dashboard/invite", sent...)
	recruiter.follow(r).want(200, "The invitation is on its way", "on its way")
	id := strings.TrimPrefix(r.Header.Get("Location"), "/dashboard/candidates/")
	a, err := w.Candidates.InvitationLedger(ctx, models.Ref{OrgID: w.org.ID, ID: id})
	w.must(err)
	if a.Candidate.Email != rosa || a.Candidate.Name != "Rosa <b>Lind</b>" || a.Owed(noon) == nil {
		t.Errorf("the invitation is %+v", a)
	}
	rows = w.rows()
	recruiter.post("/dashboard/invite", sent...).leadsTo("/dashboard/candidates/" + id) // a double click
	recruiter.post("/dashboard/invite/preview", sent...).want(200, "was invited to this already").
		lacks("Send the invitation")
	w.unchanged(t, rows, "the same invitation again")

	live := posting + "/" + w.applied.Assessments["design"]
	recruiter.post("/dashboard/invite/preview", "to", live, "name", "Rosa", "email", rosa).
		want(200, "invitation to pick a time", "https://hire.marlowe.example/t/...")
	w.as(t, "other").get("/dashboard/invite").want(200, "nothing to invite to yet").lacks("Telemetry")
}

func TestResendPage(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	ref := w.invited("telemetry", rosa)
	path, recruiter := "/dashboard/candidates/"+ref.ID, w.as(t, "recruiter")
	recruiter.get(path+"/resend").want(409, "still on its way")
	w.letterLeaves(ref, effect.Done, "", false)
	w.at(noon.Add(time.Hour))
	recruiter.get(path).want(200, "sent", "Send again")
	w.as(t, "interviewer")
	rows := w.rows()
	r := recruiter.get(path+"/resend").want(200, "invitation to the assessment to "+rosa,
		"Your invitation: Telemetry pipeline take-home", "https://hire.marlowe.example/a/...").
		lacks(w.Secret().AssessmentPath(ref.OrgID, ref.ID, 0)) // a preview is no way in
	w.unchanged(t, rows, "a preview")
	form := r.fields("form#send")
	recruiter.follow(recruiter.post(path+"/resend", form...)).want(200, "on its way again", "Sent again",
		"Invitation sent again", "Mei Okafor")
	rows = w.rows()
	recruiter.follow(recruiter.post(path+"/resend", form...)).want(200, "was sent again already")
	recruiter.get(path+"/resend").want(409, "still on its way")
	recruiter.post(path+"/resend", "seen", "x").want(400)
	w.as(t, "interviewer").post(path+"/resend", form...).want(403)
	w.unchanged(t, rows, "a second click")
}
