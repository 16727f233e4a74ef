package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const prefix = "/api/v1"

// client keeps no more connections than the tests use at once and never follows a redirect: the API has none.
var client = &http.Client{
	Timeout:       60 * time.Second,
	Transport:     &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Object is a JSON object.
type Object = map[string]any

// Response is an answer, read to its end and checked against api/openapi.yaml.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	t      testing.TB
	about  string // method and path of the request, for messages
	sent   []byte // its body
	json   any
}

// mostShown is how much of a body a message shows.
const mostShown = 4000

// String is the request with its answer, for messages.
func (r *Response) String() string {
	short := func(b []byte) string {
		if len(b) > mostShown {
			return fmt.Sprintf("%s… (%d bytes)", b[:mostShown], len(b))
		}
		return string(b)
	}
	sent := ""
	if len(r.sent) > 0 {
		sent = "\nsent     " + short(r.sent)
	}
	return fmt.Sprintf("%s%s\nanswered %d %s\nrequest  %s",
		r.about, sent, r.Status, short(r.Body), r.Header.Get("X-Request-Id"))
}

// Do sends a request with the organization's key to a path below /api/v1. body is nil for none, a string or bytes to be
// sent as they are, or a value to be sent as JSON. Headers are name, value, name, value, …; a value ""
// takes a header out.
func (o *Org) Do(t testing.TB, method, path string, body any, headers ...string) *Response {
	t.Helper()
	if o.Key != "" {
		headers = append([]string{"Authorization", "Bearer " + o.Key}, headers...)
	}
	return o.Service.Do(t, method, prefix+path, body, headers...)
}

// Do sends a request to any path of the service, as [Org.Do] but without a key.
func (s *Service) Do(t testing.TB, method, path string, body any, headers ...string) *Response {
	t.Helper()
	b, raw := body.([]byte)
	if text, ok := body.(string); ok {
		b = []byte(text)
	} else if body != nil && !raw {
		var err error
		if b, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.API+path, bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	return send(t, req)
}

// send sends any request and checks what every answer of the API must be.
func send(t testing.TB, req *http.Request) *Response {
	t.Helper()
	about := req.Method + " " + req.URL.RequestURI()
	var sent []byte
	if req.GetBody != nil { // the transport reads the other copy
		if again, err := req.GetBody(); err == nil {
			sent, _ = io.ReadAll(again)
		}
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s: read the answer: %v", about, err)
	}
	r := &Response{Status: resp.StatusCode, Header: resp.Header, Body: body, t: t, about: about, sent: sent}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") && len(body) > 0 {
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if err := d.Decode(&r.json); err != nil {
			t.Errorf("%s: the body is not JSON: %v\n%s", about, err, body)
		}
	}
	if strings.HasPrefix(req.URL.Path, prefix) {
		checkAPI(t, req, r)
	}
	return r
}

// checkAPI checks the rules that hold for every answer of /api/v1, then the document.
func checkAPI(t testing.TB, req *http.Request, r *Response) {
	t.Helper()
	if got := r.Header.Get("X-Request-Id"); !strings.HasPrefix(got, "req_") {
		t.Errorf("%s: X-Request-Id %q, want one", r.about, got)
	}
	kind := "application/json; charset=utf-8"
	if r.Status == 200 && strings.HasPrefix(req.URL.Path, prefix+"/files/") {
		kind = "application/octet-stream"
	}
	for name, want := range map[string]string{"Cache-Control": "no-store",
		"Content-Type": kind, "Access-Control-Allow-Origin": "", // no CORS
		"Www-Authenticate": map[bool]string{true: "Bearer"}[r.Status == 401]} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s: %s %q with %d, want %q", r.about, name, got, r.Status, want)
		}
	}
	if r.Status >= 400 && req.Method != http.MethodHead {
		r.checkError()
	}
	checkDocument(t, req, r)
}

// checkError checks the shape and the manners of an error body (§7).
func (r *Response) checkError() {
	r.t.Helper()
	o, ok := r.json.(Object)
	text, isText := o["error"].(string)
	if !ok || !isText || text == "" {
		r.t.Errorf("want an object with a text error\n%s", r)
		return
	}
	if id, _ := o["request_id"].(string); id == "" || id != r.Header.Get("X-Request-Id") {
		r.t.Errorf("%s: request_id %q, want that of the header, %q", r.about, id, r.Header.Get("X-Request-Id"))
	}
	if keys := slices.Sorted(maps.Keys(o)); !slices.Equal(keys, []string{"error", "request_id"}) {
		r.t.Errorf("%s: the error body has %v, want error and request_id", r.about, keys)
	}
	for _, inside := range []string{"sql", "SQLITE", "constraint", "json:", "cannot unmarshal", "goroutine", "panic",
		"runtime error", "time.Parse", "parsing time", "strconv", "pq:", "gorm", "<nil>", "%!"} {
		if strings.Contains(text, inside) {
			r.t.Errorf("%s: the error %q shows the service's inside: %q", r.about, text, inside)
		}
	}
}

// Want fails the test unless the status is that, and returns the response.
func (r *Response) Want(status int) *Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("status %d, want %d\n%s", r.Status, status, r)
	}
	return r
}

// WantError is [Response.Want] for an error whose text holds every one of these words.
func (r *Response) WantError(status int, words ...string) *Response {
	r.t.Helper()
	r.Want(status)
	for _, w := range words {
		if got := r.Error(); !strings.Contains(got, w) {
			r.t.Errorf("error %q, want %q in it\n%s", got, w, r)
		}
	}
	return r
}

// Error is the text of an error answer; of another answer all of it, since it is also how fmt prints a response.
func (r *Response) Error() string {
	if v, ok := at(r.json, "error"); ok {
		if text, ok := v.(string); ok {
			return text
		}
	}
	return r.String()
}

// Has reports whether there is something at a path such as interviews.0.candidate.email, null included.
func (r *Response) Has(path string) bool { _, ok := at(r.json, path); return ok }

// At is the value at a path: string, json.Number, bool, nil, []any or Object; "" is the whole body. A path that leads
// nowhere fails the test.
func (r *Response) At(path string) any {
	r.t.Helper()
	v, ok := at(r.json, path)
	if !ok {
		r.t.Fatalf("nothing at %q\n%s", path, r)
	}
	return v
}

// value is what is at a path, of one type.
func value[T any](r *Response, path string) T {
	r.t.Helper()
	v, ok := r.At(path).(T)
	if !ok {
		r.t.Fatalf("%q is %v, want a %T\n%s", path, r.At(path), v, r)
	}
	return v
}

// Text is the string at a path.
func (r *Response) Text(path string) string {
	r.t.Helper()
	return value[string](r, path)
}

// Int is the whole number at a path.
func (r *Response) Int(path string) int {
	r.t.Helper()
	i, err := strconv.Atoi(value[json.Number](r, path).String())
	if err != nil {
		r.t.Fatalf("%q is %v, want a whole number\n%s", path, r.At(path), r)
	}
	return i
}

// List is the list at a path.
func (r *Response) List(path string) []any {
	r.t.Helper()
	return value[[]any](r, path)
}

// Texts are the strings at a field of every object of a list: Texts("interviews", "id").
func (r *Response) Texts(list, field string) []string {
	r.t.Helper()
	out := []string{}
	for i := range r.List(list) {
		out = append(out, r.Text(strings.TrimPrefix(list+"."+strconv.Itoa(i)+"."+field, ".")))
	}
	return out
}

// Keys are the names of the object's fields at a path, sorted.
func (r *Response) Keys(path string) []string {
	r.t.Helper()
	return slices.Sorted(maps.Keys(value[Object](r, path)))
}

// JSON is the value at a path as compact JSON with sorted keys, for comparison.
func (r *Response) JSON(path string) string {
	r.t.Helper()
	b, err := json.Marshal(r.At(path))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

func at(v any, path string) (any, bool) {
	if path == "" {
		return v, v != nil
	}
	for name := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case Object:
			var ok bool
			if v, ok = x[name]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}
