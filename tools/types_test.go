package tools_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"litmus/api"
	"litmus/testdb"
	"litmus/tools"
)

// TestToolTypes proves that arguments and answers are of the types of openapi.yaml (T1): the answer to every example is
// of the type that the list shows and of the whole one there, and each argument has a description.
func TestToolTypes(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	paper, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	w.Must(err)
	listed := w.listed(w.Key)
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
		text := w.Ours.Fill(arguments(w))
		if err := visit(in, []byte(text)); err != nil {
			t.Errorf("%s: its example %s is not of its type: %v", name, text, err)
		}
		for _, version := range []string{protocolVersions[0], protocolVersions[1]} {
			got := w.callAs(name, text, w.Key, version).done()
			if err := visit(out, got.Data); err != nil {
				t.Errorf("%s: the answer %s is not of its type: %v", name, got.Data, err)
			}
			record := w.withoutClock(got.Data)
			if err := visit(paper.Components.Schemas[tools.AnswerType(name)].Value, record); err != nil {
				t.Errorf("%s: the answer %s is not of its type in openapi.yaml: %v", name, got.Data, err)
			}
		}
	}
	for name := range toolExamples {
		if _, ok := listed[name]; !ok {
			t.Errorf("there is an example for %s and no such tool", name)
		}
	}
}

// withoutClock is an answer without the clock, which every answer has beside what it is about (T8).
func (w *world) withoutClock(answer json.RawMessage) json.RawMessage {
	w.T.Helper()
	var fields map[string]json.RawMessage
	w.Must(json.Unmarshal(answer, &fields))
	if fields["clock"] == nil {
		w.T.Errorf("the answer %s has no clock", answer)
	}
	delete(fields, "clock")
	out, err := json.Marshal(fields)
	w.Must(err)
	return out
}

// mostList is how many bytes the list of all tools may have: clients give it to a model with each of its turns.
const mostList = 48_000

// TestToolListIsSmall proves that a key that may do everything gets a list of tools which fits into a model's turn, and
// that clients of any dialect of JSON Schema can read it: each value has one type, nothing refers to something else,
// and no schema admits everything (T1).
func TestToolListIsSmall(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	list := w.ask("tools/list", `{}`, w.Key, "2025-11-25").Result
	if len(list) > mostList {
		t.Errorf("the list of tools has %d bytes, want at most %d", len(list), mostList)
	}
	schemas := 0
	for name, l := range w.listed(w.Key) {
		for about, text := range map[string]json.RawMessage{"arguments": l.InputSchema, "answer": l.OutputSchema} {
			var schema map[string]any
			w.Must(json.Unmarshal(text, &schema))
			if schema["type"] != "object" {
				t.Errorf("%s: its %s have the type %v", name, about, schema["type"])
			}
			schemas += portable(t, name+" "+about, schema, about == "answer")
		}
	}
	if schemas < 300 {
		t.Errorf("only %d schemas were read", schemas)
	}
}

// portable fails the test where a schema, or one in it, is none that every client can read, and counts them. With null
// a value may be null, as one of a choice.
func portable(t *testing.T, path string, schema map[string]any, null bool) (count int) {
	t.Helper()
	for _, keyword := range []string{"$ref", "$defs", "oneOf", "allOf", "format", "pattern", "discriminator"} {
		if schema[keyword] != nil {
			t.Errorf("%s has %s", path, keyword)
		}
	}
	_, isText := schema["type"].(string)
	if isText == (schema["anyOf"] != nil) {
		t.Errorf("%s has the type %v: %v", path, schema["type"], schema)
	}
	values, _ := schema["enum"].([]any)
	if schema["type"] == "null" && !null || slices.Contains(values, nil) {
		t.Errorf("%s is null", path)
	}
	inner := map[string]any{}
	if properties, ok := schema["properties"].(map[string]any); ok {
		inner = maps.Clone(properties)
	}
	if schema["items"] != nil {
		inner["[]"] = schema["items"]
	}
	choices, _ := schema["anyOf"].([]any)
	for n, one := range choices {
		inner[strconv.Itoa(n)] = one
	}
	for name, one := range inner {
		count += portable(t, path+"."+name, one.(map[string]any), null)
	}
	return count + 1
}

// jsonSchema reads a schema of a tool. Each is read once: that takes longer than to call a tool.
func jsonSchema(t testing.TB, about string, text json.RawMessage) *openapi3.Schema {
	t.Helper()
	read, _ := schemasRead.LoadOrStore(string(text), sync.OnceValues(func() (*openapi3.Schema, error) {
		return readSchema(text)
	}))
	s, err := read.(func() (*openapi3.Schema, error))()
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	return s
}

// schemasRead are the functions that read schemas, each once, by their text.
var schemasRead sync.Map

// readSchema reads a schema as one of a document of OpenAPI 3.1, whose schemas are these.
func readSchema(text json.RawMessage) (*openapi3.Schema, error) {
	b, err := json.Marshal(map[string]any{"openapi": "3.1.0", "info": map[string]any{"title": "x", "version": "1"},
		"paths": map[string]any{}, "components": map[string]any{"schemas": map[string]any{"Root": text}}})
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(b)
	if err != nil {
		return nil, err
	}
	return doc.Components.Schemas["Root"].Value, nil
}

// visit checks JSON against a schema.
func visit(s *openapi3.Schema, text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	return s.VisitJSON(value, openapi3.EnableFormatValidation(), openapi3.MultiErrors())
}
