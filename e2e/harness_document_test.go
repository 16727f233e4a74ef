package e2e

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

const documentFile = "../api/openapi.yaml"

// document is what the API promises.
var document = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromFile(documentFile)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(loader.Context)
})

// checkDocument checks an answer against the document: its status, headers and body must be declared for the operation.
// What the document does not know, unknown paths and methods, must be answered 404 and 405.
func checkDocument(t testing.TB, req *http.Request, r *Response) {
	t.Helper()
	doc, err := document()
	if err != nil {
		t.Fatalf("%s: %v", documentFile, err)
	}
	method := req.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	path, item, params := findPath(doc, req.URL.EscapedPath())
	var operation *openapi3.Operation
	if item != nil {
		operation = item.GetOperation(method)
	}
	switch {
	case item == nil:
		if r.Status != http.StatusNotFound {
			t.Errorf("%s: %d, but %s declares no such path", r.about, r.Status, documentFile)
		}
		return
	case operation == nil:
		if r.Status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d, but %s declares no such operation", r.about, r.Status, documentFile)
		}
		return
	}
	options := &openapi3filter.Options{MultiError: true, IncludeResponseStatus: true, ExcludeResponseBody: req.Method == http.MethodHead}
	in := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Options: options,
			Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: operation}},
		Status: r.Status, Header: r.Header, Body: io.NopCloser(bytes.NewReader(r.Body)), Options: options,
	}
	if err := openapi3filter.ValidateResponse(t.Context(), in); err != nil {
		t.Errorf("%s: the answer %d is not what %s declares: %v\n%s", r.about, r.Status, documentFile, err, r.Body)
	}
}

// findPath finds the path of the document, which stands there with or without /api/v1. A trailing slash is served like
// none (decision 12).
func findPath(doc *openapi3.T, path string) (string, *openapi3.PathItem, map[string]string) {
	path = strings.TrimRight(path, "/")
	for _, p := range []string{path, strings.TrimPrefix(path, prefix)} {
		for pattern, item := range doc.Paths.Map() {
			if params, ok := match(pattern, p); ok {
				return pattern, item, params
			}
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
