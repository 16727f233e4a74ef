package calendar

import (
	"context"
	"net/http"
	"net/url"

	"litmus/ports/outbound"
)

// graphCopy are the fields by which a copy is told.
const graphCopy = "id,start,end,isAllDay,isCancelled,responseStatus"

// Copies searches for the property that has the UID, and asks for the event that is held by itself.
func (m *microsoft) Copies(ctx context.Context, uid string, held Held) ([]Copy, error) {
	found, _, err := m.withUID(ctx, uid, graphCopy)
	if err != nil { // also 404: that there is no calendar says nothing of an event
		return nil, err
	}
	var all []graphEvent
	if held.ID != "" {
		r, err := m.call(ctx, http.MethodGet, graphEvents+"/"+url.PathEscape(held.ID)+"?$select="+graphCopy,
			http.Header{"Prefer": {`outlook.timezone="UTC"`}}, nil)
		if err != nil {
			return nil, err
		}
		if r.StatusCode != http.StatusOK {
			if status, err := m.refused(r); !gone(status) {
				return nil, err
			}
		} else {
			var e graphEvent
			if err := m.decode(r, &e); err != nil {
				return nil, err
			}
			all = append(all, e)
		}
	}
	for _, e := range found {
		if e.ID != held.ID { // of that one its own answer counts
			all = append(all, e)
		}
	}
	var copies []Copy
	for _, e := range all {
		if e.ID == "" || e.IsCancelled {
			continue
		}
		k, err := e.span(location{m.zone})
		if err != nil {
			return nil, outbound.Garbage(m.prefix, "an event's time makes no sense")
		}
		copies = append(copies, Copy{ID: e.ID, Start: k.From, End: k.To,
			Response: e.refusal()})
	}
	return copies, nil
}

// Single deletes the events with the UID but one.
func (m *microsoft) Single(ctx context.Context, uid string, held Held) error {
	copies, err := m.Copies(ctx, uid, held)
	if err != nil {
		return err
	}
	for _, id := range others(copies, held) {
		if status, err := m.remove(ctx, id); err != nil && !gone(status) {
			return err
		}
	}
	return nil
}
