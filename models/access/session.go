package access

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
	"time"

	"litmus/models/keyring"
)

// How long a session of the dashboard lasts (D8).
const (
	SessionIdle = 12 * time.Hour     // without a request
	SessionMax  = 7 * 24 * time.Hour // in all
)

// Session is a browser in which a member is signed in to the dashboard (D8).
type Session struct {
	OrgID, ID string
	Email     string // the member's
	Hash      string // of the token in the browser's cookie
	Label     string // the browser in words, see [BrowserLabel]
	CreatedAt time.Time
	SeenAt    time.Time // the last request, to the minute
	ExpiresAt time.Time // the end, however often it is used
}

// EndsAt returns when the session ends unless there is a request before.
func (s Session) EndsAt() time.Time {
	if idle := s.SeenAt.Add(SessionIdle); idle.Before(s.ExpiresAt) {
		return idle
	}
	return s.ExpiresAt
}

// LiveAt reports whether the session still counts at now.
func (s Session) LiveAt(now time.Time) bool { return now.Before(s.EndsAt()) }

const sessionTokenBytes = 32 // 256 random bits (D8)

// NewSessionToken reads entropy from random and returns the token of a session's cookie, 43 characters.
func NewSessionToken(random io.Reader) (string, error) {
	b := make([]byte, sessionTokenBytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// WellFormedSessionToken reports whether s has the form of a session's token; any other text needs no look-up.
func WellFormedSessionToken(s string) bool {
	b, err := keyring.DecodeToken(s)
	return err == nil && len(b) == sessionTokenBytes
}

// HashSessionToken returns what is stored of a session's token: hex SHA-256. The token has 256 random bits, so a fast
// hash is enough.
func HashSessionToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Names that browsers and systems have in the header User-Agent, in the order in which they are looked for: Edge also
// names Chrome, Chrome also names Safari, and Android also names Linux.
var (
	browserNames = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systemNames = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"}}
)

// BrowserLabel says in a few words which browser sends that header User-Agent, such as "Firefox on Windows", so that
// somebody can tell their sessions apart.
func BrowserLabel(userAgent string) string {
	named := func(names [][2]string, otherwise string) string {
		for _, n := range names {
			if strings.Contains(userAgent, n[0]) {
				return n[1]
			}
		}
		return otherwise
	}
	browser, system := named(browserNames, "A browser"), named(systemNames, "")
	if system == "" {
		return browser
	}
	return browser + " on " + system
}
