package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// state keeps results in a file of JSON lines.
type state struct {
	file  *os.File // nil: they are not kept
	known map[string]Result
	tests map[string][]byte // the sum of a package's tests
}

// kept is a line of the file.
type kept struct {
	ID  string `json:"id"`
	Key string `json:"key"` // of what the result depends on
	Result
}

// openState reads the results of a file, if one is named. A last line that a killed run left half written is ignored.
func openState(name string) (*state, error) {
	s := &state{known: map[string]Result{}, tests: map[string][]byte{}}
	if name == "" {
		return s, nil
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	s.file = file
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var k kept
		if json.Unmarshal(line, &k) == nil {
			s.known[k.Key] = k.Result
		}
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		_, err = file.WriteString("\n")
	}
	return s, err
}

// Close closes the file.
func (s *state) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// try passes on the known results of mutants, then tries the others and keeps theirs. What is broken is not kept: it is
// tried again after somebody looked at it.
func (s *state) try(ctx context.Context, root string, mutants []Mutant, done func(Mutant, Result)) error {
	var open []Mutant
	keys := map[string]string{}
	for _, m := range mutants {
		key, err := s.key(root, m)
		if err != nil {
			return err
		}
		keys[m.ID] = key
		if r, known := s.known[key]; known {
			done(m, r)
		} else {
			open = append(open, m)
		}
	}
	for _, g := range grouped(root, open) {
		if err := g.try(ctx, func(m Mutant, r Result) error {
			done(m, r)
			return s.keep(kept{m.ID, keys[m.ID], r})
		}); err != nil {
			return err
		}
	}
	return nil
}

func (s *state) keep(k kept) error {
	if s.file == nil || k.Verdict == Broken {
		return nil
	}
	line, err := json.Marshal(k)
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(line, '\n'))
	return err
}

// key identifies the declaration with and without the fault, and the tests.
func (s *state) key(root string, m Mutant) (string, error) {
	tests, err := s.sumTests(root, m.Tests)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %q %q %x", m.File, m.Before, m.Declaration, m.Run, tests)
	return hex.EncodeToString(sum.Sum(nil)[:12]), nil
}

// sumTests sums up the test files of a package and its testdata.
func (s *state) sumTests(root, pkg string) ([]byte, error) {
	if sum, ok := s.tests[pkg]; ok {
		return sum, nil
	}
	all := sha256.New()
	top := filepath.Join(root, pkg)
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		below, relErr := filepath.Rel(top, name)
		below = filepath.ToSlash(below)
		data := strings.HasPrefix(below, "testdata/")
		switch {
		case err != nil || relErr != nil:
			return errors.Join(err, relErr)
		case d.IsDir() && below != "." && below != "testdata" && !data:
			return fs.SkipDir
		case d.IsDir() || !data && !strings.HasSuffix(below, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(all, "%s %x\n", path.Base(below), sha256.Sum256(text))
		return err
	})
	s.tests[pkg] = all.Sum(nil)
	return s.tests[pkg], err
}

// report prints each result and counts them by package.
type report struct {
	out                     io.Writer
	tried, survived, broken int
	packages                []string
	counts                  map[string]map[Verdict]int
	seconds                 map[string]float64
}

func (r *report) add(m Mutant, result Result) {
	if r.counts == nil {
		r.counts, r.seconds = map[string]map[Verdict]int{}, map[string]float64{}
	}
	pkg := m.Package()
	if r.counts[pkg] == nil {
		r.packages, r.counts[pkg] = append(r.packages, pkg), map[Verdict]int{}
	}
	r.tried++
	r.counts[pkg][result.Verdict]++
	r.seconds[pkg] += result.Seconds
	switch result.Verdict {
	case Survived:
		r.survived++
	case Broken:
		r.broken++
	}
	line := fmt.Sprintf("%-8s %6.1f s  %s", result.Verdict, result.Seconds, m.ID)
	if result.Test != "" {
		line += "  [" + result.Test + "]"
	}
	fmt.Fprintln(r.out, line)
	if result.Verdict == Survived {
		fmt.Fprintf(r.out, "                   %s:%d: %s\n", m.File, m.Line, m.Change)
	}
}

// summary prints the counts.
func (r *report) summary() {
	fmt.Fprintf(r.out, "\n%-24s %6s %8s %6s %8s\n", "package", "caught", "survived", "broken", "seconds")
	for _, pkg := range r.packages {
		c := r.counts[pkg]
		fmt.Fprintf(r.out, "%-24s %6d %8d %6d %8.0f\n", pkg, c[Caught], c[Survived], c[Broken], r.seconds[pkg])
	}
	fmt.Fprintf(r.out, "%-24s %6d %8d %6d\n", "all", r.tried-r.survived-r.broken, r.survived, r.broken)
}
