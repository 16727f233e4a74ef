package fair

// urgentTurns is how many urgent items are served for each one that is not, while both wait. Urgent items never wait
// behind a backlog, and a flood of them never stops the rest.
const urgentTurns = 8

// Line orders what waits. Its zero value is empty and ready; it is not safe for concurrent use.
type Line[T any] struct {
	urgent, rest ring[T]
	turns        int // urgent items in a row that were served while others waited
}

// Push appends the item to the end of its key's line.
func (l *Line[T]) Push(key string, urgent bool, item T) {
	if urgent {
		l.urgent.push(key, item)
	} else {
		l.rest.push(key, item)
	}
}

// Pop takes the item whose turn it is; ok is false when the line is empty.
func (l *Line[T]) Pop() (item T, ok bool) {
	switch {
	case l.rest.len == 0:
		l.turns = 0
		return l.urgent.pop()
	case l.urgent.len == 0 || l.turns >= urgentTurns:
		l.turns = 0
		return l.rest.pop()
	}
	l.turns++
	return l.urgent.pop()
}

// Len is how many items wait.
func (l *Line[T]) Len() int { return l.urgent.len + l.rest.len }

// ring serves its keys round robin. A key stands in it while it has items.
type ring[T any] struct {
	items map[string][]T
	keys  []string // in the order of their turns
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

func (r *ring[T]) pop() (item T, ok bool) {
	if r.len == 0 {
		return item, false
	}
	key := r.keys[0]
	r.keys = r.keys[1:]
	of := r.items[key]
	item, r.items[key] = of[0], of[1:]
	if len(of) == 1 {
		delete(r.items, key)
	} else {
		r.keys = append(r.keys, key)
	}
	r.len--
	return item, true
}
