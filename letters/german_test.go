package letters

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A candidate's letter is in their language, also its event and its plain part; an interviewer's stays in English.
func TestGerman(t *testing.T) {
	t.Parallel()
	for _, kind := range slices.Concat(Kinds, Invitations, []Kind{Receipt}) {
		t.Run(fmt.Sprintf("writes the %s", kind), func(t *testing.T) {
			t.Parallel()
			l := booked(kind, Candidate)
			switch {
			case kind == Receipt:
				l = received()
			case kind.invites():
				l = invited(kind)
			}
			l.Language, l.Zone, l.RoundTitle = "de", "Europe/Berlin", "Systementwurf"
			m := render(t, l)
			golden(t, "german_"+string(kind)+".txt", m.Subject+"\n\n"+m.Text+string(m.ICS))
			if !strings.Contains(m.HTML, `<html lang="de">`) || strings.ContainsAny(m.Subject+m.Text, "{}") {
				t.Errorf("got %s\n%s", m.Subject, m.HTML)
			}
			if !strings.Contains(m.HTML, "diese E\u2011Mail") { // at a hyphen it would be broken
				t.Errorf("an E-Mail may be broken:\n%s", m.HTML)
			}
		})
	}
	t.Run("names a round without a title, and greets nobody by an address", func(t *testing.T) {
		t.Parallel()
		l := booked(Confirmation, Candidate)
		l.Language, l.RoundTitle, l.To.Name = "de", "", ""
		wantWords(t, render(t, l), []string{"Gespräch bestätigt: Gespräch mit Acme Robotics, Mo., 3. März 2031, " +
			"10:00 Uhr EST", "\nGuten Tag,\n"}, nil)
	})
	t.Run("has the times of a candidate who reads 12 hours", func(t *testing.T) {
		t.Parallel()
		l := booked(Confirmation, Candidate)
		l.TwelveHours = true
		wantWords(t, render(t, l), []string{"System design with Acme Robotics, Mon 3 Mar 2031 10:00 am EST",
			"When: Monday, 3 March 2031, 10:00–11:00 am EST (New York time, UTC−5)"}, nil)
	})
	t.Run("leaves members their English", func(t *testing.T) {
		t.Parallel()
		l := booked(Briefing, Interviewer)
		same := render(t, l)
		l.Language, l.TwelveHours = "de", true
		if m := render(t, l); m.Text != same.Text || string(m.ICS) != string(same.ICS) {
			t.Errorf("got %s", m.Text)
		}
	})
}
