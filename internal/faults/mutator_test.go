package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// fakes import packages that have no more than the tests need, by the source of each.
type fakes map[string]string

func (f fakes) Import(path string) (*types.Package, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path+".go", f[path], 0)
	if err != nil {
		return nil, err
	}
	return new(types.Config).Check(path, set, []*ast.File{file}, nil)
}

// poolOf is the pool of a package with one file.
func poolOf(t *testing.T, source string, seed uint64) *pool {
	t.Helper()
	set := token.NewFileSet()
	p, err := newPool(loaded{name: "p", path: "litmus/p", files: map[string]string{"p/p.go": source}, set: set,
		imports: fakes{"time": "package time; type Time struct{}; " +
			"func (Time) Before(Time) bool { return true }; func (Time) After(Time) bool { return true }"}}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pointsOf returns what an operator makes of a function's body, one text for each of its points.
func pointsOf(t *testing.T, operator, body string) (out []string) {
	t.Helper()
	head := "package p\n\nimport \"time\"\n\nvar n int\n\nfunc g(a, b int, s string) (is bool) { return }\n\n" +
		"func f(a, b int, c bool, at, then time.Time) (int, error) {\n"
	source := head + body + "\n}\n"
	for _, x := range poolOf(t, source, 0).points[operator] {
		changed := source[:x.edit.start] + x.edit.text + source[x.edit.end:]
		out = append(out, strings.TrimSpace(changed[len(head):len(changed)-len("\n}\n")]))
	}
	return out
}

func TestOperators(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, c := range []struct {
		operator, body string
		want           []string
	}{
		{negateCondition, "if c { n = 2 }; return n, nil", []string{"if !(c) { n = 2 }; return n, nil"}},
		{moveBound, "c = a < b; return n, nil", []string{"c = a <= b; return n, nil"}},
		{moveBound, "c = a >= b; return n, nil", []string{"c = a > b; return n, nil"}},
		{turnEquality, "c = a == b; return n, nil", []string{"c = a != b; return n, nil"}},
		{turnTime, "c = at.Before(then); return n, nil", []string{"c = at.After(then); return n, nil"}},
		{orForAnd, "c = c && a > b; return n, nil", []string{"c = c || a > b; return n, nil"}},
		{dropStatement, "x := a; n = x; return n, nil", []string{"x := a; ; return n, nil"}},
		{dropStatement, "if c { return 1, nil }; return n, nil", []string{"; return n, nil"}},
		{dropStatement, "if c { n = 1 } else { g(a, b, \"\") }; return n, nil",
			[]string{"if c {  } else { g(a, b, \"\") }; return n, nil", "if c { n = 1 } else {  }; return n, nil"}},
		{returnEarly, "n = a; return n, nil", []string{"return *new(int), *new(error); n = a; return n, nil"}},
		{addOne, "n = 4; return n, nil", []string{"n = (4 + 1); return n, nil"}},
		{swapArguments, "g(a, b, \"\"); return n, nil", []string{"g(b, a, \"\"); return n, nil"}},
		{swapArguments, "g(a, a, \"\"); return n, nil", nil},
		{turnFlag, "c = true; return n, nil", []string{"c = false; return n, nil"}},
	} {
		tried[c.operator] = true
		t.Run(c.operator+" in "+c.body, func(t *testing.T) {
			t.Parallel()
			if got := pointsOf(t, c.operator, c.body); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	for _, o := range operators {
		if !tried[o] {
			t.Errorf("no case shows what the operator %q does", o)
		}
	}
}

func TestDraw(t *testing.T) {
	t.Parallel()
	drawn := func(n int, seed uint64) (ids []string) {
		p := poolOf(t, `package p

func sum(list []int, most int) (total int) {
	for _, n := range list {
		if n > 0 && n <= most {
			total += n
		}
	}
	return total
}
`, seed)
		for range n {
			m, err := p.draw()
			if err != nil {
				t.Fatal(err)
			}
			if err := m.parses(); err != nil || m.Before == m.Declaration || m.Tests != "p" {
				t.Errorf("got %+v, %v", m, err)
			}
			ids = append(ids, m.ID)
		}
		return ids
	}
	few, many := drawn(2, 7), drawn(5, 7)
	if !slices.Equal(few, many[:2]) {
		t.Errorf("the same seed drew %q and then %q", few, many)
	}
	if other := drawn(5, 8); slices.Equal(other, many) {
		t.Errorf("two seeds drew %q", other)
	}
	slices.Sort(many)
	if len(slices.Compact(many)) != 5 {
		t.Errorf("one was drawn twice: %q", many)
	}
	t.Run("leaves out what does not compile", func(t *testing.T) {
		t.Parallel()
		p := poolOf(t, "package p\n\nfunc f() {\n\tvar list [2]int\n\t_ = list[1]\n}\n", 1)
		for {
			m, err := p.draw()
			if err != nil {
				return // nothing is left
			}
			if strings.Contains(m.Declaration, "list[(1 + 1)]") {
				t.Errorf("drew %s, which is beyond the list", m.ID)
			}
		}
	})
}

func TestOrder(t *testing.T) {
	t.Parallel()
	total := 0
	for _, w := range weights {
		total += w.weight
	}
	got := order(3 * total)
	for _, w := range weights {
		n := 0
		for _, name := range got {
			if name == w.name {
				n++
			}
		}
		if n != 3*w.weight {
			t.Errorf("%d of %d are drawn from %s, want %d", n, len(got), w.name, 3*w.weight)
		}
	}
	if !slices.Equal(order(7), got[:7]) {
		t.Errorf("fewer are not the first of more: %q and %q", order(7), got[:7])
	}
}
