package models_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

// TestHold: only a change of what is to come is held, at its own revision, and until its time.
func TestHold(t *testing.T) {
	t.Parallel()
	now, machine := desk.Thu, desk.Thu.Add(time.Hour) // a test clock that is behind
	moved := func(before models.Interview, to time.Time) models.Interview {
		after := before
		after.Revise(now)
		after.SetStart(to, 0)
		return after
	}
	before := desk.Scheduled()
	for name, c := range map[string]struct {
		before, after models.Interview
		wait          time.Duration
		held          bool
	}{
		"a move":               {before, moved(before, desk.Mon(16, 0)), 10 * time.Second, true},
		"without a wait":       {before, moved(before, desk.Mon(16, 0)), 0, false},
		"to a near start":      {before, moved(before, now.Add(15*time.Minute)), 10 * time.Second, false},
		"from a near start":    {moved(before, now.Add(15*time.Minute)), moved(before, desk.Mon(16, 0)), 10 * time.Second, false},
		"of a canceled one":    {canceled(before), moved(before, desk.Mon(16, 0)), 10 * time.Second, false},
		"to another round":     {before, another(moved(before, desk.Mon(16, 0))), 10 * time.Second, false},
		"of an external one":   {desk.External(), moved(before, desk.Mon(16, 0)), 10 * time.Second, false},
		"into an external one": {before, desk.External(), 10 * time.Second, false},
	} {
		i := c.after
		if i.Hold(c.before, c.wait, now, machine); (i.HeldUntil(machine) != nil) != c.held {
			t.Errorf("%s: held is %+v, want %v", name, i.Held, c.held)
		}
	}
	i := moved(before, desk.Mon(16, 0))
	i.Hold(before, 10*time.Second, now, machine)
	if until := i.HeldUntil(machine.Add(10*time.Second - time.Millisecond)); until == nil ||
		!until.Equal(machine.Add(10*time.Second)) {
		t.Errorf("just before the end it is held until %v", until)
	}
	if until := i.HeldUntil(machine.Add(10 * time.Second)); until != nil {
		t.Errorf("at the end it is held until %v", until)
	}
	i.Revise(now)
	if until := i.HeldUntil(machine); until != nil {
		t.Errorf("after another change it is held until %v", until)
	}
}

func canceled(i models.Interview) models.Interview {
	i.CanceledAt = desk.Ptr(desk.Thu.Add(-time.Minute))
	return i
}

func another(i models.Interview) models.Interview {
	i.RoundID = "rnd_other"
	return i
}
