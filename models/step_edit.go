package models

import (
	"slices"
	"strconv"
	"strings"
)

// StepEdit is what a form or a file says of a step of a pipeline, its assessments by id. Fields that its type does not
// have are left out by [StepEdit.Check].
type StepEdit struct {
	Type, Title          string
	AssessmentID         string
	DurationMinutes      int // 0: [DefaultDurationMinutes]
	Bookable, Indefinite bool
	FallbackRecipients   []string
	AssignmentMode       string // "": [AssignRandom]
	AssessmentIDs        []string
}

// StepEditOf returns the edit that changes nothing of the step.
func StepEditOf(r Round) StepEdit {
	return StepEdit{Type: r.Type, Title: r.Title, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs}
}

// Check returns the step with its texts cleaned, with defaults, and without the fields that its type does not have (§2,
// Step). Every error is of kind [Invalid] and names the field.
func (e StepEdit) Check() (StepEdit, error) {
	out := StepEdit{Type: e.Type, Title: e.Title}
	if err := cleanLine("the title", &out.Title, true); err != nil {
		return e, err
	}
	switch e.Type {
	case StepPlain:
	case StepAssessment:
		out.AssessmentID, out.Bookable, out.Indefinite = e.AssessmentID, e.Bookable, e.Indefinite
		if out.AssessmentID == "" {
			return e, InField("assessment", Invalidf("the assessment is required: a step of this type is one"))
		}
		if out.DurationMinutes = e.DurationMinutes; out.DurationMinutes == 0 {
			out.DurationMinutes = DefaultDurationMinutes
		}
		if m := out.DurationMinutes; m < MinDurationMinutes || m > MaxDurationMinutes {
			return e, InField("the duration",
				Invalidf("the duration of %d minutes is out of range; expected %d to %d", m, MinDurationMinutes,
					MaxDurationMinutes))
		}
		var err error
		if out.FallbackRecipients, err = checkRecipients(e.FallbackRecipients); err != nil {
			return e, err
		}
	case StepGroup:
		if out.AssignmentMode = e.AssignmentMode; out.AssignmentMode == "" {
			out.AssignmentMode = AssignRandom
		}
		if out.AssignmentMode != AssignRandom && out.AssignmentMode != AssignSelfSelect {
			return e, About(Refusal{Cause: CauseWord, Field: "mode", Value: e.AssignmentMode},
				Invalidf("the assignment mode %s is unknown; it is random or self_select",
					Quote(e.AssignmentMode)))
		}
		if out.AssessmentIDs = e.AssessmentIDs; len(out.AssessmentIDs) == 0 {
			return e, InField("assessments", Invalidf("the assessments are required: a group has at least one"))
		}
		for n, id := range out.AssessmentIDs {
			if slices.Contains(out.AssessmentIDs[:n], id) {
				return e, Invalidf("the assessments have %s twice; a group has each once", Quote(id))
			}
		}
	default:
		return e, Invalidf("the type %s is unknown; a step is of type assessment, group or step", Quote(e.Type))
	}
	return out, nil
}

// checkRecipients normalizes addresses and drops duplicates.
func checkRecipients(addresses []string) (out []string, err error) {
	for _, a := range addresses {
		email, err := ParseEmail("a fallback recipient", a)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, email) {
			out = append(out, email)
		}
		if len(out) > MaxFallbackRecipients {
			return nil, InField("the fallback recipients",
				Invalidf("the fallback recipients are more than %d", MaxFallbackRecipients))
		}
	}
	return out, nil
}

// Round returns the step without the ids of what it belongs to. The edit must be checked.
func (e StepEdit) Round() Round {
	return Round{Type: e.Type, Title: e.Title, AssessmentID: e.AssessmentID, DurationMinutes: e.DurationMinutes,
		Bookable: e.Bookable, Indefinite: e.Indefinite, FallbackRecipients: e.FallbackRecipients,
		AssignmentMode: e.AssignmentMode, AssessmentIDs: e.AssessmentIDs}
}

// ParseWhole reads a whole number from low to high as a person typed it; nothing is otherwise. The error, of kind
// [Invalid], names the field.
func ParseWhole(field, s string, otherwise, low, high int) (int, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return 0, InField(field,
			Invalidf("%s %s is not right; expected a whole number from %d to %d", field, Quote(s), low, high))
	}
	return n, nil
}

// ParseAddresses reads addresses as a person typed them: separated by lines, commas, semicolons or space. It checks
// none of them, but refuses more than most, of kind [Invalid].
func ParseAddresses(field, s string, most int) ([]string, error) {
	list := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t\r\n,;", c) })
	if len(list) > most {
		return nil, InField(field,
			Invalidf("%s are %d addresses; at most %d are allowed", field, len(list), most))
	}
	return list, nil
}
