package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are the JSON Schemas of a document's answers and of their headers, compiled once: that takes longer than to
// validate a hundred answers. Several goroutines may use them.
type schemas map[*openapi3.Schema]*jsonschema.Schema

// documentURL is the base of the references within a document. Nothing is fetched from it.
const documentURL = "https://litmus.example/openapi.json"

// compileSchemas compiles the schemas of all answers that the document declares. What they say of a format is enforced.
func compileSchemas(doc *openapi3.T) (schemas, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020) // that of OpenAPI 3.1
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "int64", Validate: checkInt64})
	if err := c.AddResource(documentURL, whole); err != nil {
		return nil, err
	}
	out := schemas{}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, r := range operation.Responses.Map() {
				at := pointer(r.Ref, "#/paths", path, strings.ToLower(method), "responses", status)
				if err := out.compile(c, r.Value, at); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

// compile adds the schemas of a response, whose place in the document is at.
func (s schemas) compile(c *jsonschema.Compiler, r *openapi3.Response, at string) error {
	places := map[string]*openapi3.SchemaRef{}
	for name, h := range r.Headers {
		places[pointer(h.Ref, at, "headers", name)] = h.Value.Schema
	}
	for media, m := range r.Content {
		places[pointer("", at, "content", media)] = m.Schema
	}
	for place, schema := range places {
		if schema == nil || s[schema.Value] != nil {
			continue
		}
		compiled, err := c.Compile(documentURL + place + "/schema")
		if err != nil {
			return fmt.Errorf("the schema of %s: %w", place, err)
		}
		s[schema.Value] = compiled
	}
	return nil
}

// pointer is ref, a reference within the document, or if that is "" the place below another one.
func pointer(ref, below string, names ...string) string {
	if ref != "" {
		return ref
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, name := range names {
		below += "/" + url.PathEscape(escape.Replace(name))
	}
	return below
}

// check validates a value, as [jsonschema.UnmarshalJSON] reads it, against a schema of the document. The error says for
// each part of the value what is wrong with it.
func (s schemas) check(schema *openapi3.SchemaRef, value any) error {
	if schema == nil {
		return nil
	}
	err := s[schema.Value].Validate(value)
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return err
	}
	return errors.New(strings.Join(reasons(*invalid.DetailedOutput()), "; "))
}

// reasons lists what is wrong, without the schemas that it is wrong by.
func reasons(u jsonschema.OutputUnit) (out []string) {
	for _, part := range u.Errors {
		out = append(out, reasons(part)...)
	}
	switch {
	case u.Error == nil:
	case u.InstanceLocation == "":
		out = append(out, u.Error.String())
	default:
		out = append(out, u.InstanceLocation+": "+u.Error.String())
	}
	return out
}

// checkInt64 is the format int64: a whole number that fits 64 bits, written without a fraction or an exponent, so that
// every client can read it into such a number.
func checkInt64(value any) error {
	n, ok := value.(json.Number)
	if !ok {
		return nil
	}
	_, err := n.Int64()
	return err
}
