package availability

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// limitsView is how much a person interviews at most (P5).
type limitsView struct {
	Inputs []site.LimitInput
	Words  string // as they are saved; "" for none
	Each   string // those that the organization has for each of its people, in words
}

// limitHints say what the limits of a person count.
var limitHints = map[string]string{
	"day":    "In the zone of the hours. Empty: no limit.",
	"week":   "From Monday to Sunday.",
	"row":    "With less than 15 minutes between them.",
	"notice": "No start is offered sooner.",
}

func limitsOf(v *site.Visit, saved models.InterviewLimits, typed models.LimitsForm) limitsView {
	if typed == nil {
		typed = saved.FormOf()
	}
	return limitsView{site.LimitInputs(typed, limitHints), saved.Words(), v.Org.Limits.Each().Words()}
}

// saveLimits saves how much somebody interviews at most. They bind wherever Litmus offers or chooses; what is booked
// stays.
func saveLimits(v *site.Visit) (site.Answer, error) {
	who, err := editHours(v)
	if err != nil {
		return site.Answer{}, err
	}
	typed := v.LimitsTyped()
	limits, err := typed.Parse()
	if err == nil {
		_, err = v.Acts.Availability.SetLimits(v.Context(), v.By(), who.Email, v.Field("shown"), limits)
	}
	if err != nil {
		return refusedHours(v, who, typedHours{limits: typed}, err)
	}
	return savedHours(v, who, "The limits are saved. What is booked already stays.")
}
