package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Fault is a planted fault: a text within a declaration and what replaces it.
//
// In the catalogue it reads like this; lines of - and + stand there as they are in the code:
//
//	fault a start that is full is booked
//	in    DecideBooking
//	-offered && capacity == 0
//	+offered && capacity < 0
//
// More lines may stand there: "run TestBook" is a pattern for go test -run, where all tests of the package would take
// too long; "by api" names another package whose tests catch it; and "long" runs them without -short, as what needs
// PostgreSQL does. Without a + line the text is taken out. A
// declaration is found by its name anywhere in its package, or in one below that if it was moved there: DecideBooking,
// BookingOrder.Repeats, a constant, a variable, a type. A name with an extension, such as pages/home.html, is a file of
// the package instead.
type Fault struct {
	ID          string // "models: a start that is full is booked"
	Package     string // the directory below the module's root
	Declaration string
	Old, New    string // Old occurs exactly once in the declaration
	Tests       string // the directory of the package whose tests catch it, "" for its own
	Run         string // a pattern for go test -run; "" for all tests
	Long        bool   // without -short
}

//go:embed catalogue
var catalogue embed.FS

// Catalogue returns all planted faults: a file's name below catalogue is the package that they are planted in.
func Catalogue() (all []Fault, err error) {
	names := map[string]bool{}
	err = fs.WalkDir(catalogue, "catalogue", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(catalogue, name)
		if err != nil {
			return err
		}
		pkg := strings.TrimSuffix(strings.TrimPrefix(name, "catalogue/"), path.Ext(name))
		faults, err := parseFaults(pkg, string(text))
		if err != nil {
			return fmt.Errorf("%s:%w", name, err)
		}
		for _, f := range faults {
			if names[f.ID] {
				return fmt.Errorf("%s: two faults are called %q", name, f.ID)
			}
			names[f.ID] = true
		}
		all = append(all, faults...)
		return nil
	})
	return all, err
}

// parseFaults reads a file of the catalogue. An error begins with the number of the line.
func parseFaults(pkg, text string) (faults []Fault, err error) {
	var f *Fault
	var old, replacement []string
	end := func() error {
		if f == nil {
			return nil
		}
		f.Old, f.New = strings.Join(old, "\n"), strings.Join(replacement, "\n")
		switch {
		case f.Declaration == "":
			return errors.New("the fault above has no declaration (in)")
		case f.Old == f.New || f.Old == "":
			return errors.New("the fault above changes nothing")
		}
		faults = append(faults, *f)
		f, old, replacement = nil, nil, nil
		return nil
	}
	for n, line := range strings.Split(strings.TrimRight(text, "\n")+"\n", "\n") {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case strings.TrimSpace(line) == "":
			err = end()
		case strings.HasPrefix(line, "#"):
		case word == "fault" && f == nil:
			f = &Fault{ID: pkg + ": " + rest, Package: pkg}
		case f == nil:
			err = fmt.Errorf("%q stands outside of a fault", line)
		case line[0] == '-':
			old = append(old, line[1:])
		case line[0] == '+':
			replacement = append(replacement, line[1:])
		case word == "in":
			f.Declaration = rest
		case word == "run":
			f.Run = rest
		case word == "by":
			f.Tests = rest
		case line == "long":
			f.Long = true
		default:
			err = fmt.Errorf("%q is no line of a fault", line)
		}
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n+1, err)
		}
	}
	return faults, nil
}

// Plant applies the fault to the tree's text. It fails if the declaration is not there, or its text not exactly once,
// or if the result would not parse.
func (f Fault) Plant(t *tree) (Mutant, error) {
	at, err := t.find(f.Package, f.Declaration)
	if err != nil {
		return Mutant{}, err
	}
	if n := strings.Count(at.text(), f.Old); n != 1 {
		return Mutant{}, fmt.Errorf("its text is %d times in %s of %s, not once: anchor it anew:\n%s", n,
			f.Declaration, at.file, f.Old)
	}
	start := at.start + strings.Index(at.text(), f.Old)
	m := at.mutant(edit{start, start + len(f.Old), f.New})
	m.ID, m.Tests, m.Run, m.Long = f.ID, cmp.Or(f.Tests, testsOf(m.Package())), f.Run, f.Long
	return m, m.parses()
}
