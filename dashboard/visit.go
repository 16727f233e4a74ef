package dashboard

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"litmus/models"
)

// visit is one request to a page.
type visit struct {
	*http.Request
	site    *Site
	org     models.Organization
	member  models.Member  // whoever is signed in; zero on a page for those who are not
	session models.Session // theirs
	zone    *time.Location // the viewer's
	now     time.Time
	form    url.Values // of a POST, never nil there
	files   map[string]upload
}

// upload is a file that was sent with a form.
type upload struct {
	Name string // as the browser gave it
	Body []byte
}

// signedIn reports whether a member is signed in.
func (v *visit) signedIn() bool { return v.member.Email != "" }

// may returns nil if the member may do the action, and otherwise the error that the page of a refusal shows.
func (v *visit) may(a models.Action, f models.Facts) error { return models.May(v.member, a, f) }

// can reports whether the member may do the action. Templates get what they show by it.
func (v *visit) can(a models.Action, f models.Facts) bool { return v.may(a, f) == nil }

// id returns the part of the path that the route calls {id}.
func (v *visit) id() string { return v.PathValue("id") }

// query returns a parameter of the address.
func (v *visit) query(name string) string { return v.URL.Query().Get(name) }

// field returns a field of the form, with space around it removed.
func (v *visit) field(name string) string { return strings.TrimSpace(v.form.Get(name)) }

// relative says when an instant is, seen from now: "in 3 hours", "2 days ago".
func (v *visit) relative(t time.Time) string { return relative(t.Sub(v.now)) }

// here returns the address of the page that the visitor looks at: of the page itself, or for a form the one that it was
// on.
func (v *visit) here() string {
	if v.Method == http.MethodGet || v.Method == http.MethodHead {
		return v.URL.RequestURI()
	}
	if u, err := url.Parse(v.Referer()); err == nil && u.Path != v.URL.Path {
		return within(u.RequestURI())
	}
	return models.DashboardPath
}

// within returns the address if it is one of a page of the dashboard, and otherwise that of its first page. Whatever
// leads back to where somebody came from passes it, because others can set the field or the cookie.
func within(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || u.Host != "" || u.Opaque != "" || strings.ContainsAny(address, "\\\r\n") ||
		u.Path != models.DashboardPath && !strings.HasPrefix(u.Path, models.DashboardPath+"/") ||
		strings.HasPrefix(u.Path, models.SignInPath) || strings.Contains(u.Path, "..") {
		return models.DashboardPath
	}
	u.Fragment = ""
	return u.String()
}
