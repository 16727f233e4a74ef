package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// cites has a test that fails say what it tests: the comment of its function, which names the clauses of the contract
// and the decisions. Everything that starts a service or makes an organization calls it.
func cites(t testing.TB) {
	t.Helper()
	noteLane()
	if _, asked := citing.LoadOrStore(t, true); asked {
		return
	}
	t.Cleanup(func() {
		if t.Failed() {
			name, _, _ := strings.Cut(t.Name(), "/")
			t.Logf("litmus/e2e %s tests this:\n%s", name, comments()[name])
		}
	})
}

// citing are the tests that will say what they test.
var citing sync.Map

// comments are those of the package's test functions, by name.
var comments = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	files, _ := filepath.Glob("*_test.go")
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue // what does not parse was not compiled
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				out[f.Name.Name] = strings.TrimSpace(f.Doc.Text())
			}
		}
	}
	return out
})

// Every test says what it tests, so that a failure names the clause.
func TestHarnessCites(t *testing.T) {
	t.Parallel()
	if len(comments()) < 150 {
		t.Fatalf("the comments of %d tests were found, want those of the package", len(comments()))
	}
	for name, comment := range comments() {
		if comment == "" && name != "TestMain" {
			t.Errorf("%s has no comment that says what it tests", name)
		}
	}
}
