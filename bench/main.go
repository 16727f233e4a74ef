package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == serveTransactions:
		err = withOptions(os.Args[2], runTransactions)
	default:
		err = run(os.Args[1:])
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// withOptions runs this program as a baseline.
func withOptions[O any](text string, run func(O) error) error {
	var o O
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	return run(o)
}

// errBounds is the failure that the printed table shows already.
var errBounds = errors.New("a bound does not hold")

// bench is one run of this program.
type bench struct {
	litmus string   // the binary
	dir    string   // where everything is kept while it runs
	only   string   // comma-separated names, "" for all
	on     []string // the sites

	temporalOn string // where Temporal keeps its data on a split site

	scale        float64 // share of the promised sizes
	noFail, keep bool

	inboxFlag bool // the binary has an address for its inbox: older ones serve it beside the API

	runs                     int
	warmup, burst, resident  int // bookings
	drain                    int
	invites, reminded        int
	stored, queried, million int           // interviews
	read                     time.Duration // how long pages are read
	idle, load               time.Duration // how long bookings arrive: alone, and beside reads
	postgres                 *cluster      // of the split sites, when there is one
	results                  *results
}

// wants reports whether the bound is to be measured.
func (b *bench) wants(names ...string) bool {
	asked := func(s string) bool { return slices.Contains(names, s) }
	return b.only == "" || slices.ContainsFunc(strings.Split(b.only, ","), asked)
}

// say prints a line of progress to standard error.
func (*bench) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// run measures what the flags ask for and prints the table.
func run(args []string) error {
	b, err := newBench(args, os.Stderr)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if b.dir, err = os.MkdirTemp("", "litmus-bench-"); err != nil {
		return err
	}
	if b.keep {
		b.say("working folder: %s", b.dir)
	} else {
		defer os.RemoveAll(b.dir)
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	help, err := exec.CommandContext(ctx, b.litmus, "up", "--help").Output()
	if err != nil {
		return fmt.Errorf("litmus up --help: %w", err)
	}
	b.inboxFlag = bytes.Contains(help, []byte("--inbox-addr"))
	if err := b.measure(ctx); err != nil {
		return err
	}
	fmt.Printf("%s, %d CPUs, %s/%s, median of %d runs",
		runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, b.runs)
	if slices.Contains(b.on, splitSite) {
		fmt.Printf(", Temporal of %s on %s", splitSite, b.temporalOn)
	}
	if b.scale != 1 {
		fmt.Printf(", at %g of the promised sizes: not the promise itself", b.scale)
	}
	fmt.Print("\n\n")
	if !b.results.print(os.Stdout) && !b.noFail {
		return errBounds
	}
	return nil
}

// measure measures what is wanted, one part after another, so that each has the machine for itself.
func (b *bench) measure(ctx context.Context) error {
	defer func() {
		if b.postgres != nil {
			_ = b.postgres.close() // nobody looks at it any more
		}
	}()
	for _, on := range []string{embeddedSite, splitSite} {
		for _, p := range b.parts() {
			if run := p.run[on]; run != nil && slices.Contains(b.on, on) && b.wants(p.names...) {
				if err := run(ctx); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// part measures some of the lines.
type part struct {
	names []string
	run   map[string]func(context.Context) error // by where it is measured
}

func (b *bench) parts() []part {
	embedded := func(run func(context.Context) error) map[string]func(context.Context) error {
		return map[string]func(context.Context) error{embeddedSite: run}
	}
	both := func(run func(context.Context, string) error) map[string]func(context.Context) error {
		return map[string]func(context.Context) error{
			embeddedSite: func(ctx context.Context) error { return run(ctx, embeddedSite) },
			splitSite:    func(ctx context.Context) error { return run(ctx, splitSite) },
		}
	}
	split := func(run func(context.Context) error) map[string]func(context.Context) error {
		return map[string]func(context.Context) error{splitSite: run}
	}
	return []part{
		{[]string{ready}, embedded(b.measureReady)},
		{[]string{memory}, embedded(b.measureMemory)},
		{[]string{roles, interviews, slots}, embedded(b.measureReads)},
		{[]string{personal}, embedded(b.measurePersonal)},
		{[]string{panels, panelsBooked, panelsSteady}, embedded(b.measurePanels)},
		{[]string{limitedSteady}, embedded(b.measureLimited)},
		{dashboardNames, both(b.measureDashboard)},
		{[]string{figuresQueries}, both(b.measureQueries)},
		{[]string{toolRead, toolList}, embedded(b.measureTools)},
		{[]string{accepted, effects}, embedded(b.measureBookings)},
		{[]string{accepted}, split(b.measureAccepted)},
		{[]string{sequential, steady, steadyBooked}, both(b.measureSteady)},
		{[]string{followed}, both(b.measureFollowed)},
		{[]string{drain, backlog}, both(b.measureDrain)},
		{[]string{burst, burstReads}, both(b.measureBurst)},
		{[]string{invites}, both(b.measureInvites)},
		{[]string{heavy}, both(b.measureHeavy)},
		{[]string{reminders}, both(b.measureReminders)},
		{[]string{outage, outageWakes}, split(b.measureOutage)}, // there Temporal is a process that can be killed
		{[]string{unitCosts}, both(b.measureUnits)},
		{[]string{millionChanged, millionSlots, millionLists}, split(b.measureMillion)},
	}
}

// build builds the binary unless one is given.
func (b *bench) build(ctx context.Context) error {
	if b.litmus != "" {
		_, err := os.Stat(b.litmus)
		return err
	}
	b.litmus = filepath.Join(b.dir, "litmus")
	b.say("building litmus")
	if _, err := goCommand(ctx, "build", "-o", b.litmus, "litmus/cmd/litmus"); err != nil {
		return fmt.Errorf("build litmus, which needs the bench to run inside its module: %w", err)
	}
	return nil
}

// seeded starts the service on a folder that holds the organization and, where no bookings are to come, the stored
// interviews. The database was copied before, for the baseline.
func (b *bench) seeded(ctx context.Context, name string, p plan, bookings int) (*service, map[string]place, error) {
	data, file := filepath.Join(b.dir, name), filepath.Join(b.dir, name+".yaml")
	if err := writeOrganization(file, p, bookings); err != nil {
		return nil, nil, err
	}
	s, err := b.up(ctx, data, "--file", file)
	if err != nil {
		return nil, nil, err
	}
	places, err := findPlaces(s.target)
	if err := errors.Join(err, s.stop()); err != nil {
		return nil, nil, err
	}
	stored := bookings == 0
	if err := b.fork(ctx, filepath.Join(data, "litmus.db"), b.copyOf(name), places[titleStored], stored); err != nil {
		return nil, nil, err
	}
	s, err = b.up(ctx, data)
	return s, places, err
}

// fork copies a database that nobody has open, with the stored interviews in both when they are wanted.
func (b *bench) fork(ctx context.Context, from, to string, p place, stored bool) error {
	db, err := openSQLite(from, true)
	if err != nil {
		return err
	}
	defer db.Close()
	if stored {
		if err := storeInterviews(ctx, db, p, b.stored); err != nil {
			return fmt.Errorf("store interviews: %w", err)
		}
	}
	if _, err := db.ExecContext(ctx, "pragma wal_checkpoint(truncate)"); err != nil {
		return err
	}
	return copyFile(to, from)
}

// copyOf is the baseline's copy of a database.
func (b *bench) copyOf(name string) string { return filepath.Join(b.dir, name+"-bare.db") }

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
