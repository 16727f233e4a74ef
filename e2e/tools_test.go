package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"litmus/store"
)

// T1 and T3: the address answers with and without a slash at the end, also to a proxy on this machine that passes the
// public name on, and `litmus audit` lists the calls.
func TestToolsAddress(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, path := range []string{"/mcp", "/mcp/"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.Ready.API+path, strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roles"}}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "hire.acme.example"
		r.Header.Set("Authorization", "Bearer "+o.Key)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), o.Posting("engineer")) {
			t.Errorf("POST %s answers %d %s (%v)", path, answer.StatusCode, body, err)
		}
	}
	o.audit(t, o.IDs.Organization, func(rows []store.AuditEntry) bool { return len(rows) == 2 })
	if listed := o.MustRun(t, "audit", "--org", o.Slug); strings.Count(listed, " tool:list_roles ") != 2 {
		t.Errorf("litmus audit lists\n%s", listed)
	}
}
