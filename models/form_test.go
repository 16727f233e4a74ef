package models

import (
	"bytes"
	"crypto/rand"
	"strings"
	"testing"
)

// TestFormID proves that the id of a form (D21) is random, and that nothing else passes for one.
func TestFormID(t *testing.T) {
	t.Parallel()
	a, err := NewFormID(rand.Reader)
	if err != nil || CheckFormID(a) != nil {
		t.Fatalf("the id %q (%v) is refused: %v", a, err, CheckFormID(a))
	}
	if b, err := NewFormID(rand.Reader); err != nil || b == a {
		t.Errorf("the next id is %q (%v), want another than %q", b, err, a)
	}
	if _, err := NewFormID(bytes.NewReader(make([]byte, formRandom-1))); err == nil {
		t.Error("an id is made of too little randomness")
	}
	for _, wrong := range []string{"", a[:30], a + "00", strings.Repeat("g", 32), strings.Repeat("AB", 16),
		" " + a[1:]} {
		if KindOf(CheckFormID(wrong)) != Invalid {
			t.Errorf("%q passes for the id of a form", wrong)
		}
	}
}
