package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// D21 and D22: a key that is made by a double click is shown, copied and used; its call is in the audit, and by
// keyboard alone it is revoked.
func TestDashboardKeys(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "root")
	v.Open(o.API+"/dashboard/keys").Want(200, "API keys")
	v.Click("New key").Fill("Name", "Browser key").Tap("roles:read")
	v.Looks("keys-new")
	v.leads("send the form twice", chromedp.Evaluate[chromedp.Void](
		"(() => {const f = document.querySelector('form[data-once]'); f.requestSubmit(); f.requestSubmit()})()"))
	v.Want(200, "only time that the key is shown", "Browser key")
	v.Looks("keys-shown")
	key := v.copies("Copy the key")
	if shown := ask[string](v, "read the key", "document.querySelector('.secret').innerText"); shown != key {
		t.Fatalf("%d characters were copied, want the key's %d", len(key), len(shown))
	}
	o.With(key).Do(t, "GET", "/roles", nil).Want(200)
	v.Open(o.API + "/dashboard/keys").WantNot(key)
	if n := strings.Count(v.Text(), "Browser key"); n != 1 {
		t.Errorf("%d keys were made, want one", n)
	}
	v.Looks("keys")
	v.Open(o.API+"/dashboard/audit").Choose("Status", "2xx").Click("Show").
		Want(200, "GET /api/v1/roles", "Browser key")
	v.Looks("audit")
	v.Click("Changes").Want(200, "created: scopes roles:read")
	v.Looks("audit-changes")

	k := o.signedIn(t, "root", Keyboard)
	k.Open(o.API+"/dashboard/keys").Click("Browser key").Want(200, "GET /api/v1/roles")
	k.Looks("keys-one")
	k.Click("Revoke this key").Want(200, "Who would notice", "1 request since").Click("Revoke the key").
		Want(200, "The key is revoked")
	o.With(key).Do(t, "GET", "/roles", nil).Want(401)
}
