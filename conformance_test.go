package litmus_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"litmus/conform"
)

const (
	conformanceFile = "docs/conformance.md"
	contractFile    = "docs/contract.md"
	silentHeading   = "Nothing to test" // what the contract says and does not promise of the service
)

// TestConformance holds the table of clauses against the tests that it names and against the words of the contract.
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
		for _, p := range c.withoutTests(ownSources) {
			t.Error(p)
		}
	})
	t.Run("the contract's words are its words, and all of it is there", func(t *testing.T) {
		t.Parallel()
		b, err := os.ReadFile(contractFile)
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
	quotes  []string // the contract's words, bare
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

// parseConformance reads the document. Below each heading "## §N …" stand tables of the columns Clause, The contract's
// words and Tests; below the last heading a list of what promises nothing.
func parseConformance(text string) (c conformance) {
	section, silent, lines := 0, false, strings.Split(text, "\n")
	for n, l := range lines {
		head := n+1 < len(lines) && strings.HasPrefix(lines[n+1], "|---")
		if m := headingLine.FindStringSubmatch(l); m != nil {
			section, _ = strconv.Atoi(m[1])
			silent = m[2] == silentHeading
		} else if silent && strings.HasPrefix(l, "-") {
			c.addSilent(n+1, listItem(lines[n:]))
		} else if strings.HasPrefix(l, "|") && !strings.HasPrefix(l, "|---") {
			c.addRow(n+1, section, head, strings.Split(strings.Trim(l, "|"), "|"))
		}
	}
	if len(c.clauses) == 0 {
		c.wrong(1, "no clauses")
	}
	return c
}

// listItem is the item that the lines begin with, in one line.
func listItem(lines []string) string {
	text := lines[0]
	for _, l := range lines[1:] {
		if !strings.HasPrefix(l, "  ") {
			break
		}
		text += " " + strings.TrimSpace(l)
	}
	return text
}

func (c *conformance) wrong(line int, format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf("%s:%d: ", conformanceFile, line)+fmt.Sprintf(format, args...))
}

func (c *conformance) addSilent(line int, text string) {
	m := silentLine.FindStringSubmatch(text)
	if m == nil {
		c.wrong(line, "%q is not: - §N \"the contract's words\": the reason.", text)
		return
	}
	section, _ := strconv.Atoi(m[1])
	c.silent = append(c.silent, clause{line: line, id: "§" + m[1], section: section, quotes: quotesOf(m[2])})
}

// addRow takes a row of a table, or the names of its columns.
func (c *conformance) addRow(line, section int, head bool, cells []string) {
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if len(cells) != 3 {
		c.wrong(line, "%d columns, want 3: clause, the contract's words, tests", len(cells))
		return
	}
	if head {
		if got := strings.Join(cells, ", "); got != "Clause, The contract's words, Tests" {
			c.wrong(line, "the columns are %s", got)
		}
		return
	}
	x := clause{line: line, id: cells[0], section: section, quotes: quotesOf(cells[1])}
	if m := clauseID.FindStringSubmatch(x.id); m == nil || m[1] != strconv.Itoa(section) {
		c.wrong(line, "the clause is called %q below the heading of §%d", x.id, section)
	}
	if i := slices.IndexFunc(c.clauses, func(y clause) bool { return y.id == x.id }); i >= 0 {
		c.wrong(line, "%s is there twice, first in line %d", x.id, c.clauses[i].line)
	}
	if len(x.quotes) == 0 {
		c.wrong(line, "%s quotes nothing of the contract", x.id)
	}
	for name := range strings.SplitSeq(cells[2], "<br>") {
		name = strings.TrimSpace(name)
		if m := ticked.FindStringSubmatch(name); m != nil && testName.MatchString(m[1]) {
			x.tests = append(x.tests, m[1])
		} else if name != "" {
			c.wrong(line, "%s: %q is not `package TestName` or `package TestName/subtest`", x.id, name)
		}
	}
	if len(x.tests) == 0 {
		c.wrong(line, "%s has no test", x.id)
	}
	c.clauses = append(c.clauses, x)
}

// quotesOf are the quoted words of a text, bare.
func quotesOf(text string) (out []string) {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = append(out, bareWords(m[1]))
	}
	return out
}

// An integrator looks up what `litmus conform` cites: the clauses of its checks are those of the table.
func TestConformCitesClauses(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(conformanceFile)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range parseConformance(string(b)).clauses {
		known[c.id] = true
	}
	for _, c := range conform.Checks {
		if !known[c.Clause] {
			t.Errorf("the check %q cites %s, which %s does not have", c.Title, c.Clause, conformanceFile)
		}
	}
}
