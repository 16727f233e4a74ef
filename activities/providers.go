package activities

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/ports/outbound"
	"litmus/store/availability"
)

// providers are the calendars that were opened: each knows where its calendar is, and holds a token for it.
type providers struct {
	mu   sync.Mutex
	open map[string]openProvider
}

type openProvider struct {
	account  timetable.CalendarAccount
	zone     string
	networks []netip.Prefix
	provider calendar.Provider
}

// mostOpen bounds the open providers. Beyond it all are opened anew, which costs each a token or a discovery.
const mostOpen = 1000

// calendarOf opens the connected calendar of a person that interviews can be written into. Where there is none it is a
// failure ([outbound.Failure]).
func (a *Activities) calendarOf(ctx context.Context, orgID, email string) (calendar.Provider, error) {
	c, err := a.Store.Availability.ConnectionOf(ctx, orgID, email)
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, &outbound.Failure{Fate: outbound.GiveUp, Code: "calendar_gone",
			Text: "no calendar is connected any more"}
	case errors.Is(err, availability.ErrSealed):
		return nil, &outbound.Failure{Fate: outbound.Revoked, Code: "calendar_sealed", Text: err.Error()}
	case err != nil:
		return nil, err
	case !c.Writable():
		return nil, &outbound.Failure{Fate: outbound.GiveUp, Code: "calendar_read_only",
			Text: "the connected calendar is a feed, which cannot be written"}
	}
	p, err := a.open(c)
	if err != nil {
		return nil, &outbound.Failure{Fate: outbound.Revoked, Code: "calendar_account", Text: err.Error()}
	}
	return p, nil
}

// open returns the provider of a connected calendar: the one that is open, as long as it does not fail
// ([Activities.forget]) and the account stays the same, else a new one. A refresh token that the provider issues is
// stored. The error says what is wrong with the account, without its secrets.
func (a *Activities) open(c availability.Connected) (calendar.Provider, error) {
	a.opened.mu.Lock()
	defer a.opened.mu.Unlock()
	key := c.OrgID + "\x00" + c.Email
	o, ok := a.opened.open[key]
	if ok && o.account == c.Account && o.zone == c.Zone && slices.Equal(o.networks, c.Networks) {
		return o.provider, nil
	}
	source := calendar.Source{
		Email: c.Email, URL: c.Account.URL, Username: c.Account.Username, Password: c.Account.Password,
		ClientID: c.Account.ClientID, ClientSecret: c.Account.ClientSecret, RefreshToken: c.Account.RefreshToken,
		Zone: models.Location(c.Zone), Room: c.RoomID != "",
	}
	var p calendar.Provider
	source.Rotated = func(ctx context.Context, token string) {
		if err := a.Store.Availability.KeepToken(ctx, c, token); err != nil {
			// The old one goes on working.
			a.Log.WarnContext(ctx, "refresh token not kept", "calendar", c.ID, "error", err)
			return
		}
		a.opened.mu.Lock()
		defer a.opened.mu.Unlock()
		if o := a.opened.open[key]; o.provider == p { // it knows the new token, and the account has it by now
			o.account.RefreshToken = token
			a.opened.open[key] = o
		}
	}
	p, err := calendar.New(c.Account.Provider, source, a.Outbound(c.Networks))
	if err != nil {
		return nil, err
	}
	if a.opened.open == nil || len(a.opened.open) >= mostOpen {
		a.opened.open = map[string]openProvider{}
	}
	a.opened.open[key] = openProvider{c.Account, c.Zone, c.Networks, p}
	return p, nil
}

// forget closes the provider of a calendar that failed, so that it is opened anew the next time: it may have moved. It
// returns err.
func (a *Activities) forget(orgID, email string, err error) error {
	if err != nil {
		a.opened.mu.Lock()
		defer a.opened.mu.Unlock()
		delete(a.opened.open, orgID+"\x00"+email)
	}
	return err
}
