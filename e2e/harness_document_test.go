package e2e

import (
	"net/http"
	"os"
	"sync"
	"testing"

	"litmus/conform"
)

const documentFile = "../api/openapi.yaml"

// document is what the API promises.
var document = sync.OnceValues(func() (*conform.Document, error) {
	b, err := os.ReadFile(documentFile)
	if err != nil {
		return nil, err
	}
	return conform.ParseDocument(b)
})

// checkDocument checks an answer against the document.
func checkDocument(t testing.TB, req *http.Request, r *Response) {
	t.Helper()
	doc, err := document()
	if err != nil {
		t.Fatalf("%s: %v", documentFile, err)
	}
	if err := doc.Check(req, r.Status, r.Header, r.Body); err != nil {
		t.Errorf("the answer is not what the document promises: %v\n%s", err, r)
	}
}
