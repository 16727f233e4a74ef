package activities

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/store/availability"
)

// anyway calls whatever the organization names.
func anyway([]netip.Prefix) *http.Client { return http.DefaultClient }

// Each opening costs its provider a token or a discovery, so a calendar that is read every five minutes stays open.
func TestOpen(t *testing.T) {
	t.Parallel()
	c := availability.Connected{Connection: timetable.Connection{OrgID: "org", ID: "cal", Email: "ann@acme.example"},
		Zone: "Europe/Berlin",
		Account: timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.acme.example/ann/",
			Username: "ann", Password: "one"}}
	for _, x := range []struct {
		name string
		next func(*Activities, *availability.Connected)
		same bool
	}{
		{"it stays open", func(*Activities, *availability.Connected) {}, true},
		{"success is no reason to open it anew", func(a *Activities, c *availability.Connected) {
			_ = a.forget(c.OrgID, c.Email, nil)
		}, true},
		{"one that fails may have moved", func(a *Activities, c *availability.Connected) {
			_ = a.forget(c.OrgID, c.Email, errors.New("gone"))
		}, false},
		{"another password is another account", func(_ *Activities, c *availability.Connected) { c.Account.Password = "two" },
			false},
		{"floating times are of another zone", func(_ *Activities, c *availability.Connected) { c.Zone = "Asia/Tokyo" },
			false},
		{"other networks may be called", func(_ *Activities, c *availability.Connected) {
			c.Networks = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		}, false},
		{"another person's is another", func(_ *Activities, c *availability.Connected) { c.Email = "bob@acme.example" },
			false},
		{"another organization's is another", func(_ *Activities, c *availability.Connected) { c.OrgID = "other" }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			a, c := &Activities{Outbound: anyway}, c
			first, err := a.open(c)
			if err != nil {
				t.Fatal(err)
			}
			x.next(a, &c)
			second, err := a.open(c)
			if err != nil {
				t.Fatal(err)
			}
			if (first == second) != x.same {
				t.Errorf("the same provider: %t, want %t", first == second, x.same)
			}
		})
	}
	t.Run("an account that makes no sense", func(t *testing.T) {
		t.Parallel()
		a, c := &Activities{Outbound: anyway}, c
		c.Account.URL = "nonsense"
		if p, err := a.open(c); err == nil {
			t.Errorf("it opens %v", p)
		}
	})
}

// Every provider that the service knows has a driver, which says what a connection without an account lacks.
func TestCalendarProviders(t *testing.T) {
	t.Parallel()
	for _, provider := range timetable.CalendarProviders {
		if _, err := calendar.New(provider, calendar.Source{}, http.DefaultClient); err == nil ||
			strings.Contains(err.Error(), "unknown calendar provider") {
			t.Errorf("%s without an account: %v, want to hear what it lacks", provider, err)
		}
	}
}
