package api

import (
	_ "embed"
	"fmt"
	"net/http"
	"sync"

	"litmus/reference"
)

//go:embed openapi.yaml
var documentYAML []byte

// OpenAPI returns openapi.yaml, the description of the API.
func OpenAPI() []byte { return documentYAML }

// Document serves /openapi.json: openapi.yaml as JSON, with keys in the same order. It needs no key.
func Document() http.Handler { return document() }

var document = sync.OnceValue(func() http.Handler {
	body, err := reference.JSON(documentYAML)
	if err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err)) // it is embedded, and tested
	}
	return newFile("application/json; charset=utf-8", body)
})
