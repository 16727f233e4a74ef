package workflows

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/store"
)

// syncsPerRun is how often a run reads its calendar before it continues as new with an empty history.
const syncsPerRun = 100

// CalendarSync carries one connected calendar for as long as it is connected: its busy times are read again and again,
// and the organization's admins hear when it breaks and when it heals (decision 71). Woken, it reads at once: the
// account was changed, or somebody asks for it. ref is the connection's.
func CalendarSync(ctx workflow.Context, ref store.Ref) error {
	c := &calendarRun{ref: ref, mailbox: workflow.GetSignalChannel(ctx, wakeSignal)}
	for n := 1; ; n++ {
		for c.mailbox.ReceiveAsync(nil) { // one reading answers them all
		}
		out, err := c.sync(ctx)
		switch {
		case temporal.IsCanceledError(err):
			return err
		case out.Gone:
			return nil
		}
		if out.Owed {
			c.tell(ctx)
		}
		c.show(ctx, out)
		c.wait(ctx, out)
		if n >= syncsPerRun || workflow.GetInfo(ctx).GetContinueAsNewSuggested() {
			return workflow.NewContinueAsNewError(ctx, "CalendarSync", ref)
		}
	}
}

// calendarRun is one run of the workflow.
type calendarRun struct {
	ref     store.Ref
	mailbox workflow.ReceiveChannel
	telling workflow.Future // admins are being told; nil: nobody is
	missed  bool            // something was owed to them when the calendar was read meanwhile
	shown   attributes
}

// sync has the busy times read. What a provider does is an outcome; an error is the database's, which is away: then
// nobody knows how the calendar is.
func (c *calendarRun) sync(ctx workflow.Context) (out activities.Synced, err error) {
	var a *activities.Activities
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.SyncAttempt,
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: firstLoadPause, BackoffCoefficient: 2,
			MaximumInterval: time.Minute, MaximumAttempts: firstAttempts},
		Priority: priority(store.EntityCalendar, c.ref.OrgID, activities.Target{}),
		Summary:  "busy times of " + c.ref.ID,
	})
	if err = workflow.ExecuteActivity(options, a.SyncCalendar, c.ref).Get(ctx, &out); err != nil {
		out = activities.Synced{State: "unknown", Code: activities.CodeDatabase, Wait: time.Minute,
			Searchable: c.shown.written}
	}
	return out, err
}

// tell has the admins told beside everything else, once at a time; it is tried until they are told or are owed nothing
// any more.
func (c *calendarRun) tell(ctx workflow.Context) {
	if c.telling != nil {
		c.missed = true
		return
	}
	var a *activities.Activities
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.TellAttempt,
		HeartbeatTimeout:    activities.AttemptWindow,
		RetryPolicy: &temporal.RetryPolicy{InitialInterval: firstLoadPause, BackoffCoefficient: 2,
			MaximumInterval: time.Minute, MaximumAttempts: laterAttempts},
		Priority: priority(store.EntityCalendar, c.ref.OrgID, activities.Target{}),
		Summary:  "letters to the admins",
	})
	c.telling, c.missed = workflow.ExecuteActivity(options, a.TellAdmins, c.ref), false
}

// wait returns when the calendar should be read again: at the next instant, or woken.
func (c *calendarRun) wait(ctx workflow.Context, out activities.Synced) {
	timer, cancel := workflow.WithCancel(ctx)
	defer cancel()
	again := false
	rings := workflow.NewTimerWithOptions(timer, out.Wait, workflow.TimerOptions{Summary: "next reading"})
	for !again {
		s := workflow.NewSelector(ctx)
		s.AddReceive(c.mailbox, func(m workflow.ReceiveChannel, _ bool) {
			m.Receive(ctx, nil)
			again = true
		})
		s.AddFuture(rings, func(workflow.Future) { again = true })
		if c.telling != nil {
			s.AddFuture(c.telling, func(told workflow.Future) {
				// however it ended: the ledger is what the next one reads
				err := told.Get(ctx, nil)
				if c.telling = nil; c.missed || err != nil && !temporal.IsCanceledError(err) {
					c.tell(ctx)
				}
			})
		}
		s.Select(ctx)
	}
}

// show tells operators how the calendar is.
func (c *calendarRun) show(ctx workflow.Context, out activities.Synced) {
	now := attributes{status: out.State, waitsFor: "next_sync", failing: out.Code != "", written: true}
	if out.Searchable && now != c.shown {
		c.shown = now
		_ = workflow.UpsertTypedSearchAttributes(ctx, attrOrganization.ValueSet(c.ref.OrgID),
			attrStatus.ValueSet(now.status), attrWaitsFor.ValueSet(now.waitsFor), attrFailing.ValueSet(now.failing))
	}
	what := "could not be read: " + out.Code
	switch {
	case out.Unchanged:
		what = "was as it was"
	case out.Code == "":
		what = fmt.Sprintf("has %d busy times", out.Blocks)
	}
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("**%s**\n\nAt %s it %s.\n\nNext reading in %s.", out.State,
		workflow.Now(ctx).UTC().Format(time.RFC3339), what, out.Wait.Round(time.Second)))
}
