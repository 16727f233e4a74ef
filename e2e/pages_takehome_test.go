package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// submissionOf reads the id of what a candidate handed in. REST does not tell it (§4, Submissions), so it is read
// beside the service.
func (o *Org) submissionOf(t testing.TB, candidate string) string {
	t.Helper()
	return o.column(t, "select submission_id from answers where candidate_id = $1", candidate)
}

// The take-home from the letter to the submission, with the browser closed on the way.
func TestPagesTakeHome(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, n int, zone string, open func(testing.TB, *Service) *Visitor) {
		name := fmt.Sprintf("take-home-%d", n)
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks(picture)
			}
		}
		invited := o.Invite(t, name, "engineer", "lens").Want(201)
		letter := o.Letters(t, o.Email(name), 1)[0]
		link := assessmentLink.FindString(letter.Text)
		if link == "" || link != invited.Text("invite_url") {
			t.Fatalf("the letter %q links to %q, want invite_url %q:\n%s",
				letter.Subject, link, invited.Text("invite_url"), letter.Text)
		}

		v := open(t, o.Service)
		v.Open(link).Want(200, "Lens catalogue take-home", "Build a catalogue of lenses", "Send a link to your "+
			"repository", "3 hours", "Northwind Optics").WantNot("**")
		looks(v, "take-home-invited")
		v.Click("Start the assessment").Want(200, "Lens catalogue take-home", "Build a catalogue of lenses")
		looks(v, "take-home-started")
		const draft = "A first thought,\nfour lines long.\n\n<b>Not bold</b> & \"quoted\" — für Ærø 🔭"
		v.Fill("Your answer", draft).Fill("Links", "https://git.example/casey/lenses").saves().Want(200)
		looks(v, "take-home-saved")
		v.Close()

		v = open(t, o.Service) // another browser: no cookie, nothing remembered but by the service
		v.Open(link).Want(200, "Lens catalogue take-home")
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft ||
			links != "https://git.example/casey/lenses" {
			t.Errorf("after the browser was closed the fields hold %q and %q", text, links)
		}
		want := draft
		if v.scripts { // what is typed survives, see TestPagesDraft
			want = draft + "\nand more"
		}
		v.Fill("Your answer", draft+"\nand more").Reload()
		if got := v.Value("Your answer"); got != want {
			t.Errorf("after a reload the field holds %q, want %q", got, want)
		}
		v.Fill("Links", "ftp://nowhere").Click("Submit").Want(400, "not a").Told("web address")
		if text, links := v.Value("Your answer"), v.Value("Links"); text != want || links != "ftp://nowhere" {
			t.Errorf("after a refusal the fields hold %q and %q", text, links)
		}
		looks(v, "take-home-refused")
		v.Fill("Links", "https://git.example/casey/lenses\nhttps://casey.example/").Click("Submit").Want(200,
			"You have handed in your answer", "four lines long.", "<b>Not bold</b>", "https://casey.example/")
		looks(v, "take-home-done")
		v.Open(link).Want(200, "You have handed in your answer")
		if c := v.Cookies(); len(c) != 0 {
			t.Errorf("the pages left the cookies %v, want none", c)
		}

		candidate := invited.Text("invite_id")
		s := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, candidate), nil).Want(200)
		for path, want := range map[string]string{"assessment_id": fmt.Sprintf("%q", o.Assessment("lens")),
			"candidate.email": fmt.Sprintf("%q", o.Email(name)), "candidate.name": `"Casey Quillon"`,
			"decision": `"pending"`, "score": "null", "native_score": "null", "score_scale": "null"} {
			if got := s.JSON(path); got != want {
				t.Errorf("submission: %s is %s, want %s", path, got, want)
			}
		}
		at, err := time.Parse(time.RFC3339, s.Text("submitted_at"))
		if ago := machineNow().Sub(at); err != nil || ago < 0 || ago > 5*time.Minute {
			t.Errorf("submitted_at %q, want just now", s.Text("submitted_at"))
		}
		o.Invite(t, name, "engineer", "lens").WantError(409, "ALREADY_INVITED") // not active any more
		if l := o.Inbox(t, o.Email(name)); len(l) != 1 {
			t.Errorf("%s got %s, want the invitation alone", name, subjects(l))
		}
	})
}

// A trial is taken on the same page as a take-home.
func TestPagesTrial(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Invite(t, "cleo", "engineer", "week").Want(201)
	link := assessmentLink.FindString(o.Letters(t, o.Email("cleo"), 1)[0].Text)
	v := o.Visitor(t)
	v.Open(link).Want(200, "Paid trial week").WantNot("hours").Looks("trial-invited")
	v.Click("Start the assessment").Fill("Links", "https://git.example/week").Click("Submit").Want(200,
		"You have handed in your answer")
}

// Answers with markup, control characters and too many letters in a browser: nothing of them runs, and what was typed
// stays. Package web holds what else is refused.
func TestPagesAnswers(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	t.Run("markup and control characters", func(t *testing.T) {
		t.Parallel()
		link, _ := o.started(t, "markup")
		const nasty = "</textarea><script>document.title='owned'</script><img src=x " +
			"onerror=\"document.title='owned'\">\x00\x07\x1b[31m{{.}} ${1} \u202e</p>\n\tend"
		const clean = "</textarea><script>document.title='owned'</script><img src=x " +
			"onerror=\"document.title='owned'\">[31m{{.}} ${1} \u202e</p>\n\tend"
		o.Post(t, link+"/draft", nil, "text", nasty, "links", "").Want(303)
		v := o.Visitor(t)
		v.Open(link).Want(200)
		if got := v.Value("Your answer"); got != clean {
			t.Errorf("the field holds %q, want %q", got, clean)
		}
		v.Click("Submit").Want(200, "You have handed in your answer", "<script>document.title='owned'</script>", "end")
		if title := ask[string](v, "read the title", "document.title"); strings.Contains(title, "owned") {
			t.Error("the answer's script ran")
		}
	})
	t.Run("too long", func(t *testing.T) {
		t.Parallel()
		link, _ := o.started(t, "long")
		v := o.Visitor(t)
		long := strings.Repeat("long ", 20_001)
		v.Open(link).Fill("Your answer", long).Click("Save draft").Want(400,
			"100,004 characters", "at most 100,000").Looks("take-home-too-long")
		if got := v.Value("Your answer"); got != long {
			t.Errorf("the field holds %d bytes, want what was typed", len(got))
		}
		v.Fill("Your answer", long[:100_000]).saves()
	})
}
