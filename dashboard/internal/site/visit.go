// Package site has what all pages of the dashboard share: the visit, its answer, the frame around a page, what refusals
// and instants are in words, and the addresses by which pages of one noun lead to those of another.
package site

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

// Base is what all pages are served with.
type Base struct {
	Store      *store.Store
	Acts       *scheduling.Service
	BaseURL    string // public origin; its scheme decides about the cookie (D8)
	TemporalUI string // address below which Temporal's web interface shows workflows; "": it is not known
	Log        *slog.Logger

	Served map[string]bool // paths that GET is served on
}

// Visit is one request to a page.
type Visit struct {
	*http.Request
	*Base
	Org     models.Organization
	Member  models.Member  // whoever is signed in; zero on a page for those who are not
	Session access.Session // theirs
	Zone    *time.Location // the viewer's
	Now     time.Time
	Form    url.Values // of a POST, never nil there
	Files   map[string]Upload
	Sent    scheduling.Upload // the file of a form of [Send], without content if none was chosen
}

// Upload is a file that was sent with a form.
type Upload struct {
	Name string // as the browser gave it
	Body []byte
}

// SignedIn reports whether a member is signed in.
func (v *Visit) SignedIn() bool { return v.Member.Email != "" }

// May returns nil if the member may do the action, and otherwise the error that the page of a refusal shows.
func (v *Visit) May(a access.Action, f access.Facts) error { return access.May(v.Member, a, f) }

// Can reports whether the member may do the action. Templates get what they show by it.
func (v *Visit) Can(a access.Action, f access.Facts) bool { return v.May(a, f) == nil }

// ID returns the part of the path that the route calls {id}.
func (v *Visit) ID() string { return v.PathValue("id") }

// Query returns a parameter of the address.
func (v *Visit) Query(name string) string { return v.URL.Query().Get(name) }

// Field returns a field of the form, with space around it removed.
func (v *Visit) Field(name string) string { return strings.TrimSpace(v.Form.Get(name)) }

// Relative says when an instant is, seen from now: "in 3 hours", "2 days ago".
func (v *Visit) Relative(t time.Time) string { return relative(t.Sub(v.Now)) }

// Here returns the address of the page that the visitor looks at: of the page itself, or for a form the one that it was
// on.
func (v *Visit) Here() string {
	if v.Method == http.MethodGet || v.Method == http.MethodHead {
		return v.URL.RequestURI()
	}
	if u, err := url.Parse(v.Referer()); err == nil && u.Path != v.URL.Path {
		return Within(u.RequestURI())
	}
	return models.DashboardPath
}

// Within returns the address if it is one of a page of the dashboard, and otherwise that of its first page. Whatever
// leads back to where somebody came from passes it, because others can set the field or the cookie.
func Within(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || u.Host != "" || u.Opaque != "" || strings.ContainsAny(address, "\\\r\n") ||
		u.Path != models.DashboardPath && !strings.HasPrefix(u.Path, models.DashboardPath+"/") ||
		strings.HasPrefix(u.Path, models.SignInPath) || strings.Contains(u.Path, "..") {
		return models.DashboardPath
	}
	u.Fragment = ""
	return u.String()
}

// By says that the member acts.
func (v *Visit) By() scheduling.By {
	by := scheduling.By{Org: v.Org}
	by.Actor = models.Actor{Kind: models.ActorMember, ID: v.Member.Email, Name: v.Member.Name}
	return by
}

// Shown is [Visit.By] for an act that is refused unless the form showed the interview as it is.
func (v *Visit) Shown(id string) scheduling.By {
	by := v.By()
	revision, _ := strconv.ParseInt(v.Field("revision"), 10, 64) // 0, which no row has, for none
	by.Shown = []act.Shown{{ID: id, Revision: revision}}
	return by
}

// Undoable is [Visit.Shown] for an act that can be taken back for as long as the organization chose (D11).
func (v *Visit) Undoable(id string) scheduling.By {
	by := v.Shown(id)
	by.Undo = time.Duration(v.Org.UndoSeconds) * time.Second
	return by
}

// Own is the address to which the viewer's lists of interviews are limited, "" if they may see everybody's (D2).
func (v *Visit) Own() string {
	if v.Can(access.ActionSeeInterview, access.Facts{}) {
		return ""
	}
	return v.Member.Email
}

// OwnOf are the facts of an act on what belongs to the person.
func (v *Visit) OwnOf(email string) access.Facts { return access.Facts{Own: email == v.Member.Email} }

// Link returns the address if the route is one of the dashboard, else "".
func (s *Base) Link(route, address string) string {
	if !s.Served[route] {
		return ""
	}
	return address
}

// ShownVersion returns the version of the record that the form showed.
func (v *Visit) ShownVersion() (int64, error) {
	n, err := strconv.ParseInt(v.Field("version"), 10, 64)
	if err != nil {
		return 0, models.Invalidf("the form is incomplete; load its page again")
	}
	return n, nil
}
