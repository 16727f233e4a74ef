package models_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

func TestStatusAt(t *testing.T) { // §3 States, §3 Indefinite
	t.Parallel()
	start, end, tick := desk.Mon(15, 0), desk.Mon(16, 0), time.Millisecond
	expiry := desk.Thu.Add(7 * 24 * time.Hour)
	with := func(i models.Interview, change func(*models.Interview)) models.Interview { change(&i); return i }
	used := with(desk.External(), func(i *models.Interview) {
		i.LinkUsedAt = desk.Ptr(start)
		i.SetStart(start, 0)
	})
	for _, c := range []struct {
		name string
		i    models.Interview
		now  time.Time
		want string
	}{
		{"booked: scheduled", desk.Scheduled(), desk.Thu, models.StatusScheduled},
		{"a tick before the window closes: scheduled", desk.Scheduled(), end.Add(-tick), models.StatusScheduled},
		{"the instant the window closes: completed", desk.Scheduled(), end, models.StatusCompleted},
		{"the call ended before the window closed: completed",
			with(desk.Scheduled(), func(i *models.Interview) { i.CallEndedAt = desk.Ptr(start) }), start,
			models.StatusCompleted},
		{"grace keeps the window open",
			with(desk.Scheduled(), func(i *models.Interview) { i.SetStart(start, 15*time.Minute) }), end,
			models.StatusScheduled},
		{"grace is over", with(desk.Scheduled(), func(i *models.Interview) { i.SetStart(start, 15*time.Minute) }),
			end.Add(15 * time.Minute), models.StatusCompleted},
		{"an indefinite one has no clock-based end",
			with(desk.Scheduled(), func(i *models.Interview) { i.Indefinite = true; i.SetStart(start, 0) }),
			end.AddDate(1, 0, 0), models.StatusScheduled},
		{"canceled before it began", with(desk.Scheduled(), func(i *models.Interview) { i.CanceledAt = desk.Ptr(desk.Thu) }), desk.Thu,
			models.StatusCanceled},
		{"canceled wins over completed by call", with(desk.Scheduled(), func(i *models.Interview) {
			i.CallEndedAt, i.CanceledAt = desk.Ptr(start), desk.Ptr(end)
		}), end, models.StatusCanceled},
		{"an unused link: pending", desk.External(), desk.Thu, models.StatusPending},
		{"a tick before seven days: pending", desk.External(), expiry.Add(-tick), models.StatusPending},
		{"seven days unused: expired", desk.External(), expiry, models.StatusExpired},
		{"canceled wins over expired", with(desk.External(), func(i *models.Interview) { i.CanceledAt = desk.Ptr(expiry) }), expiry,
			models.StatusCanceled},
		{"a used link's window closes by the round's duration", used, end, models.StatusCompleted},
	} {
		if got := c.i.StatusAt(c.now); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestScheduledStartAt(t *testing.T) { // §2
	t.Parallel()
	if got := desk.External().ScheduledStartAt(); got != nil {
		t.Errorf("an unused external session shows the start %v", got)
	}
	if got := desk.Scheduled().ScheduledStartAt(); got == nil || !got.Equal(desk.Mon(15, 0)) {
		t.Errorf("got %v", got)
	}
	i := desk.External()
	i.CanceledAt = desk.Ptr(desk.Thu)
	if i.ScheduledStartAt() != nil {
		t.Error("an external session canceled before use shows a start")
	}
	imported := desk.Scheduled()
	imported.Source, imported.ExternallyScheduled = models.SourceLever, true
	if imported.ScheduledStartAt() == nil || !imported.Imported() || imported.Unused() {
		t.Error("an import has a real start")
	}
}

func TestSetStart(t *testing.T) {
	t.Parallel()
	i := models.Interview{DurationMinutes: 45}
	i.SetStart(desk.Mon(15, 0).Add(999*time.Microsecond), 10*time.Minute)
	if !i.StartsAt.Equal(desk.Mon(15, 0)) || !i.EndsAt.Equal(desk.Mon(15, 45)) || i.WindowEndsAt == nil ||
		!i.WindowEndsAt.Equal(desk.Mon(15, 55)) {
		t.Errorf("got %v to %v, window %v; grace belongs to the window alone", i.StartsAt, i.EndsAt, i.WindowEndsAt)
	}
	i.Indefinite = true
	i.SetStart(desk.Mon(15, 0), 10*time.Minute)
	if i.WindowEndsAt != nil || !i.EndsAt.Equal(desk.Mon(15, 45)) {
		t.Errorf("an indefinite interview has window %v and blocks until %v; want no end, and its nominal duration",
			i.WindowEndsAt, i.EndsAt)
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	var i models.Interview
	last := i.UpdatedAt
	for n, now := range []time.Time{desk.Mon(12, 0), desk.Mon(12, 0), desk.Mon(12, 0).Add(300 * time.Microsecond),
		desk.Mon(11, 0),
		desk.Mon(12, 1)} {
		i.Revise(now)
		if !i.UpdatedAt.After(last) || i.UpdatedAt.Sub(last) < time.Millisecond || i.Revision != int64(n+1) {
			t.Errorf("change %d at %v: updated_at %v after %v, revision %d", n, now, i.UpdatedAt, last, i.Revision)
		}
		if i.UpdatedAt != models.Instant(i.UpdatedAt) {
			t.Errorf("updated_at %v is not a UTC millisecond", i.UpdatedAt)
		}
		last = i.UpdatedAt
	}
	if !last.Equal(desk.Mon(12, 1)) {
		t.Errorf("updated_at is %v; a clock that is ahead again is believed", last)
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	i := desk.Scheduled()
	ended, canceled, import_, used := i, i, i, desk.External()
	ended.CallEndedAt, canceled.CanceledAt = desk.Ptr(desk.Mon(15, 1)), desk.Ptr(desk.Thu)
	import_.Source, import_.ExternallyScheduled = models.SourceGreenhouse, true
	used.LinkUsedAt = desk.Ptr(desk.Thu)
	for name, c := range map[string]struct {
		i    models.Interview
		want bool
	}{
		"scheduled":                  {i, true},
		"ended by call":              {ended, false},
		"canceled":                   {canceled, false},
		"an import":                  {import_, true},
		"a pending external session": {desk.External(), false},
		"a used external session":    {used, true},
	} {
		if got := c.i.Blocks(); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestCandidateStateAt(t *testing.T) {
	t.Parallel()
	expiry := desk.Mon(0, 0)
	c := models.Candidate{State: models.CandidateInvited, InviteExpiresAt: &expiry}
	for _, one := range []struct {
		name        string
		state       string
		now         time.Time
		interviewed bool
		want        string
	}{
		{"before its expiry", models.CandidateInvited, expiry.Add(-time.Millisecond), false, models.CandidateInvited},
		{"at its expiry", models.CandidateInvited, expiry, false, models.CandidateExpired},
		{"an interview that is not canceled keeps it alive", models.CandidateInvited, expiry, true, models.CandidateInvited},
		{"who has begun does not expire", models.CandidateInProgress, expiry, false, models.CandidateInProgress},
	} {
		c := c
		c.State = one.state
		if got := c.StateAt(one.now, one.interviewed); got != one.want {
			t.Errorf("%s: got %s, want %s", one.name, got, one.want)
		}
	}
	if got := (models.Candidate{State: models.CandidateInvited}).StateAt(expiry.AddDate(9, 0, 0),
		false); got != models.CandidateInvited {
		t.Errorf("a candidate made by a booking has no expiry: got %s", got)
	}
	for decision, want := range map[string]string{models.DecisionPending: models.CandidateSubmitted,
		models.DecisionAdvance: models.CandidateAdvanced, models.DecisionReject: models.CandidateRejected} {
		if got := models.StateOfDecision(decision); got != want || models.ActiveState(got) {
			t.Errorf("a decision is a state: %s stands for %s, active %v", decision, got, models.ActiveState(got))
		}
	}
}
