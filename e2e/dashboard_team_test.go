package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"litmus/models"
)

// Upload chooses a file in the field of that id.
func (v *Visitor) Upload(id, path string) *Visitor {
	v.t.Helper()
	v.do("choose a file", chromedp.SetUploadFiles("#"+id, []string{path}))
	return v
}

// ChooseLast takes the last option of the list of that id, whose label stands with it.
func (v *Visitor) ChooseLast(id string) *Visitor {
	v.t.Helper()
	both := ask[[]string](v, "read the choices of "+id, `(() => {const l = document.getElementById("`+id+`");
		return [l.labels[0].innerText, l.options[l.options.length - 1].value]})()`)
	return v.Choose(both[0], both[1])
}

// mark is a PNG to upload as a logo.
func mark(t testing.TB) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 240, 64))
	for x := range 240 {
		for y := range 64 {
			if (x/32+y/32)%2 == 0 {
				m.Set(x, y, color.RGBA{R: 29, G: 111, B: 66, A: 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mark.png")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// entersBy signs a new member in, as their letters say: from the letter that they were added to the page to sign in,
// and from the letter with a link into the dashboard.
func (s *Service) entersBy(t testing.TB, email string, letter Letter) *Visitor {
	t.Helper()
	v := s.Visitor(t, Zone("Europe/Berlin"))
	page := s.API + "/dashboard/signin"
	if !strings.Contains(letter.Text, page+"\n") {
		t.Fatalf("the letter %q leads to no page to sign in:\n%s", letter.Subject, letter.Text)
	}
	v.Open(page).Fill("Your address", email).Click("Send me a link").Want(200, "a letter with a link")
	var link string
	s.LettersWhen(t, email, "a link to sign in", func(all []Letter) bool {
		link = signInLink.FindString(all[0].Text)
		return link != ""
	})
	return v.Open(link).Click("Sign in").Want(200, "Home")
}

// TestDashboardTeam is what a new team does in its first ten minutes, by browser alone: an organization, colleagues, an
// assessment, a posting with its pipeline, painted times, a connected calendar, a key, an interview and its letters
// (D1, D14, D16, D17, D18, D21, D23).
func TestDashboardTeam(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	dav := StartRadicale(t)
	s := Start(t, Args("--empty"), Env(private, "LITMUS_MAIL_DOMAINS=brennan.example"))
	const ada, bram, dana, kim = "ada@brennan.example", "bram@brennan.example", "dana@brennan.example",
		"kim@candidate.example"

	v := s.Visitor(t, Zone("Europe/Berlin"))
	v.Open(s.Ready.SignIn).Want(200, "Make your organization")
	if got := v.Value("Time zone"); got != "Europe/Berlin" {
		t.Errorf("the zone is %s, want that of the device", got)
	}
	v.inspected("team-1-welcome")
	v.Fill("Name of the organization", "Brennan Öptics")
	if got := v.Value("Short name"); got != "brennan-optics" {
		t.Errorf("the short name is %q", got)
	}
	v.Fill("Your name", "Ada Brennan").Fill("Your email", ada).Click("Make the organization").
		Want(200, "Your first interview", "Add your colleagues")
	v.inspected("team-2-home")

	v.Click("Organization").Fill("Sender of letters", "Brennan Optics <hiring@brennan.example>").
		Click("Save settings").Want(200, "The settings are saved.")
	v.Fill("Accent colour", "#1d6f42").Upload("logo", mark(t)).Click("Save brand").
		Want(200, "The brand is saved.", "used")
	if !ask[bool](v, "look at the logo", "document.querySelector('main img').naturalWidth === 240") {
		t.Error("the page does not show the logo")
	}
	v.inspected("team-3-organization")

	v.Click("Home").Click("Add members").Want(200, "Members")
	v.inspected("team-4-members")
	for name, email := range map[string]string{"Bram de Wit": bram, "Dana Frost": dana} {
		v.Fill("Email", email).Fill("Name", name).Tap("interviewer").Click("Add member").
			Want(200, "A letter to "+email+" says how to sign in.")
	}
	v.inspected("team-5-members")
	invited := s.Letters(t, bram, 1)[0]
	if invited.Subject != "Ada Brennan added you to the hiring team of Brennan Öptics" ||
		!strings.Contains(invited.From, "hiring@brennan.example") {
		t.Errorf("Bram's letter is %q from %s", invited.Subject, invited.From)
	}

	v.Click("Home").Click("New assessment").Want(200, "New assessment").Fill("Title", "System design")
	v.Tap("Live interview").Fill("Instructions", "We sketch a system **together**. Nothing to prepare.")
	v.inspected("team-6-assessment-form")
	v.Click("Create the assessment").Want(200, "The assessment is created.", "live interview", "ready").WantNot("not ready")
	v.inspected("team-7-assessment")

	v.Click("Home").Click("New posting").Want(200, "New posting").Fill("Title", "Optics Engineer").
		Fill("Team", "Lenses").Fill("Location", "Jena")
	v.inspected("team-8-posting-form")
	v.Click("Create the posting").Want(200, "The posting is created.")
	v.inspected("team-9-posting")
	v.Click("Add the first track").Fill("Name", "Applicants")
	v.inspected("team-10-track-form")
	v.Click("Add the track").Want(200, "The track is added.")
	v.Click("Assessment as a step of Applicants").Fill("Title", "System design").ChooseLast("assessment")
	v.inspected("team-11-step-form")
	v.Click("Add the step").Want(200, "The step is added.", "60 minutes")
	for _, one := range []string{bram, dana} {
		v.Fill("Email of an interviewer", one).Fill("Meeting link", "https://meet.brennan.example/"+one[:4]).
			Click("Assign").Want(200, one+" interviews for this posting now.")
	}
	v.inspected("team-12-pipeline")
	v.Click("Postings").Want(200, "Optics Engineer", "open")
	v.inspected("team-13-postings")
	v.Click("Assessments").Want(200, "System design")
	v.inspected("team-14-assessments")

	// Bram paints a week.
	monday := nextMonday(t, "Europe/Berlin")
	half := func(day, hour int) string {
		return monday.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour).Format("Monday 2 January 15:04 MST")
	}
	b := s.entersBy(t, bram, invited)
	b.inspected("team-15-interviewer")
	b.Click("Availability").Want(200, "Optics Engineer", "no painted times to come").Click("Week of Bram de Wit")
	b.Open(b.URL()+"&week="+monday.Format(time.DateOnly)).drag(half(1, 10), half(2, 11))
	b.inspected("team-16-week")
	b.Click("Save the week").Want(200, "6 starts painted")

	// Dana connects her calendar, in which one hour of that Wednesday is taken.
	calendar := dav.Calendar(t, "work")
	dav.Put(t, calendar, "dentist", monday.AddDate(0, 0, 2).Add(9*time.Hour), monday.AddDate(0, 0, 2).Add(10*time.Hour))
	d := s.entersBy(t, dana, s.Letters(t, dana, 1)[0])
	d.Click("Availability").Click("Your calendar").Want(200, "Connect a calendar")
	d.inspected("team-17-calendar")
	d.Fill("Address", calendar).Fill("User name (CalDAV)", dav.User).Fill("Password (CalDAV)", dav.Password).
		Click("Try and connect").Want(200, "The calendar is connected")
	Until(t, letterTimeout, "Dana's calendar to be read", func() (bool, string) {
		d.Open(s.API + "/dashboard/calendar")
		return strings.Contains(d.Text(), "works"), d.Text()
	})
	d.inspected("team-18-calendar")

	// A key, with the call that its page prints.
	v.Click("API keys").Want(200, "There is no key yet")
	v.inspected("team-19-keys")
	v.Click("New key").Fill("Name", "Careers page").Tap("Full access").Click("Create key").Want(200, "Copy the key now")
	v.inspected("team-20-key")
	line := ask[string](v, "read the call", "document.querySelector('pre').innerText")
	if _, err := exec.LookPath("curl"); err != nil {
		without(t, "curl is missing: the call of the key's page is not tried")
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-euc", line).Output()
	if err != nil || !strings.Contains(string(out), `"Optics Engineer"`) {
		t.Errorf("the call of the key's page answers %s (%v)", out, err)
	}
	program := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(program, []byte(ask[string](v, "read the program",
		"document.querySelectorAll('pre')[1].innerText")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("go"); err != nil {
		without(t, "go is missing: the program of the key's page is not tried")
	}
	// here, where the module is: its imports are found without a go.mod
	if out, err := exec.CommandContext(t.Context(), "go", "run", program).CombinedOutput(); err != nil ||
		!strings.Contains(string(out), " Optics Engineer") {
		t.Errorf("the program of the key's page prints %s (%v)", out, err)
	}

	// An interview with Bram; Dana is offered as well, when her calendar is free.
	start := monday.AddDate(0, 0, 1).Add(10 * time.Hour)
	v.Click("Home").Want(200, "Your first interview").Click("Book").Want(200, "A new candidate")
	v.ChooseLast("round").Fill("Email address", kim).Fill("Name", "Kim Lindqvist").Click("See the times")
	for !v.Offers("with Bram de Wit") {
		v.Click("Later")
	}
	v.Want(200, "Dana Frost")
	v.inspected("team-21-times")
	v.Click(start.Format("15:04 MST")+" with Bram de Wit").Want(200, "Kim Lindqvist", kim)
	v.inspected("team-22-preview")
	v.Click("Book the interview").Want(200, "The interview is booked.", "Bram de Wit")
	v.settles()
	v.Want(200, "done").WantNot("failing", "to be done")
	v.inspected("team-23-interview")
	v.Click("Home").WantNot("Your first interview")

	confirmation := s.Letters(t, kim, 1)[0]
	briefing := s.LettersWhen(t, bram, "a briefing", func(all []Letter) bool { return all[0].ICS != "" })[0]
	if e := confirmation.Event(t); !e.Start.Equal(start) || !strings.Contains(confirmation.Subject, "Brennan Öptics") ||
		!strings.Contains(confirmation.HTML, models.BrandPath) ||
		!strings.Contains(confirmation.Text, "https://meet.brennan.example/bram") {
		t.Errorf("Kim's letter %q is about %s:\n%s", confirmation.Subject, e.Start, confirmation.Text)
	}
	if !strings.Contains(briefing.Text, "Kim Lindqvist") {
		t.Errorf("Bram's letter %q says\n%s", briefing.Subject, briefing.Text)
	}
}

// nextMonday is midnight of the Monday after the next days, by the clock of a zone.
func nextMonday(t testing.TB, zone string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	day := machineNow().In(loc).AddDate(0, 0, 2)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, loc)
}
