package meeting

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// zoomFake is Zoom's token endpoint and the meetings of one user, as the documentation describes them. It was never
// compared with the real service.
type zoomFake struct {
	url string

	mu       sync.Mutex
	meetings []map[string]any
	made     int
	tokens   int
	token    string // the one valid access token, which ends with another exchange
	page     int
	zones    []string         // the zones that Zoom knows
	hidden   int              // number of newest meetings that the list does not show yet
	refuse   http.HandlerFunc // answers API requests instead, if not nil
	grant    http.HandlerFunc // answers token requests instead, if not nil
	requests []string
}

func newZoomFake(t *testing.T) *zoomFake {
	f := &zoomFake{page: 300, zones: []string{"UTC", "Europe/Berlin"}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /oauth/token", f.login)
	mux.Handle("GET /v2/users/me/meetings", f.door(f.list))
	mux.Handle("POST /v2/users/me/meetings", f.door(f.create))
	mux.Handle("PATCH /v2/meetings/{id}", f.door(f.patch))
	mux.Handle("DELETE /v2/meetings/{id}", f.door(f.delete))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

func (f *zoomFake) source() Source {
	return Source{AccountID: "gYz8S9w5Q5yrDoIvmdClYw", ClientID: "iQxJmEeyTfCPkzMHhcvAOw", ClientSecret: "zoom-secret",
		API: f.url + "/v2", Login: f.url + "/oauth/token"}
}

func fail(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "message": message})
}

func (f *zoomFake) login(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.grant != nil {
		f.grant(w, r)
		return
	}
	id, secret, _ := r.BasicAuth()
	s := f.source()
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	switch {
	case id != s.ClientID || secret != s.ClientSecret:
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"reason":"Invalid client_id or client_secret","error":"invalid_client"}`)
	case r.PostFormValue("grant_type") != "account_credentials":
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"reason":"unsupported grant type","error":"unsupported_grant_type"}`)
	case r.PostFormValue("account_id") != s.AccountID:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"reason":"Bad Request","error":"invalid_request"}`)
	default:
		f.tokens++
		f.token = fmt.Sprintf("eyJ.token.%d", f.tokens)
		fmt.Fprintf(w,
			`{"access_token":%q,"token_type":"bearer","expires_in":3599,"scope":"meeting:write:admin meeting:read:admin","api_url":"https://api.zoom.us"}`, f.token)
	}
}

func (f *zoomFake) door(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.requests = append(f.requests, r.Method+" "+r.URL.Path)
		switch {
		case r.Header.Get("Authorization") != "Bearer "+f.token || f.token == "":
			fail(w, 401, 124, "Invalid access token.")
		case f.refuse != nil:
			f.refuse(w, r)
		default:
			h(w, r)
		}
	})
}

// check validates a meeting like Zoom.
func (f *zoomFake) check(w http.ResponseWriter, in map[string]any) bool {
	invalid := func(field, message string) bool {
		w.WriteHeader(400)
		_ = json.NewEncoder(w).Encode(map[string]any{"code": 300, "message": "Validation Failed.",
			"errors": []any{map[string]any{"field": field, "message": message}}})
		return false
	}
	if topic := in["topic"].(string); len([]rune(topic)) > 200 {
		return invalid("topic", "Max topic length is 200.")
	}
	if _, err := time.Parse("2006-01-02T15:04:05Z", in["start_time"].(string)); err != nil {
		return invalid("start_time", "Invalid field.")
	}
	if d, ok := in["duration"].(float64); !ok || d < 1 {
		return invalid("duration", "Invalid field.")
	}
	if !slices.Contains(f.zones, in["timezone"].(string)) {
		return invalid("timezone", "Invalid field.")
	}
	return true
}

func (f *zoomFake) create(w http.ResponseWriter, r *http.Request) {
	in := map[string]any{}
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		fail(w, 400, 300, "Request Body should be a valid JSON object.")
		return
	}
	if !f.check(w, in) {
		return
	}
	f.made++
	in["id"], in["uuid"] = 97763643886+f.made, fmt.Sprintf("aDYlohsHRtCd4ii1uC2+h%d==", f.made)
	in["created_at"] = time.Date(2031, 1, 1, 0, 0, f.made, 0, time.UTC).Format(time.RFC3339)
	in["join_url"] = fmt.Sprintf("https://us02web.zoom.us/j/%d?pwd=c2VjcmV0%d", in["id"], f.made*7919)
	in["start_url"] = "https://us02web.zoom.us/s/1?zak=host-token"
	f.meetings = append(f.meetings, in)
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(in)
}

func (f *zoomFake) index(id string) int {
	return slices.IndexFunc(f.meetings, func(m map[string]any) bool { return fmt.Sprint(m["id"]) == id })
}

func (f *zoomFake) patch(w http.ResponseWriter, r *http.Request) {
	i := f.index(r.PathValue("id"))
	if i < 0 {
		fail(w, 404, 3001, "Meeting does not exist: "+r.PathValue("id")+".")
		return
	}
	in := map[string]any{}
	if json.NewDecoder(r.Body).Decode(&in) == nil && f.check(w, in) {
		for k, v := range in {
			f.meetings[i][k] = v
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func (f *zoomFake) delete(w http.ResponseWriter, r *http.Request) {
	i := f.index(r.PathValue("id"))
	switch q := r.URL.Query(); {
	case i < 0:
		fail(w, 404, 3001, "Meeting does not exist: "+r.PathValue("id")+".")
	case q.Get("schedule_for_reminder") != "false" || q.Get("cancel_meeting_reminder") != "false":
		fail(w, 400, 300, "this would send mail")
	default:
		f.meetings = slices.Delete(f.meetings, i, i+1)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (f *zoomFake) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	size, _ := strconv.Atoi(q.Get("page_size"))
	if size < 1 || size > 300 || q.Get("type") != "scheduled" {
		fail(w, 300, 300, "The value that you entered for the page_size field is invalid.")
		return
	}
	size = min(size, f.page)
	visible := slices.Clone(f.meetings[:max(0, len(f.meetings)-f.hidden)])
	slices.Reverse(visible)
	at, _ := strconv.Atoi(strings.TrimPrefix(q.Get("next_page_token"), "page+/="))
	end := min(at+size, len(visible))
	shown := []any{}
	for _, m := range visible[min(at, end):end] {
		agenda, _ := m["agenda"].(string)
		shown = append(shown, map[string]any{
			"uuid": m["uuid"], "id": m["id"], "topic": m["topic"], "type": 2, "start_time": m["start_time"],
			"duration": m["duration"], "timezone": m["timezone"],
			"agenda": agenda[:min(250, len(agenda))], "created_at": m["created_at"], "join_url": m["join_url"],
		})
	}
	out := map[string]any{"page_size": size, "total_records": len(visible), "next_page_token": "", "meetings": shown}
	if end < len(visible) {
		out["next_page_token"] = "page+/=" + strconv.Itoa(end)
	}
	_ = json.NewEncoder(w).Encode(out)
}

func (f *zoomFake) with(key string) (found []map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.meetings {
		if agenda, _ := m["agenda"].(string); agenda == "litmus-key:"+key {
			found = append(found, m)
		}
	}
	return found
}

func startZoom(t *testing.T) *world {
	f := newZoomFake(t)
	f.page = 3
	return &world{
		value: "zoom", source: f.source(),
		count: func(key string) int { return len(f.with(key)) },
		at: func(key string) time.Time {
			at, _ := time.Parse(time.RFC3339, f.with(key)[0]["start_time"].(string))
			return at
		},
		remove: func(t *testing.T, id string) {
			f.mu.Lock()
			defer f.mu.Unlock()
			i := f.index(id)
			if i < 0 {
				t.Fatalf("no meeting %s", id)
			}
			f.meetings = slices.Delete(f.meetings, i, i+1)
		},
		spares: func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/token") },
	}
}
