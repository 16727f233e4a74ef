package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
)

// toolAnswer is the answer of a tool that plans.
type toolAnswer struct {
	IsError bool
	Content []struct{ Text string }
	Data    struct {
		Status    string
		PlanID    string `json:"plan_id"`
		Repeated  bool
		Interview struct{ ID string }
	} `json:"structuredContent"`
}

// toolCall is a call of a tool, as a client that cannot ask a person sends it.
func (o *Org) toolCall(t testing.TB, name string, arguments Object) *http.Request {
	t.Helper()
	body, err := json.Marshal(Object{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": Object{"name": name, "arguments": arguments}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.Ready.API+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+o.Key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	return r
}

// tool calls a tool.
func (o *Org) tool(t testing.TB, name string, arguments Object) (a toolAnswer) {
	t.Helper()
	var out struct{ Result *toolAnswer }
	answer := send(t, o.toolCall(t, name, arguments))
	if err := json.Unmarshal(answer.Body, &out); err != nil || out.Result == nil || len(out.Result.Content) == 0 {
		t.Fatalf("%s(%v) answers %d, %v", name, arguments, answer.Status, err)
	}
	return *out.Result
}
