package models

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPlaceCursors proves that a cursor of a tool's list leads to its place, and works for no other list (T1).
func TestPlaceCursors(t *testing.T) {
	t.Parallel()
	s, list := Secret(testSecret), NamedList("org_1", "candidates", "post_1", "invited")
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.String().Draw(t, "place")
		if got, err := s.ReadCursor(list, s.SignCursor(list, place)); err != nil || got != place {
			t.Fatalf("got %q, %v; want %q", got, err, place)
		}
	})
	cursor := s.SignCursor(list, "0.1.cand_1")
	last := "A"
	if cursor[len(cursor)-1] == 'A' {
		last = "B"
	}
	for name, read := range map[string]func() (string, error){
		"of another organization": func() (string, error) {
			return s.ReadCursor(NamedList("org_2", "candidates", "post_1", "invited"), cursor)
		},
		"of another secret": func() (string, error) { return Secret("x").ReadCursor(list, cursor) },
		"of another list": func() (string, error) {
			return s.ReadCursor(NamedList("org_1", "submissions", "post_1", "invited"), cursor)
		},
		"without a filter": func() (string, error) { return s.ReadCursor(NamedList("org_1", "candidates", "post_1"), cursor) },
		"with filters that were joined": func() (string, error) {
			return s.ReadCursor(NamedList("org_1", "candidates", "post_1invited"), cursor)
		},
		"that was altered":  func() (string, error) { return s.ReadCursor(list, cursor[:len(cursor)-1]+last) },
		"that was cut":      func() (string, error) { return s.ReadCursor(list, cursor[:8]) },
		"that is empty":     func() (string, error) { return s.ReadCursor(list, "") },
		"that is no base64": func() (string, error) { return s.ReadCursor(list, "%%%") },
		"of the list of REST": func() (string, error) {
			return s.ReadCursor(list, s.InterviewsCursor("org_1", InterviewFilter{}, Position{ID: "int_1"}))
		},
	} {
		if got, err := read(); KindOf(err) != Invalid || got != "" {
			t.Errorf("a cursor %s: %q (%v), want it refused", name, got, err)
		}
	}
}
