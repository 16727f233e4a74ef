package calendar

import (
	"strings"
	"unicode"
)

// plainLines removes from a text what calendars cannot show: control characters other than tabs and line ends. Lines
// end in \n.
func plainLines(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\u2028' || r == '\u2029':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}

// singleLine puts a text on one line.
func singleLine(s string) string {
	return strings.Join(strings.Fields(plainLines(s)), " ")
}
