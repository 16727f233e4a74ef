package mailbox

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/backend/memory"
	"github.com/emersion/go-imap/client"
	"github.com/emersion/go-imap/server"
)

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestParse: a report that delivery failed for good has its status and where it came to; a delay, an answer and a
// receipt are none, and what is cut off or broken is read as far as it goes.
func TestParse(t *testing.T) {
	t.Parallel()
	failed := read(t, "failed.eml")
	for what, c := range map[string]struct{ raw, to, failed string }{
		"failed":             {failed, "returns+int_1.abc@hire.example", "5.1.1"},
		"cut after report":   {failed[:strings.Index(failed, "Diagnostic-Code")], "returns+int_1.abc@hire.example", "5.1.1"},
		"cut before report":  {failed[:strings.Index(failed, "Action:")], "returns+int_1.abc@hire.example", ""},
		"the second of two":  {read(t, "second.eml"), "returns+int_2.abc@hire.example", "4.4.7"},
		"delayed":            {read(t, "delayed.eml"), "returns+int_3.abc@hire.example", ""},
		"a status with text": {read(t, "strange-status.eml"), "returns+int_4.abc@hire.example", "5.0.0"},
		"an answer":          {read(t, "answer.eml"), "returns+int_5.abc@hire.example", ""},
		"a receipt":          {read(t, "receipt.eml"), "returns+int_6.abc@hire.example", ""},
		"no message":         {"\x00\r\n\r\n", "", ""},
		"nothing":            {"", "", ""},
	} {
		m := parse(strings.NewReader(c.raw))
		if m.Failed != c.failed || c.to != "" && !slices.Contains(m.To, c.to) || c.to == "" && len(m.To) > 0 {
			t.Errorf("%s: got %+v, want %+v", what, m, c)
		}
	}
}

// TestParse_reply: what a calendar program answers is read, in one event with one attendee; anything else is none.
func TestParse_reply(t *testing.T) {
	t.Parallel()
	want := Reply{UID: "int_7@hire.example", Sequence: 3, Sent: time.Date(2031, 2, 24, 9, 30, 0, 0, time.UTC),
		Attendee: "ann@acme.example", Response: "declined"}
	nested := read(t, "reply.eml")
	if m := parse(strings.NewReader(nested)); m.Reply == nil || *m.Reply != want || m.Failed != "" ||
		!slices.Contains(m.To, "returns+int_7.abc@hire.example") {
		t.Errorf("got %+v, %+v", m, m.Reply)
	}
	const attendee = "ATTENDEE;PARTSTAT=DECLINED:MAILTO:Ann@acme.example"
	plain := strings.ReplaceAll(`To: returns+int_7.abc@hire.example
Content-Type: text/calendar; method=REPLY

BEGIN:VCALENDAR
VERSION:2.0
PRODID:x
METHOD:REPLY
BEGIN:VEVENT
UID:int_7@hire.example
SEQUENCE:3
DTSTAMP:20310224T093000Z
`+attendee+`
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n")
	for about, change := range map[string][2]string{
		"as it is":           {"", ""},
		"a request":          {"METHOD:REPLY", "METHOD:REQUEST"},
		"no method":          {"METHOD:REPLY\r\n", ""},
		"two who answer":     {attendee, attendee + "\r\n" + attendee},
		"nobody who answers": {attendee + "\r\n", ""},
		"no address":         {"MAILTO:Ann@acme.example", "tel:1"},
		"no event":           {"VEVENT", "VTODO"},
		"no UID":             {"UID:int_7@hire.example\r\n", ""},
		"no DTSTAMP":         {"DTSTAMP:20310224T093000Z\r\n", ""},
		"a broken DTSTAMP":   {"20310224T093000Z", "20310224"},
		"a broken SEQUENCE":  {"SEQUENCE:3", "SEQUENCE:99999999999999999999"},
		"cut off":            {"END:VCALENDAR\r\n", ""},
		"two calendars":      {"END:VCALENDAR\r\n", "END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"},
		"too long":           {"PRODID:x", "PRODID:" + strings.Repeat("x", maxReply)},
		"another sort":       {"text/calendar", "text/plain"},
	} {
		got := parse(strings.NewReader(strings.ReplaceAll(plain, change[0], change[1])))
		if change[0] == "" {
			if got = parse(strings.NewReader(plain)); got.Reply == nil || *got.Reply != want {
				t.Errorf("%s: got %+v", about, got.Reply)
			}
		} else if got.Reply != nil {
			t.Errorf("%s: got %+v", about, got.Reply)
		}
	}
	without := parse(strings.NewReader(strings.ReplaceAll(plain, "SEQUENCE:3\r\n", "")))
	if without.Reply == nil || without.Reply.Sequence != 0 {
		t.Errorf("without a sequence: %+v", without.Reply)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"failed.eml", "second.eml", "strange-status.eml", "reply.eml"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if m := parse(strings.NewReader(raw)); m.Failed != "" && !isStatus(m.Failed) {
			t.Errorf("the status is %q", m.Failed)
		}
	})
}

// serve runs a server until the test ends. Its one account has one message, which was read.
func serve(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New(memory.New())
	s.AllowInsecureAuth = true
	s.ErrorLog = quiet{}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close(); <-ended })
	return l.Addr().String()
}

// TestRead: each unread message is read once, the oldest first; the one at which reading ended and those behind it are
// read again.
func TestRead(t *testing.T) {
	t.Parallel()
	address := serve(t)
	c, err := client.Dial(address)
	if err == nil {
		err = c.Login("username", "password")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Logout()
	for _, name := range []string{"failed.eml", "answer.eml", "second.eml"} {
		if err := c.Append("INBOX", nil, time.Time{}, strings.NewReader(read(t, name))); err != nil {
			t.Fatal(err)
		}
	}
	m, err := New("imap://username:password@" + address)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(failAt string) (seen []string, err error) {
		err = m.Read(context.Background(), func(m Message) error {
			seen = append(seen, m.Failed)
			if m.Failed == failAt {
				return errors.New("not now")
			}
			return nil
		})
		return seen, err
	}
	if seen, err := visit("4.4.7"); err == nil || !slices.Equal(seen, []string{"5.1.1", "", "4.4.7"}) {
		t.Errorf("the first visit read %q: %v", seen, err)
	}
	if seen, err := visit("none"); err != nil || !slices.Equal(seen, []string{"4.4.7"}) {
		t.Errorf("the second visit read %q: %v", seen, err)
	}
	if seen, err := visit("none"); err != nil || len(seen) > 0 {
		t.Errorf("the third visit read %q: %v", seen, err)
	}
	wrong, err := New("imap://username:hunter2@" + address)
	if err != nil {
		t.Fatal(err)
	}
	if err := wrong.Read(context.Background(), nil); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a wrong password: %v", err)
	}
	if encrypted, _ := New("imaps://username:password@" + address); encrypted.Read(context.Background(), nil) == nil {
		t.Error("a server without TLS is read as one with it")
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"imaps://me%40x.example:p%2Fw@mail.example":      "mail.example:993 INBOX me@x.example p/w",
		"imap://me:pw@mail.example:1143/Returned%20mail": "mail.example:1143 Returned mail me pw",
	} {
		m, err := New(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if got := m.addr + " " + m.folder + " " + m.user + " " + m.password; got != want {
			t.Errorf("%s: got %s", source, got)
		}
	}
	for _, source := range []string{"", "smtp://me:hunter2@x", "imaps://x", "imaps://me@x", "imaps://me:hunter2@:993",
		"imaps://me:hunter2@x/?a", "imaps://me:hunter2@x:0", "imaps://me:hunter2@%zz"} {
		if _, err := New(source); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// scripted runs a server that greets, and answers each line with what answer says, "" for silence, until the test ends.
func scripted(t *testing.T, answer func(tag, command string) string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = c.Close() })
			go func() {
				_, _ = io.WriteString(c, "* OK ready\r\n")
				for lines := bufio.NewScanner(c); lines.Scan(); {
					tag, command, _ := strings.Cut(lines.Text(), " ")
					_, _ = io.WriteString(c, answer(tag, command))
				}
			}()
		}
	}()
	return l.Addr().String()
}

// TestReadIsPatient: a server that falls silent, whenever that is, is left when the context ends, and one that tells of
// messages that nobody asked for is read all the same.
func TestReadIsPatient(t *testing.T) {
	t.Parallel()
	for _, silent := range []string{"CAPABILITY", "LOGIN", "SELECT", "UID SEARCH", "UID FETCH", "UID STORE", "LOGOUT",
		"never"} {
		t.Run(silent, func(t *testing.T) {
			t.Parallel()
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			address := scripted(t, func(tag, command string) string {
				if strings.HasPrefix(command, silent) {
					leave()
					return ""
				}
				done := tag + " OK done\r\n"
				switch word, _, _ := strings.Cut(strings.TrimPrefix(command, "UID "), " "); word {
				case "CAPABILITY":
					return "* CAPABILITY IMAP4rev1\r\n" + done
				case "SELECT":
					return "* 1 EXISTS\r\n" + done
				case "SEARCH":
					return "* SEARCH 7\r\n" + done
				case "FETCH":
					return strings.Repeat("* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n", 5) +
						"* 1 FETCH (UID 7 BODY[]<0> {11}\r\nTo: a@b\r\n\r\n)\r\n" + done
				}
				return done
			})
			m, err := New("imap://me:pw@" + address)
			if err != nil {
				t.Fatal(err)
			}
			read := 0
			err = m.Read(ctx, func(Message) error { read++; return nil })
			through := silent == "never" || silent == "LOGOUT" // the end needs no answer
			if (err == nil) != through || through && read != 1 {
				t.Errorf("%d messages are read: %v", read, err)
			}
		})
	}
}
