package worlds

import (
	"bufio"
	"bytes"
	"context"
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
	"litmus/gate"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/models/upkeep"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
	"litmus/tools"
	"litmus/workflows"
)

// Main runs the tests of a package. They also fail if anything was logged to the default logger, dropped writes for
// instance.
func Main(m *testing.M) {
	stray := &Logbook{}
	slog.SetDefault(slog.New(slog.NewJSONHandler(stray, &slog.HandlerOptions{Level: slog.LevelWarn})))
	status := testdb.Main(m)
	if lines := stray.String(); lines != "" {
		fmt.Fprintln(os.Stderr, "the log of the whole run, which should be empty:", lines)
		status = 1
	}
	os.Exit(status)
}

// Prefix is where REST is served.
const Prefix = "/api/v1"

var (
	ctx = context.Background()

	// Secret is that of every world.
	Secret = keyring.Secret("0123456789abcdef0123456789abcdef")

	// Noon is the time in every test unless it says otherwise.
	Noon = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
)

// World is the two doors for machines over a database with two organizations of the same shape: ours and theirs.
type World struct {
	*store.Store
	T            testing.TB
	Ours, Theirs Organization
	Key          string // full access to ours
	Handler      http.Handler
	Log          *Logbook
	Fail         atomic.Bool // makes reading the clock panic

	flows   *workflows.Client
	mu      sync.Mutex
	queries []string
	later   atomic.Int64 // seconds after noon
}

// Setup is what a test may change before a world serves.
type Setup struct {
	gate.Options
	Store        *store.Store
	AdvanceClock func(ctx context.Context, orgID string, m upkeep.ClockMove) (now time.Time, err error)
}

// Organization holds an organization's rows by the placeholders that [Organization.Fill] replaces.
type Organization struct {
	setups.Applied
	Slug string
	Rows map[string]string
}

// Open makes a world on the database at url; change alters what it serves by.
func Open(t testing.TB, url string, change ...func(*Setup)) *World {
	t.Helper()
	b := beginnings.Begin(t, url, "ours and theirs", func() begun {
		w := ServeWorld(t, url)
		defer w.End(t)
		return w.settleBoth()
	})
	w := ServeWorld(t, url, change...)
	t.Cleanup(func() { w.End(t) })
	w.Ours, w.Theirs, w.Key = b.ours.copied(), b.theirs.copied(), b.key
	w.Do("GET", "/roles", "", w.Key).Want(http.StatusOK) // as where they are made, the key has been let in
	w.mu.Lock()
	seen := len(w.queries)
	w.mu.Unlock()
	if seen == 0 {
		t.Fatal("no statement was seen: the bounds on statements would hold for anything")
	}
	w.Rest()
	return w
}

// ServeWorld is [Open] without organizations. The caller ends the world.
func ServeWorld(t testing.TB, url string, change ...func(*Setup)) *World {
	t.Helper()
	w := &World{T: t, Log: &Logbook{}}
	var err error
	w.Store, err = store.Open(ctx, url, store.Options{
		Secret: Secret, Policy: models.DefaultPolicy, Now: w.clock, Queries: w.note,
		// What nobody waits for is written when somebody does: a request whose statements are counted meets no lock.
		Patience: time.Hour,
	})
	w.Must(err)
	log := slog.New(slog.NewJSONHandler(w.Log, nil))
	w.flows = workflows.NewClient(temporal{}, w.Store, log)
	setup := &Setup{Store: w.Store, Options: gate.Options{Log: log}}
	for _, c := range change {
		c(setup)
	}
	const origin = "https://hire.example"
	acts, g := scheduling.New(w.Store, w.flows, log), gate.New(w.Store, setup.Options)
	rest := &api.API{Store: w.Store, Acts: acts, Gate: g, BaseURL: origin, AdvanceClock: setup.AdvanceClock}
	agents := &tools.Server{Store: w.Store, Acts: acts, Gate: g, BaseURL: origin, AdvanceClock: setup.AdvanceClock}
	w.Handler = agents.Handler(rest.Handler())
	return w
}

// End closes what the world has opened.
func (w *World) End(t testing.TB) {
	t.Helper()
	w.flows.Close()
	if err := w.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func (w *World) clock() time.Time {
	if w.Fail.Load() {
		panic("the clock fell down")
	}
	return Noon.Add(time.Duration(w.later.Load()) * time.Second)
}

// Advance moves the clock to so many seconds after noon.
func (w *World) Advance(seconds int) { w.later.Store(int64(seconds)) }

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

// NewKey creates a key of the organization with these scopes, nil for a legacy key.
func (w *World) NewKey(orgID string, scopes []string) string {
	w.T.Helper()
	key, _, err := w.Team.CreateKey(ctx, act.By{}, orgID, "key of a test", scopes)
	w.Must(err)
	return key
}

// Fill replaces names such as $posting with the organization's ids and addresses.
func (o Organization) Fill(s string) string {
	if !strings.Contains(s, "$") {
		return s
	}
	var pairs []string
	for _, name := range longestFirst(o.Rows) {
		pairs = append(pairs, name, o.Rows[name])
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

func (w *World) Must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// note collects the statements of requests, except those that are written in the background.
func (w *World) note(sql string) {
	if strings.HasPrefix(sql, `INSERT INTO "audit"`) || strings.HasPrefix(sql, `UPDATE "keys" SET "last_used_at"`) ||
		strings.Contains(sql, `"woken_revision"=`) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = append(w.queries, sql)
}

// Rest forgets the statements collected so far.
func (w *World) Rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = nil
}

// Statements returns the number of statements that fn runs.
func (w *World) Statements(fn func()) int {
	w.Rest()
	fn()
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queries)
}

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

// Logbook collects the lines of a log.
type Logbook struct {
	mu    sync.Mutex
	all   bytes.Buffer
	angry bytes.Buffer
}

func (l *Logbook) Write(p []byte) (int, error) {
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

func (l *Logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// Complaints returns and forgets the lines that a person should look at.
func (l *Logbook) Complaints() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.angry.Reset()
	return l.angry.String()
}
