package orgfile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

const aliasRefused = "an alias (a value that begins with *) stands here; write the value out, or put it in quotes if " +
	"it is meant as text"

// value is a node of the file and the path that leads to it. A value that is absent or null has no node and the line of
// what should hold it.
type value struct {
	r    *reader
	node *yaml.Node
	line int
	path string
}

func (v value) problem(format string, args ...any) { v.r.problem(v.line, v.path, format, args...) }

// refused notes the message of a rule of models.
func (v value) refused(err error) { v.problem("%s", err.Error()) }

func (v value) absent() bool { return v.node == nil }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func (v value) child(n *yaml.Node, path string) value {
	c := value{r: v.r, node: n, line: n.Line, path: path}
	if isNull(n) {
		c.node = nil
	}
	return c
}

// tags are those that YAML gives by itself, per kind of node; any other was written by hand.
var tags = map[yaml.Kind][]string{
	yaml.ScalarNode:   {"!!str", "!!int", "!!float", "!!bool", "!!timestamp", "!!merge"},
	yaml.MappingNode:  {"!!map"},
	yaml.SequenceNode: {"!!seq"},
}

// is says whether v is there and of that kind, and notes a problem when it is of another. The problem never quotes the
// value, which may be a credential.
func (v value) is(kind yaml.Kind, expected string) bool {
	switch {
	case v.absent():
	case v.node.Kind == yaml.AliasNode:
		v.problem(aliasRefused)
	case v.node.Kind != kind:
		v.problem("%s stands here; expected %s", kindName(v.node.Kind), expected)
	case !slices.Contains(tags[kind], v.node.ShortTag()):
		v.problem("a tag (a word that begins with !) stands here; remove it, or put the value in quotes if it is " +
			"meant as text")
	default:
		return true
	}
	return false
}

func kindName(k yaml.Kind) string {
	switch k {
	case yaml.MappingNode:
		return "a mapping of fields"
	case yaml.SequenceNode:
		return "a list"
	default:
		return "a single value"
	}
}

// items returns the entries of a list, nil when v is absent or no list. Entries are mappings named in paths by their
// field of the name label, or by position when label is "".
func (v value) items(label string) []value {
	if !v.is(yaml.SequenceNode, "a list") {
		return nil
	}
	items := make([]value, 0, len(v.node.Content))
	for i, n := range v.node.Content {
		item := v.child(n, v.path+"["+labelOf(n, label, i)+"]")
		if item.absent() {
			item.problem("an empty entry; fill it in or remove it")
			continue
		}
		items = append(items, item)
	}
	return items
}

func labelOf(n *yaml.Node, label string, i int) string {
	if n.Kind == yaml.MappingNode && label != "" {
		for j := 0; j+1 < len(n.Content); j += 2 {
			if n.Content[j].Value == label && n.Content[j+1].Kind == yaml.ScalarNode && isLabel(n.Content[j+1].Value) {
				return n.Content[j+1].Value
			}
		}
	}
	return strconv.Itoa(i)
}

func isLabel(s string) bool {
	return s != "" && len(s) <= 100 && !strings.ContainsFunc(s, func(c rune) bool {
		return unicode.IsSpace(c) || !unicode.IsPrint(c) || strings.ContainsRune("[]:", c)
	})
}

// empty says whether v is a list without entries.
func (v value) empty() bool { return v.node.Kind == yaml.SequenceNode && len(v.node.Content) == 0 }
