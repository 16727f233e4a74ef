package markdown

import (
	"container/list"
	"crypto/sha256"
	"html/template"
	"sync"
)

// keptBytes bounds what is kept of what was rendered: some hundreds of instructions.
const keptBytes = 8 << 20

// shelf keeps what was rendered by the hash of its source, so a text that was changed is another one. What was not
// asked for the longest is dropped first. Those who ask for the same text at once wait for one rendering.
type shelf struct {
	render func(string) (template.HTML, error)

	mu    sync.Mutex
	byKey map[[sha256.Size]byte]*list.Element // of a *rendering
	used  *list.List                          // the latest first
	bytes int
}

// rendering is a text that was rendered, or is being rendered.
type rendering struct {
	key  [sha256.Size]byte
	once sync.Once
	html template.HTML
	err  error
	kept int // bytes that count, 0 until it is rendered
}

func newShelf(render func(string) (template.HTML, error)) *shelf {
	return &shelf{render: render, byKey: map[[sha256.Size]byte]*list.Element{}, used: list.New()}
}

func (s *shelf) get(source string) (template.HTML, error) {
	r := s.find(sha256.Sum256([]byte(source)))
	r.once.Do(func() {
		r.html, r.err = s.render(source)
		s.keep(r)
	})
	return r.html, r.err
}

// find returns the rendering of a text, which is a new one if there is none.
func (s *shelf) find(key [sha256.Size]byte) *rendering {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byKey[key]; ok {
		s.used.MoveToFront(e)
		return e.Value.(*rendering)
	}
	r := &rendering{key: key}
	s.byKey[key] = s.used.PushFront(r)
	return r
}

// keep counts a rendering, and drops what there is no room for; a failure is not kept.
func (s *shelf) keep(r *rendering) {
	s.mu.Lock()
	defer s.mu.Unlock()
	const each = 512 // of a rendering beside its text
	r.kept = len(r.html) + each
	s.bytes += r.kept
	if r.err != nil {
		s.drop(s.byKey[r.key])
	}
	for e := s.used.Back(); e != nil && s.bytes > keptBytes; {
		before := e.Prev()
		if e.Value.(*rendering).kept > 0 { // not one that is being rendered
			s.drop(e)
		}
		e = before
	}
}

func (s *shelf) drop(e *list.Element) {
	r := s.used.Remove(e).(*rendering)
	delete(s.byKey, r.key)
	s.bytes -= r.kept
}
