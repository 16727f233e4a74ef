package calendar

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// googleFake is Google's token endpoint and its Calendar API v3 for one calendar, as the reference describes them: a
// deleted event remains as cancelled, its id is never released, patches merge, and a request that would notify people
// is refused. It was written from the documentation and never compared with the real service.
type googleFake struct {
	tokens *tokenFake
	url    string

	mu       sync.Mutex
	events   map[string]map[string]any
	changed  map[string]int // version of the last change, by id
	version  int
	zone     string
	meet     string // outcome of a conference request: success, pending, failure, or "" for 400
	page     int    // most events on a page
	requests []string
	purged   map[string]bool // ids that Google neither returns nor releases
}

func newGoogleFake(t *testing.T) *googleFake {
	f := &googleFake{
		tokens: newTokenFake(), events: map[string]map[string]any{}, changed: map[string]int{},
		purged: map[string]bool{}, zone: "Europe/Berlin", meet: "success", page: 250,
	}
	mux := http.NewServeMux()
	mux.Handle("POST /token", f.tokens)
	mux.Handle("GET /calendar/v3/calendars/primary/events", f.door(f.list))
	mux.Handle("GET /calendar/v3/calendars/primary/events/{id}", f.door(f.get))
	mux.Handle("POST /calendar/v3/calendars/primary/events", f.door(f.insert))
	mux.Handle("PATCH /calendar/v3/calendars/primary/events/{id}", f.door(f.patch))
	mux.Handle("DELETE /calendar/v3/calendars/primary/events/{id}", f.door(f.delete))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

func (f *googleFake) source() Source {
	return Source{
		ClientID: "client.apps.googleusercontent.com", ClientSecret: "GOCSPX-secret", RefreshToken: f.tokens.refresh,
		API: f.url + "/calendar/v3/", Login: f.url + "/token",
	}
}

// fail answers with an error in Google's format.
func (f *googleFake) fail(w http.ResponseWriter, code int, domain, reason, message string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"errors": []any{map[string]any{"domain": domain, "reason": reason, "message": message}}, "code": code,
		"message": message,
	}})
}

func (f *googleFake) door(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.requests = append(f.requests, r.Method+" "+r.URL.Path)
		if !f.tokens.valid(r) {
			f.fail(w, 401, "global", "authError", "Invalid Credentials")
			return
		}
		if r.Method != http.MethodGet && r.URL.Query().Get("sendUpdates") != "none" {
			f.fail(w, 400, "fake", "notifies", "this request would send mail")
			return
		}
		h(w, r)
	})
}

var googleIDs = regexp.MustCompile(`^[0-9a-v]{5,1000}$`)

// merge applies a JSON merge patch (RFC 7396).
func merge(into, from map[string]any) {
	for k, v := range from {
		switch v := v.(type) {
		case nil:
			delete(into, k)
		case map[string]any:
			sub, ok := into[k].(map[string]any)
			if !ok {
				sub = map[string]any{}
			}
			merge(sub, v)
			into[k] = sub
		default:
			into[k] = v
		}
	}
}

// check validates an event like Google, and makes its conference.
func (f *googleFake) check(w http.ResponseWriter, e map[string]any, version string) bool {
	for _, side := range []string{"start", "end"} {
		t, _ := e[side].(map[string]any)
		instant, isInstant := t["dateTime"].(string)
		if _, isDay := t["date"]; isDay == isInstant {
			f.fail(w, 400, "global", "invalid", "Invalid start time.")
			return false
		}
		if _, err := time.Parse(time.RFC3339, instant); isInstant && err != nil {
			f.fail(w, 400, "global", "required", "Missing end time.")
			return false
		}
	}
	if len(e["attendees"].([]any)) > 0 || e["iCalUID"] == nil {
		f.fail(w, 400, "fake", "attendees", "our copies have none")
		return false
	}
	c, _ := e["conferenceData"].(map[string]any)
	request, _ := c["createRequest"].(map[string]any)
	if version != "1" {
		delete(e, "conferenceData")
		return true
	}
	if request == nil {
		return true
	}
	if s, ok := request["status"].(map[string]any); ok && s["statusCode"] == "pending" {
		// it was requested earlier and is done by now
		f.confer(e, request, "success")
		return true
	}
	if request["requestId"] == e["lastRequest"] { // "the request is ignored"
		return true
	}
	if f.meet == "" {
		f.fail(w, 400, "global", "invalid", "Invalid conference type value.")
		return false
	}
	f.confer(e, request, f.meet)
	return true
}

func (f *googleFake) confer(e, request map[string]any, state string) {
	e["lastRequest"] = request["requestId"]
	request["status"] = map[string]any{"statusCode": state}
	if state != "success" {
		return
	}
	link := "https://meet.google.com/" + strings.ToLower(request["requestId"].(string)[:10])
	e["hangoutLink"] = link
	e["conferenceData"].(map[string]any)["entryPoints"] = []any{
		map[string]any{"entryPointType": "phone", "uri": "tel:+1-555-0100"},
		map[string]any{"entryPointType": "video", "uri": link, "label": "meet.google.com/abc"},
	}
}

// save stores an event with a new ETag and version.
func (f *googleFake) save(e map[string]any) {
	f.version++
	id := e["id"].(string)
	e["etag"] = fmt.Sprintf(`"%d"`, 3181161784712000+f.version)
	f.events[id], f.changed[id] = e, f.version
}

func (f *googleFake) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	_ = json.NewEncoder(w).Encode(v)
}

func (f *googleFake) insert(w http.ResponseWriter, r *http.Request) {
	in := map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		f.fail(w, 400, "global", "parseError", "Parse Error")
		return
	}
	id, _ := in["id"].(string)
	switch {
	case !googleIDs.MatchString(id):
		f.fail(w, 400, "global", "invalid", "Invalid resource id value.")
		return
	case in["iCalUID"] != nil:
		f.fail(w, 400, "global", "invalid", "id and iCalUID were both given")
		return
	case f.events[id] != nil || f.purged[id]:
		f.fail(w, 409, "global", "duplicate", "The requested identifier already exists.")
		return
	}
	e := map[string]any{"kind": "calendar#event", "attendees": []any{}, "iCalUID": id + "@google.com", "sequence": 0.0}
	merge(e, in)
	if f.check(w, e, r.URL.Query().Get("conferenceDataVersion")) {
		f.save(e)
		f.answer(w, e)
	}
}

func (f *googleFake) patch(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	old := f.events[id]
	if old == nil {
		f.fail(w, 404, "global", "notFound", "Not Found")
		return
	}
	if m := r.Header.Get("If-Match"); m != "" && m != old["etag"] {
		f.fail(w, 412, "global", "conditionNotMet", "Precondition Failed")
		return
	}
	in, e := map[string]any{}, map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		f.fail(w, 400, "global", "parseError", "Parse Error")
		return
	}
	copied, _ := json.Marshal(old)
	_ = json.Unmarshal(copied, &e)
	if s, ok := in["sequence"].(float64); ok && s < e["sequence"].(float64) {
		f.fail(w, 400, "global", "invalid", "Invalid sequence value.")
		return
	}
	merge(e, in)
	if f.check(w, e, r.URL.Query().Get("conferenceDataVersion")) {
		f.save(e)
		f.answer(w, e)
	}
}

func (f *googleFake) delete(w http.ResponseWriter, r *http.Request) {
	e := f.events[r.PathValue("id")]
	switch {
	case e == nil:
		f.fail(w, 404, "global", "notFound", "Not Found")
	case e["status"] == "cancelled":
		f.fail(w, 410, "global", "deleted", "Resource has been deleted")
	default:
		e["status"] = "cancelled"
		f.save(e)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (f *googleFake) get(w http.ResponseWriter, r *http.Request) {
	e := f.events[r.PathValue("id")] // a deleted one is answered with its status
	if e == nil {
		f.fail(w, 404, "global", "notFound", "Not Found")
		return
	}
	f.answer(w, e)
}

// list supports syncToken ("s", a version and a serial number; it is gone below version 0) and pageToken (an offset).
func (f *googleFake) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	since := -1
	if s := q.Get("syncToken"); s != "" {
		s, _, _ = strings.Cut(s, ".")
		n, err := strconv.Atoi(strings.TrimPrefix(s, "s"))
		switch {
		case q.Has("timeMin") || q.Has("timeMax") || q.Has("orderBy"):
			f.fail(w, 400, "calendar", "syncTokenWithNonDefaultOrdering", "Sync token cannot be combined with these "+
				"parameters.")
			return
		case err != nil:
			f.fail(w, 400, "global", "invalid", "Invalid sync token value.")
			return
		case n < 0:
			f.fail(w, 410, "calendar", "fullSyncRequired", "Sync token is no longer valid, a full sync is required.")
			return
		}
		since = n
	}
	name, value, ours := strings.Cut(q.Get("privateExtendedProperty"), "=")
	if (q.Get("singleEvents") == "true") == ours {
		f.fail(w, 400, "fake", "series", "the request is for series, or for our own events one by one")
		return
	}
	earliest, _ := time.Parse(time.RFC3339, q.Get("timeMin"))
	latest, err := time.Parse(time.RFC3339, q.Get("timeMax"))
	if err != nil {
		latest = time.Unix(1<<40, 0)
	}
	zone, _ := time.LoadLocation(f.zone)
	var items []any
	for _, id := range slices.Sorted(maps.Keys(f.events)) {
		e := f.events[id]
		if since >= 0 {
			if f.changed[id] > since {
				items = append(items, e)
			}
			continue
		}
		p, _ := e["extendedProperties"].(map[string]any)
		if private, _ := p["private"].(map[string]any); ours && private[name] != value {
			continue
		}
		from, to := googleSpan(e, zone)
		if e["status"] != "cancelled" && to.After(earliest) && from.Before(latest) {
			items = append(items, e)
		}
	}
	size := f.page
	if n, _ := strconv.Atoi(q.Get("maxResults")); n > 0 && n < size {
		size = n
	}
	at, _ := strconv.Atoi(q.Get("pageToken"))
	end := min(at+size, len(items))
	out := map[string]any{"kind": "calendar#events", "timeZone": f.zone,
		"items": append([]any{}, items[min(at, len(items)):end]...)}
	if end < len(items) {
		out["nextPageToken"] = strconv.Itoa(end)
	} else {
		out["nextSyncToken"] = fmt.Sprintf("s%d.%d", f.version, len(f.requests)) // a new one each time
	}
	f.answer(w, out)
}

// googleSpan returns the time of a stored event.
func googleSpan(e map[string]any, zone *time.Location) (from, to time.Time) {
	read := func(side string) time.Time {
		t := e[side].(map[string]any)
		if day, ok := t["date"].(string); ok {
			at, _ := time.ParseInLocation(time.DateOnly, day, zone)
			return at
		}
		at, _ := time.Parse(time.RFC3339, t["dateTime"].(string))
		return at
	}
	return read("start"), read("end")
}

// add adds an event of the owner.
func (f *googleFake) add(id string, e map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	full := map[string]any{"id": id, "status": "confirmed", "iCalUID": id + "@google.com", "attendees": []any{},
		"sequence": 0.0}
	merge(full, e)
	f.save(full)
}

// with calls do for each event that has this UID of ours and is not deleted, and returns their number.
func (f *googleFake) with(uid string, do func(e map[string]any)) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.events {
		p, _ := e["extendedProperties"].(map[string]any)
		private, _ := p["private"].(map[string]any)
		if private["litmusUid"] == uid && e["status"] != "cancelled" {
			n++
			if do != nil {
				do(e)
			}
		}
	}
	return n
}

func (f *googleFake) kept(t *testing.T, uid string) (k kept) {
	t.Helper()
	if n := f.with(uid, func(e map[string]any) {
		private := e["extendedProperties"].(map[string]any)["private"].(map[string]any)
		from, to := googleSpan(e, time.UTC)
		sequence, _ := strconv.Atoi(private["litmusSequence"].(string))
		text := func(key string) string { s, _ := e[key].(string); return s }
		k = kept{private["litmusUid"].(string), sequence, from, to, text("summary"),
			html.UnescapeString(text("description")), text("location")}
	}); n != 1 {
		t.Fatalf("%d events with %s", n, uid)
	}
	return k
}

func init() { register("google", "a fake", startGoogle) }

func startGoogle(t *testing.T) *world {
	f := newGoogleFake(t)
	f.page = 3
	return &world{
		source: f.source(), client: http.DefaultClient,
		count: func(t *testing.T, uid string) int { return f.with(uid, nil) },
		read:  f.kept,
		edit: func(t *testing.T, uid, summary string) {
			f.with(uid, func(e map[string]any) {
				e["summary"], e["sequence"] = summary, e["sequence"].(float64)+1
				f.save(e)
			})
		},
		remove: func(t *testing.T, uid string) {
			f.with(uid, func(e map[string]any) {
				e["status"] = "cancelled"
				f.save(e)
			})
		},
		meet: func(t *testing.T, m weekly) {
			for i := range m.Count {
				at := m.Start.AddDate(0, 0, 7*i)
				f.add(fmt.Sprintf("%s_%s", url.PathEscape(m.UID), at.UTC().Format("20060102T150405Z")), map[string]any{
					"iCalUID": m.UID, "recurringEventId": m.UID,
					"start": map[string]any{"dateTime": at.Format(time.RFC3339), "timeZone": m.Zone},
					"end":   map[string]any{"dateTime": at.Add(time.Hour).Format(time.RFC3339), "timeZone": m.Zone},
				})
			}
		},
		move: func(t *testing.T, uid string, start time.Time) {
			f.with(uid, func(e map[string]any) {
				e["start"] = map[string]any{"dateTime": start.Format(time.RFC3339)}
				e["end"] = map[string]any{"dateTime": start.Add(time.Hour).Format(time.RFC3339)}
				f.save(e)
			})
		},
		answer: func(t *testing.T, uid, response string) {
			f.with(uid, func(e map[string]any) {
				e["attendees"] = []any{map[string]any{"self": true, "responseStatus": response}}
				f.save(e)
			})
		},
		double: func(t *testing.T, uid string) {
			twin := map[string]any{}
			f.with(uid, func(e map[string]any) { maps.Copy(twin, e) })
			twin["id"] = "twin" + twin["id"].(string)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.save(twin)
		},
		spares: func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/token") },
	}
}
