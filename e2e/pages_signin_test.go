package e2e

import (
	"strings"
	"testing"
)

// SignIn signs the visitor in as a member of the organization, whose address begins with local, by a link of an
// operator.
func (o *Org) SignIn(t testing.TB, v *Visitor, local string) *Visitor {
	t.Helper()
	link := strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email(local)))
	return v.Open(link).Want(200, "Sign in to").Click("Sign in").Want(200)
}

// D5, D6, D8 and D9: a member asks for a link, signs in by the letter, gets to the page that they wanted, looks at
// times in another zone, sees where they are signed in, and signs out everywhere.
func TestPagesSignIn(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, n int, _ string, open func(testing.TB, *Service) *Visitor) {
		member := o.Email([]string{"root", "ilse", "petra"}[n])
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks("dashboard-" + picture)
			}
		}
		v := open(t, o.Service)
		v.Open(o.API+"/dashboard/sessions").Want(200, "Sign in", "Your address")
		looks(v, "signin")
		v.Fill("Your address", member).Click("Send me a link").Want(200, "Look into your inbox").WantNot(member)
		looks(v, "signin-sent")
		link := signInLink.FindString(o.Letters(t, member, 1)[0].Text)
		v.Open(link).Want(200, "Sign in to Northwind Optics", member)
		looks(v, "signin-link")
		v.Click("Sign in").Want(200, "Where you are signed in", "this browser")
		if !strings.HasSuffix(v.URL(), "/dashboard/sessions") {
			t.Errorf("signing in leads to %s", v.URL())
		}
		looks(v, "sessions")

		v.Open(o.API+"/dashboard/zone?back=/dashboard/sessions").Choose("Time zone", "Asia/Kathmandu")
		looks(v, "zone")
		v.Click("Show times in this zone").Want(200, "UTC+05:45", "this browser")
		v.Open(link).Want(410, "does not work any more", "You are signed in")
		v.Open(o.API+"/dashboard/nothing").Want(404, "There is no such page")
		looks(v, "not-found")
		v.Click("Go to the first page").Want(200, "Home")
		looks(v, "home")
		if n == 1 {
			v.Tap("Menu").Want(200, "Sign out")
			v.picture("dashboard-menu-phone")
		}

		other := open(t, o.Service)
		o.SignIn(t, other, strings.Split(member, "@")[0]).Want(200, "Home")
		other.Open(o.API+"/dashboard/sessions").Click("Sign out everywhere").Want(200, "You are signed out")
		looks(other, "signed-out")

		v.Open(o.API+"/dashboard/zone").Want(200, "Your address")
	})
}

// A form of a session that has ended meanwhile is kept in the browser, and sent again after signing in.
func TestPagesExpiredForm(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	v := o.SignIn(t, o.Visitor(t), "root")
	v.Open(o.API+"/dashboard/zone").Choose("Time zone", "Asia/Tokyo")
	other := o.SignIn(t, o.Visitor(t), "root")
	other.Open(o.API+"/dashboard/sessions").Click("Sign out everywhere").Want(200, "You are signed out")
	v.Click("Show times in this zone").Want(401, "Your session has ended", "kept in this tab").
		Looks("dashboard-signin-again")
	v.Click("Send it again").Want(401, "kept in this tab")
	if to := v.Link("Sign in in another tab"); to != o.API+"/dashboard/signin" {
		t.Errorf("signing in is at %s", to)
	}
}
