package effect_test

import (
	"testing"

	"litmus/models/effect"
)

// TestWhose proves whom an effect is about, for the words that say what failed (D10).
func TestWhose(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{"mail:candidate:ann@x.io": "ann@x.io", "event:grace@x.io": "grace@x.io",
		effect.TargetMeeting: "", effect.TargetNotetaker: ""} {
		if got := (effect.Entry{Target: target}).Whose(); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}
