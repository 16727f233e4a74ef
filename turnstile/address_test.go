package turnstile_test

import (
	"net/netip"
	"testing"

	"litmus/turnstile"
)

// TestClientAddress: a request comes from its peer, or from the address that a trusted proxy names, and never from one
// that a stranger names.
func TestClientAddress(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32"),
		netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		what, peer string
		forwarded  []string
		want       string
	}{
		{"nobody between", "203.0.113.9:4711", nil, "203.0.113.9"},
		{"a stranger who names another", "203.0.113.9:4711", []string{"198.51.100.7"}, "203.0.113.9"},
		{"a proxy", "10.1.2.3:80", []string{"198.51.100.7"}, "198.51.100.7"},
		{"a proxy that is IPv4 in IPv6", "[::ffff:10.1.2.3]:80", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"a stranger behind a proxy who names another", "10.1.2.3:80", []string{"192.0.2.1, 198.51.100.7"},
			"198.51.100.7"},
		{"the same in a header of its own", "10.1.2.3:80", []string{"192.0.2.1", "198.51.100.7"}, "198.51.100.7"},
		{"two proxies", "10.1.2.3:80", []string{"192.0.2.1,198.51.100.7 , 10.9.9.9"}, "198.51.100.7"},
		{"somebody inside", "10.1.2.3:80", []string{"10.0.0.5"}, "10.0.0.5"},
		{"with a port", "10.1.2.3:80", []string{"198.51.100.7:3000"}, "198.51.100.7"},
		{"IPv6 with a port", "10.1.2.3:80", []string{"[2001:db8::1]:3000"}, "2001:db8::1"},
		{"IPv6 in brackets", "10.1.2.3:80", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"with a zone", "[fe80::1%eth0]:80", nil, "fe80::1"},
		{"a proxy without the header", "10.1.2.3:80", nil, "10.1.2.3"},
		{"a proxy that names no address", "10.1.2.3:80", []string{"198.51.100.7, unknown"}, "10.1.2.3"},
		{"a peer without an address", "@", []string{"198.51.100.7"}, "invalid IP"},
	} {
		if got := turnstile.ClientAddress(c.peer, c.forwarded, trusted).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if got := turnstile.ClientAddress("127.0.0.1:80", []string{"198.51.100.7"}, nil).String(); got != "127.0.0.1" {
		t.Errorf("without trusted proxies: %s, want the peer", got)
	}
}

func TestClientNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"198.51.100.7": "198.51.100.7/32",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "::1": "::/64", "127.0.0.1": "127.0.0.1/32"} {
		if got := turnstile.ClientNetwork(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s counts for %s, want %s", address, got, want)
		}
	}
	if got := turnstile.ClientNetwork(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("no address counts for %s, want the zero prefix", got)
	}
}
