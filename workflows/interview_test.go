package workflows

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/workflow"

	"litmus/models"
)

func TestInterview(t *testing.T) {
	t.Parallel()
	t.Run("booked for day four: letters at once, reminders 24 h and 1 h before, the end with the window",
		func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			_ = w.run()
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
	t.Run("replaced on day three: all timers moved", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.changes(mon(12, 0).AddDate(0, 0, -2), w.moveTo(mon(15, 0).AddDate(0, 0, 2))) // on Saturday to Wednesday
		_ = w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
			"Sat 12:00 ann changed_time", "Sat 12:00 cleo changed_time",
			"Tue 15:00 ann reminder_24h", "Tue 15:00 cleo reminder_24h",
			"Wed 14:00 ann reminder_1h", "Wed 14:00 cleo reminder_1h",
			"Wed 16:00 ends",
		)
	})
	t.Run("reassigned: the new interviewer's letters, the old one's cancellation, reminders to the new",
		func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			w.changes(thu.Add(time.Hour), w.reassignTo(bob))
			_ = w.run()
			w.happened(
				"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
				"Thu 13:00 ann cancellation", "Thu 13:00 bob briefing",
				"Sun 15:00 bob reminder_24h", "Sun 15:00 cleo reminder_24h",
				"Mon 14:00 bob reminder_1h", "Mon 14:00 cleo reminder_1h",
				"Mon 16:00 ends",
			)
		})
	t.Run("a cancel tells those who know and ends it", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.changes(thu.Add(time.Hour), cancel)
		_ = w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation",
			"Thu 13:00 ann cancellation", "Thu 13:00 cleo cancellation", "Thu 13:00 ends",
		)
	})
	t.Run("the end of the call ends it without a letter", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.changes(mon(15, 20), func(i models.Interview, now time.Time) models.Interview {
			i, _, _ = models.DecideEndCall(i, now)
			return i
		})
		_ = w.run()
		if last := w.diary[len(w.diary)-1]; last != "Mon 15:20 ends" {
			t.Errorf("it ended so: %s", last)
		}
	})
	t.Run("canceled before the first load: nobody hears anything", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.row = cancel(w.row, thu)
		_ = w.run()
		w.happened("Thu 12:00 ends")
		if n := w.countLoads(); n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
	})
	t.Run("an interview that is not there ends at once", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.loads = make([]time.Time, 5000)
		_ = w.run()
		w.happened("Thu 12:00 ends")
	})
	t.Run("an indefinite one ends after its last reminder and is woken by its next change", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.row.Indefinite, w.row.WindowEndsAt = true, nil
		_ = w.run()
		if last := w.diary[len(w.diary)-1]; last != "Mon 14:00 ends" {
			t.Errorf("it ended so: %s", last)
		}
		w.diary = nil
		w.row = cancel(w.row, mon(15, 30))
		w.begin(mon(15, 30))
		_ = w.run()
		w.happened("Mon 15:30 ann cancellation", "Mon 15:30 cleo cancellation", "Mon 15:30 ends")
	})
}

func TestInterviewStartedAgain(t *testing.T) {
	t.Parallel()
	t.Run("a finished one does what is owed, and nothing twice", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		_ = w.run()
		w.diary = nil
		w.row = w.moveTo(mon(15, 0).AddDate(0, 0, 2))(w.row, mon(17, 0))
		w.begin(mon(17, 0))
		_ = w.run()
		w.happened(
			"Mon 17:00 ann changed_time", "Mon 17:00 cleo changed_time",
			"Tue 15:00 ann reminder_24h", "Tue 15:00 cleo reminder_24h",
			"Wed 14:00 ann reminder_1h", "Wed 14:00 cleo reminder_1h",
			"Wed 16:00 ends",
		)
	})
	t.Run("one that was lost goes on from the row: of overdue reminders the latest", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.begin(mon(14, 10))
		_ = w.run()
		w.happened(
			"Mon 14:10 ann briefing", "Mon 14:10 ann reminder_1h", "Mon 14:10 cleo confirmation",
			"Mon 14:10 cleo reminder_1h",
			"Mon 16:00 ends",
		)
	})
	t.Run("a completed one that is canceled owes nothing", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		_ = w.run()
		w.diary = nil
		w.row = cancel(w.row, mon(17, 0))
		w.begin(mon(17, 0))
		_ = w.run()
		w.happened("Mon 17:00 ends")
	})
}

func TestInterviewFailingTargets(t *testing.T) {
	t.Parallel()
	t.Run("a failing one is tried at most a minute apart and holds up no other", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.server[cleo] = "smtp_451"
		w.changes(thu.Add(time.Hour), w.reassignTo(bob))
		w.at(thu.Add(2*time.Hour), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.server[cleo] = ""
		})
		_ = w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 13:00 ann cancellation", "Thu 13:00 bob briefing",
			"Thu 14:00 cleo confirmation",
			"Sun 15:00 bob reminder_24h", "Sun 15:00 cleo reminder_24h", "Mon 14:00 bob reminder_1h",
			"Mon 14:00 cleo reminder_1h", "Mon 16:00 ends",
		)
		if w.tries < 120 || w.tries > 150 {
			t.Errorf("%d attempts in two hours; want about one a minute", w.tries)
		}
	})
	t.Run("reminders of others go out while one fails", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.server[cleo] = "smtp_451"
		w.row = w.moveTo(thu.Add(26*time.Hour))(w.row, thu)
		_ = w.run()
		w.happened("Thu 12:00 ann briefing", "Thu 14:00 ann reminder_24h", "Fri 13:00 ann reminder_1h",
			"Fri 15:00 ends")
	})
	t.Run("a refusal for good ends the matter until the row changes", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.server[cleo] = "smtp_550"
		w.at(thu.Add(time.Minute), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.server[cleo] = ""
		})
		w.changes(thu.Add(time.Hour), w.reassignTo(bob))
		w.changes(thu.Add(2*time.Hour), cancel)
		_ = w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 13:00 ann cancellation", "Thu 13:00 bob briefing",
			"Thu 13:00 cleo confirmation",
			"Thu 14:00 bob cancellation", "Thu 14:00 cleo cancellation", "Thu 14:00 ends",
		)
	})
	t.Run("a change that comes as an attempt ends is not left lying behind another target that fails",
		func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			w.server[cleo] = "smtp_451"
			w.changes(thu.Add(time.Hour), w.moveTo(mon(16, 0)))
			var once sync.Once
			w.ending = func(target string) {
				// Ann's attempt has read the row for the last time when the interview is moved again
				if target == targetOf(models.RoleInterviewer, ann) && !w.env.Now().Before(thu.Add(time.Hour)) {
					once.Do(func() {
						w.change(func(i models.Interview) models.Interview {
							return w.moveTo(mon(17, 0))(i,
								thu.Add(time.Hour))
						})
						w.wake()
					})
				}
			}
			w.changes(thu.Add(3*time.Hour), cancel)
			_ = w.run()
			w.happened("Thu 12:00 ann briefing", "Thu 13:00 ann changed_time", "Thu 13:00 ann changed_time",
				"Thu 15:00 ann cancellation", "Thu 15:00 ends")
		})
}

func TestInterviewWakeUps(t *testing.T) {
	t.Parallel()
	t.Run("during effects: the change is seen when they are done at the latest", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		var once sync.Once
		w.attempting = func(string) {
			once.Do(func() {
				w.change(func(i models.Interview) models.Interview { return cancel(i, thu) })
				w.wake()
			})
		}
		_ = w.run()
		for _, line := range w.diary {
			if strings.Contains(line, "reminder") {
				t.Errorf("%s, after a cancel", line)
			}
		}
		if owed := models.Owed(w.row, cleo, w.ledger, models.DefaultPolicy, thu); len(owed) > 0 {
			t.Errorf("it ended, and %v is owed", owed)
		}
	})
	t.Run("many at once are one load", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		before := 0
		w.at(thu.Add(time.Hour), func() {
			before = w.countLoads()
			for range 50 {
				w.env.SignalWorkflowSkippingWorkflowTask(wakeSignal, wake{1})
			}
			w.change(func(i models.Interview) models.Interview { return cancel(i, thu.Add(time.Hour)) })
			w.wake()
		})
		_ = w.run()
		w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 13:00 ann cancellation",
			"Thu 13:00 cleo cancellation", "Thu 13:00 ends")
		if n := w.countLoads() - before; n > 3 {
			t.Errorf("51 wake-ups at once led to %d loads", n)
		}
	})
	t.Run("one for nothing costs one load and moves no timer", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		before := 0
		w.at(mon(13, 0), func() { before = w.countLoads(); w.wake() })
		w.at(mon(13, 30), func() {
			if n := w.countLoads() - before; n != 1 {
				t.Errorf("%d loads", n)
			}
		})
		_ = w.run()
		if last := w.diary[len(w.diary)-1]; last != "Mon 16:00 ends" || len(w.diary) != 7 {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
	t.Run("after a hundred the run continues as new, and nothing is lost", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		for n := range 100 {
			w.at(thu.Add(time.Duration(n+1)*time.Minute), w.wake)
		}
		err := w.run()
		var again *workflow.ContinueAsNewError
		if !errors.As(err, &again) || again.WorkflowType.Name != "Interview" {
			t.Fatalf("got %v after 100 wake-ups", err)
		}
		w.begin(thu.Add(101 * time.Minute))
		_ = w.run()
		w.happened(
			"Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 13:40 continues as new",
			"Sun 15:00 ann reminder_24h", "Sun 15:00 cleo reminder_24h",
			"Mon 14:00 ann reminder_1h", "Mon 14:00 cleo reminder_1h", "Mon 16:00 ends",
		)
	})
	t.Run("a full run lets the effect that fails end its attempts, and leaves it to the next run", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.server[cleo] = "smtp_451"
		for n := range 150 {
			w.at(thu.Add(time.Duration(n+1)*time.Second), w.wake)
		}
		w.at(thu.Add(time.Hour), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.server[cleo] = ""
		})
		if err := w.run(); err == nil {
			t.Fatal("it never continued as new")
		}
		w.happened("Thu 12:00 ann briefing", "Thu 12:28 continues as new") // its attempts ended
	})
	t.Run("the run continues as new when the server suggests it", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.env.SetContinueAsNewSuggested(true)
		if err := w.run(); err == nil {
			t.Error("it went on")
		}
		w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Thu 12:00 continues as new")
	})
}

func TestInterviewDatabaseDown(t *testing.T) {
	t.Parallel()
	outage := func(w *world, from, to time.Time) {
		set := func(down bool) func() {
			return func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.down = down
			}
		}
		if from.Equal(thu) {
			w.down = true
		} else {
			w.at(from, set(true))
		}
		w.at(to, set(false))
	}
	t.Run("it is tried with back-off and the letters go when it is back", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		outage(w, thu, thu.Add(time.Hour))
		w.changes(thu.Add(2*time.Hour), cancel)
		_ = w.run()
		var sent time.Time
		for _, line := range w.diary[:2] {
			if strings.Contains(line, "Thu 13:0") {
				sent = thu.Add(time.Hour)
			}
		}
		if sent.IsZero() || len(w.diary) != 5 {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
		if n := w.countLoads(); n < 3 || n > 70 {
			t.Errorf("%d loads in an hour without a database", n)
		}
	})
	t.Run("the longest pause is five minutes", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		outage(w, thu, thu.Add(24*time.Hour))
		w.changes(thu.Add(25*time.Hour), cancel)
		_ = w.run()
		longest, n := time.Duration(0), 0
		for k := 1; k < len(w.loads) && w.loads[k].Before(thu.Add(24*time.Hour)); k++ {
			longest = max(longest, w.loads[k].Sub(w.loads[k-1]))
			n++
		}
		if longest < 4*time.Minute || longest > 6*time.Minute || n > 3*300 {
			t.Errorf("%d loads in a day, at most %s apart", n, longest)
		}
	})
	t.Run("a wake-up ends the pause", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		outage(w, thu, thu.Add(30*time.Minute))
		w.changes(thu.Add(30*time.Minute+time.Second), cancel)
		_ = w.run()
		w.happened("Thu 12:30 ends")
	})
	t.Run("while it sleeps: it is noticed at the next instant, late by a pause at most", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		outage(w, thu.Add(time.Hour), mon(14, 10))
		_ = w.run()
		if len(w.diary) != 5 || !strings.Contains(w.diary[2], "reminder_1h") || w.diary[2] > "Mon 14:16" {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
}

func TestInterviewClocks(t *testing.T) {
	t.Parallel()
	t.Run("an activity that finds nothing where the workflow sees something owed does not make a hot loop",
		func(t *testing.T) {
			t.Parallel()
			w := booked(t)
			w.blind = func(string) bool { return w.tries <= 400 }
			_ = w.run()
			if n := w.countLoads(); n > 3000 || w.tries > 900 {
				t.Fatalf("%d loads and %d attempts", n, w.tries)
			}
			first := w.loads[min(len(w.loads)-1, 50)]
			if first.Sub(thu) < 10*time.Second {
				t.Errorf("50 loads within %s", first.Sub(thu))
			}
		})
	t.Run("a target that finds nothing holds up no other", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		until := thu.Add(3 * time.Hour)
		w.row = w.moveTo(thu.Add(26*time.Hour))(w.row, thu)
		w.blind = func(target string) bool {
			return target == targetOf(models.RoleCandidate, cleo) && w.env.Now().Before(until)
		}
		_ = w.run()
		var anns []string
		for _, line := range w.diary {
			if strings.Contains(line, "ann") {
				anns = append(anns, line)
			}
		}
		// Its reminder may be late by the pause of the other, a minute.
		if len(anns) != 3 || anns[0] != "Thu 12:00 ann briefing" || anns[1] > "Thu 14:02" ||
			anns[2] != "Fri 13:00 ann reminder_1h" {
			t.Errorf("Ann's: %v", anns)
		}
	})
	t.Run("sleeps are at most 30 days, then the row is loaded again", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		w.row = w.moveTo(mon(15, 0).AddDate(0, 3, 0))(w.row, thu)
		var longest time.Duration
		w.env.SetOnTimerScheduledListener(func(_ string, d time.Duration) { longest = max(longest, d) })
		_ = w.run()
		if longest != 30*24*time.Hour {
			t.Errorf("the longest timer was %s", longest)
		}
		if len(w.loads) < 4 || w.loads[2].Sub(w.loads[1]) != 30*24*time.Hour {
			t.Errorf("loads at %v", w.loads)
		}
		if got := fmt.Sprint(len(w.diary), w.diary[2:4]); !strings.HasPrefix(got, "7 ") ||
			!strings.Contains(got, "reminder_24h") {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
}
