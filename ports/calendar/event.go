package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// encodeEvent returns an event as the iCalendar object that is stored in a calendar. It has no METHOD (RFC 4791 4.1)
// and no attendees, so a scheduling server sends nothing. The same event always gives the same bytes.
func encodeEvent(e Event) []byte {
	var b strings.Builder
	for _, line := range []string{
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//Litmus//Litmus//EN",
		"BEGIN:VEVENT",
		"UID:" + escape(singleLine(e.UID)),
		fmt.Sprintf("SEQUENCE:%d", e.Sequence),
		"DTSTAMP:" + stamp(e.Stamp),
		"DTSTART:" + stamp(e.Start),
		"DTEND:" + stamp(e.End),
		"SUMMARY:" + escape(singleLine(e.Summary)),
		"DESCRIPTION:" + escape(plainLines(e.Text)),
		"LOCATION:" + escape(singleLine(e.Location)),
		"STATUS:CONFIRMED",
		"TRANSP:OPAQUE",
		"END:VEVENT",
		"END:VCALENDAR",
	} {
		if strings.HasSuffix(line, ":") { // an empty value
			continue
		}
		fold(&b, line)
	}
	return []byte(b.String())
}

func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// escape encodes a text as a TEXT value (RFC 5545 3.3.11).
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(s)
}

// fold writes a content line, folded after at most 75 octets and never within a character (RFC 5545 3.1).
func fold(b *strings.Builder, line string) {
	for room := 75; len(line) > room; room = 74 { // a continuation line begins with a space
		n := room
		for !utf8.RuneStart(line[n]) {
			n--
		}
		b.WriteString(line[:n])
		b.WriteString("\r\n ")
		line = line[n:]
	}
	b.WriteString(line)
	b.WriteString("\r\n")
}
