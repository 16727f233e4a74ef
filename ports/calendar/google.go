package calendar

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/ports/outbound"
)

// Constants of Google's Calendar API v3, according to its reference and its discovery document (revision 20260225).
const (
	googleAPI    = "https://www.googleapis.com/calendar/v3"
	googleLogin  = "https://oauth2.googleapis.com/token"
	googleEvents = "/calendars/primary/events"

	// googleWritten are the fields that a write returns.
	googleWritten = "id,etag,hangoutLink,conferenceData(createRequest/status,entryPoints)"
)

// The private extended properties (visible only to this calendar's owner and the API) that hold our UID and SEQUENCE.
// iCalUID cannot hold the UID, because it must not be given together with an id. sequence cannot hold ours, because
// Google raises it itself when the owner moves the event, and refuses a lower one.
const (
	googleUID      = "litmusUid"
	googleSequence = "litmusSequence"
)

// google is a person's primary Google calendar.
//
// The id of an event is derived from its UID, so the event can be found without stored data, and a second insert fails
// with 409 instead of making a second event. A deleted event keeps its id, with the status cancelled, and an update
// revives it. Updates do not require a certain ETag, because the database decides. They are patches, which preserve
// what the owner added (colour, reminders, guests) and the conference.
type google struct {
	*rest
	zone *time.Location // of whole days, if Google names none
}

// NewGoogle returns the driver of a Google calendar, for a grant of the scope calendar.events. It uses these fields of
// the source: ClientID, ClientSecret, RefreshToken, Zone; API and Login in tests.
func NewGoogle(s Source, c *http.Client) (Provider, error) {
	a, err := newREST("google", "google", googleAPI, googleLogin, s, c)
	if err != nil {
		return nil, err
	}
	return &google{a, s.zone()}, nil
}

func (g *google) Writable() bool   { return true }
func (g *google) MakesLinks() bool { return true }

// googleEvent has the fields of an event that are read.
type googleEvent struct {
	ID               string           `json:"id"`
	Status           string           `json:"status"`
	ETag             string           `json:"etag"`
	ICalUID          string           `json:"iCalUID"`
	EventType        string           `json:"eventType"`
	RecurringEventID string           `json:"recurringEventId"`
	Transparency     string           `json:"transparency"`
	HangoutLink      string           `json:"hangoutLink"`
	Start            googleTime       `json:"start"`
	End              googleTime       `json:"end"`
	Attendees        []googleAttendee `json:"attendees"`
	ConferenceData   struct {
		CreateRequest struct {
			Status struct {
				StatusCode string `json:"statusCode"` // pending, success, failure
			} `json:"status"`
		} `json:"createRequest"`
		EntryPoints []struct {
			EntryPointType string `json:"entryPointType"`
			URI            string `json:"uri"`
		} `json:"entryPoints"`
	} `json:"conferenceData"`
	ExtendedProperties struct {
		Private map[string]string `json:"private"`
	} `json:"extendedProperties"`
}

type googleAttendee struct {
	Self           bool   `json:"self"`
	ResponseStatus string `json:"responseStatus"`
}

// googleTime is an instant or a day.
type googleTime struct {
	DateTime string `json:"dateTime"`
	Date     string `json:"date"`
}

// link returns the meeting link, or "" if there is none yet.
func (e googleEvent) link() string {
	for _, p := range e.ConferenceData.EntryPoints {
		if p.EntryPointType == "video" {
			return p.URI
		}
	}
	return e.HangoutLink
}

// Put patches the event that is held. If there is none, it inserts one under the UID's id. If that is taken, it patches
// the event with that id. If that fails too, because Google has deleted it but does not release the id, it inserts one
// under an id for this revision.
func (g *google) Put(ctx context.Context, e Event, held Held) (Held, error) {
	own, spare := googleID(e.UID), googleID(e.UID+"\x00"+strconv.Itoa(e.Sequence))
	method, id := http.MethodPatch, held.ID
	if id == "" {
		method, id = http.MethodPost, own
	}
	taken := false
	for range 5 {
		got, status, err := g.write(ctx, method, id, e)
		switch {
		case err == nil:
			return g.linked(ctx, e, held, method, got)
		case method == http.MethodPatch && (status == http.StatusNotFound || status == http.StatusGone):
			method, id = http.MethodPost, own
			if taken {
				id = spare
			}
		case method == http.MethodPost && status == http.StatusConflict:
			method, taken = http.MethodPatch, true
		default:
			return held, err
		}
	}
	return held, &outbound.Failure{
		Fate: outbound.Retry, Code: "google_contradicts",
		Text: "an event that is there cannot be updated, one that is not cannot be made",
	}
}

// write is one insert or patch. If a conference is not possible (400: the account cannot make one), the event is
// inserted without one.
func (g *google) write(ctx context.Context, method, id string, e Event) (googleEvent, int, error) {
	in := map[string]any{
		"status":       "confirmed",
		"summary":      singleLine(e.Summary),
		"description":  googleText(e.Text),
		"location":     singleLine(e.Location),
		"transparency": "opaque",
		"start":        googleInstant(e.Start),
		"end":          googleInstant(e.End),
		"extendedProperties": map[string]any{"private": map[string]string{
			googleUID: e.UID, googleSequence: strconv.Itoa(e.Sequence),
		}},
	}
	if method == http.MethodPatch {
		return g.send(ctx, method, googleEvents+"/"+url.PathEscape(id), in)
	}
	in["id"] = id
	if !e.WantLink {
		return g.send(ctx, method, googleEvents, in)
	}
	in["conferenceData"] = googleConference(e)
	got, status, err := g.send(ctx, method, googleEvents, in)
	if status == http.StatusBadRequest {
		delete(in, "conferenceData")
		return g.send(ctx, method, googleEvents, in)
	}
	return got, status, err
}

// linked returns what is stored about an event that was written. If the event has no conference, linked asks for one; a
// patch does not, because asking again would replace the link that people already have. If the conference is still
// being made, a later Put reads it.
func (g *google) linked(ctx context.Context, e Event, held Held, method string, got googleEvent) (Held, error) {
	h := Held{ID: got.ID, ETag: got.ETag, Link: got.link()}
	state := got.ConferenceData.CreateRequest.Status.StatusCode
	switch {
	case !e.WantLink && method == http.MethodPatch:
		h.Link = held.Link
		return h, nil
	case !e.WantLink || h.Link != "" || method == http.MethodPost || state == "pending":
		return h, nil
	}
	in := map[string]any{"conferenceData": googleConference(e)}
	again, status, err := g.send(ctx, http.MethodPatch, googleEvents+"/"+url.PathEscape(got.ID), in)
	if status == http.StatusBadRequest {
		return h, nil // this account cannot make conferences
	}
	if err != nil {
		return h, err
	}
	return Held{ID: again.ID, ETag: again.ETag, Link: again.link()}, nil
}

// send writes an event and returns the answer.
func (g *google) send(ctx context.Context, method, path string, in any) (googleEvent, int, error) {
	r, err := g.call(ctx, method, path+"?conferenceDataVersion=1&sendUpdates=none&fields="+googleWritten, nil, in)
	if err != nil {
		return googleEvent{}, 0, err
	}
	if r.StatusCode != http.StatusOK {
		return googleEvent{}, r.StatusCode, g.refused(r)
	}
	var got googleEvent
	if err := g.decode(r, &got); err != nil {
		return googleEvent{}, 0, err
	}
	if got.ID == "" || len(got.ID) > 1024 {
		return googleEvent{}, 0, outbound.Garbage(g.prefix, "the answer has no event id")
	}
	return got, r.StatusCode, nil
}

func (g *google) Delete(ctx context.Context, uid string, held Held) error {
	id := held.ID
	if id == "" {
		id = googleID(uid)
	}
	r, err := g.call(ctx, http.MethodDelete, googleEvents+"/"+url.PathEscape(id)+"?sendUpdates=none", nil, nil)
	if err != nil {
		return err
	}
	switch r.StatusCode {
	case http.StatusOK, http.StatusNoContent, http.StatusNotFound, http.StatusGone:
		return nil
	}
	return g.refused(r)
}

// refused parses Google's error body: {"error": {"code", "message", "status", "errors": [{"domain", "reason",
// "message"}]}}.
func (g *google) refused(r *reply) *outbound.Failure {
	var body struct {
		Error struct {
			Message string `json:"message"`
			Status  string `json:"status"` // in newer answers: PERMISSION_DENIED
			Errors  []struct {
				Reason string `json:"reason"`
			} `json:"errors"`
		} `json:"error"`
	}
	_ = json.Unmarshal(r.body, &body) // for another body, the status says enough
	name := body.Error.Status
	if len(body.Error.Errors) > 0 {
		name = body.Error.Errors[0].Reason
	}
	e := g.refusal(r, name, body.Error.Message)
	limits := []string{
		"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded", "RESOURCE_EXHAUSTED",
	}
	limited := slices.Contains(limits, name) || slices.Contains(limits, body.Error.Status)
	if r.StatusCode == http.StatusForbidden && limited {
		e.Fate, e.After = outbound.Retry, outbound.Delay(r.Header, time.Now())
	}
	return e
}

// googleID returns the id of the event with a UID. Ids consist of 5 to 1,024 characters of 0-9 and a-v, which is
// base32hex in lower case.
func googleID(uid string) string {
	sum := sha256.Sum256([]byte("litmus event\x00" + uid))
	return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:20]))
}

// googleConference asks for a Meet conference. Google ignores a request id that it has seen, so each revision asks
// once.
func googleConference(e Event) map[string]any {
	return map[string]any{"createRequest": map[string]any{
		"requestId":             googleID("meet\x00" + e.UID + "\x00" + strconv.Itoa(e.Sequence)),
		"conferenceSolutionKey": map[string]string{"type": "hangoutsMeet"},
	}}
}

// googleInstant returns an instant to write. The null removes the date, in case the owner made it a whole day.
func googleInstant(t time.Time) map[string]any {
	return map[string]any{"dateTime": t.UTC().Format(time.RFC3339), "timeZone": "UTC", "date": nil}
}

var markup = regexp.MustCompile(`[<>]|&#?[0-9A-Za-z]+;`)

// googleText returns a text as a description, which may be HTML: whatever could be read as HTML is escaped.
func googleText(s string) string {
	if s = plainLines(s); markup.MatchString(s) {
		return html.EscapeString(s)
	}
	return s
}
