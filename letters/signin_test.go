package letters

import (
	"fmt"
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
		})
	}
	wantRefused(t, func() SignIn { return asked("Acme Robotics") }, map[string]func(*SignIn){
		"no Message-ID": func(s *SignIn) { s.MessageID = "" },
		"no end":        func(s *SignIn) { s.Expires = time.Time{} },
		"no date":       func(s *SignIn) { s.Stamp = time.Time{} },
		"no link":       func(s *SignIn) { s.Links = nil },
	})
}
