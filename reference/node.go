package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"go.yaml.in/yaml/v3"
)

// node is a place in the document. The keys of maps keep their order, which was chosen for readers.
type node struct {
	*yaml.Node
	root *yaml.Node
}

// parse reads a document.
func parse(text []byte) (node, error) {
	var file yaml.Node
	if err := yaml.Unmarshal(text, &file); err != nil {
		return node{}, err
	}
	if len(file.Content) == 0 {
		return node{}, fmt.Errorf("the document is empty")
	}
	return node{file.Content[0], file.Content[0]}, nil
}

// there reports whether the document has such a place.
func (n node) there() bool { return n.Node != nil }

// get follows keys, and references on the way. A key that is missing is a node that is not there.
func (n node) get(keys ...string) node {
	n = n.resolved()
	for _, key := range keys {
		found := node{root: n.root}
		for k, v := range n.pairs() {
			if k == key {
				found = v
			}
		}
		if n = found.resolved(); !n.there() {
			return n
		}
	}
	return n
}

// ref is the last part of a reference, "" for anything else.
func (n node) ref() string {
	for k, v := range n.pairs() {
		if k == "$ref" {
			return v.Value[strings.LastIndexByte(v.Value, '/')+1:]
		}
	}
	return ""
}

// resolved is what a reference stands for, else the node itself.
func (n node) resolved() node {
	for k, v := range n.pairs() {
		if path, within := strings.CutPrefix(v.Value, "#/"); k == "$ref" && within {
			return node{n.root, n.root}.get(strings.Split(path, "/")...)
		}
	}
	return n
}

// text is the value of a key, "" if there is none.
func (n node) text(keys ...string) string {
	if found := n.get(keys...); found.there() {
		return found.Value
	}
	return ""
}

// pairs are the entries of a map.
func (n node) pairs() iter.Seq2[string, node] {
	return func(yield func(string, node) bool) {
		if !n.there() || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, node{n.Content[i+1], n.root}) {
				return
			}
		}
	}
}

// items are the entries of a list.
func (n node) items() (items []node) {
	if n.there() && n.Kind == yaml.SequenceNode {
		for _, c := range n.Content {
			items = append(items, node{c, n.root})
		}
	}
	return items
}

// texts are the entries of a list of scalars.
func (n node) texts() (texts []string) {
	for _, item := range n.items() {
		texts = append(texts, item.Value)
	}
	return texts
}

// indented is the node as JSON for people.
func (n node) indented() string {
	var plain, pretty bytes.Buffer
	if err := writeJSON(&plain, n.Node); err != nil {
		return ""
	}
	if err := json.Indent(&pretty, plain.Bytes(), "", "  "); err != nil {
		return ""
	}
	return pretty.String()
}

// JSON turns a document into JSON, with its keys in the same order.
func JSON(text []byte) ([]byte, error) {
	n, err := parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = writeJSON(&b, n.Node)
	return b.Bytes(), err
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
