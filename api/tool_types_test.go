package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"litmus/api"
	"litmus/testdb"
)

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

// jsonSchema reads a schema of a tool, and proves that its root is an object and that its definitions are components of
// openapi.yaml, but for the words (decision 195). Each is read once: that takes longer than to call a tool.
func jsonSchema(t testing.TB, about string, text json.RawMessage) *openapi3.Schema {
	t.Helper()
	read, _ := schemasRead.LoadOrStore(string(text), sync.OnceValues(func() (*openapi3.Schema, error) {
		return readSchema(text)
	}))
	s, err := read.(func() (*openapi3.Schema, error))()
	if s == nil {
		t.Fatalf("%s: %v", about, err)
	}
	if err != nil {
		t.Errorf("%s: %v", about, err)
	}
	return s
}

// schemasRead are the functions that read schemas, each once, by their text.
var schemasRead sync.Map

// readSchema reads a schema as [jsonSchema] does. With an error it returns a schema if only the definitions are wrong.
func readSchema(text json.RawMessage) (*openapi3.Schema, error) {
	var root struct {
		Type string
		Ref  string                     `json:"$ref"`
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	if root.Type != "object" {
		return nil, fmt.Errorf("type %q, want an object: %s", root.Type, text)
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
		return nil, err
	}
	b = bytes.ReplaceAll(b, []byte("#/$defs/"), []byte("#/components/schemas/"))
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(b)
	if err != nil {
		return nil, err
	}
	paper, err := wordlessComponents()
	if err != nil {
		return nil, err
	}
	var wrong []error
	for name := range root.Defs {
		want, ok := paper[name]
		if !ok {
			wrong = append(wrong, fmt.Errorf("openapi.yaml has no component %s", name))
			continue
		}
		got, err := wordless(doc.Components.Schemas[name])
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(got, want) {
			wrong = append(wrong, fmt.Errorf("%s is\n%s, in openapi.yaml\n%s", name, got, want))
		}
	}
	return doc.Components.Schemas["Root"].Value, errors.Join(wrong...)
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
