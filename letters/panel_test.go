package letters

import (
	"strings"
	"testing"

	"litmus/models"
)

// TestPanel: the members of a panel read their seat and who else comes, also a trainee, of whom the candidate hears
// only where the pool says so.
func TestPanel(t *testing.T) {
	t.Parallel()
	lead := Party{"Ann Lee", "ann.lee@acme.example"}
	panel := []Seated{{lead, "Backend", models.SeatInterviewer, false},
		{Party{"Bo Chen", "bo@acme.example"}, "Backend", models.SeatInterviewer, false},
		{Party{"Cy Oh", "cy@acme.example"}, "", models.SeatShadow, true}}
	for about, c := range map[string]struct {
		role       Role
		to         Party
		says, hide string // in the text
		attendees  int
	}{
		"the lead": {Interviewer, lead,
			"Your seat: leads the interview\nTogether with: Bo Chen (Backend), Cy Oh (in training, sits in)", "", 4},
		"another":   {Interviewer, panel[1].Party, "Your seat: Backend\nTogether with: Ann Lee (leads the interview), Cy Oh", "", 4},
		"a trainee": {Interviewer, panel[2].Party, "Your seat: in training, sits in", "", 4},
		"candidate": {Candidate, Party{}, "With: Ann Lee and Bo Chen", "Cy Oh", 3},
	} {
		l := booked(Briefing, c.role)
		l.Panel = panel
		if c.role == Interviewer {
			l.To = c.to
		}
		m := render(t, l)
		if !strings.Contains(m.Text, c.says) || c.hide != "" && strings.Contains(m.Text+m.HTML+string(m.ICS), c.hide) {
			t.Errorf("%s reads:\n%s", about, m.Text)
		}
		if n := strings.Count(string(m.ICS), "ATTENDEE"); n != c.attendees {
			t.Errorf("%s: %d attendees, want %d:\n%s", about, n, c.attendees, m.ICS)
		}
	}
	off := booked(Cancellation, Interviewer)
	off.Panel, off.To, off.Replaced = panel[:2], panel[2].Party, true
	if text := render(t, off).Text; !strings.Contains(text, "takes place without you") {
		t.Errorf("who left the panel reads:\n%s", text)
	}
}

// TestRoom: a room stands in letters and events as where the interview is held, in front of the link. It is nobody: no
// address of it stands anywhere, and without a link nobody is told that one is missing.
func TestRoom(t *testing.T) {
	t.Parallel()
	for about, c := range map[string]struct {
		role             Role
		language         string
		link             string
		text, event, not string
	}{
		"candidate with a link": {Candidate, "en", "https://meet.example/x", "\nWhere: Berlin 3 and Berlin 4\n",
			"LOCATION:Berlin 3\\, Berlin 4\\, https://meet.example/x", "room_"},
		"a German candidate": {Candidate, "de", "https://meet.example/x", "\nOrt: Berlin 3 und Berlin 4\n",
			"LOCATION:Berlin 3\\, Berlin 4\\, https://meet.example/x", "room_"},
		"candidate without one": {Candidate, "en", "", "\nWhere: Berlin 3 and Berlin 4\n",
			"LOCATION:Berlin 3\\, Berlin 4\r\n", "link"},
		"interviewer without one": {Interviewer, "en", "", "\nWhere: Berlin 3 and Berlin 4\n",
			"LOCATION:Berlin 3\\, Berlin 4\r\n", "no meeting link"},
	} {
		l := booked(Briefing, c.role)
		l.Language, l.MeetingLink, l.Rooms = c.language, c.link, []string{"Berlin 3", "Berlin\n4"}
		l.SessionLink, l.ChangeLink = "", ""
		m := render(t, l)
		if !strings.Contains(m.Text, c.text) || !strings.Contains(string(m.ICS), c.event) ||
			strings.Contains(m.Text, c.not) {
			t.Errorf("%s reads:\n%s\n%s", about, m.Text, m.ICS)
		}
	}
	if got := Where(nil, "https://meet.example/x"); got != "https://meet.example/x" {
		t.Errorf("without a room it is at %q", got)
	}
	off := booked(Cancellation, Candidate)
	off.Rooms = []string{"Berlin 3"}
	if text := render(t, off).Text; strings.Contains(text, "Berlin 3") {
		t.Errorf("what is canceled is held in a room:\n%s", text)
	}
}

// TestOrganizer: an interviewer's program answers to the address that is theirs alone, and the letter itself still
// comes from the organization.
func TestOrganizer(t *testing.T) {
	t.Parallel()
	l := booked(Briefing, Interviewer)
	before := render(t, l)
	l.Organizer = "returns+int_0193ab.abc@hire.example"
	m := render(t, l)
	unfolded := strings.ReplaceAll(string(m.ICS), "\r\n ", "")
	if !strings.Contains(unfolded, ":mailto:"+l.Organizer+"\r\n") || strings.Contains(unfolded, "hiring@acme.example") {
		t.Errorf("the event is answered to\n%s", unfolded)
	}
	if m.From != before.From || m.ReplyTo != before.ReplyTo || m.Text != before.Text {
		t.Errorf("the letter comes from %s, and is answered to %s", m.From, m.ReplyTo)
	}
}
