package pipeline

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestStepEdit(t *testing.T) { // D17, §2 Step
	t.Parallel()
	full := StepEdit{Type: models.StepAssessment, Title: " Talk ", AssessmentID: "asm_1", DurationMinutes: 45, Bookable: true,
		Indefinite: true, FallbackRecipients: []string{"A@x.example", "b@x.example", "a@x.example"},
		AssignmentMode: models.AssignSelfSelect, AssessmentIDs: []string{"asm_2", "asm_3"}}
	of := func(kind string) StepEdit {
		e := full
		e.Type = kind
		return e
	}
	for kind, want := range map[string]StepEdit{
		models.StepPlain: {Type: models.StepPlain, Title: "Talk"},
		models.StepAssessment: {Type: models.StepAssessment, Title: "Talk", AssessmentID: "asm_1", DurationMinutes: 45,
			Bookable: true, Indefinite: true, FallbackRecipients: []string{"a@x.example", "b@x.example"}},
		models.StepGroup: {Type: models.StepGroup, Title: "Talk", AssignmentMode: models.AssignSelfSelect,
			AssessmentIDs: []string{"asm_2", "asm_3"}},
	} {
		got, err := of(kind).Check()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v (%v), want %+v: no field of another type", kind, got, err, want)
		}
		again, err := StepEditOf(got.Round()).Check()
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: checked twice it is %+v (%v)", kind, again, err)
		}
	}
	few := StepEdit{Type: models.StepAssessment, Title: "x", AssessmentID: "asm_1"}
	if got, err := few.Check(); err != nil || got.DurationMinutes != models.DefaultDurationMinutes {
		t.Errorf("without a duration: got %+v (%v), want 60 minutes", got, err)
	}
	group := StepEdit{Type: models.StepGroup, Title: "x", AssessmentIDs: []string{"asm_1"}}
	if got, err := group.Check(); err != nil || got.AssignmentMode != models.AssignRandom {
		t.Errorf("without a mode: got %+v (%v), want random", got, err)
	}
	many := make([]string, models.MaxFallbackRecipients+1)
	for n := range many {
		many[n] = fmt.Sprintf("a%d@x.example", n)
	}
	for says, change := range map[string]func(*StepEdit){
		"the title":         func(e *StepEdit) { e.Title = " " },
		"the type \"talk\"": func(e *StepEdit) { e.Type = "talk" },
		"the assessment is": func(e *StepEdit) { e.AssessmentID = "" },
		"4 minutes":         func(e *StepEdit) { e.DurationMinutes = 4 },
		"481 minutes":       func(e *StepEdit) { e.DurationMinutes = 481 },
		"-1 minutes":        func(e *StepEdit) { e.DurationMinutes = -1 },
		"\"nobody\"":        func(e *StepEdit) { e.FallbackRecipients = []string{"nobody"} },
		"more than 50":      func(e *StepEdit) { e.FallbackRecipients = many },
		"mode \"first\"":    func(e *StepEdit) { e.Type, e.AssignmentMode = models.StepGroup, "first" },
		"at least one":      func(e *StepEdit) { e.Type, e.AssessmentIDs = models.StepGroup, nil },
		"\"asm_2\" twice":   func(e *StepEdit) { e.Type, e.AssessmentIDs = models.StepGroup, []string{"asm_2", "asm_2"} },
	} {
		e := full
		change(&e)
		desk.WantRefusal(t, says, models.Invalid, says)(e.Check())
	}
	full.FallbackRecipients = many[:models.MaxFallbackRecipients]
	if _, err := full.Check(); err != nil {
		t.Errorf("%d fallback recipients: %v", models.MaxFallbackRecipients, err)
	}
}

func TestTypedNumbersAndAddresses(t *testing.T) { // D17
	t.Parallel()
	for typed, want := range map[string]int{"": 60, " ": 60, "5": 5, " 480 ": 480} {
		if got, err := models.ParseWhole("the duration", typed, 60, 5, 480); err != nil || got != want {
			t.Errorf("%q: got %d (%v), want %d", typed, got, err, want)
		}
	}
	for _, typed := range []string{"0", "4", "481", "-5", "1h", "5.5", "99999999999999999999", "5 6"} {
		desk.WantRefusal(t, typed, models.Invalid, "")(models.ParseWhole("the duration", typed, 60, 5, 480))
	}
	got, err := ParseAddresses("the recipients", "a@x.example\r\nb@x.example, c@x.example;d@x.example\n\n", 4)
	if want := []string{"a@x.example", "b@x.example", "c@x.example", "d@x.example"}; err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("got %v (%v), want %v", got, err, want)
	}
	desk.WantRefusal(t, "10,000 lines", models.Invalid, "10000 addresses")(
		ParseAddresses("the recipients", strings.Repeat("a@x.example\n", 10_000), 50))
}
