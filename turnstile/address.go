package turnstile

import (
	"net/netip"
	"strings"
)

// ClientAddress returns the address that a request comes from. remoteAddr is the peer of the connection, "host:port".
// forwardedFor are the values of the header X-Forwarded-For, to which each proxy appends the address that called it.
// They are read from the right, for as long as a proxy in one of the trusted networks wrote them; anybody can have sent
// what stands further to the left. The address is invalid if the peer has none, such as a Unix socket.
func ClientAddress(remoteAddr string, forwardedFor []string, trusted []netip.Prefix) netip.Addr {
	address := parseAddress(remoteAddr)
	if !trusts(trusted, address) {
		return address
	}
	entries := strings.Split(strings.Join(forwardedFor, ","), ",")
	for n := len(entries) - 1; n >= 0 && trusts(trusted, address); n-- {
		before := parseAddress(strings.TrimSpace(entries[n]))
		if !before.IsValid() {
			break // the trusted proxy named nobody, so the request counts for the proxy
		}
		address = before
	}
	return address
}

// ClientNetwork returns the network by which requests of the address are counted: one IPv4 address, or the /64 network
// of an IPv6 address, since one person has billions of those. It is the zero prefix if the address is invalid.
func ClientNetwork(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // fails for an invalid address only
	return p
}

// parseAddress reads "192.0.2.1", "192.0.2.1:443", "2001:db8::1" or "[2001:db8::1]:443", and returns the invalid
// address for anything else. An IPv4 address that is written as IPv6 becomes IPv4. IPv6 zones are dropped, because they
// only mean something on one machine.
func parseAddress(s string) netip.Addr {
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if err != nil {
		withPort, _ := netip.ParseAddrPort(s)
		a = withPort.Addr()
	}
	return a.Unmap().WithZone("")
}

func trusts(networks []netip.Prefix, a netip.Addr) bool {
	for _, n := range networks {
		if n.Contains(a) {
			return true
		}
	}
	return false
}
