package tools_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/testdb/worlds"

	"github.com/getkin/kin-openapi/openapi3"
)

// arena is that of REST, whose world calls tools.
type arena struct {
	*worlds.Arena
	world *world
}

// FuzzTools fuzzes the arguments of every tool (T2): an answer is never an internal error and always of the tool's
// type, the log stays empty, and what is refused, malformed or read changes nothing.
func FuzzTools(f *testing.F) {
	a := arena{Arena: worlds.NewArena(f)}
	a.world = &world{World: a.World}
	tools := a.world.listed(a.Key)
	names := slices.Sorted(maps.Keys(tools))
	types := map[string]*openapi3.Schema{}
	for n, name := range names {
		types[name] = jsonSchema(f, name, tools[name].OutputSchema)
		if toolExamples[name] != nil {
			f.Add(byte(n), toolExamples[name](a.world))
		}
		worlds.AddOddities(f, n)
	}
	a.Mend() // what examples needed
	at := func(name string) byte { return byte(slices.Index(names, name)) }
	for _, s := range []struct{ tool, arguments string }{
		{"find_slots", `{"posting_id":"$posting","round_id":"$round","from":"0000-01-01T00:00:00+14:00"}`},
		{"find_slots", `{"posting_id":"$posting","round_id":"$round","interviewer_emails":[["$ilse"],{}]}`},
		{"explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"0000-01-01T00:00:00+14:00"}`},
		{"explain_slot", `{"posting_id":"$posting","round_id":"$long","start_at":"2032-03-01T15:00:00.0001Z",
			"interviewer_emails":["new@x.example","new@x.example"],"moved_interview_id":"\u0000"}`},
		{"grade_submission", `{"submission_id":"$submission","expected":99999999999999999999,"native_score":1e999}`},
		{"update_rubric", `{"assessment_id":"$assessment","expected":0,"scale":[{"score":5,"meaning":5},null]}`},
		{"update_rubric", `{"assessment_id":"$assessment","expected":0,"scale":[{"score":-0,"meaning":"x"},{"score":0,
			"meaning":"y"}]}`},
	} {
		f.Add(at(s.tool), s.arguments)
	}
	f.Fuzz(func(t *testing.T, n byte, arguments string) {
		name := names[int(n)%len(names)]
		a.Enter(t)
		rec := a.world.message(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":`+
			a.Ours.Fill(arguments)+`}}`, a.Key, protocolVersions[1])
		if rec.Code != http.StatusOK && rec.Code != http.StatusBadRequest {
			t.Errorf("%s %.200q: status %d", name, arguments, rec.Code)
		}
		if lines := a.Log.Complaints(); lines != "" {
			t.Errorf("%s %.200q: the log has\n%s", name, arguments, lines)
		}
		var out rpc
		if json.Unmarshal(rec.Body.Bytes(), &out) != nil || out.Result == nil {
			a.untouched(t, name, arguments)
			return // malformed
		}
		got := toolAnswer{t: t}
		a.Must(json.Unmarshal(out.Result, &got))
		switch {
		case len(got.Content) == 0 && len(got.InputRequests) == 0:
			t.Errorf("%s %.200q has no text", name, arguments)
		case got.IsError:
			if strings.HasPrefix(got.Content[0].Text, "internal error") || len(got.Content[0].Text) > 2000 {
				t.Errorf("%s %.200q: %.300s", name, arguments, got.Content[0].Text)
			}
			a.untouched(t, name, arguments)
		default:
			if err := visit(types[name], got.Data); err != nil {
				t.Errorf("%s %.200q: the answer %.300s is not of its type: %v", name, arguments, got.Data, err)
			}
			if tools[name].Annotations.ReadOnlyHint {
				a.untouched(t, name, arguments)
			} else if a.State() != a.First {
				a.Mend()
			}
		}
	})
}

// untouched fails the test if the call changed something.
func (a arena) untouched(t *testing.T, name, arguments string) {
	t.Helper()
	if now := a.State(); now != a.First {
		t.Errorf("%s %.200q changed the state\nfrom %s\nto   %s", name, arguments, a.First, now)
		a.Mend()
	}
}
