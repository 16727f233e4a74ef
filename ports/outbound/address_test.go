package outbound

import (
	"net/netip"
	"strings"
	"testing"
)

// TestJudge covers every kind of address that is not the public internet (RFC 6890).
func TestJudge(t *testing.T) {
	t.Parallel()
	for address, why := range map[string]string{
		"93.184.216.34": "", "1.1.1.1": "", "9.255.255.255": "", "11.0.0.0": "", "100.63.255.255": "",
		"100.128.0.0": "", "172.15.255.255": "", "172.32.0.0": "", "192.167.255.255": "", "192.169.0.0": "",
		"223.255.255.255": "", "168.63.129.17": "", "2606:4700::1111": "", "2a00:1450::1": "",

		"127.0.0.1": "loopback", "127.255.255.255": "loopback", "::1": "not public",
		"0.0.0.0": "this network", "0.1.2.3": "this network", "::": "not public",
		"10.0.0.0": "private", "10.255.255.255": "private", "172.16.0.1": "private", "172.31.255.255": "private",
		"192.168.0.1": "private", "fc00::1": "not public", "fdff::1": "not public",
		"169.254.0.1": "link-local", "fe80::1": "not public", "fe80::1%eth0": "not public",
		"2606:4700::1111%eth0": "not public", "fec0::1": "not public",
		"169.254.169.254": "link-local", "fd00:ec2::254": "not public", "100.100.100.200": "carrier-grade NAT",
		"168.63.129.16": "Azure's metadata service", "192.0.0.192": "reserved",
		"100.64.0.0": "carrier-grade NAT", "100.127.255.255": "carrier-grade NAT",
		"224.0.0.1": "multicast", "239.255.255.255": "multicast", "ff02::1": "not public",
		"240.0.0.1": "reserved", "255.255.255.255": "broadcast", "198.18.0.1": "benchmarking",
		"192.0.2.1": "documentation", "198.51.100.1": "documentation", "203.0.113.1": "documentation",
		"2001:db8::1": "documentation", "3fff::1": "documentation", "192.88.99.1": "6to4 relay",
		"4000::1": "not public",

		// IPv4 in IPv6 form
		"::ffff:127.0.0.1": "loopback", "::ffff:10.0.0.1": "private", "::ffff:169.254.169.254": "link-local",
		"::ffff:93.184.216.34": "", "::127.0.0.1": "not public", "::10.0.0.1": "not public",
		"::ffff:0:10.0.0.1": "not public",
		"64:ff9b::10.0.0.1": "private", "64:ff9b::169.254.169.254": "link-local", "64:ff9b::93.184.216.34": "",
		"64:ff9b:1::10.0.0.1": "not public", "2002:0a00:0001::": "6to4", "2002:5db8:d822::": "6to4",
		"2001:0:4136:e378:8000:63bf:3fff:fdd2": "Teredo and other protocols",
	} {
		if got := judge(netip.MustParseAddr(address), nil); got != why {
			t.Errorf("%s: got %q, want %q", address, got, why)
		}
	}
	if judge(netip.Addr{}, nil) == "" {
		t.Error("an invalid address is public")
	}
}

func TestJudge_namedNetworks(t *testing.T) {
	t.Parallel()
	named, err := ParseNetworks("10.1.0.0/16, 127.0.0.1, fd12:3456::/32 ,, ::ffff:192.168.7.0/120")
	if err != nil {
		t.Fatal(err)
	}
	for address, allowed := range map[string]bool{
		"10.1.2.3": true, "::ffff:10.1.2.3": true, "64:ff9b::10.1.2.3": true, "10.2.0.1": false,
		"::ffff:10.2.0.1": false, "127.0.0.1": true, "127.0.0.2": false, "::1": false,
		"fd12:3456::9": true, "fd12:3457::9": false, "fd12:3456::9%eth0": false, "192.168.7.255": true,
		"192.168.8.0": false, "2002:0a01:0203::": false, "169.254.169.254": false, "1.1.1.1": true,
	} {
		if why := judge(netip.MustParseAddr(address), named); (why == "") != allowed {
			t.Errorf("%s: %q, want allowed %v", address, why, allowed)
		}
	}
}

func TestParseNetworks(t *testing.T) {
	t.Parallel()
	for _, none := range []string{"", " ", ",", " , "} {
		if n, err := ParseNetworks(none); err != nil || len(n) != 0 {
			t.Errorf("%q: got %v %v, want none", none, n, err)
		}
	}
	for list, want := range map[string]string{
		"10.0.0.0/8,nonsense": `"nonsense" is no network`,
		"10.0.0.0/33":         `"10.0.0.0/33" is no network`,
		"10.0.0.1/8":          "expected 10.0.0.0/8, or 10.0.0.1 for that address alone",
		"fe80::1%eth0":        "is no network",
		"http://10.0.0.0/8":   "is no network",
		"::ffff:0:0/90":       "expected its IPv4 form",
		"0x7f000001":          "is no network",
	} {
		if _, err := ParseNetworks(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want …%s…", list, err, want)
		}
	}
}
