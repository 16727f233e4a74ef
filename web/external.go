package web

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/store"
)

const (
	holderCookie = "litmus_session"
	holderLife   = 7 * 24 * time.Hour // longer than any session; it opens nothing but the page of its own token
)

// external serves the page of a single-use link (decisions 50 and 51). GET and HEAD never use it. Whoever used it sees the
// session by their cookie; to everybody else a link that cannot be used looks the same, whatever it was.
func (s *Site) external(v *visit) (answer, error) {
	row, err := s.Store.Linked(v.Context(), v.token)
	if models.KindOf(err) == models.NotFound {
		return gone(english.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	holds := s.holds(v.Request, row)
	if !holds && !row.LinkAlive(v.now) {
		return gone(english.DeadLink), nil
	}
	c, err := s.correspondence(v, row.Interview)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(row.TimeZone)
	if holds {
		return v.running(row.Interview, c), nil
	}
	n := english.Link.about("{organization}", c.OrganizationName)
	body := &linkView{T: &english, Action: v.here(models.ExternalPath + v.token), Attempt: rand.Text()}
	body.Facts = v.facts(row.Interview, c)[1:] // it has no time yet
	return answer{status: http.StatusOK, page: &page{name: "link", Heading: n.Heading, Lead: n.Lead, Organization: c.OrganizationName, Body: body}}, nil
}

// linkView is a link that can be used.
type linkView struct {
	T       *catalogue
	Action  string
	Attempt string // names the form, see [models.DecideUseLink]
	Facts   []fact
}

// runningView is the session of who used the link.
type runningView struct {
	T         *catalogue
	Facts     []fact
	Join      string
	Countdown *countdown
	Zone      *zoneForm
}

// running is the page of who used the link.
func (v *visit) running(i models.Interview, c store.Correspondence) answer {
	n, body := english.Session, &runningView{T: &english, Facts: v.facts(i, c)}
	p := &page{name: "running", Organization: c.OrganizationName, Body: body}
	if i.StatusAt(v.now) == models.StatusScheduled {
		body.Join, body.Zone, p.Change = i.MeetingLink, v.zoneForm(models.ExternalPath+v.token), i.WindowEndsAt
		if !i.Indefinite && v.now.Before(i.EndsAt) {
			body.Countdown = countTo(english.Ends, i.EndsAt, v.now)
		}
	} else {
		n = english.SessionOver
	}
	p.Heading, p.Lead = n.Heading, n.Lead
	return answer{status: http.StatusOK, page: v.timed(p)}
}

// startSession uses the link: exactly one visitor succeeds, and is known by a cookie from then on (decision 51). A form that
// is sent twice, or once more after its answer was lost, is of one visitor.
func (s *Site) startSession(v *visit) (answer, error) {
	row, err := s.Store.Linked(v.Context(), v.token)
	changed := false
	if err == nil && !s.holds(v.Request, row) {
		row, changed, err = s.Store.UseLink(v.Context(), v.token, v.form.Get("attempt"))
	}
	switch models.KindOf(err) {
	case models.NotFound, models.Conflict:
		return gone(english.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	if changed {
		s.wake(row.Interview)
	}
	v.chooseZone()
	path := models.ExternalPath + v.token
	return answer{to: v.here(path), cookie: &http.Cookie{
		Name: holderCookie, Value: s.Store.Secret().SignLink(models.LinkHolder, row.OrgID+"/"+row.ID, row.AccessEpoch), Path: path,
		MaxAge: int(holderLife / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: v.TLS != nil || strings.HasPrefix(s.BaseURL, "https:"),
	}}, nil
}

// holds reports whether the request comes from the browser that used the interview's link.
func (s *Site) holds(r *http.Request, row store.InterviewRow) bool {
	if row.LinkUsedAt == nil {
		return false
	}
	for _, c := range r.CookiesNamed(holderCookie) {
		if id, epoch, ok := s.Store.Secret().ReadLink(models.LinkHolder, c.Value); ok && id == row.OrgID+"/"+row.ID && epoch == row.AccessEpoch {
			return true
		}
	}
	return false
}
