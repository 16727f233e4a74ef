package e2e

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// ChooseLast takes the last option of the list of that id, whose label stands with it.
func (v *Visitor) ChooseLast(id string) *Visitor {
	v.t.Helper()
	both := ask[[]string](v, "read the choices of "+id, `(() => {const l = document.getElementById("`+id+`");
		return [l.labels[0].innerText, l.options[l.options.length - 1].value]})()`)
	return v.Choose(both[0], both[1])
}

// TestDashboardTeam is what a new team does in its first ten minutes, by browser alone: an organization, colleagues, an
// assessment, a posting with its pipeline, painted times, a key, an interview and its letters (D1, D14, D17, D18,
// D21, D23). Package dashboard holds what each page does.
func TestDashboardTeam(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	s := Start(t, Args("--empty"), Env("LITMUS_MAIL_DOMAINS=brennan.example"))
	const ada, bram, kim = "ada@brennan.example", "bram@brennan.example", "kim@candidate.example"

	v := s.Visitor(t, Zone("Europe/Berlin"))
	v.Open(s.Ready.SignIn).Want(200, "Make your organization").Looks("team-1-welcome")
	v.Fill("Name of the organization", "Brennan Öptics")
	if got := v.Value("Short name"); got != "brennan-optics" {
		t.Errorf("the short name is %q", got)
	}
	v.Fill("Your name", "Ada Brennan").Fill("Your email", ada).Click("Make the organization").
		Want(200, "Your first interview", "Add your colleagues")
	v.Looks("team-2-home")

	v.Click("Organization").Fill("Sender of letters", "Brennan Optics <hiring@brennan.example>").
		Click("Save settings").Want(200, "The settings are saved.")
	v.Click("Home").Click("Add members").Want(200, "Members")
	v.Fill("Email", bram).Fill("Name", "Bram de Wit").Tap("interviewer").Click("Add member").
		Want(200, "A letter to "+bram+" says how to sign in.")
	v.Looks("team-5-members")
	invited := s.Letters(t, bram, 1)[0]
	if invited.Subject != "Ada Brennan added you to the hiring team of Brennan Öptics" ||
		!strings.Contains(invited.From, "hiring@brennan.example") {
		t.Errorf("Bram's letter is %q from %s", invited.Subject, invited.From)
	}

	v.Click("Assessments").Click("New assessment").Want(200, "New assessment").Fill("Title", "System design")
	v.Tap("Live interview").Fill("Instructions", "We sketch a system **together**. Nothing to prepare.").
		Fill("Length in minutes", "50")
	v.Click("Create the assessment").Want(200, "The assessment is created.", "live interview", "ready").
		WantNot("not ready")

	v.Click("Home").Click("New posting").Want(200, "New posting").Fill("Title", "Optics Engineer").
		Fill("Team", "Lenses").Fill("Location", "Jena")
	v.Looks("team-8-posting-form")
	v.Click("Create the posting").Want(200, "The posting is created.").Looks("team-9-posting")
	v.Click("Add the first step").Fill("Title", "System design").ChooseLast("assessment")
	v.Looks("team-11-step-form")
	v.Click("Add the step").Want(200, "The step is added.", "50 minutes")
	v.Fill("Email of an interviewer", bram).Fill("Meeting link", "https://meet.brennan.example/bram").
		Click("Assign").Want(200, bram+" interviews for this posting now.").Looks("team-12-pipeline")
	v.Click("Postings").Want(200, "Optics Engineer", "open").Looks("team-13-postings")
	v.Click("Assessments").Want(200, "System design").Looks("team-14-assessments")

	// Bram signs in as his letter says, and paints a week.
	monday := nextMonday("Europe/Berlin")
	half := func(day, hour int) string {
		return monday.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour).Format("Monday 2 January 15:04 MST")
	}
	b := s.Visitor(t, Zone("Europe/Berlin"))
	page := s.API + "/dashboard/signin"
	if !strings.Contains(invited.Text, page+"\n") {
		t.Errorf("the letter %q leads to no page to sign in:\n%s", invited.Subject, invited.Text)
	}
	b.Open(page).Fill("Your address", bram).Click("Send me a link").Want(200, "a letter with a link")
	b.Open(signInLink.FindString(s.Letters(t, bram, 2)[0].Text)).Click("Sign in").Want(200, "Home").
		Looks("team-interviewer")
	b.Click("Availability").Want(200, "Optics Engineer", "no painted times to come").Click("Bram de Wit on Optics Engineer")
	b.Open(b.URL()+"&week="+monday.Format(time.DateOnly)).drag(half(1, 10), half(2, 11))
	b.Click("Save the week").Want(200, "6 starts painted")

	// A key, with the call that its page prints.
	v.Click("API keys").Want(200, "There is no key yet")
	v.Click("New key").Fill("Name", "Careers page").Tap("Full access").Click("Create key").Want(200, "Copy the key now")
	line := ask[string](v, "read the call", "document.querySelector('pre').innerText")
	if _, err := exec.LookPath("curl"); err != nil {
		without(t, "curl is missing: the call of the key's page is not tried")
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-euc", line).Output()
	if err != nil || !strings.Contains(string(out), `"Optics Engineer"`) {
		t.Errorf("the call of the key's page answers %s (%v)", out, err)
	}

	// An interview with Bram.
	start := monday.AddDate(0, 0, 1).Add(10 * time.Hour)
	v.Click("Home").Want(200, "Your first interview").Click("Book").Want(200, "A new candidate")
	v.Fill("Email address", kim).Fill("Name", "Kim Lindqvist").Click("See the times")
	for !v.Offers("Bram de Wit is free") {
		v.Click("The week after")
	}
	v.ChooseTime(start.Format("15:04 MST")+": Bram de Wit is free").Want(200, "Kim Lindqvist", kim)
	v.Click("Book the interview").Want(200, "The interview is booked.", "Bram de Wit")
	v.settles()
	v.Want(200, "done").WantNot("failing", "to be done")
	v.Click("Home").WantNot("Your first interview")

	if l := s.Letters(t, kim, 1)[0]; !l.Event(t).Start.Equal(start) ||
		!strings.Contains(l.Text, "https://meet.brennan.example/bram") {
		t.Errorf("Kim's letter %q says\n%s", l.Subject, l.Text)
	}
}

// nextMonday is midnight of the Monday after the next days, by the clock of a zone.
func nextMonday(zone string) time.Time {
	day := in(machineNow(), zone).AddDate(0, 0, 2)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, day.Location())
}
