package timetable

import (
	"strings"

	"litmus/models"
)

// CalendarAccount holds what connecting to a calendar takes, credentials included. It is stored encrypted and never
// printed.
type CalendarAccount struct {
	Provider     string `json:"provider"` // one of CalendarProviders
	URL          string `json:"url,omitempty"`
	Username     string `json:"username,omitempty"`
	Password     string `json:"password,omitempty"`
	ClientID     string `json:"client_id,omitempty"`
	ClientSecret string `json:"client_secret,omitempty"`
	RefreshToken string `json:"refresh_token,omitempty"`
}

// mostSecret bounds a user name or a password.
const mostSecret = 1000

// Typed reports whether a person types the account into a form. The others come by consent in the browser.
func (a CalendarAccount) Typed() bool {
	return a.Provider == CalendarCalDAV || a.Provider == CalendarICS
}

// Check checks an account that a person gave: a CalDAV calendar has an address, a user name and a password, a feed has
// an address, the others an application and a refresh token (D16). Every error is of kind [models.Invalid] and names
// the field, never its value, since people mix up fields and the address of a feed is as secret as a password.
func (a CalendarAccount) Check() error {
	switch a.Provider {
	case CalendarCalDAV, CalendarICS:
	case CalendarGoogle, CalendarMicrosoft:
		if a.ClientID == "" || a.ClientSecret == "" || a.RefreshToken == "" {
			return models.Invalidf("a calendar of %s is connected by consent in the browser", CalendarName(a.Provider))
		}
		return nil
	default:
		return models.Invalidf("choose what sort of calendar it is")
	}
	if a.URL == "" {
		return models.InField("calendar address", models.Invalidf("the calendar's address is missing"))
	}
	if _, err := models.ParseLink("address", a.URL); err != nil {
		return models.InField("calendar address",
			models.Invalidf("the calendar's address is not an absolute https URL"))
	}
	if head, _, _ := strings.Cut(a.URL[strings.Index(a.URL, "//")+2:], "/"); strings.Contains(head, "@") {
		return models.InField("calendar address",
			models.Invalidf("the calendar's address holds a user name or password; write them in their own fields"))
	}
	if a.Provider == CalendarICS {
		return nil
	}
	switch {
	case a.Username == "" || a.Password == "":
		return models.InField("username", models.Invalidf("a CalDAV calendar needs a user name and a password"))
	case strings.Contains(a.Username, ":"):
		return models.InField("username", models.Invalidf("the user name must not hold a colon"))
	case len(a.Username) > mostSecret || len(a.Password) > mostSecret:
		return models.InField("username", models.Invalidf("the user name or the password has more than %d bytes",
			mostSecret))
	}
	return nil
}
