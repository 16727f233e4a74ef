package models

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"litmus/internal/verify"
)

func TestAdvised(t *testing.T) { // T2
	t.Parallel()
	for a := AdviceReplace; a <= AdviceSlots; a++ {
		err := fmt.Errorf("book: %w", Advised(Conflictf("it is taken; "), a))
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("advice %d makes %+v", a, e)
		}
		verify.Each(t, fmt.Sprintf("advice %d", a), verify.Fields{"Kind": {e.Kind, Conflict},
			"Fact": {e.Fact, "it is taken; "}, "AdviceOf(err)": {AdviceOf(err), a},
			"Message": {e.Message, e.Fact + restAdvice[a]}, "restAdvice[a]": {restAdvice[a], verify.Some}})
	}
	other := errors.New("no refusal")
	if !errors.Is(Advised(other, AdviceReplace), other) || AdviceOf(other) != 0 || AdviceOf(Conflictf("plain")) != 0 {
		t.Error("an error without advice has some")
	}
}

// doorWords are words of REST that no refusal of a rule may use, since tools and pages show it too.
var doorWords = regexp.MustCompile(`\b(GET|POST|PUT|PATCH|DELETE) /|/api/|replace_existing|\brole_id\b|` +
	`query parameter|\bthe body\b|\bREST\b`)

// TestRefusalsNameNoDoor proves that what a refusal of the rules or of store says holds at every door: what differs
// is advice (T2).
func TestRefusalsNameNoDoor(t *testing.T) {
	t.Parallel()
	texts := 0
	for _, folder := range []string{".", "*", "../store", "../store/*"} {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(folder, names, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "advice.go" {
				continue
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				text, ok := n.(*ast.BasicLit)
				if !ok || text.Kind != token.STRING || !strings.Contains(text.Value, " ") {
					return true
				}
				texts++
				if found := doorWords.FindString(text.Value); found != "" {
					t.Errorf("%s: %q stands in %s", files.Position(text.Pos()), found, text.Value)
				}
				return true
			})
		}
	}
	if texts < 500 {
		t.Errorf("only %d texts were read", texts)
	}
}
