package litmus_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// papers are what citations lead to: the sections of the contract, the decisions, the headings of the pages whose
// headings have numbers, and the records of architecture.
type papers struct {
	sections  map[int]*section
	decisions map[int]bool
	headings  map[string]map[int]bool // by the letter of the page: `## D2 …` is 2 of "D"
	records   map[int]bool            // docs/adr/0003-….md is 3
	problems  []string                // of the papers themselves
}

// section is a `## N.` of the contract.
type section struct {
	places []place
	items  []item
	end    int // the line behind its last one
}

// place is what a citation names within a section: a heading, a bold word that begins a paragraph, or a row of a
// table.
type place struct {
	names    []string
	from, to int // lines, the second one not included
}

// item is one of a numbered list.
type item struct{ line, list, number int }

var (
	paperHeading = regexp.MustCompile(`^(##+) (?:\d+\. )?(.+)$`)
	paperLead    = regexp.MustCompile(`^\*\*([^*]+)\*\*`)
	paperItem    = regexp.MustCompile(`^(\d+)\. `)
	paperCode    = regexp.MustCompile("^`([^`]+)`$")
)

// readContract reads the sections of the contract.
func readContract(text string) map[int]*section {
	out := map[int]*section{}
	var s *section
	list, lines := 0, strings.Split(text, "\n")
	for n, l := range lines {
		if m := contractHeading.FindStringSubmatch(l); m != nil {
			number, _ := strconv.Atoi(m[1])
			s = &section{}
			out[number] = s
		}
		if s == nil {
			continue
		}
		s.end = n + 1
		head := n+1 < len(lines) && tableRule.MatchString(lines[n+1])
		if m := paperHeading.FindStringSubmatch(l); m != nil {
			s.places = append(s.places, place{[]string{m[2]}, n, placeEnd(lines, n, len(m[1]))})
		} else if m := paperLead.FindStringSubmatch(l); m != nil {
			s.places = append(s.places, place{[]string{m[1]}, n, placeEnd(lines, n, 6)})
		} else if m := paperItem.FindStringSubmatch(l); m != nil {
			number, _ := strconv.Atoi(m[1])
			if number == 1 {
				list++
			}
			s.items = append(s.items, item{n, list, number})
		} else if strings.HasPrefix(l, "|") && !head && !tableRule.MatchString(l) {
			s.places = append(s.places, place{rowNames(l), n, n + 1})
		}
	}
	return out
}

// placeEnd is the line where the text below a heading of that level ends; a bold word has the level 6.
func placeEnd(lines []string, from, level int) int {
	for n := from + 1; n < len(lines); n++ {
		m := paperHeading.FindStringSubmatch(lines[n])
		if m != nil && len(m[1]) <= level || level == 6 && paperLead.MatchString(lines[n]) {
			return n
		}
	}
	return len(lines)
}

// rowNames are what a row of a table is known by: its first cell, each name of a list in it, and cells that are
// code.
func rowNames(row string) (names []string) {
	for n, c := range strings.Split(strings.Trim(row, "|"), "|") {
		if c = strings.TrimSpace(c); n == 0 {
			names = append(names, strings.Split(bareWords(c), ", ")...)
		} else if m := paperCode.FindStringSubmatch(c); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}

// clauseCited is a citation of the contract: a section and, where they are given, a name in it, a field of what is
// named, and numbers of a list.
type clauseCited struct {
	section     int
	name, field string
	numbers     []int
}

// resolve says what is wrong with a citation of the contract, "" for one that leads to something. Numbers are those
// of the first list below what is named, or of the section.
func (p papers) resolve(c clauseCited) string {
	s := p.sections[c.section]
	if s == nil {
		return fmt.Sprintf("the contract has no §%d", c.section)
	}
	places := []place{{to: s.end}}
	if c.name != "" {
		if places = s.named(places[0], c.name, false); len(places) == 0 {
			return fmt.Sprintf("§%d of the contract has no heading and no row %q", c.section, c.name)
		}
	}
	hasField := func(x place) bool { return len(s.named(x, c.field, true)) > 0 }
	if c.field != "" && !slices.ContainsFunc(places, hasField) {
		return fmt.Sprintf("%s in §%d of the contract has no field %q", c.name, c.section, c.field)
	}
	for _, n := range c.numbers {
		if !slices.ContainsFunc(places, func(x place) bool { return s.lists(x, n) }) {
			of := strings.TrimSpace(fmt.Sprintf("§%d %s", c.section, c.name))
			return fmt.Sprintf("there is no number %d in the list of %s", n, of)
		}
	}
	return ""
}

// named are the places within another one that bear the name, or have it as whole words in theirs unless it has to
// be all.
func (s *section) named(within place, name string, all bool) (out []place) {
	for _, x := range s.places {
		if x.from >= within.from && x.to <= within.to && slices.ContainsFunc(x.names, func(n string) bool {
			return n == name || !all && says(strings.ToLower(n), strings.ToLower(name))
		}) {
			out = append(out, x)
		}
	}
	return out
}

// lists reports whether the first list of the place has an item of that number.
func (s *section) lists(within place, number int) bool {
	first := 0
	for _, i := range s.items {
		if i.line < within.from || i.line >= within.to || first != 0 && i.list != first {
			continue
		}
		first = i.list
		if i.number == number {
			return true
		}
	}
	return false
}

// readDecisions reads the numbers of the decisions. One that is there twice is a problem, and so is one that does not
// follow the number before it: Markdown counts the items of a list from its first number, so readers would see another.
func (p *papers) readDecisions(text string) {
	p.decisions = map[int]bool{}
	before := 0 // the number of the item before in this list, 0 for none
	for n, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "#") {
			before = 0
		}
		m := paperItem.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		number, _ := strconv.Atoi(m[1])
		wrong := ""
		switch {
		case p.decisions[number]:
			wrong = "is there twice"
		case before != 0 && number != before+1:
			wrong = fmt.Sprintf("follows %d and is shown as %d: put a heading between them", before, before+1)
		}
		if wrong != "" {
			p.problems = append(p.problems, fmt.Sprintf("%s:%d: decision %d %s", decisionsFile, n+1, number, wrong))
		}
		p.decisions[number], before = true, number
	}
}

// numbered are the pages whose headings are cited by a letter and a number, by their letter.
var numbered = map[string]numberedPage{
	"D": newNumberedPage(dashboardFile, "D"),
	"T": newNumberedPage(toolsFile, "T"),
}

// numberedPage is a page with headings such as `## D2 Who may what`.
type numberedPage struct {
	file    string
	letter  byte
	heading *regexp.Regexp
	cited   *regexp.Regexp // `D2`, and `D2 to D4` too, at the beginning of a text
}

func newNumberedPage(file, letter string) numberedPage {
	return numberedPage{file, letter[0], regexp.MustCompile(`^## ` + letter + `(\d+)\b`),
		regexp.MustCompile(`^(` + letter + `\d+(?: to ` + letter + `\d+)?)(?:$|[^\w:]|:(?:$|\D))`)} // T9:00 is a time
}

// citedIn are the places of a text that cite the page, each as its first byte and the one behind its last.
func (g numberedPage) citedIn(x prose) (out [][2]int) {
	for at := 0; at < len(x.flat); at++ {
		next := strings.IndexByte(x.flat[at:], g.letter)
		if next < 0 {
			break
		}
		if at += next; !g.mayBeAt(x.flat, at) {
			continue
		}
		m := g.cited.FindStringSubmatchIndex(x.flat[at:min(len(x.flat), at+mostCited)])
		if m == nil {
			continue
		}
		if !x.ofClause(at) {
			out = append(out, [2]int{at, at + m[3]})
		}
		at += m[3] - 1
	}
	return out
}

// mayBeAt reports whether the letter at that byte stands before a digit and begins a word, which is one of the text:
// %D9 is a byte in an address, and a row of a table of the contract begins with | T2.
func (g numberedPage) mayBeAt(text string, at int) bool {
	switch {
	case at+1 == len(text) || !isDigit(text[at+1]):
		return false
	case at == 0:
		return true
	case text[at-1] == ' ':
		return at > 1 && text[at-2] != '|'
	}
	return !isWord(text[at-1]) && text[at-1] != '%' && text[at-1] != '|'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isWord reports whether a byte is one of a word, as \w has it.
func isWord(b byte) bool {
	return isDigit(b) || b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// readHeadings reads the numbers of a page's headings. They rise, so that a reader finds them and none is there twice.
func (p *papers) readHeadings(letter, text string) {
	if p.headings == nil {
		p.headings = map[string]map[int]bool{}
	}
	known, last := map[int]bool{}, 0
	p.headings[letter] = known
	for n, l := range strings.Split(text, "\n") {
		m := numbered[letter].heading.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		number, _ := strconv.Atoi(m[1])
		if number <= last {
			p.problems = append(p.problems, fmt.Sprintf("%s:%d: %s%d stands behind %s%d", numbered[letter].file, n+1,
				letter, number, letter, last))
		}
		known[number], last = true, max(last, number)
	}
}

// missing are those of the numbers that are not known, with what they are called.
func missing(what string, numbers []int, known map[int]bool) string {
	var out []string
	for _, n := range numbers {
		if !known[n] {
			out = append(out, strconv.Itoa(n))
		}
	}
	if len(out) == 0 {
		return ""
	}
	last := slices.Max(append(slices.Collect(maps.Keys(known)), 0))
	return fmt.Sprintf("there is no %s %s (the last one is %d)", what, strings.Join(out, ", "), last)
}
