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
