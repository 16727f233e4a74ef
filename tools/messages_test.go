package tools_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/testdb"
	"litmus/tools"
)

// wireAnswer is an answer of JSON-RPC as it stands in a body.
type wireAnswer struct {
	Version string `json:"jsonrpc"`
	ID      json.RawMessage
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
		Data    map[string]any
	}
}

// internals are words of Go and of the SDK.
var internals = regexp.MustCompile(`json:|unmarshal|mcp\.|jsonrpc2?:|interface|\bGo\b|struct|\bnil\b|goroutine|0x|%!`)

// TestToolMessageIDs proves that an answer has the id of its message, byte for byte, and that a message whose id the
// protocol does not allow is refused (T2).
func TestToolMessageIDs(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for _, method := range []string{`"ping"`, `"tools/list"`, `"no/such/method"`,
		`"tools/call","params":{"name":"list_roles"}`, `"tools/call","params":{"name":"no_tool"}`,
		`"tools/call","params":[]`} {
		for _, id := range []string{`1`, `0`, `-7`, `9007199254740993`, `123456789012345678901234567890`, `""`, `"a"`,
			`"\u0061\ud800"`, `"<&>"`, `"\"}"`} {
			body := `{ "jsonrpc" : "2.0", "id" :` + id + `, "method":` + method + `}`
			rec := w.message(body, w.Key, "2025-11-25")
			var got wireAnswer
			if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || rec.Code != http.StatusOK ||
				!strings.Contains(rec.Body.String(), `"id":`+id+`,`) || got.Version != "2.0" {
				t.Errorf("%s is answered %d %.300s, want the id %s (%v)", body, rec.Code, rec.Body, id, err)
			}
		}
		for _, id := range []string{`1.5`, `1.0`, `1e3`, `null`, `true`, `[1]`, `{}`} {
			body := `{"jsonrpc":"2.0","id":` + id + `,"method":` + method + `}`
			rec := w.message(body, w.Key, "2025-11-25")
			w.refusal(body, rec.Code, rec.Body.Bytes(), http.StatusBadRequest, `null`, -32600)
		}
	}
}

// refusal fails the test unless the body is an error of JSON-RPC with the status, the id and the code, the request's id
// beside it, and none of our insides in its sentence. It returns the sentence.
func (w *world) refusal(about string, status int, body []byte, wantStatus int, id string, code int) string {
	w.T.Helper()
	var got wireAnswer
	if err := json.Unmarshal(body, &got); err != nil || got.Error == nil {
		w.T.Errorf("%.200s is answered %.400s (%v), want an error", about, body, err)
		return ""
	}
	if !verify.Each(w.T, fmt.Sprintf("%.200s is answered %.400s", about, body), verify.Fields{
		"status": {status, wantStatus}, "id": {string(got.ID), id}, "code": {got.Error.Code, code},
		"Result": {got.Result, nil}}) {
		return ""
	}
	sentence := got.Error.Message
	if internals.MatchString(sentence) || len(sentence) < 20 {
		w.T.Errorf("%.200s is answered in the words %q", about, sentence)
	}
	if got.Error.Data["request_id"] != w.requestID || (code == -32022) != (got.Error.Data["supported"] != nil) {
		w.T.Errorf("%.200s: the error has %v beside its sentence, want the id of the request, %s", about,
			got.Error.Data, w.requestID)
	}
	if lines := w.Log.Complaints(); lines != "" {
		w.T.Errorf("%.200s: the log has\n%s", about, lines)
	}
	return sentence
}

// TestToolMessageRefusals proves that what is no message of the protocol is refused as a whole, by an error of JSON-RPC
// with the id of the message where there is one, in words of ours (T2).
func TestToolMessageRefusals(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	const ping, old, now = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "2025-03-26", "2025-11-25"
	call := func(params string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":` + params + `}`
	}
	for _, c := range []struct {
		body, version string
		status        int
		id            string
		code          int
		says          string
	}{
		{``, now, 400, `null`, -32700, "not valid JSON"},
		{"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", now, 400, `null`, -32700, "UTF-8"},
		{ping + ping, now, 400, `null`, -32700, "one message"},
		{`null`, now, 400, `null`, -32600, "an object"},
		{`[` + ping + `]`, now, 400, `null`, -32600, "one message"},
		{`[]`, old, 400, `null`, -32600, "without a message"},
		{`{}`, now, 400, `null`, -32600, `"jsonrpc"`}, {`{"jsonrpc":"2.0"}`, now, 400, `null`, -32600, "method"},
		{`{"jsonrpc":"1.0","id":5,"method":"ping"}`, now, 400, `5`, -32600, `"jsonrpc"`},
		{`{"jsonrpc":"2.0","id":5,"method":6}`, now, 400, `5`, -32600, "method"},
		{`{"jsonrpc":"2.0","id":5,"id":6,"method":"ping"}`, now, 400, `6`, -32600, `"id" twice`},
		{`{"jsonrpc":"2.0","method":"tools/call","params":{}}`, now, 400, `null`, -32600, "must have an id"},
		{`{"jsonrpc":"2.0","id":"x","method":"no/such"}`, now, 200, `"x"`, -32601, `no method "no/such"`},
		{`{"jsonrpc":"2.0","id":"x","method":"notifications/initialized"}`, now, 200, `"x"`, -32601, "no method"},
		{`{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}`, now, 200, `8`, -32602, "params of ping must be"},
		{`{"jsonrpc":"2.0","id":8,"method":"initialize"}`, now, 200, `8`, -32602, "must have params"},
		{`{"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":7}}`, now, 200, `8`, -32602,
			"params of initialize are not"},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"cursor":7}}`, now, 200, `8`, -32602,
			"params of tools/list are not"},
		{call(`[]`), now, 200, `7`, -32602, "must be an object"},
		{call(`{}`), now, 200, `7`, -32602, "must have a name"},
		{call(`{"name":"list_roles","_meta":7}`), now, 200, `7`, -32602, "params of tools/call are not"},
		{call(`{"name":"no_tool"}`), now, 200, `7`, -32602, `unknown tool "no_tool"`},
		{call(`{"name":"list_roles","arguments":` + strings.Repeat(`{"a":`, 2000) + `1` +
			strings.Repeat(`}`, 2000) + `}`), now, 200, `7`, -32602, "params of tools/call are not"},
		{ping, "2020-01-01", 400, `1`, -32022, `version "2020-01-01"`},
		{`{"jsonrpc":"2.0","id":8,"method":"no/such"}`, "2026-07-28", 404, `8`, -32601, "no method"},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{}}`, "2026-07-28", 400, `8`, -32602,
			"params of tools/list are not as version 2026-07-28"},
	} {
		rec := w.message(c.body, w.Key, "", "Mcp-Protocol-Version", c.version)
		says := w.refusal(c.body, rec.Code, rec.Body.Bytes(), c.status, c.id, c.code)
		if says != "" && !strings.Contains(says, c.says) {
			t.Errorf("%.200s says %q, want %q in it", c.body, says, c.says)
		}
		if row := w.lastRow(); row.Status != c.status && row.Route == tools.Path {
			t.Errorf("%.200s: audit row %+v, want %d", c.body, row, c.status)
		}
	}
	listen := `{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	rec := w.message(listen, w.Key, "2026-07-28", "Mcp-Method", "tools/call")
	w.refusal(listen, rec.Code, rec.Body.Bytes(), http.StatusBadRequest, `8`, -32020)
}

// TestToolMessageLists proves that each message of a list is answered under its id, also if ids occur twice and if some
// of the messages are none.
func TestToolMessageLists(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	rec := w.message(`[{"jsonrpc":"2.0","id":"a","method":"ping"},5,
		{"jsonrpc":"2.0","method":"notifications/initialized"},
		{"jsonrpc":"2.0","id":"a","method":"no/such"},{"jsonrpc":"2.0","id":2.5,"method":"ping"},
		{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"list_roles"}}]`, w.Key, "2025-03-26")
	var answers []wireAnswer
	if err := json.Unmarshal(rec.Body.Bytes(), &answers); err != nil || rec.Code != http.StatusOK {
		t.Fatalf("%v, %d %s, want a list", err, rec.Code, rec.Body)
	}
	var got []string
	for _, a := range answers {
		outcome := "a result"
		if a.Error != nil && a.Result == nil {
			outcome = strconv.Itoa(a.Error.Code)
		}
		got = append(got, string(a.ID)+" "+outcome)
	}
	if want := []string{`"a" a result`, `null -32600`, `"a" -32601`, `null -32600`, `"a" a result`}; !slices.Equal(got,
		want) {
		t.Fatalf("the answers are %q, want %q", got, want)
	}
	if !strings.Contains(string(answers[4].Result), w.Ours.Rows["$posting"]) {
		t.Errorf("the call is answered %.200s", answers[4].Result)
	}
	for body, version := range map[string]string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`:   "2025-11-25",
		`{"jsonrpc":"2.0","method":"notifications/anything"}`:      "2025-11-25",
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                     "2025-11-25",
		`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`: "2025-03-26",
	} {
		rec := w.message(body, w.Key, "", "Mcp-Protocol-Version", version)
		if rec.Code != http.StatusAccepted || rec.Body.Len() > 0 {
			t.Errorf("%s is answered %d %s, want 202 and nothing", body, rec.Code, rec.Body)
		}
	}
}
