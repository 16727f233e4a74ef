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

// order pops all items.
func order(l *fair.Line[string]) string {
	var out []string
	for item, ok := l.Pop(); ok; item, ok = l.Pop() {
		out = append(out, item)
	}
	return strings.Join(out, " ")
}

func TestLine(t *testing.T) {
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
	t.Run("a key that comes late is served after one item of each earlier key", func(t *testing.T) {
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
	t.Run("urgent items go first, but not exclusively", func(t *testing.T) {
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
	t.Run("keeps nothing of served items", func(t *testing.T) {
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
	t.Run("refuses items that it has no room for", func(t *testing.T) {
		t.Parallel()
		q := fair.NewQueue[int](2)
		if !q.Push("a", false, 1) || !q.Push("a", false, 2) || q.Push("b", false, 3) {
			t.Fatal("want room for exactly two")
		}
		if got, ok := q.Pop(t.Context()); !ok || got != 1 {
			t.Fatalf("got %d, %t", got, ok)
		}
		if !q.Push("b", false, 3) {
			t.Error("Push failed although there is room again")
		}
	})
	t.Run("concurrent goroutines take every item once", func(t *testing.T) {
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
				t.Fatalf("place %d has item %d", n, got[n])
			}
		}
	})
	t.Run("stops waiting when the context ends", func(t *testing.T) {
		t.Parallel()
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, ok := fair.NewQueue[int](1).Pop(ctx); ok {
			t.Error("Pop returned an item of an empty queue")
		}
	})
}

func TestSlots(t *testing.T) {
	t.Parallel()
	t.Run("gives a free place to the next key", func(t *testing.T) {
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
	t.Run("a canceled wait loses no place", func(t *testing.T) {
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
				t.Fatal("Acquire returned a place that does not exist")
			}
			s.Release()
			for range 2 { // the one place is free each time; an Acquire that has to wait would fail
				if err := s.Acquire(ctx, "b", false); err != nil {
					t.Fatal(err)
				}
				s.Release()
			}
		})
	})
	t.Run("never gives out more places than it has", func(t *testing.T) {
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
			t.Errorf("%d of 3 places were in use", most)
		}
		now, stop := context.WithCancel(t.Context())
		stop() // an Acquire that has to wait fails
		for range 3 {
			if err := s.Acquire(now, "z", false); err != nil {
				t.Fatal("a place was lost")
			}
		}
	})
}
