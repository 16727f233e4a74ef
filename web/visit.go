package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/phrases"
	"litmus/scheduling"
	"litmus/store/bookings"
	"litmus/zones"
)

// visit is one request to a page.
type visit struct {
	*http.Request
	site   *Site
	token  string
	now    time.Time
	form   url.Values         // form of a POST
	upload *scheduling.Upload // the file of that form, nil for none
	done   func()             // gives the place back that the form was read in; nil for none
	arrive func(time.Time)    // sets a deadline for reading the body; the zero time removes it
	in     phrases.Locale     // how the page is written
	asked  models.Reading     // what the browser's headers ask for
	house  string             // the organization's language, "" while it is not known
	reader models.Candidate   // whose page it is, zero while that is not known
	zone   *time.Location
	own    string // the zone of the page if the visitor names none
	chosen bool   // the visitor named a zone
	bad    bool   // the zone that the visitor named is unknown

	choosing bool   // the page has a list of zones
	problem  string // of a form that was refused and is shown again
	wrongRow int    // of that form, -1 for none

	brand brand // of the organization, once its row was read
}

// types reports whether the form may hold a text, such as an answer, which somebody may have typed for hours.
func (v *visit) types() bool {
	return v.Method == http.MethodPost && (v.asks() || strings.HasPrefix(v.URL.Path, models.AssessmentPath))
}

// long reports whether the form is that of an answer, which may be large.
func (v *visit) long() bool { return v.types() && !v.asks() }

// opens reports whether the path's token can be one of ours, before the body is read: the signature of a signed token
// must be right, a random token must have the right length. org is the token's organization, "" if only the database
// knows it.
func (v *visit) opens() (org string, ok bool) {
	door, purpose, _ := v.door()
	if purpose != "" {
		if ref, _, ok := v.signed(purpose); ok {
			return ref.OrgID, true
		}
		return "", false
	}
	return "", door == candidacy.ByHand && bookings.IsLinkToken(v.token)
}

// signed reads the token of a letter's link: the row it names, and the epoch it was signed with.
func (v *visit) signed(purpose string) (ref models.Ref, epoch int64, ok bool) {
	value, epoch, ok := v.site.Store.Secret().ReadLink(purpose, v.token)
	org, id, found := strings.Cut(value, "/")
	return models.Ref{OrgID: org, ID: id}, epoch, ok && found
}

// candidate reads the token of a candidate's page. If the link is unknown or was revoked, dead is the answer.
func (v *visit) candidate(purpose string) (ref models.Ref, dead answer, err error) {
	ref, signed, ok := v.signed(purpose)
	if !ok {
		return ref, v.unknown(), nil
	}
	c, err := v.site.Store.Candidates.Candidate(v.Context(), ref)
	if err == nil && signed != c.AccessEpoch {
		dead = gone(v.in.Revoked)
	} else if err == nil {
		v.isFor(c)
	}
	return ref, dead, err
}

// param returns a value of the form, or of the query string if the form does not have it.
func (v *visit) param(name string) string {
	if v.form.Has(name) {
		return v.form.Get(name)
	}
	return v.URL.Query().Get(name)
}

// chooseZone sets the zone that the visitor named, else the first valid one of the others.
func (v *visit) chooseZone(others ...string) {
	v.chosen, v.bad = false, false
	names := others
	if name := v.param("zone"); name != "" {
		v.chosen = true
		names = append([]string{name}, others...)
	}
	v.own = ""
	if len(others) > 0 {
		v.own = others[0]
	}
	for n, name := range names {
		if zone, ok := zones.Named(name); ok {
			v.zone = zone
			return
		}
		v.bad = v.bad || v.chosen && n == 0
	}
}

// here returns a path with the zone, if the visitor chose one, and further parameters as name and value; empty values
// are left out.
func (v *visit) here(path string, parameters ...string) string {
	q := url.Values{}
	if v.chosen && !v.bad {
		q.Set("zone", v.zone.String())
	}
	for n := 0; n+1 < len(parameters); n += 2 {
		if parameters[n+1] != "" {
			q.Set(parameters[n], parameters[n+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
