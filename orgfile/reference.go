package orgfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"litmus/models"
)

const (
	maxKeyRunes  = 100  // a key is an identity that people type, not a text
	maxCompared  = 1000 // keys that are looked at for a suggestion
	maxGuessable = 64   // bytes of a word for which a suggestion is looked for
)

// index holds the keys of one kind in the order of the file and the line of each.
type index struct {
	kind string // "assessment", as in "there is no assessment …"
	keys []string
	line map[string]int
}

func newIndex(kind string) *index { return &index{kind: kind, line: map[string]int{}} }

// add takes key, read from v, into x; a key that is there already is noted. "" is none.
func (x *index) add(key string, v value) {
	if key == "" {
		return
	}
	if first, ok := x.line[key]; ok {
		v.problem("%s stands twice, first on line %d; expected each %s once", models.Quote(key), first, x.kind)
		return
	}
	x.line[key] = v.line
	x.keys = append(x.keys, key)
}

// key reads the required key of an entry and takes it into x.
func (o object) key(x *index) string {
	v := o.required("key", "a key that no other "+x.kind+" has")
	s, ok := v.text()
	s = strings.TrimSpace(s)
	if !ok {
		return ""
	}
	if utf8.RuneCountInString(s) > maxKeyRunes ||
		strings.ContainsFunc(s, func(c rune) bool { return c == '/' || !unicode.IsPrint(c) }) {
		v.problem("%s is not a key; expected at most %d characters on one line, without a slash",
			models.Quote(s), maxKeyRunes)
		return ""
	}
	x.add(s, v)
	return s
}

// reference reads a key that must be in x; "" when absent or, noted, not there.
func (v value) reference(x *index) string {
	s, ok := v.text()
	s = strings.TrimSpace(s)
	if !ok || x.line[s] != 0 {
		return s
	}
	if v.r.full() {
		v.problem("")
		return ""
	}
	v.problem("there is no %s %s in this file; %s", x.kind, models.Quote(s), x.hint(s))
	return ""
}

// references reads a list of keys that must be in x, each once.
func (v value) references(x *index) []string {
	var all []string
	here := newIndex(x.kind)
	for _, item := range v.items("") {
		if key := item.reference(x); key != "" {
			here.add(key, item)
			all = append(all, key)
		}
	}
	return all
}

// hint words what was expected where s was found.
func (x *index) hint(s string) string {
	if guess := closest(s, x.keys[:min(len(x.keys), maxCompared)]); guess != "" {
		return "did you mean " + guess + "?"
	}
	if n := len(x.keys); n > 0 && n <= 12 {
		return "expected " + orList(x.keys)
	}
	return "expected the key of an entry"
}

// closest returns the known word that s is most likely a slip for, "" when none is near.
func closest(s string, known []string) string {
	best, guess := min(3, len(s)/2+1), "" // at most two slips, and at least half of the word right
	for _, k := range known {
		if len(s) > maxGuessable || len(k) > maxGuessable || max(len(s)-len(k), len(k)-len(s)) >= best {
			continue
		}
		if d := distance(strings.ToLower(s), strings.ToLower(k)); d < best {
			best, guess = d, k
		}
	}
	return guess
}

// distance counts the bytes to insert, delete, replace or swap with a neighbour to make b of a (optimal string
// alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
