package e2e

import (
	"strings"
	"testing"
	"time"
)

// A candidate's first letter is in the organization's language, the page in their browser's, and what follows in the
// language in which they read last. The interviewer's letters stay in English.
func TestLanguages(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "undo_seconds: 0", "undo_seconds: 0\n  language: de")
	start := time.Date(2032, 6, 1, 15, 0, 0, 0, time.UTC)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour))
	link := o.Invite(t, "picking", "graduates", "portfolio").Want(201).Text("invite_url")
	told := map[string]bool{} // by subject
	last := func(who string, n int) (newest Letter) {
		t.Helper()
		for _, l := range o.LettersWhen(t, o.Email(who), "a letter more", func(all []Letter) bool { return len(all) == n }) {
			if !told[l.Subject] {
				newest = l
			}
		}
		told[newest.Subject] = true
		return newest
	}
	says := func(l Letter, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(l.Subject+"\n"+l.Text, w) {
				t.Errorf("want %q in %s\n%s", w, l.Subject, l.Text)
			}
		}
	}
	says(last("picking", 1), "Wählen Sie einen Termin: ", "Guten Tag Casey Quillon,", " Uhr ME", "Termin auswählen:")

	american := []string{"Accept-Language", "en-US,en;q=0.9"}
	page := o.Get(t, link+"?zone=America/New_York&from=2032-06-01", american...).Want(200)
	for _, w := range []string{`<html lang="en"`, "Tuesday, 1 June 2032", ">11:00\u00a0am<", ">Deutsch</button>"} {
		if !strings.Contains(string(page.Body), w) {
			t.Errorf("want %q on the page\n%s", w, page.Body)
		}
	}
	o.Post(t, link, american, "start", wire(start), "zone", "America/New_York").Want(303)
	says(last("picking", 2), "Interview confirmed: ", "11:00–11:30 am EDT (New York time, UTC−4)")
	says(last("ilse", 1), "Interview with Casey Quillon", "17:00–17:30 CEST (Berlin time, UTC+2)")

	o.Post(t, link+"/language", american, "language", "de", "query", "change=1").Want(303)
	o.Post(t, link, american, "start", wire(start.Add(time.Hour)), "zone", "Asia/Kathmandu", "change", "1", "moves",
		wire(start)).Want(303)
	says(last("picking", 3), "Neuer Termin für Ihr Gespräch: ", "Guten Tag Casey Quillon,",
		"Dienstag, 1. Juni 2032, 9:45–10:15 PM UTC+5:45 (Ortszeit Kathmandu, UTC+5:45)", "Bisher: ")
	says(last("ilse", 2), "New time: ")
}

// A program says how somebody reads who has not said it, and reads it back; what the candidate chooses stays.
func TestLanguageByAPI(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	o.send(t, "x", "candidate_language", "fr").WantError(400, "candidate_language")
	o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_language", "de_AT")).WantError(400, "candidate_language")
	o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_language", 5)).WantError(400, "candidate_language")

	invited := o.send(t, "casey", "assessment_id", o.Assessment("systems"), "candidate_language", "de-AT").Want(201)
	if l := o.Letters(t, o.Email("casey"), 1)[0]; !strings.HasPrefix(l.Subject, "Wählen Sie einen Termin: ") {
		t.Errorf("the invitation is %q", l.Subject)
	}
	read := func(r *Response) any {
		candidate, _ := r.At("interview.candidate").(map[string]any)
		return candidate["language"]
	}
	id := invited.Text("invite_id")
	booked := o.Book(t, "casey", "candidate_id", id, "candidate_language", "en")
	if got := read(booked); got != "de" {
		t.Errorf("a booking changed the language to %v", got)
	}
	o.Letters(t, o.Email("casey"), 2)
	o.Post(t, strings.TrimPrefix(invited.Text("invite_url"), o.API)+"/language", nil, "language", "en").Want(303)
	o.Do(t, "POST", "/interviews", o.Booking("casey", "candidate_id", id, "candidate_language", "de",
		"replace_existing", true, "scheduled_start_at", "2032-06-02T10:00:00Z")).Want(201)
	if l := o.Letters(t, o.Email("casey"), 3)[0]; !strings.HasPrefix(l.Subject, "New time for your interview: ") {
		t.Errorf("who chose English is told %q", l.Subject)
	}

	if got := read(o.Book(t, "robin", "candidate_language", "DE")); got != "de" {
		t.Errorf("a booking made a candidate who reads %v", got)
	}
	if l := o.Letters(t, o.Email("robin"), 1)[0]; !strings.HasPrefix(l.Subject, "Gespräch bestätigt: ") {
		t.Errorf("their confirmation is %q", l.Subject)
	}
	plain := o.Book(t, "sam", "scheduled_start_at", "2032-06-03T10:00:00Z")
	if got := read(plain); got != nil {
		t.Errorf("of somebody who has said nothing it is %v", got)
	}
	id = plain.Text("interview.candidate.id")
	again := o.Do(t, "POST", "/interviews", o.Booking("sam", "candidate_id", id, "candidate_language", "de",
		"replace_existing", true, "scheduled_start_at", "2032-06-03T11:00:00Z")).Want(201)
	one := o.Do(t, "GET", "/interviews/"+again.Text("interview.id"), nil).Want(200)
	if got := one.At("candidate.language"); got != "de" {
		t.Errorf("a booking of a candidate of unknown language leaves %v", got)
	}
}
