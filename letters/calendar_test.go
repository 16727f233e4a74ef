package letters

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
)

func TestCalendar(t *testing.T) {
	t.Parallel()

	t.Run("gives a title and a text for the recipient's own calendar", func(t *testing.T) {
		t.Parallel()
		l := booked(Briefing, Interviewer)
		summary, text, err := l.Copy()
		invitation := l
		invitation.Invitation = true
		want := event(t, render(t, invitation).ICS, "REQUEST").Props.Get("SUMMARY").Value
		if err != nil || summary != want || strings.Contains(summary, "\n") {
			t.Errorf("got %q, %v, want %q", summary, err, want)
		}
		for _, want := range []string{l.Candidate.Email, l.RoundTitle, l.MeetingLink} {
			if !strings.Contains(text, want) {
				t.Errorf("the text lacks %q:\n%s", want, text)
			}
		}
		if summary, text := l.RoomCopy(); !strings.Contains(summary, l.RoundTitle) || strings.Contains(summary+text,
			l.Candidate.Name) || strings.Contains(text, l.MeetingLink) || !strings.Contains(text, l.Interviewer.Name) {
			t.Errorf("in the calendar of a room it is %q:\n%s", summary, text)
		}
		l.MeetingLink, l.LinkComing = "", true
		if _, text, _ := l.Copy(); strings.Contains(text, "link") || text != strings.TrimSpace(text) {
			t.Errorf("the text mentions a link that the calendar itself makes:\n%q", text)
		}
		if _, _, err := (Letter{}).Copy(); err == nil {
			t.Error("an empty letter has a copy")
		}
	})

	t.Run("invites each person once, and always the recipient", func(t *testing.T) {
		t.Parallel()
		l := booked(Briefing, Interviewer)
		l.StandIns = []Party{{"Ann again", "Ann.Lee@acme.example"}, {"", ""}}
		l.To = Party{"Cy", "cy@acme.example"}
		e := event(t, render(t, l).ICS, "REQUEST")
		got, want := attendees(e), []string{"ann.lee@acme.example", "cy@acme.example", "zoe.park@mail.example"}
		if !slices.Equal(got, want) {
			t.Errorf("attendees are %v, want %v", got, want)
		}
	})

	t.Run("has no attendees as a file to download", func(t *testing.T) {
		t.Parallel()
		b, err := booked(Confirmation, Candidate).Event()
		if err != nil {
			t.Fatal(err)
		}
		if e := event(t, b, ""); len(attendees(e)) != 0 {
			t.Errorf("it has attendees:\n%s", b)
		}
	})

}

// hostile returns a letter in which every text from outside is an attack.
func hostile(r *rand.Rand) Letter {
	pieces := []string{
		"A\r\nBcc: x@y.example", "\r\nATTENDEE:mailto:x@y.example", "<script>alert(1)</script>",
		"\"><img src=x onerror=alert(1)>", `"`, `\`, `\n`, ";", ",", ":", "^n", "=?utf-8?q?=0D=0A?=", "{when}",
		"{{.Help}}", "🙂", "日本", "é", "\x00", "\x7f", "\u2028", "\u202e", "\xff", "\t", " ", "'",
		strings.Repeat("x", 80), strings.Repeat("🙂", 40), "END:VEVENT", "javascript:alert(1)", "-->", "&amp;",
	}
	text := func() string {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	l := booked(Kinds[r.IntN(len(Kinds))], []Role{Candidate, Interviewer}[r.IntN(2)])
	l.Invitation = true
	l.Organization, l.RoundTitle, l.PostingTitle = text(), text(), text()
	l.Candidate.Name, l.Interviewer.Name, l.To.Name = text(), text(), text()
	l.InterviewID = text() + "i"
	l.MeetingLink = []string{"", "javascript:alert(1)", "https://meet.acme.example/" + text(),
		"https://meet.acme.example/a?b=c,d;e"}[r.IntN(4)]
	return l
}

func TestRenderHostile(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	honest := map[string]string{}
	for _, kind := range Kinds {
		for _, role := range []Role{Candidate, Interviewer} {
			honest[string(kind)+string(role)] = render(t, booked(kind, role)).HTML
		}
	}
	for range 400 {
		l := hostile(r)
		m := render(t, l)
		for name, header := range map[string]string{"From": m.From, "To": m.To, "Subject": m.Subject} {
			if strings.ContainsFunc(header, func(r rune) bool { return r < ' ' || r == 0x7f }) ||
				!utf8.ValidString(header) {
				t.Fatalf("%s holds a control character: %q", name, header)
			}
		}
		if n := utf8.RuneCountInString(m.Subject); n > 250 {
			t.Fatalf("the subject has %d characters: %s", n, m.Subject)
		}
		if !strings.Contains(m.Subject, "2031 10:00 EST") {
			t.Fatalf("the subject has lost the time: %s", m.Subject)
		}
		// Whatever the names are, the page has no elements but its own: rows and links may be missing, but none may be
		// added.
		tags := elements(honest[string(l.Kind)+string(l.Role)])
		for tag, n := range elements(m.HTML) {
			if n > tags[tag]+8 || tags[tag] == 0 &&
				!slices.Contains([]string{"table", "tr", "td", "a", "p", "s"}, tag) {
				t.Fatalf("%d elements <%s> in\n%s", n, tag, m.HTML)
			}
		}
		if strings.Contains(m.HTML, "javascript:alert(1)\"") {
			t.Fatalf("a link runs a script:\n%s", m.HTML)
		}
		if !strings.HasSuffix(m.Text, "\n") ||
			strings.ContainsFunc(m.Text, func(r rune) bool { return r < ' ' && r != '\n' || r == '\u202e' }) {
			t.Fatalf("the text holds a control character: %q", m.Text)
		}

		for line := range bytes.SplitSeq(bytes.TrimSuffix(m.ICS, []byte("\r\n")), []byte("\r\n")) {
			if len(line) > 75 || !utf8.Valid(line) || bytes.ContainsAny(line, "\r\n\x00") {
				t.Fatalf("a bad line of %d octets: %q", len(line), line)
			}
		}
		e := event(t, m.ICS, m.Method)
		if got, want := len(attendees(e)), map[string]int{"REQUEST": 3, "CANCEL": 1}[m.Method]; got > want {
			t.Fatalf("%d attendees:\n%s", got, m.ICS)
		}
		names := slices.Sorted(maps.Keys(e.Props))
		for _, name := range names {
			if !strings.Contains(" ATTENDEE DESCRIPTION DTEND DTSTAMP DTSTART LOCATION ORGANIZER SEQUENCE STATUS "+
				"SUMMARY TRANSP UID URL ", " "+name+" ") {
				t.Fatalf("a property %s in\n%s", name, m.ICS)
			}
		}
	}
}

// event parses b with go-ical and returns its only event.
func event(t *testing.T, b []byte, method string) *ical.Event {
	t.Helper()
	c, err := ical.NewDecoder(bytes.NewReader(b)).Decode()
	if err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	got, err := c.Props.Text(ical.PropMethod)
	if err != nil || got != method {
		t.Fatalf("method is %q, %v, want %q", got, err, method)
	}
	events := c.Events()
	if len(events) != 1 || len(c.Children) != 1 || len(events[0].Children) != 0 {
		t.Fatalf("want one event without children in\n%s", b)
	}
	for _, name := range []string{ical.PropDateTimeStart, ical.PropDateTimeStamp} {
		if at, err := events[0].Props.DateTime(name, time.UTC); err != nil || at.IsZero() {
			t.Fatalf("%s: %v, %v", name, at, err)
		}
	}
	return &events[0]
}

func attendees(e *ical.Event) []string {
	var all []string
	for _, p := range e.Props.Values(ical.PropAttendee) {
		all = append(all, strings.TrimPrefix(p.Value, "mailto:"))
	}
	slices.Sort(all)
	return all
}

func unfold(b []byte) string { return strings.ReplaceAll(string(b), "\r\n ", "") }

// elements counts the start tags of a page.
func elements(html string) map[string]int {
	n := map[string]int{}
	for _, piece := range strings.Split(html, "<")[1:] {
		name := strings.FieldsFunc(piece, func(r rune) bool { return r == ' ' || r == '>' || r == '\n' })
		if len(name) > 0 && !strings.HasPrefix(piece, "/") {
			n[strings.ToLower(name[0])]++
		}
	}
	return n
}
