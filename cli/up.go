package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"litmus/demonstration"
	"litmus/inbox"
	"litmus/models"
	"litmus/models/setup"
	"litmus/store"
	"litmus/store/setups"
	"litmus/worker"
	"litmus/workflows"
)

type upCommand struct {
	Addr         string   `help:"Address of the API; port 0 takes a free one." default:"127.0.0.1:8080"`
	InboxAddr    string   `help:"Address of the inbox." default:"127.0.0.1:8025"`
	TemporalAddr string   `help:"Address of the embedded Temporal server." default:"127.0.0.1:7233"`
	UIAddr       string   `name:"ui-addr" help:"Address of the Temporal UI." default:"127.0.0.1:8233"`
	ExposeDev    bool     `help:"Let inbox, Temporal and its UI listen beyond loopback. They have no passwords."`
	Data         string   `help:"Folder that everything is kept in." default:"${data}"`
	Ephemeral    bool     `help:"Keep everything in a temporary folder that goes with the process."`
	File         []string `help:"Organization file to apply at the start; may be repeated." placeholder:"ORG.yaml"`
	Empty        bool     `help:"Load no demonstration: the first admin makes the organization in the browser."`
	TestClock    bool     `help:"Let the time of organizations be moved forward, to see in seconds what takes days."`
	JSON         bool     `name:"json" help:"Print one line of JSON instead of the banner."`
}

// readyLine is what `litmus up --json` prints.
type readyLine struct {
	API           string            `json:"api"`
	Temporal      string            `json:"temporal"`
	TemporalUI    string            `json:"temporal_ui"`
	Inbox         string            `json:"inbox,omitempty"`
	Metrics       string            `json:"metrics,omitempty"`
	TestClock     string            `json:"test_clock,omitempty"` // address that moves it
	SignIn        string            `json:"signin_url,omitempty"` // for the first admin of the first organization (D5)
	Organizations []organizationKey `json:"organizations"`
}

// Run serves everything in one process until it is told to stop. Then it stops what it started, in reverse order.
func (cmd *upCommand) Run(a *app) error {
	var undo stack
	defer func() { undo.run() }()
	serving, err := cmd.start(a, &undo)
	switch {
	case err == nil:
		return <-serving
	case a.ctx.Err() != nil:
		return nil // told to stop while starting
	}
	return err
}

// start starts everything. serving gets a value when requests are no longer served.
func (cmd *upCommand) start(a *app, undo *stack) (serving <-chan error, err error) {
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.checkOutside(true)
	}
	if err == nil {
		_, err = c.provider()
	}
	if err != nil {
		return nil, err
	}
	files, err := readOrganizations(cmd.File) // before anything is started
	if err != nil {
		return nil, err
	}
	if cmd.Empty && len(files) > 0 {
		return nil, usagef("--empty loads nothing, and --file names what to load: give one of them")
	}
	if a.startTemporal == nil {
		return nil, errNoTemporal
	}
	limitMemory()
	c.Worker.Deployment = "" // there is no other worker beside these
	worker.Prepare(c.Worker)
	data, err := cmd.folder(undo)
	if err != nil {
		return nil, err
	}
	log := c.logger(a)
	tools, err := cmd.listenTools(c.SMTPURL == "", undo)
	if err != nil {
		return nil, err
	}
	l, err := listening{"--addr", cmd.Addr}.listen()
	if err != nil {
		return nil, err
	}
	undo.push(func() { l.Close() })
	err = data.complete(&c, urlOf(l))
	if err == nil {
		err = c.openFiles()
	}
	if err != nil {
		return nil, err
	}
	a.testClock = cmd.TestClock
	s, temporal, err := cmd.startEngine(a, c, data, log, undo)
	if err != nil {
		return nil, err
	}
	if err := prepare(a.ctx, s, files); err != nil {
		return nil, err
	}
	if len(files) == 0 && !cmd.Empty {
		if err := demonstrate(a.ctx, s); err != nil {
			return nil, err
		}
	}

	metricsURL, stopMetrics, err := a.measure(c, s, log)
	if err != nil {
		return nil, err
	}
	undo.push(stopMetrics)
	stopTraces, err := a.trace("litmus", log)
	if err != nil {
		return nil, err
	}
	undo.push(stopTraces)
	out := readyLine{Metrics: metricsURL, API: c.BaseURL, Temporal: temporal.Addr(), TemporalUI: urlOf(tools.ui)}
	var forget func(email, name string) error
	if tools.inbox != nil {
		catcher, err := inbox.OpenCatcher(data.file("inbox"))
		if err != nil {
			return nil, err
		}
		undo.push(catcher.Close)
		c.SMTPURL, forget = catcher.URL(), catcher.Forget
		undo.push(serveTool(tools.inbox, catcher.Handler(), hostIn(cmd.InboxAddr)))
		out.Inbox = urlOf(tools.inbox) + "/dev/inbox"
	}
	at := temporalAt{temporal.Addr(), c.DatabaseURL == data.database()}
	run, err := startWorkers(a, at, s, c, log, worker.Queues, true, forget)
	if err != nil {
		return nil, err
	}
	undo.push(run.stop)
	ui, err := temporal.UI()
	if err != nil {
		return nil, err
	}
	undo.push(serveTool(tools.ui, ui, hostIn(cmd.UIAddr)))
	c.TemporalUI = workflowPages(cmp.Or(c.TemporalUI, out.TemporalUI), run.namespace)
	if out.Organizations, err = data.keys(a.ctx, s); err != nil {
		return nil, err
	}
	if out.SignIn, err = signInURL(a.ctx, s, c.BaseURL, ranked(out.Organizations, files)); err != nil {
		return nil, err
	}
	var clocks *worker.Clocks
	if cmd.TestClock {
		clocks = &worker.Clocks{Store: s, Log: log,
			Wake: func(ctx context.Context, rows []models.PendingWake) { run.client.WakeAll(ctx, rows) }}
		undo.push(moveClocks(clocks))
		out.TestClock = c.BaseURL + "/test-clock"
	}
	checks := run.checks(s)
	served := make(chan error, 1)
	ending, stop := context.WithCancel(a.ctx)
	undo.push(stop)
	requests := make(chan error, 1)
	go func() {
		requests <- serve(ending, l, handler(s, run.client, c, log, checks, run.kept, clocks, a.meter, a.traces), log)
	}()
	go func() { served <- run.untilLost(requests) }()
	if err := awaitReady(a.ctx, checks); err != nil {
		return nil, err
	}
	if len(tools.exposed) > 0 {
		log.Warn("development tools are reachable beyond this machine without a password", "tools", tools.exposed)
	}
	return served, cmd.announce(a, s, out, files, tools.exposed)
}

// folder returns the folder for all data, locked for this process.
func (cmd *upCommand) folder(undo *stack) (folder, error) {
	keepPrivate()
	data := folder(cmd.Data)
	if cmd.Ephemeral {
		if cmd.Data != defaultFolder {
			return "", usagef("--ephemeral keeps nothing, and --data names where to keep it: give one of them")
		}
		temporary, err := os.MkdirTemp("", "litmus-")
		if err != nil {
			return "", err
		}
		undo.push(func() { os.RemoveAll(temporary) })
		data = folder(temporary)
	}
	release, err := data.claim()
	if err == nil {
		undo.push(release)
	}
	return data, err
}

// startEngine opens the database while the Temporal server starts, which takes longest.
func (cmd *upCommand) startEngine(a *app, c config, data folder, log *slog.Logger,
	undo *stack) (*store.Store, TemporalServer, error) {
	var temporal TemporalServer
	var startErr error
	started := make(chan struct{})
	go func() {
		defer close(started)
		temporal, startErr = a.startTemporal(a.ctx, TemporalOptions{
			Addr:             cmd.TemporalAddr,
			File:             data.file("temporal.db"),
			SearchAttributes: workflows.SearchAttributes,
			Logger:           log,
		})
	}()
	s, openErr := c.open(a, false)
	<-started
	if startErr == nil {
		undo.push(temporal.Stop)
	}
	if openErr == nil {
		undo.push(func() { s.Close() })
	}
	return s, temporal, errors.Join(openErr, startErr)
}

// announce prints the banner, or one line of JSON.
func (cmd *upCommand) announce(a *app, s *store.Store, out readyLine, applied []setup.Setup, exposed []string) error {
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	data := cmd.Data
	if cmd.Ephemeral {
		data = ""
	}
	return printBanner(a, s, out, applied, exposed, data)
}

// awaitReady returns when every check passes.
func awaitReady(ctx context.Context, checks []check) error {
	for end := time.Now().Add(30 * time.Second); ; {
		failed := runChecks(ctx, checks)
		if len(failed) == 0 {
			return nil
		}
		if time.Now().After(end) || ctx.Err() != nil {
			return fmt.Errorf("not ready after 30 s: %v", failed)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// prepare migrates the database and applies the files.
func prepare(ctx context.Context, s *store.Store, files []setup.Setup) error {
	if _, err := s.Migrate(ctx); err != nil {
		return err
	}
	if err := s.Ping(ctx); err != nil { // with a moved clock, unless this process has test clocks
		return err
	}
	if _, err := s.Clocks(ctx); err != nil {
		return err
	}
	for _, setup := range files {
		if _, err := s.Setups.Apply(ctx, setup, setups.Options{}); err != nil {
			return err
		}
	}
	return nil
}

// demonstrate fills an empty database with the demonstration organization, as it would be by now.
func demonstrate(ctx context.Context, s *store.Store) error {
	if empty, err := s.Team.Empty(ctx); err != nil || !empty {
		return err
	}
	return demonstration.Load(ctx, s, s.Now())
}

// stack runs the pushed functions in reverse order.
type stack []func()

func (s *stack) push(f func()) { *s = append(*s, f) }

func (s *stack) run() {
	for i := len(*s) - 1; i >= 0; i-- {
		(*s)[i]()
	}
}
