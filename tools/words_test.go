package tools_test

import (
	"encoding/json"
	"fmt"
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

// aName is a name of an argument, a tool or a value as texts have it; quotedText is what a text repeats of a call.
var (
	aName      = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)
	quotedText = regexp.MustCompile(`"(\\.|[^"\\])*"`)
)

// vocabulary is what the texts of a tool may name: its arguments and what stands in its types, and every tool. With
// answers, it may say which field of another tool's answer it means.
func (w *world) vocabulary(l listedTool, all map[string]listedTool, answers bool) map[string]bool {
	w.T.Helper()
	known := map[string]bool{}
	schemas := []json.RawMessage{l.InputSchema, l.OutputSchema}
	for name, other := range all {
		known[name] = true
		if answers {
			schemas = append(schemas, other.OutputSchema)
		}
	}
	var collect func(value any)
	collect = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			properties, _ := v["properties"].(map[string]any)
			for name := range properties {
				known[name] = true
			}
			for _, keyword := range []string{"enum", "required"} {
				values, _ := v[keyword].([]any)
				for _, one := range values {
					known[fmt.Sprint(one)] = true
				}
			}
			for _, inner := range v {
				collect(inner)
			}
		case []any:
			for _, inner := range v {
				collect(inner)
			}
		}
	}
	for _, schema := range schemas {
		var value any
		w.Must(json.Unmarshal(schema, &value))
		collect(value)
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
		known := w.vocabulary(l, all, true)
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
	w, _ := openPlans(t)
	all := w.listed(w.Key)
	vocabularies := map[string]map[string]bool{}
	for name, l := range all {
		vocabularies[name] = w.vocabulary(l, all, false)
	}
	refused := map[string]bool{}
	check := func(name string, arguments map[string]any) {
		t.Helper()
		b, err := json.Marshal(arguments)
		w.Must(err)
		out := w.ask("tools/call", `{"name":"`+name+`","arguments":`+string(b)+`}`, w.Key, "2025-11-25")
		about, known := fmt.Sprintf("%s(%.200s)", name, b), vocabularies[name]
		if out.Error != nil {
			w.checkWords(about, out.Error.Message, known)
			return
		}
		a := &toolAnswer{t: t, about: about}
		w.Must(json.Unmarshal(out.Result, a))
		if !a.IsError {
			return
		}
		says := a.Content[0].Text
		refused[name] = true
		if strings.HasPrefix(says, "internal error") {
			t.Errorf("%s: %s", about, says)
		}
		w.checkWords(about, says, known)
	}
	long := strings.Repeat("x", 400)
	values := []any{nil, "", "x", " ", long, "\u0000", "ann@x.example", "2032-03-01", "2032-03-01T15:10:00Z",
		"2020-03-01T15:00:00Z", "https://x.example", -1, 0, 7, 1.5, 1e9, true, false, []any{}, []any{"x"}, []any{7},
		[]any{map[string]any{}}, map[string]any{}}
	each := 1
	if testing.Short() {
		each = 4
		t.Logf("-short sends one of %d values in the place of each argument, in turn", each)
	}
	tried := 0
	for name, example := range toolExamples {
		if _, ok := all[name]; !ok {
			continue
		}
		var given map[string]any
		w.Must(json.Unmarshal([]byte(w.Ours.Fill(example(w))), &given))
		var in struct{ Properties map[string]any }
		w.Must(json.Unmarshal(all[name].InputSchema, &in))
		check(name, map[string]any{})
		check(name, map[string]any{"no_such": 1})
		for _, property := range slices.Sorted(maps.Keys(in.Properties)) {
			if name == "list_roles" {
				break
			}
			without := maps.Clone(given)
			delete(without, property)
			check(name, without)
			for _, value := range values {
				if tried++; tried%each != 0 {
					continue
				}
				with := maps.Clone(given)
				with[property] = value
				check(name, with)
			}
		}
	}
	for _, c := range [][2]string{
		{"book_interview", strings.ReplaceAll(bookArguments, "robin@candidate.example", "$cleo")},
		{"book_interview", strings.ReplaceAll(bookArguments, "2032-03-02T15:00:00Z", "2032-03-01T15:30:00Z")},
		{"change_interviewer", `{"id":"$canceled","interviewer_email":"$bram"}`},
		{"find_slots", `{"posting_id":"$posting"}`}, {"explain_slot", `{"posting_id":"$posting"}`},
		{"send_invite", `{"candidate_email":"a@b.example","candidate_name":"A"}`},
		{"record_decision", `{"submission_id":"$fresh","decision":"advance","expected":"reject"}`},
		{"record_decision", `{"submission_id":"$submission","decision":"pending","expected":"advance"}`},
		{"cancel_interview", `{"id":"$interview","plan_id":"plan_x"}`},
		{"update_assessment", `{"assessment_id":"$assessment","expected":9,"title":"Quiz"}`},
	} {
		var given map[string]any
		w.Must(json.Unmarshal([]byte(w.Ours.Fill(c[1])), &given))
		check(c[0], given)
	}
	for name := range all {
		if !refused[name] && name != "list_roles" {
			t.Errorf("%s was never refused here", name)
		}
	}
	for arguments, want := range map[string]string{
		strings.ReplaceAll(bookArguments, "robin@candidate.example", "$cleo"): "call reschedule_interview to " +
			"replace it",
		`{"posting_id":"$posting"}`: "round_id is required: take it from get_pipeline",
	} {
		if got := w.call("book_interview", arguments, w.Key).refused(); !strings.HasSuffix(got, want) {
			t.Errorf("book_interview(%s) says %q, want that it ends in %q", arguments, got, want)
		}
	}
	invite := w.call("send_invite", `{"candidate_email":"a@b.example","candidate_name":"A"}`, w.Key).refused()
	if invite != "posting_id is required: take it from list_roles" {
		t.Errorf("send_invite says %q", invite)
	}
	var in struct{ Required []string }
	w.Must(json.Unmarshal(all["send_invite"].InputSchema, &in))
	if !slices.Contains(in.Required, "posting_id") {
		t.Errorf("send_invite needs %v, want posting_id among them", in.Required)
	}
}
