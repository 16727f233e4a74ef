package e2e

import (
	"slices"
	"strings"
	"testing"
)

// tells reports whether the letter's text holds every one of the words.
func (l Letter) tells(words ...string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(l.Text, w) })
}

// The letters of one interview's life, their invitations and their links.
func TestLettersOfALife(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	cleo, ilse, bram := o.Email("cleo"), o.Email("ilse"), o.Email("bram")
	says := func(l Letter, subject string, words ...string) {
		t.Helper()
		if !strings.HasPrefix(l.Subject, subject) || !l.tells(words...) {
			t.Errorf("the letter %q, want %q with %q:\n%s", l.Subject, subject, words, l.Text)
		}
	}
	opens := func(l Letter, want int) {
		t.Helper()
		link := sessionLink.FindString(l.Text)
		if got := o.Get(t, link).Status; got != want {
			t.Errorf("the link %q of %q answers %d, want %d", link, l.Subject, got, want)
		}
	}
	id := o.Book(t, "cleo", "interviewer_email", ilse, "time_zone", "America/New_York").Text("interview.id")
	confirmation, briefing := o.Letters(t, cleo, 1)[0], o.Letters(t, ilse, 1)[0]
	says(confirmation, "Interview confirmed: Systems with Northwind", "Tuesday, 1 June 2032", "06:00–07:00 EDT",
		"New York time, UTC−4", "Ilse Quillon", "https://meet."+o.Slug+".example/ilse")
	// her own zone, and the way to ask for a replacement
	says(briefing, "Interview with Casey Quillon: Systems", "12:00–13:00 CEST", "Berlin time, UTC+2", cleo,
		"/dashboard/interviews/"+id, "Ask for a replacement")
	opens(confirmation, 200)
	o.Get(t, assessmentLink.FindString(confirmation.Text)).Want(200)
	if sessionLink.MatchString(briefing.Text) || assessmentLink.MatchString(briefing.Text) ||
		assessmentLink.MatchString(confirmation.ICS) {
		t.Error("the candidate's links stand in the briefing or the assessment's in the calendar")
	}
	o.Book(t, "cleo", "interviewer_email", ilse, "time_zone", "America/New_York",
		"scheduled_start_at", "2032-06-02T10:00:00Z", "replace_existing", true)
	moved := o.Letters(t, cleo, 2)[0]
	says(moved, "New time", "Wednesday, 2 June 2032", "Was: Tuesday, 1 June 2032")
	says(o.Letters(t, ilse, 2)[0], "New time", "Was: Tuesday, 1 June 2032")
	opens(confirmation, 410)
	opens(moved, 200)

	// Bram has a link of the posting: the candidate gets an updated invitation too.
	o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": bram}).Want(200)
	says(o.Letters(t, bram, 1)[0], "Interview with Casey Quillon", "11:00–12:00 BST", "London time")
	reassigned := o.Letters(t, cleo, 3)[0]
	says(reassigned, "New interviewer", "Bram Quillon", "bram-engineer")
	says(o.Letters(t, ilse, 3)[0], "No longer yours")
	opens(reassigned, 200)

	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Letters(t, cleo, 4)
	o.Letters(t, bram, 2)
	o.Settled(t, letterTimeout, id)
	opens(reassigned, 410)

	// The invitations, oldest first: one UID for life, SEQUENCE rising.
	for to, methods := range map[string][]string{cleo: {"REQUEST", "REQUEST", "REQUEST", "CANCEL"},
		ilse: {"REQUEST", "REQUEST", "CANCEL"}, bram: {"REQUEST", "CANCEL"}} {
		box := o.Inbox(t, to)
		slices.Reverse(box)
		var got []string
		sequence := -1
		for i, l := range box {
			e := l.Event(t)
			got = append(got, e.Method)
			if e.UID != id+"@127.0.0.1" || e.Sequence <= sequence ||
				e.Organizer != "talent@"+o.Slug+".example" {
				t.Errorf("%s, letter %d: %s of %s, SEQUENCE %d after %d, organizer %s",
					to, i, e.Method, e.UID, e.Sequence, sequence, e.Organizer)
			}
			sequence = e.Sequence
		}
		if !slices.Equal(got, methods) {
			t.Errorf("%s got %s with %v, want %v", to, subjects(box), got, methods)
		}
	}
	checkRuns(t, o.Service, []string{"interview/" + id}, "Quillon", o.Slug+".example", "Northwind", "https://meet",
		"/i/", "Imaging")
}
