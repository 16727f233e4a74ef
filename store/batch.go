package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"
)

// batcher writes many small changes in one transaction: one commit, and one flush to the disk, for all that arrived
// while the last one was under way. On SQLite bookings are decided in here too; a change that fails makes each run
// again alone, so a change must be able to run twice. Those who must know that their change is durable wait for that
// commit; the others do not.
type batcher struct {
	store    *Store
	patience time.Duration // for more changes, while nobody waits for the first
	most     int           // changes of one transaction
	queue    chan batched
	done     chan struct{}
	dropped  atomic.Int64 // changes, since it was last logged
	mu       sync.RWMutex // guards closed, so that nothing is sent on a closed queue
	closed   bool
}

type batched struct {
	write func(tx *gorm.DB) error
	audit *AuditEntry // instead of write: entries are written together
	reply chan error  // nil: nobody waits
	tries int         // that failed, of a write that nobody waits for
}

const (
	batchSize    = 256              // changes of one transaction at most
	batchQueue   = 8192             // changes that wait while the database does not take any
	batchTimeout = 30 * time.Second // of one transaction on PostgreSQL

	// batchPatience is how long changes that nobody waits for wait for others. The first that somebody waits for takes
	// them along: a booking's marks go with its letters' intents.
	batchPatience = 50 * time.Millisecond

	// A change that nobody waits for is tried again while the database is away, for about four minutes, after ever
	// longer pauses: the sweep, which makes up for one that is lost, comes every ten minutes only.
	laterTries   = 30
	longestPause = 10 * time.Second

	// The audit has a queue of its own, whose transactions are few and small: on SQLite a booking waits for at most
	// one.
	auditSize     = 128
	auditPatience = 100 * time.Millisecond
)

func newBatcher(s *Store, most int, patience time.Duration) *batcher {
	b := &batcher{store: s, most: most, patience: patience, queue: make(chan batched, batchQueue),
		done: make(chan struct{})}
	go b.run()
	return b
}

// later collects a change that nobody waits for. While the database hangs and thousands wait already it is dropped: no
// request is held up by what it does not need; taken is false then.
func (b *batcher) later(write func(tx *gorm.DB) error) (taken bool) {
	return b.offer(batched{write: write})
}

// record collects an audit entry.
func (b *batcher) record(e AuditEntry) { b.offer(batched{audit: &e}) }

func (b *batcher) offer(w batched) (taken bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return false
	}
	select {
	case b.queue <- w:
		return true
	default:
		b.dropped.Add(1) // it is logged in one line with the others
		return false
	}
}

// do collects a change and returns when it is committed.
func (b *batcher) do(ctx context.Context, write func(tx *gorm.DB) error) error {
	reply := make(chan error, 1)
	if err := b.enqueue(ctx, batched{write: write, reply: reply}); err != nil {
		return err
	}
	select {
	case err := <-reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *batcher) enqueue(ctx context.Context, w batched) error {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return errClosed
	}
	select {
	case b.queue <- w:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errClosed = errors.New("the store is closed")

// flush returns when everything collected before is written.
func (b *batcher) flush(ctx context.Context) error {
	return b.do(ctx, func(*gorm.DB) error { return nil })
}

func (b *batcher) close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.queue)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *batcher) run() {
	defer close(b.done)
	for first := range b.queue {
		b.write(b.collect(first))
		if n := b.dropped.Swap(0); n > 0 {
			slog.Error("write dropped", "error", "the queue of small writes is full", "writes", n)
		}
	}
}

// collect takes what else is there. While nobody waits for any of it, others have a moment to come.
func (b *batcher) collect(first batched) []batched {
	batch, waits := []batched{first}, first.reply != nil
	patience := time.NewTimer(b.patience)
	defer patience.Stop()
	for len(batch) < b.most {
		if waits && len(b.queue) == 0 {
			break
		}
		select {
		case next, open := <-b.queue:
			if !open {
				return batch
			}
			batch, waits = append(batch, next), waits || next.reply != nil
		case <-patience.C:
			return batch
		}
	}
	return batch
}

// write commits the changes together; when they fail together each is tried alone, so that one bad change harms no
// other.
func (b *batcher) write(batch []batched) {
	err := b.commit(batch)
	for _, w := range batch {
		one := err
		if err != nil && len(batch) > 1 {
			one = b.commit([]batched{w})
		}
		if w.reply != nil {
			w.reply <- one
		} else if one != nil && !b.again(w) {
			slog.Error("write dropped", "error", one)
		}
	}
}

// again has a change that nobody waits for, and that failed, collected once more after a pause; false: it is dropped.
func (b *batcher) again(w batched) bool {
	if w.write == nil || w.tries >= laterTries {
		return false
	}
	w.tries++
	time.AfterFunc(min(time.Duration(w.tries)*time.Second, longestPause), func() { b.offer(w) })
	return true
}

// commit writes in one transaction. A PostgreSQL that does not answer must not hold up everybody for as long as TCP
// hopes; SQLite answers, and canceling it there would interrupt a commit that succeeds.
func (b *batcher) commit(batch []batched) error {
	ctx := context.Background()
	if b.store.dialect.postgres {
		bounded, cancel := context.WithTimeout(ctx, batchTimeout)
		defer cancel()
		ctx = bounded
	}
	return b.store.tx(ctx, func(tx *gorm.DB) error { return writeAll(tx, batch) })
}

// run makes the change; what panics in it fails alone, as it would in a request's own goroutine.
func (w batched) run(tx *gorm.DB) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return w.write(tx)
}

func writeAll(tx *gorm.DB, batch []batched) error {
	var entries []AuditEntry
	for _, w := range batch {
		if w.audit != nil {
			entries = append(entries, *w.audit)
		} else if err := w.run(tx); err != nil {
			return err
		}
	}
	return writeAudit(tx, entries)
}
