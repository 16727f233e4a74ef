package site

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/zones"
)

// Names of the cookies. Those that sign somebody in have a prefix on https, see [Base.HostCookie].
const (
	sessionCookieName = "litmus"
	flowCookieName    = "litmus-oidc"  // of a sign-in by a provider
	noteCookieName    = "litmus-note"  // a sentence for the next page
	ZoneCookieName    = "litmus-zone"  // the viewer's zone
	NextCookieName    = "litmus-next"  // where to go on after signing in
	KnownCookieName   = "litmus-known" // that somebody signed in by an address in this browser
)

// hostPrefix makes browsers insist on the attributes of a cookie, and no neighbouring host can set one of that name.
const hostPrefix = "__Host-"

// https reports whether people reach the dashboard by https.
func (s *Base) https() bool { return strings.HasPrefix(s.BaseURL, "https://") }

// NewCookie returns a cookie for the dashboard. With a lifetime below zero it removes the one that the browser has;
// zero lasts as long as the browser runs.
func (s *Base) NewCookie(name, value string, lifetime time.Duration) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: models.DashboardPath, MaxAge: int(lifetime / time.Second),
		HttpOnly: true, Secure: s.https(), SameSite: http.SameSiteLaxMode}
}

// HostCookie returns a cookie that only this host can set: on https its name has [hostPrefix]. On plain http browsers
// refuse that and Secure, and a service on a machine of one's own can be signed in to all the same.
func (s *Base) HostCookie(name, value string, lifetime time.Duration) *http.Cookie {
	if s.https() {
		name = hostPrefix + name
	}
	c := s.NewCookie(name, value, lifetime)
	c.Path = "/" // as the prefix asks for
	return c
}

// SessionCookie returns the cookie that holds a session's token (D8). It lives for the longest time that a session can;
// when it ends before, the row says so.
func (s *Base) SessionCookie(token string, lifetime time.Duration) *http.Cookie {
	return s.HostCookie(sessionCookieName, token, lifetime)
}

// FlowCookie returns the cookie that holds a sign-in by a provider while somebody is there (D7).
func (s *Base) FlowCookie(value string, lifetime time.Duration) *http.Cookie {
	return s.HostCookie(flowCookieName, value, lifetime)
}

// SessionToken returns the token of the browser's session cookie, "" for none.
func (s *Base) SessionToken(r *http.Request) string {
	c, err := r.Cookie(s.SessionCookie("", 0).Name)
	if err != nil || !access.WellFormedSessionToken(c.Value) {
		return ""
	}
	return c.Value
}

// noteCookie keeps a sentence for the next page, with the id of what it is about there, "" for the page, and what its
// button takes back. It is signed for the session, so that no other site that can set cookies here puts words into our
// pages.
func (v *Visit) noteCookie(note, about string, u Undo) *http.Cookie {
	kept := about + "\n" + note
	if u.Path != "" {
		kept += "\n" + u.Path + "\n" + strconv.FormatInt(u.Revision, 10) + "\n" +
			strconv.FormatInt(u.Until.UnixMilli(), 10)
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(kept))
	return v.NewCookie(noteCookieName, text+"."+v.noteSum(text), time.Minute)
}

// takeNote returns the sentence that the last answer left for this page, what it is about, what its button takes back,
// and the cookie that forgets it; nil if there is none.
func (v *Visit) takeNote() (note, about string, u Undo, forget *http.Cookie) {
	c, err := v.Cookie(noteCookieName)
	if err != nil {
		return "", "", u, nil
	}
	forget = v.NewCookie(noteCookieName, "", -time.Second)
	text, sum, _ := strings.Cut(c.Value, ".")
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !hmac.Equal([]byte(sum), []byte(v.noteSum(text))) {
		return "", "", u, forget
	}
	kept := strings.Split(string(b), "\n")
	if len(kept) == 5 {
		revision, _ := strconv.ParseInt(kept[3], 10, 64) // ours, since it is signed
		until, _ := strconv.ParseInt(kept[4], 10, 64)
		u = Undo{kept[2], revision, time.UnixMilli(until)}
	}
	return kept[1], kept[0], u, forget
}

func (v *Visit) noteSum(text string) string {
	m := hmac.New(sha256.New, v.Store.Secret().Derive("dashboard note"))
	m.Write([]byte(v.Session.ID + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// ChosenZone returns the zone that the viewer chose in this browser.
func ChosenZone(r *http.Request) (*time.Location, bool) {
	c, err := r.Cookie(ZoneCookieName)
	if err != nil {
		return nil, false
	}
	return zones.Named(c.Value)
}
