package fair_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"litmus/fair"
)

// order pops everything.
func order(l *fair.Line[string]) string {
	var out []string
	for item, ok := l.Pop(); ok; item, ok = l.Pop() {
		out = append(out, item)
	}
	return strings.Join(out, " ")
}

func TestLine(t *testing.T) { // decisions 126 and 127
	t.Parallel()
	t.Run("serves keys round robin, oldest first within one", func(t *testing.T) {
		t.Parallel()
		var l fair.Line[string]
		for _, item := range []string{"a1", "a2", "a3", "a4", "b1", "b2", "c1"} {
			l.Push(item[:1], false, item)
		}
		if got, want := order(&l), "a1 b1 c1 a2 b2 a3 a4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("a key that comes late has the next turn but those of the keys before it", func(t *testing.T) {
		t.Parallel()
		var l fair.Line[string]
		for range 1000 {
			l.Push("a", false, "a")
		}
		l.Pop()
		l.Push("b", false, "b")
		if got := order(&l); !strings.HasPrefix(got, "a b a") {
			t.Errorf("got %.20s", got)
		}
	})
	t.Run("what is urgent goes first, and the rest has a share beside it", func(t *testing.T) {
		t.Parallel()
		var l fair.Line[string]
		for range 20 {
			l.Push("a", true, "U")
			l.Push("b", false, "r")
		}
		got := strings.ReplaceAll(order(&l), " ", "")
		if want := strings.Repeat("U", 8) + "r" + strings.Repeat("U", 8) + "r" + "UUUU" +
			strings.Repeat("r", 18); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("keeps nothing of what was served", func(t *testing.T) {
		t.Parallel()
		var l fair.Line[string]
		for n := range 100 {
			l.Push(string(rune('a'+n%5)), n%2 == 0, "x")
			l.Pop()
		}
		if item, ok := l.Pop(); ok || l.Len() != 0 {
			t.Errorf("got %q, %d left", item, l.Len())
		}
	})
}

func TestQueue(t *testing.T) {
	t.Parallel()
	t.Run("refuses what it has no room for", func(t *testing.T) {
		t.Parallel()
		q := fair.NewQueue[int](2)
		if !q.Push("a", false, 1) || !q.Push("a", false, 2) || q.Push("b", false, 3) {
			t.Fatal("it should have room for exactly two")
		}
		if got, ok := q.Pop(t.Context()); !ok || got != 1 {
			t.Fatalf("got %d, %t", got, ok)
		}
		if !q.Push("b", false, 3) {
			t.Error("there is room again")
		}
	})
	t.Run("every item is taken once, by whoever waits", func(t *testing.T) {
		t.Parallel()
		q := fair.NewQueue[int](1000)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var mu sync.Mutex
		var got []int
		var takers sync.WaitGroup
		for range 8 {
			takers.Go(func() {
				for {
					n, ok := q.Pop(ctx)
					if !ok {
						return
					}
					mu.Lock()
					if got = append(got, n); len(got) == 1000 {
						stop()
					}
					mu.Unlock()
				}
			})
		}
		for n := range 1000 {
			q.Push(string(rune('a'+n%7)), n%3 == 0, n)
		}
		takers.Wait()
		slices.Sort(got)
		for n := range 1000 {
			if got[n] != n {
				t.Fatalf("place %d holds %d", n, got[n])
			}
		}
	})
	t.Run("does not wait for ever", func(t *testing.T) {
		t.Parallel()
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, ok := fair.NewQueue[int](1).Pop(ctx); ok {
			t.Error("there is nothing to take")
		}
	})
}

func TestSlots(t *testing.T) {
	t.Parallel()
	t.Run("gives a place that is free to whose turn it is", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := fair.NewSlots(1)
			if err := s.Acquire(t.Context(), "a", false); err != nil {
				t.Fatal(err)
			}
			var order []string
			for _, one := range []struct {
				key    string
				urgent bool
			}{{"a", false}, {"a", false}, {"b", false}, {"c", true}} {
				go func() {
					if s.Acquire(t.Context(), one.key, one.urgent) == nil {
						order = append(order, one.key)
						s.Release()
					}
				}()
				synctest.Wait()
			}
			s.Release()
			synctest.Wait()
			if got, want := strings.Join(order, " "), "c a b a"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	})
	t.Run("who gives up loses no place", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := fair.NewSlots(1)
			if err := s.Acquire(t.Context(), "a", false); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			failed := make(chan error, 1)
			go func() { failed <- s.Acquire(ctx, "a", false) }()
			synctest.Wait()
			stop()
			if err := <-failed; err == nil {
				t.Fatal("it has a place that is not there")
			}
			s.Release()
			for range 2 { // the one place comes and goes; who would have to wait fails
				if err := s.Acquire(ctx, "b", false); err != nil {
					t.Fatal(err)
				}
				s.Release()
			}
		})
	})
	t.Run("never holds more than its places, however they come and go", func(t *testing.T) {
		t.Parallel()
		s := fair.NewSlots(3)
		var mu sync.Mutex
		held, most := 0, 0
		var wg sync.WaitGroup
		for n := range 200 {
			wg.Go(func() {
				ctx, stop := context.WithCancel(t.Context())
				if n%4 == 0 {
					go stop()
				}
				defer stop()
				if s.Acquire(ctx, string(rune('a'+n%5)), n%2 == 0) != nil {
					return
				}
				mu.Lock()
				held++
				most = max(most, held)
				mu.Unlock()
				mu.Lock()
				held--
				mu.Unlock()
				s.Release()
			})
		}
		wg.Wait()
		if most > 3 {
			t.Errorf("%d places were held of 3", most)
		}
		now, stop := context.WithCancel(t.Context())
		stop() // who would have to wait fails
		for range 3 {
			if err := s.Acquire(now, "z", false); err != nil {
				t.Fatal("a place was lost")
			}
		}
	})
}
