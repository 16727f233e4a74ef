package tools

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"litmus/gate"
	"litmus/models/access"
	"litmus/store/team"
)

// TestToolPanics proves that a panic is answered as an internal error wherever it happens: in the operation, in the
// rendering of its answer and in its text (T2).
func TestToolPanics(t *testing.T) {
	t.Parallel()
	fine := func(*Server, *call) (int, any, error) { return http.StatusOK, struct{}{}, nil }
	for where, x := range map[string]*tool{
		"operation": {do: func(*Server, *call) (int, any, error) { panic("the operation fell down") }},
		"text":      {do: fine, say: func(any) string { panic("the text fell down") }},
		"answer": {do: func(*Server, *call) (int, any, error) {
			return http.StatusOK, appenderFunc(func() { panic("the answer fell down") }), nil
		}},
	} {
		x.name, x.anyOf = "list_roles", []string{access.RolesRead}
		c := &call{Call: &gate.Call{HTTP: httptest.NewRequest(http.MethodPost, Path, nil), RequestID: "req_1",
			Caller: team.Caller{Key: access.Key{Scopes: access.Scopes}}}}
		req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: x.name}}
		_, result, err := (&Server{}).answerTool(x, c, req)
		if err == nil || !strings.Contains(err.Error(), "the "+where+" fell down") || !gate.IsInternal(err) {
			t.Errorf("%s: the log gets %v", where, err)
		}
		if result == nil || !result.IsError || len(result.Content) != 1 {
			t.Fatalf("%s: the result is %+v", where, result)
		}
		if text := result.Content[0].(*mcp.TextContent).Text; text != gate.InternalSentence+": req_1" {
			t.Errorf("%s: the caller reads %q", where, text)
		}
	}
}

// appenderFunc is a body that runs a function when it is rendered.
type appenderFunc func()

func (f appenderFunc) AppendJSON(to []byte) []byte { f(); return to }
