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

// Source says where a person's calendar is and how to get in. Which fields count depends on the driver.
type Source struct {
	URL string // caldav: a calendar, or a home, principal or server on which one is found; ics: the feed

	Username string // caldav and ics: for Basic authentication, "" for none
	Password string

	ClientID     string // google and microsoft: the application
	ClientSecret string
	RefreshToken string // google and microsoft: what the owner granted it

	// Rotated, if not nil, is told the refresh token that took RefreshToken's place, which Microsoft gives with every
	// access token, before that is used. It is for storing: the old one goes on working until its own end (90 days), so
	// a failure to store is not fatal, but forgetting all of them is. It may not call the provider.
	Rotated func(ctx context.Context, refreshToken string)

	Email string         // the owner's, by which caldav and ics know what they declined; "" for unknown
	Zone  *time.Location // the owner's, for floating times and whole days; nil is UTC

	API   string // google and microsoft: the service's address, "" for the real one
	Login string // google and microsoft: the token endpoint, "" for the real one
}

// zone is the owner's zone.
func (s Source) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}

// hide takes the source's secrets out of a provider's words, which may echo what it was sent. Drivers pass every text
// through it before [outbound.Refused] and [outbound.Garbage].
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

// New makes the provider that driver names: caldav, google, microsoft or ics. The error says what is wrong with the
// source, without its secrets. c is used for every request; it decides which addresses may be called, and how long that
// may take.
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
