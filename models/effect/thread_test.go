package effect

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestThread(t *testing.T) {
	t.Parallel()
	letter := func(target, kind string, revision int64, state string) Entry {
		return Entry{Target: target, Kind: kind, Revision: revision, State: state,
			ProviderID: fmt.Sprintf("%s.%d", kind, revision)}
	}
	cleo, ann := "mail:candidate:cleo@x.example", "mail:interviewer:ann@x.example"
	ledger := []Entry{
		letter(cleo, LetterChangedTime, 3, Done), // a ledger has no order
		letter(cleo, LetterConfirmation, 1, Done), letter(ann, LetterBriefing, 1, Done),
		letter(cleo, LetterChangedDetails, 2, Failed), letter(cleo, "reminder", 3, Intent),
	}
	var many []Entry
	for n := range 30 {
		many = append(many, letter(cleo, LetterChangedTime, int64(n), Done))
	}
	for name, c := range map[string]struct {
		of     Entry
		ledger []Entry
		want   string
	}{
		"the first letter has none": {letter(cleo, LetterConfirmation, 1, ""), nil, ""},
		"those of the recipient that may have arrived": {letter(cleo, LetterCancellation, 4, ""), ledger,
			"confirmation.1 changed_time.3 reminder.3"},
		"one that is tried again names none after it": {letter(cleo, LetterConfirmation, 1, Intent), ledger, ""},
		"of many the first and the last": {letter(cleo, LetterCancellation, 30, ""), many,
			"changed_time.0 changed_time.20 changed_time.21 changed_time.22 changed_time.23 changed_time.24 " +
				"changed_time.25 changed_time.26 changed_time.27 changed_time.28 changed_time.29"},
	} {
		if got := c.of.Thread(c.ledger); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}
