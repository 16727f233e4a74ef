package signin

import (
	"encoding/json"
	"testing"
)

// TestTruth proves what counts as verified (D7).
func TestTruth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]looseBool{"true": true, `"true"`: true, "false": false, `"false"`: false,
		"1":     false,
		`"yes"`: false, "[]": false} {
		got := !want
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is %t (%v)", text, got, err)
		}
	}
}
