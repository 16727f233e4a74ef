package cli

import (
	"testing"

	"go.temporal.io/sdk/client"
)

func TestCompression(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1:7233": false, "[::1]:7233": false, "localhost:7233": false,
		"10.0.0.7:7233": true, "temporal:7233": true, "ns.acct.tmprl.cloud:7233": true,
	} {
		_, none := compression(address).(*client.GrpcCompressionNone)
		if none == want {
			t.Errorf("compressed on the way to %s: %t, want %t", address, !none, want)
		}
	}
}
