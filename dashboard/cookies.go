package dashboard

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/zones"
)

// Names of the cookies. Those that sign somebody in have a prefix on https, see [base.hostCookie].
const (
	sessionCookieName = "litmus"
	flowCookieName    = "litmus-oidc"  // of a sign-in by a provider
	noteCookieName    = "litmus-note"  // a sentence for the next page
	zoneCookieName    = "litmus-zone"  // the viewer's zone
	nextCookieName    = "litmus-next"  // where to go on after signing in
	knownCookieName   = "litmus-known" // that somebody signed in by an address in this browser
)

// hostPrefix makes browsers insist on the attributes of a cookie, and no neighbouring host can set one of that name.
const hostPrefix = "__Host-"

// https reports whether people reach the dashboard by https.
func (s *base) https() bool { return strings.HasPrefix(s.BaseURL, "https://") }

// newCookie returns a cookie for the dashboard. With a lifetime below zero it removes the one that the browser has;
// zero lasts as long as the browser runs.
func (s *base) newCookie(name, value string, lifetime time.Duration) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: models.DashboardPath, MaxAge: int(lifetime / time.Second),
		HttpOnly: true, Secure: s.https(), SameSite: http.SameSiteLaxMode}
}

// hostCookie returns a cookie that only this host can set: on https its name has [hostPrefix]. On plain http browsers
// refuse that and Secure, and a service on a machine of one's own can be signed in to all the same.
func (s *base) hostCookie(name, value string, lifetime time.Duration) *http.Cookie {
	if s.https() {
		name = hostPrefix + name
	}
	c := s.newCookie(name, value, lifetime)
	c.Path = "/" // as the prefix asks for
	return c
}

// sessionCookie returns the cookie that holds a session's token (D8). It lives for the longest time that a session can;
// when it ends before, the row says so.
func (s *base) sessionCookie(token string, lifetime time.Duration) *http.Cookie {
	return s.hostCookie(sessionCookieName, token, lifetime)
}

// flowCookie returns the cookie that holds a sign-in by a provider while somebody is there (D7).
func (s *base) flowCookie(value string, lifetime time.Duration) *http.Cookie {
	return s.hostCookie(flowCookieName, value, lifetime)
}

// sessionToken returns the token of the browser's session cookie, "" for none.
func (s *base) sessionToken(r *http.Request) string {
	c, err := r.Cookie(s.sessionCookie("", 0).Name)
	if err != nil || !access.WellFormedSessionToken(c.Value) {
		return ""
	}
	return c.Value
}

// noteCookie keeps a sentence for the next page, with the id of what it is about there, "" for the page. It is signed
// for the session, so that no other site that can set cookies here puts words into our pages.
func (v *visit) noteCookie(note, about string) *http.Cookie {
	text := base64.RawURLEncoding.EncodeToString([]byte(about + "\n" + note))
	return v.newCookie(noteCookieName, text+"."+v.noteSum(text), time.Minute)
}

// takeNote returns the sentence that the last answer left for this page, what it is about, and the cookie that forgets
// it; nil if there is none.
func (v *visit) takeNote() (note, about string, forget *http.Cookie) {
	c, err := v.Cookie(noteCookieName)
	if err != nil {
		return "", "", nil
	}
	forget = v.newCookie(noteCookieName, "", -time.Second)
	text, sum, _ := strings.Cut(c.Value, ".")
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !hmac.Equal([]byte(sum), []byte(v.noteSum(text))) {
		return "", "", forget
	}
	about, note, _ = strings.Cut(string(b), "\n")
	return note, about, forget
}

func (v *visit) noteSum(text string) string {
	m := hmac.New(sha256.New, v.Store.Secret().Derive("dashboard note"))
	m.Write([]byte(v.session.ID + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// chosenZone returns the zone that the viewer chose in this browser.
func chosenZone(r *http.Request) (*time.Location, bool) {
	c, err := r.Cookie(zoneCookieName)
	if err != nil {
		return nil, false
	}
	return zones.Named(c.Value)
}
