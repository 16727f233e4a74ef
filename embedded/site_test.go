package embedded

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Decision 114: which Host headers are accepted, by the listener's address and the names that the operator gave it.
func TestHosts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listener, name  string
		allows, refuses []string
	}{
		{"127.0.0.1:8025", "127.0.0.1",
			[]string{"127.0.0.1:8025", "127.0.0.1", "localhost:8025", "LocalHost", "localhost.:9999", "[::1]:8025",
				"::1", "127.8.9.1:80", "[::ffff:127.0.0.1]:80"},
			[]string{"", ":8025", "attacker.example:8025", "127.0.0.1.attacker.example", "localhost.attacker.example",
				"rebound.localhost:8025", "192.168.1.20:8025", "0.0.0.0:8025", "127.1:8025", "2130706433", "[::1"}},
		{"192.168.1.20:8025", "Desk.lan",
			[]string{"192.168.1.20:8025", "desk.lan:8025", "DESK.LAN.", "localhost:8025", "127.0.0.1"},
			[]string{"192.168.1.21:8025", "lan:8025", "attacker.example"}},
		{"[::]:8025", "", // the listener accepts connections on every address of the machine
			[]string{"192.168.1.20:8025", "[2001:db8::1]:8025", "localhost:8025"},
			[]string{"", "attacker.example:8025", "192.168.1.20.nip.io:8025"}},
	} {
		a, err := net.ResolveTCPAddr("tcp", c.listener)
		if err != nil {
			t.Fatal(err)
		}
		h := hostsOf(a, []string{c.name})
		for _, host := range c.allows {
			if !h.allow(host) {
				t.Errorf("on %s: Host %q is refused", c.listener, host)
			}
		}
		for _, host := range c.refuses {
			if h.allow(host) {
				t.Errorf("on %s: Host %q is accepted", c.listener, host)
			}
		}
	}
}

// Decision 114: a page that a browser shows under another name cannot read letters, and a page of another origin cannot
// change anything.
func TestServe(t *testing.T) {
	t.Parallel()
	c := openCatcher(t, "")
	sendLetter(t, c, "with a link")
	origin, stop := serveSite(t, c.Handler())
	if got := ask(t, "GET", origin+"/dev/inbox/messages.json", nil); got.status != http.StatusOK ||
		!strings.Contains(got.body, "with a link") {
		t.Errorf("as itself: got %d %s, want the letter", got.status, got.body)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(origin, "http://"))
	rebound := http.Header{"Host": {"attacker.example:" + port}}
	for _, path := range []string{"/dev/inbox", "/dev/inbox/messages.json", "/dev/inbox/inbox.css", "/"} {
		if got := ask(t, "GET", origin+path, rebound); got.status != http.StatusForbidden ||
			strings.Contains(got.body, "with a link") {
			t.Errorf("GET %s under another name: got %d %s, want 403", path, got.status, got.body)
		}
	}
	stop()
	if res, err := http.Get(origin); err == nil {
		res.Body.Close()
		t.Error("it still answers after stop")
	}
}

// serveSite serves h on a free loopback port until the test ends.
func serveSite(t *testing.T, h http.Handler) (origin string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stop = Serve(l, h)
	t.Cleanup(stop)
	return "http://" + l.Addr().String(), stop
}

type answer struct {
	status int
	body   string
}

// ask sends a request. A Host in headers replaces that of the URL.
func ask(t *testing.T, method, url string, headers http.Header) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range headers {
		req.Header[name] = values
	}
	req.Host = headers.Get("Host")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, string(body)}
}
