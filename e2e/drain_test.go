package e2e

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	"litmus/testdb"
)

// An api that is told to stop is not ready any more, and answers on with connections that close, so that none of the
// requests fails that still come its way. A second signal ends it at once.
func TestDrain(t *testing.T) {
	t.Parallel()
	p := startParts(t, testdb.SQLite(t), "127.0.0.1:1", "LITMUS_DRAIN=1h")
	p.api.awaitHealth(t, http.StatusOK)
	tell := func() {
		if err := p.api.run.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	tell()
	if body := p.api.awaitHealth(t, http.StatusServiceUnavailable); !strings.Contains(body, `"serving":"failing"`) ||
		!strings.Contains(body, `"database":"ok"`) {
		t.Errorf("readyz says %s", body)
	}
	p.Book(t, "late", "interviewer_email", p.Email("ilse"))
	resp, err := http.Get(p.api.API + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !resp.Close {
		t.Errorf("healthz %d, the connection closes: %t; want 200 and that it does", resp.StatusCode, resp.Close)
	}
	tell()
	<-p.api.run.ended
	p.api.run = nil
}
