package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// TestCitations resolves what Go, SQL, YAML and Markdown cite: a clause of the contract (`§4 rule 3`), a heading of the
// pages about the dashboard (`D2`) and the tool server (`T4`), a record of architecture by the name of its file
// (`ADR one-ledger`). Each clause of §2 to §9 is cited by a test.
func TestCitations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short does not read all of the tree")
	}
	p, seen := readPapers(t), 0
	for _, path := range files(t, ".go", ".sql", ".yaml", ".yml", ".md", ".js", ".html") {
		text := lineBreak.ReplaceAllString(read(t, path), " ")
		for _, m := range clauseForm.FindAllStringSubmatch(text, -1) {
			lines := p.clause(m[1], m[3], m[4], numberForm.FindAllString(m[2]+" "+m[5], -1))
			if seen++; lines == nil {
				t.Errorf("%s: %s is not in the contract", path, m[0])
			}
			for _, l := range lines {
				l.tested = l.tested || strings.HasSuffix(path, "_test.go")
			}
		}
		text = clauseForm.ReplaceAllString(text, "§")
		for _, m := range namedForm.FindAllStringSubmatch(text, -1) {
			if name := m[1] + m[3] + m[4]; !p.known[name] && m[2] == "" {
				t.Errorf("%s: there is no heading D or T and no file in docs/adr called %s", path, name)
			}
		}
		for _, m := range elsewhere.FindAllString(text, -1) {
			t.Errorf("%s: %s leads to no paper that is here", path, m)
		}
	}
	if seen < 100 {
		t.Errorf("%d clauses are cited: the walk or the expression misses them", seen)
	}
	for section, lines := range p.sections {
		for _, l := range lines {
			if l.clause != "" && !l.tested && "2" <= section && section <= "9" && len(section) == 1 {
				t.Errorf("§%s %s is cited by no test: cite it in the one that holds it", section, l.clause)
			}
		}
	}
}

// papers are what citations lead to: the lines of the contract by section, and the names "D2" and "one-ledger".
type papers struct {
	sections map[string][]*line
	known    map[string]bool
}

// line is one of the contract. It has a name if it is a heading, begins with bold words or is a row of a table, and is
// a clause if it is a heading, begins with bold words, or is an item of a list, a transition or a status.
type line struct {
	name, item, clause string
	tested             bool
}

var (
	sectionLine = regexp.MustCompile(`^## (\d+)\.`)
	headLine    = regexp.MustCompile(`^(?:#+ (?:\d+\. )?(.+)|\*\*([^*]+)\*\*.*)$`)
	rowLine     = regexp.MustCompile(`^\| ((T\d|\d{3})? ?[^|]*\|[^|]+) \|`)
	itemLine    = regexp.MustCompile(`^(\d+)\. `)
	numberLine  = regexp.MustCompile(`(?m)^## ([DT]\d+)\b`)

	lineBreak  = regexp.MustCompile(`\n[ \t]*(?://|--|#|\*)?[ \t]*`)
	clauseForm = regexp.MustCompile(`§(\d+)(?:\.(\d+)\b)?` +
		`(?:,? ((?:GET|PUT|POST|PATCH|DELETE) [a-z]+|[A-Z]\w*|[a-z]+[_:][a-z_:]*[a-z]|[1-5]\d\d\b)(?:\.([a-z_]+))?)?` +
		`(?:,? rules? (` + list + `))?`)
	// A heading (but not 9:00, %D9 or | T2), or a record.
	namedForm = regexp.MustCompile("(?:^|[^|] |[(`/])([DT]\\d+)\\b(:\\d)?|" +
		"\\bADRs? (\\d+|[a-z]+(?:-[a-z0-9]+)+)|\\badr/\\d{4}-([a-z0-9-]+)")
	elsewhere  = regexp.MustCompile(`\b[Ii]ssue \d+\b|\b[Rr]ules? \d+|\b[Dd]ecisions? \d+`)
	numberForm = regexp.MustCompile(`\d+`)
)

const list = `\d+(?:(?:, and |, | and | to )\d+)*`

func readPapers(t *testing.T) papers {
	t.Helper()
	p, section, head := papers{map[string][]*line{}, map[string]bool{}}, "", ""
	for text := range strings.SplitSeq(read(t, "docs/contract.md"), "\n") {
		if m := sectionLine.FindStringSubmatch(text); m != nil {
			section = m[1]
		}
		l := &line{}
		if m := headLine.FindStringSubmatch(text); m != nil {
			head = m[1] + m[2]
			l.name, l.clause = strings.ToLower(head), head
		} else if m := rowLine.FindStringSubmatch(text); m != nil {
			l.name, l.clause = strings.ToLower(m[1]), m[2]
		} else if m := itemLine.FindStringSubmatch(text); m != nil {
			l.item, l.clause = m[1], head+" rule "+m[1]
		}
		p.sections[section] = append(p.sections[section], l)
	}
	for _, page := range []string{"dashboard", "tools"} {
		for _, m := range numberLine.FindAllStringSubmatch(read(t, "docs/"+page+".md"), -1) {
			p.known[m[1]] = true
		}
	}
	for _, path := range files(t, ".md") {
		if name, ok := strings.CutPrefix(path, "docs/adr/"); ok {
			p.known[strings.TrimSuffix(name, ".md")[len("0001-"):]] = true
		}
	}
	return p
}

// clause are the lines of the contract that a citation leads to: those of the section that have the name, and the
// numbers of the first list from there on. They are nil for a citation that leads nowhere.
func (p papers) clause(section, name, field string, numbers []string) (out []*line) {
	lines := p.sections[section]
	named := func(name string) func(l *line) bool {
		words := regexp.MustCompile(`\b` + regexp.QuoteMeta(strings.ToLower(name)) + `\b`)
		return func(l *line) bool { return words.MatchString(l.name) }
	}
	byName := named(name)
	first := slices.IndexFunc(lines, byName)
	if first < 0 || !slices.ContainsFunc(lines, named(field)) {
		return nil
	}
	for _, l := range lines {
		if name != "" && byName(l) || l == lines[first] {
			out = append(out, l)
		}
	}
	items := lines[first:]
	items = items[max(0, slices.IndexFunc(items, func(l *line) bool { return l.item == "1" })):]
	for _, number := range numbers {
		n := slices.IndexFunc(items, func(l *line) bool { return l.item == number })
		if n < 0 || slices.ContainsFunc(items[:n], func(l *line) bool { return l.name != "" }) {
			return nil
		}
		out = append(out, items[n])
	}
	return out
}

// files are the files of the repository whose names end in one of these ways, without this one, which explains forms.
func files(t *testing.T, endings ...string) (out []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if slices.Contains(endings, filepath.Ext(path)) && !d.IsDir() && path != "internal/docs/citations_test.go" {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
