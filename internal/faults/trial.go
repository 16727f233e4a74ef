package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Verdict says what became of a fault.
type Verdict string

// The verdicts.
const (
	Caught   Verdict = "caught"
	Survived Verdict = "SURVIVED"
	Broken   Verdict = "BROKEN" // nothing was tried: it does not compile, or tests are missing or fail without it
)

// Result is what a trial showed.
type Result struct {
	Verdict Verdict `json:"verdict"`
	Seconds float64 `json:"seconds"`        // of the tests, and of compiling where that was for this fault alone
	Test    string  `json:"test,omitempty"` // the first that failed, or why nothing was tried
}

// A fault can make a loop endless, and the loop may take memory: timeout bounds the time of a fault's tests, and
// bounded runs them with at most six gigabytes of addresses, where the shell can say so.
const (
	timeout = 4 * time.Minute
	bounded = `ulimit -v 6000000 2>/dev/null; exec "$0" "$@"`
)

// group are mutants of one package that are tried by the tests of one package.
type group struct {
	root, tests string
	mutants     []Mutant
}

// grouped divides mutants by what is compiled for them, in their order.
func grouped(root string, mutants []Mutant) (groups []group) {
	at := map[[2]string]int{}
	for _, m := range mutants {
		key := [2]string{m.Package(), m.Tests}
		n, ok := at[key]
		if !ok {
			n, at[key] = len(groups), len(groups)
			groups = append(groups, group{root: root, tests: m.Tests})
		}
		groups[n].mutants = append(groups[n].mutants, m)
	}
	return groups
}

// try tries each mutant and passes the results on. An error means that tests could not be run.
func (g group) try(ctx context.Context, done func(Mutant, Result) error) error {
	if len(g.mutants) == 0 {
		return nil
	}
	files, numbers := weave(g.mutants[0].Package(), g.mutants)
	b, broken, err := g.compile(ctx, files)
	if err != nil {
		return err
	}
	defer b.remove()
	switch {
	case broken != "" && len(g.mutants) > 1: // one of them does not compile, and the others are not to suffer
		half := len(g.mutants) / 2
		for _, part := range [][]Mutant{g.mutants[:half], g.mutants[half:]} {
			if err := (group{g.root, g.tests, part}).try(ctx, done); err != nil {
				return err
			}
		}
		return nil
	case broken != "":
		return done(g.mutants[0], Result{Verdict: Broken, Test: "does not compile: " + broken})
	}
	unsound := map[bool]string{}
	for _, long := range []bool{false, true} {
		if unsound[long], err = g.unsound(ctx, b, long); err != nil {
			return err
		}
	}
	for _, m := range g.mutants {
		r := Result{Verdict: Broken, Test: unsound[m.Long] + " fails without a fault"}
		number, woven := numbers[m.ID]
		switch {
		case unsound[m.Long] != "":
		case woven:
			r, err = b.run(ctx, number, m.Run, m.Long)
		default:
			r, err = g.tryAlone(ctx, m)
		}
		if err == nil {
			err = done(m, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unsound names a test that fails without a fault, "" if none does of those that the mutants need.
func (g group) unsound(ctx context.Context, b binary, long bool) (string, error) {
	var patterns []string
	for _, m := range g.mutants {
		if m.Long == long {
			patterns = append(patterns, m.Run)
		}
	}
	if len(patterns) == 0 {
		return "", nil
	}
	pattern := strings.Join(patterns, "|")
	if slices.Contains(patterns, "") {
		pattern = ""
	}
	r, err := b.run(ctx, "", pattern, long)
	return r.Test, err
}

// tryAlone tries a mutant that is not woven.
func (g group) tryAlone(ctx context.Context, m Mutant) (Result, error) {
	start := time.Now()
	b, broken, err := g.compile(ctx, map[string]string{m.File: m.Text})
	if err != nil || broken != "" {
		return Result{Verdict: Broken, Test: "does not compile: " + broken}, err
	}
	defer b.remove()
	r, err := b.run(ctx, "", m.Run, m.Long)
	r.Seconds = seconds(start)
	return r, err
}

// binary is a compiled test.
type binary struct {
	temp, dir  string // where it is, and where it runs
	properties bool   // it knows [propertyFlags]
}

func (b binary) remove() { _ = os.RemoveAll(b.temp) }

// compile compiles the tests with changed files, which the go command reads through an overlay: the tree stays as it
// is. broken is what the compiler says of them, "" if it accepts them.
func (g group) compile(ctx context.Context, files map[string]string) (b binary, broken string, err error) {
	b.dir = filepath.Join(g.root, g.tests)
	if b.temp, err = os.MkdirTemp("", "faults"); err != nil {
		return b, "", err
	}
	overlay, err := writeOverlay(g.root, b.temp, files)
	if err != nil {
		return b, "", err
	}
	cmd := command(ctx, g.root, "go", "test", "-c", "-vet=off", "-p=1", "-overlay", overlay,
		"-o", filepath.Join(b.temp, "tests"), "./"+g.tests)
	out, failed, err := output(ctx, cmd)
	if err != nil {
		return b, "", err
	}
	if failed {
		return b, firstError(out), nil
	}
	b.properties, err = hasProperties(b.dir)
	return b, "", err
}

// run runs tests with the fault of that number, "" for none.
func (b binary) run(ctx context.Context, number, pattern string, long bool) (r Result, err error) {
	args := []string{"-c", bounded, filepath.Join(b.temp, "tests"), "-test.paniconexit0", "-test.failfast",
		"-test.short=" + strconv.FormatBool(!long), "-test.timeout=" + timeout.String(), "-test.run=" + pattern}
	if b.properties {
		args = append(args, propertyFlags...)
	}
	cmd := command(ctx, b.dir, "sh", args...)
	cmd.Env = append(os.Environ(), activeFault+"="+number)
	start := time.Now()
	out, failed, err := output(ctx, cmd)
	r = judge(!failed, out)
	r.Seconds = seconds(start)
	return r, err
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// output runs a command, whose failure is no error.
func output(ctx context.Context, cmd *exec.Cmd) (out string, failed bool, err error) {
	var all bytes.Buffer
	cmd.Stdout, cmd.Stderr = &all, &all
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", false, ctx.Err()
	}
	if _, failed = errors.AsType[*exec.ExitError](err); failed {
		err = nil
	}
	return all.String(), failed, err
}

func seconds(since time.Time) float64 {
	return time.Since(since).Round(100 * time.Millisecond).Seconds()
}

// propertyFlags are for the tests of properties: they try the same examples each time, look for no smaller one after a
// failure, and write none into the tree.
var propertyFlags = []string{"-rapid.seed=1", "-rapid.shrinktime=1ms", "-rapid.nofailfile"}

// hasProperties reports whether the tests of a package know [propertyFlags].
func hasProperties(dir string) (bool, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || bytes.Contains(text, []byte(`"pgregory.net/rapid"`)) {
			return err == nil, err
		}
	}
	return false, err
}

var failedLine = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)

// judge reads what a test printed.
func judge(passed bool, out string) Result {
	switch {
	case strings.Contains(out, "testing: warning: no tests to run"):
		return Result{Verdict: Broken, Test: "no test is called so"}
	case passed:
		return Result{Verdict: Survived}
	}
	first := ""
	for _, found := range failedLine.FindAllStringSubmatch(out, -1) {
		if first != "" && !strings.HasPrefix(found[1], first+"/") {
			break
		}
		first = found[1] // the test, then its subtest
	}
	switch {
	case strings.Contains(out, "panic: test timed out"):
		first = strings.TrimSpace("out of time " + first)
	case first == "":
		first = brief(out)
	}
	return Result{Verdict: Caught, Test: first}
}

// firstError is the first line of the compiler that is no heading.
func firstError(out string) string {
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return fmt.Sprintf("no reason was given in %d bytes", len(out))
}
