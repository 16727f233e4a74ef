package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"litmus/ports/outbound"
)

// conn is a connection to the server after EHLO, TLS and AUTH.
type conn struct {
	raw    net.Conn // the connection below TLS, on which deadlines are set
	smtp   *smtp.Client
	sent   int // number of letters
	expiry *time.Timer
}

// dial connects, starts TLS and authenticates.
func (s *Sender) dial(ctx context.Context) (*conn, *ending) {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, &ending{Failure: &outbound.Failure{
			Fate: outbound.Retry, Code: CodeClosed, Text: "the sender was closed",
		}}
	}
	raw, err := new(net.Dialer).DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return nil, failed(ctx, connecting, err)
	}
	c := &conn{raw: raw}
	release := c.bind(ctx)
	defer release()
	if at, err := s.open(ctx, c); err != nil {
		_ = raw.Close()
		return nil, failed(ctx, at, err)
	}
	return c, nil
}

// open brings a new connection to the point where a letter can be sent. It returns the stage that it reached.
func (s *Sender) open(ctx context.Context, c *conn) (stage, error) {
	local := isLoopback(c.raw.RemoteAddr())
	config := &tls.Config{
		ServerName: s.host, MinVersion: tls.VersionTLS12,
		// On loopback nobody can intercept the connection, and the certificate of a local relay is mostly self-signed.
		InsecureSkipVerify: local,
	}
	stream := c.raw
	if s.implicit {
		t := tls.Client(c.raw, config)
		if err := t.HandshakeContext(ctx); err != nil {
			return securing, err
		}
		stream = t
	}
	var err error
	if c.smtp, err = smtp.NewClient(stream, s.host); err != nil {
		return connecting, err
	}
	if err := c.smtp.Hello(s.helo); err != nil {
		return connecting, err
	}
	secure := s.implicit
	if offered, _ := c.smtp.Extension("STARTTLS"); offered && !secure {
		if err := c.smtp.StartTLS(config); err != nil {
			return securing, err
		}
		secure = true
	}
	if !secure && s.needsTLS(c.raw.RemoteAddr()) {
		return securing, errNoTLS
	}
	if s.user == "" {
		return signingIn, nil
	}
	if !secure && !local {
		return signingIn, errors.New("the server offers no STARTTLS, and credentials are not sent in the clear: use " +
			"smtps:// or a server with TLS")
	}
	_, mechanisms := c.smtp.Extension("AUTH")
	auth := s.auth(strings.Fields(strings.ToUpper(mechanisms)))
	if auth == nil {
		return signingIn, errors.New("the server offers none of PLAIN, LOGIN, SCRAM-SHA-256 and CRAM-MD5")
	}
	return signingIn, c.smtp.Auth(auth)
}

// auth returns the first mechanism that both sides support. The caller has made sure that the connection is encrypted
// or local.
func (s *Sender) auth(offered []string) smtp.Auth {
	for _, m := range []struct {
		name string
		auth smtp.Auth
	}{
		{"PLAIN", smtp.PlainAuth("", s.user, s.password, s.host, true)},
		{"LOGIN", smtp.LoginAuth(s.user, s.password, s.host, true)},
		{"SCRAM-SHA-256", smtp.ScramSHA256Auth(s.user, s.password)},
		{"CRAM-MD5", smtp.CRAMMD5Auth(s.user, s.password)},
	} {
		if slices.Contains(offered, m.name) {
			return m.auth
		}
	}
	return nil
}

// bind lets ctx end the connection until release is called. release reports whether ctx had not ended by then.
func (c *conn) bind(ctx context.Context) (release func() bool) {
	deadline, _ := ctx.Deadline()
	_ = c.raw.SetDeadline(deadline)
	stop := context.AfterFunc(ctx, func() { _ = c.raw.SetDeadline(time.Unix(1, 0)) })
	return stop
}

// deliver sends one letter. On a kept connection, MAIL also shows whether the connection still works. It costs no
// additional round trip and gets little time, and an error up to that point makes the connection stale; it says nothing
// about the letter.
func (c *conn) deliver(ctx context.Context, l *letter) *ending {
	if ok, _ := c.smtp.Extension("SMTPUTF8"); l.utf8 && !ok {
		return &ending{Failure: &outbound.Failure{ // RFC 6531 3.2
			Fate: outbound.GiveUp, Code: CodeNoUTF8, Text: "the server takes no addresses beyond ASCII",
		}}
	}
	kept := c.sent > 0
	// A relay must bounce a letter for which SMTPUTF8 was requested if the next hop lacks it (RFC 6531 3.5), so it is
	// requested only when it is needed.
	c.smtp.SkipSMTPUTF8(!l.utf8)
	if kept {
		c.shortenDeadline(ctx)
	}
	if err := c.smtp.Mail("<" + l.from + ">"); err != nil {
		e := failed(ctx, mailing, err)
		e.stale = kept
		return e
	}
	if kept {
		c.restoreDeadline(ctx)
	}
	if err := c.smtp.Rcpt("<" + l.to + ">"); err != nil {
		e := failed(ctx, addressing, err)
		_, isReply := errors.AsType[*textproto.Error](err)
		// With 421 the server closes the connection, whatever the command was (RFC 5321 4.2.1).
		e.stale = kept && (!isReply || e.Code == "smtp_421")
		return e
	}
	w, err := c.smtp.Data()
	if err != nil {
		return failed(ctx, opening, err)
	}
	if _, err := w.Write(l.data); err != nil {
		return failed(ctx, opening, err)
	}
	if err := end(w); err != nil {
		return failed(ctx, handedOver, err)
	}
	c.sent++
	return nil
}

// end sends the final dot and waits for the reply. Any 2xx means success.
func end(w io.WriteCloser) error {
	err := w.Close()
	if reply, ok := errors.AsType[*textproto.Error](err); ok && reply.Code >= 200 && reply.Code <= 299 {
		return nil
	}
	return err
}

// shortenDeadline gives a kept connection 5 s, or half of the time until ctx ends, so that a new connection can still
// be tried.
func (c *conn) shortenDeadline(ctx context.Context) {
	deadline, _ := ctx.Deadline()
	_ = c.raw.SetDeadline(time.Now().Add(min(probe, time.Until(deadline)/2)))
	c.recheckCanceled(ctx)
}

func (c *conn) restoreDeadline(ctx context.Context) {
	deadline, _ := ctx.Deadline()
	_ = c.raw.SetDeadline(deadline)
	c.recheckCanceled(ctx)
}

// recheckCanceled restores the deadline in the past that a cancellation may have set just before.
func (c *conn) recheckCanceled(ctx context.Context) {
	if ctx.Err() != nil {
		_ = c.raw.SetDeadline(time.Unix(1, 0))
	}
}

// quit sends QUIT and closes the connection, within a second.
func (c *conn) quit() {
	_ = c.raw.SetDeadline(time.Now().Add(time.Second))
	_ = c.smtp.Quit()
	c.close()
}

func (c *conn) close() { _ = c.raw.Close() }

// errNoTLS means that the server offers no encryption, or that an attacker removed the offer.
var errNoTLS = errors.New("the server offers no STARTTLS, and letters are not sent in the clear: " +
	"use smtps://, or LITMUS_SMTP_TLS=opportunistic")

// needsTLS reports whether everything sent to the server at a must be encrypted.
func (s *Sender) needsTLS(a net.Addr) bool {
	switch s.tls {
	case TLSRequired:
		return true
	case TLSOpportunistic:
		return false
	}
	return !isNear(a)
}

// isNear reports whether a is on this machine or in a private network: RFC 1918, RFC 4193, link-local.
func isNear(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && (t.IP.IsLoopback() || t.IP.IsPrivate() || t.IP.IsLinkLocalUnicast())
}

func isLoopback(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && t.IP.IsLoopback()
}
