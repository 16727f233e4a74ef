package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// Event is what a calendar says of an interview.
type Event struct {
	Method, UID, Summary, Location, Text, Status string
	Organizer                                    string   // bare address, "" without one
	Attendees                                    []string // bare addresses
	Sequence                                     int
	Start, End, Stamp                            time.Time
	Calendar                                     *ical.Calendar
}

// Event parses the calendar part of a letter with exactly one event.
func (l Letter) Event(t testing.TB) Event {
	t.Helper()
	all := events(t, fmt.Sprintf("letter %q", l.Subject), l.ICS)
	if len(all) != 1 {
		t.Fatalf("letter %q: %d events, want 1\n%s", l.Subject, len(all), l.ICS)
	}
	return all[0]
}

// events are those of calendars, one after the other.
func events(t testing.TB, about, text string) (out []Event) {
	t.Helper()
	want := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v\n%s", about, err, text)
		}
	}
	for d := ical.NewDecoder(strings.NewReader(text)); ; {
		c, err := d.Decode()
		if errors.Is(err, io.EOF) {
			return out
		}
		want(err)
		method, err := c.Props.Text(ical.PropMethod)
		want(err)
		for _, event := range c.Events() {
			e := Event{Method: method, Calendar: c}
			for name, to := range map[string]*string{ical.PropUID: &e.UID, ical.PropSummary: &e.Summary,
				ical.PropLocation: &e.Location, ical.PropDescription: &e.Text, ical.PropStatus: &e.Status} {
				*to, err = event.Props.Text(name)
				want(err)
			}
			for name, to := range map[string]*time.Time{ical.PropDateTimeStart: &e.Start,
				ical.PropDateTimeEnd: &e.End, ical.PropDateTimeStamp: &e.Stamp} {
				*to, err = event.Props.DateTime(name, time.UTC)
				want(err)
			}
			if v := event.Props.Get(ical.PropSequence); v != nil {
				e.Sequence, err = v.Int()
				want(err)
			}
			if v := event.Props.Get(ical.PropOrganizer); v != nil {
				e.Organizer = bare(v.Value)
			}
			for _, v := range event.Props.Values(ical.PropAttendee) {
				e.Attendees = append(e.Attendees, bare(v.Value))
			}
			out = append(out, e)
		}
	}
}

// bare takes mailto: off a calendar address.
func bare(s string) string { return strings.TrimPrefix(strings.ToLower(s), "mailto:") }
