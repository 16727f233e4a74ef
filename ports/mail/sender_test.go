package mail

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/outbound"
)

var at = time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC)

func letterTo(to string) Message {
	return Message{
		From: "Acme Hiring <hiring@acme.example>", To: to, Subject: "Interview confirmed", Text: "Hello\n",
		HTML: "<p>Hello</p>", MessageID: "0193.1.candidate@litmus.example", Date: at, Method: "REQUEST",
		ICS: []byte("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
	}
}

func sender(t *testing.T, source string) *Sender {
	t.Helper()
	return senderWith(t, source, TLSByAddress)
}

func senderWith(t *testing.T, source string, policy TLS) *Sender {
	t.Helper()
	s, err := New(source, policy)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// served is a test of its own with a server and a sender to it.
func served(t *testing.T, name string, play func(t *testing.T, srv *server, s *Sender)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		srv := serve(t)
		play(t, srv, sender(t, srv.url))
	})
}

func mustSend(t *testing.T, s *Sender) {
	t.Helper()
	if err := s.Send(t.Context(), letterTo("zoe@example.com")); err != nil {
		t.Fatal(err)
	}
}

// opened checks how many connections were opened.
func (s *server) opened(t *testing.T, want int32) {
	t.Helper()
	if n := s.sessions.Load(); n != want {
		t.Errorf("%d connections were opened, want %d", n, want)
	}
}

func soon(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// expiring is a context whose deadline passes when ended is closed, so that no test waits for one.
type expiring struct {
	context.Context
	ended chan struct{}
}

func (e expiring) Done() <-chan struct{} { return e.ended }

func (e expiring) Err() error {
	select {
	case <-e.ended:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// endsWhen returns a context whose deadline passes when the event happens.
func endsWhen(t *testing.T, event <-chan struct{}) context.Context {
	e := expiring{t.Context(), make(chan struct{})}
	go func() {
		select {
		case <-event:
			close(e.ended)
		case <-t.Context().Done():
		}
	}()
	return e
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"smtp://127.0.0.1:1025", "smtps://mail.example.com:465", "smtp://ann:pw@[::1]:25",
		"smtp://ann%40example.com:a%2Fb@h:587/",
	} {
		if _, err := New(source, TLSByAddress); err != nil {
			t.Errorf("New(%q): %v", source, err)
		}
	}
	for name, source := range map[string]string{
		"nothing":                "",
		"another scheme":         "https://ann:hunter2@mail.example.com:25",
		"no port":                "smtp://ann:hunter2@mail.example.com",
		"a path":                 "smtp://ann:hunter2@mail.example.com:25/inbox",
		"a password not escaped": "smtp://ann:hunter2/%zz@mail.example.com:25",
	} {
		_, err := New(source, TLSByAddress)
		if err == nil || !strings.Contains(err.Error(), "expected smtp://[user:password@]host:port") ||
			strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v, want an error that says what is expected, without the password", name, err)
		}
	}
}

// TestSend covers the three cases that the ledger tells apart.
func TestSend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, to, code string
		fate           outbound.Fate
	}{
		{name: "accepted", to: "zoe@example.com"},
		{name: "refused permanently at RCPT", to: "rcpt550@example.com", code: "smtp_550", fate: outbound.GiveUp},
		{name: "refused for lack of a login: not the letter's fault", to: "rcpt530@example.com", code: CodeAuth},
		{name: "refused temporarily after DATA", to: "data451@example.com", code: "smtp_451"},
		{name: "a connection that drops before DATA: not accepted", to: "rcptdrop@example.com", code: CodeDropped},
		{name: "a connection that drops after DATA: perhaps accepted", to: "datadrop@example.com",
			code: CodeUnconfirmed, fate: outbound.Uncertain},
		{name: "a server that hangs before DATA: not accepted", to: "rcpthang@example.com", code: CodeTimeout},
		{name: "a server that hangs after DATA: perhaps accepted", to: "datahang@example.com", code: CodeUnconfirmed,
			fate: outbound.Uncertain},
		{name: "a recipient that is not an address", to: "zoe", code: CodeInvalid, fate: outbound.GiveUp},
	} {
		// A kept connection gives the same results as a new one.
		for _, kept := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/kept=%v", c.name, kept), func(t *testing.T) {
				t.Parallel()
				srv := serve(t)
				s := sender(t, srv.url)
				before := 0
				if kept {
					before = 1
					mustSend(t, s)
				}
				ctx := soon(t, time.Minute)
				if strings.Contains(c.to, "hang") {
					ctx = endsWhen(t, srv.hangs)
				}
				began := time.Now()
				err := s.Send(ctx, letterTo(c.to))
				if took := time.Since(began); took > 30*time.Second {
					t.Errorf("took %v", took)
				}
				if c.code == "" {
					if err != nil {
						t.Fatalf("got %v", err)
					}
					got := srv.received()
					if len(got) != before+1 || got[before].to != c.to || got[before].from != "hiring@acme.example" {
						t.Errorf("the server has %v", got)
					}
					srv.opened(t, 1)
					return
				}
				e := wantFailure(t, err, c.code, c.fate)
				if strings.Contains(e.Error()+e.Text, "@") {
					t.Errorf("the failure names an address: %v, %s", e, e.Text)
				}
				if n := len(srv.received()); n != before {
					t.Errorf("the server took %d letters, want %d", n, before)
				}
				if err := s.Send(t.Context(), letterTo("next@example.com")); err != nil {
					t.Errorf("the next letter fails: %v", err)
				}
			})
		}
	}
}

func TestSendConnecting(t *testing.T) {
	t.Parallel()

	t.Run("no server listens: temporary", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		wantError(t, sender(t, "smtp://"+l.Addr().String()).Send(t.Context(), letterTo("zoe@example.com")), CodeConnect)
	})

	for _, c := range []struct{ name, greeting, code string }{
		{"a greeting that refuses us is not about the letter", "554 5.7.1 not you\r\n", "smtp_554"},
		{"a greeting that is not SMTP", "hello there\r\n", CodeConnect},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := listen(t, func(conn net.Conn) {
				_, _ = conn.Write([]byte(c.greeting))
				_ = conn.Close()
			})
			wantError(t, sender(t, "smtp://"+l).Send(t.Context(), letterTo("zoe@example.com")), c.code)
		})
	}

	t.Run("a server that never greets ends with the context", func(t *testing.T) {
		t.Parallel()
		l := listen(t, func(net.Conn) {})
		e := wantError(t,
			sender(t, "smtp://"+l).Send(soon(t, 100*time.Millisecond), letterTo("zoe@example.com")), CodeTimeout)
		if !errors.Is(e, context.DeadlineExceeded) {
			t.Errorf("%v is not a deadline exceeded", e)
		}
	})

	t.Run("a canceled Send ends at once", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(context.Background())
		l := listen(t, func(net.Conn) { cancel() })
		e := wantError(t, sender(t, "smtp://"+l).Send(ctx, letterTo("zoe@example.com")), CodeCanceled)
		if !errors.Is(e, context.Canceled) {
			t.Errorf("%v is not a cancellation", e)
		}
	})

	t.Run("a final reply that is not SMTP leaves the outcome unknown", func(t *testing.T) {
		t.Parallel()
		l := listen(t, func(conn net.Conn) {
			_, _ = conn.Write([]byte("220 hi\r\n"))
			lines := bufio.NewScanner(conn)
			for body := false; lines.Scan(); {
				switch line := lines.Text(); {
				case line == "DATA":
					body = true
					_, _ = conn.Write([]byte("354 go\r\n"))
				case line == ".":
					_, _ = conn.Write([]byte("what was that?\r\n"))
				case !body:
					_, _ = conn.Write([]byte("250 fine\r\n"))
				}
			}
		})
		wantFailure(t, sender(t, "smtp://"+l).Send(t.Context(), letterTo("zoe@example.com")), CodeUnconfirmed,
			outbound.Uncertain)
	})

	served(t, "after Close nothing is sent", func(t *testing.T, srv *server, s *Sender) {
		mustSend(t, s)
		_ = s.Close()
		await(t, srv.gone)
		wantError(t, s.Send(t.Context(), letterTo("zoe@example.com")), CodeClosed)
	})
}

func TestSendSigningIn(t *testing.T) {
	t.Parallel()
	as := func(srv *server, password string) string {
		u := url.URL{Scheme: "smtp", Host: srv.addr, User: url.UserPassword("ann@example.com", password)}
		return u.String()
	}
	t.Run("with the right password, once per connection", func(t *testing.T) {
		t.Parallel()
		srv := serve(t, requireAuth)
		s := sender(t, as(srv, "s3cret:@/"))
		for range 3 {
			mustSend(t, s)
		}
		if n := srv.logins.Load(); n != 1 {
			t.Errorf("%d logins for three letters, want 1", n)
		}
	})
	t.Run("with a wrong one it is the configuration's fault, not the letter's", func(t *testing.T) {
		t.Parallel()
		s := sender(t, as(serve(t, requireAuth), "hunter2"))
		e := wantError(t, s.Send(t.Context(), letterTo("zoe@example.com")), CodeAuth)
		if strings.Contains(e.Error()+e.Text, "hunter2") {
			t.Errorf("the failure shows the password: %v, %s", e, e.Text)
		}
	})
	t.Run("without credentials where they are required", func(t *testing.T) {
		t.Parallel()
		srv := serve(t, requireAuth)
		// go-smtp replies with 502.
		wantError(t, sender(t, srv.url).Send(t.Context(), letterTo("zoe@example.com")), "smtp_502")
	})
	t.Run("over STARTTLS", func(t *testing.T) {
		t.Parallel()
		srv := serve(t, requireAuth, offerTLS)
		if err := sender(t, as(srv, "s3cret:@/")).Send(t.Context(), letterTo("zoe@example.com")); err != nil {
			t.Fatal(err)
		}
	})
}

func TestSendImplicitTLS(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := serveOn(t, tls.NewListener(l, &tls.Config{Certificates: certificates()}), requireAuth)
	s := sender(t, "smtps://ann%40example.com:s3cret%3A%40%2F@"+srv.addr)
	for range 2 {
		mustSend(t, s)
	}
	srv.opened(t, 1)
	wantError(t, sender(t, "smtps://"+serve(t).addr).Send(t.Context(), letterTo("zoe@example.com")), CodeTLS)
}

// pipe returns a connection to a server, with an address that is not loopback.
func pipe(t *testing.T, options ...option) net.Conn {
	t.Helper()
	here, there := net.Pipe()
	serveOn(t, &once{conn: there, done: make(chan struct{})}, options...)
	t.Cleanup(func() { _ = here.Close() })
	return here
}

func TestOpenBeyondLoopback(t *testing.T) {
	t.Parallel()
	t.Run("never sends credentials in the clear", func(t *testing.T) {
		t.Parallel()
		s := senderWith(t, "smtp://ann%40example.com:s3cret%3A%40%2F@mail.example.com:25", TLSOpportunistic)
		at, err := s.open(t.Context(), &conn{raw: pipe(t, requireAuth)})
		if err == nil || at != signingIn || !strings.Contains(err.Error(), "in the clear") {
			t.Errorf("got %v at %v", err, at)
		}
	})
	t.Run("does not trust a self-signed certificate", func(t *testing.T) {
		t.Parallel()
		s := sender(t, "smtp://mail.example.com:25")
		at, err := s.open(t.Context(), &conn{raw: pipe(t, offerTLS)})
		if err == nil || failed(t.Context(), at, err).Code != CodeTLS {
			t.Errorf("got %v at %v", err, at)
		}
	})
}

func TestConnections(t *testing.T) {
	t.Parallel()

	served(t, "are kept", func(t *testing.T, srv *server, s *Sender) {
		for range 20 {
			mustSend(t, s)
		}
		srv.opened(t, 1)
	})

	served(t, "are replaced once when the server has hung up", func(t *testing.T, srv *server, s *Sender) {
		for want := 1; want <= 3; want++ {
			mustSend(t, s)
			if n := len(srv.received()); n != want {
				t.Fatalf("the server has %d letters, want %d", n, want)
			}
			srv.hangUp()
		}
	})

	t.Run("are replaced when the server wants no more letters on one", func(t *testing.T) {
		t.Parallel()
		srv := serve(t, onMail(func(_ int32, nth int) error {
			if nth > 2 {
				return refuse(452, "4.4.5 too many letters on this connection")
			}
			return nil
		}))
		s := sender(t, srv.url)
		for range 6 {
			mustSend(t, s)
		}
		srv.opened(t, 3)
	})

	t.Run("that hang when reused leave time for a new one", func(t *testing.T) {
		t.Parallel()
		var srv *server
		srv = serve(t, onMail(func(session int32, nth int) error {
			if session == 1 && nth == 2 {
				<-srv.hold
			}
			return nil
		}))
		s := sender(t, srv.url)
		for range 2 {
			if err := s.Send(soon(t, 3*time.Second), letterTo("zoe@example.com")); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(srv.received()); n != 2 {
			t.Errorf("the server has %d letters, want 2", n)
		}
	})

	served(t, "are closed when idle", func(t *testing.T, srv *server, s *Sender) {
		s.idleFor = time.Millisecond
		mustSend(t, s)
		await(t, srv.gone)
		mustSend(t, s)
	})

	served(t, "are at most 8 for any number of senders, and every letter arrives once",
		func(t *testing.T, srv *server, s *Sender) {
			var all sync.WaitGroup
			for i := range 400 {
				all.Go(func() {
					if err := s.Send(t.Context(), letterTo(fmt.Sprintf("zoe%d@example.com", i))); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			seen := map[string]int{}
			for _, r := range srv.received() {
				seen[r.to]++
			}
			if len(seen) != 400 || len(srv.received()) != 400 {
				t.Errorf("%d letters for %d recipients, want 400 for 400", len(srv.received()), len(seen))
			}
			if n := srv.open.Load(); n > maxOpen {
				t.Errorf("%d connections are open, want at most %d", n, maxOpen)
			}
		})
}

func wantFailure(t *testing.T, err error, code string, fate outbound.Fate) *outbound.Failure {
	t.Helper()
	e, ok := errors.AsType[*outbound.Failure](err)
	if !ok {
		t.Fatalf("got %v, want an *outbound.Failure", err)
	}
	if e.Code != code || e.Fate != fate {
		t.Errorf("got %s with fate %d (%s), want %s with fate %d", e.Code, e.Fate, e.Text, code, fate)
	}
	return e
}

// wantError fails unless the letter may be sent again.
func wantError(t *testing.T, err error, code string) *outbound.Failure {
	t.Helper()
	return wantFailure(t, err, code, outbound.Retry)
}

func await(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Fatal("no signal within a minute")
	}
}

// listen accepts connections on a free port and runs f for each.
func listen(t *testing.T, f func(net.Conn)) string {
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
			go f(c)
		}
	}()
	return l.Addr().String()
}

// once is a listener that accepts a single connection.
type once struct {
	conn net.Conn
	done chan struct{}
	used bool
	stop sync.Once
}

func (o *once) Accept() (net.Conn, error) {
	if o.used {
		<-o.done
		return nil, net.ErrClosed
	}
	o.used = true
	return o.conn, nil
}
func (o *once) Close() error   { o.stop.Do(func() { close(o.done) }); return nil }
func (o *once) Addr() net.Addr { return o.conn.LocalAddr() }
