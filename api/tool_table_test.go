package api_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"litmus/api"
	"litmus/models"
	"litmus/testdb"
)

// toolRow is a row of the table of docs/tools.md.
var toolRow = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (`[^|]*`) \\| ([a-z, ]*)\\|$")

// paperTool is what docs/tools.md says of a tool.
type paperTool struct {
	scopes []string
	hints  string
}

func paperTools(t *testing.T) map[string]paperTool {
	t.Helper()
	page, err := os.ReadFile("../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]paperTool{}
	for _, m := range toolRow.FindAllStringSubmatch(string(page), -1) {
		out[m[1]] = paperTool{strings.Split(strings.ReplaceAll(m[2], "`", ""), " or "), strings.TrimSpace(m[3])}
	}
	if len(out) == 0 {
		t.Fatal("docs/tools.md has no table")
	}
	return out
}

// TestToolTable proves that the server's tools are those of docs/tools.md with their hints, and that every key sees
// just those that its scope opens (T1, T5).
func TestToolTable(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	paper, listed := paperTools(t), w.listed(w.key)
	if got, want := slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(paper)); !slices.Equal(got, want) {
		t.Errorf("the server has\n%v, docs/tools.md\n%v", got, want)
	}
	for name, l := range listed {
		h := l.Annotations
		if h.DestructiveHint == nil || h.OpenWorldHint == nil {
			t.Fatalf("%s leaves out a hint, which clients take for true", name)
		}
		var words []string
		for _, one := range []struct {
			is   bool
			word string
		}{{h.ReadOnlyHint, "read"}, {*h.DestructiveHint, "destructive"}, {h.IdempotentHint && !h.ReadOnlyHint,
			"idempotent"}, {*h.OpenWorldHint, "open world"}} {
			if one.is {
				words = append(words, one.word)
			}
		}
		if got := strings.Join(words, ", "); got != paper[name].hints || h.ReadOnlyHint && !h.IdempotentHint {
			t.Errorf("%s has the hints %q, docs/tools.md %q", name, got, paper[name].hints)
		}
		if l.Title == "" || len(l.Description) < 20 {
			t.Errorf("%s: title %q, description %q", name, l.Title, l.Description)
		}
	}
	for _, scope := range models.Scopes {
		var want []string
		for name, p := range paper {
			if slices.Contains(p.scopes, scope) && listed[name].Name != "" {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		key := w.newKey(w.ours.Organization, []string{scope})
		if got := slices.Sorted(maps.Keys(w.listed(key))); !slices.Equal(got, want) {
			t.Errorf("a key with %s sees %v, want %v", scope, got, want)
		}
		for name := range listed {
			if slices.Contains(want, name) {
				continue
			}
			got := w.call(name, `{}`, key).refused()
			if sentence := "missing required scope: " + strings.Join(paper[name].scopes, " or "); got != sentence {
				t.Errorf("%s with %s: %q, want %q", name, scope, got, sentence)
			}
		}
	}
	if legacy := w.newKey(w.ours.Organization, nil); len(w.listed(legacy)) != len(listed) {
		t.Error("a legacy key does not see every tool")
	}
}

// TestToolTypes proves that arguments and answers are of the types of openapi.yaml (T1): each refers to its components
// alone, the answer to every example is of its type, and each argument has a description.
func TestToolTypes(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	listed := w.listed(w.key)
	for name, l := range listed {
		arguments, ok := toolExamples[name]
		if !ok {
			t.Errorf("%s has no example", name)
			continue
		}
		in, out := jsonSchema(t, name+" arguments", l.InputSchema), jsonSchema(t, name+" answer", l.OutputSchema)
		for property, s := range in.Properties {
			if s.Value.Description == "" {
				t.Errorf("%s: argument %s has no description", name, property)
			}
		}
		text := w.ours.fill(arguments(w))
		if err := visit(in, []byte(text)); err != nil {
			t.Errorf("%s: its example %s is not of its type: %v", name, text, err)
		}
		for _, version := range []string{protocolVersions[0], protocolVersions[1]} {
			got := w.callAs(name, text, w.key, version).done()
			if err := visit(out, got.Data); err != nil {
				t.Errorf("%s: the answer %s is not of its type: %v", name, got.Data, err)
			}
		}
	}
	for name := range toolExamples {
		if _, ok := listed[name]; !ok {
			t.Errorf("there is an example for %s and no such tool", name)
		}
	}
}

// TestToolsGiveNoSecrets proves that no answer has a place for a link that starts something, a key, a member or the
// credentials of a calendar, and that no tool takes one (T6).
func TestToolsGiveNoSecrets(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	secret := regexp.MustCompile(
		`"(candidate_link|invite_url|[a-z_]*(key|secret|token|password|credential|member)[a-z_]*)":`)
	for name, l := range w.listed(w.key) {
		for _, schema := range []json.RawMessage{l.InputSchema, l.OutputSchema} {
			if found := secret.FindAllString(string(schema), -1); found != nil {
				t.Errorf("%s has %v", name, found)
			}
		}
		if regexp.MustCompile(`key|member|calendar`).MatchString(name) {
			t.Errorf("there is a tool %s", name)
		}
	}
}

// jsonSchema reads a schema of a tool, and proves that its root is an object and that its definitions are components of
// openapi.yaml, but for the words (decision 195).
func jsonSchema(t testing.TB, about string, text json.RawMessage) *openapi3.Schema {
	t.Helper()
	var root struct {
		Type string
		Ref  string                     `json:"$ref"`
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(text, &root); err != nil || root.Type != "object" {
		t.Fatalf("%s: %v, type %q, want an object: %s", about, err, root.Type, text)
	}
	// As a document of OpenAPI 3.1, whose schemas are these, with the definitions where it has them.
	whole := map[string]any{"openapi": "3.1.0", "info": map[string]any{"title": "x", "version": "1"},
		"paths": map[string]any{}, "components": map[string]any{"schemas": map[string]any{}}}
	all := whole["components"].(map[string]any)["schemas"].(map[string]any)
	for name, def := range root.Defs {
		all[name] = def
	}
	all["Root"] = text
	b, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.ReplaceAll(b, []byte("#/$defs/"), []byte("#/components/schemas/"))
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(b)
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	paper, err := wordlessComponents()
	if err != nil {
		t.Fatal(err)
	}
	for name := range root.Defs {
		want, ok := paper[name]
		if !ok {
			t.Errorf("%s: openapi.yaml has no component %s", about, name)
			continue
		}
		got, err := wordless(doc.Components.Schemas[name])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %s is\n%s, in openapi.yaml\n%s", about, name, got, want)
		}
	}
	return doc.Components.Schemas["Root"].Value
}

// wordlessComponents are the schemas of openapi.yaml by name, each as [wordless] has it. They are made once: to read
// the document takes longer than to call a tool.
var wordlessComponents = sync.OnceValues(func() (map[string][]byte, error) {
	paper, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, component := range paper.Components.Schemas {
		if out[name], err = wordless(component); err != nil {
			return nil, err
		}
	}
	return out, nil
})

// wordless is a schema as JSON, without its words, but for the marks of what a candidate may have written.
func wordless(schema *openapi3.SchemaRef) ([]byte, error) {
	var strip func(value any) any
	strip = func(value any) any {
		switch v := value.(type) {
		case map[string]any:
			for name, inner := range v {
				text, isText := inner.(string)
				if name == "examples" || name == "description" && isText && !strings.Contains(text, "Untrusted") {
					delete(v, name)
				} else {
					v[name] = strip(inner)
				}
			}
		case []any:
			for n := range v {
				v[n] = strip(v[n])
			}
		}
		return value
	}
	text, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	return json.Marshal(strip(value))
}

// visit checks JSON against a schema.
func visit(s *openapi3.Schema, text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	return s.VisitJSON(value, openapi3.EnableFormatValidation(), openapi3.MultiErrors())
}

// TestToolHints compares the hints with what calls write (T5): one that reads writes nothing, one that is idempotent
// writes nothing more the second time, one that is not destructive leaves every record as it was, and one that reaches
// out owes something to somebody.
func TestToolHints(t *testing.T) {
	t.Parallel()
	for name, arguments := range toolExamples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := testdb.SQLite(t)
			w := open(t, url)
			l := w.listed(w.key)[name]
			text := w.ours.fill(arguments(w))
			before := w.records(url)
			w.commit(name, text)
			after := w.records(url)
			written, lost := compared(before, after)
			if l.Annotations.ReadOnlyHint != (len(written)+len(lost) == 0) {
				t.Errorf("readOnlyHint is %v; it wrote %q and removed %q", l.Annotations.ReadOnlyHint, written, lost)
			}
			if !*l.Annotations.DestructiveHint && len(lost) > 0 {
				t.Errorf("it is not said to be destructive and changed %q", lost)
			}
			if l.Annotations.IdempotentHint {
				w.commit(name, text)
				written, lost := compared(after, w.records(url))
				if len(written)+len(lost) > 0 {
					t.Errorf("it is said to be idempotent and wrote %q and removed %q the second time", written, lost)
				}
			}
		})
	}
}

// commit calls a tool until it has done what it does: a plan is carried out.
func (w *world) commit(name, arguments string) *toolAnswer {
	w.t.Helper()
	a := w.call(name, arguments, w.key).done()
	var planned struct {
		PlanID string `json:"plan_id"`
	}
	if len(a.Data) > 0 {
		w.must(json.Unmarshal(a.Data, &planned))
	}
	if planned.PlanID == "" {
		return a
	}
	var given map[string]any
	w.must(json.Unmarshal([]byte(arguments), &given))
	given["plan_id"] = planned.PlanID
	b, err := json.Marshal(given)
	w.must(err)
	return w.call(name, string(b), w.key).done()
}

// compared says which rows are new and which are gone; a row that was changed is both.
func compared(before, after map[string][]string) (written, lost []string) {
	for table, rows := range after {
		for _, row := range rows {
			if !slices.Contains(before[table], row) {
				written = append(written, table+" "+row)
			}
		}
	}
	for table, rows := range before {
		for _, row := range rows {
			if !slices.Contains(after[table], row) {
				lost = append(lost, table+" "+row)
			}
		}
	}
	return written, lost
}
