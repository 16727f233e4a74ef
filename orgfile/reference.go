package orgfile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"litmus/models"
)

const (
	maxKeyRunes  = 100  // people type keys, so they are short
	maxCompared  = 1000 // keys to which a wrong one is compared for a suggestion
	maxGuessable = 64   // bytes of the longest word that gets a suggestion
)

// index holds the keys of one kind in the order of the file, and the line of each.
type index struct {
	kind string // "assessment", as in "there is no assessment …"
	keys []string
	line map[string]int
}

func newIndex(kind string) *index { return &index{kind: kind, line: map[string]int{}} }

// add adds key, which was read from v, to x, or a problem if x has it already. An empty key is ignored.
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

// key reads the required key of an entry and adds it to x.
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

// reference reads a key that must be in x. It returns "" if it is absent, or adds a problem if it is not in x.
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

// references reads a list of keys of x without duplicates.
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

// hint says what was expected instead of s.
func (x *index) hint(s string) string {
	if guess := closest(s, x.keys[:min(len(x.keys), maxCompared)]); guess != "" {
		return "did you mean " + guess + "?"
	}
	if n := len(x.keys); n > 0 && n <= 12 {
		return "expected " + orList(x.keys)
	}
	return "expected the key of an entry"
}

// closest returns the known word that s most likely misspells, or "" if none is similar.
func closest(s string, known []string) string {
	best, guess := min(3, len(s)/2+1), "" // at most two mistakes, and at least half of the word is right
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

// distance returns the number of bytes to insert, delete, replace or swap with their neighbour to turn a into b
// (optimal string alignment).
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
