package e2e

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
)

// letterTimeout bounds the way of a letter from a booking to the inbox on a busy machine.
const letterTimeout = 2 * time.Minute

// inboxPath is where the inbox is on its own listener.
const inboxPath = "/dev/inbox"

// Letter is a message of /dev/inbox/messages.json.
type Letter struct {
	ID, From, Subject, Date, Text, HTML string
	To                                  []string
	ICS                                 string // the calendar part, "" without one
	RawURL                              string `json:"raw_url"`
}

// Inbox is what was sent to an address so far, newest first.
func (s *Service) Inbox(t testing.TB, to string) []Letter {
	t.Helper()
	s.converge(t)
	r := s.AskInbox(t, "/messages.json?to="+url.QueryEscape(to)).Want(200)
	var out []Letter
	if err := json.Unmarshal(r.Body, &out); err != nil {
		t.Fatalf("the inbox answered %s: %v", r.Body, err)
	}
	return out
}

// AskInbox gets a path below that of the inbox, which has a listener of its own.
func (s *Service) AskInbox(t testing.TB, path string) *Response {
	t.Helper()
	inbox := &Service{Ready: Ready{API: strings.TrimSuffix(s.Ready.Inbox, inboxPath)}}
	return inbox.Do(t, "GET", inboxPath+path, nil)
}

// Letters waits until at least n letters were sent to an address and returns them, newest first.
func (s *Service) Letters(t testing.TB, to string, n int) []Letter {
	t.Helper()
	return s.LettersWhen(t, to, fmt.Sprintf("%d letters", n), func(l []Letter) bool { return len(l) >= n })
}

// LettersWhen waits until the letters sent to an address are as condition wants them and returns them, newest first.
func (s *Service) LettersWhen(t testing.TB, to, what string, condition func([]Letter) bool) (letters []Letter) {
	t.Helper()
	Until(t, letterTimeout, what+" to "+to, func() (bool, string) {
		letters = s.Inbox(t, to)
		return condition(letters), "so far " + subjects(letters)
	})
	return letters
}

func subjects(letters []Letter) string {
	out := make([]string, len(letters))
	for i, l := range letters {
		out[i] = fmt.Sprintf("%q", l.Subject)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// Converged waits until the service has done everything that the interview owes the world for now, and returns what
// `litmus interviews show --json` prints. After it, a letter that is not there was not sent.
func (s *Service) Converged(t testing.TB, interview string) (shown struct {
	Status            string
	Revision          int64
	ConvergedRevision int64 `json:"converged_revision"`
	Effects, Owed     []struct {
		Kind, Target, State string
		Revision            int64
		Tries               int
		LastError           string `json:"last_error"`
	}
	Timeline []struct{ At, Kind string }
}) {
	t.Helper()
	Until(t, letterTimeout, "interview "+interview+" to converge", func() (bool, string) {
		s.converge(t)
		out := s.MustRun(t, "interviews", "show", "--json", interview)
		if err := json.Unmarshal([]byte(out), &shown); err != nil {
			t.Fatalf("interviews show --json printed %q: %v", out, err)
		}
		return shown.ConvergedRevision >= shown.Revision,
			fmt.Sprintf("revision %d of %d, owed %v", shown.ConvergedRevision, shown.Revision, shown.Owed)
	})
	return shown
}

// Event is what a letter's calendar part says.
type Event struct {
	Method, UID, Summary, Location, Status string
	Organizer                              string   // bare address
	Attendees                              []string // bare addresses
	Sequence                               int
	Start, End, Stamp                      time.Time
	Calendar                               *ical.Calendar
}

// Event parses the calendar part of a letter with exactly one event.
func (l Letter) Event(t testing.TB) Event {
	t.Helper()
	c, err := ical.NewDecoder(strings.NewReader(l.ICS)).Decode()
	if err != nil {
		t.Fatalf("letter %q: its calendar part cannot be read: %v\n%s", l.Subject, err, l.ICS)
	}
	events := c.Events()
	if len(events) != 1 {
		t.Fatalf("letter %q: %d events, want 1\n%s", l.Subject, len(events), l.ICS)
	}
	p := events[0].Props
	text := func(name string) string {
		s, err := p.Text(name)
		if err != nil {
			t.Fatalf("letter %q: %s: %v", l.Subject, name, err)
		}
		return s
	}
	instant := func(name string) time.Time {
		v := p.Get(name)
		if v == nil {
			t.Fatalf("letter %q: no %s\n%s", l.Subject, name, l.ICS)
		}
		at, err := v.DateTime(time.UTC)
		if err != nil {
			t.Fatalf("letter %q: %s: %v", l.Subject, name, err)
		}
		return at
	}
	e := Event{UID: text(ical.PropUID), Summary: text(ical.PropSummary), Location: text(ical.PropLocation),
		Status: text(ical.PropStatus), Calendar: c,
		Start: instant(ical.PropDateTimeStart), End: instant(ical.PropDateTimeEnd),
		Stamp: instant(ical.PropDateTimeStamp)}
	if e.Method, err = c.Props.Text(ical.PropMethod); err != nil {
		t.Fatalf("letter %q: METHOD: %v", l.Subject, err)
	}
	if v := p.Get(ical.PropSequence); v != nil {
		if e.Sequence, err = v.Int(); err != nil {
			t.Fatalf("letter %q: SEQUENCE: %v", l.Subject, err)
		}
	}
	if v := p.Get(ical.PropOrganizer); v != nil {
		e.Organizer = bare(v.Value)
	}
	for _, v := range p.Values(ical.PropAttendee) {
		e.Attendees = append(e.Attendees, bare(v.Value))
	}
	return e
}

// bare takes mailto: off a calendar address.
func bare(s string) string {
	if len(s) > 7 && strings.EqualFold(s[:7], "mailto:") {
		s = s[7:]
	}
	return strings.ToLower(s)
}
