package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"litmus/tracing"
)

// Batcher writes many small changes in one transaction, with one commit and one flush to the disk for all changes that
// arrived during the commit before. On SQLite bookings are decided in here, too. If a change fails, every change of the
// batch runs again alone, so a change must be able to run twice. Callers that must know that their change is durable
// wait for the commit; others do not.
type Batcher struct {
	db       *DB
	patience time.Duration // how long the first change waits for more while nobody waits for it
	most     int           // the most changes in one transaction
	queue    chan batched
	done     chan struct{}
	dropped  atomic.Int64 // changes dropped since that was last logged
	mu       sync.RWMutex // guards closed, so that nothing is sent on a closed queue
	closed   bool

	// insert writes what [Batcher.Add] collected, with one statement; nil where that is not called.
	insert func(tx *gorm.DB, entries []any) error

	// atOnce says that each change is made when it comes, by whoever makes it: the store is one transaction, see
	// [store.Store.InOneTransaction]. Failed is the first error of a change that nobody waited for.
	atOnce bool
	Failed error
}

type batched struct {
	write func(tx *gorm.DB) error
	entry any // instead of write: the entries of a batch are inserted together
	of    tracing.Origin
	reply chan error // nil if nobody waits
	tries int        // failed attempts, if nobody waits
}

const (
	batchSize    = 256              // the most changes in one transaction
	batchQueue   = 8192             // how many changes wait while the database accepts none
	batchTimeout = 30 * time.Second // of a transaction on PostgreSQL

	// batchPatience is how long changes that nobody waits for wait for more changes. The first change that somebody
	// waits for is committed with them at once: a booking's marks share the commit of its letters' intents.
	batchPatience = 50 * time.Millisecond

	// A change that nobody waits for is tried again while the database is away, for about four minutes and with growing
	// pauses. Losing it would cost up to ten minutes, the time until the next sweep.
	laterTries   = 30
	longestPause = 10 * time.Second
)

// NewBatcher returns a batcher of the store's; of one that is one transaction it makes each change at once.
func (s *DB) NewBatcher(most int, patience time.Duration,
	insert func(tx *gorm.DB, entries []any) error) *Batcher {
	b := &Batcher{db: s, insert: insert, most: most, patience: cmp.Or(s.patience, patience), atOnce: s.inOne}
	if !b.atOnce {
		b.queue, b.done = make(chan batched, batchQueue), make(chan struct{})
		go b.run()
	}
	return b
}

// Later collects a change that nobody waits for. If the queue is full because the database hangs, the change is dropped
// and taken is false, so that no request waits for what it does not need.
func (b *Batcher) Later(write func(tx *gorm.DB) error) (taken bool) {
	return b.offer(batched{write: write})
}

// Add collects an entry that nobody waits for.
func (b *Batcher) Add(entry any) { b.offer(batched{entry: entry}) }

func (b *Batcher) offer(w batched) (taken bool) {
	if b.atOnce {
		if err := b.commit([]batched{w}); b.Failed == nil {
			b.Failed = err
		}
		return true
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return false
	}
	select {
	case b.queue <- w:
		return true
	default:
		b.dropped.Add(1) // run logs one line for all of them
		return false
	}
}

// Do collects a change and returns when it is committed.
func (b *Batcher) Do(ctx context.Context, write func(tx *gorm.DB) error) error {
	if b.atOnce {
		return b.commit([]batched{{write: write, of: tracing.Of(ctx)}})
	}
	reply := make(chan error, 1)
	if err := b.enqueue(ctx, batched{write: write, of: tracing.Of(ctx), reply: reply}); err != nil {
		return err
	}
	select {
	case err := <-reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *Batcher) enqueue(ctx context.Context, w batched) error {
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

// Flush returns when everything collected before is written.
func (b *Batcher) Flush(ctx context.Context) error {
	return b.Do(ctx, func(*gorm.DB) error { return nil })
}

// Close writes what was collected. Nothing can be collected afterwards.
func (b *Batcher) Close() {
	if b.atOnce {
		return
	}
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.queue)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *Batcher) run() {
	defer close(b.done)
	for first := range b.queue {
		b.write(b.collect(first))
		if n := b.dropped.Swap(0); n > 0 {
			slog.Error("write dropped", "error", "the queue of small writes is full", "writes", n)
		}
	}
}

// collect adds the changes that are in the queue. While nobody waits for any of them it waits a moment for more.
func (b *Batcher) collect(first batched) []batched {
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

// write commits the changes together. If that fails it commits each alone, so that one bad change does not harm the
// others.
func (b *Batcher) write(batch []batched) {
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

// again queues a failed change that nobody waits for once more after a pause. It returns false if the change is
// dropped.
func (b *Batcher) again(w batched) bool {
	if w.write == nil || w.tries >= laterTries {
		return false
	}
	w.tries++
	time.AfterFunc(min(time.Duration(w.tries)*time.Second, longestPause), func() { b.offer(w) })
	return true
}

// commit writes the changes in one transaction. On PostgreSQL it has a time limit, because a server that does not
// answer would hold up everybody until TCP gives up. SQLite always answers, and there the limit could interrupt a
// commit that succeeds.
func (b *Batcher) commit(batch []batched) error {
	ctx := context.Background()
	if b.db.Dialect.Postgres {
		bounded, cancel := context.WithTimeout(ctx, batchTimeout)
		defer cancel()
		ctx = bounded
	}
	return b.db.Tx(ctx, func(tx *gorm.DB) error { return b.writeAll(tx, batch) })
}

// writeAll makes the changes. A panic becomes their error, as it would in the goroutine of a request: it does not end
// the process.
func (b *Batcher) writeAll(tx *gorm.DB, batch []batched) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	var entries []any
	for _, w := range batch {
		if w.entry != nil {
			entries = append(entries, w.entry)
		} else if err := w.write(tracedAs(tx, w.of)); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return b.insert(tx, entries)
}
