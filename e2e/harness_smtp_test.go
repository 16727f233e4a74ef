package e2e

import (
	"bytes"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// Scripted is a mail server that answers as a test wants.
type Scripted struct {
	URL string

	mu       sync.Mutex
	refuse   func(to string, try int) error // of RCPT, nil to accept; nil for all
	cut      func(to string, try int) bool  // hang up after the message, before the answer
	tries    map[string]int
	accepted []Accepted
}

// Accepted is a message that the server took, told or not.
type Accepted struct {
	From, To string // of the envelope
	Raw      []byte
}

// StartScripted runs the server until the test ends.
func StartScripted(t testing.TB) *Scripted {
	t.Helper()
	s := &Scripted{tries: map[string]int{}}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &scriptedSession{s: s, c: c}, nil
	}))
	server.Domain = "localhost"
	s.URL = "smtp://" + serveUntilEnd(t, func(l net.Listener) { _ = server.Serve(l) }, func() { server.Close() })
	return s
}

// Script changes how it answers from now on.
func (s *Scripted) Script(refuse func(to string, try int) error, cut func(to string, try int) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse, s.cut, s.tries = refuse, cut, map[string]int{}
}

// Accepted are the messages to an address, oldest first.
func (s *Scripted) Accepted(to string) (out []Accepted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.accepted), func(a Accepted) bool { return a.To != to })
}

type scriptedSession struct {
	s        *Scripted
	c        *smtp.Conn
	from, to string
}

func (x *scriptedSession) Reset()        { x.from, x.to = "", "" }
func (x *scriptedSession) Logout() error { return nil }

func (x *scriptedSession) Mail(from string, _ *smtp.MailOptions) error {
	x.from = from
	return nil
}

func (x *scriptedSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.tries[to]++
	x.to = to
	if x.s.refuse != nil {
		return x.s.refuse(to, x.s.tries[to])
	}
	return nil
}

func (x *scriptedSession) Data(r io.Reader) error {
	var b bytes.Buffer
	if _, err := io.Copy(&b, r); err != nil {
		return err
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.accepted = append(x.s.accepted, Accepted{x.from, x.to, b.Bytes()})
	if x.s.cut != nil && x.s.cut(x.to, x.s.tries[x.to]) {
		x.c.Conn().Close()
	}
	return nil
}
