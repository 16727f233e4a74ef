package tools

import (
	"strings"
	"testing"
)

// TestComponentsAreUsed proves that every component of openapi.yaml is referred to by an operation of REST or by a tool
// (T1), directly or by another component that is.
func TestComponentsAreUsed(t *testing.T) {
	t.Parallel()
	p, err := readPaper()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	var visit func(value any)
	follow := func(ref string) {
		if used[ref] || !strings.HasPrefix(ref, "#/components/") {
			return
		}
		used[ref] = true
		visit(p.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...))
	}
	visit = func(value any) {
		switch v := value.(type) {
		case object:
			for name, inner := range v {
				if ref, ok := inner.(string); ok && name == "$ref" {
					follow(ref)
				}
				visit(inner)
			}
		case []any:
			for _, inner := range v {
				visit(inner)
			}
		}
	}
	visit(p.at("paths"))
	for _, one := range tools {
		for _, name := range []string{one.in, one.also, one.out} {
			if name != "" {
				follow(components + name)
			}
		}
	}
	for kind, all := range p.at("components") {
		for name := range all.(object) {
			if ref := "#/components/" + kind + "/" + name; kind != "securitySchemes" && !used[ref] {
				t.Errorf("%s is used by no operation and no tool", ref)
			}
		}
	}
}
