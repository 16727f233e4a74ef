package reference

import (
	"html/template"
	"slices"
	"strings"
)

// deepest is how many levels of objects within objects a page opens. Deeper ones are a link away.
const deepest = 3

// field is a field of an object, a parameter, or a schema as a whole.
type field struct {
	Name     string // "" for a schema as a whole
	Type     string // in words, such as "list of strings, or null"
	Schema   string // the name of the schema that has a page of its own; "" for none
	Required bool
	Said     template.HTML
	Facts    []string // bounds, defaults, words that it takes
	Fields   []field  // of an object, or of what a list has
	Choices  []field  // of a schema that is one of several
}

// fields are those of an object's schema, in the document's order.
func (d *document) fields(schema node, depth int) (fields []field) {
	required := schema.get("required").texts()
	for name, property := range schema.get("properties").pairs() {
		f := d.field(property, depth)
		f.Name, f.Required = name, slices.Contains(required, name)
		fields = append(fields, f)
	}
	return fields
}

// field describes a schema, and what is within it down to [deepest].
func (d *document) field(schema node, depth int) (f field) {
	own := schema.text("description")
	if schema.ref() != "" { // what a reference stands for says it on its own page
		own = ""
	}
	for { // an allOf of one schema gives it another description
		all := schema.get("allOf").items()
		if len(all) != 1 {
			break
		}
		schema = all[0]
	}
	name, at := schema.ref(), schema.resolved()
	if own == "" {
		own = at.text("description")
	}
	f.Said = d.html(own)
	f.Type, f.Facts = typeOf(at), facts(at)
	if variants := others(at); len(variants) == 1 { // or null
		inner := d.field(variants[0], depth)
		f.Type, f.Facts, f.Fields, f.Schema = inner.Type+", or null", inner.Facts, inner.Fields, inner.Schema
		return f
	} else if len(variants) > 1 {
		f.Type, f.Schema = "one of several", d.page(name)
		for _, v := range variants {
			if depth < deepest {
				f.Choices = append(f.Choices, d.field(v, depth+1))
			}
		}
		return f
	}
	if at.get("properties").there() {
		f.Type, f.Schema = "object", d.page(name)
		if depth < deepest {
			f.Fields = d.fields(at, depth+1)
		}
	}
	if items := at.get("items"); items.there() {
		for _, raw := range at.pairs() {
			if raw.resolved().Node == items.Node {
				items = raw // with its reference
			}
		}
		inner := d.field(items, depth)
		f.Type, f.Schema, f.Fields, f.Choices = "list: "+inner.Type, inner.Schema, inner.Fields, inner.Choices
		f.Facts = append(f.Facts, inner.Facts...)
		if own == "" {
			f.Said = inner.Said
		}
	}
	return f
}

// others are the variants of a schema, without null.
func others(schema node) (variants []node) {
	for _, key := range []string{"oneOf", "anyOf"} {
		for _, v := range schema.get(key).items() {
			if v.text("type") != "null" {
				variants = append(variants, v)
			}
		}
	}
	return variants
}

// typeOf is the type of a schema in words.
func typeOf(schema node) string {
	declared := schema.get("type")
	kinds := declared.texts()
	if declared.there() && len(kinds) == 0 {
		kinds = []string{declared.Value}
	}
	null := slices.Contains(kinds, "null")
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "null" })
	words := strings.Join(kinds, " or ")
	switch format := schema.text("format"); format {
	case "":
	case "date-time":
		words = "instant"
	default:
		words += " (" + format + ")"
	}
	if null {
		words += ", or null"
	}
	return words
}

// facts are the bounds of a schema, its words and its default.
func facts(schema node) (facts []string) {
	if words := schema.get("enum").texts(); len(words) > 0 {
		facts = append(facts, "one of "+strings.Join(words, ", "))
	}
	for _, bound := range []struct{ key, words string }{{"const", "always "}, {"minimum", "at least "},
		{"maximum", "at most "}, {"minLength", "characters: at least "}, {"maxLength", "characters: at most "},
		{"minItems", "entries: at least "}, {"maxItems", "entries: at most "}, {"default", "by default "}} {
		if value := schema.text(bound.key); value != "" {
			facts = append(facts, bound.words+value)
		}
	}
	if examples := schema.get("examples").texts(); len(examples) > 0 {
		facts = append(facts, "such as "+strings.Join(examples, ", "))
	}
	return facts
}
