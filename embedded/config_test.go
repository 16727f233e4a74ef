package embedded

import "testing"

// Apart from the guarded web interface, no service has an HTTP port that a browser could talk to.
func TestServerConfig_noHTTP(t *testing.T) {
	t.Parallel()
	p, err := freePorts("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	services := serverConfig(p, stores{}).Services
	if len(services) == 0 {
		t.Fatal("the server has no services")
	}
	for name, s := range services {
		if s.RPC.HTTPPort != 0 {
			t.Errorf("%s answers HTTP on port %d", name, s.RPC.HTTPPort)
		}
	}
}
