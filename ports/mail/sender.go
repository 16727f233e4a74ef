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

	"litmus/fair"
)

const (
	timeout = 20 * time.Second // for a whole Send when the context allows no less
	probe   = 5 * time.Second  // for a kept connection to prove that it lives
	idleFor = 5 * time.Second  // a kept connection without work is closed
	// maxOpen bounds connections, in use and kept together: enough for hundreds of letters a second, and below what
	// common servers grant to one client (Postfix 50, large providers 10 to 20).
	maxOpen = 8
	// maxLetters is sent on one connection; large providers begin to complain after a hundred or so.
	maxLetters = 100
)

// TLS says what becomes of a letter whose server offers no encryption on a connection that is not encrypted from the
// first byte.
type TLS string

// Policies of [New] (decision 116).
const (
	// required, unless the server's address is in a private network or on loopback
	TLSByAddress TLS = ""
	TLSRequired  TLS = "required" // no letter leaves without encryption
	// letters leave in the clear where no encryption is offered, or somebody hides the offer
	TLSOpportunistic TLS = "opportunistic"
)

// Sender hands messages to one SMTP server. It is safe for concurrent use, keeps up to 8 connections and closes those
// that idle for 5 s.
type Sender struct {
	host, addr     string
	implicit       bool // TLS from the first byte (smtps)
	tls            TLS
	user, password string
	helo           string
	idleFor        time.Duration

	slots *fair.Slots // one per open connection in use

	mu     sync.Mutex
	idle   []*conn // the last used at the end
	closed bool
}

// New returns a Sender for source: smtp://[user:password@]host:port, with STARTTLS as policy has it, or
// smtps://[user:password@]host:port. Nothing is connected yet. The error says what is expected and never contains
// source.
func New(source string, policy TLS) (*Sender, error) {
	const expected = "expected smtp://[user:password@]host:port or smtps://[user:password@]host:port"
	u, err := url.Parse(source)
	if err != nil { // its text quotes the source, and with it the password
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
		return nil, errors.New("the SMTP server's URL has a user without a password, or the other way round: " +
			expected)
	}
	return &Sender{
		host: u.Hostname(), addr: net.JoinHostPort(u.Hostname(), u.Port()), implicit: u.Scheme == "smtps", tls: policy,
		user: u.User.Username(), password: password, helo: hostname(), idleFor: idleFor,
		slots: fair.NewSlots(maxOpen),
	}, nil
}

// Send hands m to the server and returns nil once the server took it. It ends within 20 s, sooner if ctx does; every
// error is an [*Error]. While all connections are in use, messages wait for one in the order of package fair. Send
// never hands a message over twice: only a kept connection that proves dead before the message is replaced by a fresh
// one, once.
func (s *Sender) Send(ctx context.Context, m Message) error {
	l, err := compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := s.slots.Acquire(ctx, m.Tenant, m.Urgent); err != nil {
		return failed(ctx, connecting, err)
	}
	defer s.slots.Release()
	if c := s.take(); c != nil {
		e := s.deliver(ctx, c, l)
		if e == nil {
			return nil
		}
		if !e.stale || ctx.Err() != nil {
			return e
		}
	}
	c, e := s.dial(ctx)
	if e != nil {
		return e
	}
	if e := s.deliver(ctx, c, l); e != nil {
		return e
	}
	return nil
}

// Close closes the kept connections; a Send under way ends as it would have, a later one fails with [CodeClosed].
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

// deliver sends l on c, then keeps c for the next message, or closes it if anything went wrong.
func (s *Sender) deliver(ctx context.Context, c *conn, l *letter) *Error {
	release := c.bind(ctx)
	e := c.deliver(ctx, l)
	intact := release()
	switch {
	case e == nil && intact && c.sent < maxLetters:
		s.keep(c)
	case intact && (e == nil || e.replied): // the server still talks, and is owed a QUIT (RFC 5321 4.1.1.10)
		c.quit()
	default:
		c.close()
	}
	return e
}

// take returns the connection used last, nil when none is kept.
func (s *Sender) take() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		c := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if c.expiry.Stop() { // else its time is up and expire is about to close it
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

// hostname is what the EHLO command introduces this machine as.
func hostname() string {
	h, err := os.Hostname()
	if err != nil || h == "" || strings.ContainsFunc(h, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.'
	}) {
		return "localhost"
	}
	return h
}
