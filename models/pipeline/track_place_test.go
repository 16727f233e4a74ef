package pipeline

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestPlaceIn(t *testing.T) { // D19
	t.Parallel()
	steps, _ := desk.OnwardSteps() // review, takehome, takehome, design, team, quiz, own choice, unsaved, talk
	record := func(assessment, state string) PlacedRecord {
		return PlacedRecord{"cand_" + assessment, assessment, state}
	}
	for _, c := range []struct {
		records []PlacedRecord
		words   string
		goesOn  bool // the first of them
	}{
		{nil, "", false},
		{[]PlacedRecord{record("elsewhere", models.CandidateInvited)}, "", false},
		{[]PlacedRecord{record("takehome", models.CandidateSubmitted)}, "step 2 of 9: Step takehome", true},
		{[]PlacedRecord{record("design", models.CandidateAdvanced)}, "next is step 5 of 9: Team", true},
		{[]PlacedRecord{record("takehome", models.CandidateAdvanced), record("design", models.CandidateInvited)},
			"step 4 of 9: Step design", false},
		{[]PlacedRecord{record("rust", models.CandidateInvited), record("takehome", models.CandidateAdvanced)},
			"step 6 of 9: Quiz", true},
		{[]PlacedRecord{record("takehome", models.CandidateSubmitted), record("design", models.CandidateWithdrawn)},
			"step 2 of 9: Step takehome", true},
		{[]PlacedRecord{record("design", models.CandidateWithdrawn), record("takehome", models.CandidateAdvanced)},
			"step 4 of 9: Step design", true},
		{[]PlacedRecord{record("design", models.CandidateRejected)}, "step 4 of 9: Step design", true},
		{[]PlacedRecord{record("unsaved", models.CandidateAdvanced)}, "next is step 9 of 9: Talk", false},
	} {
		p := PlaceIn(steps, c.records)
		if got := p.Words(); got != c.words {
			t.Errorf("%v stands at %q, want %q", c.records, got, c.words)
		}
		if len(c.records) > 0 && p.GoesOn(c.records[0].ID) != c.goesOn {
			t.Errorf("%v goes on: %t, want %t", c.records, !c.goesOn, c.goesOn)
		}
	}
	if got := PlaceIn(steps[:2], []PlacedRecord{record("takehome", models.CandidateAdvanced)}).Words(); got !=
		"past the last of 2 steps" {
		t.Errorf("at the end they stand at %q", got)
	}
}

// TestOnward: who was advanced says how they go on, or stands at a step without an assessment; a record that is not
// their last says neither.
func TestOnward(t *testing.T) { // D17
	t.Parallel()
	steps, _ := desk.OnwardSteps()
	advanced := func(assessment string) PlacedRecord {
		return PlacedRecord{"cand_" + assessment, assessment, models.CandidateAdvanced}
	}
	for _, c := range []struct {
		records       []PlacedRecord
		goesOn, plain bool // the first of them
	}{
		{[]PlacedRecord{advanced("elsewhere")}, false, false},
		{[]PlacedRecord{advanced("design")}, true, false},
		{[]PlacedRecord{advanced("unsaved")}, false, true},
		{[]PlacedRecord{advanced("design"), advanced("unsaved")}, false, false},
	} {
		goesOn, plain := PlaceIn(steps, c.records).Onward(c.records[0].ID)
		if goesOn != c.goesOn || plain != c.plain {
			t.Errorf("%v goes on: %t, to a plain step: %t", c.records, goesOn, plain)
		}
	}
}
