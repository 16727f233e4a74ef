package workflows

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"litmus/models"
)

// answer is what an update came to.
type answer struct {
	at       string
	attempts FirstAttempts
	err      error
	done     bool
}

// update sends an update at an instant.
func (w *world) update(when time.Time, name, id string, args ...any) *answer {
	a := &answer{}
	w.at(when, func() {
		end := func(v any, err error) {
			a.at, a.err, a.done = w.env.Now().UTC().Format(w.stamp), err, true
			if out, ok := v.(FirstAttempts); ok {
				a.attempts = out
			}
		}
		w.env.UpdateWorkflow(name, id, &testsuite.TestUpdateCallback{OnAccept: func() {},
			OnReject: func(err error) { end(nil, err) }, OnComplete: end}, args...)
	})
	return a
}

// awaits has a caller wait for the first attempts at a revision from an instant on.
func (w *world) awaits(when time.Time, revision int64) *answer {
	return w.update(when, firstAttemptsUpdate, fmt.Sprintf("r%d", revision), awaitRevision{revision})
}

// codeOf is the code of an update's failure.
func codeOf(err error) string {
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return app.Type()
	}
	return fmt.Sprint(err)
}

// TestUpdateFirstAttempts: who answers a booking waits for the first attempts at most 3 s, and so do letters.
func TestUpdateFirstAttempts(t *testing.T) {
	t.Parallel()
	withMeeting.play(t, "the meeting is made, then letters leave with its link, and the answer",
		func(t *testing.T, w *world) {
			a := w.awaits(thu, 1)
			w.run()
			if !a.attempts.All || len(a.attempts.Codes) != 0 || a.at != "Thu 12:00:00" {
				t.Errorf("the answer is %+v", a)
			}
			if w.diary[0] != "Thu 12:00:00 it meeting" {
				t.Errorf("first came %s", w.diary[0])
			}
			w.until("reminder_24h", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation",
				"Thu 12:00:00 it meeting")
		})
	withMeeting.play(t, "slow: letters without the link after 3 s, and the answer; others when it comes",
		func(t *testing.T, w *world) {
			w.slow["KeepMeeting"] = 10 * time.Second
			a := w.awaits(thu, 1)
			w.run()
			if a.attempts.All || a.err != nil || a.at != "Thu 12:00:02" {
				t.Errorf("the answer is %+v", a)
			}
			w.until("reminder_24h",
				"Thu 12:00:03 ann briefing without a link", "Thu 12:00:03 cleo confirmation without a link",
				"Thu 12:00:10 ann changed_details", "Thu 12:00:10 cleo changed_details", "Thu 12:00:10 it meeting")
		})
	withMeeting.play(t, "an interview that is not there answers and ends", func(t *testing.T, w *world) {
		w.ref.ID = "int_gone"
		a := w.awaits(thu, 1)
		w.run()
		if !a.done || a.err != nil {
			t.Errorf("the answer is %+v", a)
		}
		w.happened("Thu 12:00:00 ends")
	})
}

// TestUpdateDismissal: the notetaker of a session that is replaced.
func TestUpdateDismissal(t *testing.T) {
	t.Parallel()
	const apart = 5 * time.Second // while an activity runs, the workflow's clock goes on with the machine's
	hour := thu.Add(time.Hour)
	withNotetaker := setting(func(t *testing.T) *world {
		w := newWorld(t, func(p *models.Policy) { p.Notetaker = true })
		w.stamp = seconds
		w.book()
		return w
	})
	withNotetaker.play(t, "dismissed, and invited again when the replace is decided", func(t *testing.T, w *world) {
		a := w.update(hour, dismissUpdate, "dismiss-1")
		w.changes(hour.Add(apart), func() { w.move(mon(17, 0)) })
		w.run()
		if !a.done || a.err != nil || a.at != "Thu 13:00:00" {
			t.Errorf("the answer is %+v", a)
		}
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:00:00 it notetaker",
			"Thu 13:00:00 it notetaker_dismissal",
			"Thu 13:00:05 ann changed_time", "Thu 13:00:05 cleo changed_time", "Thu 13:00:05 it notetaker")
	})
	withNotetaker.play(t, "three attempts in at most 8 s, then the code; a second request tries anew",
		func(t *testing.T, w *world) {
			w.fails["DismissNotetaker"] = temporal.NewApplicationError("notetaker_503", "notetaker_503")
			before := 0
			w.sets(hour.Add(-time.Second), func() { before = w.attempts })
			first := w.update(hour, dismissUpdate, "dismiss-1")
			attempts := 0
			w.sets(hour.Add(9*time.Second), func() {
				attempts = w.attempts - before
				delete(w.fails, "DismissNotetaker")
			})
			second := w.update(hour.Add(10*time.Second), dismissUpdate, "dismiss-2")
			w.run()
			if codeOf(first.err) != "notetaker_503" || first.at > "Thu 13:00:08" || attempts != dismissAttempts {
				t.Errorf("after %d attempts the first answer is %+v", attempts, first)
			}
			if !second.done || second.err != nil {
				t.Errorf("the second answer is %+v", second)
			}
		})
	withNotetaker.play(t, "an invitation that takes too long: the code says so", func(t *testing.T, w *world) {
		w.slow["KeepNotetaker"] = 4 * apart
		a := w.update(thu.Add(apart), dismissUpdate, "dismiss-1")
		w.run()
		if codeOf(a.err) != codeNotetakerBusy || a.at != "Thu 12:00:13" {
			t.Errorf("the answer is %+v", a)
		}
		w.until("reminder", "Thu 12:00:00 ann briefing", "Thu 12:00:00 cleo confirmation", "Thu 12:00:20 it notetaker")
	})
}
