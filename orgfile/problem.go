package orgfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxProblems bounds the list of one error: nobody mends more at once, and the error of a broken file of 8 MiB stays
// readable.
const maxProblems = 50

// Problem is one thing that is wrong in a file.
type Problem struct {
	File    string // the name given to [Parse]
	Line    int    // from 1
	Path    string // "postings[backend].tracks[default].name"; "" for the file as a whole
	Message string // what is wrong; what is expected
}

// String renders p as FILE:LINE: PATH: MESSAGE.
func (p Problem) String() string {
	if p.Path == "" {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
	}
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.Path, p.Message)
}

// Error is the error of [Parse] and [ParseArtifacts] for a file that cannot be applied.
type Error struct {
	Problems []Problem // 1 to 50, sorted by line
	More     int       // number of further problems
}

// Error lists the problems, each on a line of its own.
func (e *Error) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("%s: and %d more", e.Problems[0].File, e.More))
	}
	return strings.Join(lines, "\n")
}

// reader collects the problems of one file.
type reader struct {
	file     string
	problems []Problem
	more     int
}

func (r *reader) problem(line int, path, format string, args ...any) {
	if r.full() {
		r.more++
		return
	}
	p := Problem{File: r.file, Line: max(line, 1), Path: path, Message: fmt.Sprintf(format, args...)}
	r.problems = append(r.problems, p)
}

// full reports whether further problems are only counted, so that their messages need not be made.
func (r *reader) full() bool { return len(r.problems) == maxProblems }

func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return &Error{Problems: r.problems, More: r.more}
}
