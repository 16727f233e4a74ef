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

// value is a node of the file and its path. An absent or null value has no node, and its line is that of the mapping or
// list it belongs to.
type value struct {
	r    *reader
	node *yaml.Node
	line int
	path string
}

func (v value) problem(format string, args ...any) { v.r.problem(v.line, v.path, format, args...) }

// refused adds a problem with the message of a rule in models.
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

// tags are the tags that YAML itself assigns to each kind of node. Any other tag was written by hand.
var tags = map[yaml.Kind][]string{
	yaml.ScalarNode:   {"!!str", "!!int", "!!float", "!!bool", "!!timestamp", "!!merge"},
	yaml.MappingNode:  {"!!map"},
	yaml.SequenceNode: {"!!seq"},
}

// is reports whether v is there and is of this kind. It adds a problem if v is of another kind. The problem never
// quotes the value, which may be a credential.
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

// items returns the entries of a list, or nil if v is absent or not a list. In paths, an entry that is a mapping is
// named by its field label, and by its position if label is "".
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

// empty reports whether v is a list without entries.
func (v value) empty() bool { return v.node.Kind == yaml.SequenceNode && len(v.node.Content) == 0 }
