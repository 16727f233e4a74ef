package models

import (
	"strings"
	"testing"
)

func TestCalendarAccount(t *testing.T) { // D16
	t.Parallel()
	caldav := CalendarAccount{Provider: CalendarCalDAV, URL: "https://dav.example/mira/", Username: "mira",
		Password: "p"}
	for name, change := range map[string]func(a *CalendarAccount){
		"": func(*CalendarAccount) {}, " a feed": func(a *CalendarAccount) {
			*a = CalendarAccount{Provider: CalendarICS, URL: "https://feeds.example/secret.ics"}
		},
		"  granted": func(a *CalendarAccount) {
			*a = CalendarAccount{Provider: CalendarMicrosoft, ClientID: "id", ClientSecret: "s", RefreshToken: "t"}
		},
		"choose what sort":   func(a *CalendarAccount) { a.Provider = "outlook" },
		"by consent in":      func(a *CalendarAccount) { a.Provider = CalendarGoogle },
		"address is missing": func(a *CalendarAccount) { a.URL = "" },
		"not an absolute":    func(a *CalendarAccount) { a.URL = "dav.example/hunter2" },
		"holds a user name":  func(a *CalendarAccount) { a.URL = "https://mira:hunter2@dav.example/" },
		"needs a user name":  func(a *CalendarAccount) { a.Password = "" },
		"a colon":            func(a *CalendarAccount) { a.Username = "mira:hunter2" },
		"more than 1000":     func(a *CalendarAccount) { a.Password = strings.Repeat("x", 1001) },
	} {
		a := caldav
		change(&a)
		err := a.Check()
		if fine := name == "" || name[0] == ' '; fine != (err == nil) {
			t.Errorf("%q: %v", name, err)
		} else if !fine && (KindOf(err) != Invalid || !strings.Contains(err.Error(), name) ||
			strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
