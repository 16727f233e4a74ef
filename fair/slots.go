package fair

import (
	"context"
	"sync"
)

// Slots are a bounded number of places. Who finds none waits in a [Line].
type Slots struct {
	mu   sync.Mutex
	free int
	line Line[*waiter]
}

// waiter is a goroutine that waits for a place.
type waiter struct {
	granted chan struct{} // closed when it has a place
	gone    bool          // it waits no longer; guarded by the lock of the slots
}

// NewSlots returns so many free places.
func NewSlots(places int) *Slots { return &Slots{free: places} }

// Acquire waits for a place, which the caller must [Slots.Release]. The error is that of ctx: there is no place then.
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
	case <-w.granted: // it came at the same moment
		s.Release()
	default:
	}
	return ctx.Err()
}

// Release gives a place to whose turn it is.
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
