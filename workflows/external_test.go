package workflows

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
)

// linked is a world in which an external session with Ann was just made: both clocks run (decision 50).
func linked(t *testing.T) *world {
	w := newWorld(t)
	w.row = w.decide(models.BookingOrder{External: true, InterviewerEmail: ann}, thu)
	w.begin(thu)
	return w
}

func useLink(t *testing.T) func(models.Interview, time.Time) models.Interview {
	return func(i models.Interview, now time.Time) models.Interview {
		used, _, err := models.DecideUseLink(i, "", models.DefaultPolicy, now)
		if err != nil {
			t.Errorf("use: %v", err)
		}
		return used
	}
}

func freshLink(t *testing.T) func(models.Interview, time.Time) models.Interview {
	return func(i models.Interview, now time.Time) models.Interview {
		fresh, err := models.DecideFreshLink(i, "another", models.DefaultPolicy, now)
		if err != nil {
			t.Errorf("fresh link: %v", err)
		}
		return fresh
	}
}

// looked checks when the row was loaded, each instant once, by the time since the session was made, and what it was
// then.
func (w *world) looked(want ...time.Duration) {
	w.t.Helper()
	var got []time.Duration
	for _, at := range w.loads {
		if d := at.Sub(thu); len(got) == 0 || got[len(got)-1] != d {
			got = append(got, d)
		}
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("it looked after %v, want %v", got, want)
	}
}

// was checks the public status at an instant.
func (w *world) was(want string, after time.Duration) {
	w.t.Helper()
	if got := w.row.StatusAt(thu.Add(after)); got != want {
		w.t.Errorf("after %s it is %s, want %s", after, got, want)
	}
}

// TestExternalSession: the two clocks of an external session and the window of a used link, at full length.
func TestExternalSession(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	t.Run("unused: the link is dead after 24 hours, the session expired after seven days, and nobody hears of it "+
		"(decisions 46 and 50)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		_ = w.run()
		w.happened("Thu 12:00 ends")
		w.looked(0, day, 7*day)
		w.was(models.StatusPending, 7*day-time.Millisecond)
		w.was(models.StatusExpired, 7*day)
		if w.row.LinkAlive(thu.Add(day)) || !w.row.LinkAlive(thu.Add(day-time.Millisecond)) {
			t.Error("the link does not die when it is looked at")
		}
	})
	t.Run("used: both clocks give way to the window of the round's length (decisions 48 and 51)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(23*time.Hour), useLink(t))
		_ = w.run()
		w.happened("Fri 12:00 ends")
		w.looked(0, 23*time.Hour, 24*time.Hour)
		w.was(models.StatusScheduled, 24*time.Hour-time.Millisecond)
		w.was(models.StatusCompleted, 24*time.Hour)
	})
	t.Run("used and ended by call: the window's timer goes (decision 52)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(2*time.Hour), useLink(t))
		w.changes(thu.Add(2*time.Hour+20*time.Minute), func(i models.Interview, now time.Time) models.Interview {
			i, _, _ = models.DecideEndCall(i, now)
			return i
		})
		_ = w.run()
		w.happened("Thu 14:20 ends")
	})
	t.Run("a fresh link on day two moves the first clock, never the second (decisions 50 and 100)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(2*day), freshLink(t))
		_ = w.run()
		w.happened("Thu 12:00 ends")
		w.looked(0, day, 2*day, 3*day, 7*day)
	})
	t.Run("a fresh link in the last hours lives as long as the session", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(6*day+12*time.Hour), freshLink(t))
		_ = w.run()
		w.happened("Thu 12:00 ends")
		w.looked(0, day, 6*day+12*time.Hour, 7*day)
		w.was(models.StatusExpired, 7*day)
	})
	t.Run("a fresh link used on day six", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(5*day), freshLink(t))
		w.changes(thu.Add(5*day+23*time.Hour), useLink(t))
		_ = w.run()
		w.happened("Wed 12:00 ends")
		w.looked(0, day, 5*day, 5*day+23*time.Hour, 6*day)
	})
	t.Run("canceled while pending: the clocks stop without a letter (decision 53)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.changes(thu.Add(time.Hour), cancel)
		_ = w.run()
		w.happened("Thu 13:00 ends")
	})
	t.Run("expired and booked again: both clocks start anew (decision 31)", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		_ = w.run()
		w.row = w.decide(models.BookingOrder{External: true, InterviewerEmail: ann}, thu.Add(8*day))
		w.begin(thu.Add(8 * day))
		_ = w.run()
		w.happened("Thu 12:00 ends", "Fri 12:00 ends")
		w.looked(0, day, 7*day, 8*day, 9*day, 15*day)
	})
	t.Run("the run was lost: one made anew on day three keeps the second clock", func(t *testing.T) {
		t.Parallel()
		w := linked(t)
		w.begin(thu.Add(3 * day))
		_ = w.run()
		w.happened("Thu 12:00 ends")
		w.looked(3*day, 7*day)
	})
	t.Run("a booking that becomes external: those who hold an invitation are told, then the clocks run (decision 32)",
		func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			w.changes(thu.Add(time.Hour), func(i models.Interview, now time.Time) models.Interview {
				return w.decide(models.BookingOrder{External: true, InterviewerEmail: ann}, now)
			})
			_ = w.run()
			w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 13:00 ann cancellation",
				"Thu 13:00 cleo cancellation", "Thu 13:00 ends")
			w.looked(0, time.Hour, day+time.Hour, 7*day+time.Hour)
		})
	t.Run("an external session that becomes a booking: the clocks go, letters and reminders come (decision 32)",
		func(t *testing.T) {
			t.Parallel()
			w := linked(t)
			w.changes(thu.Add(time.Hour), w.moveTo(mon(15, 0)))
			_ = w.run()
			w.happened(
				"Thu 13:00 ann briefing", "Thu 13:00 cleo confirmation",
				"Sun 15:00 ann reminder_24h", "Sun 15:00 cleo reminder_24h",
				"Mon 14:00 ann reminder_1h", "Mon 14:00 cleo reminder_1h", "Mon 16:00 ends",
			)
		})
}
