package e2e

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// §4 Content-Type: the content type is not asked for, and an operation without a body reads none. Package api has
// what is no JSON object.
func TestBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	interview := "/interviews/" + o.Book(t, "cleo").Text("interview.id")
	o.Do(t, "POST", "/interviews", o.Booking("plain"), "Content-Type", "text/plain").Want(201)
	o.Do(t, "POST", "/interviews", o.Booking("none"), "Content-Type", "").Want(201)
	o.Do(t, "GET", interview, "{").Want(200) // takes none, and reads none
	o.Do(t, "DELETE", interview, "{").Want(200)
}

// A wrong type for a field is 400 and names it; null is absent.
func TestWrongTypes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, field := range []string{"posting_id", "round_id", "candidate_id", "candidate_email", "candidate_name",
		"scheduled_start_at", "interviewer_email", "meeting_link", "time_zone"} {
		o.Do(t, "POST", "/interviews", o.Booking("x", field, 5)).WantError(400, field)
	}
	for _, field := range []string{"externally_scheduled", "replace_existing"} {
		o.Do(t, "POST", "/interviews", o.Booking("x", field, "true")).WantError(400, field)
	}
	// Even where candidate_id wins, the other two are checked for their type.
	o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_id", "cand_unknown", "candidate_name", 5)).
		WantError(400, "candidate_name")

	posting, email := "/postings/"+o.Posting("engineer"), o.Email("bram")
	for word, list := range map[string]any{
		"interviewers":                 nil,
		"interviewers[0]":              []any{nil},
		"interviewers[1].email":        []Object{{"email": email}, {"email": nil}},
		"interviewers[0].meeting_link": []Object{{"email": email, "meeting_link": 5}},
		"interviewers[0].slots":        []Object{{"email": email, "slots": "x"}},
		"interviewers[0].slots[0]":     []Object{{"email": email, "slots": []any{nil}}},
		"twice":                        []Object{{"email": email}, {"email": " " + strings.ToUpper(email)}},
	} {
		o.Do(t, "PUT", posting+"/interviewers", Object{"interviewers": list}).WantError(400, word)
	}
	for word, list := range map[string]any{
		"slots":                      nil,
		"slots[0]":                   []any{nil},
		"at least one":               []any{},
		"slots[0].start_at":          []Object{{"interviewer_email": email}},
		"slots[0].interviewer_email": []Object{{"interviewer_email": 5, "start_at": "2032-03-01T10:00:00Z"}},
	} {
		o.Do(t, "POST", posting+"/slots", Object{"slots": list}).WantError(400, word)
		o.Do(t, "DELETE", posting+"/slots", Object{"slots": list}).WantError(400, word)
	}
	nulls := o.Booking("nulls")
	for _, field := range []string{"candidate_id", "candidate_name", "interviewer_email", "meeting_link", "time_zone",
		"externally_scheduled", "replace_existing"} {
		nulls[field] = nil
	}
	o.Do(t, "POST", "/interviews", nulls).Want(201).shows(map[string]string{"candidate.name": `""`,
		"interviewer_email": `""`, "meeting_link": `""`, "externally_scheduled": "false"})
}

// Unknown routes and methods are JSON too, a trailing slash is served, HEAD works where GET does, and nothing is ever
// redirected.
func TestRoutesAndMethods(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, path := range []string{"", "/Roles", "/roles/x", "//roles", "/../v1/roles", "/postings//pipeline"} {
		o.Do(t, "GET", path, nil).Want(404)
	}
	for _, path := range []string{"/api", "/api/v2/roles", "/nope", "/.env"} {
		o.Service.Do(t, "GET", path, nil).WantError(404).checkError()
	}
	interview := "/interviews/" + o.IDs.Imports["gh"]
	for path, allowed := range map[string][]string{
		"/roles":      {"GET", "HEAD"},
		"/interviews": {"GET", "HEAD", "POST"},
		interview:     {"DELETE", "GET", "HEAD", "PATCH"},
		"/postings/" + o.Posting("engineer") + "/interviewers": {"GET", "HEAD", "PUT"},
		"/postings/" + o.Posting("engineer") + "/slots":        {"DELETE", "GET", "HEAD", "POST"},
	} {
		for _, method := range []string{"OPTIONS", "get", "TRACE"} {
			r := o.Do(t, method, path, nil).Want(405)
			got := strings.Split(strings.ReplaceAll(r.Header.Get("Allow"), " ", ""), ",")
			slices.Sort(got)
			if !slices.Equal(got, allowed) {
				t.Errorf("%s %s: Allow %v, want %v", method, path, got, allowed)
			}
		}
	}
	for _, e := range endpoints(o) {
		p, query, _ := strings.Cut(e.path, "?")
		plain, r := o.Do(t, e.method, e.path, e.body), o.Do(t, e.method, p+"/?"+query, e.body)
		if r.Status != plain.Status || r.Status < 400 && !bytes.Equal(r.Body, plain.Body) {
			t.Errorf("%s %s/: %d %s, want %d as without the slash", e.method, p, r.Status, r.Body, plain.Status)
		}
		if e.method != "GET" {
			continue
		}
		h := o.Do(t, "HEAD", e.path, nil).Want(200)
		if len(h.Body) != 0 || h.Header.Get("Content-Length") != plain.Header.Get("Content-Length") {
			t.Errorf("HEAD %s: %d bytes, Content-Length %q", e.path, len(h.Body), h.Header.Get("Content-Length"))
		}
	}
}

// Every response has a request id of its own, and takes none from outside.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Do(t, "GET", "/roles", nil, "X-Request-Id", "req_mine").Want(200)
	if id := r.Header.Get("X-Request-Id"); id == "req_mine" {
		t.Errorf("request id %q, want one of its own", id)
	}
}
