package workflows

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

const seconds = "Mon 15:04:05"

// withCalendar is a world in which the interview was just booked with Ann, whose calendar is connected.
func withCalendar(t *testing.T, provider string, change func(*world)) *world {
	w := newWorld(t)
	w.books[ann], w.stamp = provider, seconds
	if change != nil {
		change(w)
	}
	w.row = w.decide(models.BookingOrder{Start: mon(15, 0), InterviewerEmail: ann}, thu)
	w.begin(thu)
	return w
}

// keep is the activities KeepEvent, KeepMeeting and KeepNotetaker over the world: providers that do what they promise,
// take their time, or fail with the code in server.
func (w *world) keep(ctx context.Context, _ store.Ref, target string, asOf time.Time) (activities.Outcome, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries++
	owed := models.OwedOutside(w.row, w.ledger, w.policy, asOf)
	n := slices.IndexFunc(owed, func(e models.Effect) bool { return name(e.Target) == target })
	if n < 0 {
		return activities.Outcome{}, nil
	}
	e := owed[n]
	if d := w.slow[e.Target]; d > 0 {
		token := activity.GetInfo(ctx).TaskToken
		w.env.RegisterDelayedCallback(func() {
			out, err := w.carryOut(e, w.env.Now())
			_ = w.env.CompleteActivity(token, out, err)
		}, d)
		return activities.Outcome{}, activity.ErrResultPending
	}
	w.mu.Unlock()
	defer w.mu.Lock()
	return w.carryOut(e, w.env.Now())
}

func (w *world) carryOut(e models.Effect, now time.Time) (activities.Outcome, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	who, _, _ := strings.Cut(strings.TrimPrefix(e.Target, "event:"), "@")
	if e.Email == "" {
		who = "it"
	}
	entry := models.Entry{Target: e.Target, Kind: e.Kind, Revision: w.row.Revision, State: models.EffectDone,
		ProviderID: "1", Start: w.row.StartsAt,
		MeetingLink: w.row.MeetingLink, Interviewer: w.row.InterviewerEmail,
		CreatedAt: now.Add(time.Duration(len(w.ledger))), Tries: 1}
	line := fmt.Sprintf("%s %s %s", now.Format(w.stamp), who, e.Kind)
	if w.row.MeetingLink == "" && e.Kind == models.EventWritten {
		line += " without a link"
	}
	var out activities.Outcome
	switch code := w.server[e.Target]; code {
	case "":
		out.Sent = 1
	case "caldav_403":
		entry.State, entry.Permanent, entry.Code, out.Failed = models.EffectFailed, true, code, code
		line += " given up"
	default:
		entry.State, entry.Code = models.EffectIntent, code
		w.put(entry)
		return out, temporal.NewApplicationErrorWithOptions(code, code,
			temporal.ApplicationErrorOptions{NextRetryDelay: w.asks[e.Target]})
	}
	links := models.EventWritten
	if w.later {
		links = models.EventLinked
	}
	if maker := map[string]string{models.MeetingMade: models.MakerZoom,
		links: models.MakerCalendar}[e.Kind]; out.Sent > 0 && maker == w.row.LinkMaker && w.row.MeetingLink == "" {
		made, changed := models.DecideMadeLink(w.row, maker, "https://"+maker+".example/1", w.row.Revision, now)
		if changed {
			entry.MeetingLink, out.Changed = made.MeetingLink, true
			w.row = made
			line += ", which makes the link"
		}
	}
	w.put(entry)
	w.diary = append(w.diary, line)
	out.Changed = out.Changed || w.later && e.Kind == models.EventWritten
	return out, nil
}

// put writes an entry of the ledger over the one of the same target, kind and revision.
func (w *world) put(entry models.Entry) {
	for n, e := range w.ledger {
		if e.Target == entry.Target && e.Kind == entry.Kind && e.Revision == entry.Revision {
			if e.State != models.EffectDone {
				entry.CreatedAt = e.CreatedAt
			}
			entry.Tries = e.Tries + 1
			w.ledger[n] = entry
			return
		}
	}
	w.ledger = append(w.ledger, entry)
}

// dismiss is the activity DismissNotetaker over the world.
func (w *world) dismiss(_ context.Context, _ store.Ref) (activities.Outcome, error) {
	w.mu.Lock()
	has, code := models.HasNotetaker(w.ledger), w.server["dismissal"]
	w.tries++
	w.mu.Unlock()
	switch {
	case !has:
		return activities.Outcome{}, nil
	case code != "":
		return activities.Outcome{}, temporal.NewApplicationError(code, code)
	}
	return w.carryOut(models.Effect{Target: models.TargetNotetaker, Kind: models.NotetakerDismissed}, w.env.Now())
}

// answer is what an update came to.
type answer struct {
	at    string
	tried FirstAttempts
	err   error
	done  bool
}

// asks sends an update at an instant.
func (w *world) update(when time.Time, name, id string, args ...any) *answer {
	a := &answer{}
	w.at(when, func() {
		end := func(v any, err error) {
			a.at, a.err, a.done = w.env.Now().Format(w.stamp), err, true
			if out, ok := v.(FirstAttempts); ok {
				a.tried = out
			}
		}
		w.env.UpdateWorkflow(name, id, &testsuite.TestUpdateCallback{OnAccept: func() {},
			OnReject: func(err error) { end(nil, err) }, OnComplete: end}, args...)
	})
	return a
}

func (w *world) tried(revision int64) *answer {
	return w.update(w.env.Now(), firstAttemptsUpdate, fmt.Sprintf("r%d", revision), awaitRevision{revision})
}

// until checks the diary up to an instant.
func (w *world) until(last string, want ...string) {
	w.t.Helper()
	w.mu.Lock()
	if n := slices.IndexFunc(w.diary, func(line string) bool { return strings.Contains(line, last) }); n >= 0 {
		w.diary = w.diary[:n]
	}
	w.mu.Unlock()
	w.happened(want...)
}

func codeOf(err error) string {
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return app.Type()
	}
	return fmt.Sprint(err)
}

// TestFirstAttempts: letters wait for the first attempts at the copy and the meeting link, at most 3 s, and so does who
// answers the booking (decisions 39 and 40).
func TestFirstAttempts(t *testing.T) {
	t.Parallel()
	const reminders = "reminder_24h"
	t.Run("the copy is written, then letters leave", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, nil)
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || len(a.tried.Codes) != 0 || a.at != "Thu 12:00:00" {
			t.Errorf("the answer is %+v", a)
		}
		if w.diary[0] != "Thu 12:00:00 ann event" {
			t.Errorf("first came %s", w.diary[0])
		}
		w.until(reminders, "Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event", "Thu 12:00:00 cleo confirmation")
	})
	t.Run("the calendar's link is in the first letter", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarGoogle, nil)
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || a.at != "Thu 12:00:00" {
			t.Errorf("the answer is %+v", a)
		}
		w.until(reminders, "Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event without a link, which makes the link",
			"Thu 12:00:00 cleo confirmation")
	})
	t.Run("a link that the calendar has ready a moment after the copy is waited for like the copy", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarGoogle, func(w *world) {
			w.slow["event:"+ann],
				w.later = time.Second, true
		})
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || len(a.tried.Codes) != 0 || a.at != "Thu 12:00:02" {
			t.Errorf("the answer is %+v", a)
		}
		w.until(reminders, "Thu 12:00:01 ann event without a link", "Thu 12:00:02 ann briefing",
			"Thu 12:00:02 ann event_link, which makes the link", "Thu 12:00:02 cleo confirmation")
	})
	t.Run("a meeting first, then the copy that shows it", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.policy.Meeting = models.MakerZoom })
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || a.at != "Thu 12:00:00" {
			t.Errorf("the answer is %+v", a)
		}
		w.until(reminders, "Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event", "Thu 12:00:00 cleo confirmation",
			"Thu 12:00:00 it meeting, which makes the link")
	})
	t.Run("slow: letters after 3 s without it, and the answer; the copy when it comes", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.slow["event:"+ann] = 10 * time.Second })
		a := w.tried(1)
		_ = w.run()
		if a.tried.All || a.err != nil || a.at != "Thu 12:00:02" {
			t.Errorf("the answer is %+v", a)
		}
		w.until(reminders, "Thu 12:00:03 ann briefing", "Thu 12:00:03 cleo confirmation", "Thu 12:00:10 ann event")
	})
	t.Run("a link that comes late: letters without it are followed by one that has it, and the copy too",
		func(t *testing.T) {
			t.Parallel()
			w := withCalendar(t, models.CalendarCalDAV, func(w *world) {
				w.policy.Meeting = models.MakerZoom
				w.slow[models.TargetMeeting] = 5 * time.Second
			})
			a := w.tried(1)
			_ = w.run()
			if a.tried.All || a.at != "Thu 12:00:02" {
				t.Errorf("the answer is %+v", a)
			}
			w.until(reminders,
				"Thu 12:00:03 ann briefing without a link", "Thu 12:00:03 ann event without a link",
				"Thu 12:00:03 cleo confirmation without a link",
				"Thu 12:00:05 ann changed_details", "Thu 12:00:05 ann event", "Thu 12:00:05 cleo changed_details",
				"Thu 12:00:05 it meeting, which makes the link")
		})
	t.Run("down: letters at once, and the answer says so; after two days it heals, and nobody is told again",
		func(t *testing.T) {
			t.Parallel()
			w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.server["event:"+ann] = "caldav_connect" })
			a := w.tried(1)
			w.at(thu.Add(48*time.Hour), func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.server["event:"+ann] = ""
			})
			_ = w.run()
			if !a.tried.All || !slices.Equal(a.tried.Codes, []string{"caldav_connect"}) || a.at != "Thu 12:00:00" {
				t.Errorf("the answer is %+v", a)
			}
			healed := w.diary[2]
			if !strings.HasSuffix(healed, " ann event") || !strings.HasPrefix(healed, "Sat 12:0") {
				t.Errorf("it healed so: %s", healed)
			}
			w.until(" event", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation")
			if w.tries < 48*50 || w.tries > 48*70 {
				t.Errorf("%d attempts in two days; want about one a minute", w.tries)
			}
		})
	t.Run("a delay that the provider asks for is honoured", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) {
			w.server["event:"+ann], w.asks["event:"+ann] = "caldav_429", 10*time.Minute
		})
		_ = w.tried(1)
		w.at(thu.Add(time.Second), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.server["event:"+ann] = ""
		})
		_ = w.run()
		w.until(reminders, "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:10:00 ann event")
	})
	t.Run("refused for good: the answer says so, and letters leave at once", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.server["event:"+ann] = "caldav_403" })
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || !slices.Equal(a.tried.Codes, []string{"caldav_403"}) {
			t.Errorf("the answer is %+v", a)
		}
		w.until(reminders, "Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event given up",
			"Thu 12:00:00 cleo confirmation")
	})
	t.Run("canceled while letters wait: nobody hears anything, and the copy goes", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.slow["event:"+ann] = 10 * time.Second })
		w.changes(thu.Add(time.Second), cancel)
		_ = w.run()
		w.happened("Thu 12:00:10 ann event", "Thu 12:00:20 ann event_removal", "Thu 12:00:20 ends")
	})
	t.Run("moved, reassigned and canceled: each change's copies first", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.books[bob] = models.CalendarCalDAV })
		w.changes(thu.Add(time.Hour), w.moveTo(mon(17, 0)))
		w.changes(thu.Add(2*time.Hour), w.reassignTo(bob))
		w.changes(thu.Add(3*time.Hour), cancel)
		_ = w.run()
		w.happened(
			"Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event", "Thu 12:00:00 cleo confirmation",
			"Thu 13:00:00 ann changed_time", "Thu 13:00:00 ann event", "Thu 13:00:00 cleo changed_time",
			"Thu 14:00:00 ann event_removal", "Thu 14:00:00 bob briefing", "Thu 14:00:00 bob event",
			"Thu 15:00:00 bob event_removal", "Thu 15:00:00 cleo cancellation", "Thu 15:00:00 ends",
		)
	})
	t.Run("reminders do not wait for a calendar that is down", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.server["event:"+ann] = "caldav_connect" })
		_ = w.run()
		w.happened(
			"Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Sun 15:00:00 ann reminder_24h",
			"Sun 15:00:00 cleo reminder_24h",
			"Mon 14:00:00 ann reminder_1h", "Mon 14:00:00 cleo reminder_1h", w.diary[len(w.diary)-1],
		)
	})
	t.Run("nothing awaited: the answer comes at once", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		a := w.tried(1)
		_ = w.run()
		if !a.tried.All || a.at != "Thu 12:00" {
			t.Errorf("the answer is %+v", a)
		}
	})
	t.Run("asked for a revision that is still to be read: the answer is that revision's", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, nil)
		var a *answer
		w.at(thu.Add(time.Hour), func() {
			w.change(func(i models.Interview) models.Interview { return w.moveTo(mon(17, 0))(i, thu.Add(time.Hour)) })
			w.mu.Lock()
			w.server["event:"+ann] = "caldav_503"
			w.mu.Unlock()
			a = w.tried(2)
		})
		w.at(thu.Add(time.Hour+time.Minute), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.server["event:"+ann] = ""
		})
		_ = w.run()
		if !a.tried.All || !slices.Equal(a.tried.Codes, []string{"caldav_503"}) || a.at != "Thu 13:00:00" {
			t.Errorf("the answer is %+v", a)
		}
	})
	t.Run("refused for good by an attempt that began before the change: the answer says so all the same",
		func(t *testing.T) {
			t.Parallel()
			w := withCalendar(t, models.CalendarCalDAV, func(w *world) {
				w.server["event:"+ann], w.slow["event:"+ann] = "caldav_403", 2*time.Second
			})
			var a *answer
			w.at(thu.Add(time.Second), func() {
				w.change(func(i models.Interview) models.Interview {
					return w.moveTo(mon(17, 0))(i,
						thu.Add(time.Second))
				})
				a = w.tried(2)
			})
			_ = w.run()
			if !a.tried.All || !slices.Equal(a.tried.Codes, []string{"caldav_403"}) || a.at != "Thu 12:00:02" {
				t.Errorf("the answer is %+v", a)
			}
		})
	t.Run("an interview that is not there answers and ends", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, nil)
		w.loads = make([]time.Time, 5000)
		a := w.tried(1)
		_ = w.run()
		if !a.done || a.err != nil {
			t.Errorf("the answer is %+v", a)
		}
		w.happened("Thu 12:00:00 ends")
	})
	t.Run("the database away: the answer comes all the same", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, nil)
		w.down = true
		a := w.tried(1)
		w.at(thu.Add(time.Minute), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.down = false
		})
		_ = w.run()
		if !a.done || a.tried.All || a.err != nil {
			t.Errorf("the answer is %+v", a)
		}
	})
	t.Run("a run that ends or goes on as new answers first", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.slow["event:"+ann] = 2 * time.Second })
		a := w.tried(1)
		w.at(thu.Add(time.Second), func() {
			for range wakesPerRun {
				w.wake()
			}
		})
		_ = w.run()
		if !a.done || !a.tried.All || a.at != "Thu 12:00:02" {
			t.Errorf("the answer is %+v", a)
		}
		if last := w.diary[len(w.diary)-1]; !strings.HasSuffix(last, "continues as new") {
			t.Errorf("it ended so: %s", last)
		}
	})
}

// TestDismissal: the notetaker of a session that is replaced (decision 44).
func TestDismissal(t *testing.T) {
	t.Parallel()
	asked := func(t *testing.T) *world {
		return withCalendar(t, "", func(w *world) { w.policy.Notetaker = true })
	}
	hour := thu.Add(time.Hour)
	t.Run("sent away, and asked again when the replace is decided", func(t *testing.T) {
		t.Parallel()
		w := asked(t)
		a := w.update(hour, dismissUpdate, "dismiss-1")
		w.changes(hour.Add(time.Second), w.moveTo(mon(17, 0)))
		_ = w.run()
		if !a.done || a.err != nil || a.at != "Thu 13:00:00" {
			t.Errorf("the answer is %+v", a)
		}
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:00:00 it notetaker",
			"Thu 13:00:00 it notetaker_dismissal",
			"Thu 13:00:01 ann changed_time", "Thu 13:00:01 cleo changed_time", "Thu 13:00:01 it notetaker")
	})
	t.Run("asked again at once also when the answer of the replace waits for a copy", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, models.CalendarCalDAV, func(w *world) { w.policy.Notetaker = true })
		w.update(hour, dismissUpdate, "dismiss-1")
		w.at(hour.Add(time.Second), func() {
			w.change(func(i models.Interview) models.Interview {
				return w.moveTo(mon(17, 0))(i,
					hour.Add(time.Second))
			})
			w.tried(2)
		})
		_ = w.run()
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 ann event", "Thu 12:00:00 cleo confirmation",
			"Thu 12:00:00 it notetaker", "Thu 13:00:00 it notetaker_dismissal",
			"Thu 13:00:01 ann changed_time", "Thu 13:00:01 ann event", "Thu 13:00:01 cleo changed_time",
			"Thu 13:00:01 it notetaker")
	})
	t.Run("asked back when the replace is refused", func(t *testing.T) {
		t.Parallel()
		w := asked(t)
		w.update(hour, dismissUpdate, "dismiss-1")
		w.at(hour.Add(time.Second), w.wake)
		_ = w.run()
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:00:00 it notetaker",
			"Thu 13:00:00 it notetaker_dismissal", "Thu 13:00:01 it notetaker")
	})
	t.Run("asked back when whoever had it sent away dies", func(t *testing.T) {
		t.Parallel()
		w := asked(t)
		w.update(hour, dismissUpdate, "dismiss-1")
		_ = w.run()
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:00:00 it notetaker",
			"Thu 13:00:00 it notetaker_dismissal", "Thu 13:00:10 it notetaker")
	})
	t.Run("three tries in at most 8 s, then the code; nothing has changed, and a second request tries anew",
		func(t *testing.T) {
			t.Parallel()
			w := asked(t)
			w.server["dismissal"] = "notetaker_503"
			first := w.update(hour, dismissUpdate, "dismiss-1")
			tries := 0
			w.at(hour.Add(9*time.Second), func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				tries, w.server["dismissal"] = w.tries, ""
			})
			second := w.update(hour.Add(10*time.Second), dismissUpdate, "dismiss-2")
			_ = w.run()
			if codeOf(first.err) != "notetaker_503" || first.at > "Thu 13:00:08" {
				t.Errorf("the first answer is %+v", first)
			}
			if tries != 3+3 { // two letters and the invitation before
				t.Errorf("%d tries", tries-3)
			}
			if !second.done || second.err != nil {
				t.Errorf("the second answer is %+v", second)
			}
		})
	t.Run("after an invitation that is under way", func(t *testing.T) {
		t.Parallel()
		w := withCalendar(t, "", func(w *world) {
			w.policy.Notetaker, w.slow[models.TargetNotetaker] = true,
				2*time.Second
		})
		a := w.update(thu.Add(time.Second), dismissUpdate, "dismiss-1")
		w.at(thu.Add(5*time.Second), func() { w.row = cancel(w.row, thu.Add(5*time.Second)); w.wake() })
		_ = w.run()
		if a.err != nil || a.at != "Thu 12:00:02" {
			t.Errorf("the answer is %+v", a)
		}
		w.until("cancellation", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation",
			"Thu 12:00:02 it notetaker", "Thu 12:00:02 it notetaker_dismissal")
	})
	t.Run("nobody there to send away", func(t *testing.T) {
		t.Parallel()
		w := booked(t)
		a := w.update(hour, dismissUpdate, "dismiss-1")
		_ = w.run()
		if !a.done || a.err != nil {
			t.Errorf("the answer is %+v", a)
		}
	})
}

// TestCanceledByAnOperator: a workflow that is to end does, whatever it waits for.
func TestCanceledByAnOperator(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world){
		"waiting for a reminder": func(*world) {},
		"an effect under way":    func(w *world) { w.slow["event:"+ann] = 100 * time.Hour },
		"before the next try": func(w *world) {
			w.server["event:"+ann], w.asks["event:"+ann] = "caldav_429",
				20*time.Hour
		},
		"the database away": func(w *world) { w.down = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := withCalendar(t, models.CalendarCalDAV, change)
			a := w.tried(1)
			w.at(thu.Add(time.Hour), w.env.CancelWorkflow)
			w.env.ExecuteWorkflow(Interview, ref)
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
