package fair

import (
	"context"
	"sync"
)

// Slots is a bounded number of places. A goroutine that finds none free waits in a [Line].
type Slots struct {
	mu   sync.Mutex
	free int
	line Line[*waiter]
}

// waiter is a goroutine that waits for a place.
type waiter struct {
	granted chan struct{} // closed when the waiter gets a place
	gone    bool          // it no longer waits; guarded by Slots.mu
}

// NewSlots returns slots with this number of free places.
func NewSlots(places int) *Slots { return &Slots{free: places} }

// Acquire waits for a place, which the caller must [Slots.Release]. It returns the error of ctx if that ends first.
func (s *Slots) Acquire(ctx context.Context, key string, urgent bool) error {
	s.mu.Lock()
	if s.free > 0 {
		s.free--
		s.mu.Unlock()
		return nil
	}
	w := &waiter{granted: make(chan struct{})}
	s.line.Push(key, urgent, w)
	s.mu.Unlock()
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	w.gone = true
	s.mu.Unlock()
	select {
	case <-w.granted: // the place was granted at the same moment
		s.Release()
	default:
	}
	return ctx.Err()
}

// Release passes the place to the next waiter.
func (s *Slots) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		w, ok := s.line.Pop()
		if !ok {
			s.free++
			return
		}
		if !w.gone {
			close(w.granted)
			return
		}
	}
}
