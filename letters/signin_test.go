package letters

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// asked returns a typical letter to a member who asked for a link.
func asked(organizations ...string) SignIn {
	s := SignIn{
		To: Party{"Ada Root", "ada@acme.example"}, Zone: "America/New_York", Organization: organizations[0],
		From: "Acme Hiring <hiring@acme.example>", Stamp: time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC),
		MessageID: "sgn_0193ab.7.sign_in@litmus.acme.example", Host: "litmus.acme.example",
		Expires: time.Date(2031, 3, 3, 15, 15, 0, 0, time.UTC),
	}
	for n, o := range organizations {
		s.Links = append(s.Links, SignInLink{o, fmt.Sprintf("https://litmus.acme.example/dashboard/in/token%d", n+1)})
	}
	return s
}

func TestSignIn(t *testing.T) { // D6
	t.Parallel()
	for name, s := range map[string]SignIn{
		"sign_in":      asked("Acme Robotics"),
		"sign_in_many": asked("Acme Robotics", "Bolt & Nut", "Cogs"),
	} {
		t.Run("writes the "+name, func(t *testing.T) {
			t.Parallel()
			m := wantGolden(t, name, s)
			if m.ICS != nil {
				t.Errorf("it has an event:\n%s", m.ICS)
			}
			for _, one := range s.Links {
				if !strings.Contains(m.Text, one.URL+"\n") || !strings.Contains(m.HTML, one.URL) {
					t.Errorf("it lacks the link %s", one.URL)
				}
			}
		})
	}
	if m := render(t, asked("Acme Robotics")); !strings.Contains(m.Text,
		"Monday, 3 March 2031, 10:15 EST (New York time, UTC−5)") {
		t.Errorf("it does not say until when its link works:\n%s", m.Text)
	}
	hostile := asked("<script>alert(1)</script>\r\nBcc: x@y.example {name}")
	if m := render(t, hostile); strings.Contains(m.HTML, "<script>") || strings.ContainsAny(m.Subject, "\r\n") {
		t.Errorf("%q\n%s", m.Subject, m.HTML)
	}
	wantRefused(t, func() SignIn { return asked("Acme Robotics") }, map[string]func(*SignIn){
		"a recipient with a line break": func(s *SignIn) { s.To.Email = "a@b.example\r\nBcc: x@y.example" },
		"no sender":                     func(s *SignIn) { s.From = "" },
		"no Message-ID":                 func(s *SignIn) { s.MessageID = "" },
		"no end":                        func(s *SignIn) { s.Expires = time.Time{} },
		"no date":                       func(s *SignIn) { s.Stamp = time.Time{} },
		"no link":                       func(s *SignIn) { s.Links = nil },
	})
}
