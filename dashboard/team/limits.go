package team

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// limitHints say what the limits of the organization count.
var limitHints = map[string]string{
	"day":    "Of everybody together. Empty: no limit.",
	"week":   "Of everybody together, from Monday to Sunday.",
	"row":    "Of each person, with less than 15 minutes between them.",
	"before": "Of each person.",
	"after":  "Of each person.",
	"notice": "No start is offered sooner.",
}

// limitsView is how much the organization and its people interview at most (P5).
type limitsView struct {
	Inputs      []site.LimitInput
	NoShowsFree bool
}

func limitsOf(typed models.LimitsForm, free bool) limitsView {
	return limitsView{site.LimitInputs(typed, limitHints), free}
}

// editLimits saves the limits. If somebody else saved meanwhile the page says what is saved by now.
func editLimits(v *site.Visit) (site.Answer, error) {
	typed := v.LimitsTyped()
	limits := models.OrganizationLimits{NoShowsFree: !v.Form.Has("no_shows_count")}
	var err error
	if limits.InterviewLimits, err = typed.Parse(); err == nil {
		_, err = v.Acts.Team.EditLimits(v.Context(), v.By(), settingsVersion(v), limits)
	}
	if err == nil {
		return site.RedirectNote(site.OrganizationPath, "The limits are saved. What is booked already stays."), nil
	}
	o, failed := v.Store.Team.OrganizationOf(v.Context(), v.Org.ID)
	if failed != nil {
		return site.Answer{}, failed
	}
	view := settingsOf(v, o)
	view.Limits = limitsOf(typed, limits.NoShowsFree)
	if models.KindOf(err) == models.Conflict && o.Limits != limits {
		view.Stored = []settingDifference{{"Limits", o.Limits.Words()}}
	}
	return organizationPage(v, view).Refusing(err)
}
