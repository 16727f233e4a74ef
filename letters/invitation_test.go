package letters

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// invited returns a typical invitation: sent in winter, it expires after the clocks changed.
func invited(kind Kind) Letter {
	l := Letter{
		Kind:           kind,
		Role:           Candidate,
		To:             Party{"Zoë Park", "zoe.park@mail.example"},
		Zone:           "America/New_York",
		Organization:   "Acme Robotics",
		From:           "Acme Hiring <hiring@acme.example>",
		Host:           "litmus.acme.example",
		Stamp:          time.Date(2031, 3, 3, 15, 30, 0, 0, time.UTC),
		MessageID:      "cand_0193ab.invitation@litmus.acme.example",
		RoundTitle:     "Payments service",
		PostingTitle:   "Senior Backend Engineer",
		Candidate:      Party{"Zoë Park", "zoe.park@mail.example"},
		Expires:        time.Date(2031, 3, 17, 15, 30, 0, 0, time.UTC),
		InvitationLink: "https://litmus.acme.example/a/8c1d",
	}
	if kind == SchedulingInvitation {
		l.RoundTitle, l.Duration, l.InvitationLink = "System design", time.Hour, "https://litmus.acme.example/t/8c1d"
	} else {
		l.TimeLimit = 90 * time.Minute
	}
	return l
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	for _, kind := range Invitations {
		t.Run(fmt.Sprintf("writes the %s", kind), func(t *testing.T) {
			t.Parallel()
			if m := wantGolden(t, string(kind), invited(kind)); m.ICS != nil || m.Method != "" {
				t.Errorf("it has a calendar part: %s\n%s", m.Method, m.ICS)
			}
		})
	}

	t.Run("has the note of who invites", func(t *testing.T) {
		t.Parallel()
		l := invited(SchedulingInvitation)
		l.Note = "It was good to meet you at the fair, Zoë.\nThe round is about <b>design</b>.\n\nMira"
		m := wantGolden(t, "scheduling_invitation_note", l)
		wantWords(t, m, []string{"\nHi Zoë,\n\nIt was good to meet you at the fair, Zoë.\n" +
			"The round is about <b>design</b>.\n\nMira\n\nAcme Robotics would"}, nil)
		if strings.Contains(m.HTML, "<b>design") || !strings.Contains(m.HTML, "Zoë.<br>The round") {
			t.Errorf("the HTML is\n%s", m.HTML)
		}
		l.Note = "\u202eevil\u0007 {name}\n\n\n \n"
		wantWords(t, render(t, l), []string{"\n\nevil {name}\n\nAcme Robotics would"}, nil)
		other := booked(Confirmation, Candidate)
		other.Note = "It was good to meet you"
		wantWords(t, render(t, other), nil, []string{"good to meet you"})
	})

	for _, c := range []struct {
		name         string
		kind         Kind
		change       func(*Letter)
		says, denies []string
	}{
		{"does not mention a time limit of 0", Invitation, func(l *Letter) { l.TimeLimit = 0 }, nil,
			[]string{"Time limit"}},
		{"does not mention an unknown length", SchedulingInvitation, func(l *Letter) { l.Duration = 0 }, nil,
			[]string{"How long"}},
		{"names no expiry if there is none", Invitation, func(l *Letter) { l.Expires = time.Time{} },
			[]string{"What: Payments service"}, []string{"Open until:", ">Open until<", "0001", "\n\n\n"}},
		{"says in its first line that there is no expiry", SchedulingInvitation, func(l *Letter) {
			l.Expires, l.Language = time.Time{}, "de"
		}, nil, []string{"Gültig bis", "0001"}},
		{"calls an assessment without a title Assessment", Invitation, func(l *Letter) { l.RoundTitle = " \n" },
			[]string{"What: Assessment\n"}, nil},
		{"calls an interview without a title Interview", SchedulingInvitation,
			func(l *Letter) { l.RoundTitle = "" }, []string{"What: Interview\n"}, nil},
		{"does not name an interviewer who may still change", SchedulingInvitation,
			func(l *Letter) { l.Interviewer = Party{"Ann", "ann@acme.example"} }, nil, []string{"Ann", "With:"}},
		{"has no link but its own", Invitation, func(l *Letter) {
			l.MeetingLink, l.SessionLink, l.AssessmentLink = "https://meet.acme.example/r/9f2c41",
				"https://litmus.acme.example/i/1", "https://litmus.acme.example/a/2"
		}, []string{"/a/8c1d"}, []string{"meet.acme", "/i/1", "/a/2"}},
		{"has no event even if one is asked for", Invitation, func(l *Letter) { l.Invitation = true }, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := invited(c.kind)
			c.change(&l)
			m := render(t, l)
			wantWords(t, m, c.says, c.denies)
			if m.ICS != nil || m.Method != "" {
				t.Errorf("it has a calendar part: %s", m.Method)
			}
			if n := strings.Count(m.Text, "https://"); n != 1 {
				t.Errorf("%d links in\n%s", n, m.Text)
			}
		})
	}

	wantRefused(t, func() Letter { return invited(Invitation) }, map[string]func(*Letter){
		"an interviewer":        func(l *Letter) { l.Role = Interviewer },
		"no link":               func(l *Letter) { l.InvitationLink = "" },
		"a link that is no URL": func(l *Letter) { l.InvitationLink = "javascript:alert(1)" },
	})

	t.Run("refuses to render an event", func(t *testing.T) {
		t.Parallel()
		if b, err := invited(SchedulingInvitation).Event(); err == nil {
			t.Errorf("got %s", b)
		}
	})
}
