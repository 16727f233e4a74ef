package mail

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// server is a scripted SMTP server in this process. The local part of the recipient chooses what it does with a letter.
type server struct {
	addr     string
	url      string
	hold     chan struct{} // closed at the end of the test; a hanging command waits for it
	hangs    chan struct{} // the server hangs in a command
	logins   atomic.Int32
	sessions atomic.Int32 // opened
	open     atomic.Int32 // still open
	gone     chan struct{}

	mu      sync.Mutex
	letters []received
	conns   []net.Conn
}

type received struct {
	from, to string
	data     []byte
}

type option func(*smtp.Server, *script)

// script is the behaviour of the server that does not depend on the recipient.
type script struct {
	*server
	auth bool
	mail func(session int32, nth int) error // the answer to the nth MAIL of a session, from 1
}

func requireAuth(_ *smtp.Server, s *script) { s.auth = true }

func offerTLS(srv *smtp.Server, _ *script) {
	srv.TLSConfig = &tls.Config{Certificates: certificates()}
}

// certificates returns the certificate of httptest, which no client trusts.
func certificates() []tls.Certificate {
	h := httptest.NewTLSServer(nil)
	defer h.Close()
	return h.TLS.Certificates
}

func onMail(f func(session int32, nth int) error) option {
	return func(_ *smtp.Server, s *script) { s.mail = f }
}

func serve(t *testing.T, options ...option) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, l, options...)
}

func serveOn(t *testing.T, l net.Listener, options ...option) *server {
	t.Helper()
	s := &server{addr: l.Addr().String(), url: "smtp://" + l.Addr().String(),
		hold: make(chan struct{}), hangs: make(chan struct{}, 1), gone: make(chan struct{}, 1000)}
	sc := &script{server: s}
	srv := smtp.NewServer(sc)
	srv.Domain = "mail.example.com"
	srv.AllowInsecureAuth = true
	srv.EnableSMTPUTF8 = true
	srv.ErrorLog = log.New(io.Discard, "", 0)
	for _, o := range options {
		o(srv, sc)
	}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() {
		close(s.hold)
		_ = srv.Close()
	})
	return s
}

// received returns the letters that the server has accepted.
func (s *server) received() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.letters...)
}

// hang answers nothing until the test ends.
func (s *server) hang() {
	s.hangs <- struct{}{}
	<-s.hold
}

// hangUp closes every connection without a reply.
func (s *server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Close()
	}
}

func (s *script) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	s.conns = append(s.conns, c.Conn())
	s.mu.Unlock()
	s.open.Add(1)
	return &session{script: s, conn: c, n: s.sessions.Add(1)}, nil
}

type session struct {
	*script
	conn     *smtp.Conn
	n        int32
	mails    int
	signedIn bool
	from, to string
}

func (s *session) AuthMechanisms() []string {
	if s.auth {
		return []string{sasl.Plain}
	}
	return nil
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.logins.Add(1)
		if user != "ann@example.com" || password != "s3cret:@/" {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.mails++
	if s.auth && !s.signedIn {
		return smtp.ErrAuthRequired
	}
	if s.mail != nil {
		if err := s.mail(s.n, s.mails); err != nil {
			return err
		}
	}
	s.from = from
	return nil
}

func refuse(code int, words string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: words}
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	switch local, _, _ := strings.Cut(to, "@"); local {
	case "rcpt550":
		return refuse(550, "5.1.1 <"+to+">: no such user")
	case "rcpt530":
		return refuse(530, "5.7.0 authentication required")
	case "rcptdrop":
		return s.conn.Conn().Close()
	case "rcpthang":
		s.hang()
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	switch local, _, _ := strings.Cut(s.to, "@"); local {
	case "data451":
		return refuse(451, "4.3.0 disk full")
	case "datadrop":
		_ = s.conn.Conn().Close()
		return errors.New("dropped")
	case "datahang":
		s.hang()
		return errors.New("hung")
	}
	s.mu.Lock()
	s.letters = append(s.letters, received{s.from, s.to, data})
	s.mu.Unlock()
	return nil
}

func (s *session) Reset() {}

func (s *session) Logout() error {
	s.open.Add(-1)
	select {
	case s.gone <- struct{}{}:
	default: // the buffer is full, and no test counts that many
	}
	return nil
}
