package web

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/store/interviews"
)

const (
	holderCookie = "litmus_session"
	holderLife   = 7 * 24 * time.Hour // longer than any session; it is valid for the page of its token only
)

// linked returns the interview of a single-use link, or the answer to a browser that cannot use it: the browser that
// used the link is recognized by its cookie, and all others see the same page for every link that cannot be used. A
// look uses nothing, since mail scanners follow links.
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

// startSession uses the link: exactly one browser succeeds, and is recognized by its cookie from then on. It got the
// cookie with the page before, so a form that is sent twice, or again after its answer was lost, comes from the same
// browser.
func (s *Site) startSession(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	cookie := s.holder(v)
	_, _, err = s.Acts.Bookings.UseLink(v.Context(), v.token, cookie.Value)
	switch models.KindOf(err) {
	case models.NotFound, models.Conflict:
		return gone(v.in.DeadLink), nil
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(e.path), cookie: cookie}, nil
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
