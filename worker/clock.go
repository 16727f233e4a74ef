package worker

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
)

// How test clocks are moved.
const (
	clockEvery  = 100 * time.Millisecond // how often the database is asked what clocks are to be moved
	settleEvery = 5 * time.Millisecond   // how often it is asked whether what fell due was done
	settleTime  = 10 * time.Second       // how long a clock waits for that; then it goes on
	leaveTime   = 2 * time.Second        // how long the end may take
)

// Clocks moves the time of organizations forward, in the one process of `litmus up --test-clock`. A clock does not
// jump: it stops at each instant at which something falls due on its way, has it done, and goes on, so that what leaves
// is what would have left in that time: a reminder whose interview has begun is not sent any more. Calendars are read
// at the end only.
type Clocks struct {
	Store *store.Store
	Log   *slog.Logger

	// Wake has the workflows of the rows look at them anew; one that it cannot wake is the relay's.
	Wake func(context.Context, []models.PendingWake)

	patience time.Duration // how long a clock waits for what is due; 0: settleTime. A test sets it.

	mu     sync.Mutex
	moving map[string]chan struct{} // by organization: has room for the one who moves its clock
	left   map[string]bool          // organizations whose clock was left on its way
}

// Run gives every organization a test clock and moves those that were asked to be, until ctx ends. A process that ended
// may have left one on its way, so at the start it looks after all that were moved. At its end no clock is served any
// more.
func (c *Clocks) Run(ctx context.Context) {
	defer c.leave(ctx)
	var walks sync.WaitGroup
	defer walks.Wait()
	for first := true; ; {
		asked, err := c.asked(ctx, first)
		first = first && err != nil
		if err != nil && ctx.Err() == nil {
			c.Log.Warn("test clocks cannot be read", "error", err)
		}
		for _, one := range asked {
			turn := c.turn(one.OrgID)
			select {
			case turn <- struct{}{}:
			default: // it is moving
				continue
			}
			walks.Go(func() {
				defer func() { <-turn }()
				if err := c.goOn(ctx, one.OrgID); err != nil && ctx.Err() == nil {
					c.Log.Warn("test clock stands still", "organization", one.OrgID, "error", err)
				}
			})
		}
		if !pause(ctx, clockEvery) {
			return
		}
	}
}

// leave says that the clocks are not served any more. A process that cannot say so has promised it for seconds only.
func (c *Clocks) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	if err := c.Store.Wakes.LeaveClocks(ctx); err != nil {
		c.Log.Warn("test clocks cannot be left", "error", err)
	}
}

// asked returns the clocks that are not yet where they were asked to be, or were left on their way; with moved all that
// were ever moved.
func (c *Clocks) asked(ctx context.Context, moved bool) ([]store.Clock, error) {
	if err := c.Store.Wakes.ServeClocks(ctx); err != nil {
		return nil, err
	}
	all, err := c.Store.Clocks(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.DeleteFunc(all, func(one store.Clock) bool {
		return one.Ahead >= one.Wanted && !c.left[one.OrgID] && !(moved && one.Ahead > 0)
	}), err
}

// turn returns the channel with room for the one who moves the organization's clock.
func (c *Clocks) turn(orgID string) chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.moving == nil {
		c.moving = map[string]chan struct{}{}
	}
	if c.moving[orgID] == nil {
		c.moving[orgID] = make(chan struct{}, 1)
	}
	return c.moving[orgID]
}

// Advance moves the organization's time as it is asked to, and returns it when the clock is there and everything that
// fell due on the way was done. A move by nothing waits for what is due. If ctx ends before, the clock goes on, and the
// error is [models.Unavailable]. Other errors are those of [wakes.Store.AskClock].
func (c *Clocks) Advance(ctx context.Context, orgID string, m upkeep.ClockMove) (time.Time, error) {
	if err := c.Store.Wakes.ServeClocks(ctx); err != nil { // of an organization that was made a moment ago
		return time.Time{}, err
	}
	if _, err := c.Store.Wakes.AskClock(ctx, orgID, m); err != nil {
		return time.Time{}, err
	}
	turn := c.turn(orgID)
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
		if err := c.goOn(ctx, orgID); ctx.Err() == nil {
			return c.Store.NowOf(orgID), err
		}
	case <-ctx.Done():
	}
	return time.Time{}, models.Unavailablef("the test clock is still on its way, at %s",
		models.FormatInstant(c.Store.NowOf(orgID)))
}

// goOn walks, and remembers where that was not done to its end.
func (c *Clocks) goOn(ctx context.Context, orgID string) error {
	err := c.walk(ctx, orgID)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == nil {
		c.left = map[string]bool{}
	}
	c.left[orgID] = err != nil
	return err
}

// walk moves the organization's clock to where it was asked to be, step by step.
func (c *Clocks) walk(ctx context.Context, orgID string) error {
	given := givenUp{store: c.Store, effects: map[models.PendingWake]map[string]bool{}}
	for {
		if err := c.settle(ctx, orgID, false, given); err != nil {
			return err
		}
		clock, err := c.clock(ctx, orgID)
		if err != nil {
			return err
		}
		if clock.Ahead >= clock.Wanted {
			break
		}
		due, err := c.Store.Wakes.NextDue(ctx, orgID)
		if err != nil {
			return err
		}
		ahead := upkeep.ClockStep(clock.Ahead, clock.Wanted, c.Store.Now(), due)
		if err := c.Store.Wakes.MoveClock(ctx, orgID, ahead); err != nil {
			return err
		}
	}
	// Timers were set for a time that comes sooner by now. Calendars are read here alone, and not every few minutes of
	// the way.
	rows, err := c.Store.Wakes.Running(ctx, orgID)
	if err != nil {
		return err
	}
	c.Wake(ctx, rows)
	return c.settle(ctx, orgID, true, given)
}

func (c *Clocks) clock(ctx context.Context, orgID string) (store.Clock, error) {
	all, err := c.Store.Clocks(ctx)
	if n := slices.IndexFunc(all, func(one store.Clock) bool { return one.OrgID == orgID }); n >= 0 {
		return all[n], err
	}
	return store.Clock{}, err
}

// settle has everything done that is owed at the organization's present time and returns when it is. What cannot be
// done, such as a letter that no mail server takes, holds it up once, for [settleTime]; given remembers it.
func (c *Clocks) settle(ctx context.Context, orgID string, calendars bool, given givenUp) error {
	woken := map[models.PendingWake]bool{}
	for end := time.Now().Add(cmp.Or(c.patience, settleTime)); ; {
		rows, err := c.Store.Wakes.Unsettled(ctx, orgID, calendars)
		if err == nil {
			rows, err = given.others(ctx, rows)
		}
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		asleep := slices.DeleteFunc(slices.Clone(rows), func(one models.PendingWake) bool { return woken[one] })
		switch {
		case len(asleep) > 0: // on a busy machine as well nothing is given up that was not woken
			c.Wake(ctx, asleep)
			for _, one := range asleep {
				woken[one] = true
			}
			continue
		case !time.Now().Before(end):
			c.Log.Warn("test clock goes on though something is owed", "organization", orgID, "rows", len(rows))
			return given.add(ctx, rows)
		}
		if !pause(ctx, settleEvery) {
			return ctx.Err()
		}
	}
}

// pause waits for d and reports whether ctx still goes on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
