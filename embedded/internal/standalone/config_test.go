package standalone

import "testing"

// Apart from the guarded web interface, no service has an HTTP port that a browser could talk to.
func TestConfig_noHTTP(t *testing.T) {
	t.Parallel()
	p, err := FreePorts("", services)
	if err != nil {
		t.Fatal(err)
	}
	got := Config(p, Stores{}).Services
	if len(got) != len(services) {
		t.Fatalf("the server has %d services, want %d", len(got), len(services))
	}
	for name, s := range got {
		if s.RPC.HTTPPort != 0 {
			t.Errorf("%s answers HTTP on port %d", name, s.RPC.HTTPPort)
		}
	}
}
