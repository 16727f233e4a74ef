package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"litmus/activities"
	"litmus/dashboard/signin"
	"litmus/letters"
	"litmus/models"
	"litmus/ports/files"
	"litmus/ports/mail"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/store"
	"litmus/worker"
	"litmus/workflows"
)

// newActivities makes the activities; mail, providers and the HTTP client only if this process serves effects.
func newActivities(s *store.Store, c config, log *slog.Logger, effects bool) (*activities.Activities, error) {
	a := &activities.Activities{Store: s, BaseURL: c.BaseURL, AuditDays: c.AuditDays, Log: log}
	if effects {
		if c.SignIn == signInOIDC && c.OIDCIssuer == "" {
			return nil, errNoIssuer
		}
		if c.OIDCIssuer != "" {
			a.Provider = (&signin.Provider{Issuer: c.OIDCIssuer}).Name()
		}
		a.OnlyProvider = c.SignIn == signInOIDC
		sender, err := mail.New(c.SMTPURL, c.SMTPTLS)
		if err != nil {
			return nil, usagef("LITMUS_SMTP_URL is malformed: %v", err)
		}
		if (c.Mailbox == nil) != (c.ReturnAddress == "") {
			return nil, usagef("LITMUS_IMAP_URL and LITMUS_RETURN_ADDRESS go together: set both, or neither")
		}
		a.ReturnTo = c.ReturnAddress
		a.Mail, a.Outbound = sender, outbound.NewClients(c.AllowPrivate).For
		own := outbound.New(outbound.Options{AllowPrivate: c.AllowPrivate}) // for servers that the operator configures
		if a.Meeting, err = meeting.New(c.Meeting, c.meetingSource(), own); err != nil {
			return nil, usageError{err}
		}
		if a.Notetaker, err = notetaker.New(c.Notetaker, []byte(c.NotetakerSecret), own); err != nil {
			return nil, usageError{err}
		}
	}
	return a, nil
}

type workerCommand struct {
	Queues []string `help:"Task queues to serve: interviews, effects." default:"interviews,effects"`
	Addr   string   `help:"Address of /healthz and /readyz." default:":8081"`
}

// Run serves the task queues until it is told to stop.
func (cmd *workerCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	if err != nil {
		return err
	}
	effects, required := false, []string{"LITMUS_DATABASE_URL", "LITMUS_SECRET"}
	for _, q := range cmd.Queues {
		switch q {
		case workflows.QueueEffects:
			effects, required = true, append(required, "LITMUS_SMTP_URL")
		case workflows.QueueInterviews:
		default:
			return usagef("--queues %s is unknown; the queues are %s",
				models.Quote(q), strings.Join(worker.Queues, " and "))
		}
	}
	if err := c.require(required...); err != nil {
		return err
	}
	if effects { // a process that only runs workflows needs no credentials of providers
		if err := c.checkOutside(true); err != nil {
			return err
		}
	}
	if err := c.openFiles(); err != nil {
		return err
	}
	if c.BaseURL == "" {
		return usagef("LITMUS_BASE_URL is required for a worker: the public origin of the api, " +
			"for the links in letters")
	}
	collectAt(garbageOfParts)
	log := c.logger(a)
	l, err := listening{"--addr", cmd.Addr}.listen()
	if err != nil {
		return err
	}
	defer l.Close()
	s, err := c.open(a, false)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := refuseMoved(a.ctx, s); err != nil {
		return err
	}
	_, stopMetrics, err := a.measure(c, s, log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopTraces, err := a.trace("litmus-worker", log)
	if err != nil {
		return err
	}
	defer stopTraces()
	// Health is served while waiting for Temporal, so that an orchestrator does not take the process for dead.
	var started atomic.Pointer[running]
	once := func(c func(*running, context.Context) error) func(context.Context) error {
		return func(ctx context.Context) error {
			if r := started.Load(); r != nil {
				return c(r, ctx)
			}
			return errors.New("waiting for Temporal")
		}
	}
	checks := []check{
		{"database", s.Ping},
		{"temporal", once((*running).reachable)},
		{"queues", once((*running).polled)},
	}
	ending, end := context.WithCancel(a.ctx)
	served := make(chan error, 1)
	go func() { served <- serve(ending, l, health(checks, time.Now, log), log) }()
	log.Info("worker", "queues", cmd.Queues, "address", l.Addr().String())
	run, err := startWorkers(a, temporalAt{}, s, c, log, cmd.Queues, effects, nil)
	if err != nil {
		end()
		err = errors.Join(err, <-served)
		if a.ctx.Err() != nil {
			return nil // told to stop while waiting
		}
		return err
	}
	defer run.stop()
	started.Store(&run)
	defer end()
	return run.untilLost(served)
}

// running is what a process with workers has started.
type running struct {
	client    *workflows.Client
	namespace string
	workers   *worker.Workers
	kept      *files.Owned // nil for none
	stop      func()
}

func (r *running) checks(s *store.Store) []check {
	return []check{{"database", s.Ping}, {"temporal", r.reachable}, {"queues", r.polled}}
}

func (r *running) reachable(ctx context.Context) error { return r.client.Check(ctx) }

func (r *running) polled(ctx context.Context) error { return r.workers.Check(ctx, r.namespace) }

// errLost ends a process with workers whose Temporal belongs to another database now; the log says which.
var errLost = errors.New("this Temporal belongs to another database now")

// untilLost returns when requests are no longer served, or when Temporal is no longer this database's.
func (r *running) untilLost(served <-chan error) error {
	select {
	case err := <-served:
		return err
	case <-r.client.Lost():
		return errLost
	}
}

// temporalAt is the Temporal server of a process with workers: the variables' own, or the one in the folder of
// `litmus up`.
type temporalAt struct {
	address string // "" for what the variables say
	own     bool   // the database is in that folder too
}

// startWorkers waits for Temporal, claims it for the database, and starts the workers, the relay, healing, erasures and
// pruning. forget takes away letters that this process keeps in files, nil for none.
func startWorkers(a *app, at temporalAt, s *store.Store, c config, log *slog.Logger, queues []string,
	effects bool, forget func(email, name string) error) (running, error) {
	temporal, namespace, err := dialTemporal(a, at.address, log)
	if err != nil {
		return running{}, err
	}
	acts, err := newActivities(s, c, log, effects)
	if err != nil {
		temporal.Close()
		return running{}, err
	}
	acts.Meter = a.meter
	a.measureQueues(temporal, namespace)
	r := running{client: workflows.NewClient(temporal, s, log), namespace: namespace}
	if c.Worker.Deployment != "" {
		r.client.WithoutEagerStart()
	}
	r.kept = c.owned(s, r.client, log)
	undo := func() { r.client.Close(); temporal.Close() }
	r.client.Guard(namespace, at.own)
	if err := awaitTemporal(a.ctx, r.client, log); err != nil {
		undo()
		return running{}, err
	}
	o := c.Worker
	o.Foreign = workflows.Foreign(r.client.Database(), s.Team.Knows, log)
	if err := workflows.Register(a.ctx, temporal, namespace); err != nil {
		log.Warn("interviews will have no search attributes", "error", err)
	} else {
		acts.Searchable = true
	}
	if err := awaitCall(a.ctx, log, func() (err error) {
		r.workers, err = worker.Start(temporal, acts, queues, o)
		return err
	}, func(err error) bool { return !workflows.Unanswered(err) }); err != nil {
		undo()
		return running{}, fmt.Errorf("start workers: %w", err)
	}
	if n, err := s.Reseal(a.ctx); err != nil {
		log.Warn("not all is sealed under the new secret", "error", err)
	} else if n > 0 {
		log.Info("sealed under the new secret", "values", n)
	}
	relaying, stopRelay := context.WithCancel(context.Background())
	var relays sync.WaitGroup
	relays.Go(func() { r.workers.Watch(relaying, namespace, log) })
	relays.Go(func() { worker.Relay(relaying, s, r.client, log) })
	relays.Go(func() { worker.Heal(relaying, s, r.client, namespace, log) })
	relays.Go(func() { worker.Erase(relaying, s, r.kept, forget, log) })
	relays.Go(func() { worker.Retain(relaying, r.workers, r.client, log) })
	if r.kept != nil {
		relays.Go(func() { worker.CollectFiles(relaying, s, r.kept, log) })
	}
	if acts.Mail != nil && c.Mailbox != nil {
		relays.Go(func() { worker.Returns(relaying, s, c.Mailbox, c.ReturnAddress, letters.HostOf(c.BaseURL), log) })
	}
	r.stop = func() {
		stopRelay()
		relays.Wait()
		r.workers.Stop()
		undo()
		if acts.Mail != nil {
			acts.Mail.Close()
		}
	}
	return r, nil
}
