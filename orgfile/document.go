package orgfile

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const maxBytes = 8 << 20 // enough for thousands of interviews with transcripts; a larger file is a mistake

// document returns the root of the one YAML document in data. what says in errors which kind of file was expected.
func (r *reader) document(data []byte, what string) (value, bool) {
	if len(data) > maxBytes {
		r.problem(1, "", "the file has %d bytes; expected at most %d (8 MiB)", len(data), maxBytes)
		return value{}, false
	}
	if i := invalidUTF8(data); i >= 0 {
		r.problem(lineAt(data, i), "", "the file is not UTF-8; save it in that encoding")
		return value{}, false
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF), err == nil && isNull(first.Content[0]):
		r.problem(1, "", "the file is empty; expected %s", what)
		return value{}, false
	case err != nil:
		r.syntax(data, err)
		return value{}, false
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		r.problem(second.Line, "", "a second YAML document begins here; expected one document in a file")
		return value{}, false
	case !errors.Is(err, io.EOF):
		r.syntax(data, err)
		return value{}, false
	}
	root := first.Content[0]
	return value{r: r, node: root, line: root.Line}, true
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: line (\d+): (.*)$`)
	yamlAnchor = regexp.MustCompile(`^yaml: unknown anchor '(.*)' referenced$`)
	// The library's parser, unlike its scanner, counts lines from 0 and reports the line on which the broken mapping or
	// list begins.
	yamlParser = regexp.MustCompile(
		`^did not find expected (<|node content|key|'|',')|^found (undefined tag handle|duplicate %|incompatible YAML)`)
)

// syntax adds a problem for an error of the YAML library. Some of these have no line, and some quote the text after a
// *, which may be a password that somebody forgot to put in quotes.
func (r *reader) syntax(data []byte, err error) {
	text := err.Error()
	if m := yamlAnchor.FindStringSubmatch(text); m != nil {
		r.problem(lineAt(data, bytes.Index(data, []byte("*"+m[1]))), "", "%s", aliasRefused)
		return
	}
	// An error without a line is about the first line, or about a character that YAML does not allow.
	control := func(c rune) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7F }
	line := lineAt(data, bytes.IndexFunc(data, control))
	text = strings.TrimPrefix(text, "yaml: ")
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1])
		if text = m[2]; yamlParser.MatchString(text) {
			line++
		}
	}
	line = min(line, lineAt(data, len(data))) // the end of the file counts as a line of its own
	r.problem(line, "", "this is not YAML: %s; check indentation, brackets and quotes near this line and below", text)
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// lineAt returns the number of the line that contains byte i, or 1 if i is negative.
func lineAt(data []byte, i int) int { return 1 + bytes.Count(data[:max(i, 0)], []byte("\n")) }
