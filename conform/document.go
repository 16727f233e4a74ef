package conform

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Document is an OpenAPI 3.1 document against which answers are validated. Several goroutines may use it.
type Document struct {
	doc     *openapi3.T
	schemas schemas
}

// ParseDocument parses a document in YAML or JSON. The error says what is wrong with it.
func ParseDocument(b []byte) (*Document, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(b)
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(loader.Context); err != nil {
		return nil, err
	}
	compiled, err := compileSchemas(doc)
	if err != nil {
		return nil, err
	}
	return &Document{doc, compiled}, nil
}

// Operations returns the operations of the document, such as "GET /api/v1/roles".
func (d *Document) Operations() (out []string) {
	for path, item := range d.doc.Paths.Map() {
		for method := range item.Operations() {
			out = append(out, method+" "+path)
		}
	}
	return out
}

// Check validates an answer: its status, headers and body must be declared for the operation. Unknown paths and methods
// must be answered 404 and 405. HEAD must be answered like GET, but may be without a body.
func (d *Document) Check(req *http.Request, status int, header http.Header, body []byte) error {
	method := req.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	item := d.find(cmp.Or(req.URL.RawPath, req.URL.EscapedPath())) // as sent: %2F is not a slash
	var operation *openapi3.Operation
	if item != nil {
		operation = item.GetOperation(method)
	}
	switch {
	case item == nil && status != http.StatusNotFound:
		return fmt.Errorf("the answer is %d, but there is no such path", status)
	case item == nil:
		return nil
	case operation == nil && status != http.StatusMethodNotAllowed:
		return fmt.Errorf("the answer is %d, but there is no such operation", status)
	case operation == nil:
		return nil
	}
	declared := cmp.Or(operation.Responses.Status(status), operation.Responses.Default())
	if declared == nil {
		return fmt.Errorf("the answer is %d, which is not declared for the operation", status)
	}
	err := d.checkHeaders(declared.Value.Headers, header)
	if req.Method == http.MethodHead && len(body) == 0 { // a handler may write one, which its server drops
		return err
	}
	return errors.Join(err, d.checkBody(declared.Value.Content, header.Get("Content-Type"), body))
}

// checkHeaders validates the headers that are declared: each is as its schema says, and is there if it must be.
func (d *Document) checkHeaders(declared openapi3.Headers, header http.Header) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		h := declared[name].Value
		switch values := header.Values(name); {
		case len(values) == 0 && h.Required:
			errs = append(errs, fmt.Errorf("the header %s is missing", name))
		case len(values) > 0:
			if err := d.schemas.check(h.Schema, headerValue(h.Schema, values[0])); err != nil {
				errs = append(errs, fmt.Errorf("the header %s: %w", name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// headerValue is a header's text, or the number or truth value that it says, if its schema has another type than text.
func headerValue(schema *openapi3.SchemaRef, text string) any {
	if schema == nil || schema.Value.Type.Permits(openapi3.TypeString) {
		return text
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return text
	}
	return value
}

// checkBody validates a body of the media type.
func (d *Document) checkBody(declared openapi3.Content, media string, body []byte) error {
	if len(declared) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("the answer has a body of %d bytes, and is declared without", len(body))
		}
		return nil
	}
	content := declared.Get(media)
	if content == nil {
		return fmt.Errorf("the Content-Type %q is not declared for the answer", media)
	}
	if content.Schema == nil { // bytes
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if err := d.schemas.check(content.Schema, value); err != nil {
		return fmt.Errorf("the body: %w", err)
	}
	return nil
}

// find finds the operations of a path. A trailing slash is ignored.
func (d *Document) find(path string) *openapi3.PathItem {
	path = strings.TrimRight(path, "/")
	for pattern, item := range d.doc.Paths.Map() {
		if match(pattern, path) {
			return item
		}
	}
	return nil
}

func match(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		if !strings.HasPrefix(w, "{") && w != got[i] {
			return false
		}
	}
	return true
}
