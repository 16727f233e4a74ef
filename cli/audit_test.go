package cli

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/store/audit"
	"litmus/turnstile"
)

// audited records requests as the service does: two of a key, one long ago, and two without credentials.
func (x *terminal) audited(keyID string) {
	x.t.Helper()
	s, org := x.open()
	one := audit.Entry{OrgID: org.ID, KeyID: keyID, Method: "GET", Route: "/api/v1/interviews/{id}", Status: 200,
		Duration: 1500 * time.Microsecond, ResourceIDs: []string{x.ids.Imports["gh"]}, RequestID: "req_one", At: noon}
	s.Audit.Record(one)
	one.Status, one.RequestID, one.ResourceIDs, one.At = 404, "req_two", nil, noon.Add(time.Minute)
	s.Audit.Record(one)
	one.RequestID, one.At = "req_long_ago", noon.AddDate(0, 0, -401)
	s.Audit.Record(one)
	for range 2 {
		s.Audit.RecordFailure(turnstile.ClientNetwork(netip.MustParseAddr("203.0.113.7")), audit.Entry{Method: "GET",
			Route: "/api/v1/roles", Status: 401, RequestID: "req_stranger", At: noon})
	}
	// It returns when all of them are written.
	if _, err := s.Audit.Entries(x.t.Context(), audit.Filter{Limit: 1}); err != nil {
		x.t.Fatal(err)
	}
}

// requests are the ids of the requests that audit lists.
func (x *terminal) requests(args ...string) (ids []string) {
	x.t.Helper()
	var rows []auditedRequest
	x.mustJSON(&rows, append([]string{"audit", "list"}, args...)...)
	for _, r := range rows {
		ids = append(ids, r.RequestID)
	}
	return ids
}

func TestAudit(t *testing.T) { // §5 rule 6
	t.Parallel()
	x := northwind(t)
	_, id := x.createKey("--name", "Scheduler", "--full-access")
	x.audited(id)

	for _, c := range []struct {
		want []string
		args []string
	}{
		{[]string{"req_two"}, []string{"--key", id, "--limit", "1"}},
		{[]string{"req_two", "req_one", "req_long_ago"}, []string{"--org", "northwind"}},
		{[]string{"req_one"}, []string{"--key", id, "--since", "2032-02-02", "--until", "2032-02-02T12:01:00Z"}},
		{[]string{"req_stranger"}, []string{"--failed"}},
		{[]string{"req_stranger"}, []string{"--failed", "--address", "::ffff:203.0.113.7"}},
		{nil, []string{"--failed", "--address", "203.0.113.8"}},
	} {
		if got := x.requests(c.args...); !slices.Equal(got, c.want) {
			t.Errorf("audit %v lists %v, want %v", c.args, got, c.want)
		}
	}

	x.tabled([][]string{
		{"AT", "KEY", "METHOD", "ROUTE", "STATUS", "MS", "RESOURCES", "REQUEST", "COUNT", "ADDRESS"},
		{"2032-02-02 13:00:00 CET", id, "GET", "/api/v1/interviews/{id}", "200", "1.5", x.ids.Imports["gh"], "req_one",
			"1", "-"},
	}, "audit", "--key", id, "--until", "2032-02-02T12:01:00Z", "--since", "2032-02-02") // list is the default
	var failed []auditedRequest
	x.mustJSON(&failed, "audit", "--failed")
	if len(failed) != 1 || !strings.HasPrefix(failed[0].Address, "addr_") {
		t.Fatalf("nobody's requests are %+v, want one row with a pseudonym", failed)
	}
	same(t, "nobody's request", failed[0], auditedRequest{At: "2032-02-02T12:00:00.000Z", Method: "GET",
		Route: "/api/v1/roles", Status: 401, ResourceIDs: []string{}, RequestID: "req_stranger", Count: 2,
		Address: failed[0].Address})
	if text := x.must("audit", "--failed"); strings.Contains(text, "203.0.113") {
		t.Errorf("an address is shown:\n%s", text)
	}

	// Pruned is what is older than LITMUS_AUDIT_DAYS, 400 unless it is set.
	x.env["LITMUS_AUDIT_DAYS"] = "402"
	x.prints("0 deleted\n", "audit", "prune")
	delete(x.env, "LITMUS_AUDIT_DAYS")
	x.prints("1 deleted\n", "audit", "prune")
	if got, want := x.requests("--key", id), []string{"req_two", "req_one"}; !slices.Equal(got, want) {
		t.Errorf("what is left is %v, want %v", got, want)
	}
}

func TestAudit_refused(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	_, id := x.createKey("--name", "Scheduler", "--full-access")
	x.apply(twice)
	const whose = "say whose requests: --key ID, --org SLUG, or --failed"
	x.refused(exitUsage, whose, "audit", "--failed", "--key", id)
	x.refused(exitUsage, "--address goes with --failed: a key's requests have no address", "audit", "--key", id,
		"--address", "203.0.113.7")
	x.refused(exitUsage, `--address "here" is no IP address`, "audit", "--failed", "--address", "here")
	const form = " is not ISO 8601: write 2026-12-01T15:00:00Z, an explicit offset, or a date"
	x.refused(exitUsage, `--since "yesterday"`+form, "audit", "--key", id, "--since", "yesterday")
	x.refused(exitFailed, `key "key_x" not found`, "audit", "--key", "key_x")
	x.refused(exitFailed, "key "+id+" is not one of organization twice", "audit", "--org", "twice", "--key", id)
	delete(x.env, "LITMUS_SECRET") // addresses are stored under pseudonyms by it
	x.refused(exitUsage, "LITMUS_SECRET is required: at least 32 bytes",
		"audit", "--failed", "--address", "203.0.113.7")
}
