package tools_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/audit"
	"litmus/testdb"
	"litmus/testdb/worlds"
	"litmus/tools"
)

// TestToolsOverEveryProtocol proves that clients of every version that is spoken are served: with or without a slash,
// with an initialization and without a session (T1).
func TestToolsOverEveryProtocol(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	for _, version := range protocolVersions {
		if version < "2026-07-28" { // which has no initialization
			out := w.ask("initialize", `{"protocolVersion":"`+version+
				`","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`, w.Key, version)
			var hello struct {
				ProtocolVersion string
				Instructions    string
				Capabilities    map[string]any
				ServerInfo      struct{ Name string }
			}
			w.Must(json.Unmarshal(out.Result, &hello))
			verify.Each(t, version, verify.Fields{"ProtocolVersion": {hello.ProtocolVersion, version},
				"Name": {hello.ServerInfo.Name, "litmus"}, "tools": {hello.Capabilities["tools"], verify.Not{nil}},
				"logging":      {hello.Capabilities["logging"], nil},
				"Instructions": {hello.Instructions, verify.Says{"plan_id"}}})
		}
		list := w.ask("tools/list", `{}`, w.Key, version)
		if !strings.Contains(string(list.Result), `"name":"get_interview"`) || list.Error != nil {
			t.Errorf("%s: the list is %.300s", version, list.Result)
		}
		if version == "2026-07-28" && !strings.Contains(string(list.Result), `"cacheScope":"private"`) {
			t.Errorf("the list can be kept by whoever stands between: %.100q", list.Result)
		}
		got := w.callAs("get_interview", `{"id":"$interview"}`, w.Key, version).done()
		if id := got.text("id"); id != w.Ours.Rows["$interview"] {
			t.Errorf("%s: interview %q", version, id)
		}
		// A client that does not know structured content gets it as a text too.
		want := 1
		if version < "2025-06-18" {
			want = 2
		}
		if len(got.Content) != want || want == 2 && !json.Valid([]byte(got.Content[1].Text)) {
			t.Errorf("%s: texts %+v, want %d of them, the second one JSON", version, got.Content, want)
		}
	}
	slash := worlds.Request(http.MethodPost, tools.Path+"/", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Content-Type",
		"application/json", "Accept", "application/json, text/event-stream", "Authorization", "Bearer "+w.Key)
	if a := w.served(slash); a.Code != http.StatusOK || a.Header().Get("Mcp-Session-Id") != "" {
		t.Errorf("with a slash: %d %v %s, want 200 without a session", a.Code, a.Header(), a.Body)
	}
}

// TestToolsDoor proves that whoever calls a tool passes the door of REST: the same refusals as JSON with a request id,
// 401 with its header, and no page of another origin (§5 rule 2, T2).
func TestToolsDoor(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	call := callOf("list_roles", `{}`)
	revoked := w.NewKey(w.Ours.Organization, access.Scopes)
	caller, err := w.Team.Authenticate(ctx, revoked)
	w.Must(err)
	w.Must(w.Team.RevokeKey(ctx, act.By{}, w.Ours.Organization, caller.Key.ID))
	for name, c := range map[string]struct {
		body, key string
		headers   []string
		status    int
	}{
		"no key":         {body: call, status: 401},
		"a revoked key":  {body: call, key: revoked, status: 401},
		"an unknown key": {body: call, key: "lk_" + strings.Repeat("0", 40), status: 401},
		"a large body":   {body: callOf("ping", `{"x":"`+strings.Repeat("y", 1<<20)+`"}`), key: w.Key, status: 413},
		"another origin": {body: call, key: w.Key, headers: []string{"Origin", "https://evil.example"}, status: 403},
		"a foreign page": {body: call, key: w.Key, headers: []string{"Sec-Fetch-Site", "cross-site"}, status: 403},
	} {
		rec := w.message(c.body, c.key, "2025-03-26", c.headers...)
		var e struct {
			Error     string
			RequestID string `json:"request_id"`
		}
		err := json.Unmarshal(rec.Body.Bytes(), &e)
		verify.Each(t, name, verify.Fields{"error": {err, nil},
			"Code": {rec.Code, c.status}, "Error": {e.Error, verify.Some}, "e.RequestID": {e.RequestID, verify.Some},
			"e.RequestID (2)": {e.RequestID, rec.Header().Get("X-Request-Id")}})
		if got := rec.Header().Get("WWW-Authenticate"); (got == "Bearer") != (c.status == 401) {
			t.Errorf("%s: WWW-Authenticate %q", name, got)
		}
	}
	form := w.served(worlds.Request(http.MethodPost, tools.Path, call, "Content-Type", "text/plain", "Authorization",
		"Bearer "+w.Key))
	if form.Code != http.StatusUnsupportedMediaType || !strings.Contains(form.Body.String(), "Content-Type must be") {
		t.Errorf("a message of another type is answered %d %s", form.Code, form.Body)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} { // no stream, no session
		rec := w.served(worlds.Request(method, tools.Path, "", "Authorization", "Bearer "+w.Key, "Accept", "text/event-stream"))
		if rec.Code != http.StatusMethodNotAllowed || rec.Header().Get("Allow") != "POST" {
			t.Errorf("%s: %d %v", method, rec.Code, rec.Header())
		}
	}
}

// TestToolErrors proves that a tool answers with the sentence of REST, as an error of the tool, and a mistake in its
// arguments likewise, which a model can mend, over every version of the protocol; a tool that there is not is an error
// of the protocol (T2).
func TestToolErrors(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	foreign := w.Theirs.Rows["$interview"]
	for arguments, path := range map[string]string{
		`{"id":"` + foreign + `"}`:                      "/interviews/" + foreign,
		`{"id":"int_x"}`:                                "/interviews/int_x",
		`{"id":"$interview","include":["everything"]}`:  "/interviews/$interview?include=everything",
		`{"id":"$interview","include":"notes,nothing"}`: "/interviews/$interview?include=notes,nothing",
	} {
		want := w.Do("GET", w.Ours.Fill(path), "", w.Key).Refusal()
		if got := w.call("get_interview", arguments, w.Key).refused(); got != want {
			t.Errorf("get_interview(%s) says %q, REST says %q", arguments, got, want)
		}
	}
	for _, c := range []struct{ tool, arguments, says string }{
		{"get_interview", `{"id":""}`, "id is missing"},
		{"get_interview", `{"id":7}`, "id must be a string"},
		{"list_roles", `[]`, "the arguments of list_roles must be a JSON object"},
		{"list_roles", `{"x":1}`, `list_roles has no argument "x"; it takes cursor, limit`},
		{"get_interview", `{"id":"x","include":{}}`, "argument include of get_interview must be"},
		{"get_interview", `{"id":{}}`, "argument id of get_interview must be"},
		{"cancel_interview", `{"id":"$interview","plan_id":["x"]}`, "argument plan_id of cancel_interview must not be"},
		{"cancel_interview", `{"id":"$interview","plan_id":7}`, "plan_id must be a string"},
		// An object or a list where one value belongs does not select everything.
		{"list_candidates", `{"posting_id":{}}`, "argument posting_id"},
		{"list_submissions", `{"status":{}}`, "argument status"},
		{"find_slots", `{"posting_id":"p","round_id":"r","interviewer_emails":{}}`, "argument interviewer_emails"},
		{"list_interviews", `{"candidate_email":["ann@x.example"]}`, "argument candidate_email"},
		{"get_interview", `{"id":"x","include":[[]]}`, "argument include"},
		{"book_interview", `{"posting_id":"p","round_id":"r","candidate_email":[]}`, "argument candidate_email"},
		{"record_decision", `{"submission_id":"x","decision":["advance"]}`, "argument decision"},
	} {
		for _, version := range protocolVersions {
			w.callAs(c.tool, c.arguments, w.Key, version).says(c.says)
		}
		if row := w.lastRow(); row.Route != "tool:"+c.tool || row.Status != http.StatusBadRequest {
			t.Errorf("%s(%s): audit row %+v, want 400", c.tool, c.arguments, row)
		}
	}
	got := w.ask("tools/call", `{"name":"no_such_tool","arguments":{}}`, w.Key, "2025-11-25")
	if got.Error == nil || got.Error.Code != -32602 || !strings.Contains(got.Error.Message, "no_such_tool") {
		t.Errorf("an unknown tool: %+v, want invalid parameters", got)
	}
}

// TestToolFailure proves that an internal error shows nothing of itself, is logged for a person, and is audited.
func TestToolFailure(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.Fail.Store(true)
	out := w.ask("tools/call", `{"name":"get_interview","arguments":{"id":"`+w.Ours.Rows["$interview"]+`"}}`, w.Key,
		"2025-11-25")
	w.Fail.Store(false)
	a := &toolAnswer{t: t, about: "a failure"}
	w.Must(json.Unmarshal(out.Result, a))
	sentence := a.refused()
	if !strings.HasPrefix(sentence, "internal error; quote the request_id") || !strings.Contains(sentence, ": req_") ||
		strings.Contains(sentence, "clock") {
		t.Errorf("the caller reads %q", sentence)
	}
	line := w.Log.Complaints()
	if !strings.Contains(line, "the clock fell down") || !strings.Contains(line, `"tool":"get_interview"`) ||
		!strings.Contains(line, `"level":"ERROR"`) {
		t.Errorf("the log has %s", line)
	}
	if row := w.lastRow(); row.Route != "tool:get_interview" || row.Status != http.StatusInternalServerError {
		t.Errorf("audit row %+v", row)
	}
}

// TestToolAudit proves that every call is a row: the key, the tool, what came of it, how long it took and the ids, but
// no arguments (§5 rule 6, T3). What calls no tool has a row too, without the text that was sent as a name.
func TestToolAudit(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	narrow := w.keyOf(access.RolesRead)
	interview := w.Ours.Rows["$interview"]
	const get, list = "tool:get_interview", "tool:list_roles"
	for name, c := range map[string]struct {
		body, key, route string
		status           int
		ids              []string
	}{
		"a call":       {callOf("get_interview", `{"id":"$interview"}`), w.Key, get, 200, []string{interview}},
		"what is not":  {callOf("get_interview", `{"id":"ann@acme.example"}`), w.Key, get, 404, nil},
		"a wrong word": {callOf("get_interview", `{"id":"$interview","include":["x"]}`), w.Key, get, 400, []string{interview}},
		"no scope":     {callOf("get_interview", `{"id":"$interview"}`), narrow, get, 403, nil},
		"malformed":    {callOf("list_roles", `{"x":1}`), w.Key, list, 400, nil},
		"no such tool": {callOf("cleo@acme.example", `{}`), w.Key, tools.Path, 200, nil},
		"the list":     {`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, w.Key, tools.Path, 200, nil},
		"a large body": {strings.Repeat("x", 1<<20+1), w.Key, tools.Path, 413, nil},
	} {
		caller, err := w.Team.Authenticate(ctx, c.key)
		w.Must(err)
		start := time.Now()
		w.message(w.Ours.Fill(c.body), c.key, "2025-11-25")
		row := w.lastRow()
		verify.Each(t, name+": audit row", verify.Fields{"Method": {row.Method, http.MethodPost},
			"Route": {row.Route, c.route}, "Status": {row.Status, c.status}, "KeyID": {row.KeyID, caller.Key.ID},
			"ResourceIDs": {strings.Join(row.ResourceIDs, " "), strings.Join(c.ids, " ")}})
		if row.Duration <= 0 || row.Duration > time.Since(start) {
			t.Errorf("%s: it is said to have taken %s, of %s", name, row.Duration, time.Since(start))
		}
	}
	w.message(`{}`, "", "2025-11-25")
	failed, err := w.Audit.Entries(ctx, audit.Filter{Limit: 1})
	w.Must(err)
	if len(failed) != 1 || failed[0].Route != tools.Path || failed[0].Status != http.StatusUnauthorized {
		t.Errorf("without a key: %+v", failed)
	}
}

// TestToolBatch proves that each call of a message with several has its row, and that a message has at most twenty
// (T3).
func TestToolBatch(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	send := func(one string, times int) *httptest.ResponseRecorder {
		return w.message(" [ "+strings.TrimSuffix(strings.Repeat(one+" , ", times), ", ")+" ] ", w.Key, "2025-03-26")
	}
	rec := send(callOf("list_roles", `{}`), 2)
	var answers []rpc
	if err := json.Unmarshal(rec.Body.Bytes(), &answers); err != nil || len(answers) != 2 {
		t.Fatalf("%d %s, want two answers", rec.Code, rec.Body)
	}
	rows, err := w.Audit.Entries(ctx, audit.Filter{OrgID: w.Ours.Organization, Limit: 2})
	w.Must(err)
	for _, row := range rows {
		if row.Route != "tool:list_roles" || row.Status != http.StatusOK || row.RequestID != w.requestID {
			t.Errorf("audit row %+v, want one of the message %s", row, w.requestID)
		}
	}
	for _, one := range []string{callOf("list_roles", `{}`), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`} {
		if rec := send(one, 20); rec.Code != http.StatusOK {
			t.Errorf("twenty of %s: %d %s", one, rec.Code, rec.Body)
		}
		rec := send(one, 21)
		if rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "at most 20") {
			t.Errorf("21 of %s: %d %.200s", one, rec.Code, rec.Body)
		}
	}
}

// TestToolListIsKept proves that the list is the same when it is rendered once and given many times: with the ids of
// the messages, for each version of the protocol, for each key its own, and as a client may cache it: not at all (T1).
func TestToolListIsKept(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	narrow := w.keyOf(access.RolesRead)
	names := map[string]string{} // by key
	for _, id := range []string{"1", `"a"`, "2", `"b\"c"`} {
		for _, version := range []string{"2025-03-26", "2025-11-25"} {
			for _, key := range []string{w.Key, narrow} {
				rec := w.message(`{"jsonrpc":"2.0","id":`+id+`,"method":"tools/list","params":{}}`, key, version)
				var got struct {
					ID     json.RawMessage
					Result struct{ Tools []struct{ Name string } }
				}
				err := json.Unmarshal(rec.Body.Bytes(), &got)
				if err != nil || string(got.ID) != id || rec.Code != http.StatusOK {
					t.Fatalf("%d %.300s: the id is %s, want %s", rec.Code, rec.Body, got.ID, id)
				}
				list := fmt.Sprint(got.Result.Tools)
				if names[key] = cmp.Or(names[key], list); list != names[key] || list == "[]" {
					t.Errorf("%s: the tools are %s, before %s", version, list, names[key])
				}
				if h := rec.Header(); h.Get("Cache-Control") != "no-store" || h.Get("Content-Type") != "application/json" {
					t.Errorf("%s: headers %v", version, h)
				}
				if row := w.lastRow(); row.Route != tools.Path || row.Status != http.StatusOK {
					t.Errorf("%s: audit row %+v", version, row)
				}
			}
		}
	}
	if len(names[narrow]) >= len(names[w.Key]) {
		t.Errorf("the lists have the tools %v", names)
	}
}

// TestToolSubscriptions proves that nobody holds a place by listening for what never comes (T1).
func TestToolSubscriptions(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	if got := w.ask("subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`, w.Key,
		"2026-07-28"); got.Error == nil {
		t.Errorf("to listen is answered %s, want an error", got.Result)
	}
}
