package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// interactions counts what somebody does in a browser: a click, a key with those held down beside it, and a field that
// is filled are one each, and a drag is two. What one of the visitor's methods does by others is one interaction.
type interactions struct {
	n      int
	done   []string
	within int
}

// counted counts what the visitors do until the test ends, says it, and fails the test if it was more than most.
func counted(t *testing.T, most int, visitors ...*Visitor) *interactions {
	t.Helper()
	c := &interactions{}
	c.also(visitors...)
	t.Cleanup(func() {
		t.Logf("%d interactions, at most %d are allowed:\n%s", c.n, most, strings.Join(c.done, "\n"))
		if c.n > most {
			t.Errorf("it took %d interactions, want at most %d", c.n, most)
		}
	})
	return c
}

// also counts what others do, too.
func (c *interactions) also(visitors ...*Visitor) {
	for _, v := range visitors {
		v.count = c
	}
}

// acts begins an interaction of so many, which ends when the result is called.
func (v *Visitor) acts(what string, n int) (end func()) {
	if v.count == nil {
		return func() {}
	}
	if v.count.within++; v.count.within == 1 {
		v.count.n += n
		v.count.done = append(v.count.done, fmt.Sprintf("%3d %s", v.count.n, what))
	}
	return func() { v.count.within-- }
}

// mustCount fails the test when a visitor whose interactions are counted does something by a way that counts nothing.
func (v *Visitor) mustCount(what string) {
	v.t.Helper()
	v.mu.Lock()
	looks := v.muted // somebody only looks at the page
	v.mu.Unlock()
	if v.count != nil && v.count.within == 0 && !looks {
		v.t.Fatalf("%s: it is not counted", what)
	}
}
