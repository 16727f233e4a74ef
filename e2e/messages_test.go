package e2e

import (
	"bytes"
	"fmt"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"litmus/testdb"
)

// The form of a message on the wire: an invitation that calendars understand.
func TestMessageStructure(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	id := o.Book(t, "cleo", "interviewer_email", o.Email("ilse")).Text("interview.id")
	o.Letters(t, o.Email("cleo"), 1)
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	box := o.Letters(t, o.Email("cleo"), 2)
	for i, method := range []string{"CANCEL", "REQUEST"} {
		raw := o.Raw(t, box[i])
		header, form, leaves := takeApart(t, raw)
		if want := "multipart/mixed(multipart/alternative(text/plain text/html text/calendar) " +
			"application/ics)"; form != want {
			t.Fatalf("%s: %s, want %s", method, form, want)
		}
		event, file := leaves[2], leaves[3]
		if event.Params["method"] != method || event.Params["charset"] != "utf-8" || file.Disposition != "attachment" ||
			file.File != "invite.ics" || !bytes.Equal(event.Body, file.Body) {
			t.Errorf("%s: text/calendar %v; attachment %s %q, the same: %t",
				method, event.Params, file.Disposition, file.File, bytes.Equal(event.Body, file.Body))
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(event.Body), "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
				t.Errorf("%s: calendar line of %d octets: %q", method, len(line), line)
			}
		}
		for line := range bytes.SplitSeq(raw, []byte("\r\n")) {
			if len(line) > 998 || bytes.ContainsFunc(line, func(r rune) bool {
				return r > 126 || r == '\n' || r == '\r'
			}) {
				t.Errorf("%s: a line that is too long or not 7-bit: %q", method, line)
			}
		}
		for name, want := range map[string]string{"Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
			"Bcc": "", "Cc": ""} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", method, name, got, want)
			}
		}
		if to, err := header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != o.Email("cleo") {
			t.Errorf("%s: To %v %v, want the candidate alone", method, to, err)
		}
		if l := box[i]; l.Text == "" || !strings.Contains(l.HTML, "<html") || !strings.Contains(l.HTML, `lang="en"`) {
			t.Errorf("%s: text or html is missing", method)
		}
	}
}

// Names that would like to be headers, markup or calendar properties stay names, in every letter, for every parser.
func TestHostileNamesInLetters(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	names := []string{"A\r\nBcc: evil@evil.example", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
		"X\r\nEND:VEVENT\r\nBEGIN:VEVENT", "Ann;CN=\"evil\":mailto:evil@evil.example,\\n\\;",
		strings.Repeat("𝒬🦄", 150), strings.Repeat("é", 300), "=?utf-8?q?=0D=0ABcc:_evil@evil.example?=",
		"{{.Organization}} {name} %s %n", "\u202eevil\u202c\u200f", "{organization}\x00\x1b[31m",
		"'; drop table candidates; --", "^n^'^^ \\", "a\u2028b\u2029c"}
	o := NewOrg(t, "name: Northwind Optics", `name: "Optics <b> & \"Söhne\"; Bcc: evil@evil.example, {when} 🦄"`,
		"name: Ilse Quillon", `name: "Ilse \"<script>\" Quillon; ROLE=CHAIR 🦄"`,
		"title: Imaging Engineer", `title: "Engineer </td><script>x</script> {{.}} \\n"`, "title: Systems, fallback",
		`title: "Systems;BEGIN:VALARM <i>", fallback`, "Northwind Talent <talent@northwind.example>",
		`\"Talent, Inc\" <talent@northwind.example>`)
	var mu sync.Mutex
	var parts []string
	t.Run("letters", func(t *testing.T) {
		for i, name := range names {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				for _, l := range o.hostileLetters(t, i, name) {
					header, _, _ := takeApart(t, o.Raw(t, l))
					checkHostile(t, name, l, header)
					mu.Lock()
					parts = append(parts, l.ICS)
					mu.Unlock()
				}
			})
		}
	})
	t.Run("icalendar", func(t *testing.T) {
		for i, e := range icalendar(t, parts) {
			if !strings.HasPrefix(e.UID, "int_") || e.Organizer != "mailto:talent@"+o.Slug+".example" ||
				len(e.Attendees) == 0 || slices.ContainsFunc(e.Attendees,
				func(a string) bool { return !strings.HasSuffix(a, "@"+o.Slug+".example") }) ||
				!strings.HasPrefix(e.Start, "2032-06-") || !strings.HasSuffix(e.Start, ":00:00+00:00") ||
				e.Summary == "" {
				t.Errorf("part %d reads as %+v\n%s", i, e, parts[i])
			}
		}
	})
}

// hostileLetters books an interview on a day of its own for a candidate of that name, reassigns every second one, and
// cancels it. It returns the letters to the candidate and to the first interviewer.
func (o *Org) hostileLetters(t *testing.T, i int, name string) []Letter {
	t.Helper()
	candidate, interviewer := "hostile-"+string(rune('a'+i)), o.Email("i"+string(rune('a'+i)))
	id := o.Book(t, candidate, "candidate_name", name, "scheduled_start_at",
		fmt.Sprintf("2032-06-%02dT10:00:00Z", 1+i), "interviewer_email", interviewer).Text("interview.id")
	o.Letters(t, o.Email(candidate), 1)
	o.Letters(t, interviewer, 1) // whoever has not heard of it would not hear of its end either
	if i%2 == 0 {
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("ilse")})
	}
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Settled(t, letterTimeout, id)
	box := slices.Concat(o.Letters(t, o.Email(candidate), 2), o.Letters(t, interviewer, 1))
	for _, l := range box {
		if e := l.Event(t); e.UID != id+"@"+hostname(t, o.API) || len(e.Attendees) > 2 ||
			slices.ContainsFunc(e.Attendees, func(a string) bool { return strings.Contains(a, "evil") }) {
			t.Errorf("%q: event of %s for %v", name, e.UID, e.Attendees)
		}
	}
	return box
}

func checkHostile(t *testing.T, name string, l Letter, h mail.Header) {
	t.Helper()
	for _, field := range []string{"Bcc", "Cc", "Reply-To", "X"} {
		if got := h.Get(field); got != "" {
			t.Errorf("%q: header %s: %q", name, field, got)
		}
	}
	for _, field := range []string{"From", "To"} {
		all, err := h.AddressList(field)
		if err != nil || len(all) != 1 || !utf8.ValidString(all[0].Name) ||
			strings.ContainsAny(all[0].Name, "\r\n\x00") || strings.Contains(all[0].Address, "evil") {
			t.Errorf("%q: %s %q: %v", name, field, h.Get(field), err)
		}
	}
	if subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject")); err != nil || strings.ContainsAny(subject,
		"\r\n\x00\x1b\u202e") || !utf8.ValidString(subject) || !strings.Contains(subject, "2032") {
		t.Errorf("%q: subject %q: %v; want one line that still tells when", name, subject, err)
	}
	html := strings.ToLower(l.HTML)
	for _, bad := range []string{"<script", "<img src=x", "onerror=alert(1)>", "<b>", "<i>", "\u202e"} {
		if strings.Contains(html, bad) {
			t.Errorf("%q: the HTML holds %q", name, bad)
		}
	}
	if !utf8.ValidString(l.Text) || strings.ContainsAny(l.Text, "\x00\x1b\u202e") {
		t.Errorf("%q: the text is not harmless:\n%q", name, l.Text)
	}
}
