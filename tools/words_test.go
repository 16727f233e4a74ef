package tools_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"litmus/testdb"
	"litmus/testdb/worlds"
)

// wordsOfREST are those that a tool's text has no use for: methods, paths, and where a request has what.
var wordsOfREST = regexp.MustCompile(`\b(GET|POST|PUT|PATCH|DELETE|HEAD)\b|/api/|/\{id\}|query parameter|` +
	`query string|\bthe body\b|\bREST\b|endpoint|\bHTTP\b|replace_existing|role_id`)

// aName is a name of an argument, a tool or a value as texts have it, and quotedName as schemas have it; quotedText is
// what a text repeats of a call.
var (
	aName      = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)
	quotedName = regexp.MustCompile(`"([a-z]+(?:_[a-z]+)+)"`)
	quotedText = regexp.MustCompile(`"(\\.|[^"\\])*"`)
)

// vocabulary is what the texts of a tool may name: its arguments and what stands in its types, and every tool. With
// answers, it may say which field of another tool's answer it means.
func vocabulary(l listedTool, all map[string]listedTool, answers bool) map[string]bool {
	schemas := string(l.InputSchema) + string(l.OutputSchema)
	known := map[string]bool{}
	for name, other := range all {
		known[name] = true
		if answers {
			schemas += string(other.OutputSchema)
		}
	}
	for _, m := range quotedName.FindAllStringSubmatch(schemas, -1) {
		known[m[1]] = true
	}
	return known
}

// checkWords fails the test if a text of a tool speaks of REST, or names what the tool does not have.
func (w *world) checkWords(about, text string, known map[string]bool) {
	w.T.Helper()
	if found := wordsOfREST.FindString(text); found != "" {
		w.T.Errorf("%s: %q stands in %q", about, found, text)
	}
	for _, name := range aName.FindAllString(quotedText.ReplaceAllString(text, ""), -1) {
		if !known[name] {
			w.T.Errorf("%s: %q names %s, which the tool does not have", about, text, name)
		}
	}
}

// TestToolWords proves that what a model reads before it calls a tool is in words of tools: descriptions and types name
// no path, no method and no argument that the tool does not have (T1, T2).
func TestToolWords(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t), worlds.WithClock)
	all := w.listed(w.Key)
	described := regexp.MustCompile(`"(description|title)":("(?:\\.|[^"\\])*")`)
	texts := 0
	for name, l := range all {
		known := vocabulary(l, all, true)
		w.checkWords(name, l.Title+". "+l.Description, known)
		for _, schema := range []json.RawMessage{l.InputSchema, l.OutputSchema} {
			for _, m := range described.FindAllStringSubmatch(string(schema), -1) {
				var text string
				w.Must(json.Unmarshal([]byte(m[2]), &text))
				w.checkWords(name, text, known)
				texts++
			}
		}
	}
	if texts < 100 {
		t.Errorf("only %d descriptions were read", texts)
	}
	out := w.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},
		"clientInfo":{"name":"x","version":"1"}}`, w.Key, "2025-11-25")
	var said struct{ Instructions string }
	w.Must(json.Unmarshal(out.Result, &said))
	if said.Instructions == "" {
		t.Error("there are no instructions")
	}
	w.checkWords("instructions", said.Instructions, map[string]bool{"plan_id": true})
}

// TestToolRefusalWords proves the same of what a model reads when a call is refused: whatever it leaves out or sends in
// the place of an argument, and whatever stands in the way (T2).
func TestToolRefusalWords(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	all := w.listed(w.Key)
	refused := map[string]bool{"list_roles": true} // which nothing but its cursor can be wrong with
	check := func(name string, known map[string]bool, arguments any) {
		t.Helper()
		b, err := json.Marshal(arguments)
		w.Must(err)
		a := w.call(name, string(b), w.Key)
		if a.IsError {
			refused[name] = true
			w.checkWords(a.about, a.refused(), known)
		}
	}
	long := strings.Repeat("x", 400)
	values := []any{nil, "", "x", " ", long, "\u0000", "ann@x.example", "2032-03-01", "2032-03-01T15:10:00Z",
		"2020-03-01T15:00:00Z", "https://x.example", -1, 0, 7, 1.5, 1e9, true, false, []any{}, []any{"x"}, []any{7},
		[]any{map[string]any{}}, map[string]any{}}
	each := 1
	if testing.Short() {
		each = 10
		t.Logf("-short sends one of %d values in the place of each argument, in turn", each)
	}
	tried := 0
	for name, example := range toolExamples {
		known := vocabulary(all[name], all, false)
		var given map[string]any
		w.Must(json.Unmarshal([]byte(w.Ours.Fill(example(w))), &given))
		var in struct{ Properties map[string]any }
		w.Must(json.Unmarshal(all[name].InputSchema, &in))
		check(name, known, map[string]any{})
		check(name, known, map[string]any{"no_such": 1})
		for _, property := range slices.Sorted(maps.Keys(in.Properties)) {
			changed := maps.Clone(given)
			delete(changed, property)
			check(name, known, changed)
			for _, value := range values {
				if tried++; tried%each == 0 {
					changed[property] = value
					check(name, known, changed)
				}
			}
		}
	}
	for name := range all {
		if !refused[name] {
			t.Errorf("%s was never refused here", name)
		}
	}
	if in := string(all["send_invite"].InputSchema); !regexp.MustCompile(`"required":\[[^]]*"posting_id"`).MatchString(in) {
		t.Errorf("send_invite takes %s, want that it needs posting_id", in)
	}
}
