package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// weights say how many of the drawn faults a package gets, beside the others. Rules and rows have most of what can go
// wrong; a port has tests of its own, which are not thinned out. The tests of gate and wire are those of api and tools.
var weights = []struct {
	name   string
	weight int
}{
	{"models", 2}, {"models/effect", 1}, {"models/timetable", 1}, {"models/access", 1}, {"models/pipeline", 1},
	{"models/booking", 1}, {"models/candidacy", 1}, {"models/act", 1}, {"models/history", 1}, {"models/setup", 1},
	{"models/keyring", 1}, {"models/upkeep", 1},
	{"store/availability", 1}, {"store/bookings", 1}, {"store/internal/db", 1}, {"store/candidates", 1},
	{"store/effects", 1}, {"store/team", 1}, {"store/pipelines", 1}, {"store/setups", 1}, {"store/interviews", 1},
	{"store/wakes", 1}, {"store/pages", 1}, {"store/audit", 1}, {"store", 1}, {"dashboard", 1},
	{"dashboard/internal/site", 1}, {"dashboard/interviews", 1}, {"dashboard/pipelines", 1},
	{"dashboard/availability", 1}, {"dashboard/candidates", 1}, {"dashboard/signin", 1}, {"dashboard/team", 1},
	{"dashboard/audit", 1},
	{"activities", 3}, {"workflows", 3}, {"tools", 3},
	{"api", 2}, {"letters", 2}, {"web", 2}, {"orgfile", 2}, {"worker", 1}, {"ports/calendar", 1}, {"ports/mail", 1},
	{"ports/meeting", 1}, {"ports/notetaker", 1}, {"ports/outbound", 1}, {"demonstration", 1}, {"fair", 1},
	{"turnstile", 1}, {"markdown", 1}, {"zones", 1},
}

// draw returns faults that compile, evenly by [weights]. The same seed draws the same of the same code, and fewer
// faults are the first ones of more. What is drawn in one package does not depend on the code of others.
func draw(ctx context.Context, root string, n int, seed uint64) (drawn []Mutant, err error) {
	pools := map[string]*pool{}
	for _, name := range order(n) {
		p := pools[name]
		if p == nil {
			l, err := load(ctx, root, name)
			if err == nil {
				p, err = newPool(l, seed)
			}
			if err != nil {
				return nil, fmt.Errorf("draw from %s: %w", name, err)
			}
			pools[name] = p
		}
		m, err := p.draw()
		if err != nil {
			return nil, fmt.Errorf("draw from %s: %w", name, err)
		}
		drawn = append(drawn, m)
	}
	return drawn, nil
}

// order says from which package each of n faults is drawn: always from the one that lags behind its weight most.
func order(n int) (names []string) {
	credit := make([]int, len(weights))
	total := 0
	for _, w := range weights {
		total += w.weight
	}
	for range n {
		next := 0
		for i, w := range weights {
			if credit[i] += w.weight; credit[i] > credit[next] {
				next = i
			}
		}
		credit[next] -= total
		names = append(names, weights[next].name)
	}
	return names
}

// pool is what can be drawn of a package.
type pool struct {
	name     string
	random   *rand.Rand
	set      *token.FileSet
	imports  types.Importer
	compiled string               // the path by which others import the package
	files    map[string]*ast.File // by name below the module's root
	places   []place
	points   map[string][]point // by operator
}

// newPool finds what can be drawn of a package, of which it gets the text of every file but its tests.
func newPool(l loaded, seed uint64) (*pool, error) {
	h := fnv.New64a()
	h.Write([]byte(l.name))
	p := &pool{name: l.name, random: rand.New(rand.NewPCG(seed, h.Sum64())), set: l.set, imports: l.imports,
		compiled: l.path, files: map[string]*ast.File{}, points: map[string][]point{}}
	for file, text := range l.files {
		f, err := parser.ParseFile(p.set, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files[file] = f
	}
	info, err := p.check(p.files)
	if err != nil {
		return nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(p.files)) {
		f, text := p.files[file], l.files[file]
		for _, n := range declarations(f) {
			p.places = append(p.places, place{file, text, p.set.Position(n.Pos()).Offset,
				p.set.Position(n.End()).Offset})
		}
		if ast.IsGenerated(f) {
			continue
		}
		m := mutator{set: p.set, info: info, name: file, source: text}
		for _, x := range m.find(f) {
			p.points[x.operator] = append(p.points[x.operator], x)
		}
	}
	return p, nil
}

// check finds out the types of the package's files, and whether they compile.
func (p *pool) check(files map[string]*ast.File) (*types.Info, error) {
	var all []*ast.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		all = append(all, files[name])
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	_, err := (&types.Config{Importer: p.imports}).Check(p.compiled, p.set, all, info)
	return info, err
}

// draw draws an operator, then one of its points, until the change compiles. No point is drawn twice.
func (p *pool) draw() (Mutant, error) {
	for {
		var some []string
		for _, o := range operators {
			if len(p.points[o]) > 0 {
				some = append(some, o)
			}
		}
		if len(some) == 0 {
			return Mutant{}, errors.New("nothing is left")
		}
		o := some[p.random.IntN(len(some))]
		n := p.random.IntN(len(p.points[o]))
		x := p.points[o][n]
		p.points[o] = slices.Delete(p.points[o], n, n+1)
		if m, ok := p.mutant(x); ok {
			return m, nil
		}
	}
}

// mutant makes the change; ok is false if it does not compile.
func (p *pool) mutant(x point) (m Mutant, ok bool) {
	at := slices.IndexFunc(p.places, func(at place) bool {
		return at.file == x.file && at.start <= x.edit.start && x.edit.end <= at.end
	})
	if at < 0 {
		return m, false
	}
	m = p.places[at].mutant(x.edit)
	m.ID = fmt.Sprintf("%s:%d:%d %s", x.file, m.Line,
		x.edit.start-strings.LastIndex(m.Text[:x.edit.start], "\n"), x.operator)
	m.Tests = testsOf(p.name)
	changed, err := parser.ParseFile(p.set, x.file, m.Text, parser.SkipObjectResolution)
	if err != nil {
		return m, false
	}
	files := maps.Clone(p.files)
	files[x.file] = changed
	_, err = p.check(files)
	return m, err == nil
}

// testsOf is the package whose tests are those of the package: the stores of all nouns are
// tested by package store, and their pages by package dashboard.
func testsOf(name string) string {
	if strings.HasPrefix(name, "store/") {
		return "store"
	}
	if strings.HasPrefix(name, "dashboard/") {
		return "dashboard"
	}
	return name
}

// loaded is the text of a package, and the types of those that it imports.
type loaded struct {
	name, path string // below the module's root, and with the module's name
	files      map[string]string
	set        *token.FileSet
	imports    types.Importer
}

// load reads a package. The go command compiles what it imports.
func load(ctx context.Context, root, name string) (l loaded, err error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,GoFiles,Export,DepOnly",
		"./"+name)
	cmd.Dir = root
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return l, fmt.Errorf("%w: %s", err, problems.String())
	}
	exports := map[string]string{} // files with the types of packages
	l = loaded{name: name, files: map[string]string{}, set: token.NewFileSet()}
	l.imports = importer.ForCompiler(l.set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for packages := json.NewDecoder(bytes.NewReader(out)); ; {
		var one struct {
			ImportPath, Export string
			GoFiles            []string
			DepOnly            bool
		}
		if err := packages.Decode(&one); errors.Is(err, io.EOF) {
			return l, nil
		} else if err != nil {
			return l, err
		}
		exports[one.ImportPath] = one.Export
		if one.DepOnly {
			continue
		}
		l.path = one.ImportPath
		for _, base := range one.GoFiles {
			text, err := os.ReadFile(filepath.Join(root, name, base))
			if err != nil {
				return l, err
			}
			l.files[path.Join(name, base)] = string(text)
		}
	}
}
