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
	if !signInLink.MatchString(link) {
		t.Fatalf("it prints %q for %q", link, admin)
	}
	cookie := o.signsIn(t, link)
	o.Post(t, link, nil).Want(http.StatusGone)
	r := o.Get(t, "/dashboard", "Cookie", cookie).Want(200)
	if page := string(r.Body); !strings.Contains(page, admin) || r.Header.Get("Cache-Control") != "no-store" ||
		!strings.Contains(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("the page is %s\n%s", r.Header, page)
	}
	o.Post(t, "/dashboard/sign-out", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"}).Want(403)
	o.Post(t, "/dashboard/sign-out", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}).Want(303)
	if to := o.Get(t, "/dashboard", "Cookie", cookie).Want(303).Header.Get("Location"); to != "/dashboard/signin" {
		t.Errorf("signed out it leads to %s", to)
	}
	o.Do(t, "GET", "/roles", nil, "Cookie", cookie).Want(200) // the API knows keys alone
}

// D6: a member asks for a link, which comes by mail and signs them in; a stranger gets the same answer and no letter.
func TestSignInByMail(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	member, stranger := o.Email("ilse"), o.Email("stranger")
	var answers []string
	for _, email := range []string{stranger, member} {
		r := o.Post(t, "/dashboard/signin", nil, "email", email).Want(303)
		answers = append(answers, r.Header.Get("Location")+string(r.Body))
	}
	if answers[0] != answers[1] {
		t.Errorf("a stranger gets %q, a member %q", answers[0], answers[1])
	}
	letter := o.Letters(t, member, 1)[0]
	link := signInLink.FindString(letter.Text)
	if link == "" {
		t.Fatalf("the letter %q has no link:\n%s", letter.Subject, letter.Text)
	}
	cookie := o.signsIn(t, link)
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
	page := o.API + "/dashboard/signin"
	added := func(email, role string) (link string) {
		t.Helper()
		o.Post(t, "/dashboard/members/add", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}, "email", email,
			"name", "Kit Ortiz", "role", role).Want(303)
		letter := o.Letters(t, email, 1)[0]
		if !strings.Contains(letter.Subject, "added you to the hiring team of Northwind Optics") ||
			!strings.Contains(letter.Text, page+"\n") {
			t.Fatalf("the letter %q leads to no page:\n%s", letter.Subject, letter.Text)
		}
		return signInLink.FindString(letter.Text)
	}
	kit := o.Email("kit")
	link := added(kit, "recruiter")
	if link == "" {
		t.Fatal("the letter to a recruiter signs nobody in")
	}
	if r := o.Get(t, "/dashboard", "Cookie", o.signsIn(t, link)).Want(200); !strings.Contains(string(r.Body), kit) {
		t.Errorf("it signs in somebody else:\n%s", r.Body)
	}
	o.Get(t, link).Want(http.StatusGone)
	o.Post(t, link, nil).Want(http.StatusGone)
	o.Post(t, page, nil, "email", kit).Want(303)
	o.signsIn(t, signInLink.FindString(o.Letters(t, kit, 2)[0].Text))

	if link := added(o.Email("max"), "admin"); link != "" {
		t.Errorf("the letter to an admin signs in by %s", link)
	}
}
