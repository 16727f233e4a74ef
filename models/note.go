package models

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxNoteRunes is how many characters the note of an invitation may have: a few paragraphs, and no second letter.
const MaxNoteRunes = 1000

// ParseNote returns the personal note of an invitation as it is stored: plain text, with one empty line between its
// paragraphs; "" if nothing of it can be seen. It is to the candidate, so whoever sees the invitation may read it. The
// error is of kind [Invalid].
func ParseNote(s string) (string, error) { return ParseParagraphs("note", s, MaxNoteRunes) }

// ParseParagraphs returns a plain text with one empty line between its paragraphs, "" if nothing of it can be seen. The
// error, of kind [Invalid] and about the field, says that it has more than most characters.
func ParseParagraphs(field, s string, most int) (string, error) {
	var lines []string
	for line := range strings.SplitSeq(CleanAnswer(s), "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	s = strings.TrimSpace(strings.Join(lines, "\n"))
	if n := utf8.RuneCountInString(s); n > most {
		return "", About(Refusal{Cause: CauseLong, Field: field, Value: strconv.Itoa(n), Most: most},
			Invalidf("%s has %d characters; at most %d are allowed", field, n, most))
	}
	if Blank(s) {
		return "", nil
	}
	return s, nil
}
