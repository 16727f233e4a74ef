package outbound

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// A network is called only if both the organization and the operator name it.
func TestClients(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		operator, organization string
		called                 bool
	}{
		{"127.0.0.0/8", "127.0.0.0/8", true},
		{"127.0.0.0/8", "", false},
		{"", "127.0.0.0/8", false},
		{"10.0.0.0/8", "127.0.0.0/8", false},
	} {
		clients := NewClients(mustNetworks(t, c.operator))
		_, err := clients.For(mustNetworks(t, c.organization)).Get(server.URL)
		if _, refused := errors.AsType[*Error](err); (err == nil) != c.called || refused == c.called {
			t.Errorf("operator %q, organization %q: got %v, want called %v", c.operator, c.organization, err, c.called)
		}
	}

	// An organization must not use a connection that the client of another one keeps.
	clients := NewClients(mustNetworks(t, "127.0.0.0/8"))
	named := clients.For(mustNetworks(t, "127.0.0.0/8"))
	res, err := named.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if _, err := clients.For(nil).Get(server.URL); err == nil {
		t.Error("an organization that names nothing used a kept connection")
	}
	if clients.For(mustNetworks(t, "127.0.0.0/8,192.168.0.0/16")) != named {
		t.Error("organizations with the same networks do not share a client")
	}
	for n := range mostClients + 10 {
		NewClients(nil).For(nil)
		clients.For(mustNetworks(t, fmt.Sprintf("127.0.%d.%d", n/256, n%256)))
		if len(clients.made) > mostClients {
			t.Fatalf("%d clients are kept, want at most %d", len(clients.made), mostClients)
		}
	}
}

func TestIntersect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, want string }{
		{"10.0.0.0/8", "10.1.0.0/16", "[10.1.0.0/16]"},
		{"10.1.0.0/16", "10.0.0.0/8", "[10.1.0.0/16]"},
		{"fd12::/16,10.0.0.0/8", "fd12:3456::/32", "[fd12:3456::/32]"},
		{"10.0.0.0/8", "192.168.0.0/16", "[]"},
		{"10.0.0.0/8", "::/0", "[]"},
	} {
		if got := fmt.Sprint(intersect(mustNetworks(t, c.a), mustNetworks(t, c.b))); got != c.want {
			t.Errorf("%s and %s: got %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

func mustNetworks(t *testing.T, list string) []netip.Prefix {
	t.Helper()
	n, err := ParseNetworks(list)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
