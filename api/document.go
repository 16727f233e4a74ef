package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed openapi.yaml
var documentYAML []byte

// OpenAPI returns openapi.yaml, the description of the API.
func OpenAPI() []byte { return documentYAML }

// Document serves /openapi.json: openapi.yaml as JSON, with keys in the same order. It needs no key.
func Document() http.Handler { return document() }

var document = sync.OnceValue(func() http.Handler {
	body, err := documentJSON(documentYAML)
	if err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err)) // it is embedded, and tested
	}
	return newFile("application/json; charset=utf-8", body)
})

// documentJSON turns YAML into JSON. The keys of a map keep their order, which was chosen for readers.
func documentJSON(text []byte) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := writeJSON(&b, root.Content[0]); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func writeJSON(b *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(n.Content[i].Value)
			if err != nil {
				return err
			}
			b.Write(key)
			b.WriteByte(':')
			if err := writeJSON(b, n.Content[i+1]); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, item); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case yaml.ScalarNode:
		var v any
		if err := n.Decode(&v); err != nil {
			return err
		}
		scalar, err := json.Marshal(v)
		if err != nil {
			return err
		}
		b.Write(scalar)
	default:
		return fmt.Errorf("line %d: neither a map, a list nor a scalar", n.Line)
	}
	return nil
}
