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
	known := o.IDs.Imports["gh"]
	for _, id := range []string{"x", strings.ToUpper(known), known + "0", "%20" + known, known + "%00", "%ff%fe", "a%2Fb",
		"'%20or%20'1'='1", strings.Repeat("x", 5000), "%2e%2e"} {
		o.Do(t, "GET", "/interviews/"+id, nil).WantError(404, "not found")
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(404)
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}).Want(404)
		o.Do(t, "GET", "/submissions/"+id, nil).Want(404)
		for _, below := range []string{"pipeline", "interviewers", "slots?round_id=" +
			o.Round("engineer", "main", "systems")} {
			o.Do(t, "GET", "/postings/"+id+"/"+below, nil).Want(404)
		}
	}
	for _, id := range []string{"x", "\x00", "🦄", o.Posting("engineer") + " "} {
		for _, field := range []string{"posting_id", "round_id", "candidate_id"} {
			o.Do(t, "POST", "/interviews", o.Booking("x", field, id)).WantError(404, field)
		}
	}
}

// Instants in bodies have an offset; one without is refused by the name of its field (§2 Times in).
func TestInstantsInBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	book := func(candidate string, start any) *Response {
		return o.Do(t, "POST", "/interviews", o.Booking(candidate, "scheduled_start_at", start))
	}
	if got := book("at", "2032-06-01T12:00:00.123456789+02:00").Want(201).
		Text("interview.scheduled_start_at"); got != "2032-06-01T10:00:00.123Z" {
		t.Errorf("it is shown as %s, want 10:00 in UTC, to the millisecond", got)
	}
	for _, start := range []any{"2032-06-01T10:00:00", "2032-06-01", "tomorrow", "", 1969857600, true, Object{}} {
		book("x", start).WantError(400, "scheduled_start_at") // more in models/booking
		o.Do(t, "POST", "/postings/"+o.Posting("engineer")+"/slots",
			Object{"slots": []Object{{"interviewer_email": o.Email("bram"), "start_at": start}}}).
			WantError(400, "slots[0].start_at")
	}
}

// Unknown fields of a body are ignored, except in PATCH.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Book(t, "odd", "id", "int_mine", "status", "completed", "organization", "other", "org_id", 5,
		"duration_minutes", 5, "indefinite", true, "Interviewer_Email", o.Email("ilse"), "source", "lever",
		"x\x00", Object{})
	for field, want := range map[string]string{"status": `"scheduled"`, "duration_minutes": "60", "indefinite": "false",
		"interviewer_email": `""`, "source": `"litmus"`} {
		if got := r.JSON("interview." + field); got != want {
			t.Errorf("%s = %s, want %s", field, got, want)
		}
	}
	path := "/interviews/" + r.Text("interview.id")
	for _, body := range []string{
		`{"scheduled_start_at":"2032-06-02T10:00:00Z"}`,
		`{"interviewer_email":"%s","scheduled_start_at":"2032-06-02T10:00:00Z"}`,
		`{"interviewer_email":"%s","scheduled_start_at":null}`,
		`{"interviewer_email":"%s","meeting_link":"https://x.example"}`, `{"interviewer_email":"%s","x":null}`,
		`{"interviewer_email":"%s","":1}`, `{"interviewer_email":"%s","Interviewer_email":"%[1]s"}`,
		`{"Interviewer_email":"%s"}`, `{"interviewer_email":null}`, `{"interviewer_email":""}`,
		`{"interviewer_email":"  "}`, `{}`, `{"interviewer_email":["%s"]}`, `{"interviewer_email":5}`,
	} {
		if strings.Contains(body, "%") {
			body = fmt.Sprintf(body, o.Email("bram"))
		}
		r := o.Do(t, "PATCH", path, body).Want(400)
		if strings.Contains(body, "scheduled_start_at") && !strings.Contains(r.Error(), "scheduled_start_at") {
			t.Errorf("%s: error %q, want it to name scheduled_start_at", body, r.Error())
		}
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

// §4 Content-Type: what is no JSON object is 400, whatever it is instead.
func TestBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	interview := o.Book(t, "cleo").Text("interview.id")
	before := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/interviewers", nil).Want(200).JSON("")
	for _, op := range bodied(o, interview) {
		for _, body := range []string{
			"", " ", "\r\n\t", "null", "[]", `""`, `"{}"`, "1", "true", "{", "}", "{}{}", `{"a":1}x`, `{"a":1,}`,
			`{'a':1}`, `{a:1}`, `{"a":NaN}`, `{"a":01}`, `{"a":"` + "\n" + `"}`, "[{}]", "\x00", "{}\x00",
			"\xff\xfe{\x00}\x00", "\xef\xbb\xbf{}", "posting_id=x&round_id=y", "<xml/>", `{"a":"\ud800`,
			"{\"a\":\"\xff", strings.Repeat("[", 200_000), strings.Repeat(`{"a":`, 100_000),
			`{"interviewers":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}", "//x\n{}", "{}",
		} {
			o.Do(t, op[0], op[1], body).Want(400)
		}
		o.Do(t, op[0], op[1], nil).Want(400)
		o.Do(t, op[0], op[1], "{", "Content-Type", "").Want(400)
	}
	if got := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+
		"/interviewers", nil).Want(200).JSON(""); got != before {
		t.Errorf("refused bodies changed the interviewers\n%s\nwere\n%s", got, before)
	}
	t.Run("the content type is not asked for", func(t *testing.T) { // §4 names it, nothing says that another is refused
		n := 0
		for _, kind := range []string{"", "text/plain", "application/json; charset=utf-8",
			"application/x-www-form-urlencoded", "nonsense;;"} {
			n++
			o.Do(t, "POST", "/interviews", o.Booking(fmt.Sprintf("kind-%d", n)), "Content-Type", kind).Want(201)
		}
	})
}

// A body over 1 MiB is 413, one of exactly 1 MiB is read.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	interview := o.Book(t, "cleo").Text("interview.id")
	pad := func(body string, size int) string { return body + strings.Repeat(" ", size-len(body)) }
	for _, op := range bodied(o, interview) {
		o.Do(t, op[0], op[1], pad("{}", 1<<20)).Want(400)
		o.Do(t, op[0], op[1], pad("{}", 1<<20+1)).WantError(413, "1048576")
		o.Do(t, op[0], op[1], `{"interviewers":"`+strings.Repeat("x", 1<<20+100_000)).Want(413)
	}
	o.With("").Do(t, "POST", "/interviews", pad("{}", 1<<20+1)).Want(401)
	o.Do(t, "POST", "/interviews/", pad(`{"posting_id":5}`, 1<<20)).WantError(400, "posting_id")

	t.Run("one without end is cut off", func(t *testing.T) {
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
	})
}

// A wrong type for a field is 400 and names it; null is absent.
func TestWrongTypes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	interview := o.Book(t, "cleo").Text("interview.id")
	texts := []any{5, 1.5, true, []string{"x"}, Object{"x": 1}, []any{}}
	flags := []any{"true", "false", "", 0, 1, []any{}, Object{}}
	for _, field := range []string{"posting_id", "round_id", "candidate_id", "candidate_email", "candidate_name",
		"scheduled_start_at", "interviewer_email", "meeting_link", "time_zone"} {
		for _, value := range texts {
			o.Do(t, "POST", "/interviews", o.Booking("x", field, value)).WantError(400, field)
		}
	}
	for _, field := range []string{"externally_scheduled", "replace_existing"} {
		for _, value := range flags {
			o.Do(t, "POST", "/interviews", o.Booking("x", field, value)).WantError(400, field)
		}
	}
	for _, value := range texts {
		o.Do(t, "PATCH", "/interviews/"+interview, Object{"interviewer_email": value}).
			WantError(400, "interviewer_email")
	}
	// Even where candidate_id wins, the other two are checked for their type.
	for _, field := range []string{"candidate_email", "candidate_name"} {
		o.Do(t, "POST", "/interviews", o.Booking("x", "candidate_id", "cand_unknown", field, 5)).WantError(400, field)
	}

	posting, email := "/postings/"+o.Posting("engineer"), o.Email("bram")
	for _, c := range []struct {
		body any
		word string
	}{
		{Object{}, "interviewers"}, {Object{"interviewers": nil}, "interviewers"},
		{Object{"interviewers": Object{}}, "interviewers"}, {Object{"interviewers": "x"}, "interviewers"},
		{Object{"interviewers": 5}, "interviewers"}, {Object{"interviewers": []any{nil}}, "interviewers[0]"},
		{Object{"interviewers": []any{email}}, "interviewers"},
		{Object{"interviewers": []any{[]any{}}}, "interviewers"},
		{Object{"interviewers": []any{Object{}}}, "interviewers[0].email"},
		{Object{"interviewers": []any{Object{"email": 5}}}, "interviewers[0].email"},
		{Object{"interviewers": []any{Object{"email": nil}}}, "interviewers[0].email"},
		{Object{"interviewers": []any{Object{"email": email}, Object{"email": "nobody"}}}, "interviewers[1].email"},
		{Object{"interviewers": []any{Object{"email": email, "meeting_link": 5}}}, "interviewers[0].meeting_link"},
		{Object{"interviewers": []any{Object{"email": email, "meeting_link": "ftp://x"}}},
			"interviewers[0].meeting_link"},
		{Object{"interviewers": []any{Object{"email": email, "slots": "x"}}}, "interviewers[0].slots"},
		{Object{"interviewers": []any{Object{"email": email, "slots": []any{5}}}}, "interviewers[0].slots"},
		{Object{"interviewers": []any{Object{"email": email, "slots": []any{nil}}}}, "interviewers[0].slots[0]"},
		{Object{"interviewers": []any{Object{"email": email, "slots": Object{}}}}, "interviewers[0].slots"},
		{Object{"interviewers": []any{Object{"email": email}, Object{"email": " " + strings.ToUpper(email) + " "}}},
			"twice"},
	} {
		o.Do(t, "PUT", posting+"/interviewers", c.body).WantError(400, c.word)
	}
	good := Object{"interviewer_email": email, "start_at": "2032-03-01T10:00:00Z"}
	for _, method := range []string{"POST", "DELETE"} {
		for _, c := range []struct {
			body any
			word string
		}{
			{Object{}, "slots"}, {Object{"slots": nil}, "slots"}, {Object{"slots": []any{}}, "at least one"},
			{Object{"slots": Object{}}, "slots"}, {Object{"slots": "x"}, "slots"},
			{Object{"slots": []any{nil}}, "slots[0]"},
			{Object{"slots": []any{"2032-03-01T10:00:00Z"}}, "slots"},
			{Object{"slots": []any{Object{"interviewer_email": email}}}, "slots[0].start_at"},
			{Object{"slots": []any{Object{"start_at": "2032-03-01T10:00:00Z"}}}, "slots[0].interviewer_email"},
			{Object{"slots": []any{good, Object{"interviewer_email": 5, "start_at": "2032-03-01T10:00:00Z"}}},
				"slots[1].interviewer_email"},
			{Object{"slots": []any{good, Object{"interviewer_email": email, "start_at": 5}}}, "slots[1].start_at"},
			{Object{"slots": []any{good, Object{"interviewer_email": email, "start_at": nil}}}, "slots[1].start_at"},
			{Object{"slots": []any{good, Object{"interviewer_email": "two@x@y", "start_at": "2032-03-01T10:00:00Z"}}},
				"slots[1].interviewer_email"},
		} {
			o.Do(t, method, posting+"/slots", c.body).WantError(400, c.word)
		}
	}
	r := o.Book(t, "nulls", "candidate_id", nil, "candidate_name", nil, "interviewer_email", nil, "meeting_link", nil,
		"time_zone", nil)
	nulls := o.Booking("nulls-2")
	for _, field := range []string{"candidate_id", "candidate_name", "interviewer_email", "meeting_link", "time_zone",
		"externally_scheduled", "replace_existing"} {
		nulls[field] = nil
	}
	second := o.Do(t, "POST", "/interviews", nulls).Want(201)
	for _, field := range []string{"candidate.name", "interviewer_email", "meeting_link", "time_zone",
		"externally_scheduled"} {
		if got, want := second.JSON("interview."+field), r.JSON("interview."+field); got != want {
			t.Errorf("null for %s gives %s, want %s as when it is absent", field, got, want)
		}
	}
}

// Unknown routes and methods are JSON too, a trailing slash is served, HEAD works where GET does, and nothing is ever
// redirected.
func TestRoutesAndMethods(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, path := range []string{"", "/", "/role", "/roles/x", "/Roles", "/postings",
		"/postings/" + o.Posting("engineer"), "/postings/" + o.Posting("engineer") + "/pipelines", "/interviews/a/b",
		"/submissions", "//roles", "/roles//x",
		"/../v1/roles", "/./roles", "/postings//pipeline", "/interviews/..", "/interviews/../roles", "/%72oles/x",
		"/roles.json", "/webhooks", "/events"} {
		for _, who := range []*Org{o, o.With("")} {
			r := who.Do(t, "GET", path, nil)
			if r.Status != 404 && (r.Status != 401 || who.Key != "") {
				// an odd id is an id: without a key that is asked first
				t.Errorf("GET %s: %d, want 404 (Location %q)", prefix+path, r.Status, r.Header.Get("Location"))
			}
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/v2/roles", "/api/v1x", "/nope", "/healthz/x", "/.env",
		"/openapi"} {
		r := o.Service.Do(t, "GET", path, nil).WantError(404)
		r.checkError()
	}

	interview := "/interviews/" + o.IDs.Imports["gh"]
	for path, allowed := range map[string][]string{
		"/roles":      {"GET", "HEAD"},
		"/interviews": {"GET", "HEAD", "POST"},
		interview:     {"DELETE", "GET", "HEAD", "PATCH"},
		"/postings/" + o.Posting("engineer") + "/pipeline":     {"GET", "HEAD"},
		"/postings/" + o.Posting("engineer") + "/interviewers": {"GET", "HEAD", "PUT"},
		"/postings/" + o.Posting("engineer") + "/slots":        {"DELETE", "GET", "HEAD", "POST"},
		"/submissions/" + o.IDs.Submissions["judged"]:          {"GET", "HEAD"},
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW", "get", "TRACE"} {
			if slices.Contains(allowed, method) {
				continue
			}
			for _, p := range []string{path, path + "/"} {
				r := o.Do(t, method, p, nil).Want(405)
				got := strings.Split(strings.ReplaceAll(r.Header.Get("Allow"), " ", ""), ",")
				slices.Sort(got)
				if !slices.Equal(got, allowed) {
					t.Errorf("%s %s: Allow %v, want %v", method, p, got, allowed)
				}
			}
		}
	}
	for _, e := range endpoints(o) {
		p, query, _ := strings.Cut(e.path, "?")
		slashed := p + "/?" + query
		plain, r := o.Do(t, e.method, e.path, e.body), o.Do(t, e.method, slashed, e.body)
		if r.Status != plain.Status || r.Status < 400 && !bytes.Equal(r.Body, plain.Body) {
			t.Errorf("%s %s: %d %s, want %d as without the slash", e.method, slashed, r.Status, r.Body, plain.Status)
		}
		if e.method != "GET" {
			continue
		}
		h := o.Do(t, "HEAD", e.path, nil).Want(200)
		if len(h.Body) != 0 || h.Header.Get("Content-Length") != plain.Header.Get("Content-Length") {
			t.Errorf("HEAD %s: %d bytes, Content-Length %q, want none and %q",
				e.path, len(h.Body), h.Header.Get("Content-Length"), plain.Header.Get("Content-Length"))
		}
		o.With("").Do(t, "HEAD", e.path, nil).Want(401)
	}
	o.Do(t, "HEAD", "/interviews/int_unknown", nil).Want(404)
	o.Do(t, "HEAD", "/interviews?limit=0", nil).Want(400)
}

// Every response has a request id of its own, and takes none from outside.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	seen := map[string]bool{}
	for range 20 {
		id := o.Do(t, "GET", "/roles", nil, "X-Request-Id", "req_mine\"}").Want(200).Header.Get("X-Request-Id")
		if seen[id] || strings.Contains(id, "mine") {
			t.Errorf("request id %q, want one of its own", id)
		}
		seen[id] = true
	}
}
