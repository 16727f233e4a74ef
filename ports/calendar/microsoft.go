package calendar

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"time"

	"litmus/ports/outbound"
)

// Constants of Microsoft Graph v1.0, according to its reference.
const (
	graphAPI    = "https://graph.microsoft.com/v1.0"
	graphLogin  = "https://login.microsoftonline.com/common/oauth2/v2.0/token"
	graphEvents = "/me/events"
)

// microsoft is a person's default Outlook calendar.
//
// Exchange chooses the ids. An event whose id was lost is found by the property that holds its UID. Two simultaneous
// inserts become one event by the transactionId, which is derived from the UID and the revision. The ids are Exchange's
// ordinary ones and not the immutable ones: those remain valid in the trash, where an update would succeed and nobody
// would see it.
type microsoft struct {
	*rest
	zone *time.Location // of whole days
}

// NewMicrosoft returns the driver of an Outlook calendar, for a grant of the scopes Calendars.ReadWrite and
// offline_access. It uses these fields of the source: ClientID, ClientSecret ("" for a public client), RefreshToken,
// Rotated, Zone; API and Login in tests.
func NewMicrosoft(s Source, c *http.Client) (Provider, error) {
	a, err := newREST("microsoft", "graph", graphAPI, graphLogin, s, c)
	if err != nil {
		return nil, err
	}
	return &microsoft{a, s.zone()}, nil
}

func (m *microsoft) Writable() bool   { return true }
func (m *microsoft) MakesLinks() bool { return true }

// Put updates the event that is held, or else the one that has the UID, or else inserts one.
func (m *microsoft) Put(ctx context.Context, e Event, held Held) (Held, error) {
	if held.ID != "" {
		if h, status, err := m.update(ctx, e, held); !gone(status) {
			return h, err
		}
	}
	found, _, err := m.find(ctx, e.UID)
	if err != nil {
		return held, err
	}
	for _, id := range found {
		if h, status, err := m.update(ctx, e, Held{ID: id, Link: held.Link}); !gone(status) {
			return h, err
		}
	}
	return m.insert(ctx, e)
}

// insert makes the event. On a conflict, either another call has made it just before with the same transactionId, or
// the owner has deleted the event that was made with it, so that a new one is needed.
func (m *microsoft) insert(ctx context.Context, e Event) (Held, error) {
	in := graphFields(e)
	in["body"], in["location"] = graphText(e), graphPlace(e)
	in["transactionId"] = graphTransaction(e)
	if e.WantLink {
		goOnline(in)
	}
	got, status, err := m.write(ctx, http.MethodPost, graphEvents, "", in)
	if err == nil {
		return got.held(e, ""), nil
	}
	if status != http.StatusConflict {
		return Held{}, err
	}
	found, _, err := m.find(ctx, e.UID)
	if err != nil {
		return Held{}, err
	}
	if len(found) > 0 {
		h, _, err := m.update(ctx, e, Held{ID: found[0]})
		return h, err
	}
	in["transactionId"] = graphTransaction(e) + "-" + rand.Text()
	if got, _, err = m.write(ctx, http.MethodPost, graphEvents, "", in); err != nil {
		return Held{}, err
	}
	return got.held(e, ""), nil
}

// update changes an event in place. As long as its ETag is the known one, nobody has turned it into an online meeting,
// and it can be written without reading it. Otherwise it is read first, because the body of an online meeting contains
// the meeting's details, and replacing them would end the meeting.
func (m *microsoft) update(ctx context.Context, e Event, held Held) (Held, int, error) {
	path := graphEvents + "/" + url.PathEscape(held.ID)
	if held.ETag != "" && held.Link == "" && !e.WantLink {
		in := graphFields(e)
		in["body"], in["location"] = graphText(e), graphPlace(e)
		got, status, err := m.write(ctx, http.MethodPatch, path, held.ETag, in)
		if err == nil {
			return got.held(e, held.Link), status, nil
		}
		if !conflicts(status) {
			return held, status, err
		}
	}
	for range 3 { // the owner may be editing it
		now, status, err := m.send(ctx, http.MethodGet, path+"?$select="+graphRead, "", nil)
		if err != nil {
			return held, status, err
		}
		in := graphFields(e)
		if body, ok := now.rewritten(e); ok {
			in["body"] = body
		}
		if e.Location != "" || !now.IsOnlineMeeting && !e.WantLink { // otherwise Teams sets the location
			in["location"] = graphPlace(e)
		}
		if e.WantLink && !now.IsOnlineMeeting {
			goOnline(in)
		}
		got, status, err := m.write(ctx, http.MethodPatch, path, now.ETag, in)
		if err == nil {
			return got.held(e, held.Link), status, nil
		}
		if !conflicts(status) {
			return held, status, err
		}
	}
	return held, 0, &outbound.Failure{
		Fate: outbound.Retry, Code: m.prefix + "_412", Text: "the event changes faster than it can be read",
	}
}

// Delete removes the event that is held. If that does not exist, it removes the events with the UID: an event that its
// owner moved to another calendar has another id.
func (m *microsoft) Delete(ctx context.Context, uid string, held Held) error {
	if held.ID != "" {
		if status, err := m.remove(ctx, held.ID); !gone(status) {
			return err
		}
	}
	found, status, err := m.find(ctx, uid)
	if gone(status) {
		return nil // there is not even a calendar
	}
	if err != nil {
		return err
	}
	for _, id := range found {
		if status, err := m.remove(ctx, id); err != nil && !gone(status) {
			return err
		}
	}
	return nil
}

func (m *microsoft) remove(ctx context.Context, id string) (int, error) {
	r, err := m.call(ctx, http.MethodDelete, graphEvents+"/"+url.PathEscape(id), nil, nil)
	if err != nil {
		return 0, err
	}
	if r.StatusCode == http.StatusNoContent || r.StatusCode == http.StatusOK {
		return r.StatusCode, nil
	}
	return m.refused(r)
}

// find returns the ids of the events with a UID. There is one, unless the owner made copies.
func (m *microsoft) find(ctx context.Context, uid string) ([]string, int, error) {
	found, status, err := m.withUID(ctx, uid, "id")
	var ids []string
	for _, e := range found {
		if e.ID != "" {
			ids = append(ids, e.ID)
		}
	}
	return ids, status, err
}

// withUID returns the events with a UID, with these fields.
func (m *microsoft) withUID(ctx context.Context, uid, fields string) ([]graphEvent, int, error) {
	filter := "singleValueExtendedProperties/Any(ep: ep/id eq '" + graphUID + "' and ep/value eq '" +
		strings.ReplaceAll(uid, "'", "''") + "')"
	l, status, err := m.list(ctx, graphEvents+"?$filter="+odata(filter)+"&$select="+fields+"&$top=10")
	if err != nil {
		return nil, status, err
	}
	return *l.Value, status, nil
}

// write is send, repeated without the online meeting if that is not possible (400: the account has no Teams).
func (m *microsoft) write(ctx context.Context, method, path, match string, in map[string]any) (graphEvent, int, error) {
	got, status, err := m.send(ctx, method, path, match, in)
	if status == http.StatusBadRequest && in["isOnlineMeeting"] != nil {
		delete(in, "isOnlineMeeting")
		delete(in, "onlineMeetingProvider")
		return m.send(ctx, method, path, match, in)
	}
	return got, status, err
}

// send reads or writes an event. match is the ETag that it must have, or "" for any. An error comes with the status of
// the answer, or 0 if there was none.
func (m *microsoft) send(ctx context.Context, method, path, match string, in map[string]any) (graphEvent, int, error) {
	h := http.Header{}
	if match != "" {
		h.Set("If-Match", match)
	}
	var body any
	if in != nil {
		body = in
	}
	r, err := m.call(ctx, method, path, h, body)
	if err != nil {
		return graphEvent{}, 0, err
	}
	if r.StatusCode != http.StatusOK && r.StatusCode != http.StatusCreated {
		status, err := m.refused(r)
		return graphEvent{}, status, err
	}
	var got graphEvent
	if err := m.decode(r, &got); err != nil {
		return graphEvent{}, 0, err
	}
	if got.ID == "" || len(got.ID) > 1024 {
		return graphEvent{}, 0, outbound.Garbage(m.prefix, "the answer has no event id")
	}
	return got, r.StatusCode, nil
}

// list reads a page of events.
func (m *microsoft) list(ctx context.Context, path string) (graphList, int, error) {
	r, err := m.call(ctx, http.MethodGet, path, http.Header{"Prefer": {`outlook.timezone="UTC"`}}, nil)
	if err != nil {
		return graphList{}, 0, err
	}
	if r.StatusCode != http.StatusOK {
		status, err := m.refused(r)
		return graphList{}, status, err
	}
	var l graphList
	if err := m.decode(r, &l); err != nil {
		return graphList{}, 0, err
	}
	if l.Value == nil {
		return graphList{}, 0, outbound.Garbage(m.prefix, "the answer is no list of events")
	}
	return l, r.StatusCode, nil
}

// gone reports whether a status means that the event does not exist.
func gone(status int) bool { return status == http.StatusNotFound || status == http.StatusGone }

// conflicts reports whether a status means that the event has changed.
func conflicts(status int) bool {
	return status == http.StatusPreconditionFailed || status == http.StatusConflict
}
