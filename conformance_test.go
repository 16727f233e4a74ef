package litmus_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	conformanceFile = "docs/conformance.md"
	envContract     = "LITMUS_TEST_CONTRACT" // path of the contract, which is not part of this repository
	silentHeading   = "Nothing to test"      // what the contract says and does not promise of the service
)

// TestConformance holds the table of clauses against the tests that it names and, where LITMUS_TEST_CONTRACT names the
// contract, against its words.
func TestConformance(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(conformanceFile)
	if err != nil {
		t.Fatal(err)
	}
	c := parseConformance(string(b))
	for _, p := range c.problems {
		t.Error(p)
	}
	t.Run("every clause has its tests", func(t *testing.T) {
		t.Parallel()
		for _, p := range c.withoutTests(testSources(".")) {
			t.Error(p)
		}
	})
	t.Run("the contract's words are its words, and all of it is there", func(t *testing.T) {
		t.Parallel()
		path := os.Getenv(envContract)
		if path == "" {
			t.Skip(envContract + " does not name the contract: its words are not compared")
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.against(string(b)) {
			t.Error(p)
		}
	})
}

// clause is a row of docs/conformance.md, or a line of what is not tested.
type clause struct {
	line    int
	id      string
	section int
	quotes  []string // the contract's words
	tests   []string // "package TestName" or "package TestName/subtest"
}

type conformance struct {
	clauses, silent []clause
	problems        []string
}

var (
	headingLine = regexp.MustCompile(`^## (?:§(\d+) )?(.+)$`)
	clauseID    = regexp.MustCompile(`^§(\d+)[ .][0-9A-Za-z]`)
	silentLine  = regexp.MustCompile(`^- §(\d+) (.+): ([^":]+\.)$`)
	quoted      = regexp.MustCompile(`"([^"]+)"`)
	ticked      = regexp.MustCompile("^`([^`]+)`$")
	testName    = regexp.MustCompile(`^([a-z0-9/]+) (Test[0-9A-Za-z_]+)(?:/(.+))?$`)
)

// parseConformance reads the document. Below each heading "## §N …" stand tables of the columns Clause, The contract's words
// and Tests; below the last heading a list of what promises nothing.
func parseConformance(text string) (c conformance) {
	section, silent, seen := 0, false, map[string]int{}
	wrong := func(line int, format string, args ...any) {
		c.problems = append(c.problems, fmt.Sprintf("%s:%d: ", conformanceFile, line)+fmt.Sprintf(format, args...))
	}
	lines := strings.Split(text, "\n")
	for n, l := range lines {
		line := n + 1
		if m := headingLine.FindStringSubmatch(l); m != nil {
			section, _ = strconv.Atoi(m[1])
			silent = m[2] == silentHeading
			continue
		}
		switch {
		case silent && strings.HasPrefix(l, "-"):
			m := silentLine.FindStringSubmatch(l)
			if m == nil {
				wrong(line, "%q is not: - §N \"the contract's words\": the reason.", l)
				continue
			}
			s, _ := strconv.Atoi(m[1])
			c.silent = append(c.silent, clause{line: line, id: "§" + m[1], section: s, quotes: quotesOf(m[2])})
		case strings.HasPrefix(l, "|"):
			cells := strings.Split(strings.Trim(l, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if len(cells) != 3 {
				wrong(line, "%d columns, want 3: clause, the contract's words, tests", len(cells))
				continue
			}
			if n+1 < len(lines) && strings.HasPrefix(lines[n+1], "|---") {
				if got := strings.Join(cells, ", "); got != "Clause, The contract's words, Tests" {
					wrong(line, "the columns are %s", got)
				}
				continue
			}
			if strings.HasPrefix(cells[0], "---") {
				continue
			}
			x := clause{line: line, id: cells[0], section: section, quotes: quotesOf(cells[1])}
			if m := clauseID.FindStringSubmatch(x.id); m == nil || m[1] != strconv.Itoa(section) {
				wrong(line, "the clause is called %q below the heading of §%d", x.id, section)
			}
			if first := seen[x.id]; first != 0 {
				wrong(line, "%s is there twice, first in line %d", x.id, first)
			} else {
				seen[x.id] = line
			}
			if len(x.quotes) == 0 {
				wrong(line, "%s quotes nothing of the contract", x.id)
			}
			for name := range strings.SplitSeq(cells[2], "<br>") {
				name = strings.TrimSpace(name)
				if m := ticked.FindStringSubmatch(name); m != nil && testName.MatchString(m[1]) {
					x.tests = append(x.tests, m[1])
				} else if name != "" {
					wrong(line, "%s: %q is not `package TestName` or `package TestName/subtest`", x.id, name)
				}
			}
			if len(x.tests) == 0 {
				wrong(line, "%s has no test", x.id)
			}
			c.clauses = append(c.clauses, x)
		}
	}
	if len(c.clauses) == 0 {
		wrong(1, "no clauses")
	}
	return c
}

func quotesOf(text string) (out []string) {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// withoutTests says which named tests do not exist. sources returns the tests of a package.
func (c conformance) withoutTests(sources func(pkg string) (map[string]subtests, error)) (problems []string) {
	for _, x := range c.clauses {
		for _, name := range x.tests {
			m := testName.FindStringSubmatch(name)
			tests, err := sources(m[1])
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %v", conformanceFile, x.line, x.id, err))
				continue
			}
			subs, there := tests[m[2]]
			switch {
			case !there:
				problems = append(problems, fmt.Sprintf("%s:%d: %s: package %s has no test %s", conformanceFile, x.line, x.id, m[1], m[2]))
			case m[3] != "" && !subs[m[3]]:
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %s has no subtest %q", conformanceFile, x.line, x.id, m[2], m[3]))
			}
		}
	}
	return problems
}

// subtests are the names that a test gives to t.Run, and where such a name is computed, those of the test's own tables.
type subtests map[string]bool

// testSources reads the tests of packages below root, each once.
func testSources(root string) func(pkg string) (map[string]subtests, error) {
	known := map[string]map[string]subtests{}
	return func(pkg string) (map[string]subtests, error) {
		if tests, there := known[pkg]; there {
			return tests, nil
		}
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*_test.go"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no tests in package %s", pkg)
		}
		tests := map[string]subtests{}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && isTest(d) {
					tests[d.Name.Name] = subtestsOf(d)
				}
			}
		}
		known[pkg] = tests
		return tests, nil
	}
}

// isTest reports whether the function is one that `go test` runs: of one parameter, *testing.T.
func isTest(d *ast.FuncDecl) bool {
	if !strings.HasPrefix(d.Name.Name, "Test") || len(d.Type.Params.List) != 1 || d.Name.Name == "TestMain" {
		return false
	}
	star, ok := d.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	x, ok := star.X.(*ast.SelectorExpr)
	return ok && x.Sel.Name == "T"
}

func subtestsOf(d *ast.FuncDecl) subtests {
	found, table, computed := subtests{}, subtests{}, false
	add := func(to subtests, e ast.Expr) bool {
		l, ok := e.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return false
		}
		s, err := strconv.Unquote(l.Value)
		if err == nil {
			to[s] = true
		}
		return err == nil
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Run" && len(n.Args) == 2 {
				computed = !add(found, n.Args[0]) || computed
			}
		case *ast.CompositeLit: // a table: {"name", …}, {name: "name", …} or "name": {…}
			for i, e := range n.Elts {
				kv, keyed := e.(*ast.KeyValueExpr)
				switch {
				case !keyed && i == 0:
					add(table, e)
				case keyed && !add(table, kv.Key):
					if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "name" {
						add(table, kv.Value)
					}
				}
			}
		}
		return true
	})
	if computed {
		for name := range table {
			found[name] = true
		}
	}
	return found
}

// against says which quoted words are not the contract's, and what of §2 to §9 stands neither in a clause nor in the list of
// what promises nothing.
func (c conformance) against(contract string) (problems []string) {
	units := contractUnits(contract)
	all := slices.Concat(c.clauses, c.silent)
	for _, x := range all {
		for _, q := range x.quotes {
			if !slices.ContainsFunc(units, func(u unit) bool { return u.section == x.section && says(u.line, q) }) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %q is not in §%d of the contract", conformanceFile, x.line, x.id, q, x.section))
			}
		}
	}
	for _, u := range units {
		if u.text != "" && !slices.ContainsFunc(all, func(x clause) bool {
			return x.section == u.section && slices.ContainsFunc(x.quotes, func(q string) bool {
				return says(u.text, q) || says(u.line, q) && says(bareWords(q), u.text)
			})
		}) {
			problems = append(problems, fmt.Sprintf("§%d of the contract says %q, and %s does not", u.section, u.text, conformanceFile))
		}
	}
	return problems
}

// unit is a part of the contract that must stand in the table: a sentence, or what stands before a semicolon.
type unit struct {
	section    int
	text, line string // text is empty where it says nothing itself; line is the whole line or table row
}

var (
	contractHeading = regexp.MustCompile(`^## (\d+)\. `)
	tableRule       = regexp.MustCompile(`^\|[-|]+\|$`)
	listMark        = regexp.MustCompile(`^(\d+\.|-) `)
	sentenceEnd     = regexp.MustCompile(`[.;] `)
	blanks          = regexp.MustCompile(`\s+`)
	letters         = regexp.MustCompile(`[A-Za-z]`)
	wordStart       = regexp.MustCompile(`^\w`)
	wordEnd         = regexp.MustCompile(`\w$`)
)

// contractUnits cuts §2 to §9 into what each must be found in the table. Headings, heads of tables and lines that end with a
// colon say nothing themselves.
func contractUnits(contract string) (out []unit) {
	section, lines := 0, strings.Split(contract, "\n")
	for n, l := range lines {
		if m := contractHeading.FindStringSubmatch(l); m != nil {
			section, _ = strconv.Atoi(m[1])
			continue
		}
		head := n+1 < len(lines) && tableRule.MatchString(lines[n+1])
		if section < 2 || section > 9 || strings.HasPrefix(l, "#") || tableRule.MatchString(l) || head {
			continue
		}
		l = bareWords(listMark.ReplaceAllString(l, ""))
		for rest := l; rest != ""; {
			text := rest
			if at := sentenceEnd.FindStringIndex(rest); at != nil {
				text = rest[:at[0]+1]
			}
			rest = strings.TrimSpace(rest[len(text):])
			if text = strings.TrimRight(text, ".;"); strings.HasSuffix(text, ":") || !letters.MatchString(text) {
				text = ""
			}
			out = append(out, unit{section, text, l})
		}
	}
	return out
}

// says reports whether the words stand in the text, whole ones.
func says(text, words string) bool {
	words = bareWords(words)
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		before, after := text[:from+at], text[from+at+len(words):]
		if !(wordEnd.MatchString(before) && wordStart.MatchString(words) || wordEnd.MatchString(words) && wordStart.MatchString(after)) {
			return true
		}
		from += at + 1
	}
}

// bareWords takes out what is form: the ticks and stars of Markdown and the lines between a table's columns.
func bareWords(s string) string {
	return strings.TrimSpace(blanks.ReplaceAllString(strings.NewReplacer("`", "", "**", "", "|", " ").Replace(s), " "))
}
