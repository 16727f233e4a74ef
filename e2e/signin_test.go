package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// signInLink is a link to sign in to the dashboard.
var signInLink = regexp.MustCompile(`http://\S+/dashboard/in/[0-9A-Za-z_-]+`)

// signsIn presses the button of a link to sign in, and returns the session's cookie.
func (s *Service) signsIn(t testing.TB, link string) string {
	t.Helper()
	s.Get(t, link).Want(200)
	r := s.Post(t, link, nil).Want(303)
	cookie, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
	for _, set := range r.Header.Values("Set-Cookie") {
		if strings.HasPrefix(set, "litmus=") {
			cookie, _, _ = strings.Cut(set, ";")
		}
	}
	if to := r.Header.Get("Location"); to != "/dashboard" || !strings.HasPrefix(cookie, "litmus=") {
		t.Fatalf("it leads to %s with the cookie %q", to, cookie)
	}
	return cookie
}

// D5 and D8: an operator's link signs a member in, once, and the session opens the dashboard until it is signed out.
func TestSignInByCommand(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	admin := o.Email("root")
	link := strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", admin))
	cookie := o.signsIn(t, link)
	o.Post(t, link, nil).Want(http.StatusGone)
	if page := o.Get(t, "/dashboard", "Cookie", cookie).Want(200); !strings.Contains(string(page.Body), admin) {
		t.Errorf("the page is %s", page.Body)
	}
	o.Post(t, "/dashboard/sign-out", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"}).Want(403)
	o.Post(t, "/dashboard/sign-out", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}).Want(303)
	if to := o.Get(t, "/dashboard", "Cookie", cookie).Want(303).Header.Get("Location"); to != "/dashboard/signin" {
		t.Errorf("signed out it leads to %s", to)
	}
}

// D6: a member asks for a link, which comes by mail and signs them in; a stranger gets the same answer and no letter.
func TestSignInByMail(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	member, stranger := o.Email("ilse"), o.Email("stranger")
	no := o.Post(t, "/dashboard/signin", nil, "email", stranger).Want(303)
	yes := o.Post(t, "/dashboard/signin", nil, "email", member).Want(303)
	if a, b := no.Header.Get("Location")+string(no.Body), yes.Header.Get("Location")+string(yes.Body); a != b {
		t.Errorf("a stranger gets %q, a member %q", a, b)
	}
	cookie := o.signsIn(t, signInLink.FindString(o.Letters(t, member, 1)[0].Text))
	if page := string(o.Get(t, "/dashboard", "Cookie", cookie).Want(200).Body); !strings.Contains(page, member) {
		t.Errorf("it signs in somebody else:\n%s", page)
	}
	if l := o.Inbox(t, stranger); len(l) != 0 {
		t.Errorf("the stranger got %s", subjects(l))
	}
}

// Whoever is made a member in the dashboard gets a letter whose link signs them in, once and by a button (D5). The
// letter to an admin leads to the page to sign in alone.
func TestNewMemberIsSignedIn(t *testing.T) { // D1
	t.Parallel()
	o := NewOrg(t)
	cookie := o.signsIn(t, strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email("root"))))
	added := func(email, role string) (link string) {
		t.Helper()
		o.Post(t, "/dashboard/members/add", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}, "email", email,
			"name", "Kit Ortiz", "role", role).Want(303)
		letter := o.Letters(t, email, 1)[0]
		if !letter.tells(o.API + "/dashboard/signin\n") {
			t.Errorf("the letter %q leads to no page:\n%s", letter.Subject, letter.Text)
		}
		return signInLink.FindString(letter.Text)
	}
	kit := o.Email("kit")
	link := added(kit, "recruiter")
	if r := o.Get(t, "/dashboard", "Cookie", o.signsIn(t, link)).Want(200); !strings.Contains(string(r.Body), kit) {
		t.Errorf("it signs in somebody else:\n%s", r.Body)
	}
	o.Post(t, link, nil).Want(http.StatusGone)
	if link := added(o.Email("max"), "admin"); link != "" {
		t.Errorf("the letter to an admin signs in by %s", link)
	}
}
