package models

import (
	"strings"
	"testing"
)

// wantRefusal returns a check of what a call returns: its last result is an error of the kind that says the text, or
// none if the kind is 0.
func wantRefusal(t *testing.T, about string, kind Kind, says string) func(results ...any) {
	t.Helper()
	return func(results ...any) {
		t.Helper()
		err, _ := results[len(results)-1].(error)
		if KindOf(err) != kind || kind == 0 && err != nil || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%.100q: got %.1000v, want a refusal of kind %d that says %q", about, results, kind, says)
		}
	}
}
