package outbound

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"strings"
	"testing"
)

// names returns a resolver that asks a name server in this process, which answers each lookup by calling answer.
func names(t *testing.T, answer func(name string, nth int) []string) *net.Resolver {
	t.Helper()
	l, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		asked := map[string]int{}
		buf := make([]byte, 1500)
		for {
			n, from, err := l.ReadFrom(buf)
			if err != nil {
				return
			}
			q := buf[:n]
			var labels []string
			i := 12
			for i < n && q[i] != 0 {
				labels = append(labels, string(q[i+1:i+1+int(q[i])]))
				i += 1 + int(q[i])
			}
			kind := binary.BigEndian.Uint16(q[i+1:])
			question := q[12 : i+5]
			name := strings.ToLower(strings.Join(labels, "."))
			var records []byte
			count := uint16(0)
			if kind == 1 || kind == 28 {
				if kind == 1 {
					asked[name]++
				}
				for _, text := range answer(name, asked[name]) {
					a := netip.MustParseAddr(text)
					if a.Is4() != (kind == 1) {
						continue
					}
					records = append(records, 0xc0, 12)
					records = binary.BigEndian.AppendUint16(records, kind)
					records = append(records, 0, 1, 0, 0, 0, 0)
					records = binary.BigEndian.AppendUint16(records, uint16(a.BitLen()/8))
					records = append(records, a.AsSlice()...)
					count++
				}
			}
			reply := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1}, byte(count>>8), byte(count), 0, 0, 0, 0)
			_, _ = l.WriteTo(append(append(reply, question...), records...), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp4", l.LocalAddr().String())
	}}
}

// only returns an answer function that always gives these addresses.
func only(addresses ...string) func(string, int) []string {
	return func(string, int) []string { return addresses }
}
