package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// calls is the status of the answer to GET /roles with a key.
func (o *Org) calls(t testing.TB, key string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, o.API+"/api/v1/roles", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// D21 and D22: a key that is made by a double click is shown, copied and used; its call is in the audit, and by
// keyboard alone it is revoked. On a phone without scripts all of it is there as well.
func TestDashboardKeys(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "root")
	v.Open(o.Here(t, "/dashboard/keys")).Want(200, "API keys")
	v.Click("New key").Fill("Name", "Browser key").Tap("roles:read")
	v.inspected("keys-new")
	v.leads("send the form twice", chromedp.Evaluate[chromedp.Void](
		"(() => {const f = document.querySelector('form[data-once]'); f.requestSubmit(); f.requestSubmit()})()"))
	v.Want(200, "only time that the key is shown", "Browser key")
	v.inspected("keys-shown")
	v.do("keep what is copied", chromedp.Evaluate[chromedp.Void](
		"navigator.clipboard.writeText = async text => { window.copied = text }; void 0"))
	v.Tap("Copy the key").follows("Copied")
	key := ask[string](v, "read what was copied", "window.copied")
	if shown := ask[string](v, "read the key", "document.querySelector('.secret').innerText"); shown != key {
		t.Fatalf("%d characters were copied, want the key's %d", len(key), len(shown))
	}
	if got := o.calls(t, key); got != 200 {
		t.Fatalf("a call with the key answers %d, want 200", got)
	}
	v.Open(o.Here(t, "/dashboard/keys")).WantNot(key)
	if n := strings.Count(v.Text(), "Browser key"); n != 1 {
		t.Errorf("%d keys were made, want one", n)
	}
	v.inspected("keys")
	v.Open(o.Here(t, "/dashboard/audit")).Choose("Status", "2xx").Click("Filter").
		Want(200, "GET /api/v1/roles", "Browser key")
	v.inspected("audit")
	v.Click("Changes").Want(200, "created: scopes roles:read")
	v.inspected("audit-changes")

	k := o.signedIn(t, "root", Keyboard)
	k.Open(o.Here(t, "/dashboard/keys")).Click("Browser key").Want(200, "GET /api/v1/roles")
	k.inspected("keys-one")
	k.Click("Revoke this key").Want(200, "Who would notice", "1 request since").Click("Revoke the key").
		Want(200, "The key is revoked")
	if got := o.calls(t, key); got != 401 {
		t.Errorf("a call with the revoked key answers %d, want 401", got)
	}

	p := o.signedIn(t, "root", Phone, NoScript)
	p.Open(o.Here(t, "/dashboard/keys/new")).Fill("Name", "Phone key").Tap("Full access").Click("Create key").
		Want(200, "only time that the key is shown", "Full access")
	p.Click("I have copied the key").Want(200, "This key was not used")
}
