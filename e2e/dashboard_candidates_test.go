package e2e

import (
	"slices"
	"strings"
	"testing"
)

// D18 to D20: a candidate is invited, hands in, is graded and decided on, by browser alone, and REST shows what the
// contract promises of it. The letter that was previewed is the one that arrives.
func TestDashboardCandidates(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "root")
	v.Open(o.Here(t, "/dashboard/candidates")).Want(200, "Candidates").Click("Invite a candidate").
		Want(200, "Invite a candidate")
	v.inspected("candidates-invite")
	v.Choose("Invite to", o.Posting("engineer")+"/"+o.Assessment("lens")).Fill("Candidate's name", "Robin Quillon").
		Fill("Candidate's address", o.Email("robin")).Click("See the letter").
		Want(200, "invitation to the assessment to "+o.Email("robin"), "Hi Robin Quillon,")
	v.inspected("candidates-preview")
	v.Click("Send the invitation").Want(200, "The invitation is on its way", "Robin Quillon")
	page := v.URL()
	letter := o.Letters(t, o.Email("robin"), 1)[0]
	link := assessmentLink.FindString(letter.Text)
	if link == "" || !strings.Contains(letter.Text, "Hi Robin Quillon,") {
		t.Fatalf("the letter %q says\n%s", letter.Subject, letter.Text)
	}

	// A letter more, for who lost the first; the same link works.
	v.Open(page).Want(200, "sent").Click("Send again…").Want(200, letter.Subject).Click("Send the invitation again").
		Want(200, "on its way again")
	if again := o.Letters(t, o.Email("robin"), 2)[1]; again.Subject != letter.Subject ||
		!strings.Contains(again.Text, link) {
		t.Errorf("the second letter %q says\n%s", again.Subject, again.Text)
	}
	c := o.Visitor(t)
	c.Open(link).Click("Start the assessment").Fill("Your answer", "<b>Mine</b>, on two\nlines").
		Fill("Links", "https://git.example/robin/lenses").Click("Submit").Want(200, "You have handed in your answer")
	c.Close()

	v.Open(o.Here(t, "/dashboard/assessments/"+o.Assessment("lens"))).Want(200, "not written down yet how").
		Click("Write the rubric").Fill("How submissions are graded", "Look at the **tests**.").
		Fill("What scores mean", "5: all of it\n2.5: works, with gaps\n0: nothing")
	v.inspected("rubric")
	v.Click("Save the rubric").Want(200, "The rubric is saved, as version 1.", "works, with gaps")
	v.inspected("assessment-with-rubric")

	v.Open(o.Here(t, "/dashboard/submissions")).Want(200, "Robin Quillon", "not graded")
	v.inspected("submissions")
	v.Click("Robin Quillon").Want(200, "<b>Mine</b>, on two", "https://git.example/robin/lenses", "pending",
		"Rubric")
	v.Fill("Score", "6").Fill("Notes", "Solid.").Click("Save grade").Want(400, "beyond the scale")
	if notes := v.Value("Notes"); notes != "Solid." {
		t.Errorf("after a refusal the notes are %q", notes)
	}
	v.inspected("submission-refused")
	v.Fill("Score", "4,5").Click("Save grade").Want(200, "The grade is saved.", "4.5 of 5")
	v.inspected("submission")

	k := o.signedIn(t, "root", Keyboard)
	k.Open(v.URL()).Click("Advance…").Want(200, "Next in the track: Systems", "Hi Robin Quillon,")
	v.Open(k.URL())
	v.inspected("advance")
	k.Tick("Invite them to choose a time").Click("Advance").Want(200, "The decision is recorded: advance",
		"The invitation to Systems is on its way")
	onward := o.LettersWhen(t, o.Email("robin"), "the invitation to the next step", func(l []Letter) bool {
		return slices.ContainsFunc(l, func(l Letter) bool { return scheduleLink.MatchString(l.Text) })
	})
	v.Open(k.URL())
	v.inspected("submission-advanced")
	if len(onward) != 3 {
		t.Errorf("%d letters were sent, want three", len(onward))
	}
	p := o.signedIn(t, "root", Phone, NoScript)
	p.Open(page).Want(200, "advanced", "Robin Quillon", "History").Click("Candidates").
		Fill("Name or address", "ROBIN").Click("Search").Want(200, "Robin Quillon", "advanced")
	v.Open(page).Want(200, "advanced", "In the track Main")
	v.inspected("candidate")
	v.Open(o.Here(t, "/dashboard/candidates"))
	v.inspected("candidates")
	// The decision is taken back: what was sent is named, and revoked. Robin goes on once more, to be booked.
	v.Open(k.URL()).Click("Take the decision back").Want(200, "What was sent before", "invited on")
	v.inspected("submission-taken-back")
	v.Click("Revoke the invitation").Want(200, "The invitation is revoked")
	v.Open(k.URL()).Click("Advance…").Want(200, "already, which is withdrawn").Click("Advance").
		Want(200, "The decision is recorded: advance")
	s := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, page[strings.LastIndex(page, "/")+1:]), nil).Want(200)
	for path, want := range map[string]string{"native_score": "4.5", "score": "90", "decision": `"advance"`,
		"score_scale.max": "5"} {
		if got := s.JSON(path); got != want {
			t.Errorf("REST shows %s of %s, want %s", path, got, want)
		}
	}
}
