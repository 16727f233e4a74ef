// Command faults says how much the tests catch. It plants small faults in the code, one at a time, and runs the tests
// that should notice.
//
//	go run ./internal/faults                         every fault of the catalogue
//	go run ./internal/faults -only '^models: '       those whose name matches
//	go run ./internal/faults -drawn 300 -seed 22     faults that a mutator draws instead
//	go run ./internal/faults -list                   their names, without a run
//	go run ./internal/faults -only X -overlay DIR    writes a program that has them all, for go build -overlay
//
// A planted fault ([Fault]) is a mistake that somebody could make. The catalogue has them by package, in files such as
// catalogue/store.txt, and each is caught by the tests that it names. A drawn one comes from [draw] and runs all tests
// of its package, so that one sees what the catalogue did not think of: a few survive.
//
// The tree is never touched: the go command reads the changed files through an overlay. The faults of a package's
// functions are compiled together ([weave]), so nearly all of the time is the tests' own. Tests that fail without a
// fault catch nothing: they run once without any before.
//
// With -state FILE every result is kept, and a run that was stopped goes on where it was. A result counts as long as
// the declaration and the tests of the package are the same.
//
// The program fails if a planted fault survives or cannot be tried. Faults that were drawn are only counted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	state string
	only  *regexp.Regexp
	drawn int
	seed  uint64
	list  bool

	overlay string
}

func parseOptions(args []string) (o options, err error) {
	flags := flag.NewFlagSet("faults", flag.ContinueOnError)
	flags.StringVar(&o.state, "state", "", "keep results in this `file`, and skip what it has already")
	only := flags.String("only", "", "only faults whose name matches this `regexp`")
	flags.IntVar(&o.drawn, "drawn", 0, "try this `number` of drawn faults instead of the catalogue")
	flags.Uint64Var(&o.seed, "seed", 1, "what the draw depends on")
	flags.BoolVar(&o.list, "list", false, "print the names alone")
	flags.StringVar(&o.overlay, "overlay", "", "write an overlay with the faults to this `directory`")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	o.only, err = regexp.Compile(*only)
	return o, err
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parseOptions(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	var mutants []Mutant
	if o.drawn > 0 {
		mutants, err = draw(ctx, root, o.drawn, o.seed)
	} else {
		mutants, err = planted(root)
	}
	if err != nil {
		return err
	}
	state, err := openState(o.state)
	if err != nil {
		return err
	}
	defer state.Close()
	mutants = slices.DeleteFunc(mutants, func(m Mutant) bool { return !o.only.MatchString(m.ID) })
	if o.list {
		for _, m := range mutants {
			fmt.Fprintln(out, m.ID)
		}
		return nil
	}
	if o.overlay != "" {
		files, err := together(mutants)
		if err != nil {
			return err
		}
		name, err := writeOverlay(root, o.overlay, files)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, name)
		return err
	}
	report := report{out: out}
	if err := state.try(ctx, root, mutants, report.add); err != nil {
		return err
	}
	report.summary()
	if bad := report.survived + report.broken; bad > 0 && o.drawn == 0 {
		return fmt.Errorf("%d of %d planted faults were not caught", bad, report.tried)
	}
	return nil
}

// planted returns the catalogue as mutants. The error names every fault that no longer applies.
func planted(root string) (mutants []Mutant, err error) {
	faults, err := Catalogue()
	if err != nil {
		return nil, err
	}
	tree := newTree(root)
	var failed []error
	for _, f := range faults {
		m, err := f.Plant(tree)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", f.ID, err))
		}
		mutants = append(mutants, m)
	}
	return mutants, errors.Join(failed...)
}

// moduleRoot is the directory with the module's go.mod, at or above the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", errors.New("no go.mod here or above")
		}
		dir = above
	}
}
