package letters

import (
	"strings"
	"testing"
	"time"
)

// A reason stands in the letter and in the event of whoever is told it; one that is for the team alone is in no
// event.
func TestReason(t *testing.T) {
	t.Parallel()
	const why = "Ann is ill; sorry, we’ll meet on Monday."
	for name, c := range map[string]struct {
		kind    Kind
		role    Role
		forTeam bool
		in      bool // the event, as a line of its description
		comment bool
	}{
		"reason_changed_time_candidate":   {ChangedTime, Candidate, false, true, false},
		"reason_changed_time_interviewer": {ChangedTime, Interviewer, true, false, false},
		"reason_cancellation_candidate":   {Cancellation, Candidate, false, true, true},
		"reason_cancellation_interviewer": {Cancellation, Interviewer, true, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := booked(c.kind, c.role)
			l.Why, l.WhyForTeam, l.By = why, c.forTeam, Party{"Mei Okafor", "mei@acme.example"}
			if c.kind == Cancellation && c.role == Candidate {
				l.ChangeLink = "https://litmus.acme.example/t/8c1d"
				l.ChangeUntil = time.Date(2031, 3, 17, 15, 30, 0, 0, time.UTC)
			}
			m := wantGolden(t, name, l)
			golden(t, name+".ics", string(m.ICS))
			wantWords(t, m, []string{"\nReason: " + why + "\n"}, nil)
			if !strings.Contains(m.HTML, "Ann is ill; sorry, we’ll meet on Monday.") {
				t.Errorf("the HTML lacks it:\n%s", m.HTML)
			}
			e := event(t, m.ICS, m.Method)
			description, _ := e.Props.Text("DESCRIPTION")
			if got := strings.Contains(description, "Reason: "+why); got != c.in {
				t.Errorf("the event describes it: %t, want %t:\n%s", got, c.in, description)
			}
			if comment, _ := e.Props.Text("COMMENT"); comment != map[bool]string{true: why}[c.comment] {
				t.Errorf("its comment is %q", comment)
			}
		})
	}
	t.Run("for the team alone is told to no candidate", func(t *testing.T) {
		t.Parallel()
		for _, kind := range []Kind{ChangedTime, Cancellation} {
			l := booked(kind, Candidate)
			l.Why, l.WhyForTeam = why, true
			wantWords(t, render(t, l), nil, []string{"Reason:", "Ann is ill"})
		}
	})
	t.Run("has who gave it, in no event and with no address for a candidate", func(t *testing.T) {
		t.Parallel()
		mei, nameless := Party{"Mei Okafor", "mei@acme.example"}, Party{"", "mei@acme.example"}
		for _, c := range []struct {
			kind Kind
			role Role
			by   Party
			why  string
			want string // "" for no such line
		}{
			{ChangedTime, Candidate, mei, why, "Moved by: Mei Okafor"},
			{Cancellation, Candidate, mei, why, "Canceled by: Mei Okafor"},
			{ChangedTime, Candidate, mei, "", ""}, // the team chose to tell nothing
			{ChangedTime, Candidate, nameless, why, ""},
			{ChangedTime, Candidate, Party{"mei@acme.example", "mei@acme.example"}, why, ""},
			{ChangedTime, Candidate, Party{"Zoë Park", "zoe.park@mail.example"}, why, ""}, // themselves
			{ChangedTime, Interviewer, mei, "", "Moved by: Mei Okafor"},
			{Cancellation, StandIn, nameless, "", "Canceled by: mei"},
			{ChangedTime, Interviewer, Party{"", "Ann.Lee@acme.example"}, "", ""}, // themselves
			{Reminder, Interviewer, mei, "", ""},
		} {
			l := booked(c.kind, c.role)
			l.By, l.Why = c.by, c.why
			m := render(t, l)
			if got := strings.Contains(m.Text, " by: "); got != (c.want != "") ||
				!strings.Contains(m.Text, "\n"+c.want) || strings.Contains(m.Text+m.HTML, "mei@") {
				t.Errorf("a %s to the %s, changed by %q, says\n%s", c.kind, c.role, c.by.Name, m.Text)
			}
			if strings.Contains(unfold(m.ICS), " by: ") {
				t.Errorf("the event of a %s to the %s says\n%s", c.kind, c.role, m.ICS)
			}
		}
	})
	t.Run("is harmless", func(t *testing.T) {
		t.Parallel()
		l := booked(Cancellation, Candidate)
		l.Why = "<script>alert(1)</script> {name}\r\nBcc: x@y.example\u202e"
		m := render(t, l)
		if strings.Contains(m.HTML, "<script>") || !strings.Contains(m.Text,
			"Reason: <script>alert(1)</script> {name} Bcc: x@y.example\n") {
			t.Errorf("got\n%s\n%s", m.Text, m.HTML)
		}
		event(t, m.ICS, "CANCEL")
	})
}
