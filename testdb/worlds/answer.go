package worlds

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"litmus/api"
	"litmus/conform"
)

// Answer is an answer of the API that passed the checks which hold for every answer.
type Answer struct {
	T      testing.TB
	About  string
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request with a key, "" for none, to a path below /api/v1. It passes through the parser of an HTTP server.
// Headers are name, value, name, value, ….
func (w *World) Do(method, path, body, key string, headers ...string) *Answer {
	w.T.Helper()
	if key != "" {
		headers = append(headers, "Authorization", "Bearer "+key)
	}
	r := Request(method, Prefix+path, body, headers...)
	if r == nil {
		w.T.Fatalf("%.200s %.200s is no HTTP request", method, path)
	}
	return w.Serve(w.T, r)
}

// Request parses the request as a server does. It returns nil if a server would not accept it.
func Request(method, target, body string, headers ...string) *http.Request {
	var head strings.Builder
	fmt.Fprintf(&head, "%s %s HTTP/1.1\r\nHost: hire.example\r\n", method, target)
	for i := 0; i+1 < len(headers); i += 2 {
		fmt.Fprintf(&head, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if body != "" {
		fmt.Fprintf(&head, "Content-Length: %d\r\n", len(body))
	}
	head.WriteString("\r\n")
	head.WriteString(body)
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(head.String())))
	if err != nil || r.ContentLength != int64(len(body)) {
		return nil
	}
	return r
}

// Serve answers the request and checks what holds for every answer (§7): JSON with its content type, never a 5xx,
// nothing logged that a person should look at, in time.
func (w *World) Serve(t testing.TB, r *http.Request) *Answer {
	t.Helper()
	rec := httptest.NewRecorder()
	start := time.Now()
	w.Handler.ServeHTTP(rec, r)
	took := time.Since(start)
	b, err := io.ReadAll(rec.Body)
	w.Must(err)
	a := &Answer{t, fmt.Sprintf("%.40s %.300q", r.Method, r.RequestURI), rec.Code, rec.Header(), b}
	if a.Status >= 500 {
		t.Errorf("%s: status %d\n%s", a.About, a.Status, a.Body)
	}
	if lines := w.Log.Complaints(); lines != "" {
		t.Errorf("%s: the log has\n%s", a.About, lines)
	}
	if took > Patience {
		t.Errorf("%s: took %s, want less than %s", a.About, took, Patience)
	}
	if got := a.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("%s: Content-Type %q", a.About, got)
	}
	if !json.Valid(b) || !utf8.Valid(b) {
		t.Errorf("%s: the body is not JSON: %q", a.About, b)
	}
	if err := Document().Check(r, a.Status, a.Header, b); err != nil {
		t.Errorf("%s: %d is not what the document declares: %v", a.About, a.Status, err)
	}
	if a.Status >= 400 {
		a.checkError()
	}
	return a
}

// Document is the API's document, which every answer must match.
var Document = sync.OnceValue(func() *conform.Document {
	d, err := conform.ParseDocument(api.OpenAPI())
	if err != nil {
		panic(err) // TestOpenAPI says so too
	}
	return d
})

// Raw returns the answer to a request without any check.
func (w *World) Raw(method, path, key string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.Handler.ServeHTTP(rec, Request(method, Prefix+path, "", "Authorization", "Bearer "+key))
	return rec
}

// Patience is the time limit for any answer. Most take milliseconds, but the machine may be busy with other tests and
// the race detector. Work that grows faster than linearly takes hours for a megabyte.
const Patience = 20 * time.Second

func (a *Answer) checkError() {
	a.T.Helper()
	var fields map[string]string // every field is a string
	if err := json.Unmarshal(a.Body, &fields); err != nil || len(fields) != 2 || fields["error"] == "" ||
		fields["request_id"] == "" || fields["request_id"] != a.Header.Get("X-Request-Id") {
		a.T.Errorf("%s: the error body is %s, want a text error and the request_id", a.About, a.Body)
	}
	if len(fields["error"]) > 2000 {
		a.T.Errorf("%s: the error is %d bytes long: it repeats what was sent", a.About, len(fields["error"]))
	}
}

func (a *Answer) Want(status int) *Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("%s: status %d, want %d\n%s", a.About, a.Status, status, a.Body)
	}
	return a
}

// Refusal returns the text of an error.
func (a *Answer) Refusal() string { a.T.Helper(); return a.Text("error") }

// Text returns the string at the end of the path of names in the body.
func (a *Answer) Text(names ...string) string {
	a.T.Helper()
	var v any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		a.T.Fatalf("%s: %v in %s", a.About, err, a.Body)
	}
	for _, name := range names {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	s, ok := v.(string)
	if !ok {
		a.T.Fatalf("%s: no text at %v in %s", a.About, names, a.Body)
	}
	return s
}
