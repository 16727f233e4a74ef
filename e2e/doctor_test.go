package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// Beside a service that is well litmus doctor finds nothing that is bad, and names those who poll the queues. When the
// service has ended it says so.
func TestDoctor(t *testing.T) {
	t.Parallel()
	s := Start(t)
	s.NewOrg(t)
	examine := func(status int) (found map[string]string) {
		t.Helper()
		got := Command(t, append([]string{"TEMPORAL_ADDRESS=" + s.Temporal}, s.Env...), s.beside([]string{"doctor",
			"--json"})...)
		if got.Status != status {
			t.Errorf("exit status %d, want %d: %s%s", got.Status, status, got.Stdout, got.Stderr)
		}
		var said struct {
			Checks []struct{ Check, State, Found string }
		}
		if err := json.Unmarshal([]byte(got.Stdout), &said); err != nil {
			t.Fatal(err)
		}
		found = map[string]string{}
		for _, f := range said.Checks {
			found[f.Check] = f.State + " " + f.Found
		}
		return found
	}
	found := examine(0)
	for check, want := range map[string]string{"base URL": "ok ", "database": "ok SQLite", "schema": "ok version",
		"Temporal": "ok it answers, version 1.", "namespace": "ok default", "search attributes": "ok all 6",
		"queue interviews": "ok polled by ", "queue effects": "ok polled by ",
		"identity": "ok the namespace is that of db_",
		"mail":     "unsure LITMUS_SMTP_URL"} {
		if !strings.HasPrefix(found[check], want) {
			t.Errorf("%s: %q, want %q", check, found[check], want)
		}
	}
	s.Stop(t)
	found = examine(1)
	if !strings.HasPrefix(found["Temporal"], "bad ") || !strings.HasPrefix(found["base URL"], "unsure ") {
		t.Errorf("when the service has ended: %v", found)
	}
}
