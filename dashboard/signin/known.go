package signin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/keyring"
)

const (
	knownLasts = 180 * 24 * time.Hour // how long a browser is known after a sign-in
	knownMost  = 4                    // by how many addresses, the latest
)

// knownCookie returns the cookie by which this browser is known as one in which the address signed in: somebody else
// who asks for letters to the address does not use up those of this browser (D6). It is no session and opens nothing.
// It has when that was and a signature over the address, and so tells nobody the address.
func knownCookie(v *site.Visit, email string) *http.Cookie {
	now := v.Store.Now()
	marks := []string{knownMark(v.Store.Secret(), email, strconv.FormatInt(now.Unix(), 10))}
	for _, mark := range knownMarks(v) {
		if len(marks) < knownMost && !isMark(v, mark, email) {
			marks = append(marks, mark)
		}
	}
	return v.HostCookie(site.KnownCookieName, strings.Join(marks, "~"), knownLasts)
}

// Knows reports whether the address signed in in this browser.
func Knows(v *site.Visit, email string) bool {
	now := v.Store.Now()
	for _, mark := range knownMarks(v) {
		since, _, _ := strings.Cut(mark, ".")
		at, err := strconv.ParseInt(since, 10, 64)
		if err == nil && now.Before(time.Unix(at, 0).Add(knownLasts)) && isMark(v, mark, email) {
			return true
		}
	}
	return false
}

// knownMarks are the marks in the cookie of the browser, each of one address, at most [knownMost].
func knownMarks(v *site.Visit) []string {
	c, err := v.Cookie(v.HostCookie(site.KnownCookieName, "", 0).Name)
	if err != nil {
		return nil
	}
	marks := strings.SplitN(c.Value, "~", knownMost+1)
	return marks[:min(len(marks), knownMost)]
}

func isMark(v *site.Visit, mark, email string) bool {
	since, _, _ := strings.Cut(mark, ".")
	return slices.ContainsFunc(v.Store.Secret().Each(), func(s keyring.Secret) bool {
		return same(mark, knownMark(s, email, since))
	})
}

// knownMark says that the address signed in at that second.
func knownMark(s keyring.Secret, email, since string) string {
	m := hmac.New(sha256.New, s.Derive("dashboard known browser"))
	m.Write([]byte(since + "\x00" + email))
	return since + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
