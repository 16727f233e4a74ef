package workflows

import (
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
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
			if w.batches != 3 || w.attempts != 6 {
				t.Errorf("%d batches and %d attempts, want 3 and 6: letters of one instant are one activity", w.batches,
					w.attempts)
			}
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
