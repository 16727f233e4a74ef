package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/worker"
)

// How long `litmus clock advance` waits.
const (
	clockStill  = 30 * time.Second // for a clock that stands still
	clockSettle = 10 * time.Second // for what fell due last
	clockAsk    = 50 * time.Millisecond
)

type clockCommand struct {
	Advance clockAdvance `cmd:"" help:"Move the time of an organization forward, and carry out what falls due on the way."`
	Show    clockShow    `cmd:"" help:"Print the time of each organization that has a test clock."`
}

type clockAdvance struct {
	By  string `arg:"" help:"By how long, such as 9d, 36h or 1d12h30m."`
	Org string `help:"Slug of the organization." required:""`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run asks the running `litmus up --test-clock` to move the organization's time, waits until it is there, and prints it
// on standard output.
func (cmd *clockAdvance) Run(a *app) error {
	d, err := upkeep.ParseAdvance(cmd.By)
	if err != nil {
		return usageError{err}
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	asked, err := s.Wakes.AskClock(a.ctx, org.ID, upkeep.ClockMove{By: d})
	if err == nil {
		err = awaitClock(a.ctx, s.Store, asked)
	}
	if err != nil {
		return err
	}
	now := models.FormatInstant(s.NowOf(org.ID))
	if cmd.JSON {
		return printJSON(a.stdout, map[string]string{"organization": org.Slug, "now": now})
	}
	_, err = fmt.Fprintln(a.stdout, now)
	return err
}

// awaitClock returns when the organization's clock is where it was asked to be and nothing is owed at its time. What
// cannot be done holds it up for [clockSettle].
func awaitClock(ctx context.Context, s *store.Store, asked store.Clock) error {
	last, since := time.Duration(-1), time.Now()
	for {
		all, err := s.Clocks(ctx)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(all, func(c store.Clock) bool { return c.OrgID == asked.OrgID })
		if n < 0 {
			return models.NotFoundf("the organization has no test clock any more")
		}
		if all[n].Ahead != last {
			last, since = all[n].Ahead, time.Now()
		}
		if last >= asked.Wanted {
			rows, err := s.Wakes.Unsettled(ctx, asked.OrgID, true)
			if err != nil || len(rows) == 0 || time.Since(since) > clockSettle {
				return err
			}
		} else if time.Since(since) > clockStill {
			return errors.New("the test clock does not move: `litmus up --test-clock` moves it as soon as it runs")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(clockAsk):
		}
	}
}

type clockShow struct {
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// shownClock is a row of `litmus clock show`.
type shownClock struct {
	Organization string  `json:"organization"`
	Now          string  `json:"now"`
	AheadSeconds float64 `json:"ahead_seconds"`
	Moving       bool    `json:"moving"` // it was asked to go further
}

// Run prints the organizations that have a test clock, with their time.
func (cmd *clockShow) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	orgs, err := s.Team.Organizations(a.ctx)
	if err != nil {
		return err
	}
	clocks, err := s.Clocks(a.ctx)
	if err != nil {
		return err
	}
	out := []shownClock{}
	faces := map[string]clockface{}
	for _, c := range clocks {
		slug := c.OrgID
		for _, o := range orgs {
			if o.ID == c.OrgID {
				slug = o.Slug
				faces[slug] = cmd.clockface(o.TimeZone)
			}
		}
		out = append(out, shownClock{slug, models.FormatInstant(s.NowOf(c.OrgID)), c.Ahead.Seconds(),
			c.Ahead < c.Wanted})
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "ORGANIZATION\tNOW\tAHEAD")
	for _, c := range out {
		ahead := time.Duration(c.AheadSeconds * float64(time.Second)).Round(time.Second).String()
		if c.Moving {
			ahead += ", moving"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", c.Organization, faces[c.Organization].second(&c.Now, c.Now), ahead)
	}
	return w.Flush()
}

// refuseMoved returns an error if a test clock moved the time of an organization of the database. A database that does
// not answer yet is found out by the check of readiness, which says the same.
func refuseMoved(ctx context.Context, s *store.Store) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if err := s.Ping(ctx); errors.Is(err, store.ErrMovedClock) {
		return err
	}
	return nil
}

// moveClocks moves the test clocks until the function that it returns is called.
func moveClocks(clocks *worker.Clocks) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); clocks.Run(ctx) }()
	return func() { cancel(); <-done }
}
