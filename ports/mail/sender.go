package mail

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"litmus/fair"
	"litmus/ports/outbound"
)

const (
	timeout = 20 * time.Second // of a whole Send, unless the context ends sooner
	probe   = 5 * time.Second  // for the first reply on a kept connection
	idleFor = 5 * time.Second  // after that an idle connection is closed

	// maxOpen bounds the connections, both in use and idle. Eight are enough for hundreds of letters a second, and
	// fewer than what common servers grant to one client (Postfix 50, large providers 10 to 20).
	maxOpen = 8

	// maxLetters bounds the letters on one connection. Large providers begin to refuse after about a hundred.
	maxLetters = 100
)

// TLS is the policy for a server that offers no encryption on a connection that does not begin with TLS.
type TLS string

// The policies of [New]. The address decides and not the name, because only the address is what was connected to.
// Relays in private networks seldom have a certificate.
const (
	TLSByAddress     TLS = ""              // required, unless the address is private or loopback
	TLSRequired      TLS = "required"      // nothing is sent without encryption
	TLSOpportunistic TLS = "opportunistic" // without an offer of encryption, or if it was removed, clear text is sent
)

// Sender sends messages to one SMTP server. It is safe for concurrent use. It uses up to 8 connections and closes those
// that were idle for 5 s.
type Sender struct {
	host, addr     string
	implicit       bool // TLS from the first byte (smtps)
	tls            TLS
	user, password string
	helo           string
	idleFor        time.Duration

	slots *fair.Slots // one per open connection in use

	mu     sync.Mutex
	idle   []*conn // most recently used last
	closed bool
}

// New returns a Sender for source, which is smtp://[user:password@]host:port, with STARTTLS according to policy, or
// smtps://[user:password@]host:port. It does not connect yet. The error says what is expected and never contains
// source.
func New(source string, policy TLS) (*Sender, error) {
	const expected = "expected smtp://[user:password@]host:port or smtps://[user:password@]host:port"
	u, err := url.Parse(source)
	if err != nil { // err quotes the source, and with it the password
		return nil, errors.New("the SMTP server is not a URL: " + expected + ", special characters in the password " +
			"percent-encoded")
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the SMTP server's URL has another scheme: " + expected)
	}
	if u.Hostname() == "" || u.Port() == "" || u.Port() == "0" {
		return nil, errors.New("the SMTP server's URL lacks its host or its port: " + expected)
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the SMTP server's URL has something after the port: " + expected)
	}
	password, _ := u.User.Password()
	if user := u.User.Username(); (user == "") != (password == "") {
		return nil, errors.New("the SMTP server's URL has a user without a password, or a password without a user: " +
			expected)
	}
	return &Sender{
		host: u.Hostname(), addr: net.JoinHostPort(u.Hostname(), u.Port()), implicit: u.Scheme == "smtps", tls: policy,
		user: u.User.Username(), password: password, helo: hostname(), idleFor: idleFor,
		slots: fair.NewSlots(maxOpen),
	}, nil
}

// Send sends m and returns nil once the server has accepted it. It ends within 20 s, or sooner if ctx does. Every error
// is an [*outbound.Failure]. While all connections are in use, messages wait in the order of package fair. Send never
// sends a message twice: if a kept connection turns out to be broken before the message was sent, Send uses a new
// connection, once. It is a span of the trace that ctx is of.
func (s *Sender) Send(ctx context.Context, m Message) (err error) {
	ctx, span := trace.SpanFromContext(ctx).TracerProvider().Tracer("litmus").
		Start(ctx, "SMTP", trace.WithSpanKind(trace.SpanKindClient))
	defer func() {
		if f, failed := errors.AsType[*outbound.Failure](err); failed {
			span.SetStatus(codes.Error, f.Code)
		}
		span.End()
	}()
	l, err := compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := s.slots.Acquire(ctx, m.Tenant, m.Urgent); err != nil {
		return failed(ctx, connecting, err).Failure
	}
	defer s.slots.Release()
	if c := s.take(); c != nil {
		e := s.deliver(ctx, c, l)
		if e == nil {
			return nil
		}
		if !e.stale || ctx.Err() != nil {
			return e.Failure
		}
	}
	c, e := s.dial(ctx)
	if e == nil {
		e = s.deliver(ctx, c, l)
	}
	if e != nil {
		return e.Failure
	}
	return nil
}

// Check connects, starts TLS and signs in as for a letter, and sends nothing. Every error is an [*outbound.Failure].
func (s *Sender) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c, e := s.dial(ctx)
	if e != nil {
		return e.Failure
	}
	release := c.bind(ctx)
	defer release()
	c.quit()
	return nil
}

// Close closes the idle connections. A Send in progress continues, and a later one fails with [CodeClosed].
func (s *Sender) Close() error {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.closed = nil, true
	s.mu.Unlock()
	for _, c := range idle {
		c.expiry.Stop()
		c.quit()
	}
	return nil
}

// deliver sends l on c and keeps c for the next message, or closes it if anything went wrong.
func (s *Sender) deliver(ctx context.Context, c *conn, l *letter) *ending {
	release := c.bind(ctx)
	e := c.deliver(ctx, l)
	intact := release()
	switch {
	case e == nil && intact && c.sent < maxLetters:
		s.keep(c)
	case intact && (e == nil || e.replied): // the server still replies, so QUIT is required (RFC 5321 4.1.1.10)
		c.quit()
	default:
		c.close()
	}
	return e
}

// take returns the connection that was used last, or nil if none is idle.
func (s *Sender) take() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		c := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if c.expiry.Stop() { // otherwise expire is about to close it
			return c
		}
	}
	return nil
}

func (s *Sender) keep(c *conn) {
	s.mu.Lock()
	if s.closed || len(s.idle) >= maxOpen {
		s.mu.Unlock()
		c.quit()
		return
	}
	c.expiry = time.AfterFunc(s.idleFor, func() { s.expire(c) })
	s.idle = append(s.idle, c)
	s.mu.Unlock()
}

func (s *Sender) expire(c *conn) {
	s.mu.Lock()
	for i := range s.idle {
		if s.idle[i] == c {
			s.idle = append(s.idle[:i], s.idle[i+1:]...)
			break
		}
	}
	s.mu.Unlock()
	c.quit()
}

// hostname returns the name that EHLO gives for this machine.
func hostname() string {
	h, err := os.Hostname()
	notInName := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.'
	}
	if err != nil || h == "" || strings.ContainsFunc(h, notInName) {
		return "localhost"
	}
	return h
}
