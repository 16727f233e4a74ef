package models_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

// TestLinkStateAt walks the clocks of an external session's link (D13).
func TestLinkStateAt(t *testing.T) {
	t.Parallel()
	// at the creation, when the link ended, when the session expired
	for name, want := range map[string][]models.LinkState{
		"external":           {models.LinkWaiting, models.LinkEnded, models.LinkExpired},
		"external, used":     {models.LinkUsed, models.LinkUsed, models.LinkUsed},
		"external, canceled": {models.LinkNone, models.LinkNone, models.LinkNone},
		"scheduled":          {models.LinkNone, models.LinkNone, models.LinkNone},
		"imported":           {models.LinkNone, models.LinkNone, models.LinkNone},
	} {
		var got []models.LinkState
		for _, after := range []time.Duration{0, 24 * time.Hour, 7 * 24 * time.Hour} {
			got = append(got, desk.Sorts()[name].LinkStateAt(desk.Thu.Add(after)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestStandingAt proves that a standing says the status, and what is beside it (D11, D13).
func TestStandingAt(t *testing.T) {
	t.Parallel()
	of := map[string][]models.Standing{
		models.StatusScheduled: {models.StandingComing, models.StandingUnderWay},
		models.StatusCompleted: {models.StandingCompleted},
		models.StatusCanceled:  {models.StandingCanceled},
		models.StatusPending:   {models.StandingWaiting, models.StandingLinkEnded},
		models.StatusExpired:   {models.StandingExpired},
	}
	seen := map[models.Standing]bool{}
	for name, i := range desk.Sorts() {
		for _, now := range []time.Time{desk.Thu, desk.Thu.Add(25 * time.Hour), desk.Mon(14, 59), desk.Mon(15, 0),
			desk.Mon(16, 0),
			desk.Thu.AddDate(0, 0, 8)} {
			stage := i.StandingAt(now)
			seen[stage] = true
			if !slices.Contains(of[i.StatusAt(now)], stage) {
				t.Errorf("%s at %s: %s, and its status is %s", name, now, stage, i.StatusAt(now))
			}
			begun := !now.Before(i.StartsAt)
			if stage == models.StandingComing && begun || stage == models.StandingUnderWay && !begun {
				t.Errorf("%s at %s: %s, and it starts at %s", name, now, stage, i.StartsAt)
			}
		}
	}
	if len(seen) != 7 {
		t.Errorf("seen were %v", seen)
	}
}
