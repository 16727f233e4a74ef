package markdown

import (
	"errors"
	"html/template"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestShelf: a text is rendered once for all who read it, also for those who come while it is rendered; what is kept is
// bounded; and a failure is tried again.
func TestShelf(t *testing.T) {
	t.Parallel()
	var times atomic.Int64
	begun, proceed := make(chan struct{}), make(chan struct{})
	begins := sync.OnceFunc(func() { close(begun) })
	s := newShelf(func(source string) (template.HTML, error) {
		times.Add(1)
		switch source {
		case "slow":
			begins()
			<-proceed
		case "broken":
			return "", errors.New("broken")
		}
		return template.HTML(source), nil
	})
	var readers sync.WaitGroup
	for range 12 {
		readers.Go(func() {
			if got, err := s.get("slow"); got != "slow" || err != nil {
				t.Errorf("a reader gets %q, %v", got, err)
			}
		})
	}
	<-begun
	if got, _ := s.get("other"); got != "other" { // nobody waits for another text
		t.Errorf("another text is %q", got)
	}
	close(proceed)
	readers.Wait()
	if n := times.Load(); n != 2 {
		t.Errorf("two texts were rendered %d times", n)
	}
	for range 2 {
		if _, err := s.get("broken"); err == nil {
			t.Error("what cannot be rendered is")
		}
	}
	if n := times.Load(); n != 4 {
		t.Errorf("a failure is kept: %d", n)
	}
	for n := range 100 {
		_, _ = s.get(strings.Repeat("x", keptBytes/10) + strings.Repeat("y", n))
	}
	if len(s.byKey) > 10 || s.bytes > keptBytes || s.used.Len() != len(s.byKey) || s.bytes < keptBytes/2 {
		t.Errorf("%d texts are kept, %d bytes", len(s.byKey), s.bytes)
	}
	before := times.Load()
	if _, _ = s.get("slow"); times.Load() != before+1 {
		t.Error("what was not asked for the longest is kept")
	}
}
