package calendar

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
)

// TestWritten compares a stored interview byte for byte.
func TestWritten(t *testing.T) {
	t.Parallel()
	e := Event{
		UID:      "iv_1@litmus.example",
		Sequence: 3,
		Stamp:    time.Date(2031, 2, 1, 9, 0, 0, 0, mustZone("America/New_York")),
		Start:    time.Date(2031, 3, 4, 10, 30, 0, 0, mustZone("America/New_York")),
		End:      time.Date(2031, 3, 4, 16, 15, 0, 0, time.UTC),
		Summary:  "Interview: Zoë, System design; round 2",
		Text:     "Join:\nhttps://meet.example/abc\nBack\\slash \\n",
		Location: "https://meet.example/abc",
	}
	want := strings.ReplaceAll(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Litmus//Litmus//EN
BEGIN:VEVENT
UID:iv_1@litmus.example
SEQUENCE:3
DTSTAMP:20310201T140000Z
DTSTART:20310304T153000Z
DTEND:20310304T161500Z
SUMMARY:Interview: Zoë\, System design\; round 2
DESCRIPTION:Join:\nhttps://meet.example/abc\nBack\\slash \\n
LOCATION:https://meet.example/abc
STATUS:CONFIRMED
TRANSP:OPAQUE
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n")
	if got := string(encodeEvent(e)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	e.Text, e.Location = "", ""
	if got := string(encodeEvent(e)); strings.Contains(got, "DESCRIPTION") || strings.Contains(got, "LOCATION") {
		t.Errorf("an empty property is written:\n%s", got)
	}
}

// TestWritten_hostile checks that a hostile text remains text, in lines of at most 75 octets.
func TestWritten_hostile(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"a\r\nATTENDEE:mailto:eve@example.com", "a\rb", "a\nEND:VEVENT\nEND:VCALENDAR", "a\x00b\x07c\x7f",
		"a\u0085b\u2028c\u2029d\x0be\x0cf\x1cg", `\n\N\;\,\\`, `";:,=`,
		strings.Repeat("x", 74), strings.Repeat("x", 75), strings.Repeat("x", 500), strings.Repeat("é", 300),
		"a" + strings.Repeat("漢字", 300), strings.Repeat("🙂", 200),
		strings.Repeat("e\u0301", 200), "bad \xff\xfe bytes", " leading and trailing ", "\t", strings.Repeat("\\", 200),
		strings.Repeat(",", 200),
	} {
		e := Event{UID: "u", Stamp: begin, Start: begin, End: begin.Add(time.Hour), Summary: s, Text: s, Location: s}
		b := encodeEvent(e)
		if !utf8.Valid(b) {
			t.Errorf("%q: not UTF-8", s)
		}
		for _, line := range bytes.Split(b, []byte("\r\n")) {
			if len(line) > 75 || !utf8.Valid(line) || bytes.ContainsAny(line, "\r\n\x00\x0b\x0c\x1c") ||
				bytes.ContainsAny(line, "\u0085\u2028\u2029") {
				t.Errorf("%q: the line %q", s, line)
			}
		}
		c, err := ical.NewDecoder(bytes.NewReader(b)).Decode()
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		events := c.Events()
		if len(events) != 1 || events[0].Props.Get("ATTENDEE") != nil {
			t.Fatalf("%q became\n%s", s, b)
		}
		text := func(name string) string {
			v, err := events[0].Props.Text(name)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if got, want := text(ical.PropSummary), singleLine(s); got != want {
			t.Errorf("summary: got %q, want %q", got, want)
		}
		if got, want := text(ical.PropDescription), plainLines(s); got != want {
			t.Errorf("text: got %q, want %q", got, want)
		}
		if got := string(encodeEvent(e)); got != string(b) {
			t.Errorf("%q gives other bytes the second time", s)
		}
	}
}
