package models_test

import (
	"testing"

	"litmus/models"
)

// TestLimitsForm: what a form says is what it shows again, within the bounds of each limit (P5).
func TestLimitsForm(t *testing.T) {
	t.Parallel()
	want := models.InterviewLimits{Day: 2, Week: 8, Row: 3, Before: 10, After: 15, Notice: 1}
	if got, err := want.FormOf().Parse(); err != nil || got != want {
		t.Errorf("the form of %+v gives %+v (%v)", want, got, err)
	}
	if got, err := (models.LimitsForm{"day": " 0 "}).Parse(); err != nil || got != (models.InterviewLimits{}) {
		t.Errorf("none give %+v (%v)", got, err)
	}
	for _, f := range models.LimitFields {
		for _, typed := range []string{"-1", "x", "1.5", "1000"} {
			if _, err := (models.LimitsForm{f.Name: typed}).Parse(); models.KindOf(err) != models.Invalid {
				t.Errorf("%s %s: %v, want a refusal", typed, f.Label, err)
			}
		}
	}
}

// TestDecideLimits: limits are another version of the settings, and the file's stay (D24).
func TestDecideLimits(t *testing.T) {
	t.Parallel()
	o := models.Organization{Name: "Acme", Version: 3}
	l := models.OrganizationLimits{NoShowsFree: true}
	after, changed, err := o.DecideLimits(l, 3)
	if err != nil || !changed || after.Limits != l || after.Version != 4 {
		t.Errorf("got %+v, %t, %v", after.Limits, changed, err)
	}
	if _, changed, err = after.DecideLimits(l, 4); err != nil || changed {
		t.Errorf("the same: %t, %v", changed, err)
	}
	if _, _, err = o.DecideLimits(l, 2); models.KindOf(err) != models.Conflict {
		t.Errorf("a stale form: %v", err)
	}
	o.Origin = models.OriginFile
	if _, _, err = o.DecideLimits(l, 3); models.KindOf(err) != models.Conflict {
		t.Errorf("the file's: %v", err)
	}
}
