package calendar

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// The conformance suite. Every writable driver passes it on every kind of server. The test file of a driver says
//
//	func init() { register("google", "the fake", startGoogle) }
//
// where startGoogle makes a [world]: one person's empty calendar on a server of its own, and functions to read and to
// change it without the driver. The suite makes the providers itself, with [New] and with a transport of its own around
// the world's client, in which it loses, delays and replaces answers. What only one driver has (discovery, token
// refresh, links, quotas in the body of a 403) is tested beside the driver.

// world is a calendar server with one person's empty calendar. It exists until the test ends.
type world struct {
	source Source       // the connection as stored for the person; the suite sets the Zone
	client *http.Client // reaches the server

	// count returns the number of events with this UID in the calendar. Events that the provider shows as cancelled or
	// deleted do not count.
	count func(t *testing.T, uid string) int
	// read returns the event with this UID as the server has it. There must be exactly one.
	read func(t *testing.T, uid string) kept
	// edit changes the summary as the owner does in their own program. The event gets another ETag.
	edit func(t *testing.T, uid, summary string)
	// remove deletes the event as the owner does.
	remove func(t *testing.T, uid string)
	// move, answer and double are what the owner does to the event with this UID: another start, for an hour; an
	// answer; a second event with the UID. double is nil if the server refuses that. refuses says that the only answer
	// to be read is that they declined.
	move    func(t *testing.T, uid string, start time.Time)
	answer  func(t *testing.T, uid, response string)
	refuses bool
	double  func(t *testing.T, uid string)
	// meet adds a meeting of the owner that repeats weekly. It is nil if the server cannot expand it.
	meet func(t *testing.T, m weekly)

	// spares reports whether the script leaves a request alone, such as one for a token. Nil means that it leaves none
	// alone.
	spares func(*http.Request) bool
	// fates are the outcomes that differ from [fateOf] for this driver, by operation and status: "put 403".
	fates map[string]fate
}

// kept is an event as the server has it.
type kept struct {
	UID        string
	Sequence   int
	Start, End time.Time
	Summary    string
	Text       string
	Location   string
}

// weekly is a meeting of one hour that repeats Count times.
type weekly struct {
	UID   string
	Zone  string    // IANA
	Start time.Time // the first, in Zone
	Count int
}

// fate is the outcome of an operation that gets some status.
type fate struct {
	done bool // no error
	Fate outbound.Fate
}

// fateOf returns the outcome of an operation (put, delete, busy) that gets nothing but this status, as outbound has it.
func fateOf(operation string, status int) fate {
	if operation == "delete" && (status == 404 || status == 410) {
		return fate{done: true}
	}
	return fate{Fate: outbound.Refused("", &http.Response{StatusCode: status}, "").Fate}
}

// driver is a driver and a kind of server.
type driver struct {
	name, on string
	start    func(t *testing.T) *world // skips the test if the server is not installed
}

var drivers []driver

// register adds a driver ("caldav", as for [New]) on a kind of server ("Radicale") to the suite.
func register(name, on string, start func(t *testing.T) *world) {
	drivers = append(drivers, driver{name, on, start})
}

// fewer is n, or with -short a fifth of it: for tests that do the same often, or whose text is hostile by its size.
func fewer(n int) int {
	if testing.Short() {
		return n / 5
	}
	return n
}

// begin is the start of the suite's interview.
var begin = time.Date(2031, time.March, 4, 15, 30, 0, 0, time.UTC)

// interview returns the suite's interview at revision n. Each revision has another time.
func interview(uid string, n int) Event {
	start := begin.AddDate(0, 0, n)
	return Event{
		UID: uid, Sequence: n, Stamp: begin.AddDate(0, -1, n), Start: start, End: start.Add(45 * time.Minute),
		Summary: fmt.Sprintf("Interview %d", n), Text: "Round: System design\nCandidate: Zoë",
		Location: "https://meet.example/abc",
	}
}

var serial atomic.Int32

// newUID returns a UID like those of the service.
func newUID() string { return fmt.Sprintf("iv_%04d@litmus.example", serial.Add(1)) }

// script is the suite's transport. It plays what a server, a network or a crash may do between the driver and the
// world. act decides about each request (n counts from 0, without token requests).
type script struct {
	http.RoundTripper
	spares func(*http.Request) bool

	mu  sync.Mutex
	n   int
	act func(n int, r *http.Request) act
}

// act is the outcome of a request: the usual one, a scripted answer, or an answer that is lost on its way back.
type act struct {
	status  int // answers this instead of calling the server
	header  http.Header
	body    string
	endless bool // the body has no end
	lost    bool // calls the server, but loses its answer
	err     error
}

func (a act) reader() io.Reader {
	if a.endless {
		return xs{}
	}
	return strings.NewReader(a.body)
}

// xs is an endless reader of x's.
type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

var errLost = errors.New("connection reset by the suite")

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.spares != nil && s.spares(r) {
		return s.RoundTripper.RoundTrip(r)
	}
	s.mu.Lock()
	var a act
	if s.act != nil {
		a = s.act(s.n, r)
	}
	s.n++
	s.mu.Unlock()
	switch {
	case a.err != nil:
		return nil, a.err
	case a.status != 0:
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
		}
		h := a.header.Clone()
		if h == nil {
			h = http.Header{}
		}
		return &http.Response{
			Status: fmt.Sprint(a.status, " ", http.StatusText(a.status)), StatusCode: a.status, Proto: "HTTP/1.1",
			ProtoMajor: 1, ProtoMinor: 1,
			Header: h, Body: io.NopCloser(a.reader()), ContentLength: -1, Request: r,
		}, nil
	}
	resp, err := s.RoundTripper.RoundTrip(r)
	if err == nil && a.lost {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		return nil, errLost
	}
	return resp, err
}

// play sets the script from now on, and counts from 0 again. With nil, all requests pass.
func (s *script) play(f func(n int, r *http.Request) act) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.act, s.n = f, 0
}

// always gives every request the same answer.
func always(status int, header http.Header, body string) func(int, *http.Request) act {
	return func(int, *http.Request) act { return act{status: status, header: header, body: body} }
}

// requests returns the number of requests since the last play.
func (s *script) requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// open makes a provider on a world, with a script between them.
func (d driver) open(t *testing.T, w *world) (Provider, *script) {
	t.Helper()
	s := &script{RoundTripper: w.client.Transport, spares: w.spares}
	if s.RoundTripper == nil {
		s.RoundTripper = http.DefaultTransport
	}
	c := *w.client
	c.Transport = s
	p, err := New(d.name, w.source, &c)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Writable() {
		t.Fatal("not writable")
	}
	return p, s
}

func mustPut(t *testing.T, p Provider, e Event, h Held) Held {
	t.Helper()
	h, err := p.Put(t.Context(), e, h)
	if err != nil {
		t.Fatalf("Put of revision %d: %s", e.Sequence, explain(err))
	}
	if h.ID == "" {
		t.Fatalf("Put of revision %d gave no id", e.Sequence)
	}
	return h
}

func mustDelete(t *testing.T, p Provider, uid string, h Held) {
	t.Helper()
	if err := p.Delete(t.Context(), uid, h); err != nil {
		t.Fatalf("Delete: %s", explain(err))
	}
}

func mustBusy(t *testing.T, p Provider, from, to time.Time, token string) Busy {
	t.Helper()
	b, err := p.Busy(t.Context(), from, to, token)
	if err != nil {
		t.Fatalf("Busy: %s", explain(err))
	}
	return b
}

// keeps puts the interview at revision n, and fails unless the server has exactly that, once.
func keeps(t *testing.T, w *world, p Provider, uid string, n int, h Held) Held {
	t.Helper()
	h = mustPut(t, p, interview(uid, n), h)
	wantKept(t, w, interview(uid, n))
	return h
}

// takesBack deletes the event, and fails unless the server has none.
func takesBack(t *testing.T, w *world, p Provider, uid string, h Held) {
	t.Helper()
	mustDelete(t, p, uid, h)
	wantNone(t, w, uid)
}

// explain formats an error with all that its code leaves out.
func explain(err error) string {
	if e, ok := errors.AsType[*outbound.Failure](err); ok {
		return fmt.Sprintf("%s (%s, after %s): %s",
			e.Code, []string{"retry", "give up", "revoked"}[e.Fate], e.After, e.Text)
	}
	return fmt.Sprintf("%T %v", err, err)
}

// wantKept fails unless the server has exactly this event, once.
func wantKept(t *testing.T, w *world, e Event) {
	t.Helper()
	if n := w.count(t, e.UID); n != 1 {
		t.Fatalf("revision %d: %d events on the server, want exactly 1", e.Sequence, n)
	}
	got := w.read(t, e.UID)
	want := kept{e.UID, e.Sequence, e.Start.UTC(), e.End.UTC(), e.Summary, e.Text, e.Location}
	got.Start, got.End = got.Start.UTC(), got.End.UTC()
	got.Text, got.Location = strings.TrimSpace(strings.ReplaceAll(got.Text, "\r\n", "\n")),
		strings.TrimSpace(got.Location)
	if got != want {
		t.Fatalf("revision %d on the server:\n got %+v\nwant %+v", e.Sequence, got, want)
	}
}

func wantNone(t *testing.T, w *world, uid string) {
	t.Helper()
	if n := w.count(t, uid); n != 0 {
		t.Fatalf("%d events on the server, want none", n)
	}
}

// wantError fails unless err is an [*outbound.Failure] that is safe to store and show.
func wantError(t *testing.T, w *world, err error) *outbound.Failure {
	t.Helper()
	e, ok := errors.AsType[*outbound.Failure](err)
	if !ok {
		t.Fatalf("got %s, want an *outbound.Failure", explain(err))
	}
	if e.Code == "" || strings.ContainsFunc(e.Code, func(r rune) bool { return r <= ' ' || r > '~' }) {
		t.Errorf("code %q is not one word", e.Code)
	}
	if len(e.Text) > outbound.MaxWords || strings.ContainsAny(e.Text, "\r\n") || strings.Contains(e.Text, "@") {
		t.Errorf("text %q is longer than %d bytes, has lines or addresses", e.Text, outbound.MaxWords)
	}
	for _, secret := range []string{w.source.Password, w.source.ClientSecret, w.source.RefreshToken} {
		if secret != "" && (strings.Contains(e.Text, secret) || strings.Contains(e.Error(), secret)) {
			t.Errorf("the error shows a secret: %s", explain(err))
		}
	}
	return e
}

// failsAs fails unless err has this fate and code, and is safe to store and show.
func failsAs(t *testing.T, w *world, err error, want outbound.Fate, code string) *outbound.Failure {
	t.Helper()
	e := wantError(t, w, err)
	if e.Fate != want || e.Code != code {
		t.Errorf("got %s, want %s with fate %d", explain(err), code, want)
	}
	return e
}
