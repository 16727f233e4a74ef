package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestState proves that a result counts until the declaration or the tests change, and that a run goes on after one
// that was killed within a line.
func TestState(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("p/p_test.go", "package p\n")
	file := filepath.Join(dir, "state")
	m := Mutant{ID: "p: x", File: "p/p.go", Before: "func f() {}", Declaration: "func f() { g() }", Tests: "p"}
	keyOf := func(m Mutant) string {
		t.Helper()
		key, err := (&state{tests: map[string][]byte{}}).key(dir, m)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	key := keyOf(m)
	s, err := openState(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []Verdict{Caught, Broken} {
		if err := s.keep(kept{m.ID, key + string(v), Result{Verdict: v, Test: "TestF"}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.file.WriteString(`{"id": "p: y", "ke`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, err = openState(file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.known[key+string(Caught)]; len(s.known) != 1 || r.Test != "TestF" {
		t.Errorf("the file has %+v", s.known)
	}
	if err := s.keep(kept{m.ID, "next", Result{Verdict: Caught}}); err != nil {
		t.Fatal(err)
	}
	again, err := openState(file)
	if err != nil || len(again.known) != 2 {
		t.Errorf("after a line that was cut off the file has %+v, %v", again.known, err)
	}
	again.Close()

	moved, changed := m, m
	moved.Line, moved.Start = 7, 70
	changed.Before = "func f() { h() }"
	if keyOf(moved) != key || keyOf(changed) == key {
		t.Error("a result depends on its declaration, and on no other")
	}
	write("p/testdata/golden", "a")
	if keyOf(m) == key {
		t.Error("the tests read another file, and the result of before counts")
	}
}
