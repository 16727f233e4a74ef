package activities

import (
	"context"
	"errors"
	"sync"

	"litmus/models"
	"litmus/ports/calendar"
	"litmus/ports/outbound"
	"litmus/store"
)

// providers are the calendars that were opened: each knows where its calendar is, and holds a token for it.
type providers struct {
	mu   sync.Mutex
	open map[string]openProvider
}

type openProvider struct {
	account  models.CalendarAccount
	zone     string
	provider calendar.Provider
}

const mostOpen = 1000 // then all are opened anew: a token or a discovery each

// calendarOf opens the connected calendar of a person that interviews can be written into. Where there is none it is a
// failure ([outbound.Failure]).
func (a *Activities) calendarOf(ctx context.Context, orgID, email string) (calendar.Provider, error) {
	c, err := a.Store.ConnectionOf(ctx, orgID, email)
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, &outbound.Failure{Fate: outbound.GiveUp, Code: "calendar_gone", Text: "no calendar is connected any more"}
	case errors.Is(err, store.ErrSealed):
		return nil, &outbound.Failure{Fate: outbound.Revoked, Code: "calendar_sealed", Text: err.Error()}
	case err != nil:
		return nil, err
	case !c.Writable():
		return nil, &outbound.Failure{Fate: outbound.GiveUp, Code: "calendar_read_only", Text: "the connected calendar is a feed, which cannot be written"}
	}
	a.opened.mu.Lock()
	defer a.opened.mu.Unlock()
	key := orgID + "\x00" + email
	if o, ok := a.opened.open[key]; ok && o.account == c.Account && o.zone == c.Zone {
		return o.provider, nil
	}
	p, err := a.openCalendar(c)
	if err != nil {
		return nil, &outbound.Failure{Fate: outbound.Revoked, Code: "calendar_account", Text: err.Error()}
	}
	if a.opened.open == nil || len(a.opened.open) >= mostOpen {
		a.opened.open = map[string]openProvider{}
	}
	a.opened.open[key] = openProvider{c.Account, c.Zone, p}
	return p, nil
}

// forget has a calendar that fails opened anew the next time: it may have moved. The error is handed on.
func (a *Activities) forget(orgID, email string, err error) error {
	if err != nil {
		a.opened.mu.Lock()
		defer a.opened.mu.Unlock()
		delete(a.opened.open, orgID+"\x00"+email)
	}
	return err
}
