package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// tells reports whether the letter's text holds every one of the words.
func (l Letter) tells(words ...string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(l.Text, w) })
}

// page opens a link of a letter and returns the status; it is served whatever the letter's origin.
func (s *Service) page(t testing.TB, link string) int {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return s.Do(t, "GET", u.Path, nil).Status
}

// The letters of one interview's life, their invitations and their links.
func TestLettersOfALife(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	cleo, ilse, bram := o.Email("cleo"), o.Email("ilse"), o.Email("bram")
	updated := map[string]int{} // updated_at of every state, to the second, with its revision
	state := func(r *Response, path string) {
		at, err := time.Parse(time.RFC3339, r.Text(path+"updated_at"))
		if err != nil {
			t.Fatal(err)
		}
		updated[at.Format(time.RFC3339)[:19]]++
	}

	booked := o.Book(t, "cleo", "interviewer_email", ilse, "time_zone", "America/New_York")
	state(booked, "interview.")
	id := booked.Text("interview.id")
	confirmation := o.Letters(t, cleo, 1)[0]
	if !strings.HasPrefix(confirmation.Subject, "Interview confirmed: Systems with Northwind") ||
		confirmation.From != "talent@"+o.Slug+".example" ||
		!confirmation.tells("Tuesday, 1 June 2032", "06:00–07:00 EDT", "America/New_York, UTC-04:00", "Ilse Quillon",
			"https://meet."+o.Slug+".example/ilse") {
		t.Errorf("confirmation %q from %s:\n%s", confirmation.Subject, confirmation.From, confirmation.Text)
	}
	briefing := o.Letters(t, ilse, 1)[0]
	if !strings.HasPrefix(briefing.Subject, "Interview with Casey Quillon: Systems") ||
		!briefing.tells("12:00–13:00 CEST", "Europe/Berlin, UTC+02:00", "Casey Quillon", cleo,
			"/dashboard/interviews/"+id, "Ask for a replacement") {
		// her own zone, and the way to ask for a replacement
		t.Errorf("briefing %q:\n%s", briefing.Subject, briefing.Text)
	}
	session, assessment := sessionLink.FindString(confirmation.Text), assessmentLink.FindString(confirmation.Text)
	if s, a := o.page(t, session), o.page(t, assessment); s != 200 || a != 200 {
		t.Errorf("the links of the confirmation answer %d and %d, want 200 (%q, %q)", s, a, session, assessment)
	}
	if sessionLink.MatchString(briefing.Text) || assessmentLink.MatchString(briefing.Text) ||
		assessmentLink.MatchString(confirmation.ICS) {
		t.Error("the candidate's links stand in the briefing or the assessment's in the calendar")
	}
	replaced := o.Book(t, "cleo", "interviewer_email", ilse, "time_zone", "America/New_York",
		"scheduled_start_at", "2032-06-02T10:00:00Z", "replace_existing", true)
	state(replaced, "interview.")
	moved := o.Letters(t, cleo, 2)[0]
	if !strings.HasPrefix(moved.Subject, "New time") ||
		!moved.tells("Wednesday, 2 June 2032", "Was: Tuesday, 1 June 2032") || assessmentLink.MatchString(moved.Text) {
		t.Errorf("changed time %q:\n%s", moved.Subject, moved.Text)
	}
	if got := o.page(t, session); got != 410 {
		t.Errorf("the link of before the replace answers %d, want 410", got)
	}
	if got := o.page(t, sessionLink.FindString(moved.Text)); got != 200 {
		t.Errorf("the new link answers %d, want 200", got)
	}
	if l := o.Letters(t, ilse, 2)[0]; !strings.HasPrefix(l.Subject, "New time") ||
		!l.tells("Was: Tuesday, 1 June 2032") {
		t.Errorf("the interviewer's letter on the new time %q:\n%s", l.Subject, l.Text)
	}

	// Bram has a link of the posting: the candidate gets an updated invitation too.
	state(o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": bram}).Want(200), "")
	if l := o.Letters(t, bram, 1)[0]; !strings.HasPrefix(l.Subject, "Interview with Casey Quillon") ||
		!l.tells("11:00–12:00 BST", "Europe/London") {
		t.Errorf("the new interviewer's letter %q:\n%s", l.Subject, l.Text)
	}
	if l := o.Letters(t, cleo, 3)[0]; !strings.HasPrefix(l.Subject, "New interviewer") ||
		!l.tells("Bram Quillon", "bram-engineer") {
		t.Errorf("the candidate's letter on the new interviewer %q:\n%s", l.Subject, l.Text)
	}
	if l := o.Letters(t, ilse, 3)[0]; !strings.HasPrefix(l.Subject, "No longer yours") ||
		sessionLink.MatchString(l.Text) {
		t.Errorf("the old interviewer's letter %q:\n%s", l.Subject, l.Text)
	}
	session = sessionLink.FindString(o.Inbox(t, cleo)[0].Text)
	if got := o.page(t, session); got != 200 {
		t.Errorf("the link after a PATCH answers %d, want 200", got)
	}

	state(o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200), "")
	o.Letters(t, cleo, 4)
	o.Letters(t, bram, 2)
	o.Settled(t, letterTimeout, id)
	if got := o.page(t, session); got != 410 {
		t.Errorf("the link after the cancel answers %d, want 410", got)
	}

	// The invitations, oldest first: one UID for life, SEQUENCE rising, DTSTAMP the row's updated_at.
	messages := map[string]bool{}
	for to, methods := range map[string][]string{cleo: {"REQUEST", "REQUEST", "REQUEST", "CANCEL"},
		ilse: {"REQUEST", "REQUEST", "CANCEL"}, bram: {"REQUEST", "CANCEL"}} {
		box := o.Inbox(t, to)
		slices.Reverse(box)
		if len(box) != len(methods) {
			t.Fatalf("%s got %s, want %v", to, subjects(box), methods)
		}
		sequence := -1
		for i, l := range box {
			e := l.Event(t)
			if e.Method != methods[i] || e.UID != id+"@"+hostname(t, o.API) || e.Sequence <= sequence ||
				e.Organizer != "talent@"+o.Slug+".example" {
				t.Errorf("%s, letter %d: %s of %s, SEQUENCE %d after %d, organizer %s",
					to, i, e.Method, e.UID, e.Sequence, sequence, e.Organizer)
			}
			if updated[e.Stamp.Format(time.RFC3339)[:19]] == 0 {
				t.Errorf("%s, letter %d: DTSTAMP %s, want an updated_at of %v", to, i, e.Stamp, updated)
			}
			if e.Method == "CANCEL" && (e.Status != "CANCELLED" || !slices.Equal(e.Attendees, []string{to})) {
				t.Errorf("%s, letter %d: cancellation with status %s for %v", to, i, e.Status, e.Attendees)
			}
			if e.Method == "REQUEST" && (e.Status != "CONFIRMED" || !slices.Contains(e.Attendees, to) ||
				!slices.Contains(e.Attendees, cleo) || len(e.Attendees) != 2) {
				t.Errorf("%s, letter %d: request with status %s for %v", to, i, e.Status, e.Attendees)
			}
			sequence = e.Sequence
			if m := o.messageID(t, l); messages[m] || !strings.HasPrefix(m, id+".") {
				t.Errorf("%s, letter %d: Message-ID %s, want one of its own", to, i, m)
			} else {
				messages[m] = true
			}
		}
		if first, last := box[0].Event(t), box[len(box)-1].Event(t); last.Start.Before(first.Start) ||
			first.End.Sub(first.Start) != time.Hour {
			t.Errorf("%s: first event %s to %s, last %s", to, first.Start, first.End, last.Start)
		}
	}
	checkHistories(t, o.Service, []string{id}, "Quillon", o.Slug+".example", "Northwind", "https://meet",
		"/i/", "Imaging")
}

func hostname(t testing.TB, origin string) string {
	t.Helper()
	u, err := url.Parse(origin)
	if err != nil {
		t.Fatal(err)
	}
	return u.Hostname()
}

// However quickly changes follow each other, everybody ends with exactly one letter for the last state and gets at most
// one per revision.
func TestQuickChanges(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	type life struct {
		id, candidate, interviewer, start string
		canceled                          bool
	}
	var lives []life
	for n := range 6 {
		name, a, b := fmt.Sprintf("quick-%d", n), o.Email(fmt.Sprintf("a%d", n)), o.Email(fmt.Sprintf("b%d", n))
		link := []any{"meeting_link", "https://meet.example/room"}
		id := o.Book(t, name, append(link, "interviewer_email", a)...).Text("interview.id")
		o.Book(t, name, append(link, "interviewer_email", a, "scheduled_start_at", "2032-06-02T10:00:00Z",
			"replace_existing", true)...)
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": b}).Want(200)
		o.Book(t, name, append(link, "interviewer_email", b, "scheduled_start_at", "2032-06-03T10:00:00Z",
			"replace_existing", true)...)
		if n%2 == 1 {
			o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		}
		lives = append(lives, life{id, o.Email(name), b, "2032-06-03T10:00:00Z", n%2 == 1})
	}
	for _, l := range lives {
		o.Settled(t, letterTimeout, l.id)
		for _, to := range []string{l.candidate, l.interviewer, strings.Replace(l.interviewer, "b", "a", 1)} {
			box := o.Inbox(t, to)
			slices.Reverse(box)
			final, sequence := 0, -1
			for _, letter := range box {
				e := letter.Event(t)
				if e.Sequence <= sequence {
					t.Errorf("%s got SEQUENCE %d after %d", to, e.Sequence, sequence)
				}
				sequence = e.Sequence
				if e.Method == "REQUEST" && e.Start.Format(time.RFC3339) == l.start &&
					slices.Contains(e.Attendees, l.interviewer) {
					final++
				}
			}
			replaced := to != l.candidate && to != l.interviewer
			switch {
			case len(box) == 0 && (l.canceled || replaced): // nobody hears of what was over before it was told
			case len(box) == 0:
				t.Errorf("%s got nothing", to)
			case l.canceled || replaced:
				if e := box[len(box)-1].Event(t); e.Method != "CANCEL" {
					t.Errorf("%s ends with %s, want a cancellation", to, subjects(box))
				}
			case final != 1 || box[len(box)-1].Event(t).Start.Format(time.RFC3339) != l.start:
				t.Errorf("%s got %s, want exactly one letter for the last state, at the end", to, subjects(box))
			case !strings.HasPrefix(box[0].Subject, "Interview"):
				t.Errorf("%s first got %q, want a confirmation or a briefing", to, box[0].Subject)
			}
			if to == l.candidate && len(box) > 0 && !assessmentLink.MatchString(box[0].Text) {
				t.Errorf("%s: no assessment link in the first letter %q", to, box[0].Subject)
			}
		}
	}
}
