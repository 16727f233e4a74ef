package e2e

import (
	"strings"
	"testing"
)

// D5, D6, D8 and D9: a member asks for a link, signs in by the letter, gets to the page that they wanted, looks at
// times in another zone, sees where they are signed in, and signs out everywhere.
func TestPagesSignIn(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, m manner) {
		local := []string{"root", "ilse", "petra"}[m.n]
		member := o.Email(local)
		v := o.Visitor(t, m.habits...)
		v.Open(o.API+"/dashboard/sessions").Want(200, "Sign in", "Your address")
		m.looks(v, "dashboard-signin")
		v.Fill("Your address", member).Click("Send me a link").Want(200, "Look into your inbox").WantNot(member)
		m.looks(v, "dashboard-signin-sent")
		link := signInLink.FindString(o.Letters(t, member, 1)[0].Text)
		v.Open(link).Want(200, "Sign in to Northwind Optics", member)
		m.looks(v, "dashboard-signin-link")
		v.Click("Sign in").Want(200, "Where you are signed in", "this browser")
		if !strings.HasSuffix(v.URL(), "/dashboard/sessions") {
			t.Errorf("signing in leads to %s", v.URL())
		}
		m.looks(v, "dashboard-sessions")

		v.Open(o.API+"/dashboard/zone?back=/dashboard/sessions").Choose("Time zone", "Asia/Kathmandu")
		m.looks(v, "dashboard-zone")
		v.Click("Show times in this zone").Want(200, "UTC+05:45", "this browser")
		v.Open(link).Want(410, "does not work any more", "You are signed in")
		v.Open(o.API+"/dashboard/nothing").Want(404, "There is no such page")
		m.looks(v, "dashboard-not-found")
		v.Click("Go to the first page").Want(200, "Home")
		if m.n == 1 {
			v.Tap("Menu").Want(200, "Sign out")
		}

		other := o.signedIn(t, local, m.habits...).Want(200, "Home")
		other.Open(o.API+"/dashboard/sessions").Click("Sign out everywhere").Want(200, "You are signed out")
		m.looks(other, "dashboard-signed-out")

		v.Open(o.API+"/dashboard/zone").Want(200, "Your address")
	})
}
