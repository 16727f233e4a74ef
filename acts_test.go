package litmus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	actsHeading = "## The contract's acts"
	routesFile  = "dashboard/routes.go"

	contractsActs = 12 // what §1 to §5 of the contract say happens in the dashboard
)

// routeLine is a line of the table of routes: its method, and its path as Go has it.
var routeLine = regexp.MustCompile(`(?m)^\t\{"(?:GET|POST)", ([^,]+), `)

// pathConstant is a constant that the paths of routes begin with.
var pathConstant = regexp.MustCompile(`(?m)^(?:const)?\s+(\w+)\s+= (.*"|models\.DashboardPath)(?: //.*)?$`)

// act is a row of the table of what the contract says happens in the dashboard: its clause and words, the pages where
// it does, and the tests that hold it.
type act struct {
	line                 int
	clause               string
	quotes, pages, tests []string
}

// TestContractsActs holds the table of docs/dashboard.md against the words of the contract, the dashboard's routes and
// the tests that it names.
func TestContractsActs(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	acts, problems := actsOf(read(dashboardFile))
	if len(acts) != contractsActs {
		t.Errorf("%s has %d acts, want the contract's %d", dashboardFile, len(acts), contractsActs)
	}
	for _, p := range problems {
		t.Error(p)
	}
	files, err := filepath.Glob("dashboard/*.go")
	if err != nil {
		t.Fatal(err)
	}
	constants := ""
	for _, file := range append(files, "models/signin.go") {
		constants += read(file) + "\n"
	}
	routes := routePaths(read(routesFile), constants)
	if len(routes) < 5 {
		t.Errorf("%s has %q, want every route", routesFile, routes)
	}
	for _, p := range problemsOf(acts, read(contractFile), routes, ownSources) {
		t.Error(p)
	}
}

// routePaths are the paths in the table of routes. Some begin with a constant, which is in the text constants.
func routePaths(table, constants string) (paths []string) {
	known := map[string]string{}
	for _, m := range pathConstant.FindAllStringSubmatch(constants, -1) {
		known[m[1]] = m[2]
	}
	var value func(expression string) string
	value = func(expression string) (text string) {
		for part := range strings.SplitSeq(expression, " + ") {
			if literal, ok := strings.CutPrefix(part, `"`); ok {
				text += strings.TrimSuffix(literal, `"`)
			} else if of := known[strings.TrimPrefix(part, "models.")]; of != "" {
				text += value(of)
			}
		}
		return text
	}
	for _, m := range routeLine.FindAllStringSubmatch(table, -1) {
		paths = append(paths, value(m[1]))
	}
	return paths
}

// actsOf reads the table below [actsHeading].
func actsOf(text string) (acts []act, problems []string) {
	wrong := func(line int, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("%s:%d: ", dashboardFile, line)+fmt.Sprintf(format, args...))
	}
	within := false
	for n, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "## ") {
			within = l == actsHeading
		}
		if !within || !strings.HasPrefix(l, "| §") {
			continue
		}
		cells := strings.Split(strings.Trim(l, "|"), "|")
		if len(cells) != 4 {
			wrong(n+1, "%d columns, want 4: clause, the contract's words, page, tests", len(cells))
			continue
		}
		a := act{line: n + 1, clause: strings.TrimSpace(cells[0]), quotes: quotesOf(cells[1])}
		for of, to := range map[int]*[]string{2: &a.pages, 3: &a.tests} {
			for name := range strings.SplitSeq(cells[of], "<br>") {
				m := ticked.FindStringSubmatch(strings.TrimSpace(name))
				if m == nil || of == 3 && !testName.MatchString(m[1]) {
					wrong(n+1, "%s: %q is not `/dashboard/…` or `package TestName`", a.clause, name)
					continue
				}
				*to = append(*to, m[1])
			}
		}
		if len(a.quotes) == 0 || len(a.pages) == 0 || len(a.tests) == 0 {
			wrong(n+1, "%s has no words, no page or no test", a.clause)
		}
		acts = append(acts, a)
	}
	if len(acts) == 0 {
		wrong(1, "no acts below %q", actsHeading)
	}
	return acts, problems
}

// problemsOf says which words are not the contract's, which pages are no routes, and which tests do not exist.
func problemsOf(acts []act, contract string, routes []string,
	sources func(pkg string) (map[string]subtests, error)) (problems []string) {
	var lines []string
	for _, l := range unwrapped(contract) {
		lines = append(lines, bareWords(l))
	}
	named := conformance{}
	for _, a := range acts {
		for _, q := range a.quotes {
			if !slices.ContainsFunc(lines, func(l string) bool { return says(l, q) }) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %q is not in the contract", dashboardFile, a.line,
					a.clause, q))
			}
		}
		for _, p := range a.pages {
			if !slices.Contains(routes, p) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %s is no route of %s", dashboardFile, a.line,
					a.clause, p, routesFile))
			}
		}
		named.clauses = append(named.clauses, clause{line: a.line, id: a.clause, tests: a.tests})
	}
	for _, p := range named.withoutTests(sources) {
		problems = append(problems, strings.Replace(p, conformanceFile, dashboardFile, 1))
	}
	return problems
}

// TestRoutePaths proves that the paths of routes are read, those that begin with constants, too.
func TestRoutePaths(t *testing.T) {
	t.Parallel()
	table := "\t{\"GET\", \"/dashboard/keys\", x},\n\t{\"POST\", postingsPath + \"/{id}\", x},\n" +
		"\t{\"GET\", models.DashboardPath, x},\n"
	constants := "const postingsPath = models.DashboardPath + \"/postings\"\n\n\tDashboardPath = \"/dashboard\" // root\n"
	want := []string{"/dashboard/keys", "/dashboard/postings/{id}", "/dashboard"}
	if got := routePaths(table, constants); !slices.Equal(got, want) {
		t.Errorf("the paths are %q, want %q", got, want)
	}
}

// TestContractsActsFails proves that the check of the table finds what is wrong in it.
func TestContractsActsFails(t *testing.T) {
	t.Parallel()
	const contract = "## 1. What\n\n- Some things are done in the dashboard: API keys are\n  created, and so on.\n"
	sources := func(pkg string) (map[string]subtests, error) {
		if pkg != "dashboard" {
			return nil, fmt.Errorf("no tests in package %s", pkg)
		}
		return map[string]subtests{"TestKeys": nil}, nil
	}
	for row, want := range map[string]string{
		"| §1 | \"API keys are created\" | `/dashboard/keys` | `dashboard TestKeys` |":     "",
		"| §1 | \"API keys are bought\" | `/dashboard/keys` | `dashboard TestKeys` |":      "is not in the contract",
		"| §1 | \"API keys are created\" | `/dashboard/none` | `dashboard TestKeys` |":     "is no route",
		"| §1 | \"API keys are created\" | `/dashboard/keys` | `dashboard TestNone` |":     "has no test TestNone",
		"| §1 | \"API keys are created\" | `/dashboard/keys` | `nowhere TestKeys` |":       "no tests in package",
		"| §1 | API keys are created | `/dashboard/keys` | `dashboard TestKeys` |":         "has no words",
		"| §1 | \"API keys are created\" | /dashboard/keys | `dashboard TestKeys` |":       "is not `/dashboard/…`",
		"| §1 | \"API keys are created\" | `/dashboard/keys` | TestKeys |":                 "or `package TestName`",
		"| §1 | \"API keys are created\" | `/dashboard/keys` |":                            "3 columns",
		"| §1 | \"keys are created, and\" | `/dashboard/keys` | `dashboard TestKeys` |":    "",
		"| Clause | \"API keys are created\" | `/dashboard/keys` | `dashboard TestKeys` |": "no acts below",
	} {
		acts, problems := actsOf("# The dashboard\n\n" + actsHeading + "\n\n" + row + "\n\n## Another\n\n| § | x |\n")
		problems = append(problems, problemsOf(acts, contract, []string{"/dashboard/keys"}, sources)...)
		if got := strings.Join(problems, "\n"); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: found %q, want %q", row, got, want)
		}
	}
}
