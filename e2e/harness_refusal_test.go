package e2e

import (
	"bytes"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	netmail "net/mail"
	netsmtp "net/smtp"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"
)

// refuseHalf stands before the Temporal server at an address and answers half of all calls, by chance, with
// "unavailable".
func refuseHalf(t testing.TB, addr string) string {
	t.Helper()
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	pass := &httputil.ReverseProxy{FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0),
		Transport: &http.Transport{Protocols: &protocols},
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: addr}) }}
	var refused atomic.Int64
	server := &http.Server{Protocols: &protocols, ErrorLog: pass.ErrorLog,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if rand.IntN(2) == 0 {
				pass.ServeHTTP(w, r)
				return
			}
			refused.Add(1)
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", "14")
			w.Header().Set("Grpc-Message", "refused by a test")
		})}
	return serveUntilEnd(t, func(l net.Listener) { _ = server.Serve(l) }, func() {
		server.Close()
		if refused.Load() == 0 {
			t.Error("no call of Temporal was refused")
		}
	})
}

// greylist stands before a mail server and refuses each letter once.
func greylist(t testing.TB, smtpURL string) string {
	t.Helper()
	g := &greylister{to: strings.TrimPrefix(smtpURL, "smtp://"), seen: map[string]bool{}}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &greySession{greylister: g}, nil
	}))
	server.Domain = "localhost"
	return "smtp://" + serveUntilEnd(t, func(l net.Listener) { _ = server.Serve(l) }, func() {
		server.Close()
		if len(g.seen) == 0 {
			t.Error("no letter was refused")
		}
	})
}

type greylister struct {
	to   string
	mu   sync.Mutex
	seen map[string]bool // recipients and Message-IDs of letters that were tried
}

type greySession struct {
	*greylister
	from, rcpt string
}

func (*greySession) Reset()        {}
func (*greySession) Logout() error { return nil }

func (x *greySession) Mail(from string, _ *smtp.MailOptions) error {
	x.from = from
	return nil
}

func (x *greySession) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.rcpt = to
	return nil
}

func (x *greySession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	letter := x.rcpt + " " + m.Header.Get("Message-ID")
	x.mu.Lock()
	tried := x.seen[letter]
	x.seen[letter] = true
	x.mu.Unlock()
	if !tried {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted, try again"}
	}
	return netsmtp.SendMail(x.to, nil, x.from, []string{x.rcpt}, raw)
}

// serveUntilEnd serves on a free loopback address until the test ends, and returns it.
func serveUntilEnd(t testing.TB, serve func(net.Listener), end func()) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		serve(l)
	}()
	t.Cleanup(func() {
		end()
		l.Close() // of a server that was closed before it served
		<-ended
	})
	return l.Addr().String()
}
