package dashboard

import (
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/scheduling"
	"litmus/store"
)

// base is what all pages are served with.
type base struct {
	Store      *store.Store
	Acts       *scheduling.Service
	BaseURL    string // public origin; its scheme decides about the cookie (D8)
	TemporalUI string // address below which Temporal's web interface shows workflows; "": it is not known
	Log        *slog.Logger

	served map[string]bool // paths that GET is served on
}

// visit is one request to a page.
type visit struct {
	*http.Request
	*base
	org     models.Organization
	member  models.Member  // whoever is signed in; zero on a page for those who are not
	session access.Session // theirs
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
func (v *visit) may(a access.Action, f access.Facts) error { return access.May(v.member, a, f) }

// can reports whether the member may do the action. Templates get what they show by it.
func (v *visit) can(a access.Action, f access.Facts) bool { return v.may(a, f) == nil }

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

// by says that the member acts.
func (v *visit) by() scheduling.By {
	by := scheduling.By{Org: v.org}
	by.Actor = models.Actor{Kind: models.ActorMember, ID: v.member.Email, Name: v.member.Name}
	return by
}

// shown is [visit.by] for an act that is refused unless the form showed the interview as it is.
func (v *visit) shown(id string) scheduling.By {
	by := v.by()
	revision, _ := strconv.ParseInt(v.field("revision"), 10, 64) // 0, which no row has, for none
	by.Shown = []act.Shown{{ID: id, Revision: revision}}
	return by
}

// own is the address to which the viewer's lists of interviews are limited, "" if they may see everybody's (D2).
func (v *visit) own() string {
	if v.can(access.ActionSeeInterview, access.Facts{}) {
		return ""
	}
	return v.member.Email
}

// ownOf are the facts of an act on what belongs to the person.
func (v *visit) ownOf(email string) access.Facts { return access.Facts{Own: email == v.member.Email} }

// link returns the address if the route is one of the dashboard, else "".
func (s *base) link(route, address string) string {
	if !s.served[route] {
		return ""
	}
	return address
}

// shownVersion returns the version of the record that the form showed.
func (v *visit) shownVersion() (int64, error) {
	n, err := strconv.ParseInt(v.field("version"), 10, 64)
	if err != nil {
		return 0, models.Invalidf("the form is incomplete; load its page again")
	}
	return n, nil
}
