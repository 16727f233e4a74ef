package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// manyImports is an edit that gives the organization n more interviews, four at a time at the same start.
func manyImports(n int) []string {
	var b strings.Builder
	b.WriteString("imports:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {key: many-%03d, posting: engineer, step: main/systems, candidate: {email: "+
			"many-%03d@northwind.example}, source: lever, "+
			"scheduled_start_at: 2034-01-%02dT%02d:00:00Z, interviewer_email: dora@northwind.example}\n", i, i,
			1+i/4/20, i/4%20)
	}
	return []string{"imports:\n", b.String()}
}

// §8 list page size. More of §4 List in packages api and store.
func TestListPages(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, manyImports(120)...)
	for query, want := range map[string]int{"": 50, "?limit=1": 1, "?limit=100": 100} {
		if got := len(o.Do(t, "GET", "/interviews"+query, nil).Want(200).List("interviews")); got != want {
			t.Errorf("%q: %d interviews, want %d", query, got, want)
		}
	}
}

// flipped is s with another character at i.
func flipped(s string, i int) string {
	c := byte('A')
	if s[i] == c {
		c = 'B'
	}
	return s[:i] + string(c) + s[i+1:]
}
