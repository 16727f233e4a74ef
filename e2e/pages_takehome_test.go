package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// submissionOf reads the id of what a candidate handed in. REST does not tell it (§4, Submissions), so it is read
// beside the service.
func (o *Org) submissionOf(t testing.TB, candidate string) string {
	t.Helper()
	return o.column(t, "select submission_id from answers where candidate_id = $1", candidate)
}

// The take-home from the letter to the submission, with the browser closed on the way. Package web holds what is
// refused and what is handed in.
func TestPagesTakeHome(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, m manner) {
		name := fmt.Sprintf("take-home-%d", m.n)
		invited := o.Invite(t, name, "engineer", "lens").Want(201)
		link := o.linkFor(t, name, assessmentLink)

		v := o.Visitor(t, m.habits...)
		v.Open(link).Want(200, "Lens catalogue take-home", "Build a catalogue of lenses", "Send a link to your "+
			"repository", "3 hours", "Northwind Optics").WantNot("**")
		m.looks(v, "take-home-invited")
		v.Click("Start the assessment").Want(200, "Start the assessment?", "3 hours", "Ends if you start at")
		m.looks(v, "take-home-ask-start")
		v.Click("Not yet").Want(200, "Build a catalogue of lenses").Click("Start the assessment").Want(200)
		v.Click("Start now").Want(200, "Lens catalogue take-home", "Build a catalogue of lenses",
			"The time limit ends in 2 hours, on ", "you can still hand in")
		m.looks(v, "take-home-started")
		const draft = "A first thought,\nfour lines long.\n\n<b>Not bold</b> & \"quoted\" — für Ærø 🔭"
		v.Fill("Your answer", draft).Fill("Links", "https://git.example/casey/lenses").saves().Want(200)
		m.looks(v, "take-home-saved")
		v.Close()

		v = o.Visitor(t, m.habits...) // another browser: no cookie, nothing remembered but by the service
		v.Open(link)
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft ||
			links != "https://git.example/casey/lenses" {
			t.Errorf("after the browser was closed the fields hold %q and %q", text, links)
		}
		v.Fill("Links", "ftp://nowhere").Click("Check and hand in").Want(400, "not a").Told("web address")
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft || links != "ftp://nowhere" {
			t.Errorf("after a refusal the fields hold %q and %q", text, links)
		}
		m.looks(v, "take-home-refused")
		v.Fill("Links", "https://casey.example/").Click("Check and hand in").Want(200, "Hand in this answer?",
			"four lines long.", "<b>Not bold</b>", "https://casey.example/", "The time limit ends in 2 hours, on ")
		m.looks(v, "take-home-ask-hand-in")
		v.Click("Go on working").Want(200)
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft || links != "https://casey.example/" {
			t.Errorf("after a second look the fields hold %q and %q", text, links)
		}
		v.Click("Check and hand in").Want(200).Click("Hand in").Want(200, "You have handed in your answer",
			"four lines long.", "<b>Not bold</b>", "https://casey.example/")
		m.looks(v, "take-home-done")
		o.Do(t, "GET", "/submissions/"+o.submissionOf(t, invited.Text("invite_id")), nil).Want(200)
	})
}

// Nothing runs of an answer with markup and control characters in a browser, and what was typed stays.
func TestPagesAnswers(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	link, _ := o.started(t, "markup")
	const nasty = "</textarea><script>document.title='owned'</script><img src=x " +
		"onerror=\"document.title='owned'\">\x00\x07\x1b[31m{{.}} ${1} \u202e</p>\n\tend"
	o.Post(t, link+"/draft", nil, "text", nasty, "links", "").Want(303)
	v := o.Visitor(t)
	v.Open(link).Want(200)
	if got, want := v.Value("Your answer"), strings.NewReplacer("\x00", "", "\x07", "", "\x1b", "").
		Replace(nasty); got != want {
		t.Errorf("the field holds %q, want %q", got, want)
	}
	v.Click("Check and hand in").Want(200, "<script>document.title='owned'</script>", "end")
	v.Click("Hand in").Want(200, "You have handed in your answer", "<script>document.title='owned'</script>", "end")
	if title := ask[string](v, "read the title", "document.title"); strings.Contains(title, "owned") {
		t.Error("the answer's script ran")
	}
}
