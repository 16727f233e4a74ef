package calendar

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// graphFake is Microsoft's token endpoint and the events of Graph v1.0 for one mailbox, as the reference describes
// them: the server chooses ids, transactions and ETags are checked, and online meetings are part of the body. It was
// written from the documentation and never compared with the real service.
type graphFake struct {
	tokens *tokenFake
	url    string

	mu       sync.Mutex
	events   map[string]map[string]any
	used     map[string]string // event id by transactionId, also of deleted events
	made     int
	version  int
	teams    bool // the account has Teams
	late     bool // join URLs come only when the event is read again
	page     int
	next     string // if not "", replaces the link to the next page
	requests []string
}

func newGraphFake(t *testing.T) *graphFake {
	f := &graphFake{tokens: newTokenFake(), events: map[string]map[string]any{}, used: map[string]string{},
		teams: true, page: 500}
	f.tokens.rotates = true
	mux := http.NewServeMux()
	mux.Handle("POST /common/oauth2/v2.0/token", f.tokens)
	mux.Handle("GET /v1.0/me/calendarView", f.door(f.view))
	mux.Handle("GET /v1.0/me/events", f.door(f.find))
	mux.Handle("POST /v1.0/me/events", f.door(f.insert))
	mux.Handle("GET /v1.0/me/events/{id}", f.door(f.get))
	mux.Handle("PATCH /v1.0/me/events/{id}", f.door(f.patch))
	mux.Handle("DELETE /v1.0/me/events/{id}", f.door(f.delete))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

func (f *graphFake) source() Source {
	return Source{
		ClientID: "6731de76-14a6-49ae-97bc-6eba6914391e", ClientSecret: "jXoM3iz~secret",
		RefreshToken: f.tokens.refresh, API: f.url + "/v1.0", Login: f.url + "/common/oauth2/v2.0/token",
	}
}

// fail answers with an error in Graph's format.
func (f *graphFake) fail(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"code": code, "message": message,
		"innerError": map[string]any{
			"date": "2031-03-04T15:30:00", "request-id": "b1c3f0a2-0000-4000-8000-000000000000"},
	}})
}

func (f *graphFake) door(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.requests = append(f.requests, r.Method+" "+r.URL.Path)
		if !f.tokens.valid(r) {
			f.fail(w, 401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid.")
			return
		}
		if strings.Contains(r.URL.RawQuery, "+") {
			f.fail(w, 400, "BadRequest", "a space must be written as %20")
			return
		}
		h(w, r)
	})
}

func (f *graphFake) answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; odata.metadata=minimal")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (f *graphFake) save(e map[string]any) {
	f.version++
	e["changeKey"] = fmt.Sprintf("DwAAABYAAAB%d==", f.version)
	e["@odata.etag"] = fmt.Sprintf(`W/"%s"`, e["changeKey"])
	f.events[e["id"].(string)] = e
}

// shown returns an event for an answer. Extended properties are included only if they are expanded.
func shown(e map[string]any, expanded bool) map[string]any {
	out := maps.Clone(e)
	if !expanded {
		delete(out, "singleValueExtendedProperties")
	}
	return out
}

const teamsPart = `<div style="width:100%; height:20px"><span style="white-space:nowrap; color:gray; opacity:.36">________________________________________________________________________________</span></div>` +
	"\r\n" +
	`<div class="me-email-text" style="color:#252424"><a class="me-email-headline" href="https://teams.microsoft.com/l/meetup-join/x">Join Microsoft Teams Meeting</a></div>` +
	"\r\n" +
	`<div style="width:100%; height:20px"><span>________________________________________________________________________________</span></div>`

// change merges written fields into an event, like Exchange.
func (f *graphFake) change(w http.ResponseWriter, e, in map[string]any) bool {
	for _, side := range []string{"start", "end"} {
		if t, ok := in[side].(map[string]any); ok {
			if _, err := time.Parse("2006-01-02T15:04:05", t["dateTime"].(string)); err != nil ||
				t["timeZone"] != "UTC" {
				f.fail(w, 400, "ErrorInvalidTimeZone", "the fake supports only UTC")
				return false
			}
			in[side] = map[string]any{"dateTime": t["dateTime"].(string) + ".0000000", "timeZone": "UTC"}
		}
	}
	if in["attendees"] != nil {
		f.fail(w, 400, "Fake", "our copies have no attendees")
		return false
	}
	if in["isOnlineMeeting"] == true && !f.teams {
		f.fail(w, 400, "ErrorPropertyValidationFailure", "At least one property failed validation.")
		return false
	}
	wasOnline := e["isOnlineMeeting"] == true
	if p, ok := in["singleValueExtendedProperties"].([]any); ok {
		own, _ := e["singleValueExtendedProperties"].([]any)
		for _, n := range p {
			own = slices.DeleteFunc(own, func(o any) bool {
				return o.(map[string]any)["id"] == n.(map[string]any)["id"]
			})
			own = append(own, n)
		}
		in["singleValueExtendedProperties"] = own
	}
	for _, k := range slices.Sorted(maps.Keys(in)) {
		e[k] = in[k]
	}
	body, _ := e["body"].(map[string]any)
	if body == nil {
		body = map[string]any{"contentType": "text", "content": ""}
	}
	if body["contentType"] == "text" {
		text := strings.ReplaceAll(html.EscapeString(body["content"].(string)), "\n", "<br>\r\n")
		page := "<html><head></head><body>\r\n" + text + "\r\n</body></html>"
		body = map[string]any{"contentType": "html", "content": page}
	}
	content := body["content"].(string)
	switch {
	case wasOnline && !strings.Contains(content, `class="me-email-text"`): // "would disable meeting online"
		e["isOnlineMeeting"], e["onlineMeeting"] = false, nil
	case e["isOnlineMeeting"] == true && !wasOnline:
		body["content"] = strings.Replace(content, "</body>", teamsPart+"\r\n</body>", 1)
		if !f.late {
			f.join(e)
		}
	}
	e["body"] = body
	return true
}

func (f *graphFake) join(e map[string]any) {
	link := fmt.Sprintf("https://teams.microsoft.com/l/meetup-join/19%%3ameeting_%v", e["made"])
	e["onlineMeeting"] = map[string]any{"joinUrl": link, "conferenceId": "291633251"}
}

func (f *graphFake) insert(w http.ResponseWriter, r *http.Request) {
	in := map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		f.fail(w, 400, "BadRequest", "Unable to read JSON request payload.")
		return
	}
	transaction, _ := in["transactionId"].(string)
	if id, ok := f.used[transaction]; ok {
		old := f.events[id]
		if old != nil && old["subject"] == in["subject"] {
			f.answer(w, 201, shown(old, false))
			return
		}
		f.fail(w, 409, "ErrorDuplicateTransactionId", "Your request can't be completed. The TransactionId specified "+
			"in the request has already been used to create a different event.")
		return
	}
	f.made++
	e := map[string]any{
		"id":              fmt.Sprintf("AAMkADAAABIGYDZ/%d+A=", f.made),
		"made":            f.made,
		"iCalUId":         fmt.Sprintf("040000008200E00074C5B7101A82E008%d", f.made),
		"isCancelled":     false,
		"type":            "singleInstance",
		"isOnlineMeeting": false,
		"onlineMeeting":   nil,
		"responseStatus":  map[string]any{"response": "organizer", "time": "0001-01-01T00:00:00Z"},
	}
	if f.change(w, e, in) {
		if transaction != "" {
			f.used[transaction] = e["id"].(string)
		}
		f.save(e)
		f.answer(w, 201, shown(e, false))
	}
}

// held returns the event that a request names.
func (f *graphFake) held(w http.ResponseWriter, r *http.Request) map[string]any {
	id := r.PathValue("id")
	if !strings.HasPrefix(id, "AAMk") {
		f.fail(w, 400, "ErrorInvalidIdMalformed", "Id is malformed.")
		return nil
	}
	e := f.events[id]
	if e == nil {
		f.fail(w, 404, "ErrorItemNotFound", "The specified object was not found in the store.")
	}
	return e
}

func (f *graphFake) get(w http.ResponseWriter, r *http.Request) {
	if e := f.held(w, r); e != nil {
		f.answer(w, 200, shown(e, false))
	}
}

func (f *graphFake) patch(w http.ResponseWriter, r *http.Request) {
	e := f.held(w, r)
	if e == nil {
		return
	}
	if m := r.Header.Get("If-Match"); m != "" && m != e["@odata.etag"] {
		f.fail(w, 412, "ErrorIrresolvableConflict", "The send or update operation could not be performed because the "+
			"change key passed in the request does not match the current change key for the item.")
		return
	}
	in := map[string]any{}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in["transactionId"] != nil {
		f.fail(w, 400, "BadRequest", "Unable to read JSON request payload.")
		return
	}
	if f.change(w, e, in) {
		if e["isOnlineMeeting"] == true && e["onlineMeeting"] == nil {
			f.join(e)
		}
		f.save(e)
		f.answer(w, 200, shown(e, false))
	}
}

func (f *graphFake) delete(w http.ResponseWriter, r *http.Request) {
	if e := f.held(w, r); e != nil {
		delete(f.events, e["id"].(string))
		w.WriteHeader(http.StatusNoContent)
	}
}

var graphFilter = regexp.MustCompile(
	`^singleValueExtendedProperties/Any\(ep: ep/id eq '([^']+)' and ep/value eq '((?:[^']|'')*)'\)$`)

func propertyOf(e map[string]any, id string) string {
	all, _ := e["singleValueExtendedProperties"].([]any)
	for _, p := range all {
		if p := p.(map[string]any); p["id"] == id {
			return p["value"].(string)
		}
	}
	return ""
}

func (f *graphFake) find(w http.ResponseWriter, r *http.Request) {
	m := graphFilter.FindStringSubmatch(r.URL.Query().Get("$filter"))
	if m == nil {
		f.fail(w, 400, "BadRequest", "Invalid filter clause")
		return
	}
	found := []any{}
	for _, id := range slices.Sorted(maps.Keys(f.events)) {
		if strings.EqualFold(propertyOf(f.events[id], m[1]), strings.ReplaceAll(m[2], "''", "'")) {
			found = append(found, shown(f.events[id], false))
		}
	}
	f.answer(w, 200, map[string]any{"value": found})
}

func (f *graphFake) view(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	from, err := time.Parse(time.RFC3339, q.Get("startDateTime"))
	to, err2 := time.Parse(time.RFC3339, q.Get("endDateTime"))
	if err != nil || err2 != nil || !strings.Contains(r.Header.Get("Prefer"), `outlook.timezone="UTC"`) {
		f.fail(w, 400, "ErrorInvalidParameter", "The request is invalid.")
		return
	}
	var found []any
	for _, id := range slices.Sorted(maps.Keys(f.events)) {
		e := f.events[id]
		a, b := graphSpan(e)
		if b.After(from) && a.Before(to) {
			found = append(found, shown(e, strings.Contains(q.Get("$expand"), "$filter=id eq '"+graphUID+"'")))
		}
	}
	size := f.page
	if n, _ := strconv.Atoi(q.Get("$top")); n > 0 {
		size = min(size, n)
	}
	at, _ := strconv.Atoi(q.Get("$skip"))
	end := min(at+size, len(found))
	out := map[string]any{"value": append([]any{}, found[min(at, len(found)):end]...)}
	if end < len(found) {
		q.Set("$skip", strconv.Itoa(end))
		out["@odata.nextLink"] = f.url + r.URL.Path + "?" + strings.ReplaceAll(q.Encode(), "+", "%20")
		if f.next != "" {
			out["@odata.nextLink"] = f.next
		}
	}
	f.answer(w, 200, out)
}

func graphSpan(e map[string]any) (from, to time.Time) {
	read := func(side string) time.Time {
		at, _ := time.Parse("2006-01-02T15:04:05.0000000", e[side].(map[string]any)["dateTime"].(string))
		return at
	}
	return read("start"), read("end")
}

// add adds an event of the owner.
func (f *graphFake) add(from, to time.Time, more map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.made++
	at := func(t time.Time) map[string]any {
		return map[string]any{"dateTime": t.UTC().Format("2006-01-02T15:04:05.0000000"), "timeZone": "UTC"}
	}
	e := map[string]any{
		"id": fmt.Sprintf("AAMkOWN%d", f.made), "iCalUId": fmt.Sprintf("own-%d", f.made), "made": f.made,
		"start": at(from), "end": at(to), "isAllDay": false, "isCancelled": false, "showAs": "busy",
		"responseStatus": map[string]any{"response": "organizer"},
	}
	maps.Copy(e, more)
	f.save(e)
}

func (f *graphFake) with(uid string, do func(e map[string]any)) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.events {
		if propertyOf(e, graphUID) == uid {
			n++
			if do != nil {
				do(e)
			}
		}
	}
	return n
}

var tags = regexp.MustCompile(`<[^>]*>`)

func (f *graphFake) kept(t *testing.T, uid string) (k kept) {
	t.Helper()
	if n := f.with(uid, func(e map[string]any) {
		from, to := graphSpan(e)
		sequence, _ := strconv.Atoi(propertyOf(e, graphSequence))
		place := ""
		if l, ok := e["location"].(map[string]any); ok {
			place = l["displayName"].(string)
		}
		text := e["body"].(map[string]any)["content"].(string)
		text, _, _ = strings.Cut(text, `<div style="width:100%`)
		text = html.UnescapeString(tags.ReplaceAllString(text, ""))
		k = kept{uid, sequence, from, to, e["subject"].(string), text, place}
	}); n != 1 {
		t.Fatalf("%d events with %s", n, uid)
	}
	return k
}

func init() { register("microsoft", "a fake", startMicrosoft) }

func startMicrosoft(t *testing.T) *world {
	f := newGraphFake(t)
	return &world{
		source: f.source(), client: http.DefaultClient,
		count: func(t *testing.T, uid string) int { return f.with(uid, nil) },
		read:  f.kept,
		edit: func(t *testing.T, uid, summary string) {
			f.with(uid, func(e map[string]any) {
				e["subject"] = summary
				f.save(e)
			})
		},
		remove: func(t *testing.T, uid string) {
			f.with(uid, func(e map[string]any) { delete(f.events, e["id"].(string)) })
		},
		meet: func(t *testing.T, m weekly) {
			for i := range m.Count {
				at := m.Start.AddDate(0, 0, 7*i)
				f.add(at, at.Add(time.Hour),
					map[string]any{"iCalUId": m.UID, "type": "occurrence", "seriesMasterId": m.UID})
			}
		},
		move: func(t *testing.T, uid string, start time.Time) {
			f.with(uid, func(e map[string]any) {
				for name, at := range map[string]time.Time{"start": start, "end": start.Add(time.Hour)} {
					e[name] = map[string]any{"dateTime": graphInstant(at).DateTime + ".0000000", "timeZone": "UTC"}
				}
				f.save(e)
			})
		},
		refuses: true,
		answer: func(t *testing.T, uid, response string) {
			f.with(uid, func(e map[string]any) {
				e["responseStatus"] = map[string]any{"response": response}
				f.save(e)
			})
		},
		double: func(t *testing.T, uid string) {
			twin := map[string]any{}
			f.with(uid, func(e map[string]any) { maps.Copy(twin, e) })
			twin["id"] = twin["id"].(string) + "TWIN"
			f.mu.Lock()
			defer f.mu.Unlock()
			f.save(twin)
		},
		spares: func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/token") },
	}
}
