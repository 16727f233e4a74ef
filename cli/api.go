package cli

import (
	"context"
	"time"

	"litmus/models"
	"litmus/worker"
	"litmus/workflows"
)

type apiCommand struct {
	Migrate bool `help:"Bring the database's schema up to date first."`
}

// Run serves the REST API until it is told to stop.
func (cmd *apiCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.require("LITMUS_DATABASE_URL", "LITMUS_SECRET")
	}
	if err == nil {
		err = c.checkOutside(false)
	}
	if err == nil {
		err = c.openFiles()
	}
	if err == nil {
		_, err = c.provider()
	}
	if err != nil {
		return err
	}
	collectAt(garbageOfParts)
	log := c.logger(a)
	l, err := listening{"LITMUS_ADDR", c.Addr}.listen()
	if err != nil {
		return err
	}
	defer l.Close()
	if c.BaseURL == "" {
		c.BaseURL = urlOf(l)
	}
	if err := c.checkSecret(); err != nil {
		return err
	}
	s, err := c.open(a, false)
	if err != nil {
		return err
	}
	defer s.Close()
	if cmd.Migrate {
		if _, err := s.Migrate(a.ctx); err != nil {
			return err
		}
	}
	if err := refuseMoved(a.ctx, s); err != nil {
		return err
	}
	_, stopMetrics, err := a.measure(c, s, log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopTraces, err := a.trace("litmus-api", log)
	if err != nil {
		return err
	}
	defer stopTraces()
	temporal, namespace, err := dialTemporal(a, "", log)
	if err != nil {
		return err
	}
	defer temporal.Close()
	a.measureQueues(temporal, namespace)
	c.TemporalUI = workflowPages(c.TemporalUI, namespace)
	w := workflows.NewClient(temporal, s, log)
	defer w.Close()
	w.Guard(namespace, false)
	if err := claimSoon(a.ctx, w); models.KindOf(err) == models.Conflict {
		return err
	} else if err != nil { // nothing is sent to it before it is known whose it is
		log.Warn("it is not known yet whose this Temporal is", "error", err)
	}
	log.Info("api", "address", l.Addr().String(), "base_url", c.BaseURL)
	var clocks *worker.Clocks
	if a.wake != nil {
		clocks = &worker.Clocks{Store: s, Log: log, Wake: a.wake}
		defer moveClocks(clocks)()
	}
	checks := []check{{"database", s.Ping}, serving(a.ctx)}
	later, stop := draining(a.ctx, c.Drain)
	defer stop()
	all := handler(s, w, c, log, checks, c.owned(s, w, log), clocks, a.meter, a.traces)
	return serve(later, l, closing(a.ctx, all), log)
}

// claimTime is how long an api that starts waits for Temporal to say whose it is. Bookings do not need Temporal.
const claimTime = time.Second

func claimSoon(ctx context.Context, w *workflows.Client) error {
	ctx, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	return w.Claim(ctx)
}
