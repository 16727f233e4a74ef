package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestWeave proves that faults of functions of all shapes stand side by side in one text that compiles.
func TestWeave(t *testing.T) {
	t.Parallel()
	source := `package p

type list[T any] []T

func (l list[T]) first() (one T, ok bool) {
	if len(l) > 0 {
		return l[0], true
	}
	return one, ok
}

func last[T any](l list[T], _ int, or ...T) T {
	if len(l) > 0 {
		return l[len(l)-1]
	}
	return or[0]
}

func nothing() { println("x") }

const most = 4
`
	var mutants []Mutant
	plant := func(name, old, replacement string) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "p/p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		places := map[string][]place{}
		for n, d := range declarations(f) {
			places[n] = append(places[n], place{"p/p.go", source, set.Position(d.Pos()).Offset,
				set.Position(d.End()).Offset})
		}
		code := &tree{packages: map[string]map[string][]place{"p": places}}
		m, err := Fault{ID: name + old, Package: "p", Declaration: name, Old: old, New: replacement}.Plant(code)
		if err != nil {
			t.Fatal(err)
		}
		mutants = append(mutants, m)
	}
	plant("list.first", "> 0", ">= 0")
	plant("list.first", "true", "false")
	plant("last", "-1", "-2")
	plant("nothing", `"x"`, `"y"`)
	plant("most", "4", "5")
	plant("last", "or ...T", "or ...any")

	files, numbers := weave("p", mutants)
	if len(files) != 2 || len(numbers) != 4 {
		t.Errorf("wove %d of 4 faults of functions into %d of 2 files", len(numbers), len(files))
	}
	set := token.NewFileSet()
	var all []*ast.File
	for name, text := range files {
		f, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		all = append(all, f)
	}
	config := types.Config{Importer: fakes{"os": "package os; func Getenv(string) string { return \"\" }"}}
	if _, err := config.Check("p", set, all, nil); err != nil {
		t.Errorf("%v in\n%s", err, files["p/p.go"])
	}
}
