package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Section is a part of a message, its transfer encoding undone.
type Section struct {
	Type, Disposition string // "text/plain", "attachment"
	Params            map[string]string
	File              string
	Body              []byte
}

// Raw is a letter's message as it came over the wire.
func (s *Service) Raw(t testing.TB, l Letter) []byte {
	t.Helper()
	return s.AskInbox(t, strings.TrimPrefix(l.RawURL, inboxPath)).Want(200).Body
}

// takeApart reads a message and returns its header, its structure as "multipart/mixed(text/plain …)", and its leaves.
func takeApart(t testing.TB, raw []byte) (mail.Header, string, []Section) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("the message cannot be read: %v\n%s", err, raw)
	}
	var leaves []Section
	var walk func(get func(string) string, body io.Reader) string
	walk = func(get func(string) string, body io.Reader) string {
		kind, params, err := mime.ParseMediaType(get("Content-Type"))
		if err != nil {
			t.Fatalf("Content-Type %q: %v", get("Content-Type"), err)
		}
		if strings.HasPrefix(kind, "multipart/") {
			var inner []string
			for r := multipart.NewReader(body, params["boundary"]); ; {
				p, err := r.NextRawPart()
				if err == io.EOF {
					return kind + "(" + strings.Join(inner, " ") + ")"
				}
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				inner = append(inner, walk(p.Header.Get, p))
			}
		}
		switch get("Content-Transfer-Encoding") {
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, body)
		case "quoted-printable":
			body = quotedprintable.NewReader(body)
		}
		b, err := io.ReadAll(body)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		disposition, file, _ := mime.ParseMediaType(get("Content-Disposition"))
		leaves = append(leaves, Section{kind, disposition, params, file["filename"], b})
		return kind
	}
	return m.Header, walk(m.Header.Get, m.Body), leaves
}

var (
	sessionLink    = regexp.MustCompile(`http://\S+/i/[0-9A-Za-z_-]+`)
	assessmentLink = regexp.MustCompile(`http://\S+/a/[0-9A-Za-z_-]+`)
)

// messageID is the letter's Message-ID without angle brackets.
func (s *Service) messageID(t testing.TB, l Letter) string {
	t.Helper()
	h, _, _ := takeApart(t, s.Raw(t, l))
	return strings.Trim(h.Get("Message-ID"), "<>")
}

// icalendarEvent is an event as Python's icalendar reads it.
type icalendarEvent struct {
	Method, UID, Status, Start, End, Summary, Organizer string
	Sequence                                            int
	Attendees                                           []string
}

// icalendar reads calendar parts with a parser that is not ours. One it does not accept fails the test.
func icalendar(t testing.TB, parts []string) (out []icalendarEvent) {
	t.Helper()
	const script = `
import json, sys
from icalendar import Calendar
out = []
for text in json.load(sys.stdin):
    cal = Calendar.from_ical(text)
    events = list(cal.walk("VEVENT"))
    assert len(events) == 1 and len(cal.subcomponents) == 1, text
    e = events[0]
    assert not getattr(e, "errors", None), (e.errors, text)
    a = e.get("attendee", [])
    a = a if isinstance(a, list) else [a]
    out.append({"Method": str(cal.get("method", "")), "UID": str(e["uid"]), "Sequence": int(e["sequence"]), "Status": str(e["status"]), "Start": e.decoded("dtstart").isoformat(),
        "End": e.decoded("dtend").isoformat(), "Summary": str(e["summary"]), "Organizer": str(e["organizer"]), "Attendees": sorted(str(x).lower().removeprefix("mailto:") for x in a)})
json.dump(out, sys.stdout)`
	input, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import icalendar").Run() != nil {
		without(t, "python3 with the icalendar module (Debian: python3-icalendar) is missing: the invitations are not "+
			"read by a second parser")
	}
	cmd := exec.Command(python, "-c", script)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &stderr
	b, err := cmd.Output()
	if err != nil {
		t.Fatalf("icalendar: %v\n%s", err, stderr.Bytes())
	}
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
