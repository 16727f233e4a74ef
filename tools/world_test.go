package tools_test

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"litmus/store/audit"
	"litmus/testdb"
	"litmus/testdb/worlds"
	"litmus/tools"
)

func TestMain(m *testing.M) { worlds.Main(m) }

var ctx = context.Background()

// world has what the tests of tools ask of a world.
type world struct {
	*worlds.World
	url       string
	file      *sql.DB // opened by database, for reading and writing past the store
	mu        sync.Mutex
	requestID string // of the last message to the tool server

	capabilities string // of the client, "" for none
}

// open is [worlds.Open].
func open(t testing.TB, url string, change ...func(*worlds.Setup)) *world {
	t.Helper()
	return &world{World: worlds.Open(t, url, change...), url: url}
}

// Versions of the protocol that clients speak, the newest first.
var protocolVersions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// toolExample returns the arguments, as JSON, of a call that succeeds in the world for its key. Names such as
// $interview stand for ids, as in [worlds.Organization.Fill].
type toolExample func(w *world) string

// toolExamples are by name. Every tool has one, and tests that hold for all tools call each with it.
var toolExamples = map[string]toolExample{}

// example registers the arguments of a tool: var _ = example("list_roles", `{}`).
func example(name, arguments string) struct{} {
	return exampleAfter(name, func(*world) string { return arguments })
}

// exampleAfter registers arguments that something has to be done for first.
func exampleAfter(name string, arguments toolExample) struct{} {
	toolExamples[name] = arguments
	return struct{}{}
}

var (
	_ = example("list_roles", `{}`)
	_ = example("list_pools", `{}`)
	_ = example("get_interview", `{"id":"$interview","include":["notes","transcript"]}`)
)

// keyOf makes a key of our organization with these scopes alone.
func (w *world) keyOf(scopes ...string) string {
	w.T.Helper()
	return w.NewKey(w.Ours.Organization, scopes)
}

// message sends a JSON-RPC message to the tool server as a client of that version does, and returns the HTTP answer.
func (w *world) message(body, key, version string, headers ...string) *httptest.ResponseRecorder {
	w.T.Helper()
	headers = append([]string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream"},
		headers...)
	if version >= "2025-06-18" {
		headers = append(headers, "Mcp-Protocol-Version", version)
	}
	if key != "" {
		headers = append(headers, "Authorization", "Bearer "+key)
	}
	r := worlds.Request(http.MethodPost, tools.Path, body, headers...)
	if r == nil {
		w.T.Fatalf("%.200s is no HTTP request", body)
	}
	return w.served(r)
}

// callOf is the message of a call.
func callOf(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

// book books an interview over REST, and returns its id.
func (w *world) book(order string) (id string) {
	w.T.Helper()
	return w.Do("POST", "/interviews", w.Ours.Fill(order), w.Key).Want(http.StatusCreated).Text("interview", "id")
}

// served returns the answer to a request without any check.
func (w *world) served(r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.Handler.ServeHTTP(rec, r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requestID = rec.Header().Get("X-Request-Id")
	return rec
}

// lastRow returns the row that the last message left in our organization's audit.
func (w *world) lastRow() audit.Entry {
	w.T.Helper()
	w.mu.Lock()
	id := w.requestID
	w.mu.Unlock()
	row, err := w.Audit.Request(ctx, w.Ours.Organization, id)
	w.Must(err)
	return row
}

// rpc is an answer of JSON-RPC.
type rpc struct {
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// toolAnswer is the result of a call.
type toolAnswer struct {
	t       testing.TB
	about   string
	IsError bool `json:"isError"`
	Content []struct{ Type, Text string }
	Data    json.RawMessage `json:"structuredContent"`

	ResultType    string                     `json:"resultType"`
	InputRequests map[string]json.RawMessage `json:"inputRequests"`
	RequestState  string                     `json:"requestState"`
}

// ask sends a request of the protocol with its parameters as JSON, and fails the test unless JSON-RPC answers it.
func (w *world) ask(method, params, key, version string) rpc {
	w.T.Helper()
	headers := []string{}
	if version >= "2026-07-28" {
		headers = append(headers, "Mcp-Method", method)
		var named struct{ Name string }
		w.Must(json.Unmarshal([]byte(params), &named))
		if named.Name != "" {
			headers = append(headers, "Mcp-Name", named.Name)
		}
		params = strings.TrimSuffix(params, "}")
		if params != "{" {
			params += ","
		}
		params += `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + version +
			`","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},` +
			`"io.modelcontextprotocol/clientCapabilities":` + cmp.Or(w.capabilities, "{}") + `}}`
	}
	rec := w.message(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`, key, version, headers...)
	var out rpc
	if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil || rec.Code != http.StatusOK && out.Error == nil {
		w.T.Fatalf("%s %.300s: %d %s", method, params, rec.Code, rec.Body)
	}
	return out
}

// call calls a tool with arguments as JSON, in which names such as $interview stand for ids of ours. It fails the test
// if the answer is an error of the protocol, or if the log has something that a person should look at.
func (w *world) call(name, arguments, key string) *toolAnswer {
	w.T.Helper()
	return w.callAs(name, arguments, key, "2025-11-25")
}

// callAs is call for a client that speaks a version of the protocol.
func (w *world) callAs(name, arguments, key, version string) *toolAnswer {
	w.T.Helper()
	out := w.ask("tools/call", `{"name":"`+name+`","arguments":`+w.Ours.Fill(arguments)+`}`, key, version)
	a := &toolAnswer{t: w.T, about: fmt.Sprintf("%s(%.300s)", name, w.Ours.Fill(arguments))}
	if out.Error != nil {
		w.T.Fatalf("%s: error of the protocol %+v", a.about, out.Error)
	}
	w.Must(json.Unmarshal(out.Result, a))
	if lines := w.Log.Complaints(); lines != "" {
		w.T.Errorf("%s: the log has\n%s", a.about, lines)
	}
	return a
}

// done fails the test unless the call succeeded.
func (a *toolAnswer) done() *toolAnswer {
	a.t.Helper()
	if a.IsError || len(a.Content) == 0 {
		a.t.Fatalf("%s: %+v, want success and a text", a.about, a)
	}
	return a
}

// refused fails the test unless the call was refused, and returns the sentence.
func (a *toolAnswer) refused() string {
	a.t.Helper()
	if !a.IsError || len(a.Content) != 1 || a.Content[0].Type != "text" || a.Content[0].Text == "" {
		a.t.Fatalf("%s: %+v, want a refusal with one sentence", a.about, a)
	}
	return a.Content[0].Text
}

// says fails the test unless the call was refused with a sentence that has the part.
func (a *toolAnswer) says(part string) {
	a.t.Helper()
	if got := a.refused(); !strings.Contains(got, part) {
		a.t.Errorf("%s says %q, want %q in it", a.about, got, part)
	}
}

// shown is all that the answer says, to programs and to people.
func (a *toolAnswer) shown() string { return string(a.Data) + a.Content[0].Text }

// shows fails the test unless the answer succeeded and says each part.
func (a *toolAnswer) shows(parts ...string) {
	a.t.Helper()
	for _, part := range parts {
		if !strings.Contains(a.done().shown(), part) {
			a.t.Errorf("%s answers %s, want %q in it", a.about, a.shown(), part)
		}
	}
}

// hides fails the test if the answer was refused, or says one of the parts.
func (a *toolAnswer) hides(parts ...string) {
	a.t.Helper()
	for _, part := range parts {
		if strings.Contains(a.done().shown(), part) {
			a.t.Errorf("%s answers %s, want no %q in it", a.about, a.shown(), part)
		}
	}
}

// value reads the structured content.
func (a *toolAnswer) value(into any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Data, into); err != nil {
		a.t.Fatalf("%s: %v in %s", a.about, err, a.Data)
	}
}

// text returns the string at the end of the path of names in the structured content.
func (a *toolAnswer) text(names ...string) string {
	a.t.Helper()
	return (&worlds.Answer{T: a.t, About: a.about, Body: a.Data}).Text(names...)
}

// listedTool is a tool as the server lists it.
type listedTool struct {
	Name, Title, Description  string
	InputSchema, OutputSchema json.RawMessage
	Annotations               struct {
		ReadOnlyHint, IdempotentHint   bool
		DestructiveHint, OpenWorldHint *bool
	}
}

// listed returns the tools that the key may call, by name.
func (w *world) listed(key string) map[string]listedTool {
	w.T.Helper()
	out := w.ask("tools/list", `{}`, key, "2025-11-25")
	var page struct{ Tools []listedTool }
	w.Must(json.Unmarshal(out.Result, &page))
	byName := map[string]listedTool{}
	for _, t := range page.Tools {
		byName[t.Name] = t
	}
	return byName
}

// database is the world's, which is one of SQLite, for what is done past the store.
func (w *world) database() *sql.DB {
	w.T.Helper()
	if w.file == nil { // opened once: each new connection reads the whole schema
		db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(w.url, "sqlite:")+"?_pragma=busy_timeout(10000)")
		w.Must(err)
		w.T.Cleanup(func() { db.Close() })
		w.file = db
	}
	return w.file
}

// change changes rows behind the store's back.
func (w *world) change(query string, args ...any) {
	w.T.Helper()
	_, err := w.database().ExecContext(ctx, query, args...)
	w.Must(err)
}

// records returns the rows of every table as text, except for those that tell of requests, of what was woken and of
// what counts towards a limit.
func (w *world) records() []string {
	w.T.Helper()
	return testdb.Rows(w.T, w.database(), "audit", "stranger_letters", "last_used_at", "woken_revision")
}

// unchanged fails the test if a record is not as it was before.
func (w *world) unchanged(before []string) {
	w.T.Helper()
	testdb.Unchanged(w.T, before, w.records(), "it")
}
