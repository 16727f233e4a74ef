package pipeline

import (
	"slices"
	"strings"

	"litmus/models"
)

// StepEdit is what a form or a file says of a step of a pipeline, its assessments by id. Fields that its type does not
// have are left out by [StepEdit.Check].
type StepEdit struct {
	Type, Title          string
	AssessmentID         string
	DurationMinutes      int // 0: [models.DefaultDurationMinutes]
	Bookable, Indefinite bool
	FallbackRecipients   []string
	AssignmentMode       string // "": [models.AssignRandom]
	AssessmentIDs        []string
	Seats                []models.Seat // who interviews together (P2); none: one person, or nobody
}

// StepEditOf returns the edit that changes nothing of the step.
func StepEditOf(r models.Round) StepEdit {
	return StepEdit{Type: r.Type, Title: r.Title, AssessmentID: r.AssessmentID, DurationMinutes: r.DurationMinutes,
		Bookable: r.Bookable, Indefinite: r.Indefinite, FallbackRecipients: r.FallbackRecipients,
		AssignmentMode: r.AssignmentMode, AssessmentIDs: r.AssessmentIDs, Seats: r.Seats}
}

// Check returns the step with its texts cleaned, with defaults, and without the fields that its type does not have (§2,
// Step). Every error is of kind [models.Invalid] and names the field.
func (e StepEdit) Check() (StepEdit, error) {
	out := StepEdit{Type: e.Type, Title: e.Title}
	if err := models.CleanLine("the title", &out.Title, true); err != nil {
		return e, err
	}
	switch e.Type {
	case models.StepPlain:
	case models.StepAssessment:
		out.AssessmentID, out.Bookable, out.Indefinite = e.AssessmentID, e.Bookable, e.Indefinite
		if out.AssessmentID == "" {
			return e, models.InField("assessment",
				models.Invalidf("the assessment is required: a step of this type is one"))
		}
		if out.DurationMinutes = e.DurationMinutes; out.DurationMinutes == 0 {
			out.DurationMinutes = models.DefaultDurationMinutes
		}
		if m := out.DurationMinutes; m < models.MinDurationMinutes || m > models.MaxDurationMinutes {
			return e, models.InField("the duration",
				models.Invalidf("the duration of %d minutes is out of range; expected %d to %d", m, models.MinDurationMinutes,
					models.MaxDurationMinutes))
		}
		var err error
		if out.FallbackRecipients, err = checkRecipients(e.FallbackRecipients); err != nil {
			return e, err
		}
		if out.Seats, err = models.CheckSeats(e.Seats); err != nil {
			return e, err
		}
	case models.StepGroup:
		if out.AssignmentMode = e.AssignmentMode; out.AssignmentMode == "" {
			out.AssignmentMode = models.AssignRandom
		}
		if out.AssignmentMode != models.AssignRandom && out.AssignmentMode != models.AssignSelfSelect {
			return e, models.About(models.Refusal{Cause: models.CauseWord, Field: "mode", Value: e.AssignmentMode},
				models.Invalidf("the assignment mode %s is unknown; it is random or self_select",
					models.Quote(e.AssignmentMode)))
		}
		if out.AssessmentIDs = e.AssessmentIDs; len(out.AssessmentIDs) == 0 {
			return e, models.InField("assessments",
				models.Invalidf("the assessments are required: a group has at least one"))
		}
		for n, id := range out.AssessmentIDs {
			if slices.Contains(out.AssessmentIDs[:n], id) {
				return e, models.Invalidf("the assessments have %s twice; a group has each once", models.Quote(id))
			}
		}
	default:
		return e, models.Invalidf("the type %s is unknown; a step is of type assessment, group or step", models.Quote(e.Type))
	}
	return out, nil
}

// checkRecipients normalizes addresses and drops duplicates.
func checkRecipients(addresses []string) (out []string, err error) {
	for _, a := range addresses {
		email, err := models.ParseEmail("a fallback recipient", a)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, email) {
			out = append(out, email)
		}
		if len(out) > models.MaxFallbackRecipients {
			return nil, models.InField("the fallback recipients",
				models.Invalidf("the fallback recipients are more than %d", models.MaxFallbackRecipients))
		}
	}
	return out, nil
}

// Round returns the step without the ids of what it belongs to. The edit must be checked.
func (e StepEdit) Round() models.Round {
	return models.Round{Type: e.Type, Title: e.Title, AssessmentID: e.AssessmentID, DurationMinutes: e.DurationMinutes,
		Bookable: e.Bookable, Indefinite: e.Indefinite, FallbackRecipients: e.FallbackRecipients,
		AssignmentMode: e.AssignmentMode, AssessmentIDs: e.AssessmentIDs, Seats: e.Seats}
}

// ParseAddresses reads addresses as a person typed them: separated by lines, commas, semicolons or space. It checks
// none of them, but refuses more than most, of kind [models.Invalid].
func ParseAddresses(field, s string, most int) ([]string, error) {
	list := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t\r\n,;", c) })
	if len(list) > most {
		return nil, models.InField(field,
			models.Invalidf("%s are %d addresses; at most %d are allowed", field, len(list), most))
	}
	return list, nil
}
