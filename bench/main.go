package main

import (
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
	case len(os.Args) == 3 && os.Args[1] == serveWorkflows:
		err = withOptions(os.Args[2], runWorkflows)
	default:
		err = run()
	}
	if err != nil {
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

// errBounds is the failure that the table has already told of.
var errBounds = errors.New("a bound does not hold")

// bench is one run of this program.
type bench struct {
	litmus string // the binary
	dir    string // where everything is kept while it runs
	only   string // comma list of names, "" for all

	runs               int
	warmup, sequential int // bookings
	burst, resident    int
	stored             int // interviews
	read               time.Duration
	results            *results
}

// wants reports whether the bound is to be measured.
func (b *bench) wants(names ...string) bool {
	return b.only == "" || slices.ContainsFunc(strings.Split(b.only, ","), func(s string) bool { return slices.Contains(names, s) })
}

// say tells how far it is.
func (*bench) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func run() error {
	b := &bench{results: newResults()}
	var scale float64
	var noFail, keep bool
	var names []string
	for _, x := range bounds {
		names = append(names, x.name)
	}
	flag.StringVar(&b.litmus, "litmus", "", "the binary to measure; built from this module when it is not given")
	flag.StringVar(&b.only, "only", "", "comma list of what to measure: "+strings.Join(names, ", "))
	flag.IntVar(&b.runs, "runs", 5, "runs, of which the median counts")
	flag.Float64Var(&scale, "scale", 1, "share of the sizes that are promised, for a quick look: 0.1")
	flag.BoolVar(&noFail, "no-fail", false, "exit with status 0 when a bound does not hold")
	flag.BoolVar(&keep, "keep", false, "keep the working folder with its databases and logs")
	flag.Parse()
	for _, name := range strings.Split(b.only, ",") {
		if name != "" && !slices.Contains(names, name) || flag.NArg() > 0 || b.runs < 1 || scale <= 0 {
			flag.Usage()
			os.Exit(2)
		}
	}
	size := func(n int) int { return max(int(float64(n)*scale), 20) }
	b.warmup, b.sequential, b.burst, b.resident, b.stored = size(100), size(sequentialOrders), size(500), size(1000), size(10_000)
	b.read = max(time.Duration(4*scale*float64(time.Second)), 500*time.Millisecond)

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var err error
	if b.dir, err = os.MkdirTemp("", "litmus-bench-"); err != nil {
		return err
	}
	if keep {
		b.say("working folder: %s", b.dir)
	} else {
		defer os.RemoveAll(b.dir)
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	for _, part := range []struct {
		names []string
		run   func(context.Context) error
	}{
		{[]string{ready}, b.measureReady},
		{[]string{memory}, b.measureMemory},
		{[]string{roles, interviews, slots}, b.measureReads},
		{[]string{personal}, b.measurePersonal},
		{[]string{sequential, accepted, effects}, b.measureBookings},
	} {
		if b.wants(part.names...) {
			if err := part.run(ctx); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s, %d CPUs, %s/%s, median of %d runs", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, b.runs)
	if scale != 1 {
		fmt.Printf(", at %g of the promised sizes: not the promise itself", scale)
	}
	fmt.Print("\n\n")
	if !b.results.print(os.Stdout) && !noFail {
		return errBounds
	}
	return nil
}

// build builds the binary unless one is given.
func (b *bench) build(ctx context.Context) error {
	if b.litmus != "" {
		_, err := os.Stat(b.litmus)
		return err
	}
	b.litmus = filepath.Join(b.dir, "litmus")
	b.say("building litmus")
	c := exec.CommandContext(ctx, "go", "build", "-o", b.litmus, "litmus/cmd/litmus")
	c.Stderr = os.Stderr
	return c.Run()
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
	if err := b.fork(ctx, filepath.Join(data, "litmus.db"), b.copyOf(name), places[titleStored], bookings == 0); err != nil {
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
