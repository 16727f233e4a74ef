package timetable_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/timetable"
)

func TestCalendarAccount(t *testing.T) { // D16
	t.Parallel()
	caldav := timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/mira/",
		Username: "mira",
		Password: "p"}
	for name, change := range map[string]func(a *timetable.CalendarAccount){
		"": func(*timetable.CalendarAccount) {}, " a feed": func(a *timetable.CalendarAccount) {
			*a = timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/secret.ics"}
		},
		"  granted": func(a *timetable.CalendarAccount) {
			*a = timetable.CalendarAccount{Provider: timetable.CalendarMicrosoft, ClientID: "id", ClientSecret: "s",
				RefreshToken: "t"}
		},
		"choose what sort":   func(a *timetable.CalendarAccount) { a.Provider = "outlook" },
		"by consent in":      func(a *timetable.CalendarAccount) { a.Provider = timetable.CalendarGoogle },
		"address is missing": func(a *timetable.CalendarAccount) { a.URL = "" },
		"not an absolute":    func(a *timetable.CalendarAccount) { a.URL = "dav.example/hunter2" },
		"holds a user name":  func(a *timetable.CalendarAccount) { a.URL = "https://mira:hunter2@dav.example/" },
		"needs a user name":  func(a *timetable.CalendarAccount) { a.Password = "" },
		"a colon":            func(a *timetable.CalendarAccount) { a.Username = "mira:hunter2" },
		"more than 1000":     func(a *timetable.CalendarAccount) { a.Password = strings.Repeat("x", 1001) },
	} {
		a := caldav
		change(&a)
		err := a.Check()
		if fine := name == "" || name[0] == ' '; fine != (err == nil) {
			t.Errorf("%q: %v", name, err)
		} else if !fine && (models.KindOf(err) != models.Invalid || !strings.Contains(err.Error(), name) ||
			strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
