package cli

import (
	"bytes"
	"io"
	"os"
	"regexp"
)

// painting lets tables have colors if they are written to a terminal, and NO_COLOR (no-color.org) is empty.
func painting(to io.Writer, getenv func(string) (string, bool)) io.Writer {
	if f, ok := to.(*os.File); ok && showsColors(f) {
		no, _ := getenv("NO_COLOR")
		if term, _ := getenv("TERM"); no == "" && term != "dumb" {
			return painter{f}
		}
	}
	return to
}

// painter writes to a terminal that shows colors.
type painter struct{ io.Writer }

// Escape sequences of terminals (ECMA-48, SGR).
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	amber = "\x1b[33m"
	plain = "\x1b[0m"
)

// paint colors an aligned table: bold headings, which are lines with capitals in their second column, and states that
// somebody should look at.
func paint(table []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(table) {
		text := bytes.TrimRight(line, "\n")
		if heading.Match(text) {
			out.WriteString(bold + string(text) + plain)
		} else {
			out.Write(late.ReplaceAll(wrong.ReplaceAll(text, []byte("$1"+red+"$2"+plain+"$5")),
				[]byte("$1"+amber+"$2"+plain+"$3")))
		}
		out.WriteString("\n")
	}
	return out.Bytes()
}

var (
	heading = regexp.MustCompile(`^(\S+( \S+)*  +)?[A-Z]{2,}[A-Z ]*( \([\w/+-]+\))?(  |$)`)
	wrong   = regexp.MustCompile(`(  )((failed|failing|broken|revoked)( \(given up\))?)(  |$)`)
	late    = regexp.MustCompile(`(  )(intent|owed|pending|waiting)(  |$)`)
)
