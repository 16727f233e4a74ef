package outbound

import (
	"fmt"
	"net/netip"
	"strings"
)

// special are the IPv4 networks that are not the public internet, with the words for an error (the IANA registry of
// special-purpose addresses, RFC 6890), and one public address that is a cloud's internal service.
var special = networks{
	"0.0.0.0/8":          "this network",
	"10.0.0.0/8":         "private",
	"100.64.0.0/10":      "carrier-grade NAT", // and Alibaba's metadata service
	"127.0.0.0/8":        "loopback",
	"168.63.129.16/32":   "Azure's metadata service",
	"169.254.0.0/16":     "link-local", // and the metadata service of most clouds
	"172.16.0.0/12":      "private",
	"192.0.0.0/24":       "reserved", // and Oracle's metadata service
	"192.0.2.0/24":       "documentation",
	"192.88.99.0/24":     "6to4 relay",
	"192.168.0.0/16":     "private",
	"198.18.0.0/15":      "benchmarking",
	"198.51.100.0/24":    "documentation",
	"203.0.113.0/24":     "documentation",
	"224.0.0.0/4":        "multicast",
	"240.0.0.0/4":        "reserved",
	"255.255.255.255/32": "broadcast",
}.parsed()

// special6 are the special networks within 2000::/3, IPv6's public range. Everything outside of that range is not
// public: loopback, link-local, fc00::/7 (with a metadata service in it), multicast, local NAT64 (64:ff9b:1::/48), and
// addresses that embed IPv4.
var special6 = networks{
	"2001::/23":     "Teredo and other protocols",
	"2001:db8::/32": "documentation",
	"2002::/16":     "6to4",
	"3fff::/20":     "documentation",
}.parsed()

var (
	global6 = netip.MustParsePrefix("2000::/3")
	nat64   = netip.MustParsePrefix("64:ff9b::/96") // a network without IPv4 reaches public IPv4 by it (RFC 6052)
)

type networks map[string]string

type network struct {
	prefix netip.Prefix
	what   string
}

func (n networks) parsed() []network {
	var all []network
	for p, what := range n {
		all = append(all, network{netip.MustParsePrefix(p), what})
	}
	return all
}

// judge says why an address must not be called. It returns "" for an address that may be called because it is public or
// in one of the named networks. An IPv4 address gets the same answer in each of its IPv6 forms (::ffff:10.0.0.1,
// 64:ff9b::10.0.0.1).
func judge(a netip.Addr, named []netip.Prefix) string {
	if !a.IsValid() {
		return "no address"
	}
	a = plain(a)
	if holds(named, a) {
		return ""
	}
	if a.Is4() {
		return within(special, a)
	}
	if a.Zone() != "" || !global6.Contains(a) {
		return "not public"
	}
	return within(special6, a)
}

// plain returns the IPv4 address that an IPv6 address stands for, or the address itself.
func plain(a netip.Addr) netip.Addr {
	a = a.Unmap()
	if nat64.Contains(a) {
		b := a.As16()
		return netip.AddrFrom4([4]byte(b[12:]))
	}
	return a
}

func holds(named []netip.Prefix, a netip.Addr) bool {
	for _, p := range named {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

func within(all []network, a netip.Addr) string {
	what, bits := "", -1
	for _, n := range all {
		if n.prefix.Contains(a) && n.prefix.Bits() > bits {
			what, bits = n.what, n.prefix.Bits()
		}
	}
	return what
}

// ParseNetworks parses a comma-separated list of networks in CIDR notation or of single addresses, such as "10.0.0.0/8,
// fd12::/16, 192.168.1.20". "" gives none. The error names the entry and says what was expected.
func ParseNetworks(list string) ([]netip.Prefix, error) {
	var named []netip.Prefix
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		p, err := netip.ParsePrefix(entry)
		if err != nil {
			a, aerr := netip.ParseAddr(entry)
			if aerr != nil || a.Zone() != "" {
				return nil, fmt.Errorf("%q is no network: expected CIDR notation such as 10.0.0.0/8 or "+
					"fd12:3456::/32", entry)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		if a := p.Addr(); a.Is4In6() {
			if p.Bits() < 96 {
				return nil, fmt.Errorf("%q is no network: expected its IPv4 form, such as 10.0.0.0/8", entry)
			}
			p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
		}
		if p != p.Masked() {
			return nil, fmt.Errorf("%q names an address inside a network: expected %s, or %s for that address alone",
				entry, p.Masked(), p.Addr())
		}
		named = append(named, p)
	}
	return named, nil
}
