package effect_test

import (
	"testing"

	"litmus/models/effect"
)

func TestLeaving(t *testing.T) {
	t.Parallel()
	all := []effect.Effect{{Kind: effect.LetterConfirmation}, {Kind: effect.LetterCancellation},
		{Kind: effect.EventWritten}, {Kind: effect.EventRemoved},
		{Kind: effect.MeetingMade},
		{Kind: effect.MeetingRemoved}, {Kind: effect.NotetakerInvited}, {Kind: effect.NotetakerDismissed},
		{Kind: effect.LetterChangedTime},
		{Kind: "reminder_1h"}}
	if got := effect.Leaving(all, true); len(got) != len(all) {
		t.Errorf("of an approved organization %v leave, want all", got)
	}
	var kinds []string
	for _, e := range effect.Leaving(all, false) {
		kinds = append(kinds, e.Kind)
	}
	want := []string{effect.LetterCancellation, effect.EventRemoved, effect.MeetingRemoved, effect.NotetakerDismissed}
	if len(kinds) != len(want) {
		t.Fatalf("of one that is not, %v leave, want %v", kinds, want)
	}
	for n := range want {
		if kinds[n] != want[n] {
			t.Errorf("of one that is not, %v leave, want %v", kinds, want)
		}
	}
}
