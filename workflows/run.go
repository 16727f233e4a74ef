package workflows

import (
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
)

// entity is what differs between the rows that [reconcile] works for.
type entity struct {
	kind           models.Entity
	workflow       string                             // the name that it continues as new under
	load           any                                // an activity with the signature of activities.Load
	loadSummary    string                             // what operators read of it
	effectActivity func(target string) any            // the activity, with the signature of activities.SendLetters
	setHandlers    func(workflow.Context, *run) error // of updates; nil: there are none
}

// reconcile does what the row owes until nothing is owed and nothing will be; the next change of the row starts it
// anew. It carries out what [next] decides, and decides nothing itself.
func reconcile(ctx workflow.Context, ref models.Ref, e entity) error {
	r := &run{ref: ref, entity: e, mailbox: workflow.GetSignalChannel(ctx, wakeSignal), shown: givenAtStart(ctx),
		state: state{targets: map[string]progress{}}, results: workflow.NewBufferedChannel(ctx, 1000)}
	if e.setHandlers != nil {
		r.reloadRequests = workflow.NewBufferedChannel(ctx, 1000)
		if err := e.setHandlers(ctx, r); err != nil {
			return err
		}
	}
	for {
		if err := ctx.Err(); err != nil {
			return err // an operator canceled it: the sweep starts the next run, which does what is still owed
		}
		r.drain()
		if !r.load(ctx) {
			continue
		}
		d := next(r.state, r.plan, r.inbox(ctx), workflow.Now(ctx))
		if d.step == pauseStep {
			r.waited(r.sleep(ctx, d.pause, "before asking the effects again"))
			if !r.paused {
				continue
			}
			d = next(r.state, r.plan, r.inbox(ctx), workflow.Now(ctx))
		}
		r.take(d)
		for _, a := range d.start {
			r.start(ctx, a)
		}
		if !r.plan.Gone {
			r.show(ctx)
		}
		switch d.step {
		case waitStep:
			r.wait(ctx, d)
		case handlersStep:
			r.awaitHandlers(ctx)
		case completeStep: // nothing yielded since the mailbox was found empty, so no wake-up is lost
			return nil
		case continueAsNewStep:
			return workflow.NewContinueAsNewError(ctx, e.workflow, ref)
		}
	}
}

// run is one run of the workflow: its state, and the channels and timers that it waits for.
type run struct {
	state
	ref            models.Ref
	entity         entity
	mailbox        workflow.ReceiveChannel // wake-ups
	reloadRequests workflow.Channel        // of update handlers; nil without handlers
	results        workflow.Channel        // of type result
	gateTimer      timer
	timelineTimer  timer
	shown          attributes // as they were last written
}

func (r *run) inbox(ctx workflow.Context) inbox {
	return inbox{wakeUps: r.mailbox.Len() > 0, reloads: r.reloadRequests != nil && r.reloadRequests.Len() > 0,
		handlers: !workflow.AllHandlersFinished(ctx)}
}

// drain takes every wake-up there is: one load answers them all.
func (r *run) drain() {
	for r.mailbox.ReceiveAsync(nil) {
		r.wake()
	}
	for r.reloadRequests != nil && r.reloadRequests.ReceiveAsync(nil) {
		r.known = nil
	}
}

// load loads the plan, unless a batch has just said what it is. While the database cannot be read it waits, for the
// clock or a wake-up, and returns false.
func (r *run) load(ctx workflow.Context) bool {
	if p := r.known; p != nil {
		p.Searchable = r.plan.Searchable // a worker of interviews knows what it can set
		r.loaded(*p, workflow.GetInfo(ctx).GetContinueAsNewSuggested())
		return true
	}
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: 5 * time.Second,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 200 * time.Millisecond, MaximumAttempts: 3},
		Summary:                r.entity.loadSummary,
	})
	var plan activities.Plan
	err := workflow.ExecuteLocalActivity(local, r.entity.load, r.ref, workflow.Now(ctx)).Get(ctx, &plan)
	if err == nil {
		r.loaded(plan, workflow.GetInfo(ctx).GetContinueAsNewSuggested())
		return true
	}
	if failure := (*temporal.ApplicationError)(nil); errors.As(err, &failure) && failure.Type() == codeForeign {
		leaveAlone(failure.Message())
	}
	pause := r.loadFailed()
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("The database cannot be read; trying again in %s.", pause))
	r.sleep(ctx, pause, "the database again")
	return false
}

// start starts an activity and does not wait for it. It is attempted until it succeeds, is refused for good, or finds
// that nothing is owed any more; one that fails holds up no other. A batch is attempted once, and ends when the slowest
// of its letters does.
func (r *run) start(ctx workflow.Context, a start) {
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.AttemptWindow,
		RetryPolicy:         a.retries.policy(),
		Priority:            priority(r.entity.kind, r.ref.OrgID, a.target),
		Summary:             a.summary(),
	})
	execute := func(options workflow.Context) workflow.Future {
		if len(a.batch) > 0 {
			return workflow.ExecuteActivity(options, (*activities.Activities).SendLetterBatch, r.ref, a.batch.names(),
				workflow.Now(options))
		}
		return workflow.ExecuteActivity(options, r.entity.effectActivity(a.target.Name), r.ref, a.target.Name,
			workflow.Now(options))
	}
	var future workflow.Future
	if a.delay == 0 {
		future = execute(options)
	}
	workflow.Go(ctx, func(ctx workflow.Context) {
		if future == nil {
			_ = workflow.NewTimerWithOptions(ctx, a.delay,
				workflow.TimerOptions{Summary: "before " + a.target.Kind + " again"}).Get(ctx, nil)
			future = execute(options)
		}
		for _, end := range a.results(ctx, future) {
			r.results.Send(ctx, end)
		}
	})
}

// results waits for the activity and returns how it ended for each target.
func (a start) results(ctx workflow.Context, future workflow.Future) []result {
	if len(a.batch) == 0 {
		end := result{start: a}
		if err := future.Get(ctx, &end.outcome); err != nil { // the ledger is what the next load reads
			end.failed = true
			end.code, end.after = activities.FailureOf(err)
		}
		return []result{end}
	}
	var done activities.Batch
	err := future.Get(ctx, &done)
	ends := make([]result, len(a.batch))
	for n, t := range a.batch {
		ends[n] = result{start: start{target: t, batch: a.batch, onlyLoad: a.onlyLoad}, plan: done.Plan}
		switch {
		case err != nil:
			ends[n].failed = true
			ends[n].code, ends[n].after = activities.FailureOf(err)
		case n < len(done.Outcomes):
			o := done.Outcomes[n]
			ends[n].outcome, ends[n].failed, ends[n].code, ends[n].after = o.Outcome, o.Code != "", o.Code, o.Retry
		}
	}
	return ends
}

// policy is the retry policy of an activity.
func (r retries) policy() *temporal.RetryPolicy {
	return &temporal.RetryPolicy{InitialInterval: r.initial, BackoffCoefficient: 2, MaximumInterval: time.Minute,
		MaximumAttempts: r.attempts}
}

// wait returns when the row should be loaded again.
func (r *run) wait(ctx workflow.Context, d decision) {
	reload := false
	s := workflow.NewSelector(ctx)
	s.AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) {
		c.Receive(ctx, nil)
		r.wake()
		reload = true
	})
	s.AddReceive(r.results, func(c workflow.ReceiveChannel, _ bool) {
		var end result
		c.Receive(ctx, &end)
		reload = r.ended(end) || reload
	})
	if r.reloadRequests != nil {
		s.AddReceive(r.reloadRequests, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			reload = true
		})
	}
	r.gateTimer.set(ctx, d.open)
	r.gateTimer.addTo(s, &reload)
	r.timelineTimer.set(ctx, d.wakeAt)
	r.timelineTimer.addTo(s, &reload)
	for !reload {
		s.Select(ctx)
	}
}

// timer is a timer that is left alone while its instant stays.
type timer struct {
	at     time.Time // zero: it is not set
	fires  workflow.Future
	cancel workflow.CancelFunc
}

// set sets the timer for an instant, or cancels it where there is none.
func (t *timer) set(ctx workflow.Context, next *effect.Moment) {
	cancel, d := timerChange(t.at, next, workflow.Now(ctx))
	if cancel {
		t.cancel()
		*t = timer{}
	}
	if d > 0 {
		ctx, cancel := workflow.WithCancel(ctx)
		*t = timer{next.At, workflow.NewTimerWithOptions(ctx, d, workflow.TimerOptions{Summary: next.Kind}), cancel}
	}
}

func (t *timer) addTo(s workflow.Selector, fired *bool) {
	if t.fires != nil {
		s.AddFuture(t.fires, func(workflow.Future) {
			*t = timer{}
			*fired = true
		})
	}
}

// sleep waits for the clock, a wake-up or a request to reload, and reports whether one of the latter two came.
func (r *run) sleep(ctx workflow.Context, d time.Duration, summary string) (news bool) {
	timed, cancel := workflow.WithCancel(ctx)
	defer cancel()
	s := workflow.NewSelector(ctx).
		AddReceive(r.mailbox, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			r.wake()
			news = true
		}).
		AddFuture(workflow.NewTimerWithOptions(timed, d, workflow.TimerOptions{Summary: summary}),
			func(workflow.Future) {})
	if r.reloadRequests != nil {
		s.AddReceive(r.reloadRequests, func(c workflow.ReceiveChannel, _ bool) {
			c.Receive(ctx, nil)
			news = true
		})
	}
	s.Select(ctx)
	return news
}
