package api_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"go.temporal.io/sdk/client"

	"litmus/api"
	"litmus/conform"
	"litmus/models"
	"litmus/scheduling"
	"litmus/store"
	"litmus/testdb"
	"litmus/workflows"
)

// TestMain also fails if anything was logged to the default logger, dropped writes for instance.
func TestMain(m *testing.M) {
	stray := &logbook{}
	slog.SetDefault(slog.New(slog.NewJSONHandler(stray, &slog.HandlerOptions{Level: slog.LevelWarn})))
	status := testdb.Main(m)
	if lines := stray.String(); lines != "" {
		fmt.Fprintln(os.Stderr, "the log of the whole run, which should be empty:", lines)
		status = 1
	}
	os.Exit(status)
}

const prefix = "/api/v1"

var (
	ctx    = context.Background()
	secret = models.Secret("0123456789abcdef0123456789abcdef")
	noon   = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // the time in every test unless it says otherwise
)

// world is the API over a database with two organizations of the same shape: ours and theirs.
type world struct {
	*store.Store
	t            testing.TB
	ours, theirs organization
	key          string // full access to ours
	handler      http.Handler
	flows        *workflows.Client
	log          *logbook
	file         *sql.DB // opened by records, for reading past the store
	mu           sync.Mutex
	queries      []string
	requestID    string       // of the last message to the tool server
	fail         atomic.Bool  // makes reading the clock panic
	later        atomic.Int64 // seconds after noon
}

// organization holds an organization's rows by the placeholders that [organization.fill] replaces.
type organization struct {
	store.Applied
	slug string
	rows map[string]string
}

// open makes a world on the database at url; change alters the API before it serves.
func open(t testing.TB, url string, change ...func(*api.API)) *world {
	t.Helper()
	b := beginnings.Begin(t, url, "ours and theirs", func() begun {
		w := serve(t, url)
		defer w.end(t)
		return w.settleBoth()
	})
	w := serve(t, url, change...)
	t.Cleanup(func() { w.end(t) })
	w.ours, w.theirs, w.key = b.ours.copied(), b.theirs.copied(), b.key
	w.do("GET", "/roles", "", w.key).want(http.StatusOK) // as where they are made, the key has been let in
	w.mu.Lock()
	seen := len(w.queries)
	w.mu.Unlock()
	if seen == 0 {
		t.Fatal("no statement was seen: the bounds on statements would hold for anything")
	}
	w.rest()
	return w
}

// serve is [open] without organizations. The caller ends the world.
func serve(t testing.TB, url string, change ...func(*api.API)) *world {
	t.Helper()
	w := &world{t: t, log: &logbook{}}
	var err error
	w.Store, err = store.Open(ctx, url, store.Options{
		Secret: secret, Policy: models.DefaultPolicy, Now: w.clock, Queries: w.note,
		// What nobody waits for is written when somebody does: a request whose statements are counted meets no lock.
		Patience: time.Hour,
	})
	w.must(err)
	log := slog.New(slog.NewJSONHandler(w.log, nil))
	w.flows = workflows.NewClient(temporal{}, w.Store, log)
	a := &api.API{Store: w.Store, Acts: scheduling.New(w.Store, w.flows, log), BaseURL: "https://hire.example",
		Log: log}
	for _, c := range change {
		c(a)
	}
	w.handler = a.Handler()
	return w
}

// end closes what the world has opened.
func (w *world) end(t testing.TB) {
	t.Helper()
	w.flows.Close()
	if err := w.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func (w *world) clock() time.Time {
	if w.fail.Load() {
		panic("the clock fell down")
	}
	return noon.Add(time.Duration(w.later.Load()) * time.Second)
}

// advance moves the clock to so many seconds after noon.
func (w *world) advance(seconds int) { w.later.Store(int64(seconds)) }

// temporal is a Temporal client that accepts every wake-up.
type temporal struct{ client.Client }

func (temporal) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (t temporal) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return t.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (temporal) NewWithStartWorkflowOperation(client.StartWorkflowOptions, any,
	...any) client.WithStartWorkflowOperation {
	return nil
}

// UpdateWithStartWorkflow waits for side effects, which are there at once.
func (temporal) UpdateWithStartWorkflow(context.Context, client.UpdateWithStartWorkflowOptions) (
	client.WorkflowUpdateHandle, error) {
	return atOnce{}, nil
}

type atOnce struct{ client.WorkflowUpdateHandle }

func (atOnce) Get(context.Context, any) error { return nil }

func (temporal) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// newKey creates a key of the organization with these scopes, nil for a legacy key.
func (w *world) newKey(orgID string, scopes []string) string {
	w.t.Helper()
	key, _, err := w.CreateKey(ctx, store.By{}, orgID, "key of a test", scopes)
	w.must(err)
	return key
}

// fill replaces names such as $posting with the organization's ids and addresses.
func (o organization) fill(s string) string {
	if !strings.Contains(s, "$") {
		return s
	}
	var pairs []string
	for _, name := range longestFirst(o.rows) {
		pairs = append(pairs, name, o.rows[name])
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

func longestFirst(rows map[string]string) []string {
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return names
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// note collects the statements of requests, except those that are written in the background.
func (w *world) note(sql string) {
	if strings.HasPrefix(sql, `INSERT INTO "audit"`) || strings.HasPrefix(sql, `UPDATE "keys" SET "last_used_at"`) ||
		strings.Contains(sql, `SET "woken_revision"`) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = append(w.queries, sql)
}

// rest forgets the statements collected so far.
func (w *world) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = nil
}

// statements returns the number of statements that fn runs.
func (w *world) statements(fn func()) int {
	w.rest()
	fn()
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queries)
}

// answer is an answer of the API that passed the checks which hold for every answer.
type answer struct {
	t      testing.TB
	about  string
	status int
	header http.Header
	body   []byte
}

// do sends a request with a key, "" for none, to a path below /api/v1. It passes through the parser of an HTTP server.
// Headers are name, value, name, value, ….
func (w *world) do(method, path, body, key string, headers ...string) *answer {
	w.t.Helper()
	if key != "" {
		headers = append(headers, "Authorization", "Bearer "+key)
	}
	r := request(method, prefix+path, body, headers...)
	if r == nil {
		w.t.Fatalf("%.200s %.200s is no HTTP request", method, path)
	}
	return w.serve(w.t, r)
}

// request parses the request as a server does. It returns nil if a server would not accept it.
func request(method, target, body string, headers ...string) *http.Request {
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

// serve answers the request and checks what holds for every answer (§7): JSON with its content type, never a 5xx,
// nothing logged that a person should look at, in time.
func (w *world) serve(t testing.TB, r *http.Request) *answer {
	t.Helper()
	rec := httptest.NewRecorder()
	start := time.Now()
	w.handler.ServeHTTP(rec, r)
	took := time.Since(start)
	b, err := io.ReadAll(rec.Body)
	w.must(err)
	a := &answer{t, fmt.Sprintf("%.40s %.300q", r.Method, r.RequestURI), rec.Code, rec.Header(), b}
	if a.status >= 500 {
		t.Errorf("%s: status %d\n%s", a.about, a.status, a.body)
	}
	if lines := w.log.complaints(); lines != "" {
		t.Errorf("%s: the log has\n%s", a.about, lines)
	}
	if took > patience {
		t.Errorf("%s: took %s, want less than %s", a.about, took, patience)
	}
	if got := a.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("%s: Content-Type %q", a.about, got)
	}
	if !json.Valid(b) || !utf8.Valid(b) {
		t.Errorf("%s: the body is not JSON: %q", a.about, b)
	}
	if err := document().Check(r, a.status, a.header, b); err != nil {
		t.Errorf("%s: %d is not what the document declares: %v", a.about, a.status, err)
	}
	if a.status >= 400 {
		a.checkError()
	}
	return a
}

// document is the API's document, which every answer must match.
var document = sync.OnceValue(func() *conform.Document {
	d, err := conform.ParseDocument(api.OpenAPI())
	if err != nil {
		panic(err) // TestOpenAPI says so too
	}
	return d
})

// raw returns the answer to a request without any check.
func (w *world) raw(method, path, key string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, request(method, prefix+path, "", "Authorization", "Bearer "+key))
	return rec
}

// patience is the time limit for any answer. Most take milliseconds, but the machine may be busy with other tests and
// the race detector. Work that grows faster than linearly takes hours for a megabyte.
const patience = 20 * time.Second

func (a *answer) checkError() {
	a.t.Helper()
	var fields map[string]string // every field is a string
	if err := json.Unmarshal(a.body, &fields); err != nil || len(fields) != 2 || fields["error"] == "" ||
		fields["request_id"] == "" || fields["request_id"] != a.header.Get("X-Request-Id") {
		a.t.Errorf("%s: the error body is %s, want a text error and the request_id", a.about, a.body)
	}
	if len(fields["error"]) > 2000 {
		a.t.Errorf("%s: the error is %d bytes long: it repeats what was sent", a.about, len(fields["error"]))
	}
}

func (a *answer) want(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d\n%s", a.about, a.status, status, a.body)
	}
	return a
}

// error returns the text of an error.
func (a *answer) error() string { a.t.Helper(); return a.text("error") }

// text returns the string at the end of the path of names in the body.
func (a *answer) text(names ...string) string {
	a.t.Helper()
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		a.t.Fatalf("%s: %v in %s", a.about, err, a.body)
	}
	for _, name := range names {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	s, ok := v.(string)
	if !ok {
		a.t.Fatalf("%s: no text at %v in %s", a.about, names, a.body)
	}
	return s
}

// logbook collects the lines of a log.
type logbook struct {
	mu    sync.Mutex
	all   bytes.Buffer
	angry bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(p, []byte(`"level":"ERROR"`)) || bytes.Contains(p, []byte(`"level":"WARN"`)) {
		l.angry.Write(p)
	}
	if l.all.Len() > 1<<20 { // fuzzing goes on for long
		l.all.Reset()
	}
	return l.all.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// complaints returns and forgets the lines that a person should look at.
func (l *logbook) complaints() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.angry.Reset()
	return l.angry.String()
}
