package mail

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"

	"litmus/ports/outbound"
)

// Where encryption is required, no letter is sent without it, and it is tried again.
func TestTLS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		policy TLS
		server []option
		code   string // "" if the letter is accepted
	}{
		{"required, and not offered", TLSRequired, nil, CodeNoTLS},
		{"required, and offered", TLSRequired, []option{offerTLS}, ""},
		{"opportunistic, and not offered", TLSOpportunistic, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv := serve(t, c.server...)
			err := senderWith(t, srv.url, c.policy).Send(t.Context(), letterTo("zoe@example.com"))
			if c.code == "" {
				if err != nil || len(srv.received()) != 1 {
					t.Errorf("got %v and %d letters, want one accepted", err, len(srv.received()))
				}
				return
			}
			e := wantError(t, err, c.code)
			said := len(srv.received()) != 0 || srv.logins.Load() != 0
			if e.Fate != outbound.Retry || !strings.Contains(e.Text, "LITMUS_SMTP_TLS") || said {
				t.Errorf("got %+v, %d letters and %d logins, want a temporary failure before anything is sent",
					e, len(srv.received()), srv.logins.Load())
			}
		})
	}

	t.Run("required, and an attacker removes the offer", func(t *testing.T) {
		t.Parallel()
		srv := serve(t, offerTLS, requireAuth)
		stripped, hidden := strip(t, srv.addr)
		source := "smtp://ann%40example.com:s3cret%3A%40%2F@" + stripped
		wantError(t, senderWith(t, source, TLSRequired).Send(t.Context(), letterTo("zoe@example.com")), CodeNoTLS)
		if !hidden() {
			t.Fatal("the relay did not see the server's offer")
		}
		if n := srv.logins.Load(); n != 0 || len(srv.received()) != 0 {
			t.Errorf("%d logins and %d letters were sent in clear text", n, len(srv.received()))
		}
	})

	t.Run("by address, beyond private networks", func(t *testing.T) {
		t.Parallel()
		s := sender(t, "smtp://mail.example.com:25")
		at, err := s.open(t.Context(), &conn{raw: pipe(t)})
		if err == nil || failed(t.Context(), at, err).Code != CodeNoTLS {
			t.Errorf("got %v at %v, want %s", err, at, CodeNoTLS)
		}
	})
}

// isNear covers RFC 1918, RFC 4193, link-local and loopback.
func TestIsNear(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "10.1.2.3": true, "172.16.0.1": true, "172.32.0.1": false, "192.168.1.1": true,
		"::ffff:192.168.1.1": true, "fd12::1": true, "fe80::1": true, "169.254.1.1": true, "100.64.0.1": false,
		"8.8.8.8": false, "2606:4700::1111": false, "0.0.0.0": false,
	} {
		if got := isNear(&net.TCPAddr{IP: net.ParseIP(ip), Port: 25}); got != want {
			t.Errorf("%s: got %v, want %v", ip, got, want)
		}
	}
}

// strip relays lines to the server at addr and removes its offer of STARTTLS, as an attacker between both could. hidden
// reports whether there was an offer.
func strip(t *testing.T, addr string) (at string, hidden func() bool) {
	t.Helper()
	seen := make(chan struct{}, 100)
	at = listen(t, func(client net.Conn) {
		defer client.Close()
		server, err := net.Dial("tcp", addr)
		if err != nil {
			return
		}
		defer server.Close()
		go func() { // until either side hangs up
			defer server.Close()
			_, _ = io.Copy(server, client)
		}()
		for r := bufio.NewReader(server); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if strings.Contains(line, "STARTTLS") {
				seen <- struct{}{}
				line = strings.Replace(line, "STARTTLS", "X-NOTHING", 1)
			}
			if _, err := io.WriteString(client, line); err != nil {
				return
			}
		}
	})
	return at, func() bool { return len(seen) > 0 }
}
