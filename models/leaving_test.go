package models

import "testing"

func TestLeaving(t *testing.T) {
	t.Parallel()
	all := []Effect{{Kind: LetterConfirmation}, {Kind: LetterCancellation}, {Kind: EventWritten}, {Kind: EventRemoved},
		{Kind: MeetingMade},
		{Kind: MeetingRemoved}, {Kind: NotetakerInvited}, {Kind: NotetakerDismissed}, {Kind: LetterChangedTime},
		{Kind: "reminder_1h"}}
	if got := Leaving(all, true); len(got) != len(all) {
		t.Errorf("of an approved organization %v leave, want all", got)
	}
	var kinds []string
	for _, e := range Leaving(all, false) {
		kinds = append(kinds, e.Kind)
	}
	want := []string{LetterCancellation, EventRemoved, MeetingRemoved, NotetakerDismissed}
	if len(kinds) != len(want) {
		t.Fatalf("of one that is not, %v leave, want %v", kinds, want)
	}
	for n := range want {
		if kinds[n] != want[n] {
			t.Errorf("of one that is not, %v leave, want %v", kinds, want)
		}
	}
}
