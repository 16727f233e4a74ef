package litmus_test

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "litmus"

// floors are the packages from the ground up. A package imports only from floors below its own, and packages of one
// floor do not know each other, except for the command and what it is made of (below).
var floors = [][]string{
	0: {"models", "models/...", "client", "fair", "ports/outbound", "phrases",
		"metrics", "tracing"},
	1: {"store", "store/...", "orgfile", "letters", "ports/...", "zones", "turnstile", "drafts", "weekgrid", "markdown",
		"pictures", "uploads", "reference", "reference/samples"},
	2: {"activities", "demonstration", "gate", "wire"},
	3: {"workflows"},
	4: {"scheduling"},
	5: {"api", "web", "dashboard", "worker", "embedded", "inbox", "conform"},
	6: {"tools"},
	7: {"cli", "cmd/litmus"},
}

// parts are the packages of the rules, of which each knows those before it only.
var parts = []string{"models", "models/keyring", "models/effect", "models/panel", "models/timetable", "models/access",
	"models/pipeline", "models/booking", "models/candidacy", "models/act", "models/erasure", "models/history",
	"models/figures", "models/news", "models/setup", "models/upkeep"}

// rooms are the packages of the store, of which each knows those before it only.
var rooms = []string{"store/internal/db", "store/audit", "store/watchers", "store/interviews", "store/effects",
	"store/team", "store/pools", "store/pipelines", "store/availability", "store/candidates", "store/bookings",
	"store/erasures",
	"store/wakes", "store/pages", "store/setups", "store"}

// dashboardRooms are the packages of the dashboard, of which each knows those before it only.
var dashboardRooms = []string{"dashboard/pages", "dashboard/internal/site", "dashboard/internal/grid",
	"dashboard/interviews", "dashboard/pipelines", "dashboard/availability", "dashboard/candidates", "dashboard/signin",
	"dashboard/team", "dashboard/audit", "dashboard/news", "dashboard"}

// aside are packages that only tests import; they may import anything.
var aside = []string{"e2e", "bench", "histories", "testdb", "internal", "models/desk"}

// sameFloor are the imports within a floor that are meant.
var sameFloor = map[string]string{"cmd/litmus": "cli", "client": "client/internal/operations",
	"embedded": "embedded/internal/standalone",
	"tracing":  "metrics"}

// starters are the packages that start a Temporal server.
var starters = []string{"cmd/litmus", "e2e/program", "bench/temporal"}

// forbidden are names that say nothing about what a package holds.
var forbidden = []string{"util", "utils", "common", "helper", "helpers", "pkg", "service", "services",
	"repository", "manager"}

// goPackage is a package of the module.
type goPackage struct{ *build.Package }

// name is the package's path below the module, "." for the module's root.
func (p goPackage) name() string { return within(p.ImportPath) }

// within is the path below the module, "" for what is not ours.
func within(importPath string) string {
	if importPath == module {
		return "."
	}
	name, ours := strings.CutPrefix(importPath, module+"/")
	if !ours {
		return ""
	}
	return name
}

func TestFloors(t *testing.T) {
	t.Parallel()
	for _, p := range list(t) {
		name := p.name()
		own := floorOf(name)
		if name != "." && !isAside(name) && own < 0 {
			t.Errorf("package %s is on no floor: add it to floors or to aside in floors_test.go, and to the page that "+
				"explains the floors", name)
		}
		for _, part := range append(strings.Split(name, "/"), strings.TrimSuffix(p.Name, "_test")) {
			if slices.Contains(forbidden, part) {
				t.Errorf("package %s: %q says nothing; name it for what it holds", name, part)
			}
		}
		for _, i := range p.Imports {
			target := within(i)
			if target == "" {
				continue
			}
			if isAside(target) && !isAside(name) {
				t.Errorf("%s imports %s, which only tests may", name, target)
			}
			if strings.HasPrefix(name+"/", "client/") && !strings.HasPrefix(target, "client/") {
				t.Errorf("%s imports %s: it is for programs that have nothing of ours", name, i)
			}
			if own < 0 || isAside(name) || sameFloor[name] == target || knows(name, target) {
				continue
			}
			if floor := floorOf(target); floor == own {
				t.Errorf("%s imports %s of its own floor %d: move what both need to a floor below, or the call to one "+
					"above", name, target, own)
			} else if floor > own {
				t.Errorf("%s (floor %d) imports %s (floor %d): imports go down only", name, own, target, floor)
			}
		}
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			target := within(i)
			if (target == "e2e" || target == "bench") && name != target {
				t.Errorf("%s imports %s, which drives the program from outside", name, target)
			}
			if strings.HasPrefix(name, "ports/") && i != p.ImportPath && target != "" && target != "ports/outbound" &&
				target != "fair" && !strings.HasPrefix(target, name+"/") {
				t.Errorf("%s imports %s: a port is as it would be in any other program", name, i)
			}
			if target == "embedded" && !slices.Contains(starters, name) ||
				i == "go.temporal.io/server/temporal" && name != "embedded" {
				t.Errorf("%s imports %s: to link the Temporal server takes longer than most tests; take what starts it "+
					"as a parameter, as package cli does", name, i)
			}
		}
	}
}

// TestModelsArePure proves that the rules are functions of what they are given: no libraries, no I/O, no clock.
func TestModelsArePure(t *testing.T) {
	t.Parallel()
	for _, p := range list(t) {
		if !slices.Contains(parts, p.name()) {
			continue
		}
		for _, i := range p.Imports {
			first, _, _ := strings.Cut(i, "/")
			if target := within(i); strings.Contains(first, ".") || target != "" && !slices.Contains(parts, target) {
				t.Errorf("%s imports %s: the standard library and other rules only", p.name(), i)
			}
			if slices.Contains([]string{"os", "net", "net/http", "database/sql", "log", "log/slog", "math/rand",
				"math/rand/v2", "crypto/rand"}, i) {
				t.Errorf("%s imports %s: rules do no I/O and toss no coins; take it as a parameter", p.name(), i)
			}
		}
		for _, file := range p.GoFiles {
			checkClock(t, filepath.Join(p.Dir, file))
		}
	}
}

// clocks are the functions of package time that look at the machine's clock.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// checkClock refuses a file that reads the clock, under whatever name it imports package time.
func checkClock(t *testing.T, file string) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	local := ""
	for _, i := range f.Imports {
		if name, err := strconv.Unquote(i.Path.Value); err != nil || name != "time" {
			continue
		}
		if local = "time"; i.Name != nil {
			local = i.Name.Name
		}
	}
	if local == "." {
		t.Errorf("%s imports time by a dot: then nobody sees who reads the clock", file)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == local && slices.Contains(clocks, s.Sel.Name) {
			t.Errorf("%s: %s.%s reads the clock; now is a parameter", set.Position(s.Pos()), local, s.Sel.Name)
		}
		return true
	})
}

// knows reports whether both are packages of the rules, of the store or of the dashboard, the second before the first.
func knows(name, target string) bool {
	return slices.ContainsFunc([][]string{rooms, parts, dashboardRooms}, func(rooms []string) bool {
		n := slices.Index(rooms, target)
		return n >= 0 && n < slices.Index(rooms, name)
	})
}

// floorOf is the floor of a package, -1 for none.
func floorOf(name string) int {
	return slices.IndexFunc(floors, func(packages []string) bool {
		return slices.ContainsFunc(packages, func(p string) bool {
			below, wide := strings.CutSuffix(p, "/...")
			return name == p || wide && strings.HasPrefix(name, below+"/") || !wide && strings.HasPrefix(name, p+"/")
		})
	})
}

func isAside(name string) bool {
	return slices.ContainsFunc(aside, func(a string) bool { return name == a || path.Dir(name) == a })
}

// list are the packages of the module.
func list(t *testing.T) []goPackage {
	t.Helper()
	packages, err := packagesBelow()
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 5 {
		t.Fatalf("only %d packages were found", len(packages))
	}
	return packages
}

// packagesBelow reads what each package of the module imports, as the go command does, which would read all other
// modules as well.
var packagesBelow = sync.OnceValues(func() (packages []goPackage, err error) {
	err = filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); dir != "." { // left out as the go command does
			_, statErr := os.Stat(filepath.Join(dir, "go.mod"))
			if statErr == nil || name == "testdata" || name[0] == '.' || name[0] == '_' {
				return fs.SkipDir
			}
		}
		p, err := build.ImportDir(dir, 0)
		if _, none := errors.AsType[*build.NoGoError](err); none {
			return nil
		}
		p.ImportPath = path.Join(module, filepath.ToSlash(dir))
		packages = append(packages, goPackage{p})
		return err
	})
	return packages, err
})

// TestRooms: a package, and a type, is small enough that nobody needs a search to find where a thing is. The command
// line is the one exception: most of its files are a command, named as people type it, and the program's help lists
// them. The rest takes the running program or its configuration, so packages for it would export all of their methods
// for one importer, and still leave more files than others may have.
func TestRooms(t *testing.T) {
	t.Parallel()
	const mostFiles, mostMethods = 45, 60
	set, most := token.NewFileSet(), 0
	for _, p := range list(t) {
		if n := len(p.GoFiles); n > mostFiles && p.name() != "cli" {
			t.Errorf("package %s has %d files: at most %d", p.name(), n, mostFiles)
		}
		if within := p.name(); isAside(within) || strings.HasPrefix(within, "client/") {
			continue
		}
		methods := map[string]int{}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, is := d.(*ast.FuncDecl); is && f.Recv != nil && f.Name.IsExported() {
					methods[lastName(f.Recv.List[0].Type)]++
				}
			}
		}
		for name, n := range methods {
			if most = max(most, n); n > mostMethods {
				t.Errorf("%s of %s has %d exported methods: at most %d", name, p.name(), n, mostMethods)
			}
		}
	}
	if most < 30 {
		t.Errorf("no type has more than %d methods: the walk misses them", most)
	}
}

// doors are the packages that read a request and say an answer.
var doors = append([]string{"api", "cli", "tools", "web"}, dashboardRooms...)

// TestActs: a door carries an act out, or shows what it would do, by package scheduling, and never by the store.
func TestActs(t *testing.T) {
	t.Parallel()
	acts := actsOfStore(t)
	called := map[string]bool{}
	for _, door := range doors {
		files, err := filepath.Glob(filepath.Join(door, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", door, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				name := s.Sel.Name
				switch {
				case ofStore(s.X) && (acts[name] || strings.HasPrefix(name, "Preview") &&
					!strings.HasPrefix(name, "Previewed")):
					t.Errorf("%s: %s of the store: call the act of package scheduling, or its preview",
						fset.Position(s.Pos()), name)
				case acts[name] && slices.Contains([]string{"Acts", "acts", "scheduling"}, lastName(noNoun(s.X))):
					called[name] = true
				}
				return true
			})
		}
	}
	if len(acts) < 50 || len(called) < 45 {
		t.Errorf("%d acts, of which doors call %d: the walks miss them", len(acts), len(called))
	}
}

// actsOfStore are the operations of the store that acts carry out.
func actsOfStore(t *testing.T) map[string]bool {
	t.Helper()
	acts := map[string]bool{}
	files, err := filepath.Glob("scheduling/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := call.Fun.(*ast.SelectorExpr); ok && ofStore(s.X) && !onlyRead[s.Sel.Name] {
					acts[s.Sel.Name] = true
				}
			}
			return true
		})
	}
	return acts
}

// onlyRead are the operations of the store, and names of its package, by which acts read.
var onlyRead = map[string]bool{"Interview": true, "Policy": true, "Secret": true}

// ofStore reports whether the expression is a store, or the store of a noun: s.store, a.Store.Bookings.
func ofStore(x ast.Expr) bool { return strings.EqualFold(lastName(noNoun(x)), "store") }

// noNoun is the store or the acts that a noun is selected of.
func noNoun(x ast.Expr) ast.Expr {
	if s, ok := x.(*ast.SelectorExpr); ok && slices.Contains(rooms, "store/"+strings.ToLower(s.Sel.Name)) {
		return s.X
	}
	return x
}

// lastName is the last name of an expression such as a.Store, s.acts() or (*store.Store).
func lastName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.CallExpr:
		return lastName(x.Fun)
	case *ast.ParenExpr:
		return lastName(x.X)
	case *ast.StarExpr:
		return lastName(x.X)
	}
	return ""
}
