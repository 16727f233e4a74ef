package litmus_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// withoutTests says which named tests do not exist. sources returns the tests of a package.
func (c conformance) withoutTests(sources func(pkg string) (map[string]subtests, error)) (problems []string) {
	for _, x := range c.clauses {
		for _, name := range x.tests {
			m := testName.FindStringSubmatch(name)
			tests, err := sources(m[1])
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %v", conformanceFile, x.line, x.id, err))
				continue
			}
			subs, there := tests[m[2]]
			switch {
			case !there:
				problems = append(problems, fmt.Sprintf("%s:%d: %s: package %s has no test %s",
					conformanceFile, x.line, x.id, m[1], m[2]))
			case m[3] != "" && !subs[m[3]]:
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %s has no subtest %q",
					conformanceFile, x.line, x.id, m[2], m[3]))
			}
		}
	}
	return problems
}

// subtests are the names that a test gives to t.Run, and where such a name is computed, those of the test's own tables.
type subtests map[string]bool

// ownSources reads the tests of this module's packages.
var ownSources = testSources(".")

// testSources reads the tests of packages below root, each once.
func testSources(root string) func(pkg string) (map[string]subtests, error) {
	var mu sync.Mutex
	known := map[string]map[string]subtests{}
	return func(pkg string) (map[string]subtests, error) {
		mu.Lock()
		defer mu.Unlock()
		if tests, there := known[pkg]; there {
			return tests, nil
		}
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*_test.go"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no tests in package %s", pkg)
		}
		tests := map[string]subtests{}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && isTest(d) {
					tests[d.Name.Name] = subtestsOf(d)
				}
			}
		}
		known[pkg] = tests
		return tests, nil
	}
}

// isTest reports whether the function is one that `go test` runs: of one parameter, *testing.T.
func isTest(d *ast.FuncDecl) bool {
	if !strings.HasPrefix(d.Name.Name, "Test") || len(d.Type.Params.List) != 1 || d.Name.Name == "TestMain" {
		return false
	}
	star, ok := d.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	x, ok := star.X.(*ast.SelectorExpr)
	return ok && x.Sel.Name == "T"
}

func subtestsOf(d *ast.FuncDecl) subtests {
	found, table, computed := subtests{}, subtests{}, false
	add := func(to subtests, e ast.Expr) bool {
		l, ok := e.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return false
		}
		s, err := strconv.Unquote(l.Value)
		if err == nil {
			to[s] = true
		}
		return err == nil
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Run" && len(n.Args) == 2 {
				computed = !add(found, n.Args[0]) || computed
			}
		case *ast.CompositeLit: // a table: {"name", …}, {name: "name", …} or "name": {…}
			for i, e := range n.Elts {
				kv, keyed := e.(*ast.KeyValueExpr)
				switch {
				case !keyed && i == 0:
					add(table, e)
				case keyed && !add(table, kv.Key):
					if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "name" {
						add(table, kv.Value)
					}
				}
			}
		}
		return true
	})
	if computed {
		for name := range table {
			found[name] = true
		}
	}
	return found
}
