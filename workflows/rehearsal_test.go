package workflows

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
)

// rehearsal plays a run of [reconcile] without Temporal: a test says which plans are loaded and how activities end, and
// checks what [next] decides. It begins on Thursday at noon.
type rehearsal struct {
	t       *testing.T
	s       state
	in      inbox
	now     time.Time
	started map[string]start // by target: the last activity
}

// cue is something that happens in a rehearsal, with what is expected of it.
type cue func(*rehearsal)

// rehearseAll plays each of them in a test of its own.
func rehearseAll(t *testing.T, all map[string][]cue) {
	for name, cues := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rehearse(t, cues...)
		})
	}
}

// rehearse plays the cues.
func rehearse(t *testing.T, cues ...cue) {
	t.Helper()
	r := &rehearsal{t: t, s: state{targets: map[string]progress{}}, now: thu, started: map[string]start{}}
	for _, c := range cues {
		c(r)
	}
}

// at moves the clock to so long after the beginning.
func at(d time.Duration) cue { return func(r *rehearsal) { r.now = thu.Add(d) } }

// loads has a plan loaded, and checks the decision line by line (see [lines]).
func loads(p activities.Plan, want ...string) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		r.s.loaded(p, false)
		r.decides(want...)
	}
}

// suggested is [loads] where Temporal suggests to continue as new.
func suggested(p activities.Plan, want ...string) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		r.s.loaded(p, true)
		r.decides(want...)
	}
}

// pauses ends the pause of the last decision, by news or by its time, and checks what is decided without another load.
func pauses(news bool, want ...string) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		if r.s.waited(news); !news {
			r.decides(want...)
		}
	}
}

func (r *rehearsal) decides(want ...string) {
	r.t.Helper()
	before := fmt.Sprintf("%+v", r.s)
	d := next(r.s, r.s.plan, r.in, r.now)
	if after := fmt.Sprintf("%+v", r.s); after != before {
		r.t.Errorf("the decision changed the state from\n  %s\nto\n  %s", before, after)
	}
	if got := lines(d); !slices.Equal(got, want) {
		r.t.Errorf("%s after the start it decides\n  %s\nwant\n  %s",
			r.now.Sub(thu), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	if d.step == pauseStep {
		return
	}
	r.s.take(d)
	for _, a := range d.start {
		for _, t := range a.targets() {
			one := a
			one.target = t
			r.started[t.Name] = one
		}
	}
}

// lines render a decision, in the order in which a run carries it out.
func lines(d decision) (out []string) {
	for _, a := range d.start {
		line := fmt.Sprintf("start %s to %s, %d from %s",
			a.target.Kind, a.target.Name, a.retries.attempts, a.retries.initial)
		if a.delay > 0 {
			line += fmt.Sprintf(", after %s", a.delay)
		}
		if a.batch != nil {
			line += ", batch " + strings.Join(a.batch.names(), " ")
		}
		if a.first != nil {
			line += fmt.Sprintf(", first at %d", a.first.revision)
		}
		out = append(out, line)
	}
	for _, name := range d.missed {
		out = append(out, "in flight "+name)
	}
	for _, name := range d.gated {
		out = append(out, "hold "+name)
	}
	if d.open != nil {
		out = append(out, fmt.Sprintf("open %s after %s", d.open.Kind, d.open.At.Sub(thu)))
	}
	if d.wakeAt != nil {
		out = append(out, fmt.Sprintf("wake for %s after %s", d.wakeAt.Kind, d.wakeAt.At.Sub(thu)))
	}
	return append(out, map[step]string{waitStep: "wait", pauseStep: "pause " + d.pause.String(), reloadStep: "reload",
		handlersStep: "await handlers", completeStep: "complete", continueAsNewStep: "continue as new"}[d.step])
}

// does ends a target's activity, which did what was owed, and checks whether the row is to be loaded.
func does(target string, reload bool) cue {
	return ends(target, result{outcome: activities.Outcome{Sent: 1}}, reload)
}

// changes ends a target's activity, which did what was owed and changed the row, and checks that it is to be loaded.
func changes(target string) cue {
	return ends(target, result{outcome: activities.Outcome{Sent: 1, Changed: true}}, true)
}

// fails ends a target's activity, whose attempts ran out; after is the pause that its provider asks for.
func fails(target, code string, after time.Duration, reload bool) cue {
	return ends(target, result{failed: true, code: code, after: after}, reload)
}

// finds ends a target's activity, which found nothing to do.
func finds(target string, reload bool) cue { return ends(target, result{}, reload) }

// plans ends a target's activity as the last of a batch, which did everything and made a plan, and checks whether that
// is taken for what a load would say, and what is decided then.
func plans(target string, p activities.Plan, taken bool, want ...string) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		ends(target, result{outcome: activities.Outcome{Sent: 1}, plan: &p}, true)(r)
		if got := r.s.known != nil; got != taken {
			r.t.Errorf("the plan of the batch of %s is taken: %t, want %t", target, got, taken)
		}
		if taken {
			r.s.loaded(*r.s.known, false)
			r.decides(want...)
		}
	}
}

func ends(target string, end result, reload bool) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		a, ok := r.started[target]
		if !ok {
			r.t.Fatalf("no activity of %s was started", target)
		}
		delete(r.started, target)
		end.start = a
		if got := r.s.ended(end); got != reload {
			r.t.Errorf("%s ends with %+v: reload %t, want %t", target, end.outcome, got, reload)
		}
	}
}

// wokenTimes has so many wake-ups received.
func wokenTimes(n int) cue {
	return func(r *rehearsal) {
		for range n {
			r.s.wake()
		}
	}
}

// finding sets what waits for the main loop when it decides.
func finding(in inbox) cue { return func(r *rehearsal) { r.in = in } }

// loadFails has the database away, and checks the pause.
func loadFails(want time.Duration) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		if got := r.s.loadFailed(); got != want {
			r.t.Errorf("it waits %s for the database, want %s", got, want)
		}
	}
}

// dismisses has a dismissal of the notetaker begin and end, a moment after each other.
func dismisses(succeeds bool) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		if !r.s.beginDismissal(dismissTime) {
			r.t.Error("the dismissal did not begin")
		}
		r.s.endDismissal(succeeds, r.now)
	}
}

// answers checks what a caller who waits for the first attempts at a revision is told at this moment.
func answers(revision int64, all bool, codes ...string) cue {
	return func(r *rehearsal) {
		r.t.Helper()
		got := r.s.attemptsAt(revision)
		if got.All != all || !slices.Equal(got.Codes, codes) {
			r.t.Errorf("%s after the start the answer for revision %d is %+v, want %t with %v",
				r.now.Sub(thu), revision, got, all, codes)
		}
	}
}

// Targets as a plan names them.
var (
	toCleo    = activities.Target{Name: "mail:candidate", Kind: effect.LetterConfirmation}
	toAnn     = activities.Target{Name: "mail:interviewer:1", Kind: effect.LetterBriefing}
	inAnns    = activities.Target{Name: "event:1", Kind: effect.EventWritten, Step: activities.StepEvent}
	theRoom   = activities.Target{Name: effect.TargetMeeting, Kind: effect.MeetingMade, Step: activities.StepMeeting}
	theTaker  = activities.Target{Name: effect.TargetNotetaker, Kind: effect.NotetakerInvited}
	toCleoNow = gated(toCleo) // in a plan with first attempts
	toAnnNow  = gated(toAnn)
)

func gated(t activities.Target) activities.Target {
	t.Step = activities.StepRest
	return t
}

// owing is the plan of a revision that owes something to targets, with a reminder to come on Sunday.
func owing(revision int64, targets ...activities.Target) activities.Plan {
	return activities.Plan{Revision: revision, Status: models.StatusScheduled, Targets: targets,
		Next: &effect.Moment{At: thu.Add(75 * time.Hour), Kind: "reminder_24h"}}
}

// over is the plan of a revision that has no next instant.
func over(revision int64, targets ...activities.Target) activities.Plan {
	return activities.Plan{Revision: revision, Status: models.StatusCanceled, Targets: targets}
}

// Lines of decisions.
const (
	toReminder   = "wake for reminder_24h after 75h0m0s"
	startCleo    = "start confirmation to mail:candidate, 5 from 1s"
	againCleo    = "start confirmation to mail:candidate, 30 from 30s" // once attempts ran out
	startAnn     = "start briefing to mail:interviewer:1, 5 from 1s"
	inFlightCleo = "in flight mail:candidate"
	inFlightAnn  = "in flight mail:interviewer:1"
)
