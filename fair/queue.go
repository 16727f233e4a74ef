package fair

import (
	"context"
	"sync"
)

// Queue is a line of bounded length, safe for concurrent use.
type Queue[T any] struct {
	mu   sync.Mutex
	line Line[T]
	room int
	more chan struct{} // has a value while the line may have items
}

// NewQueue returns an empty queue for at most room items.
func NewQueue[T any](room int) *Queue[T] {
	return &Queue[T]{room: room, more: make(chan struct{}, 1)}
}

// Push adds an item. It returns false if the queue is full.
func (q *Queue[T]) Push(key string, urgent bool, item T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.line.Len() >= q.room {
		return false
	}
	q.line.Push(key, urgent, item)
	q.signal()
	return true
}

// Pop waits for an item and takes it. ok is false if ctx ends first.
func (q *Queue[T]) Pop(ctx context.Context) (item T, ok bool) {
	for {
		select {
		case <-ctx.Done():
			return item, false
		case <-q.more:
		}
		q.mu.Lock()
		item, ok = q.line.Pop()
		if q.line.Len() > 0 {
			q.signal()
		}
		q.mu.Unlock()
		if ok {
			return item, true
		}
	}
}

// signal wakes a Pop, since there may be an item. The caller holds the lock.
func (q *Queue[T]) signal() {
	select {
	case q.more <- struct{}{}:
	default:
	}
}
