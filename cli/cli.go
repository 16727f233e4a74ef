package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	_ "time/tzdata" // for machines without a zone database

	"litmus/activities"
	"litmus/metrics"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store"
	"litmus/tracing"
	"litmus/worker"
)

// Exit statuses: done, failed, a mistake in the command line or the configuration, done in part, and (of reconcile)
// something differs.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitPartly  = 3
	exitDiffers = 4
)

// commands are all commands of the binary.
type commands struct {
	Up          upCommand          `cmd:"" help:"Run everything in one process: API, workers, database, Temporal, an inbox."`
	API         apiCommand         `cmd:"" name:"api" help:"Run the REST API. Needs a database, a secret and a Temporal server."`
	Worker      workerCommand      `cmd:"" help:"Run the workers."`
	Deployment  deploymentCommand  `cmd:"" help:"Say which version of the workers gets the work, where several run."`
	Temporal    temporalCommand    `cmd:"" help:"Run the Temporal server and its UI alone, for an api and workers beside it."`
	Migrate     migrateCommand     `cmd:"" help:"Bring the database's schema up to date."`
	Adopt       adoptCommand       `cmd:"" help:"Say whose a database is that was moved, restored or copied."`
	Apply       applyCommand       `cmd:"" help:"Create or update an organization from a file."`
	Export      exportCommand      `cmd:"" help:"Print an organization as a file that apply accepts."`
	Orgs        orgsCommand        `cmd:"" help:"List the organizations."`
	Keys        keysCommand        `cmd:"" help:"Create, list, edit and revoke API keys."`
	Members     membersCommand     `cmd:"" help:"List the members of an organization."`
	Signin      signinCommand      `cmd:"" help:"Make a link that signs a member in to the dashboard, and print it, once."`
	Audit       auditCommands      `cmd:"" help:"List the requests made with API keys, and delete old ones."`
	Interviews  interviewsCommand  `cmd:"" help:"List interviews, look at one and end its call."`
	Candidates  candidatesCommand  `cmd:"" help:"List candidates."`
	Invitations invitationsCommand `cmd:"" help:"List invitations and look at one."`
	People      peopleCommand      `cmd:"" help:"List who interviews."`
	Load        loadCommand        `cmd:"" help:"Say who interviews how much, and who is in training."`
	Slots       slotsCommand       `cmd:"" help:"Say why a time is or is not offered."`
	Artifacts   artifactsCommand   `cmd:"" help:"Store what remains of a session: transcript, recording, notes."`
	Links       linksCommand       `cmd:"" help:"Issue or revoke the links of a candidate."`
	Erase       eraseCommand       `cmd:"" help:"Forget a candidate: cancel, take away, write over."`
	Erasures    erasuresCommand    `cmd:"" help:"Look at erasures, and keep them beside backups."`
	Person      personCommand      `cmd:"" help:"Say what is stored of a candidate."`
	Retention   retentionCommand   `cmd:"" help:"Delete what is older than it is kept, as workers do every day."`
	Calendars   calendarsCommand   `cmd:"" help:"Look at the connected calendars and have one read."`
	Clock       clockCommand       `cmd:"" help:"Move the test clock of an organization, where litmus up --test-clock runs."`
	Conform     conformCommand     `cmd:"" help:"Check a running deployment against the contract, by reading only or with --write by all of it."`
	MCP         mcpCommand         `cmd:"" name:"mcp" help:"Serve the tools of a running deployment over standard input and output."`
	Doctor      doctorCommand      `cmd:"" help:"Look at all that the service needs: each line is good, or says what mends it."`
	Reconcile   reconcileCommand   `cmd:"" help:"Say where the database and Temporal differ, and wake what lags behind."`
	Config      configCommand      `cmd:"" help:"Print every variable with its value in force and where it came from."`
	Ready       readyCommand       `cmd:"" help:"Ask a running process whether it is ready; exit status 0 when it is."`
	Completion  completionCommand  `cmd:"" help:"Print a script that completes commands in a shell."`
	Complete    completeCommand    `cmd:"" hidden:""`
	Version     versionCommand     `cmd:"" help:"Print the version."`
}

// app is what every command's Run gets.
type app struct {
	ctx            context.Context // ends with SIGINT or SIGTERM
	stdin          io.Reader       // never nil
	stdout, stderr io.Writer
	getenv         func(string) (string, bool)
	environ        []string         // all variables, as "NAME=value"
	now            func() time.Time // the clock of the database's decisions; nil: time.Now

	startTemporal StartTemporal // nil: there is no server to start, so neither `litmus up` nor `litmus temporal`

	grammar *kong.Node // of the command line

	meter  *metrics.Meter    // what a service counts, nil for nothing: see measure
	traces *tracing.Provider // where its traces go, nil for nowhere: see trace

	testClock bool // the time of organizations may have been moved
	wake      func(context.Context, []models.PendingWake)
	store     *store.Store // nil: commands open the database
}

// vars are the values of ${…} in the tags of flags.
var vars = kong.Vars{"data": defaultFolder, "scopes": strings.Join(access.Scopes, ", "),
	"statuses": strings.Join(models.Statuses, ", "), "states": strings.Join(candidacy.CandidateStates, ", ")}

// usageError is a mistake in the command line or the configuration: exit status 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// statusError is an error with an exit status of its own.
type statusError struct {
	error
	status int
}

// Main runs one command in the environment of the process until it is done or SIGINT or SIGTERM comes, and returns its
// exit status, as [Program.Run] does. Results go to stdout, messages to stderr. temporal is what `litmus up` starts.
func Main(args []string, stdout, stderr io.Writer, temporal StartTemporal) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once, as a kill does
	return Program{Environ: os.Environ(), Stdin: os.Stdin, Stdout: stdout, Stderr: stderr,
		StartTemporal: temporal}.Run(ctx, args)
}

// Program is the command line with everything that it takes from the process around it. A test runs it in its own
// process, with an environment and a clock of its own. Only the command up needs a process of its own: it sets the
// umask and the memory limit.
type Program struct {
	Environ        []string         // all variables, as "NAME=value"; of a repeated name the last one counts
	Stdin          io.Reader        // nil: empty
	Stdout, Stderr io.Writer        // results, and messages
	Now            func() time.Time // the clock of the database's decisions; nil: time.Now
	StartTemporal  StartTemporal    // nil: `litmus up` and `litmus temporal` are refused

	// Wake does what the rows owe. With it `litmus api` has a test clock, as else `litmus up --test-clock` alone has,
	// and [Program.Effects] follows it.
	Wake func(context.Context, []models.PendingWake)

	// Store is the database as [Program.Open] opened it. Commands that are no services use it and leave it open, so
	// that many of them cost what the first one does. nil: each opens and closes it for itself.
	Store *store.Store
}

// Run runs one command until it is done or ctx ends. It returns the exit status: 0, 1 (failed), 2 (usage or
// configuration) or 3 (done in part, of conform --write).
func (p Program) Run(ctx context.Context, args []string) int { return p.app(ctx).run(args) }

func (p Program) app(ctx context.Context) *app {
	values := make(map[string]string, len(p.Environ))
	for _, one := range p.Environ {
		name, value, _ := strings.Cut(one, "=")
		values[name] = value
	}
	getenv := func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
	stdin := p.Stdin
	if stdin == nil {
		stdin = strings.NewReader("")
	}
	return &app{ctx: ctx, stdin: stdin, stdout: painting(p.Stdout, getenv), stderr: p.Stderr,
		getenv: getenv, environ: p.Environ, now: p.Now, startTemporal: p.StartTemporal, testClock: p.Wake != nil,
		wake: p.Wake, store: p.Store}
}

// Open opens the database as commands do that are no services, for [Program.Store]. The caller closes it.
func (p Program) Open(ctx context.Context) (*store.Store, error) {
	p.Store = nil
	s, _, err := openStore(p.app(ctx), "")
	return s.Store, err
}

// Effects opens the database as `litmus worker` does and returns the activities that it runs on the queue effects, for
// a test that calls them without a Temporal server. The caller must call stop when it is done.
func (p Program) Effects(ctx context.Context) (effects *activities.Activities, stop func(), err error) {
	a := p.app(ctx)
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.require("LITMUS_DATABASE_URL", "LITMUS_SECRET", "LITMUS_SMTP_URL")
	}
	if err != nil {
		return nil, nil, err
	}
	s, err := c.open(a, false)
	if err != nil {
		return nil, nil, err
	}
	if effects, err = newActivities(s, c, c.logger(a), true); err != nil {
		_ = s.Close()
		return nil, nil, err
	}
	return effects, func() {
		effects.Mail.Close()
		_ = s.Close()
	}, nil
}

// run parses the arguments, runs their command and returns the exit status.
func (a *app) run(args []string) int {
	status := -1
	var c commands
	parser, err := kong.New(&c, kong.Name("litmus"),
		kong.Description("Live interview scheduling and assessment invitations. "+
			"`litmus config --help` lists the environment variables."),
		vars, kong.Writers(a.stdout, a.stderr), kong.Exit(func(code int) { status = code }), kong.UsageOnError(),
		kong.PostBuild(explain))
	if err != nil {
		fmt.Fprintln(a.stderr, "litmus:", err)
		return exitFailed
	}
	run, err := parser.Parse(args)
	if status >= 0 { // --help
		return status
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "litmus: %v (see litmus --help)\n", err)
		return exitUsage
	}
	a.grammar = parser.Model.Node
	err = run.Run(a)
	var usage usageError
	var stated statusError
	var refused *models.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &stated):
		fmt.Fprintln(a.stderr, "litmus:", stated.error)
		return stated.status
	case errors.As(err, &usage):
		fmt.Fprintln(a.stderr, "litmus:", usage.error)
		return exitUsage
	case errors.As(err, &refused):
		fmt.Fprintln(a.stderr, "litmus:", refused.Message)
	default:
		fmt.Fprintln(a.stderr, "litmus:", err)
	}
	return exitFailed
}

type versionCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (cmd versionCommand) Run(a *app) error {
	if cmd.JSON {
		return printJSON(a.stdout, map[string]string{"version": version(), "go": runtime.Version(),
			"platform": runtime.GOOS + "/" + runtime.GOARCH})
	}
	_, err := fmt.Fprintln(a.stdout, "litmus", version())
	return err
}

// release is the version that was set when building (-ldflags "-X litmus/cli.release=v1.2.3"), "" if none was.
var release string

// version returns the release, else the module's version and the commit, as far as the build recorded them.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return worker.Development
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = worker.Development
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v
}
