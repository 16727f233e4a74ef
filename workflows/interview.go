package workflows

import (
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/store"
)

const (
	longestSleep    = 30 * 24 * time.Hour // then the row is loaded again, whatever was thought of it
	wakesPerRun     = 100                 // then the run continues as new with an empty history
	firstLoadPause  = 5 * time.Second     // after the database could not be read, doubled up to the longest
	longestLoadRest = 5 * time.Minute
)

// Interview carries one interview until nothing is owed and nothing will be; the next change starts it anew.
func Interview(ctx workflow.Context, ref store.Ref) error {
	r := &run{ref: ref, mailbox: workflow.GetSignalChannel(ctx, wakeSignal), busy: map[string]bool{}, finished: workflow.NewBufferedChannel(ctx, 1000)}
	for {
		r.drain()
		plan, ok := r.load(ctx)
		if !ok {
			continue
		}
		if plan.Gone {
			return nil
		}
		for _, t := range plan.Targets {
			if !r.busy[t.Name] {
				r.start(ctx, t)
			}
		}
		r.show(ctx, plan)
		if r.inFlight == 0 {
			if r.mailbox.Len() > 0 {
				continue
			}
			if plan.Next == nil { // no yield since the mailbox was found empty
				return nil
			}
			if r.wakes >= wakesPerRun || workflow.GetInfo(ctx).GetContinueAsNewSuggested() {
				return workflow.NewContinueAsNewError(ctx, Interview, ref)
			}
		}
		r.wait(ctx, plan)
	}
}

// run is one run of the workflow.
type run struct {
	ref      store.Ref
	mailbox  workflow.ReceiveChannel
	wakes    int             // signals received
	busy     map[string]bool // targets with an activity in flight; never ranged
	inFlight int
	finished workflow.Channel // targets whose activity ended
	shown    attributes
	pause    time.Duration
}

// drain takes every wake-up there is: one load answers them all.
func (r *run) drain() {
	for r.mailbox.ReceiveAsync(nil) {
		r.wakes++
	}
}

// load asks what the interview needs. While the database cannot be read it waits with back-off for the clock or a
// wake-up, and ok is false.
func (r *run) load(ctx workflow.Context) (plan activities.Plan, ok bool) {
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: 5 * time.Second,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, MaximumAttempts: 3},
		Summary:                "what the interview needs now",
	})
	var a *activities.Activities
	err := workflow.ExecuteLocalActivity(local, a.Load, r.ref, workflow.Now(ctx)).Get(ctx, &plan)
	if err == nil {
		r.pause = 0
		return plan, true
	}
	r.pause = min(max(firstLoadPause, 2*r.pause), longestLoadRest)
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("The database cannot be read; trying again in %s.", r.pause))
	r.sleep(ctx, r.pause, "the database again")
	return plan, false
}

// start has a target's effects done beside everything else. Its activity is retried until it is done, refused for good, or
// no longer owed; one that fails holds up no other.
func (r *run) start(ctx workflow.Context, t activities.Target) {
	r.busy[t.Name] = true
	r.inFlight++
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.AttemptWindow,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
		Summary:             t.Kind + " to " + t.Name,
	})
	var a *activities.Activities
	sent := workflow.ExecuteActivity(options, a.SendLetters, r.ref, t.Name, workflow.Now(ctx))
	workflow.Go(ctx, func(ctx workflow.Context) {
		_ = sent.Get(ctx, nil) // its outcome is in the ledger, which the next load reads
		r.finished.Send(ctx, t.Name)
	})
}

// wait returns when the row should be loaded again: the next instant came, a wake-up came, or the last effect ended.
func (r *run) wait(ctx workflow.Context, plan activities.Plan) {
	timer, cancel := workflow.WithCancel(ctx)
	defer cancel()
	again := false
	s := workflow.NewSelector(ctx)
	s.AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) {
		c.Receive(ctx, nil)
		r.wakes++
		again = true
	})
	s.AddReceive(r.finished, func(c workflow.ReceiveChannel, _ bool) {
		var name string
		c.Receive(ctx, &name)
		delete(r.busy, name)
		r.inFlight--
		again = again || r.inFlight == 0
	})
	if plan.Next != nil {
		d := min(max(plan.Next.At.Sub(workflow.Now(ctx)), time.Millisecond), longestSleep)
		s.AddFuture(workflow.NewTimerWithOptions(timer, d, workflow.TimerOptions{Summary: plan.Next.Kind}), func(workflow.Future) { again = true })
	}
	for !again {
		s.Select(ctx)
	}
}

// sleep waits for the clock or a wake-up.
func (r *run) sleep(ctx workflow.Context, d time.Duration, what string) {
	timer, cancel := workflow.WithCancel(ctx)
	defer cancel()
	workflow.NewSelector(ctx).
		AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) { c.Receive(ctx, nil); r.wakes++ }).
		AddFuture(workflow.NewTimerWithOptions(timer, d, workflow.TimerOptions{Summary: what}), func(workflow.Future) {}).
		Select(ctx)
}

// attributes are the search attributes as they were last written.
type attributes struct {
	status, waitsFor string
	start            time.Time
	failing, written bool
}

// show tells operators what the interview waits for, what was done and what keeps failing.
func (r *run) show(ctx workflow.Context, p activities.Plan) {
	now := attributes{p.Status, waitsFor(p, r.inFlight), p.StartsAt, len(p.Failing) > 0, true}
	if p.Searchable && now != r.shown {
		r.shown = now
		_ = workflow.UpsertTypedSearchAttributes(ctx, attrOrganization.ValueSet(r.ref.OrgID), attrPosting.ValueSet(p.PostingID), attrStatus.ValueSet(now.status),
			attrStart.ValueSet(now.start), attrWaitsFor.ValueSet(now.waitsFor), attrFailing.ValueSet(now.failing))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**, revision %d, starts %s\n\n", p.Status, p.Revision, p.StartsAt.Format(time.RFC3339))
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

func waitsFor(p activities.Plan, inFlight int) string {
	switch {
	case inFlight > 0:
		return "effects"
	case p.Next != nil:
		return p.Next.Kind
	}
	return "nothing"
}
