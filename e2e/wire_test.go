package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Nobody parses ids: a malformed one is an unknown one.
func TestMalformedIDs(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, id := range []string{"%00", "%ff%fe", strings.Repeat("x", 5000)} {
		o.Do(t, "GET", "/interviews/"+id, nil).WantError(404, "not found")
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(404)
		o.Do(t, "GET", "/submissions/"+id, nil).Want(404)
		o.Do(t, "GET", "/postings/"+id+"/pipeline", nil).Want(404)
	}
	for _, field := range []string{"posting_id", "round_id", "candidate_id"} {
		o.Do(t, "POST", "/interviews", o.Booking("x", field, "\x00")).WantError(404, field)
	}
}

// Instants in bodies have an offset; one without is refused by the name of its field (§2 Times in).
func TestInstantsInBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Book(t, "at", "scheduled_start_at", "2032-06-01T12:00:00.123456789+02:00")
	if got := r.Text("interview.scheduled_start_at"); got != "2032-06-01T10:00:00.123Z" {
		t.Errorf("it is shown as %s, want 10:00 in UTC, to the millisecond", got)
	}
	const bare = "2032-06-01T10:00:00"
	o.Do(t, "POST", "/interviews", o.Booking("x", "scheduled_start_at", bare)).WantError(400, "scheduled_start_at")
	o.Do(t, "POST", "/postings/"+o.Posting("engineer")+"/slots", slotBody(o.Email("bram"), bare)).
		WantError(400, "slots[0].start_at")
}

// Unknown fields of a body are ignored, except in PATCH.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Book(t, "odd", "status", "completed", "org_id", 5, "Interviewer_Email", o.Email("ilse"), "x\x00", Object{})
	r.shows(map[string]string{"status": `"scheduled"`, "interviewer_email": `""`})
	path, email := "/interviews/"+r.Text("interview.id"), o.Email("bram")
	o.Do(t, "PATCH", path, Object{"interviewer_email": email, "scheduled_start_at": nil}).
		WantError(400, "scheduled_start_at")
	for _, body := range []Object{{"interviewer_email": email, "x": nil}, {"Interviewer_email": email},
		{"interviewer_email": nil}, {}} {
		o.Do(t, "PATCH", path, body).Want(400)
	}
	if got := o.Do(t, "GET", path, nil).JSON(""); got != r.JSON("interview") {
		t.Errorf("refused changes left a mark: %s", got)
	}
}

// bodied are the operations that take a body.
func bodied(o *Org, interview string) [][2]string {
	posting := "/postings/" + o.Posting("engineer")
	return [][2]string{{"POST", "/interviews"}, {"PATCH", "/interviews/" + interview},
		{"PUT", posting + "/interviewers"}, {"POST", posting + "/slots"}, {"DELETE", posting + "/slots"}}
}

// §4 Content-Type: what is no JSON object is 400, whatever it is instead; the content type is not asked for.
func TestBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, op := range bodied(o, o.Book(t, "cleo").Text("interview.id")) {
		for _, body := range []string{"", "null", "[]", "{", "{}{}", "\xff{}", strings.Repeat("[", 200_000)} {
			o.Do(t, op[0], op[1], body).Want(400)
		}
		o.Do(t, op[0], op[1], nil).Want(400)
	}
	o.Do(t, "POST", "/interviews", o.Booking("plain"), "Content-Type", "text/plain").Want(201)
	o.Do(t, "POST", "/interviews", o.Booking("none"), "Content-Type", "").Want(201)
}

// A body over 1 MiB is 413, one of exactly 1 MiB is read, and one without end is cut off.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, op := range bodied(o, o.Book(t, "cleo").Text("interview.id")) {
		largest := "{}" + strings.Repeat(" ", 1<<20-2)
		o.Do(t, op[0], op[1], largest).Want(400)
		o.Do(t, op[0], op[1], largest+" ").WantError(413, "1048576")
	}
	c, err := net.Dial("tcp", hostOf(o.API))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprintf(c, "POST %s/interviews HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nTransfer-Encoding: "+
		"chunked\r\n\r\n", prefix, o.Key)
	go func() { // until the service hangs up
		chunk := "8000\r\n" + strings.Repeat("[", 0x8000) + "\r\n"
		for range 4096 {
			if _, err := io.WriteString(c, chunk); err != nil {
				return
			}
		}
	}()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d, want 413", resp.StatusCode)
	}
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
