package models

import (
	"testing"
	"time"
)

// What goes before the organization's other effects.
func TestEffectSoon(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		effect Effect
		start  time.Duration // of the interview, from now
		want   bool
	}{
		{"a letter about an interview next week", Effect{Kind: LetterConfirmation}, 7 * 24 * time.Hour, false},
		{"a letter two hours before the start", Effect{Kind: LetterConfirmation}, soonBefore, false},
		{"a letter a moment later", Effect{Kind: LetterConfirmation}, soonBefore - time.Millisecond, true},
		{"a letter to a candidate who was told a start within two hours",
			Effect{Kind: LetterCancellation, PreviousStart: now.Add(time.Hour)}, 7 * 24 * time.Hour, true},
		{"a letter to a candidate who was told a later start",
			Effect{Kind: LetterConfirmation, PreviousStart: now.Add(7 * 24 * time.Hour)}, time.Hour, true},
		{"a reminder", Effect{Kind: reminderPrefix + "24h", Before: 24 * time.Hour}, 24 * time.Hour, true},
		{"a calendar copy, which a booking's answer waits for", Effect{Kind: EventWritten}, 7 * 24 * time.Hour, true},
	} {
		if got := c.effect.Soon(Interview{StartsAt: now.Add(c.start)}, now); got != c.want {
			t.Errorf("%s: it goes first: %t, want %t", c.name, got, c.want)
		}
	}
}
