package calendar

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Source says where a person's calendar is and holds the credentials for it. The driver decides which fields are used.
type Source struct {
	URL string // caldav: a calendar, or a home, principal or server where one can be found; ics: the feed

	Username string // caldav and ics: for Basic authentication, "" for none
	Password string

	ClientID     string // google and microsoft: of the OAuth application
	ClientSecret string
	RefreshToken string // google and microsoft: granted by the owner

	// Rotated, if not nil, is called with a new refresh token before that is used. Microsoft returns one with every
	// access token. It is for storing the token: the old one remains valid until it expires (90 days), so a failure to
	// store one is not fatal, but losing all of them is. It must not call the provider.
	Rotated func(ctx context.Context, refreshToken string)

	Email string         // the owner's, to recognize invitations that they declined (caldav, ics); "" if unknown
	Room  bool           // it is a room's, which has no address: it declined what every room of the event declined
	Zone  *time.Location // the owner's, for floating times and whole days; nil means UTC

	API   string // google and microsoft: URL of the service, "" for the real one
	Login string // google and microsoft: URL of the token endpoint, "" for the real one
}

// zone returns the owner's zone.
func (s Source) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// hide replaces the source's secrets in a provider's text, which may echo what was sent to it. Drivers call it for
// every text before [outbound.Refused] and [outbound.Garbage].
func (s Source) hide(words string) string {
	basic := ""
	if s.Password != "" {
		basic = base64.StdEncoding.EncodeToString([]byte(s.Username + ":" + s.Password))
	}
	for _, secret := range []string{basic, s.Password, s.ClientSecret, s.RefreshToken} {
		if secret == "" {
			continue
		}
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			words = strings.ReplaceAll(words, form, "(secret)")
		}
	}
	return words
}

// New returns the provider for driver: caldav, google, microsoft or ics. The error says what is wrong with the source,
// without its secrets. c makes every request, and decides which addresses may be called and how long a call may take.
func New(driver string, s Source, c *http.Client) (Provider, error) {
	switch driver {
	case "caldav":
		return NewCalDAV(s, c)
	case "google":
		return NewGoogle(s, c)
	case "microsoft":
		return NewMicrosoft(s, c)
	case "ics":
		return NewFeed(s, c)
	}
	return nil, fmt.Errorf("unknown calendar provider %q: caldav, google, microsoft or ics", driver)
}
