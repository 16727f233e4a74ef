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

// Microsoft Graph v1.0, as its reference describes it.
const (
	graphAPI    = "https://graph.microsoft.com/v1.0"
	graphLogin  = "https://login.microsoftonline.com/common/oauth2/v2.0/token"
	graphEvents = "/me/events"
)

// microsoft is a person's default Outlook calendar.
//
// Exchange chooses the ids. An event whose note was lost is found by the property that holds its UID; two inserts at
// once are made one by the transactionId, which is the UID's and the revision's. Ids are Exchange's ordinary ones and
// not the immutable ones: those stay the same in the bin, where an update would go well and be seen by nobody.
type microsoft struct {
	*rest
	zone *time.Location // where whole days are
}

// NewMicrosoft makes the driver of an Outlook calendar, for a grant of the scopes Calendars.ReadWrite and
// offline_access. Fields of the source: ClientID, ClientSecret ("" for a public client), RefreshToken, Rotated, Zone;
// API and Login for tests.
func NewMicrosoft(s Source, c *http.Client) (Provider, error) {
	a, err := newREST("microsoft", "graph", graphAPI, graphLogin, s, c)
	if err != nil {
		return nil, err
	}
	return &microsoft{a, s.zone()}, nil
}

func (m *microsoft) Writable() bool   { return true }
func (m *microsoft) MakesLinks() bool { return true }

// Put updates what is held, else what is found by UID, else inserts.
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

// insert makes the event. Somebody may have made it just before, with the same transactionId; or the owner has deleted
// what was made with it, and it takes another one.
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

// update changes an event in place. As long as the ETag is the one we know, nobody has made an online meeting of it and
// all can be written blindly. Else it is read first: the body of such an event holds the meeting, which ends when the
// text takes its place.
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
	for range 3 { // somebody may be typing
		now, status, err := m.send(ctx, http.MethodGet, path+"?$select="+graphRead, "", nil)
		if err != nil {
			return held, status, err
		}
		in := graphFields(e)
		if body, ok := now.rewritten(e); ok {
			in["body"] = body
		}
		if e.Location != "" || !now.IsOnlineMeeting && !e.WantLink { // else it says that the meeting is in Teams
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
	return held, 0, &outbound.Failure{Fate: outbound.Retry, Code: m.prefix + "_412", Text: "the event changes faster " +
		"than it can be read"}
}

// Delete removes what is held. Was that not there, what is found by UID is removed: an event that its owner moved to
// another calendar has another id.
func (m *microsoft) Delete(ctx context.Context, uid string, held Held) error {
	if held.ID != "" {
		if status, err := m.remove(ctx, held.ID); !gone(status) {
			return err
		}
	}
	found, status, err := m.find(ctx, uid)
	if gone(status) {
		return nil // not even a calendar is there
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

// find gives the ids of the events that carry a UID: one, unless the owner made copies.
func (m *microsoft) find(ctx context.Context, uid string) ([]string, int, error) {
	filter := "singleValueExtendedProperties/Any(ep: ep/id eq '" + graphUID + "' and ep/value eq '" +
		strings.ReplaceAll(uid, "'", "''") + "')"
	l, status, err := m.list(ctx, graphEvents+"?$filter="+odata(filter)+"&$select=id&$top=10")
	if err != nil {
		return nil, status, err
	}
	var ids []string
	for _, e := range *l.Value {
		if e.ID != "" {
			ids = append(ids, e.ID)
		}
	}
	return ids, status, nil
}

// write is send, and once more without the meeting where that cannot be had: the account has no Teams (400).
func (m *microsoft) write(ctx context.Context, method, path, match string, in map[string]any) (graphEvent, int, error) {
	got, status, err := m.send(ctx, method, path, match, in)
	if status == http.StatusBadRequest && in["isOnlineMeeting"] != nil {
		delete(in, "isOnlineMeeting")
		delete(in, "onlineMeetingProvider")
		return m.send(ctx, method, path, match, in)
	}
	return got, status, err
}

// send reads or writes an event, if its ETag matches ("" for whatever it is). With an error comes the status of the
// answer, 0 for none.
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

// gone reports whether a status says that the event is not there.
func gone(status int) bool { return status == http.StatusNotFound || status == http.StatusGone }

// conflicts reports whether a status says that the event is not what it was.
func conflicts(status int) bool {
	return status == http.StatusPreconditionFailed || status == http.StatusConflict
}
