package fair

import "slices"

// urgentTurns is how many urgent items are served for each other one while both wait. Thus urgent items never wait
// behind a backlog, and a flood of them never stops the others.
const urgentTurns = 8

// Line orders waiting items. The zero value is an empty line. It is not safe for concurrent use.
type Line[T any] struct {
	urgent, rest ring[T]
	turns        int // urgent items served in a row while others waited
}

// Push adds an item to the end of the line of its key.
func (l *Line[T]) Push(key string, urgent bool, item T) {
	if urgent {
		l.urgent.push(key, item)
	} else {
		l.rest.push(key, item)
	}
}

// Pop takes the next item. ok is false if the line is empty.
func (l *Line[T]) Pop() (item T, ok bool) { return l.PopIf(func(T) bool { return true }) }

// PopIf takes the next item that fits. Of each key only the oldest is asked for, so none overtakes another of its key.
func (l *Line[T]) PopIf(fits func(T) bool) (item T, ok bool) {
	first, second := &l.urgent, &l.rest
	if l.turns >= urgentTurns {
		first, second = second, first
	}
	item, ok = first.pop(fits)
	if !ok {
		first = second
		item, ok = second.pop(fits)
	}
	if first == &l.urgent && l.rest.len > 0 {
		l.turns++
	} else {
		l.turns = 0
	}
	return item, ok
}

// Len returns the number of waiting items.
func (l *Line[T]) Len() int { return l.urgent.len + l.rest.len }

// ring serves its keys round robin. It contains only keys that have items.
type ring[T any] struct {
	items map[string][]T
	keys  []string // the next one first
	len   int
}

func (r *ring[T]) push(key string, item T) {
	if r.items == nil {
		r.items = map[string][]T{}
	}
	if len(r.items[key]) == 0 {
		r.keys = append(r.keys, key)
	}
	r.items[key] = append(r.items[key], item)
	r.len++
}

func (r *ring[T]) pop(fits func(T) bool) (item T, ok bool) {
	n := slices.IndexFunc(r.keys, func(key string) bool { return fits(r.items[key][0]) })
	if n < 0 {
		return item, false
	}
	key := r.keys[n]
	r.keys = slices.Delete(r.keys, n, n+1)
	waiting := r.items[key]
	item, r.items[key] = waiting[0], waiting[1:]
	if len(waiting) == 1 {
		delete(r.items, key)
	} else {
		r.keys = append(r.keys, key)
	}
	r.len--
	return item, true
}
