package pipeline

import (
	"strings"
	"unicode/utf8"

	"litmus/models"
)

// Bounds of the Markdown of instructions and rubrics. A renderer takes a time for some texts that grows with the square
// of their length, such as "[a](" again and again, and candidates wait for it. What keeps to these bounds takes a few
// milliseconds. They are above what people write, and no clock: what can be saved once can always be saved.
const (
	MaxMarkdownRunes  = 20_000
	maxMarkdownNests  = 10        // quotes and lists that begin in one line
	maxMarkdownDepth  = 13        // the same with those that its indentation may belong to, each of two columns
	maxMarkdownCells  = 2_000     // of all tables
	maxMarkdownMarks  = 4_000_000 // marks of links and emphasis, each times the bytes of its paragraph
	maxMarkdownCode   = 1_000_000 // the same of code, which costs more
	maxMarkdownLinked = 200_000   // bytes of addresses that are defined once, each time that they may be used
)

// CheckMarkdown returns nil if the text keeps to the bounds of Markdown, and otherwise an error of kind
// [models.Invalid] that begins with what it is about, such as "the instructions". A paragraph is what stands between
// blank lines, which is never less than what a renderer takes for one.
func CheckMarkdown(what, text string) error {
	if n := utf8.RuneCountInString(text); n > MaxMarkdownRunes {
		return models.Invalidf("%s: %d characters; at most %d are allowed; put the rest behind a link", what, n,
			MaxMarkdownRunes)
	}
	var all, p markdownParagraph // all has the sums of the paragraphs before p
	address, defines, last := 0, false, 0
	for line := range strings.Lines(text) {
		switch n, outer := markdownNests(line); {
		case n > maxMarkdownNests:
			return models.Invalidf("%s: a line has %d quotes and lists within each other; at most %d are allowed", what, n,
				maxMarkdownNests)
		case n+outer > maxMarkdownDepth:
			return models.Invalidf("%s: a line with a quote or list is too far to the right, in up to %d quotes and lists; at "+
				"most %d are allowed, each of two columns", what, n+outer, maxMarkdownDepth)
		}
		if defines { // the address may stand in the line after its name
			address = max(address, last+len(line))
		}
		if defines, last = strings.Contains(line, "]:"), len(line); defines {
			address = max(address, last)
		}
		if strings.Trim(line, " \t\r\n") == "" {
			all.close(&p)
		} else {
			p.add(line)
		}
	}
	all.close(&p)
	switch {
	case all.marks > maxMarkdownMarks:
		return models.Invalidf("%s: long paragraphs with too many brackets or marks of emphasis; divide them by blank lines",
			what)
	case all.code > maxMarkdownCode:
		return models.Invalidf("%s: long paragraphs with too many marks of code; divide them by blank lines", what)
	case all.cells > maxMarkdownCells:
		return models.Invalidf("%s: tables of about %d cells; at most %d are allowed; put a long one behind a link", what,
			all.cells, maxMarkdownCells)
	case strings.Count(text, "[")*address > maxMarkdownLinked:
		return models.Invalidf("%s: long addresses of links that are used very often; use shorter ones, or fewer links", what)
	}
	return nil
}

// changeMarkdown is [CheckMarkdown] for a text that people typed, unless it says what is stored.
func changeMarkdown(what, stored, text string) error {
	if text == models.CleanAnswer(stored) {
		return nil
	}
	return CheckMarkdown(what, text)
}

// markdownParagraph counts what stands in a paragraph, or the sums of several.
type markdownParagraph struct {
	bytes, lines int
	marks, code  int // "[", "~", runs of "*" and of "_"; runs of "`"
	pipes        int // of the line with most of them
	cells        int
}

func (p *markdownParagraph) add(line string) {
	p.bytes += len(line)
	p.lines++
	p.pipes = max(p.pipes, strings.Count(line, "|"))
	last := byte(0)
	for n := range len(line) {
		switch c := line[n]; {
		case c == '[', c == '~', c != last && (c == '*' || c == '_'):
			p.marks++
		case c != last && c == '`':
			p.code++
		}
		last = line[n]
	}
}

// close adds a paragraph to the sums and begins the next one. Each mark may be looked for in the whole paragraph, and
// every row of a table is filled up to the widest.
func (p *markdownParagraph) close(done *markdownParagraph) {
	p.marks += done.marks * done.bytes
	p.code += done.code * done.bytes
	if done.pipes > 0 {
		p.cells += (done.pipes + 1) * done.lines
	}
	*done = markdownParagraph{}
}

// markdownNests counts the quotes and items of lists that begin in the line, and those around them that its indentation
// may belong to. Code looks the same, such as a list of YAML or a comment of C, and whether a line is code only the
// renderer knows; so the indentation may be wider than lists have it.
func markdownNests(line string) (n, outer int) {
	rest := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(rest)]
	for ; rest != ""; rest = strings.TrimLeft(rest, " \t") {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		switch {
		case rest[0] == '>':
			rest = rest[1:]
		case strings.IndexByte("-+*", rest[0]) >= 0 && endsMarker(rest[1:]):
			rest = rest[1:]
		case digits > 0 && digits < len(rest) && strings.IndexByte(".)", rest[digits]) >= 0 &&
			endsMarker(rest[digits+1:]):
			rest = rest[digits+1:]
		default:
			return n, nested(n, indent)
		}
		n++
	}
	return n, nested(n, indent)
}

// nested is how many lists an indentation can belong to: each takes two columns. Where nothing begins it may be code.
func nested(begins int, indent string) int {
	if begins == 0 {
		return 0
	}
	return (len(indent) + 3*strings.Count(indent, "\t")) / 2
}

// endsMarker reports whether a marker of a list may stand before the rest of the line.
func endsMarker(rest string) bool { return rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0 }
