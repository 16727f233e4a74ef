package litmus_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// against says which quoted words are not the contract's, and what of §2 to §9 stands neither in a clause nor in the
// list of what promises nothing.
func (c conformance) against(contract string) (problems []string) {
	units := contractUnits(contract)
	all := slices.Concat(c.clauses, c.silent)
	for _, x := range all {
		for _, q := range x.quotes {
			if !slices.ContainsFunc(units, func(u unit) bool { return u.section == x.section && says(u.line, q) }) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %q is not in §%d of the contract",
					conformanceFile, x.line, x.id, q, x.section))
			}
		}
	}
	for _, u := range units {
		if u.text != "" && !slices.ContainsFunc(all, func(x clause) bool {
			return x.section == u.section && slices.ContainsFunc(x.quotes, func(q string) bool {
				return says(u.text, q) || says(u.line, q) && says(q, u.text)
			})
		}) {
			problems = append(problems, fmt.Sprintf("§%d of the contract says %q, and %s does not",
				u.section, u.text, conformanceFile))
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
	markup          = strings.NewReplacer("`", "", "**", "", "|", " ")
)

// contractUnits cuts §2 to §9 into what each must be found in the table. Headings, heads of tables and lines that end
// with a colon say nothing themselves.
func contractUnits(contract string) (out []unit) {
	section, lines := 0, unwrapped(contract)
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

// unwrapped are the lines of a Markdown text, a paragraph or an item of a list in one line.
func unwrapped(text string) (out []string) {
	within := false // the line before is text that the next one may go on with
	for l := range strings.SplitSeq(text, "\n") {
		other := l == "" || strings.HasPrefix(l, "|") || strings.HasPrefix(l, "#")
		if within && !other && !listMark.MatchString(l) {
			out[len(out)-1] += " " + strings.TrimSpace(l)
			continue
		}
		out, within = append(out, l), !other
	}
	return out
}

// says reports whether the words stand in the text, whole ones. Both are bare.
func says(text, words string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(words)
		if !joined(text, at) && !joined(text, end) {
			return true
		}
		from = at + 1
	}
}

// joined reports whether the bytes before and behind a place of a text belong to one word.
func joined(text string, at int) bool {
	return at > 0 && at < len(text) && isWord(text[at-1]) && isWord(text[at])
}

// bareWords takes out what is form: the ticks and stars of Markdown and the lines between a table's columns.
func bareWords(s string) string {
	return strings.TrimSpace(blanks.ReplaceAllString(markup.Replace(s), " "))
}
