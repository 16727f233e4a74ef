package web

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/phrases"
	"litmus/store/effects"
	"litmus/store/interviews"
)

const (
	holderCookie = "litmus_session"
	holderLife   = 7 * 24 * time.Hour // longer than any session; it is valid for the page of its token only
)

// external serves the page of a single-use link. GET and HEAD never use it, since mail scanners follow links. The
// browser that used the link is recognized by its cookie and sees the session; all others see the same page for every
// link that cannot be used.
func (s *Site) external(v *visit) (answer, error) {
	row, dead, err := s.linked(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	c, err := s.correspondence(v, row.Interview)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(row.TimeZone)
	if row.HeldBy(holderOf(v.Request)) {
		return v.running(row.Interview, c), nil
	}
	n := v.in.Link.About("{organization}", c.OrganizationName)
	body := &linkView{T: v.in.Language, Action: v.here(models.ExternalPath + v.token)}
	body.Facts = v.facts(row.Interview, c)[1:] // without the time: there is none yet
	p := &page{name: "link", Heading: n.Heading, Lead: n.Lead, Organization: c.OrganizationName, WriteTo: c.ReplyTo,
		Body: body}
	return answer{status: http.StatusOK, page: p, cookie: s.holder(v)}, nil
}

// linked returns the interview of a single-use link, or the answer to a browser that cannot use it. From then on the
// visit is in its candidate's language.
func (s *Site) linked(v *visit) (row interviews.InterviewRow, dead answer, err error) {
	row, err = s.Store.Bookings.Linked(v.Context(), v.token)
	if models.KindOf(err) == models.NotFound {
		return row, gone(v.in.DeadLink), nil
	}
	if err != nil {
		return row, answer{}, err
	}
	if paused, err := s.paused(v, row.OrgID); err != nil || paused.page != nil {
		return row, paused, err
	}
	if !row.HeldBy(holderOf(v.Request)) && !row.LinkAlive(v.now) {
		return row, gone(v.in.DeadLink), nil
	}
	return row, answer{}, s.readBy(v, row)
}

// linkView is the page of a link that can be used.
type linkView struct {
	T      *phrases.Language
	Action string
	Facts  []fact
}

// runningView is the session's page in the browser that used the link.
type runningView struct {
	T         *phrases.Language
	Facts     []fact
	Join      string
	Countdown *countdown
	Zone      *zoneForm
}

// running returns the page for the browser that used the link.
func (v *visit) running(i models.Interview, c effects.Correspondence) answer {
	n, body := v.in.Session, &runningView{T: v.in.Language, Facts: v.facts(i, c)}
	p := &page{name: "running", Organization: c.OrganizationName, WriteTo: c.ReplyTo, Body: body}
	if i.StatusAt(v.now) == models.StatusScheduled {
		body.Join, p.Change = i.MeetingLink, i.WindowEndsAt
		body.Zone = v.zoneForm(models.ExternalPath+v.token, i.StartsAt)
		if !i.Indefinite && v.now.Before(i.EndsAt) {
			body.Countdown = v.countTo(v.in.Ends, i.EndsAt)
		}
	} else {
		n = v.in.SessionOver
	}
	p.Heading, p.Lead = n.Heading, n.Lead
	return answer{status: http.StatusOK, page: v.timed(p)}
}

// startSession uses the link: exactly one browser succeeds, and is recognized by its cookie from then on. It got the
// cookie with the page before, so a form that is sent twice, or again after its answer was lost, comes from the same
// browser.
func (s *Site) startSession(v *visit) (answer, error) {
	_, dead, err := s.linked(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	cookie := s.holder(v)
	_, _, err = s.Acts.UseLink(v.Context(), v.token, cookie.Value)
	switch models.KindOf(err) {
	case models.NotFound, models.Conflict:
		return gone(v.in.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(models.ExternalPath + v.token), cookie: cookie}, nil
}

// holder returns the cookie that identifies the browser on the page of this link: the one it sent, or a new one. The
// database stores its hash once the link is used.
func (s *Site) holder(v *visit) *http.Cookie {
	value := holderOf(v.Request)
	if value == "" {
		value = rand.Text()
	}
	return &http.Cookie{Name: holderCookie, Value: value, Path: models.ExternalPath + v.token,
		MaxAge: int(holderLife / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: v.TLS != nil || strings.HasPrefix(s.BaseURL, "https:")}
}

// holderOf returns the value of the browser's cookie, "" if there is none or it has the wrong length.
func holderOf(r *http.Request) string {
	for _, c := range r.CookiesNamed(holderCookie) {
		if len(c.Value) == len(rand.Text()) {
			return c.Value
		}
	}
	return ""
}
