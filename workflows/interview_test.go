package workflows

import (
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// These tests are about what [next] decides being carried out: which decisions are right is for TestNext and the tables
// beside it, and what is owed for those of models.

func TestInterview(t *testing.T) {
	t.Parallel()
	booked.play(t, "booked for day four: letters at once, reminders 24 h and 1 h before, the end with the window",
		func(t *testing.T, w *world) {
			w.run()
			w.happened(
				"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
				"Sun 15:00 ann reminder_24h", "Sun 15:00 cleo reminder_24h",
				"Mon 14:00 ann reminder_1h", "Mon 14:00 cleo reminder_1h",
				"Mon 16:00 ends",
			)
			if n := w.countLoads(); n > 8 {
				t.Errorf("%d loads; want about two for each of the four instants", n)
			}
		})
	booked.play(t, "moved and reassigned: all timers moved, and each change is told", func(t *testing.T, w *world) {
		w.changes(mon(12, 0).AddDate(0, 0, -2), func() { w.move(mon(15, 0).AddDate(0, 0, 2)) }) // to Wednesday
		w.changes(mon(13, 0).AddDate(0, 0, -2), func() { w.reassign(bob) })
		w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
			"Sat 12:00 ann changed_time", "Sat 12:00 cleo changed_time",
			"Sat 13:00 ann cancellation", "Sat 13:00 bob briefing",
			"Tue 15:00 bob reminder_24h", "Tue 15:00 cleo reminder_24h",
			"Wed 14:00 bob reminder_1h", "Wed 14:00 cleo reminder_1h",
			"Wed 16:00 ends",
		)
	})
	booked.play(t, "canceled: those who know are told, and it ends", func(t *testing.T, w *world) {
		w.changes(thu.Add(time.Hour), w.cancel)
		w.run()
		w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
			"Thu 13:00 ann cancellation", "Thu 13:00 cleo cancellation", "Thu 13:00 ends")
	})
	booked.play(t, "an interview that is not there ends at once", func(t *testing.T, w *world) {
		w.ref.ID = "int_gone"
		w.run()
		w.happened("Thu 12:00 ends")
		if n := w.countLoads(); n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
	})
	t.Run("an indefinite one ends after its last reminder, and its next change starts it anew", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, nil)
		w.order.RoundID = w.round("endless")
		w.book()
		w.run()
		if w.last() != "Mon 14:00 ends" {
			t.Errorf("it ended so: %s", w.last())
		}
		w.diary = nil
		w.begin(mon(15, 30))
		w.cancel()
		w.run()
		w.happened("Mon 15:30 ann cancellation", "Mon 15:30 cleo cancellation", "Mon 15:30 ends")
	})
	booked.play(t, "one that was lost goes on from the row: of overdue reminders the latest, and nothing twice",
		func(t *testing.T, w *world) {
			w.begin(mon(14, 10))
			w.run()
			w.happened("Mon 14:10 ann briefing", "Mon 14:10 ann reminder_1h", "Mon 14:10 cleo confirmation",
				"Mon 14:10 cleo reminder_1h", "Mon 16:00 ends")
			w.begin(mon(17, 0))
			w.run()
			if w.last() != "Mon 17:00 ends" || len(w.diary) != 6 {
				t.Errorf("started again it ends so: %s", strings.Join(w.diary, "\n"))
			}
		})
}

func TestInterviewFailing(t *testing.T) {
	t.Parallel()
	booked.play(t, "a failing letter is attempted about once a minute, and holds up no other",
		func(t *testing.T, w *world) {
			w.refuses[cleo] = 451
			w.changes(thu.Add(time.Hour), func() { w.reassign(bob) })
			w.sets(thu.Add(2*time.Hour), func() { w.refuses[cleo] = 0 })
			w.run()
			w.happened(
				"Thu 12:00 ann briefing", "Thu 13:00 ann cancellation", "Thu 13:00 bob briefing",
				"Thu 14:00 cleo confirmation",
				"Sun 15:00 bob reminder_24h", "Sun 15:00 cleo reminder_24h", "Mon 14:00 bob reminder_1h",
				"Mon 14:00 cleo reminder_1h", "Mon 16:00 ends",
			)
			if w.attempts < 120 || w.attempts > 150 {
				t.Errorf("%d attempts in two hours; want about one a minute", w.attempts)
			}
		})
	booked.play(t, "a refusal for good ends the matter until the row changes", func(t *testing.T, w *world) {
		w.refuses[cleo] = 550
		w.sets(thu.Add(time.Minute), func() { w.refuses[cleo] = 0 })
		w.changes(thu.Add(time.Hour), func() { w.reassign(bob) })
		w.changes(thu.Add(2*time.Hour), w.cancel)
		w.run()
		w.happened("Thu 12:00 ann briefing", "Thu 13:00 ann cancellation", "Thu 13:00 bob briefing",
			"Thu 13:00 cleo confirmation",
			"Thu 14:00 bob cancellation", "Thu 14:00 cleo cancellation", "Thu 14:00 ends")
	})
	booked.play(t, "activities that find nothing make no hot loop", func(t *testing.T, w *world) {
		w.blind["SendLetters"] = true
		w.sets(thu.Add(time.Hour), func() { w.blind["SendLetters"] = false })
		w.changes(thu.Add(3*time.Hour), w.cancel)
		w.run()
		if n := w.countLoads(); n < 50 || n > 200 {
			t.Errorf("%d loads in an hour in which nothing was found; want about one a minute", n)
		}
		if len(w.diary) != 5 || w.diary[0] < "Thu 13:00" || w.diary[0] > "Thu 13:02" {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
}

func TestInterviewWakeUps(t *testing.T) {
	t.Parallel()
	booked.play(t, "one that comes while an effect is under way is answered", func(t *testing.T, w *world) {
		var once sync.Once
		w.begun = func(string) {
			once.Do(func() {
				w.cancel()
				w.wake()
			})
		}
		w.run()
		if row := w.row(); row.CanceledAt == nil || strings.Contains(strings.Join(w.diary, "\n"), "reminder") ||
			w.last() != "Thu 12:00 ends" {
			t.Errorf("canceled at %v, and what happened:\n%s", row.CanceledAt, strings.Join(w.diary, "\n"))
		}
		w.begin(thu.Add(time.Minute))
		before := len(w.diary)
		w.run()
		if len(w.diary) != before+1 {
			t.Errorf("it ended though something was owed:\n%s", strings.Join(w.diary, "\n"))
		}
	})
	booked.play(t, "many at once are one load", func(t *testing.T, w *world) {
		before := 0
		w.at(thu.Add(time.Hour), func() {
			before = w.countLoads()
			for range 50 {
				w.env.SignalWorkflowSkippingWorkflowTask(wakeSignal, wake{1})
			}
			w.cancel()
			w.wake()
		})
		w.run()
		w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 13:00 ann cancellation",
			"Thu 13:00 cleo cancellation", "Thu 13:00 ends")
		if n := w.countLoads() - before; n > 3 {
			t.Errorf("51 wake-ups at once led to %d loads", n)
		}
	})
	booked.play(t, "one for nothing costs one load and moves no timer", func(t *testing.T, w *world) {
		before, timers := 0, 0
		w.env.SetOnTimerScheduledListener(func(string, time.Duration) { timers++ })
		w.at(mon(13, 0), func() {
			before, timers = w.countLoads(), 0
			w.wake()
		})
		w.at(mon(13, 30), func() {
			if n := w.countLoads() - before; n != 1 || timers != 0 {
				t.Errorf("%d loads and %d timers", n, timers)
			}
		})
		w.run()
		if w.last() != "Mon 16:00 ends" || len(w.diary) != 7 {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
	booked.play(t, "after a hundred the run continues as new with the reference alone, and nothing is lost",
		func(t *testing.T, w *world) {
			for n := range wakesPerRun {
				w.at(thu.Add(time.Duration(n+1)*time.Minute), w.wake)
			}
			again := w.run()
			if again == nil || again.WorkflowType.Name != "Interview" {
				t.Fatalf("it continues as %+v after 100 wake-ups", again)
			}
			var in models.Ref
			if err := converter.GetDefaultDataConverter().FromPayloads(again.Input, &in); err != nil || in != w.ref {
				t.Errorf("it goes on with %+v (%v)", in, err)
			}
			w.begin(thu.Add(101 * time.Minute))
			w.run()
			w.happened(
				"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 13:40 continues as new",
				"Sun 15:00 ann reminder_24h", "Sun 15:00 cleo reminder_24h",
				"Mon 14:00 ann reminder_1h", "Mon 14:00 cleo reminder_1h", "Mon 16:00 ends",
			)
		})
}

func TestInterviewDatabaseDown(t *testing.T) {
	t.Parallel()
	booked.play(t, "the letters go when it is back", func(t *testing.T, w *world) {
		w.down = true
		w.sets(thu.Add(time.Hour), func() { w.down = false })
		w.changes(thu.Add(2*time.Hour), w.cancel)
		w.run()
		if len(w.diary) != 5 || w.diary[1] < "Thu 13:00" || w.diary[1] > "Thu 13:06" {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
		if n := w.countLoads(); n < 3 || n > 70 {
			t.Errorf("%d loads in an hour without a database", n)
		}
	})
	booked.play(t, "a wake-up ends the pause", func(t *testing.T, w *world) {
		w.down = true
		w.sets(thu.Add(30*time.Minute), func() { w.down = false })
		w.changes(thu.Add(30*time.Minute+time.Second), w.cancel)
		w.run()
		w.happened("Thu 12:30 ends")
	})
}

// TestCanceledByAnOperator: a workflow that is to end does, whatever it waits for.
func TestCanceledByAnOperator(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world){
		"waiting for a reminder": func(*world) {},
		"an effect under way":    func(w *world) { w.slow["KeepMeeting"] = 100 * time.Hour },
		"before the next attempt": func(w *world) {
			w.fails["KeepMeeting"] = temporal.NewApplicationErrorWithOptions("zoom_429", "zoom_429",
				temporal.ApplicationErrorOptions{NextRetryDelay: 20 * time.Hour})
		},
		"the database away": func(w *world) { w.down = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := withMeeting(t)
			change(w)
			a := w.awaits(thu, 1)
			w.at(thu.Add(time.Hour), w.env.CancelWorkflow)
			w.env.ExecuteWorkflow(Interview, w.ref)
			if err := w.env.GetWorkflowError(); !w.env.IsWorkflowCompleted() || !temporal.IsCanceledError(err) ||
				!a.done {
				t.Errorf("ended %t with %v, the answer is %+v", w.env.IsWorkflowCompleted(), err, a)
			}
			if got := w.env.Now().Sub(thu); got > time.Hour+time.Minute {
				t.Errorf("after %s", got)
			}
		})
	}
}

// TestExternalSession: the two clocks of an external session, and the window of one whose link was used.
func TestExternalSession(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	linked := setting(func(t *testing.T) *world {
		w := newWorld(t, nil)
		w.order.Kind, w.order.Start, w.order.MeetingLink = booking.OrderExternal, time.Time{},
			"https://meet.example/own"
		w.book()
		return w
	})
	// looked are the instants of loads, each once, by the time since the session was made.
	looked := func(w *world) (out []time.Duration) {
		for _, at := range w.loads {
			if d := at.Sub(thu); len(out) == 0 || out[len(out)-1] != d {
				out = append(out, d)
			}
		}
		return out
	}
	linked.play(t, "unused: it looks when the link expires and when the session does", func(t *testing.T, w *world) {
		w.run()
		w.happened("Thu 12:00 ends")
		if got := looked(w); len(got) != 3 || got[1] != day || got[2] != 7*day {
			t.Errorf("it looked after %v", got)
		}
		if got := w.row().StatusAt(w.now()); got != models.StatusExpired {
			t.Errorf("it is %s", got)
		}
	})
	linked.play(t, "used: both clocks give way to the window of the round's length", func(t *testing.T, w *world) {
		var token string
		w.at(thu.Add(time.Hour), func() {
			var err error
			token, _, err = w.do.Store.Bookings.IssueLink(t.Context(), act.By{}, w.ref.OrgID, w.ref.ID)
			w.must(err)
			w.wake()
		})
		w.changes(thu.Add(23*time.Hour), func() {
			_, _, err := w.do.Store.Bookings.UseLink(t.Context(), token, "")
			w.must(err)
		})
		w.run()
		w.happened("Fri 12:00 ends")
		if got := looked(w); len(got) != 4 || got[1] != time.Hour || got[2] != 23*time.Hour || got[3] != day {
			t.Errorf("it looked after %v", got)
		}
		if got := w.row().StatusAt(w.now()); got != models.StatusCompleted {
			t.Errorf("it is %s", got)
		}
	})
}
