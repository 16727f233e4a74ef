package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"litmus/activities"
	"litmus/api"
	"litmus/dashboard"
	"litmus/dashboard/availability"
	"litmus/dashboard/signin"
	"litmus/gate"
	"litmus/metrics"
	"litmus/models"
	"litmus/ports/mail"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/scheduling"
	"litmus/store"
	"litmus/tools"
	"litmus/tracing"
	"litmus/turnstile"
	"litmus/web"
	"litmus/worker"
	"litmus/workflows"
)

// httpsOnly tells browsers that came by https to use nothing else for a year (RFC 6797). It excludes subdomains, which
// may belong to others.
const httpsOnly = "max-age=31536000"

// handler serves all paths of an api process. All paths that no other handler has belong to the API, which answers in
// JSON: a ServeMux would redirect unclean paths, and a redirect drops Authorization.
// clocks are the test clocks, nil for none; meter counts and traces exports, nil for nothing.
func handler(s *store.Store, w *workflows.Client, c config, log *slog.Logger, checks []check,
	clocks *worker.Clocks, meter *metrics.Meter, traces *tracing.Provider) http.Handler {
	var advance func(context.Context, string, models.ClockMove) (time.Time, error)
	if clocks != nil {
		advance = clocks.Advance
	}
	acts := scheduling.New(s, w, log)
	acts.Meter, acts.Files = meter, c.kept
	machines := gate.New(s, gate.Options{TrustedProxies: c.TrustedProxies, Limits: c.Limits, Log: log, Meter: meter})
	rest := (&tools.Server{
		Store:        s,
		Acts:         acts,
		Gate:         machines,
		BaseURL:      c.BaseURL,
		Version:      version(),
		AdvanceClock: advance,
	}).Handler((&api.API{
		Store:        s,
		Acts:         acts,
		Gate:         machines,
		BaseURL:      c.BaseURL,
		AdvanceClock: advance,
	}).Handler())
	site := (&web.Site{
		Store:          s,
		Acts:           acts,
		BaseURL:        c.BaseURL,
		Log:            log,
		Meter:          meter,
		TrustedProxies: c.TrustedProxies,
		Large:          c.Limits.LargeFormsAtOnce,
	}).Handler()
	consents, _ := c.consents() // whose faults checkOutside has told
	provider, _ := c.provider() // checked before anything was started
	team := (&dashboard.Site{
		Store:          s,
		TemporalUI:     c.TemporalUI,
		Acts:           acts,
		BaseURL:        c.BaseURL,
		Log:            log,
		Meter:          meter,
		TrustedProxies: c.TrustedProxies,
		Large:          c.Limits.LargeFormsAtOnce,
		Calendars:      availability.Calendars{Outbound: outbound.NewClients(c.AllowPrivate).For, Consents: consents},
		SignIn: signin.SignIn{Provider: provider, OnlyProvider: c.SignIn == signInOIDC,
			PrivateNetworks: c.AllowPrivate},
		AdvanceClock: advance,
	}).Handler()
	h := health(checks, time.Now, log)
	callbacks := &api.Callbacks{Store: s, Acts: acts, Limits: c.Limits, Log: log, Meter: meter}
	if c.Notetaker != none {
		callbacks.Secret = []byte(c.NotetakerSecret)
	}
	mux := http.NewServeMux()
	for path, other := range map[string]http.Handler{
		"/healthz":            h,
		"/readyz":             h,
		"/openapi.json":       api.Document(),
		"/docs":               api.Docs(),
		"/docs/":              api.Docs(),
		"GET /{$}":            site,
		models.NotetakerPath:  callbacks,
		models.SessionPath:    site,
		models.AssessmentPath: site,
		models.SchedulePath:   site,
		models.ExternalPath:   site,
		"/assets/":            site,
		models.BrandPath:      site,

		models.DashboardPath:       team,
		models.DashboardPath + "/": team,
	} {
		mux.Handle(path, other)
	}
	secure := strings.HasPrefix(c.BaseURL, "https://")
	bodies := turnstile.NewBodies(c.Limits.BodiesAtOnce, c.TrustedProxies, time.Now)
	bodies.Refused = func() { meter.LimitHit("bodies_at_once") }
	return bodies.Handler(traces.Requests(meter.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secure {
			w.Header().Set("Strict-Transport-Security", httpsOnly)
		}
		if _, claimed := mux.Handler(r); claimed != "" && !strings.HasPrefix(r.URL.Path, "/api") {
			mux.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	}))))
}

// workflowPages returns the address below which Temporal's web interface has the pages of a namespace's workflows, ""
// if the interface's own is not known.
func workflowPages(webInterface, namespace string) string {
	if webInterface == "" {
		return ""
	}
	return webInterface + "/namespaces/" + namespace + "/workflows"
}

// newActivities makes the activities; mail, providers and the HTTP client only if this process serves effects.
func newActivities(s *store.Store, c config, log *slog.Logger, effects bool) (*activities.Activities, error) {
	a := &activities.Activities{Store: s, BaseURL: c.BaseURL, Log: log}
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
	return serve(later, l, closing(a.ctx, handler(s, w, c, log, checks, clocks, a.meter, a.traces)), log)
}

// claimTime is how long an api that starts waits for Temporal to say whose it is. Bookings do not need Temporal.
const claimTime = time.Second

func claimSoon(ctx context.Context, w *workflows.Client) error {
	ctx, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	return w.Claim(ctx)
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
	stop      func()
}

func (r *running) checks(s *store.Store) []check {
	return []check{{"database", s.Ping}, {"temporal", r.reachable}, {"queues", r.polled}}
}

func (r *running) reachable(ctx context.Context) error { return r.client.Check(ctx) }
func (r *running) polled(ctx context.Context) error    { return r.workers.Check(ctx, r.namespace) }

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
	if r.workers, err = worker.Start(temporal, acts, queues, o); err != nil {
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
	relays.Go(func() { worker.Relay(relaying, s, r.client, log) })
	relays.Go(func() { worker.Heal(relaying, s, r.client, namespace, log) })
	relays.Go(func() { worker.Erase(relaying, s, c.kept, forget, log) })
	relays.Go(func() { worker.Keep(relaying, s, c.AuditDays, log) })
	relays.Go(func() { worker.Prune(relaying, s, c.AuditDays, log) })
	if c.kept != nil {
		relays.Go(func() { worker.CollectFiles(relaying, s, c.kept, log) })
	}
	if acts.Mail != nil && c.Mailbox != nil {
		relays.Go(func() { worker.Returns(relaying, s, c.Mailbox, c.ReturnAddress, log) })
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
