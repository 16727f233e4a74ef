package dashboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/effect"
)

// Several candidates are invited with one note: who gets what and who is left out is shown, then done as shown (D19).
func TestInviteSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	posting, telemetry := w.turbine(), w.applied.Assessments["telemetry"]
	to := posting + "/" + telemetry
	r := recruiter.get("/dashboard/invite?posting=" + posting)
	equal(t, "where several are invited", attr(r.one("form#invite a"), "href"),
		"/dashboard/invite/several?posting="+posting)
	r = recruiter.get("/dashboard/invite/several?posting=" + posting)
	equal(t, "the form of a posting", strings.Join(r.fields("form#invite"), "|"), "to|"+to+"|people||note|")
	w.invited("telemetry", "known@candidate.example")
	rows := w.rows()
	list := "Rosa <b>Lind</b> <" + rosa + ">\r\nEmil, emil@candidate.example\r\nKnown,known@candidate.example\r\n" +
		"kim@candidate.example\tKim Lee\r\nnobody@candidate.example"
	form := []string{"to", to, "people", list, "note", "We met at the fair.\r\nSee you <soon>"}
	r = recruiter.post("/dashboard/invite/several", form...).want(200, "Invite 2 candidates?", "Rosa <b>Lind</b>",
		"Invitation to the assessment to rosa@candidate.example.", "Kim Lee", "Emil, emil@candidate.example",
		"is closed: handed in", "Known, known@candidate.example", "invited to this already", "nobody@candidate.example",
		"There is no name", "The invitations run out on", "Hi Rosa <b>Lind</b>,", "We met at the fair. See you <soon>",
		"Send 2 invitations")
	w.unchanged(t, rows, "a preview")
	sent := r.fields("form#send")
	r = recruiter.post("/dashboard/invite/several", append(sent, "step", "edit")...).want(200)
	if got := r.fields("form#invite"); got[1] != to || got[3] != strings.ReplaceAll(list, "\r\n", "\n") ||
		got[5] != "We met at the fair.\nSee you <soon>" {
		t.Errorf("the list to be changed is %q", got)
	}

	// One of them is invited meanwhile, so nothing is sent, and the form shows who is left.
	w.invited("telemetry", "kim@candidate.example")
	rows = w.rows()
	r = recruiter.post("/dashboard/invite/several", sent...).want(409, "nothing was sent", "Invite 1 candidate?",
		"Send the invitation")
	forged := r.fields("form#send")
	for n := range forged {
		forged[n] = strings.Replace(forged[n], "at the fair", "elsewhere", 1)
	}
	recruiter.post("/dashboard/invite/several", forged...).want(409, "nothing was sent")
	w.unchanged(t, rows, "a list that does not hold")
	sent = r.fields("form#send")
	r = recruiter.post("/dashboard/invite/several", sent...)
	recruiter.follow(r).want(200, "The invitation is on its way")
	rows = w.rows()
	recruiter.follow(recruiter.post("/dashboard/invite/several", sent...)).want(200, "sent already")
	w.unchanged(t, rows, "a double click")

	// The note stands in the letter, in the one that is sent again and on the candidate's page, and not in the history.
	ref := w.invited("telemetry", rosa)
	w.letterLeaves(ref, effect.Done, "", false)
	w.at(noon.Add(time.Hour))
	page := "/dashboard/candidates/" + ref.ID
	recruiter.get(page).want(200, "We met at the fair. See you <soon>", "Invited: with a note to the candidate")
	recruiter.get(page+"/resend").want(200, "Hi Rosa <b>Lind</b>, We met at the fair. See you <soon> You do")
}

// A list that cannot be sent comes back as it was typed, with what is wrong.
func TestInviteSeveralRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	to := w.turbine() + "/" + w.applied.Assessments["telemetry"]
	many := ""
	for n := range 51 {
		many += fmt.Sprintf("C%d <c%d@candidate.example>\n", n, n)
	}
	interviewer := w.as(t, priya)
	for _, c := range []struct{ to, people, note, says string }{
		{"", "Rosa <" + rosa + ">", "", "Choose what the candidate is invited to"},
		{to, "", "", "Enter who is invited"},
		{to, "Rosa", "", "There is no email address"},
		{to, many, "", "There are 51 candidates in the list; at most 50"},
		{to, "Rosa <" + rosa + ">", strings.Repeat("é", 1001), "has 1001 characters; at most 1000"},
	} {
		r := recruiter.post("/dashboard/invite/several", "to", c.to, "people", c.people, "note", c.note).want(400, c.says)
		if got := r.fields("form#invite"); got[3] != strings.TrimSpace(c.people) || got[5] != c.note {
			t.Errorf("%s: what was typed became %q", c.says, got)
		}
	}
	recruiter.post("/dashboard/invite/several", "to", w.turbine()+"/asm_none", "people", "Rosa <"+rosa+">").
		want(404, "not there any more")
	interviewer.post("/dashboard/invite/several", "to", to, "people", "Rosa <"+rosa+">").want(403)

	// Records fill the form: of one posting and assessment also what they are invited to.
	one, other := w.invited("telemetry", rosa), w.invited("design", "kim@candidate.example")
	for _, id := range []string{one.ID, other.ID} {
		recruiter.get(site.CandidatesPath).want(200).one("input[form=invite-chosen][name=candidate][value=" + id + "]")
	}
	interviewer.get(site.CandidatesPath).want(200, "").lacks("Invite the chosen ones")
	r := recruiter.get("/dashboard/invite/several?candidate=" + one.ID + "&candidate=" + other.ID).want(200)
	got := r.fields("form#invite")
	if got[1] != "" || strings.Count(got[3], "@") != 2 || !strings.Contains(got[3], "<"+rosa+">") {
		t.Errorf("the form of two records is %q", got)
	}
	r = recruiter.get("/dashboard/invite/several?candidate=" + one.ID).want(200)
	equal(t, "what one record is invited to", r.fields("form#invite")[1], to)
}
