package litmus_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	decisionsFile = "docs/decisions.md"
	dashboardFile = "docs/dashboard.md"
	toolsFile     = "docs/tools.md"
)

// TestCitations resolves every citation of the contract (`§4 rule 3`), of a decision (`decision 34`), of the pages about
// the dashboard (`D2`) and the tool server (`T4`) and of a record of architecture (`ADR 3`) in Go, SQL, YAML and
// Markdown. A decision that code cites is cited by a test as well, the one that holds it, and so is every heading of
// those pages; TestConformance finds the tests of the contract's clauses.
func TestCitations(t *testing.T) {
	t.Parallel()
	p := readPapers(t)
	found, err := p.citationsBelow(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range slices.Concat(p.problems, found.problems, found.untested(), p.unheld(found)) {
		t.Error(x)
	}
	for _, kind := range []string{".go", ".sql", ".yaml", ".yml", ".md"} {
		if found.kinds[kind] == 0 {
			t.Errorf("no citations were found in %s files: the walk or the expressions miss them", kind)
		}
	}
}

const wrongOnPurpose = "citations_fails_test.go" // the test of this test

// citationsFound is what a walk over files saw.
type citationsFound struct {
	kinds       map[string]int          // citations by the ending of the file's name
	problems    []string                // citations that lead to nothing, each as "file:line: …"
	code, tests map[int]string          // the decisions that code and tests cite, each with one of the files
	held        map[string]map[int]bool // the headings that tests cite, by the letter of their page
}

// untested says which decisions code cites and no test does.
func (f citationsFound) untested() (problems []string) {
	for _, n := range slices.Sorted(maps.Keys(f.code)) {
		if f.tests[n] == "" {
			problems = append(problems, fmt.Sprintf("%s: decision %d is cited by no test: cite it in the one "+
				"that holds it", f.code[n], n))
		}
	}
	return problems
}

// unheld says which headings of numbered pages no test cites.
func (p papers) unheld(f citationsFound) (problems []string) {
	for _, letter := range slices.Sorted(maps.Keys(p.headings)) {
		for _, n := range slices.Sorted(maps.Keys(p.headings[letter])) {
			if !f.held[letter][n] {
				problems = append(problems, fmt.Sprintf("%s: %s%d is cited by no test: cite it in the one that holds it",
					numbered[letter].file, letter, n))
			}
		}
	}
	return problems
}

// citationsBelow looks into the files below root.
func (p papers) citationsBelow(root string) (citationsFound, error) {
	found := citationsFound{kinds: map[string]int{}, code: map[int]string{}, tests: map[int]string{},
		held: map[string]map[int]bool{}}
	for letter := range numbered {
		found.held[letter] = map[int]bool{}
	}
	kinds := []string{".go", ".sql", ".yaml", ".yml", ".md"}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		kind := filepath.Ext(path)
		if d.IsDir() || path == wrongOnPurpose || !slices.Contains(kinds, kind) {
			return nil
		}
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return err
		}
		x := proseOf(string(b))
		n, wrong := p.citations(x)
		found.kinds[kind] += n
		for _, one := range wrong {
			found.problems = append(found.problems, path+":"+one)
		}
		citing := found.code
		if strings.HasSuffix(path, "_test.go") {
			citing = found.tests
		}
		for _, d := range x.decisions {
			if kind != ".md" && !strings.HasPrefix(path, "citations_") { // these explain the form
				for _, n := range d.numbers {
					citing[n] = path
				}
			}
		}
		if strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "citations_") {
			for letter, numbers := range headingsIn(x) {
				for _, n := range numbers {
					found.held[letter][n] = true
				}
			}
		}
		return nil
	})
	return found, err
}

// headingsIn are the numbers of the headings of numbered pages that a text cites, by the letter of the page.
func headingsIn(x prose) map[string][]int {
	out := map[string][]int{}
	for letter, page := range numbered {
		for _, at := range page.citedIn(x) {
			out[letter] = append(out[letter], numbersIn(strings.ReplaceAll(x.flat[at[0]:at[1]], letter, ""))...)
		}
	}
	return out
}

func readPapers(t *testing.T) (p papers) {
	t.Helper()
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	p.sections = readContract(read(contractFile))
	p.readDecisions(read(decisionsFile))
	for letter, page := range numbered {
		p.readHeadings(letter, read(page.file))
	}
	files, err := filepath.Glob("docs/adr/[0-9][0-9][0-9][0-9]-*.md")
	if err != nil {
		t.Fatal(err)
	}
	p.records = map[int]bool{}
	for _, f := range files {
		n, _ := strconv.Atoi(filepath.Base(f)[:4])
		p.records[n] = true
	}
	return p
}

// The forms of citations. A name behind a section begins with a capital (`§2 Submission`, `§4, List`), is a call
// (`§4 GET slots`), a status (`§7 409`), or a name of the interface with an underscore or a colon (`§5 roles:read`).
// A word before `rule` is a name as well (`§4 interviewers rule 7`). Other words that follow belong to the sentence.
const numbersForm = `(\d+(?:(?:, and |, | and | to )\d+)*)`

var (
	sectionForm = regexp.MustCompile(`§(\d+)(?:\.(\d+)\b)?`)
	nameForms   = []*regexp.Regexp{
		regexp.MustCompile(`^,? ((?:GET|PUT|POST|PATCH|DELETE) [a-z]+)`),
		regexp.MustCompile(`^,? ([A-Z][A-Za-z0-9_]*)`),
		regexp.MustCompile(`^,? ([a-z]+[_:][a-z_:]*[a-z])`),
		regexp.MustCompile(`^ ([1-5]\d\d)\b`),
		regexp.MustCompile(`^( [a-z]+) rules? \d`),
	}
	fieldForm     = regexp.MustCompile(`^\.([a-z_]+)`)
	rulesForm     = regexp.MustCompile(`^,? (?:rules ` + numbersForm + `|rule (\d+))`)
	decisionForm  = regexp.MustCompile(`^[Dd]ecisions ` + numbersForm + `|^[Dd]ecision (\d+)|^Decision(\d+)`)
	recordForm    = regexp.MustCompile(`\bADR (\d+)|\badr/(\d{4})`)
	bareRuleForm  = regexp.MustCompile(`\b[Rr]ules? \d+`)
	elsewhereForm = regexp.MustCompile(`\b(?:[Ii]ssue|ISSUE) \d+\b|\b(?:[Rr]unning\.md|RUNNING\.MD)\b`)
	numberOrTo    = regexp.MustCompile(`\d+|to`)
)

// matches finds a form in a text that has one of the words without which there is no match. To look for these words is
// much quicker, and most files have none of them.
func matches(form *regexp.Regexp, text string, words ...string) [][]int {
	if !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) }) {
		return nil
	}
	return form.FindAllStringSubmatchIndex(text, -1)
}

// citations counts the citations in a text and says which lead to nothing, each as "line: …".
func (p papers) citations(x prose) (n int, problems []string) {
	check := func(from, to int, problem string) {
		if n++; problem != "" {
			problems = append(problems, fmt.Sprintf("%d: %q: %s", x.line(from), x.flat[from:to], problem))
		}
	}
	for _, c := range x.clauses {
		check(c.from, c.to, p.resolve(c.clauseCited))
	}
	for _, d := range x.decisions {
		check(d.from, d.to, missing("decision", d.numbers, p.decisions))
	}
	for _, letter := range slices.Sorted(maps.Keys(numbered)) {
		for _, at := range numbered[letter].citedIn(x) {
			check(at[0], at[1], missing(letter+" in "+numbered[letter].file,
				numbersIn(strings.ReplaceAll(x.flat[at[0]:at[1]], letter, "")), p.headings[letter]))
		}
	}
	for _, m := range matches(recordForm, x.flat, "ADR ", "adr/") {
		check(m[0], m[1], missing("record of architecture", numbersIn(group(x.flat, m)), p.records))
	}
	for _, m := range matches(bareRuleForm, x.flat, "ule ", "ules ") {
		if !x.ofClause(m[0]) {
			check(m[0], m[1], "which section's rule is it?")
		}
	}
	for _, m := range matches(elsewhereForm, x.flat, "ssue ", "SSUE ", "unning.", "UNNING.") {
		check(m[0], m[1], "this paper is not in the repository")
	}
	return n, problems
}

// group is the submatch that took part in a match.
func group(text string, m []int) string {
	for n := 2; n < len(m); n += 2 {
		if m[n] >= 0 {
			return text[m[n]:m[n+1]]
		}
	}
	return ""
}

// numbersIn are the numbers of "46", "46 and 55", "46 to 49, 53".
func numbersIn(list string) (out []int) {
	through := false
	for _, word := range numberOrTo.FindAllString(list, -1) {
		n, err := strconv.Atoi(word)
		if err != nil {
			through = true
			continue
		}
		for through && len(out) > 0 && out[len(out)-1] < n-1 {
			out = append(out, out[len(out)-1]+1)
		}
		out, through = append(out, n), false
	}
	return out
}
