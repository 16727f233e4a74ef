package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
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
	Broken   Verdict = "BROKEN" // it does not compile, or the pattern names no test: nothing was tried
)

// Result is what a trial showed.
type Result struct {
	Verdict Verdict `json:"verdict"`
	Seconds float64 `json:"seconds"`
	Test    string  `json:"test,omitempty"` // the first that failed, or why nothing was tried
}

// timeout bounds the time of a fault's tests, since a fault can make a loop endless. The longest, all of a package on a
// busy machine, take a third of it.
const timeout = 6 * time.Minute

// try runs the tests of a mutant. An error means that they could not be run.
func try(ctx context.Context, root string, m Mutant) (r Result, err error) {
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	changed := filepath.Join(dir, path.Base(m.File))
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, m.File): changed}})
	if err != nil {
		return r, err
	}
	if err := errors.Join(os.WriteFile(changed, []byte(m.Text), 0o600),
		os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)); err != nil {
		return r, err
	}
	args := []string{"test", "-overlay", filepath.Join(dir, "overlay.json"), "-vet=off", "-p=1", "-count=1",
		"-failfast", "-short=" + strconv.FormatBool(!m.Long), "-timeout", timeout.String(), "-run", m.Run, "./" + m.Tests}
	properties, err := hasProperties(filepath.Join(root, m.Tests))
	if err != nil {
		return r, err
	}
	if properties {
		args = append(args, propertyFlags...)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err = cmd.Run()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		return r, err
	}
	r = judge(err == nil, out.String())
	r.Seconds = time.Since(start).Round(100 * time.Millisecond).Seconds()
	return r, nil
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

// judge reads the output of go test.
func judge(passed bool, out string) Result {
	switch {
	case strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]"):
		return Result{Verdict: Broken, Test: "does not compile: " + firstError(out)}
	case strings.Contains(out, "[no tests to run]") || strings.Contains(out, "[no test files]"):
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
