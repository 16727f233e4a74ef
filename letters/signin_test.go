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

func signIn(t *testing.T, s SignIn) Mail {
	t.Helper()
	m, err := s.Render()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSignIn(t *testing.T) { // D6
	t.Parallel()
	for name, s := range map[string]SignIn{
		"sign_in":      asked("Acme Robotics"),
		"sign_in_many": asked("Acme Robotics", "Bolt & Nut", "Cogs"),
	} {
		t.Run("writes the "+name, func(t *testing.T) {
			t.Parallel()
			m := signIn(t, s)
			head := fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nDate: %s\nMessage-ID: %s\n\n",
				m.From, m.To, m.Subject, m.Date.Format(time.RFC3339), m.MessageID)
			golden(t, name+".txt", head+m.Text)
			golden(t, name+".html", m.HTML)
			if again := signIn(t, s); again.HTML != m.HTML || again.Text != m.Text {
				t.Error("a second rendering differs")
			}
			if strings.ContainsAny(m.Subject+m.Text, "{}") || m.ICS != nil {
				t.Errorf("a placeholder is left, or it has an event:\n%s\n%s", m.Subject, m.Text)
			}
			for _, one := range s.Links {
				if !strings.Contains(m.Text, one.URL+"\n") || !strings.Contains(m.HTML, one.URL) {
					t.Errorf("it lacks the link %s", one.URL)
				}
			}
		})
	}
	if m := signIn(t, asked("Acme Robotics")); !strings.Contains(m.Text,
		"Monday, 3 March 2031, 10:15 EST (America/New_York, UTC-05:00)") {
		t.Errorf("it does not say until when its link works:\n%s", m.Text)
	}
	hostile := asked("<script>alert(1)</script>\r\nBcc: x@y.example {name}")
	if m := signIn(t, hostile); strings.Contains(m.HTML, "<script>") || strings.ContainsAny(m.Subject, "\r\n") {
		t.Errorf("%q\n%s", m.Subject, m.HTML)
	}
	for name, spoil := range map[string]func(*SignIn){
		"a recipient with a line break": func(s *SignIn) { s.To.Email = "a@b.example\r\nBcc: x@y.example" },
		"no sender":                     func(s *SignIn) { s.From = "" },
		"no Message-ID":                 func(s *SignIn) { s.MessageID = "" },
		"no end":                        func(s *SignIn) { s.Expires = time.Time{} },
		"no date":                       func(s *SignIn) { s.Stamp = time.Time{} },
		"no link":                       func(s *SignIn) { s.Links = nil },
	} {
		s := asked("Acme Robotics")
		spoil(&s)
		if m, err := s.Render(); err == nil || strings.Contains(err.Error(), "@b.example") {
			t.Errorf("%s: got %s, %v", name, m.Subject, err)
		}
	}
}
