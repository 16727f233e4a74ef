package tools

import (
	"slices"
	"strings"
)

// What a tool's types leave out of openapi.yaml's. Many clients give a model the list of all tools with each of its
// turns, so it has to be short, and some take a dialect of JSON Schema that has one type for each value, no type null
// and no references. Each schema here therefore stands by itself, and no value in it has a list of types.

// ofArguments are the keywords of arguments that tell a model what to send. The others are checked when it is read.
var ofArguments = []string{"type", "enum", "const", "default", "minimum", "maximum", "maxItems", "required",
	"additionalProperties"}

// argument is the schema of an argument, or of what stands in one. Where null is allowed it is left out: an argument
// may be absent instead, and null is still read as that. The words are those for tools where openapi.yaml has some.
func (p paper) argument(schema object) object {
	plain, _ := p.single(schema)
	out := object{}
	for _, name := range ofArguments {
		if value, ok := plain[name]; ok {
			out[name] = value
		}
	}
	out["type"] = plain["type"]
	if kinds, several := plain["type"].([]any); several {
		out["type"] = kinds[0]
	}
	if values, ok := plain["enum"].([]any); ok {
		out["enum"] = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
	}
	if text := words(schema, plain); text != "" {
		out["description"] = text
	}
	if items, ok := plain["items"].(object); ok {
		out["items"] = p.argument(items)
	}
	if properties, ok := plain["properties"].(object); ok {
		out["properties"] = p.argumentsOf(properties)
	}
	return out
}

func (p paper) argumentsOf(properties object) object {
	out := object{}
	for name, property := range properties {
		out[name] = p.argument(property.(object))
	}
	return out
}

// words are those of the first schema that has some, in one line: its words for tools, else its description.
func words(schemas ...object) string {
	for _, s := range schemas {
		for _, name := range []string{"x-tool", "description"} {
			if text, ok := s[name].(string); ok {
				return strings.Join(strings.Fields(text), " ")
			}
		}
	}
	return ""
}

// single is what the schema says once references, a single part, and the choice between something and null are
// followed, and whether null is one of its values.
func (p paper) single(schema object) (plain object, null bool) {
	plain = p.resolved(schema)
	for _, several := range []string{"allOf", "oneOf", "anyOf"} {
		choices := slices.DeleteFunc(slices.Clone(list(plain[several])), func(one any) bool {
			return p.resolved(one)["type"] == "null"
		})
		if len(choices) == 1 {
			inner, innerNull := p.single(choices[0].(object))
			return inner, innerNull || len(choices) < len(list(plain[several]))
		}
	}
	kinds, _ := plain["type"].([]any)
	return plain, slices.Contains(kinds, any("null"))
}

// answer is the schema of a tool's answer: the names of its fields and of those of records in its lists, and whatever a
// candidate may have written, wherever it stands (T6). Fields that are always there are named by required alone, since
// a model sees in each value what else openapi.yaml says. lacks are fields that the tool never answers.
func (p paper) answer(component string, lacks []string) object {
	out, _ := p.answerValue(object{"$ref": components + component}, lacks, true)
	return out
}

// answerValue is the schema of a value in an answer. says tells whether it has more than the value's type, names
// whether the fields of an object, or of each object in a list, are named.
func (p paper) answerValue(schema object, lacks []string, names bool) (out object, says bool) {
	plain, null := p.single(schema)
	if choices := list(plain["oneOf"]); len(choices) > 0 {
		var alternatives []any
		for _, one := range choices {
			inner, _ := p.answerValue(one.(object), lacks, names)
			alternatives = append(alternatives, inner)
		}
		return object{"anyOf": alternatives}, names
	}
	out = object{"type": plain["type"]}
	if kinds, several := plain["type"].([]any); several {
		out["type"] = kinds[0]
	}
	if plain["x-untrusted"] == true || schema["x-untrusted"] == true {
		out["x-untrusted"], says = true, true
	}
	if items, ok := plain["items"].(object); ok {
		inner, more := p.answerValue(items, lacks, names)
		out["items"], says = inner, says || more || names
	}
	if properties, ok := plain["properties"].(object); ok {
		says = p.fields(plain, properties, lacks, names, out) || says
	}
	if null {
		out = object{"anyOf": []any{out, object{"type": "null"}}}
	}
	return out, says
}

// fields adds to out what is said of an object's fields, and reports whether that is anything.
func (p paper) fields(schema, properties object, lacks []string, names bool, out object) (says bool) {
	required := slices.DeleteFunc(slices.Clone(list(schema["required"])), func(name any) bool {
		return slices.Contains(lacks, name.(string))
	})
	some := object{}
	for name, property := range properties {
		_, isList := p.resolved(property)["items"]
		inner, more := p.answerValue(property.(object), lacks, names && isList)
		if !slices.Contains(lacks, name) && (more || names && !slices.Contains(required, any(name))) {
			some[name] = inner
		}
	}
	if names && len(required) > 0 {
		out["required"] = required
	}
	if len(some) > 0 {
		out["properties"] = some
	}
	return names || len(some) > 0
}
