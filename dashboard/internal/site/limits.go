package site

import (
	"strings"

	"litmus/models"
)

// LimitInput is a field of a form of limits (P5).
type LimitInput struct {
	ID, Name, Label, Value string
	Most                   int
	Hint                   string // "" for none
}

// LimitInputs are the fields of a form of limits as it was typed, with hints by the names of limits.
func LimitInputs(typed models.LimitsForm, hints map[string]string) (out []LimitInput) {
	for _, f := range models.LimitFields {
		out = append(out, LimitInput{ID: controlsOf(f.Label)[0], Name: "limit_" + f.Name,
			Label: strings.ToUpper(f.Label[:1]) + f.Label[1:], Value: typed[f.Name], Most: f.Most,
			Hint: hints[f.Name]})
	}
	return out
}

// LimitsTyped reads such a form.
func (v *Visit) LimitsTyped() models.LimitsForm {
	typed := models.LimitsForm{}
	for _, f := range models.LimitFields {
		typed[f.Name] = v.Field("limit_" + f.Name)
	}
	return typed
}
