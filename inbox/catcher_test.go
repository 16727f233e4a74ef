package inbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wneessen/go-mail"
)

const invite = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nMETHOD:REQUEST\r\n" +
	"BEGIN:VEVENT\r\nUID:42@litmus.example\r\nDTSTAMP:20261120T100000Z\r\n" +
	"DTSTART:20261201T150000Z\r\nDTEND:20261201T160000Z\r\nSEQUENCE:2\r\nSTATUS:CONFIRMED\r\n" +
	"SUMMARY:Interview with Zoë\\, round 2\r\nLOCATION:https://meet.example/room\r\n" +
	"ORGANIZER;CN=Acme:mailto:hiring@acme.example\r\nATTENDEE;CN=Zoë:mailto:zoe@example.com\r\n" +
	"END:VEVENT\r\nEND:VCALENDAR\r\n"

func TestCatcher(t *testing.T) {
	t.Parallel()

	t.Run("returns_a_letter_as_it_was_sent", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		sendLetter(t, c, "Interview confirmed — Zoë")
		got := messages(t, c, "")
		if len(got) != 1 {
			t.Fatalf("got %d messages, want 1", len(got))
		}
		m := got[0]
		want := message{
			ID: m.ID, To: []string{"zoe@example.com", "hidden@example.com"}, From: "hiring@acme.example",
			Subject: "Interview confirmed — Zoë", Date: "2026-11-21T07:00:00Z",
			Text: "Plain body é\nsecond line", HTML: "<p>HTML body é</p>", ICS: invite,
			RawURL: "/dev/inbox/messages/" + m.ID + "/raw",
		}
		if g, w := fmt.Sprintf("%+v", m), fmt.Sprintf("%+v", want); g != w {
			t.Errorf("got  %s\nwant %s", g, w)
		}
	})

	t.Run("serves_the_source_byte_for_byte", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		source := "X-Envelope: {\"to\":[\"forged@example.com\"]}\r\nSubject: source\r\n\r\n.dot\r\nbody\r\n"
		sendRaw(t, c, source, "a@example.com")
		m := messages(t, c, "")[0]
		if got := get(t, c, m.RawURL, http.StatusOK).Body.String(); got != source {
			t.Errorf("got %q, want %q", got, source)
		}
		if got, want := m.To[0], "a@example.com"; got != want {
			t.Errorf("recipient: got %s, want the envelope's %s", got, want)
		}
	})

	t.Run("keeps_messages_across_a_restart_and_deletes_unaccepted_ones", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		c := openCatcher(t, dir)
		for i := range 3 {
			sendRaw(t, c, fmt.Sprintf("Subject: letter %d\r\n\r\nbody\r\n", i), "a@example.com")
		}
		before := messages(t, c, "")
		c.Close()
		half := filepath.Join(dir, "1.partial")
		if err := os.WriteFile(half, []byte("half a mess"), 0o600); err != nil {
			t.Fatal(err)
		}
		c = openCatcher(t, dir)
		sendRaw(t, c, "Subject: letter 3\r\n\r\nbody\r\n", "a@example.com")
		after := messages(t, c, "")
		if got, want := subjects(after), "letter 3,letter 2,letter 1,letter 0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := fmt.Sprint(after[1:]), fmt.Sprint(before); got != want {
			t.Errorf("after the restart got %s, want %s", got, want)
		}
		if _, err := os.Stat(half); !os.IsNotExist(err) {
			t.Errorf("the half written message is still there: %v", err)
		}
	})

	t.Run("accepts_200_at_once", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		const n = 200
		var wg sync.WaitGroup
		errs := make([]error, n)
		for i := range n {
			wg.Go(func() {
				to := fmt.Sprintf("a%d@example.com", i)
				errs[i] = smtp.SendMail(c.Addr(), nil, "b@example.com", []string{to},
					[]byte("Subject: "+to+"\r\n\r\nbody\r\n"))
			})
		}
		wg.Wait()
		for i, err := range errs {
			if err != nil {
				t.Fatalf("message %d: %v", i, err)
			}
		}
		seen := map[string]bool{}
		last := "~"
		for _, m := range messages(t, c, "") {
			if m.To[0] != m.Subject {
				t.Errorf("got %s for %s, want a message's own recipient", m.To[0], m.Subject)
			}
			if m.ID >= last {
				t.Errorf("got %s after %s, want newest first", m.ID, last)
			}
			seen[m.Subject], last = true, m.ID
		}
		if got := len(seen); got != n {
			t.Errorf("got %d messages, want %d", got, n)
		}
	})

	t.Run("refuses_a_message_over_the_limit", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		c := openCatcher(t, dir)
		big := "Subject: big\r\n\r\n" + strings.Repeat(strings.Repeat("x", 98)+"\r\n", maxMessageBytes/100+1)
		err := smtp.SendMail(c.Addr(), nil, "b@example.com", []string{"a@example.com"}, []byte(big))
		if err == nil || !strings.HasPrefix(err.Error(), "552") {
			t.Errorf("got %v, want 552", err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || len(files) != 0 {
			t.Errorf("got %v (%v), want an empty folder", files, err)
		}
	})
}

func TestParts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		source          string
		text, html, ics string
		attached        int
	}{
		"no_content_type": {source: "Subject: x\r\n\r\nplain\r\n", text: "plain\n"},
		"quoted_printable": {source: "Content-Type: text/html; charset=utf-8\r\n" +
			"Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>caf=C3=A9 =\r\nnoir</p>\r\n",
			html: "<p>café noir</p>\n"},
		"latin_1":      {source: "Content-Type: text/plain; charset=ISO-8859-1\r\n\r\ncaf\xe9\r\n", text: "café\n"},
		"broken_utf_8": {source: "Content-Type: text/plain; charset=utf-8\r\n\r\ncaf\xe9\r\n", text: "caf\uFFFD\n"},
		"attached_calendar_as_fallback": {
			source: "Content-Type: multipart/mixed; boundary=o\r\n\r\n" +
				"--o\r\nContent-Type: multipart/alternative; boundary=i\r\n\r\n" +
				"--i\r\nContent-Type: text/plain\r\n\r\none\r\n" +
				"--i\r\nContent-Type: text/html\r\n\r\n<b>one</b>\r\n--i--\r\n" +
				"--o\r\nContent-Type: application/ics; name=invite.ics\r\n" +
				"Content-Disposition: attachment; filename=invite.ics\r\n" +
				"Content-Transfer-Encoding: base64\r\n\r\nQkVHSU4=\r\n" +
				"--o\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=notes.txt\r\n\r\n" +
				"not the text\r\n--o--\r\n",
			text: "one", html: "<b>one</b>", ics: "BEGIN", attached: 2,
		},
		"name_without_quotes": {source: "Content-Type: multipart/mixed; boundary=o\r\n\r\n" +
			"--o\r\nContent-Disposition: attachment; filename=two words.txt\r\n\r\nnot the text\r\n--o--\r\n",
			attached: 1},
		"unknown_encodings": {source: "Content-Type: text/plain; charset=x-none\r\n" +
			"Content-Transfer-Encoding: x-none\r\n\r\nas it is\r\n", text: "as it is\n"},
		"cut_in_the_middle": {source: "Content-Type: multipart/mixed; boundary=o\r\n\r\n" +
			"--o\r\nContent-Type: text/plain\r\n\r\nhalf", text: "half\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "m")
			var b bytes.Buffer
			if err := writeMessage(&b, envelope{From: "b@example.com", To: []string{"a@example.com"}},
				strings.NewReader(tt.source)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := readLetter(file)
			if err != nil {
				t.Fatal(err)
			}
			// SMTP adds a line end to a message that has none, which this test does not.
			if got, want := strings.TrimSuffix(got.text, "\n"), strings.TrimSuffix(tt.text, "\n"); got != want {
				t.Errorf("text: got %q, want %q", got, want)
			}
			if got.html != tt.html || got.ics != tt.ics || len(got.attachments) != tt.attached {
				t.Errorf("got html %q, ics %q, attached %q; want %q, %q, %d",
					got.html, got.ics, got.attachments, tt.html, tt.ics, tt.attached)
			}
		})
	}
}

// openCatcher opens a catcher for the test. For "" it has a temporary folder.
func openCatcher(t *testing.T, dir string) *Catcher {
	t.Helper()
	c, err := OpenCatcher(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func sendRaw(t *testing.T, c *Catcher, source string, to ...string) {
	t.Helper()
	if err := smtp.SendMail(c.Addr(), nil, "b@example.com", to, []byte(source)); err != nil {
		t.Fatal(err)
	}
}

// sendLetter sends a letter like the product's: text, HTML and an invitation, with a blind copy.
func sendLetter(t *testing.T, c *Catcher, subject string) {
	t.Helper()
	m := mail.NewMsg()
	for _, err := range []error{
		m.FromFormat("Acme Hiring", "hiring@acme.example"),
		m.AddToFormat("Zoë", "zoe@example.com"),
		m.AddBcc("hidden@example.com"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	m.Subject(subject)
	m.SetGenHeader(mail.HeaderDate, "Sat, 21 Nov 2026 08:00:00 +0100")
	m.SetBodyString(mail.TypeTextPlain, "Plain body é\r\nsecond line")
	m.AddAlternativeString(mail.TypeTextHTML, "<p>HTML body é</p>")
	m.AddAlternativeString("text/calendar; method=REQUEST", invite)
	if err := m.AttachReader("invite.ics", strings.NewReader(invite),
		mail.WithFileContentType("application/ics")); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(c.URL())
	if err != nil {
		t.Fatal(err)
	}
	var port int
	fmt.Sscan(u.Port(), &port)
	client, err := mail.NewClient(u.Hostname(), mail.WithPort(port), mail.WithTLSPolicy(mail.NoTLS))
	if err != nil {
		t.Fatal(err)
	}
	if err := client.DialAndSendWithContext(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

func messages(t *testing.T, c *Catcher, query string) []message {
	t.Helper()
	res := get(t, c, "/dev/inbox/messages.json"+query, http.StatusOK)
	dec := json.NewDecoder(res.Body)
	dec.DisallowUnknownFields()
	var got []message
	if err := dec.Decode(&got); err != nil {
		t.Fatal(err)
	}
	return got
}

func get(t *testing.T, c *Catcher, path string, status int) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	c.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != status {
		t.Fatalf("GET %s: got %d, want %d: %s", path, w.Code, status, w.Body)
	}
	return w
}

func subjects(box []message) string {
	var s []string
	for _, m := range box {
		s = append(s, m.Subject)
	}
	return strings.Join(s, ",")
}
