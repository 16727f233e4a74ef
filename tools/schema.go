package tools

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"litmus/api"
	"litmus/models"
)

// components is where openapi.yaml has its schemas.
const components = "#/components/schemas/"

// toolSchemas are the schemas of a tool's arguments and of its answer, as JSON Schema (2020-12, which OpenAPI 3.1
// uses too). They are made of openapi.yaml, so the two cannot differ (T1).
type toolSchemas struct {
	in, out json.RawMessage
	known   []string        // names of the arguments
	nested  map[string]bool // arguments that may be objects, or lists of them
	lists   map[string]bool // arguments that may be lists
}

// schemas are those of every tool, by name.
var schemas = sync.OnceValue(func() map[string]toolSchemas {
	p, err := readPaper()
	if err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err)) // it is embedded, and tested
	}
	out := map[string]toolSchemas{}
	for _, t := range tools {
		out[t.name] = p.schemas(t)
	}
	return out
})

// paper is openapi.yaml.
type paper struct{ root object }

type object = map[string]any

func readPaper() (paper, error) {
	var root object
	err := yaml.Unmarshal(api.OpenAPI(), &root)
	return paper{root}, err
}

// at returns what the document has at the path, such as "components", "schemas", "Role". It panics if that is missing,
// since the table of tools then names something that does not exist.
func (p paper) at(path ...string) object {
	value := p.root
	for _, name := range path {
		next, ok := value[name].(object)
		if !ok {
			panic("openapi.yaml has no " + strings.Join(path, " / "))
		}
		value = next
	}
	return value
}

func (p paper) schemas(t tool) toolSchemas {
	in, out := p.arguments(t), p.answer(t.out, t.lacks)
	out["required"] = append(list(out["required"]), "clock") // see [clocked]
	properties := in["properties"].(object)
	s := toolSchemas{
		in: rendered(p.argument(in)), out: rendered(out),
		known: slices.Sorted(maps.Keys(properties)), nested: map[string]bool{}, lists: map[string]bool{},
	}
	for name, property := range properties {
		items, _ := p.resolved(property)["items"]
		s.lists[name] = p.takes(property, "array")
		s.nested[name] = p.takes(property, "object") || items != nil && p.takes(items, "object")
	}
	return s
}

// resolved is the schema, or the component that it refers to.
func (p paper) resolved(schema any) object {
	s, _ := schema.(object)
	if ref, ok := s["$ref"].(string); ok {
		return p.resolved(p.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...))
	}
	return s
}

// takes reports whether a value of that type may fit the schema, or one of those that it is made of.
func (p paper) takes(schema any, kind string) bool {
	s := p.resolved(schema)
	for _, several := range []string{"allOf", "anyOf", "oneOf"} {
		choices, _ := s[several].([]any)
		if slices.ContainsFunc(choices, func(one any) bool { return p.takes(one, kind) }) {
			return true
		}
	}
	switch t := s["type"].(type) {
	case string:
		return t == kind
	case []any:
		return slices.Contains(t, any(kind))
	}
	return false
}

// arguments is the schema of a tool's arguments: a component, or what the path, the query and the body of its row of
// REST take together.
func (p paper) arguments(t tool) object {
	properties, required := object{}, []any{}
	schema := object{"type": "object", "additionalProperties": false}
	if t.in != "" {
		component := p.at("components", "schemas", t.in)
		maps.Copy(properties, component["properties"].(object))
		if named, ok := component["required"].([]any); ok {
			required = append(required, named...)
		}
	} else {
		required = p.restArguments(t, properties)
	}
	if t.also != "" {
		maps.Copy(properties, p.at("components", "schemas", t.also, "properties"))
	}
	for _, name := range t.omit {
		if _, ok := properties[name]; !ok {
			panic("tool " + t.name + " omits " + name + ", which nothing takes")
		}
		delete(properties, name)
		required = slices.DeleteFunc(required, func(one any) bool { return one == name })
	}
	for _, name := range t.needs {
		if _, ok := properties[name]; !ok {
			panic("tool " + t.name + " needs " + name + ", which nothing takes")
		}
		required = append(required, name)
	}
	if t.plans {
		properties["plan_id"] = object{"type": "string",
			"description": "Carries out that plan; absent, it only plans."}
	}
	schema["properties"] = properties
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// restArguments adds to properties what the tool's row of REST takes, and returns the names of those that are needed.
func (p paper) restArguments(t tool, properties object) (required []any) {
	method, path, _ := strings.Cut(t.rest, " ")
	item := p.at("paths", "/api/v1"+strings.ReplaceAll(path, ":id", "{id}"))
	operation, ok := item[strings.ToLower(method)].(object)
	if !ok {
		panic("openapi.yaml has no " + t.rest)
	}
	for _, one := range append(list(item["parameters"]), list(operation["parameters"])...) {
		parameter := p.resolve(one.(object))
		name := parameter["name"].(string)
		if parameter["in"] == "path" {
			name = t.id
		}
		property := maps.Clone(parameter["schema"].(object))
		if ref, ok := property["$ref"].(string); ok { // its own description would stand beside another one
			property = maps.Clone(p.at("components", "schemas", strings.TrimPrefix(ref, components)))
		}
		property["description"] = strings.TrimSpace(words(parameter) + " " + words(property))
		delete(property, "x-tool")
		if name == "limit" {
			property["default"] = models.ToolLimit // see [wire.Input]
		}
		properties[name] = property
		if parameter["required"] == true {
			required = append(required, name)
		}
	}
	if _, ok := operation["requestBody"]; ok {
		body := p.resolve(p.resolve(operation["requestBody"].(object))["content"].(object)["application/json"].(object))
		component := p.resolve(body["schema"].(object))
		maps.Copy(properties, component["properties"].(object))
		required = append(required, list(component["required"])...)
	}
	return required
}

// resolve follows a reference to another part of the document.
func (p paper) resolve(o object) object {
	ref, ok := o["$ref"].(string)
	if !ok {
		return o
	}
	return p.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
}

// rendered is a schema as JSON.
func rendered(schema object) json.RawMessage {
	b, err := json.Marshal(schema)
	if err != nil {
		panic(err) // it came out of a document of plain values
	}
	return b
}

// list returns a list of the document, empty if there is none.
func list(value any) []any {
	out, _ := value.([]any)
	return out
}
