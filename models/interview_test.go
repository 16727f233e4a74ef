package models

import (
	"testing"
	"time"
)

func ptr[T any](v T) *T { return &v }

// scheduled is an interview of an hour at 15:00, booked at 12:00 on the Thursday before.
func scheduled() Interview {
	i := Interview{OrgID: "org_1", ID: "int_1", CandidateID: "cand_1", Source: SourceLitmus, DurationMinutes: 60,
		TimeZone: "UTC", CreatedAt: thu}
	i.change(thu)
	i.setStart(mon(15, 0), 0)
	i.StartSetAt, i.InterviewerSetAt, i.AnnounceRevision = thu, thu, i.Revision
	return i
}

// thu is when tests book unless they say otherwise: four days before the interview.
var thu = time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)

// external is an unused external session made on Thursday; the token of its link is "first".
func external() Interview {
	return Interview{ID: "int_2", Source: SourceExternal, ExternallyScheduled: true, DurationMinutes: 60, StartsAt: thu,
		EndsAt: thu.Add(time.Hour), ExpiresAt: ptr(thu.AddDate(0, 0, 7)), LinkHash: ptr(HashLink("first")),
		LinkExpiresAt: ptr(thu.AddDate(0, 0, 1)), CreatedAt: thu, UpdatedAt: thu, Revision: 1}
}

func TestStatusAt(t *testing.T) { // §3 States, §3 Indefinite
	t.Parallel()
	start, end, tick := mon(15, 0), mon(16, 0), time.Millisecond
	expiry := thu.Add(7 * 24 * time.Hour)
	with := func(i Interview, change func(*Interview)) Interview { change(&i); return i }
	used := with(external(), func(i *Interview) {
		i.LinkUsedAt = ptr(start)
		i.setStart(start, 0)
	})
	for _, c := range []struct {
		name string
		i    Interview
		now  time.Time
		want string
	}{
		{"booked: scheduled", scheduled(), thu, StatusScheduled},
		{"under way: scheduled", scheduled(), start, StatusScheduled},
		{"a tick before the window closes: scheduled", scheduled(), end.Add(-tick), StatusScheduled},
		{"the instant the window closes: completed", scheduled(), end, StatusCompleted},
		{"long after: completed", scheduled(), end.AddDate(10, 0, 0), StatusCompleted},
		{"the call ended before the window closed: completed",
			with(scheduled(), func(i *Interview) { i.CallEndedAt = ptr(start) }), start, StatusCompleted},
		{"grace keeps the window open",
			with(scheduled(), func(i *Interview) { i.setStart(start, 15*time.Minute) }), end, StatusScheduled},
		{"grace is over", with(scheduled(), func(i *Interview) { i.setStart(start, 15*time.Minute) }),
			end.Add(15 * time.Minute), StatusCompleted},
		{"an indefinite one has no clock-based end",
			with(scheduled(), func(i *Interview) { i.Indefinite = true; i.setStart(start, 0) }), end.AddDate(1, 0, 0),
			StatusScheduled},
		{"an indefinite one ends by call", with(scheduled(), func(i *Interview) {
			i.Indefinite = true
			i.setStart(start, 0)
			i.CallEndedAt = ptr(end)
		}), end, StatusCompleted},
		{"canceled before it began", with(scheduled(), func(i *Interview) { i.CanceledAt = ptr(thu) }), thu,
			StatusCanceled},
		{"canceled wins over completed by clock",
			with(scheduled(), func(i *Interview) { i.CanceledAt = ptr(end) }), end, StatusCanceled},
		{"canceled wins over completed by call", with(scheduled(), func(i *Interview) {
			i.CallEndedAt, i.CanceledAt = ptr(start), ptr(end)
		}), end, StatusCanceled},
		{"an unused link: pending", external(), thu, StatusPending},
		{"dead after 24 hours, the session stays pending", external(), thu.Add(25 * time.Hour), StatusPending},
		{"a tick before seven days: pending", external(), expiry.Add(-tick), StatusPending},
		{"seven days unused: expired", external(), expiry, StatusExpired},
		{"canceled wins over expired", with(external(), func(i *Interview) { i.CanceledAt = ptr(expiry) }), expiry,
			StatusCanceled},
		{"a used link: scheduled", used, start, StatusScheduled},
		{"a used link's window closes by the round's duration", used, end, StatusCompleted},
		{"a used link does not expire", used, expiry.Add(-tick), StatusCompleted},
	} {
		if got := c.i.StatusAt(c.now); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestScheduledStartAt(t *testing.T) { // §2
	t.Parallel()
	if got := external().ScheduledStartAt(); got != nil {
		t.Errorf("an unused external session shows the start %v", got)
	}
	if got := scheduled().ScheduledStartAt(); got == nil || !got.Equal(mon(15, 0)) {
		t.Errorf("got %v", got)
	}
	i := external()
	i.CanceledAt = ptr(thu)
	if i.ScheduledStartAt() != nil {
		t.Error("an external session canceled before use shows a start")
	}
	imported := scheduled()
	imported.Source, imported.ExternallyScheduled = SourceLever, true
	if imported.ScheduledStartAt() == nil || !imported.Imported() || imported.Unused() {
		t.Error("an import has a real start")
	}
}

func TestSetStart(t *testing.T) {
	t.Parallel()
	i := Interview{DurationMinutes: 45}
	i.setStart(mon(15, 0).Add(999*time.Microsecond), 10*time.Minute)
	if !i.StartsAt.Equal(mon(15, 0)) || !i.EndsAt.Equal(mon(15, 45)) || i.WindowEndsAt == nil ||
		!i.WindowEndsAt.Equal(mon(15, 55)) {
		t.Errorf("got %v to %v, window %v; grace belongs to the window alone", i.StartsAt, i.EndsAt, i.WindowEndsAt)
	}
	i.Indefinite = true
	i.setStart(mon(15, 0), 10*time.Minute)
	if i.WindowEndsAt != nil || !i.EndsAt.Equal(mon(15, 45)) {
		t.Errorf("an indefinite interview has window %v and blocks until %v; want no end, and its nominal duration",
			i.WindowEndsAt, i.EndsAt)
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	var i Interview
	last := i.UpdatedAt
	for n, now := range []time.Time{mon(12, 0), mon(12, 0), mon(12, 0).Add(300 * time.Microsecond), mon(11, 0),
		mon(12, 1)} {
		i.change(now)
		if !i.UpdatedAt.After(last) || i.UpdatedAt.Sub(last) < time.Millisecond || i.Revision != int64(n+1) {
			t.Errorf("change %d at %v: updated_at %v after %v, revision %d", n, now, i.UpdatedAt, last, i.Revision)
		}
		if i.UpdatedAt != Instant(i.UpdatedAt) {
			t.Errorf("updated_at %v is not a UTC millisecond", i.UpdatedAt)
		}
		last = i.UpdatedAt
	}
	if !last.Equal(mon(12, 1)) {
		t.Errorf("updated_at is %v; a clock that is ahead again is believed", last)
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	i := scheduled()
	ended, canceled, import_, used := i, i, i, external()
	ended.CallEndedAt, canceled.CanceledAt = ptr(mon(15, 1)), ptr(thu)
	import_.Source, import_.ExternallyScheduled = SourceGreenhouse, true
	used.LinkUsedAt = ptr(thu)
	for name, c := range map[string]struct {
		i    Interview
		want bool
	}{
		"scheduled":                  {i, true},
		"ended by call":              {ended, false},
		"canceled":                   {canceled, false},
		"an import":                  {import_, true},
		"a pending external session": {external(), false},
		"a used external session":    {used, true},
	} {
		if got := c.i.Blocks(); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestCandidateStateAt(t *testing.T) {
	t.Parallel()
	expiry := mon(0, 0)
	c := Candidate{State: CandidateInvited, InviteExpiresAt: &expiry}
	for _, one := range []struct {
		name        string
		state       string
		now         time.Time
		interviewed bool
		want        string
	}{
		{"before its expiry", CandidateInvited, expiry.Add(-time.Millisecond), false, CandidateInvited},
		{"at its expiry", CandidateInvited, expiry, false, CandidateExpired},
		{"an interview that is not canceled keeps it alive", CandidateInvited, expiry, true, CandidateInvited},
		{"who has begun does not expire", CandidateInProgress, expiry, false, CandidateInProgress},
		{"who has submitted does not expire", CandidateSubmitted, expiry, false, CandidateSubmitted},
	} {
		c := c
		c.State = one.state
		if got := c.StateAt(one.now, one.interviewed); got != one.want {
			t.Errorf("%s: got %s, want %s", one.name, got, one.want)
		}
	}
	if got := (Candidate{State: CandidateInvited}).StateAt(expiry.AddDate(9, 0, 0), false); got != CandidateInvited {
		t.Errorf("a candidate made by a booking has no expiry: got %s", got)
	}
	for decision, want := range map[string]string{DecisionPending: CandidateSubmitted,
		DecisionAdvance: CandidateAdvanced, DecisionReject: CandidateRejected} {
		if got := StateOfDecision(decision); got != want || ActiveState(got) {
			t.Errorf("a decision is a state: %s stands for %s, active %v", decision, got, ActiveState(got))
		}
	}
}
