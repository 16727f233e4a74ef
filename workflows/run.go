package workflows

import (
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

// Bounds of a run.
const (
	longestSleep    = 30 * 24 * time.Hour // then the row is loaded again, whatever was thought of it
	wakesPerRun     = 100                 // then the run continues as new with an empty history
	firstLoadPause  = 5 * time.Second     // after the database could not be read, doubled up to the longest
	longestLoadRest = 5 * time.Minute
)

// entity is what differs between the rows that a run can carry.
type entity struct {
	kind     store.Entity
	workflow string // the name that it goes on under
	load     any    // an activity with the signature of activities.Load
	// the activity that sees to a target, with the signature of activities.SendLetters
	sees    func(target string) any
	asks    string                             // what operators read of a load
	answers func(workflow.Context, *run) error // sets handlers of updates; nil for none
}

// carry carries an entity until nothing is owed and nothing will be; the next change starts it anew.
func carry(ctx workflow.Context, ref store.Ref, e entity) error {
	r := &run{ref: ref, entity: e, mailbox: workflow.GetSignalChannel(ctx, wakeSignal), busy: map[string]bool{},
		failed: map[string]bool{}, missed: map[string]bool{}, shown: givenAtStart(ctx),
		delays: map[string]time.Duration{}, finished: workflow.NewBufferedChannel(ctx, 1000)}
	if e.answers != nil {
		r.asked = workflow.NewBufferedChannel(ctx, 1000)
		if err := e.answers(ctx, r); err != nil {
			return err
		}
	}
	for {
		if err := ctx.Err(); err != nil {
			return err // an operator has it end: what is owed is for the next run, which the sweep starts
		}
		r.drain()
		plan, ok := r.load(ctx)
		if !ok {
			continue
		}
		r.plan, r.outdated = plan, false
		if plan.Gone {
			if r.answered(ctx) {
				return nil
			}
			continue
		}
		full := r.wakes >= wakesPerRun || workflow.GetInfo(ctx).GetContinueAsNewSuggested()
		if !full && len(plan.Targets) > 0 && r.fruitless > 0 &&
			r.sleep(ctx, min(time.Second<<min(r.fruitless, 6), time.Minute), "before asking the effects again") {
			r.fruitless = 0 // woken: there is news
			continue
		}
		held := r.holding(ctx, plan)
		for _, t := range plan.Targets {
			switch {
			case r.busy[t.Name]:
				r.missed[t.Name] = true // its attempt may have read the row before it changed
			case held.holds(t): // until others were tried once
			case !full || !r.failed[t.Name]: // else what is in flight ends first, and the next run goes on trying
				r.start(ctx, t)
			}
		}
		r.show(ctx, plan)
		if r.inFlight == 0 {
			if r.mailbox.Len() > 0 {
				continue
			}
			if done := plan.Next == nil && len(plan.Targets) == 0; done || full {
				if !r.answered(ctx) {
					continue
				}
				if done { // no yield since the mailbox was found empty
					return nil
				}
				return workflow.NewContinueAsNewError(ctx, e.workflow, ref)
			}
		}
		r.wait(ctx, plan, held)
	}
}

// run is one run of the workflow.
type run struct {
	ref      store.Ref
	entity   entity
	mailbox  workflow.ReceiveChannel
	wakes    int             // signals received
	busy     map[string]bool // targets with an activity in flight; never ranged
	inFlight int
	failed   map[string]bool  // targets whose attempts ran out once
	missed   map[string]bool  // busy targets to whom something was owed when the row was loaded
	finished workflow.Channel // of ended
	alarm    alarm
	shown    attributes
	pause    time.Duration

	plan     activities.Plan          // as it was last loaded
	outdated bool                     // an effect has brought about another since, which is not in the plan yet
	asked    workflow.Channel         // that the row should be loaded, by a handler; nil without handlers
	tries    []firstTry               // of what others waited for
	delays   map[string]time.Duration // of targets whose next attempt should not be at once; never ranged
	patience patience
	hold     time.Time // until then the notetaker, sent away for a replace, is not asked back
	deadline alarm     // of what is held back

	// fruitless counts activities in a row that found nothing to do although the plan said so: clocks that disagree.
	fruitless int
}

// ended is how the activity of a target ended.
type ended struct {
	target  string
	failed  bool // its attempts ran out
	nothing bool // it found nothing to do
	changed bool // more is owed by it

	first *firstTry     // it was awaited by others
	again time.Duration // of one that failed: the pause before the next attempt that the provider asks for
}

// drain takes every wake-up there is: one load answers them all.
func (r *run) drain() {
	for r.mailbox.ReceiveAsync(nil) {
		r.woken()
	}
	for r.asked != nil && r.asked.ReceiveAsync(nil) {
	}
}

// woken notes a wake-up.
func (r *run) woken() {
	r.wakes++
	r.hold = time.Time{} // whoever had the notetaker sent away has decided by now
}

// load asks what the entity needs. While the database cannot be read it waits with back-off for the clock or a
// wake-up, and ok is false.
func (r *run) load(ctx workflow.Context) (plan activities.Plan, ok bool) {
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: 5 * time.Second,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, MaximumAttempts: 3},
		Summary:                r.entity.asks,
	})
	err := workflow.ExecuteLocalActivity(local, r.entity.load, r.ref, workflow.Now(ctx)).Get(ctx, &plan)
	if err == nil {
		r.pause = 0
		return plan, true
	}
	r.pause = min(max(firstLoadPause, 2*r.pause), longestLoadRest)
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("The database cannot be read; trying again in %s.", r.pause))
	r.sleep(ctx, r.pause, "the database again")
	return plan, false
}

// Attempts of an effect before the workflow looks again, so that operators see what keeps failing; then it goes on,
// less often, for as long as the effect is owed.
const (
	firstAttempts = 5
	laterAttempts = 30
)

// start has a target's effects done beside everything else. Its activity is tried until it is done, refused for good,
// or no longer owed; one that fails holds up no other.
func (r *run) start(ctx workflow.Context, t activities.Target) {
	r.busy[t.Name] = true
	r.inFlight++
	retry := temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute,
		MaximumAttempts: firstAttempts}
	if r.failed[t.Name] {
		retry.InitialInterval, retry.MaximumAttempts = 30*time.Second, laterAttempts
	}
	var first *firstTry
	if t.Awaited() && !r.tried(t) { // others wait for this one attempt
		first, retry.MaximumAttempts = &firstTry{target: t.Name, kind: t.Kind, revision: r.plan.Revision}, 1
	}
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.AttemptWindow,
		RetryPolicy:         &retry,
		Priority:            priority(r.entity.kind, r.ref.OrgID, t),
		Summary:             t.Kind + " to " + t.Name,
	})
	delay := r.delays[t.Name]
	delete(r.delays, t.Name)
	var sent workflow.Future
	if delay == 0 {
		sent = workflow.ExecuteActivity(options, r.entity.sees(t.Name), r.ref, t.Name, workflow.Now(ctx))
	}
	workflow.Go(ctx, func(ctx workflow.Context) {
		if delay > 0 {
			_ = workflow.NewTimerWithOptions(ctx,
				delay, workflow.TimerOptions{Summary: "before " + t.Kind + " again"}).Get(ctx, nil)
			sent = workflow.ExecuteActivity(options, r.entity.sees(t.Name), r.ref, t.Name, workflow.Now(ctx))
		}
		var out activities.Outcome // for the reader of the history; the ledger is what the next load reads
		err := sent.Get(ctx, &out)
		e := ended{target: t.Name, failed: err != nil, nothing: err == nil && out.Sent == 0 && out.Failed == "",
			changed: out.Changed, first: first}
		if first != nil {
			first.code = out.Failed
		}
		if err != nil {
			code, again := refused(err)
			e.again = again
			if first != nil {
				first.code, e.again = code, max(again, time.Second)
			}
		}
		r.finished.Send(ctx, e)
	})
}

// wait returns when the row should be loaded again: the next instant came, a wake-up came, the last effect ended, or
// one that others waited for, or they have waited long enough.
func (r *run) wait(ctx workflow.Context, plan activities.Plan, held held) {
	again := false
	s := workflow.NewSelector(ctx)
	s.AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) {
		c.Receive(ctx, nil)
		r.woken()
		again = true
	})
	s.AddReceive(r.finished, func(c workflow.ReceiveChannel, _ bool) {
		var e ended
		c.Receive(ctx, &e)
		delete(r.busy, e.target)
		r.inFlight--
		r.failed[e.target] = e.failed && e.first == nil
		if e.again > 0 {
			r.delays[e.target] = e.again
		}
		if e.first != nil {
			r.note(*e.first)
		}
		r.outdated = r.outdated || e.changed
		if r.fruitless++; !e.nothing {
			r.fruitless = 0
		}
		again = again || e.failed || e.changed || e.first != nil || r.missed[e.target] || r.inFlight == 0
		delete(r.missed, e.target)
	})
	if r.asked != nil {
		s.AddReceive(r.asked, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			again = true
		})
	}
	r.deadline.set(ctx, held.until())
	if r.deadline.rings != nil {
		s.AddFuture(r.deadline.rings, func(workflow.Future) {
			r.deadline = alarm{}
			again = true
		})
	}
	r.alarm.set(ctx, plan.Next)
	if r.alarm.rings != nil {
		s.AddFuture(r.alarm.rings, func(workflow.Future) {
			r.alarm = alarm{}
			again = true
		})
	}
	for !again {
		s.Select(ctx)
	}
}

// alarm is the timer of the next instant of the timeline. It is left alone while the instant stays.
type alarm struct {
	at     time.Time
	rings  workflow.Future
	cancel workflow.CancelFunc
}

func (a *alarm) set(ctx workflow.Context, next *models.Moment) {
	if next != nil && a.rings != nil && a.at.Equal(next.At) {
		return
	}
	if a.rings != nil {
		a.cancel()
		*a = alarm{}
	}
	if next == nil {
		return
	}
	timer, cancel := workflow.WithCancel(ctx)
	d := min(max(next.At.Sub(workflow.Now(ctx)), time.Millisecond), longestSleep)
	*a = alarm{next.At, workflow.NewTimerWithOptions(timer, d, workflow.TimerOptions{Summary: next.Kind}), cancel}
}

// sleep waits for the clock or a wake-up, and reports whether it was woken.
func (r *run) sleep(ctx workflow.Context, d time.Duration, what string) (woken bool) {
	timer, cancel := workflow.WithCancel(ctx)
	defer cancel()
	s := workflow.NewSelector(ctx).
		AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			r.woken()
			woken = true
		}).
		AddFuture(workflow.NewTimerWithOptions(timer, d,
			workflow.TimerOptions{Summary: what}), func(workflow.Future) {})
	if r.asked != nil {
		s.AddReceive(r.asked, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			woken = true
		})
	}
	s.Select(ctx)
	return woken
}

// show tells operators what the entity waits for, what was done and what keeps failing.
func (r *run) show(ctx workflow.Context, p activities.Plan) {
	now := attributes{p.Status, waitsFor(p.Next), p.StartsAt, len(p.Failing) > 0, true}
	if p.Searchable && now != r.shown {
		r.shown = now
		_ = workflow.UpsertTypedSearchAttributes(ctx, now.all(r.ref.OrgID, p.PostingID)...)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**, revision %d", p.Status, p.Revision)
	if !p.StartsAt.IsZero() {
		fmt.Fprintf(&b, ", starts %s", p.StartsAt.Format(time.RFC3339))
	}
	b.WriteString("\n\n")
	fmt.Fprintf(&b, "Waits for: %s\n", now.waitsFor)
	if p.Next != nil {
		fmt.Fprintf(&b, "\nNext: %s at %s\n", p.Next.Kind, p.Next.At.Format(time.RFC3339))
	}
	section(&b, "Under way or owed", targets(p.Targets))
	section(&b, "Failing", p.Failing)
	section(&b, "Done", p.Done)
	workflow.SetCurrentDetails(ctx, b.String())
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s:\n- %s\n", title, strings.Join(lines, "\n- "))
	}
}

func targets(ts []activities.Target) []string {
	var out []string
	for _, t := range ts {
		out = append(out, t.Kind+" to "+t.Name)
	}
	return out
}

// waitsFor is the next instant that the entity waits for. Effects under way are the pending activities of the
// workflow; that they fail has an attribute of its own.
func waitsFor(next *models.Moment) string {
	if next != nil {
		return next.Kind
	}
	return "nothing"
}
