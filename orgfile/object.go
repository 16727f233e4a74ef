package orgfile

import (
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"litmus/models"
)

// object is a mapping whose fields are all known.
type object struct {
	value
	fields map[string]value
}

// object reads a mapping. It adds a problem for each field that is not in known or that is there twice.
func (v value) object(known ...string) (object, bool) { return v.mapping(known, false) }

// secretObject is value.object for a mapping that holds credentials. It shows an unknown field name only if that
// resembles a known one, because YAML reads {password:hunter2}, without a space, as a field name.
func (v value) secretObject(known ...string) (object, bool) { return v.mapping(known, true) }

func (v value) mapping(known []string, secret bool) (object, bool) {
	if !v.is(yaml.MappingNode, "a mapping with the fields "+strings.Join(known, ", ")) {
		return object{}, false
	}
	o := object{value: v, fields: make(map[string]value, len(known))}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		name, n := v.node.Content[i], v.node.Content[i+1]
		seen, twice := o.fields[name.Value]
		switch {
		case name.Kind != yaml.ScalarNode:
			v.r.problem(name.Line, v.path, "the name of a field must be a word; expected one of %s",
				strings.Join(known, ", "))
		case name.ShortTag() == "!!merge":
			v.r.problem(name.Line, v.path, "a merge key (<<) stands here; write the fields out")
		case !slices.Contains(known, name.Value):
			v.unknown(name, known, secret)
		case twice:
			v.r.problem(name.Line, seen.path, "the field stands twice; it was first on line %d", seen.line)
		default:
			f := v.child(n, join(v.path, name.Value))
			f.line = name.Line // the value may begin on a later line, but people look at the name
			o.fields[name.Value] = f
		}
	}
	return o, true
}

func (v value) unknown(name *yaml.Node, known []string, secret bool) {
	guess := closest(name.Value, known)
	switch {
	case guess != "" && isLabel(name.Value):
		v.r.problem(name.Line, join(v.path, name.Value), "unknown field; did you mean %s?", guess)
	case !secret && isLabel(name.Value):
		v.r.problem(name.Line, join(v.path, name.Value), "unknown field; expected one of %s", strings.Join(known, ", "))
	default:
		v.r.problem(name.Line, v.path,
			"a field with an unknown name; expected one of %s (is a space missing after a colon?)",
			strings.Join(known, ", "))
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// get returns the field, or an absent value if the mapping does not have it.
func (o object) get(name string) value {
	if f, ok := o.fields[name]; ok {
		return f
	}
	return value{r: o.r, line: o.line, path: join(o.path, name)}
}

// required is object.get for a field that must be there and must not be empty.
func (o object) required(name, expected string) value {
	f := o.get(name)
	if f.absent() || f.node.Kind == yaml.ScalarNode && models.Blank(f.node.Value) {
		f.problem("the field is missing or empty; expected %s", expected)
		f.node = nil
	}
	return f
}

// only adds a problem for each field that does not belong in an object of this sort, such as the password of a feed.
func (o object) only(sort string, allowed ...string) {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if !slices.Contains(allowed, name) {
			o.fields[name].problem("the field has no place in %s; remove it (its fields are %s)", sort,
				strings.Join(allowed, ", "))
		}
	}
}
