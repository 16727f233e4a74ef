package e2e

import (
	"fmt"
	"testing"
	"time"
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
			"The time limit ends in ", "you can still hand in")
		m.looks(v, "take-home-started")
		const draft = "A first thought,\nfour lines long.\n\n<b>Not bold</b> & \"quoted\" — für Ærø 🔭"
		v.Fill("Your answer", draft).Fill("Links", "https://git.example/casey/lenses").saves().Want(200)
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
			"four lines long.", "<b>Not bold</b>", "https://casey.example/", "The time limit ends in 2 hours ")
		m.looks(v, "take-home-ask-hand-in")
		v.Click("Go on working").Want(200)
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft || links != "https://casey.example/" {
			t.Errorf("after a second look the fields hold %q and %q", text, links)
		}
		v.Click("Check and hand in").Want(200).Click("Hand in").Want(200, "You have handed in your answer",
			"four lines long.", "<b>Not bold</b>", "https://casey.example/")
		m.looks(v, "take-home-done")
		o.Do(t, "GET", "/submissions/"+o.submissionOf(t, invited.Text("invite_id")), nil).Want(200)
		o.InvitationConverged(t, invited.Text("invite_id"))
		letters := o.Letters(t, o.Email(name), 2)
		if len(letters) != 2 || letters[0].Subject != "Received: Lens catalogue take-home for Northwind Optics" ||
			!letters[0].tells("an answer and 1 link", link) || letters[0].tells("four lines long") {
			t.Errorf("after it was handed in they have %s\n%s", subjects(letters), letters[0].Text)
		}
	})
}

// The time limit is counted down in the candidate's language. A screen reader is told of it at marks, and once it has
// passed what was typed stays. The switch of the language leads back to the page that asks.
func TestPagesTakeHomeCountdown(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.Visitor(t)
	v.Open(o.Invite(t, "countdown", "engineer", "lens").Want(201).Text("invite_url"))
	v.Click("Start the assessment").Click("Deutsch").Want(200, "Aufgabe beginnen?", "3 Stunden").
		Looks("take-home-ask-start-german")
	v.Click("Jetzt beginnen").Want(200, "Die Bearbeitungszeit endet in ", ", am ", " Uhr (")
	v.Fill("Ihre Antwort", "Ein Gedanke").Click("Prüfen und abgeben").Want(200, "Diese Antwort abgeben?").
		Looks("take-home-ask-hand-in-german")
	v.Click("Weiter bearbeiten").Want(200).Fill("Ihre Antwort", "Noch einer")
	const told = "document.getElementById('countdown-said').textContent"
	v.says("in 2 Stunden ", "document.getElementById('countdown').textContent")
	if got := ask[string](v, "read what is told", told); got != "" {
		t.Errorf("before any mark it is told %q", got)
	}
	v.passes(2*time.Hour + 55*time.Minute)
	v.says("Die Bearbeitungszeit endet in ", told)
	v.passes(5 * time.Minute)
	v.says("Die Bearbeitungszeit ist vorbei. Sie können Ihre Antwort noch abgeben", told)
	v.Want(200, "Die Bearbeitungszeit ist vorbei.").WantNot("endet in")
	if got := v.Value("Ihre Antwort"); got != "Noch einer" {
		t.Errorf("after the limit the field holds %q", got)
	}
	v.Looks("take-home-over-german")
}
