package testdb

import (
	"os"
	"strings"
	"sync"
	"testing"
)

// Beginnings are the SQLite databases with which the tests of a package begin. The first test that asks for one makes
// it and the others get a copy, because to copy a file takes a fraction of the time in which an organization is
// applied. T is what tests know of the rows, such as their ids. The zero value is ready for use.
type Beginnings[T any] struct {
	mu  sync.Mutex
	all map[fingerprint]*beginning[T]
}

type beginning[T any] struct {
	once  sync.Once
	file  []byte // nil until it is made
	known T
}

// Begin fills the migrated database at url with the rows that of describes, and returns what fill says of them. All
// tests share that, so none may change it. fill writes the rows and closes the database or checkpoints it, so that its
// file has all of them. It is called in the first test that asks for the same type and content of of, and for each
// database on PostgreSQL. Nothing has opened the database before.
func (b *Beginnings[T]) Begin(t testing.TB, url string, made any, fill func() T) T {
	t.Helper()
	path, file := strings.CutPrefix(url, "sqlite:")
	if !file {
		return fill()
	}
	one, mine := b.find(made), false
	one.once.Do(func() {
		mine = true
		known := fill() // which may end this test
		if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
			t.Fatal("a part of the database with which tests begin is not in its file")
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("read the database with which tests begin: %v", err)
		}
		one.known, one.file = known, content
	})
	switch {
	case mine:
	case one.file == nil: // the test that came first could not make it
		return fill()
	default:
		if err := os.WriteFile(path, one.file, 0o600); err != nil {
			t.Fatalf("copy the database with which tests begin: %v", err)
		}
	}
	return one.known
}

// find returns the beginning for what it is made of as it is now: a test may go on to change what it gave.
func (b *Beginnings[T]) find(made any) *beginning[T] {
	key := fingerprintOf(made)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[fingerprint]*beginning[T]{}
	}
	one := b.all[key]
	if one == nil {
		one = &beginning[T]{}
		b.all[key] = one
	}
	return one
}
