package workflows

import (
	"fmt"
	"io"
	"net"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// serveMail starts a mail server that refuses letters as the world says, and notes the others in its diary; it returns
// the server's URL.
func serveMail(t *testing.T, w *world) string {
	t.Helper()
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{w: w}, nil }))
	server.Domain, server.ErrorLog = "localhost", silent{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return "smtp://" + l.Addr().String()
}

type session struct {
	w  *world
	to string
}

func (*session) Mail(string, *smtp.MailOptions) error { return nil }
func (*session) Reset()                               {}
func (*session) Logout() error                        { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.w.mu.Lock()
	code := s.w.refuses[to]
	s.w.mu.Unlock()
	if code != 0 {
		return &smtp.SMTPError{Code: code, Message: "not now, " + to}
	}
	s.to = to
	return nil
}

// Data notes a letter: to whom it is, of which kind, and whether it lacks the link that a provider makes.
func (s *session) Data(r io.Reader) error {
	letter, err := netmail.ReadMessage(r)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(letter.Body)
	if err != nil {
		return err
	}
	kind, err := kindOf(letter.Header.Get("Message-Id"))
	if err != nil {
		return err
	}
	who, _, _ := strings.Cut(s.to, "@")
	line := who + " " + kind
	if text := strings.ReplaceAll(string(body), "=\r\n", ""); s.w.do.Store.Policy().Meeting != "" &&
		!strings.Contains(text, roomLink) {
		line += " without a link"
	}
	s.w.note(line)
	return nil
}

// kindOf is the kind of a letter by its Message-ID: id.revision.kind.… of an interview's, id.kind.… of others.
func kindOf(messageID string) (string, error) {
	parts := strings.Split(strings.TrimPrefix(messageID, "<"), ".")
	if len(parts) < 3 {
		return "", fmt.Errorf("the Message-ID %s has no kind", messageID)
	}
	kind := parts[1]
	if strings.Trim(kind, "0123456789") == "" {
		kind = parts[2]
	}
	kind, _, _ = strings.Cut(kind, "@")
	return kind, nil
}

// silent is a log that says nothing.
type silent struct{}

func (silent) Printf(string, ...any) {}
func (silent) Println(...any)        {}
