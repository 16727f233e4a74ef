package effect_test

import (
	"slices"
	"testing"

	"litmus/models/effect"
)

func TestLeaving(t *testing.T) {
	t.Parallel()
	all := []effect.Effect{{Kind: effect.LetterConfirmation}, {Kind: effect.LetterCancellation},
		{Kind: effect.EventWritten}, {Kind: effect.EventRemoved}, {Kind: effect.MeetingMade},
		{Kind: effect.MeetingRemoved}, {Kind: effect.NotetakerInvited}, {Kind: effect.NotetakerDismissed}}
	if got := effect.Leaving(all, true); len(got) != len(all) {
		t.Errorf("of an approved organization %v leave, want all", got)
	}
	var kinds []string
	for _, e := range effect.Leaving(all, false) {
		kinds = append(kinds, e.Kind)
	}
	want := []string{effect.LetterCancellation, effect.EventRemoved, effect.MeetingRemoved, effect.NotetakerDismissed}
	if !slices.Equal(kinds, want) {
		t.Errorf("of one that is not, %v leave, want %v", kinds, want)
	}
}
