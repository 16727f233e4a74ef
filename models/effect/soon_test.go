package effect_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// What goes before the organization's other effects.
func TestEffectSoon(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		effect effect.Effect
		start  time.Duration // of the interview, from now
		want   bool
	}{
		{"a letter about an interview next week", effect.Effect{Kind: effect.LetterConfirmation}, 7 * 24 * time.Hour, false},
		{"a letter two hours before the start", effect.Effect{Kind: effect.LetterConfirmation}, effect.SoonBefore, false},
		{"a letter a moment later", effect.Effect{Kind: effect.LetterConfirmation}, effect.SoonBefore - time.Millisecond, true},
		{"a letter to a candidate who was told a start within two hours",
			effect.Effect{Kind: effect.LetterCancellation, PreviousStart: now.Add(time.Hour)}, 7 * 24 * time.Hour,
			true},
		{"a letter to a candidate who was told a later start",
			effect.Effect{Kind: effect.LetterConfirmation, PreviousStart: now.Add(7 * 24 * time.Hour)}, time.Hour,
			true},
		{"a reminder", effect.Effect{Kind: effect.ReminderPrefix + "24h", Before: 24 * time.Hour}, 24 * time.Hour, true},
		{"a calendar copy, which a booking's answer waits for", effect.Effect{Kind: effect.EventWritten}, 7 * 24 * time.Hour, true},
	} {
		if got := c.effect.Soon(models.Interview{StartsAt: now.Add(c.start)}, now); got != c.want {
			t.Errorf("%s: it goes first: %t, want %t", c.name, got, c.want)
		}
	}
}
