package main

import (
	"strings"
	"testing"
)

// root is the module's, seen from here.
const root = "../.."

func TestCatalogue(t *testing.T) {
	t.Parallel()
	faults, err := Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) == 0 {
		t.Fatal("the catalogue is empty")
	}
	code := newTree(root)
	for _, f := range faults {
		if _, err := f.Plant(code); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
}

func TestPlant(t *testing.T) {
	t.Parallel()
	code := newTree(root)
	plant := func(name, old, replacement string) (Mutant, error) {
		return Fault{ID: "x", Package: "internal/faults", Declaration: name, Old: old, New: replacement}.Plant(code)
	}
	t.Run("changes the text within the declaration alone", func(t *testing.T) {
		t.Parallel()
		m, err := plant("place.text", "p.start", "p.end")
		if err != nil || m.File != "internal/faults/tree.go" ||
			m.Declaration != "func (p place) text() string { return p.source[p.end:p.end] }" ||
			!strings.Contains(m.Text, m.Declaration) || strings.Contains(m.Text, m.Before) {
			t.Errorf("got %+v, %v", m, err)
		}
	})
	t.Run("finds what was moved to a package below", func(t *testing.T) {
		t.Parallel()
		m, err := Fault{ID: "x", Package: "internal", Declaration: "place.text", Old: "p.start",
			New: "p.end"}.Plant(code)
		if err != nil || m.File != "internal/faults/tree.go" || m.Tests != "internal/faults" {
			t.Errorf("got %+v, %v", m, err)
		}
	})
	for why, c := range map[string][3]string{
		"declares no place.words": {"place.words", "a", "b"},
		"its text is 0 times":     {"place.text", "nowhere", "b"},
		"its text is 2 times":     {"place.text", "p.s", "b"},
		"expected":                {"place.text", "return p", "return return p"},
	} {
		t.Run("refuses what "+why, func(t *testing.T) {
			t.Parallel()
			if _, err := plant(c[0], c[1], c[2]); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		passed bool
		out    string
		want   Result
	}{
		"passed": {true, "PASS\n", Result{Verdict: Survived}},
		"failed": {false, "--- FAIL: TestBook (0.00s)\n    --- FAIL: TestBook/twice (0.00s)\n        x_test.go:1: no\n" +
			"    --- FAIL: TestBook/thrice (0.00s)\nFAIL\n", Result{Verdict: Caught, Test: "TestBook/twice"}},
		"panicked": {false, "panic: nil map\n", Result{Verdict: Caught, Test: "panic: nil map"}},
		"looped": {false, "panic: test timed out after 6m0s\n\trunning tests:\n",
			Result{Verdict: Caught, Test: "out of time"}},
		"no test": {true, "testing: warning: no tests to run\nPASS\n",
			Result{Verdict: Broken, Test: "no test is called so"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := judge(c.passed, c.out); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
