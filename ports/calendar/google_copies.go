package calendar

import (
	"context"
	"net/http"
	"net/url"

	"litmus/ports/outbound"
)

const (
	googleCopy   = "id,status,recurringEventId,start,end,attendees(self,responseStatus),extendedProperties/private"
	googleCopies = "kind,timeZone,items(" + googleCopy + ")"
)

// Copies searches for the property that has the UID, for series and not for their occurrences, and asks for the event
// that is held by itself.
func (g *google) Copies(ctx context.Context, uid string, held Held) ([]Copy, error) {
	q := url.Values{"privateExtendedProperty": {googleUID + "=" + uid}, "maxAttendees": {"1"},
		"fields": {googleCopies}}
	r, err := g.call(ctx, http.MethodGet, googleEvents+"?"+q.Encode(), nil, nil)
	if err != nil {
		return nil, err
	}
	l, err := g.list(r)
	if err != nil {
		return nil, err
	}
	if held.ID == "" {
		held.ID = googleID(uid)
	}
	one, err := g.get(ctx, held.ID)
	if err != nil {
		return nil, err
	}
	var copies []Copy
	for _, e := range append(one, *l.Items...) {
		if e.Status == "cancelled" || e.RecurringEventID != "" || e.ID == held.ID && len(copies) > 0 {
			continue
		}
		if e.ID == held.ID && len(one) == 0 {
			continue // the search is older than the answer that there is no such event
		}
		k, err := e.span(g.in(l.TimeZone))
		if err != nil {
			return nil, outbound.Garbage(g.prefix, "an event's time makes no sense")
		}
		copies = append(copies, Copy{ID: e.ID, Start: k.From, End: k.To, Response: e.response()})
	}
	return copies, nil
}

// get returns the event with this id, or none if it does not exist or is deleted.
func (g *google) get(ctx context.Context, id string) ([]googleEvent, error) {
	path := googleEvents + "/" + url.PathEscape(id) + "?maxAttendees=1&fields=" + url.QueryEscape(googleCopy)
	r, err := g.call(ctx, http.MethodGet, path, nil, nil)
	switch {
	case err != nil:
		return nil, err
	case r.StatusCode == http.StatusNotFound || r.StatusCode == http.StatusGone:
		return nil, nil
	case r.StatusCode != http.StatusOK:
		return nil, g.refused(r)
	}
	var e googleEvent
	if err := g.decode(r, &e); err != nil {
		return nil, err
	}
	if e.ID == "" {
		return nil, outbound.Garbage(g.prefix, "the answer has no event id")
	}
	if e.Status == "cancelled" {
		return nil, nil
	}
	return []googleEvent{e}, nil
}

// Single deletes the events with the UID but one.
func (g *google) Single(ctx context.Context, uid string, held Held) error {
	copies, err := g.Copies(ctx, uid, held)
	if err != nil {
		return err
	}
	for _, id := range others(copies, held) {
		if err := g.Delete(ctx, uid, Held{ID: id}); err != nil {
			return err
		}
	}
	return nil
}
