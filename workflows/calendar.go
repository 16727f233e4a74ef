package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
)

// CalendarSync reads the busy times of one calendar again and again for as long as it is connected, and has the
// organization's admins told when it breaks and when it heals. A wake-up means that the account was changed, or that
// somebody asks for a reading: then it reads at once. ref is the connection's.
func CalendarSync(ctx workflow.Context, ref models.Ref) error {
	c := &calendarRun{ref: ref, mailbox: workflow.GetSignalChannel(ctx, wakeSignal)}
	for {
		for c.mailbox.ReceiveAsync(nil) { // one reading answers them all
		}
		out, err := c.sync(ctx)
		switch {
		case temporal.IsCanceledError(err):
			return err
		case out.Gone:
			return nil
		}
		if c.read(out) {
			c.tell(ctx)
		}
		c.show(ctx, out)
		c.wait(ctx, out.Wait)
		if c.full(workflow.GetInfo(ctx).GetContinueAsNewSuggested()) {
			return workflow.NewContinueAsNewError(ctx, "CalendarSync", ref)
		}
	}
}

// calendarRun is one run of the workflow: its state, and the channels and futures that it waits for.
type calendarRun struct {
	calendarState
	ref     models.Ref
	mailbox workflow.ReceiveChannel // wake-ups
	letters workflow.Future         // of the activity that tells the admins; nil: there is none
	shown   attributes              // as they were last written
}

// sync reads the busy times. A provider's failure is an outcome; an error means that the database is away.
func (c *calendarRun) sync(ctx workflow.Context) (out activities.Synced, err error) {
	var a *activities.Activities
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.SyncAttempt,
		RetryPolicy:         retries{firstLoadPause, firstRetries.attempts}.policy(),
		Priority:            priority(models.EntityCalendar, c.ref.OrgID, activities.Target{}),
		Summary:             "busy times of " + c.ref.ID,
	})
	if err = workflow.ExecuteActivity(options, a.SyncCalendar, c.ref).Get(ctx, &out); err != nil {
		out = unread(c.shown.written)
	}
	return out, err
}

// tell starts the activity that tells the admins, and does not wait for it. It is attempted until they were told, or
// are owed nothing any more.
func (c *calendarRun) tell(ctx workflow.Context) {
	var a *activities.Activities
	options := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:           QueueEffects,
		StartToCloseTimeout: activities.TellAttempt,
		HeartbeatTimeout:    activities.AttemptWindow,
		RetryPolicy:         retries{firstLoadPause, laterRetries.attempts}.policy(),
		Priority:            priority(models.EntityCalendar, c.ref.OrgID, activities.Target{}),
		Summary:             "letters to the admins",
	})
	c.letters = workflow.ExecuteActivity(options, a.TellAdmins, c.ref)
}

// wait returns when the calendar should be read again: after d, or at a wake-up.
func (c *calendarRun) wait(ctx workflow.Context, d time.Duration) {
	timed, cancel := workflow.WithCancel(ctx)
	defer cancel()
	read := false
	timer := workflow.NewTimerWithOptions(timed, d, workflow.TimerOptions{Summary: "next reading"})
	for !read {
		s := workflow.NewSelector(ctx)
		s.AddReceive(c.mailbox, func(m workflow.ReceiveChannel, _ bool) {
			m.Receive(ctx, nil)
			read = true
		})
		s.AddFuture(timer, func(workflow.Future) { read = true })
		if c.letters != nil {
			s.AddFuture(c.letters, func(told workflow.Future) {
				c.letters = nil
				err := told.Get(ctx, nil) // the ledger is what the next one reads
				if c.notified(err != nil && !temporal.IsCanceledError(err)) {
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
	workflow.SetCurrentDetails(ctx, calendarDetails(out, workflow.Now(ctx)))
}
