package conform

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// Document is an OpenAPI 3.1 document against which answers are validated.
type Document struct{ doc *openapi3.T }

// ParseDocument parses a document in YAML or JSON. The error says what is wrong with it.
func ParseDocument(b []byte) (*Document, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(b)
	if err != nil {
		return nil, err
	}
	return &Document{doc}, doc.Validate(loader.Context)
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
// must be answered 404 and 405. HEAD must be answered like GET, but without a body.
func (d *Document) Check(ctx context.Context, req *http.Request, status int, header http.Header, body []byte) error {
	method := req.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	path, item, params := d.find(cmp.Or(req.URL.RawPath, req.URL.EscapedPath())) // as sent: %2F is not a slash
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
	options := &openapi3filter.Options{
		MultiError:            true,
		IncludeResponseStatus: true,
		ExcludeResponseBody:   req.Method == http.MethodHead,
	}
	return openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request:    req,
			PathParams: params,
			Options:    options,
			Route:      &routers.Route{Spec: d.doc, Path: path, PathItem: item, Method: method, Operation: operation},
		},
		Status:  status,
		Header:  header,
		Body:    io.NopCloser(bytes.NewReader(body)),
		Options: options,
	})
}

// find finds the pattern of a path. A trailing slash is ignored (decision 12).
func (d *Document) find(path string) (string, *openapi3.PathItem, map[string]string) {
	path = strings.TrimRight(path, "/")
	for pattern, item := range d.doc.Paths.Map() {
		if params, ok := match(pattern, path); ok {
			return pattern, item, params
		}
	}
	return "", nil, nil
}

func match(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, "{"):
			params[strings.Trim(w, "{}")] = got[i]
		case w != got[i]:
			return nil, false
		}
	}
	return params, true
}
