package letters

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // so that the golden files do not depend on the zones of the machine
)

var update = flag.Bool("update", false, "rewrite the golden files")

var roles = []Role{Candidate, Interviewer, StandIn}

// booked returns a letter of this kind and role about a typical interview.
func booked(kind Kind, role Role) Letter {
	l := Letter{
		Kind:         kind,
		Role:         role,
		Zone:         "America/New_York",
		Organization: "Acme Robotics",
		From:         "Acme Hiring <hiring@acme.example>",
		Host:         "litmus.acme.example",
		InterviewID:  "int_0193ab",
		Sequence:     3,
		Stamp:        time.Date(2031, 2, 24, 9, 30, 0, 0, time.UTC),
		MessageID:    fmt.Sprintf("int_0193ab.3.%s.%s@litmus.acme.example", kind, role),
		RoundTitle:   "System design",
		PostingTitle: "Senior Backend Engineer",
		Candidate:    Party{"Zoë Park", "zoe.park@mail.example"},
		Interviewer:  Party{"Ann Lee", "ann.lee@acme.example"},
		Start:        time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC),
		Duration:     time.Hour,
		MeetingLink:  "https://meet.acme.example/r/9f2c41",
		SessionLink:  "https://litmus.acme.example/s/int_0193ab?t=Zm9v&e=2",
		Invitation:   kind != Reminder,
		Before:       24 * time.Hour,
	}
	l.To = l.Candidate
	switch role {
	case Interviewer:
		l.To, l.SessionLink = l.Interviewer, ""
		l.TeamLink = "https://litmus.acme.example/dashboard/interviews/int_0193ab"
		l.DeclineLink = "https://litmus.acme.example/r/8c1d"
		l.CandidateLink = "https://litmus.acme.example/dashboard/candidates/cand_0193ab"
	case StandIn:
		l.To, l.SessionLink, l.Interviewer = Party{"Bo Chen", "bo@acme.example"}, "", Party{}
		l.StandIns = []Party{l.To, {"", "root@acme.example"}}
	}
	switch kind {
	case Confirmation:
		l.AssessmentLink = "https://litmus.acme.example/a/8c1d"
	case Reminder:
		l.ChangeLink, l.ChangeUntil = "https://litmus.acme.example/t/8c1d", time.Date(2031, 3, 3, 3, 0, 0, 0, time.UTC)
	case ChangedTime:
		l.PreviousStart = time.Date(2031, 3, 2, 20, 30, 0, 0, time.UTC)
	case ChangedInterviewer: // an open-ended one without a link yet
		l.Indefinite, l.MeetingLink = true, ""
	}
	return l
}

// renderer is a letter of any sort.
type renderer interface{ Render() (Mail, error) }

func render(t *testing.T, l renderer) Mail {
	t.Helper()
	m, err := l.Render()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wantGolden renders a letter, which has no placeholder left, and compares it with the golden files of that name. The
// text begins with the letter's headers, and may have more of them.
func wantGolden(t *testing.T, name string, l renderer, headers ...string) Mail {
	t.Helper()
	m := render(t, l)
	head := fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nDate: %s\nMessage-ID: %s\n%s\n",
		m.From, m.To, m.Subject, m.Date.Format(time.RFC3339), m.MessageID, strings.Join(headers, ""))
	golden(t, name+".txt", head+m.Text)
	golden(t, name+".html", m.HTML)
	if again := render(t, l); again.HTML != m.HTML || again.Text != m.Text || !bytes.Equal(again.ICS, m.ICS) {
		t.Error("a second rendering differs")
	}
	if strings.ContainsAny(m.Subject+m.Text, "{}") {
		t.Errorf("a placeholder is left:\n%s\n%s", m.Subject, m.Text)
	}
	return m
}

// wantWords checks what the subject and the text of a letter say, and what no part of it does.
func wantWords(t *testing.T, m Mail, says, denies []string) {
	t.Helper()
	for _, want := range says {
		if !strings.Contains(m.Subject+"\n"+m.Text, want) {
			t.Errorf("want %q in %s\n%s", want, m.Subject, m.Text)
		}
	}
	for _, no := range denies {
		if strings.Contains(m.Subject+"\n"+m.Text+m.HTML+string(m.ICS), no) {
			t.Errorf("%q is in %s\n%s\n%s", no, m.Subject, m.Text, m.ICS)
		}
	}
}

// wantRefused checks that a letter with a mistake is not rendered, and that the error shows no address.
func wantRefused[L renderer](t *testing.T, typical func() L, mistakes map[string]func(*L)) {
	t.Helper()
	for about, spoil := range mistakes {
		l := typical()
		spoil(&l)
		if m, err := l.Render(); err == nil || strings.Contains(err.Error(), "@b.example") {
			t.Errorf("%s: got %q to %s, %v; want it refused without an address", about, m.Subject, m.To, err)
		}
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds {
		for _, role := range roles {
			t.Run(fmt.Sprintf("writes a %s to the %s", kind, role), func(t *testing.T) {
				t.Parallel()
				l, name := booked(kind, role), string(kind)+"_"+string(role)
				if m := wantGolden(t, name, l, "Method: "+render(t, l).Method+"\n"); m.ICS != nil {
					golden(t, name+".ics", string(m.ICS))
				}
			})
		}
	}

	for name, c := range map[string]struct {
		kind         Kind
		role         Role
		change       func(*Letter)
		says, denies []string
	}{
		"tells a replaced interviewer that somebody else takes over": {Cancellation, Interviewer,
			func(l *Letter) { l.Replaced, l.Interviewer = true, Party{"Cy Oh", "cy@acme.example"} },
			[]string{"Somebody else will lead"}, []string{"canceled"}},
		"shows an interviewer neither the assessment nor themselves": {Briefing, Interviewer,
			func(l *Letter) { l.AssessmentLink = "https://litmus.acme.example/a/8c1d" }, nil, []string{"/a/8c1d", "With: Ann"}},
		"tells a candidate no interviewer after one was released and nobody is named": {ChangedInterviewer, Candidate,
			func(l *Letter) { l.Interviewer = Party{} }, []string{"\nUpdated details for your interview\n"},
			[]string{"omebody else", "nterviewer"}},
		"does not name stand-ins to the candidate": {Confirmation, Candidate, func(l *Letter) {
			l.Interviewer, l.StandIns, l.Invitation = Party{}, []Party{{"", "boss@acme.example"}}, false
		}, nil, []string{"With:", "boss"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := booked(c.kind, c.role)
			c.change(&l)
			wantWords(t, render(t, l), c.says, c.denies)
		})
	}

	for name, c := range map[string]struct {
		role        Role
		interviewer Party
		want        string
		off         bool
	}{
		"tells a stand-in that an interviewer is named": {StandIn,
			Party{"Ann Lee", "ann.lee@acme.example"}, "Ann Lee interviews Zoë Park now", true},
		"tells a stand-in that others stand in": {StandIn, Party{},
			"The interview with Zoë Park is no longer yours", true},
		"tells an interviewer that others stand in": {Interviewer, Party{},
			"The interview with Zoë Park is no longer yours", true},
		"tells a named stand-in that an entry in their calendar replaces the invitation": {StandIn,
			Party{"Bo Chen", "bo@acme.example"}, "You interview Zoë Park", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := booked(Cancellation, c.role)
			l.Replaced, l.Interviewer, l.StandIns = true, c.interviewer, nil
			m := render(t, l)
			if !strings.HasPrefix(m.Text, c.want+"\n") || strings.Contains(m.Subject+m.Text, "Somebody else") ||
				strings.ContainsAny(m.Subject+m.Text, "{}") || m.Method != "CANCEL" {
				t.Errorf("got %s\n%s", m.Subject, m.Text)
			}
			if off := strings.Contains(m.HTML, "line-through"); off != c.off {
				t.Errorf("the time is struck out: %v, want %v", off, c.off)
			}
		})
	}

	t.Run("calls people without a name by address, but greets candidates by none", func(t *testing.T) {
		t.Parallel()
		for role, want := range map[Role]string{Candidate: "Hello,", Interviewer: "Hi ann.lee,", StandIn: "Hi bo,"} {
			l := booked(Confirmation, role)
			l.To.Name, l.Candidate.Name, l.Candidate.Email = "\u200e", "", "new.person@mail.example"
			if role == Candidate {
				l.To.Email = l.Candidate.Email
			}
			m := render(t, l)
			if !strings.Contains(m.Text, "\n"+want+"\n") {
				t.Errorf("the %s is not greeted with %q:\n%s", role, want, m.Text)
			}
			if role != Candidate && !strings.Contains(m.Subject, "nterview with new.person") {
				t.Errorf("got %q", m.Subject)
			}
		}
	})

	t.Run("offers another time after a cancellation while the invitation is open", func(t *testing.T) {
		t.Parallel()
		l := booked(Cancellation, Candidate)
		l.ChangeLink = "https://litmus.acme.example/t/8c1d"
		l.ChangeUntil = time.Date(2031, 3, 17, 15, 30, 0, 0, time.UTC)
		m := render(t, l)
		if !strings.Contains(m.Text, "Your invitation is still open") || !strings.Contains(m.Text,
			"Pick another time, until Mon 17 Mar 2031 11:30 EDT:\nhttps://litmus.acme.example/t/8c1d\n") ||
			strings.Count(m.Text, "https://") != 1 || strings.Contains(unfold(m.ICS), "https://") {
			t.Errorf("got\n%s\n%s", m.Text, m.ICS)
		}
		golden(t, "cancellation_open_candidate.txt", m.Text)
		golden(t, "cancellation_open_candidate.html", m.HTML)
		l.ChangeUntil = time.Time{}
		if m := render(t, l); !strings.Contains(m.Text, "Pick another time:\n") {
			t.Errorf("without an end it says\n%s", m.Text)
		}
		l = booked(Cancellation, Interviewer)
		l.ChangeLink = "https://litmus.acme.example/t/8c1d"
		if m := render(t, l); strings.Contains(m.Text, "another time") || strings.Contains(m.Text, "https://") {
			t.Errorf("the interviewer reads\n%s", m.Text)
		}
	})
}

// Whoever has a letter of their own posting does not answer themselves.
func TestReplyTo(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"": "", "mira@acme.example": "mira@acme.example",
		"Ann.Lee@acme.example": "", "mira@acme.example>\r\nBcc: x@y.example": ""} {
		l := booked(Briefing, Interviewer)
		l.ReplyTo = address
		if got := render(t, l).ReplyTo; got != want {
			t.Errorf("answers for %q go to %q, want %q", address, got, want)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	t.Parallel()
	wantRefused(t, func() Letter { return booked(Confirmation, Candidate) }, map[string]func(*Letter){
		"a sender that is not a mailbox": func(l *Letter) { l.From = "Acme" },
		"a sender with a line break":     func(l *Letter) { l.From = "A\r\nBcc: x@y.example <a@b.example>" },
		"a recipient without an address": func(l *Letter) { l.To.Email = "" },
		"a recipient with a line break":  func(l *Letter) { l.To.Email = "a@b.example\r\nBcc: x@y.example" },
		"a candidate with two addresses": func(l *Letter) { l.Candidate.Email = "a@b.example,c@d.example" },
		"an event without an id":         func(l *Letter) { l.InterviewID = "" },
		"a letter without a Message-ID":  func(l *Letter) { l.MessageID = "" },
		"an interview without a start":   func(l *Letter) { l.Start = time.Time{} },
		"an unknown kind":                func(l *Letter) { l.Kind = "greeting" },
		"an unknown role":                func(l *Letter) { l.Role = "" },
	})
}

// TestTimes is a timetable: an instant, a zone, and what the letter says.
func TestTimes(t *testing.T) {
	t.Parallel()
	utc := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2031, month, day, hour, minute, 0, 0, time.UTC)
	}
	for _, c := range []struct {
		name, zone string
		start      time.Time
		length     time.Duration
		want       string
	}{
		{"winter in New York", "America/New_York", utc(3, 3, 15, 0), time.Hour,
			"Monday, 3 March 2031, 10:00–11:00 EST (New York time, UTC−5)"},
		{"over the change to summer time", "America/New_York", utc(3, 9, 6, 30), time.Hour,
			"Sunday, 9 March 2031, 01:30 EST–03:30 EDT (New York time, UTC−5)"},
		{"three quarters off in Kathmandu, a zone without an abbreviation", "Asia/Kathmandu", utc(3, 3, 15, 0),
			30 * time.Minute, "Monday, 3 March 2031, 20:45–21:15 UTC+5:45 (Kathmandu time, UTC+5:45)"},
		{"past midnight in Tokyo, a day ahead", "Asia/Tokyo", utc(3, 3, 14, 30), time.Hour,
			"Monday, 3 March 2031, 23:30–Tue 4 Mar 2031 00:30 JST (Tokyo time, UTC+9)"},
		{"an unknown zone", "Mars/Olympus", utc(3, 3, 15, 0), time.Hour,
			"Monday, 3 March 2031, 15:00–16:00 UTC (UTC)"},
		{"the machine's own zone counts as unknown", "Local", utc(3, 3, 15, 0), time.Hour,
			"Monday, 3 March 2031, 15:00–16:00 UTC (UTC)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := booked(Confirmation, Candidate)
			l.Zone, l.Start, l.Duration = c.zone, c.start, c.length
			m := render(t, l)
			if !strings.Contains(m.Text, "\nWhen: "+c.want+"\n") {
				t.Errorf("want %q in\n%s", c.want, m.Text)
			}
			start := c.start.Format("\r\nDTSTART:20060102T150405Z\r\n")
			end := c.start.Add(c.length).Format("\r\nDTEND:20060102T150405Z\r\n")
			if ics := string(m.ICS); !strings.Contains(ics, start) || !strings.Contains(ics, end) {
				t.Errorf("want %q and %q in\n%s", start, end, m.ICS)
			}
		})
	}
}

func TestReminder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		start  time.Time // in New York
		before time.Duration
		want   string
	}{
		{"a day before", time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC), 24 * time.Hour, "Your interview is tomorrow: "},
		{"a day before, over the clock change", time.Date(2031, 3, 9, 15, 0, 0, 0, time.UTC), 24 * time.Hour,
			"Your interview is tomorrow: "},
		{"a day before midnight, over the clock change", time.Date(2031, 3, 10, 4, 30, 0, 0, time.UTC), 24 * time.Hour,
			"Your interview is in 2 days: "},
		{"sent late, in the morning of the day", time.Date(2031, 3, 3, 23, 0, 0, 0, time.UTC), 13 * time.Hour,
			"Your interview is today: "},
		{"an hour before a start at midnight", time.Date(2031, 3, 3, 5, 0, 0, 0, time.UTC), time.Hour,
			"Your interview is in 1 hour: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := booked(Reminder, Candidate)
			l.Start, l.Before = c.start, c.before
			if got := render(t, l).Subject; !strings.HasPrefix(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// D10: an interviewer who can set the link that the interview lacks reads so, and where; the button leads there.
func TestLinkToSet(t *testing.T) {
	t.Parallel()
	const page = "https://litmus.acme.example/dashboard/meeting-link"
	for _, kind := range []Kind{Briefing, Reminder} {
		l := booked(kind, Interviewer)
		l.OwnLinkPage = page
		if text := render(t, l).Text; strings.Contains(text, page) {
			t.Errorf("with a link, the %s says:\n%s", kind, text)
		}
		l.MeetingLink = ""
		if m := render(t, l); !strings.Contains(m.Text, members.LinkToSet) || !strings.Contains(m.Text, page) ||
			!strings.Contains(m.HTML, page) || strings.Contains(m.Text, l.toRole(english).LinkFollows) {
			t.Errorf("without a link, the %s says:\n%s", kind, m.Text)
		}
		l.LinkComing = true
		if text := render(t, l).Text; strings.Contains(text, page) {
			t.Errorf("with a link to come, the %s says:\n%s", kind, text)
		}
	}
}

// A letter that is sent before the meeting link exists says that the link will follow.
func TestLinkComing(t *testing.T) {
	t.Parallel()
	for _, role := range roles {
		l := booked(Confirmation, role)
		l.MeetingLink = ""
		if text := render(t, l).Text; !strings.Contains(text, l.toRole(english).LinkFollows) ||
			strings.Contains(text, english.Letters.LinkComing) {
			t.Errorf("without a link, the letter to the %s says:\n%s", role, text)
		}
		if l.Stamp = l.Start.Add(-24 * time.Hour); role == Candidate { // a reminder, or a booking on the day before
			if text := render(t, l).Text; !strings.Contains(text, english.Letters.LinkMissing) {
				t.Errorf("without a link the day before, the letter to the %s says:\n%s", role, text)
			}
		}
		l.LinkComing = true
		if text := render(t, l).Text; strings.Contains(text, l.toRole(english).LinkFollows) ||
			!strings.Contains(text, english.Letters.LinkComing) {
			t.Errorf("with a link to come, the letter to the %s says:\n%s", role, text)
		}
	}
}

// golden compares got with a file of testdata. With -update it writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./letters -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test ./letters -update rewrites it); got\n%s", path, got)
	}
}
