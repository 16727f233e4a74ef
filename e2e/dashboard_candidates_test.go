package e2e

import (
	"strings"
	"testing"
)

// D18 to D20: a candidate is invited, hands in, is graded and decided on. Package dashboard holds what each step does.
func TestDashboardCandidates(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "root")
	v.Open(o.API + "/dashboard/candidates").Click("Invite a candidate").Looks("candidates-invite")
	v.Choose("Invite to", o.Posting("engineer")+"/"+o.Assessment("lens")).Fill("Candidate's name", "Robin Quillon").
		Fill("Candidate's address", o.Email("robin")).Click("See the letter").
		Want(200, "invitation to the assessment to "+o.Email("robin"), "Hi Robin,").Looks("candidates-preview")
	v.Click("Send the invitation").Want(200, "The invitation is on its way", "Robin Quillon")
	page := v.URL()
	link := o.linkFor(t, "robin", assessmentLink)
	o.Post(t, link+"/start", nil).Want(303)
	o.Post(t, link+"/submit", nil, "text", "<b>Mine</b>, on two\nlines", "links", "").Want(303)

	v.Open(o.API+"/dashboard/assessments/"+o.Assessment("lens")).Click("Write the rubric").
		Fill("How submissions are graded", "Look at the **tests**.").
		Fill("What scores mean", "5: all of it\n2.5: works, with gaps\n0: nothing").Looks("rubric")
	v.Click("Save the rubric").Want(200, "The rubric is saved, as version 1.").Looks("assessment-with-rubric")

	v.Open(o.API+"/dashboard/submissions").Want(200, "Robin Quillon", "not graded").Looks("submissions")
	v.Click("Robin Quillon").Want(200, "<b>Mine</b>, on two", "Rubric").Fill("Score", "6").Fill("Notes", "Solid.").
		Click("Save grade").Want(400, "beyond the scale").Looks("submission-refused")
	if notes := v.Value("Notes"); notes != "Solid." {
		t.Errorf("after a refusal the notes are %q", notes)
	}
	v.Fill("Score", "4,5").Click("Save grade").Want(200, "4.5 of 5")

	k := o.signedIn(t, "root", Keyboard)
	k.Open(v.URL()).Click("Advance…").Want(200, "Next in the track: Systems").Looks("advance")
	k.Tick("Invite them to choose a time").Click("Advance").Want(200, "The decision is recorded: advance",
		"The invitation to Systems is on its way").Looks("submission-advanced")
	p := o.signedIn(t, "root", Phone, NoScript)
	p.Open(page).Want(200, "advanced", "Robin Quillon", "Timeline").Click("Candidates").
		Fill("Name or address", "ROBIN").Click("Show").Want(200, "Robin Quillon", "advanced")
	v.Open(page).Want(200, "advanced", "In the track Main").Looks("candidate")
	v.Open(k.URL()).Click("Take the decision back").Want(200, "What was sent before").Looks("submission-taken-back")
	s := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, page[strings.LastIndex(page, "/")+1:]), nil).Want(200)
	if got := s.JSON("score"); got != "90" {
		t.Errorf("REST shows the score %s, want 90", got)
	}
}
