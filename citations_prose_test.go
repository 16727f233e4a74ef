package litmus_test

import (
	"slices"
	"strconv"
	"strings"
)

// prose is a text in one line, without the marks that comments begin their lines with, and with its citations of the
// contract and of decisions. It is made once for each file, and whoever looks for citations reads it.
type prose struct {
	flat      string
	starts    []int // where in flat each line but the first begins
	clauses   []clauseIn
	decisions []decisionsIn
}

// clauseIn is a citation of the contract in a text, with its first byte and the one behind its last.
type clauseIn struct {
	clauseCited
	from, to int
}

// decisionsIn is a citation of decisions in a text, with its first byte and the one behind its last.
type decisionsIn struct {
	numbers  []int
	from, to int
}

func proseOf(text string) (x prose) {
	var b strings.Builder
	b.Grow(len(text))
	first, rest, more := strings.Cut(text, "\n")
	b.WriteString(first)
	for more {
		b.WriteByte(' ')
		x.starts = append(x.starts, b.Len())
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		b.WriteString(withoutMark(line))
	}
	x.flat = b.String()
	for _, m := range sectionForm.FindAllStringIndex(x.flat, -1) {
		c, end := readClause(x.flat[m[0]:])
		x.clauses = append(x.clauses, clauseIn{c, m[0], m[0] + end})
	}
	x.decisions = decisionsOf(x.flat)
	return x
}

// mostCited is more than the bytes of any citation of decisions or of a numbered page.
const mostCited = 500

// decisionsOf finds citations by a part of the word that all of them have, which is much quicker than to look for their
// forms.
func decisionsOf(flat string) (out []decisionsIn) {
	for from := 0; ; {
		at := strings.Index(flat[from:], "ecision")
		if at < 0 {
			return out
		}
		at += from - 1
		from = at + len("decision")
		if at < 0 {
			continue
		}
		text := flat[at:min(len(flat), at+mostCited)]
		m := decisionForm.FindStringSubmatchIndex(text)
		name := m != nil && m[6] >= 0 // that of a test, in which the word may stand anywhere
		if m == nil || !name && at > 0 && isWord(flat[at-1]) {
			continue
		}
		out = append(out, decisionsIn{numbersIn(group(text, m)), at, at + m[1]})
		from = at + m[1]
	}
}

// withoutMark is a line without its indentation and the mark of a comment.
func withoutMark(line string) string {
	line = strings.TrimLeft(line, " \t")
	for _, mark := range []string{"//", "--", "#"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimLeft(rest, " \t")
		}
	}
	return line
}

// line is the number of the line that a byte is in.
func (x prose) line(at int) int {
	n, _ := slices.BinarySearch(x.starts, at+1)
	return n + 1
}

// ofClause reports whether a byte belongs to a citation of the contract.
func (x prose) ofClause(at int) bool {
	n, _ := slices.BinarySearchFunc(x.clauses, at, func(c clauseIn, at int) int { return c.to - 1 - at })
	return n < len(x.clauses) && x.clauses[n].from <= at
}

// readClause reads the citation of the contract that a text begins with, and where it ends.
func readClause(text string) (c clauseCited, end int) {
	m := sectionForm.FindStringSubmatch(text)
	end = len(m[0])
	c.section, _ = strconv.Atoi(m[1])
	c.numbers = numbersIn(m[2])
	for _, form := range nameForms {
		if m := form.FindStringSubmatchIndex(text[end:]); m != nil {
			c.name = strings.TrimSpace(text[end+m[2] : end+m[3]])
			end += m[3]
			break
		}
	}
	if m := fieldForm.FindStringSubmatch(text[end:]); m != nil && c.name != "" {
		c.field = m[1]
		end += len(m[0])
	}
	if m := rulesForm.FindStringSubmatch(text[end:]); m != nil {
		c.numbers = append(c.numbers, numbersIn(m[1]+m[2])...)
		end += len(m[0])
	}
	return c, end
}
