package cli

import (
	"io"
	"net"
	"net/http"
	"net/smtp"
	"strings"
	"sync/atomic"
	"testing"

	"litmus/inbox"
)

// Which Host headers are accepted, by the listener's address and the names that the operator gave it.
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
		must(t, err)
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

// A page that a browser shows under another name cannot read letters.
func TestServeTool_inbox(t *testing.T) {
	t.Parallel()
	c, err := inbox.OpenCatcher(t.TempDir())
	must(t, err)
	t.Cleanup(c.Close)
	if err := smtp.SendMail(c.Addr(), nil, "hiring@acme.example", []string{"zoe@example.com"},
		[]byte("Subject: with a link\r\n\r\nbody\r\n")); err != nil {
		t.Fatal(err)
	}
	origin, stop := toolSite(t, c.Handler())
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

// A page that a browser shows under another name cannot read workflows, and one of another origin cannot terminate
// them.
func TestServeTool_changes(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	origin, _ := toolSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1) }))
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(origin, "http://"))
	rebound := "attacker.example:" + port
	for name, headers := range map[string]http.Header{
		"under another name": {
			"Host": {rebound}, "Origin": {"http://" + rebound}, "Sec-Fetch-Site": {"same-origin"},
		},
		"from another origin":                 {"Origin": {"http://attacker.example"}},
		"from another site":                   {"Sec-Fetch-Site": {"cross-site"}},
		"from another port of this machine":   {"Origin": {"http://127.0.0.1:1"}, "Sec-Fetch-Site": {"same-site"}},
		"without a name":                      {"Origin": {"null"}},
		"with a header that skips its checks": {"Origin": {"http://attacker.example"}, "Authorization": {"Bearer x"}},
	} {
		if got := ask(t, "POST", origin, headers); got.status != http.StatusForbidden || asked.Load() != 0 {
			t.Errorf("%s: got %d %s, want 403 before the tool is asked", name, got.status, got.body)
		}
	}
	own := http.Header{"Origin": {origin}, "Sec-Fetch-Site": {"same-origin"}}
	if got := ask(t, "POST", origin, own); got.status != http.StatusOK || asked.Load() != 1 {
		t.Errorf("from its own page: got %d %s, asked %d times; want 200 and once", got.status, got.body, asked.Load())
	}
}

// toolSite serves h on a free loopback port until the test ends.
func toolSite(t *testing.T, h http.Handler) (origin string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	stop = serveTool(l, h)
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
	must(t, err)
	for name, values := range headers {
		req.Header[name] = values
	}
	req.Host = headers.Get("Host")
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	must(t, err)
	return answer{res.StatusCode, string(body)}
}
