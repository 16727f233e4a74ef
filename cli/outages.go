package cli

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"litmus/store"
)

// outagePause is how often a line says that the database is away.
const outagePause = time.Second

// outages is a handler that writes one line a second while the database is away, whatever the lines are about: each
// request would say the same. The next line says how many were left out before it.
type outages struct {
	slog.Handler
	seen *outage
}

// outage is what all loggers of a process know of it.
type outage struct {
	now func() time.Time

	mu   sync.Mutex
	told time.Time
	left int // lines left out since
}

// Handle implements [slog.Handler].
func (o *outages) Handle(ctx context.Context, r slog.Record) error {
	away := false
	r.Attrs(func(a slog.Attr) bool {
		err, failed := a.Value.Any().(error)
		away = failed && store.Away(err)
		return !away
	})
	if !away {
		return o.Handler.Handle(ctx, r)
	}
	left, tell := o.seen.tell()
	if !tell {
		return nil
	}
	if left > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("left_out", left))
	}
	return o.Handler.Handle(ctx, r)
}

// tell reports whether it is time for another line, and how many were left out since the last.
func (o *outage) tell() (left int, tell bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	if since := now.Sub(o.told); since >= 0 && since < outagePause {
		o.left++
		return 0, false
	}
	left, o.left, o.told = o.left, 0, now
	return left, true
}

// WithAttrs implements [slog.Handler].
func (o *outages) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &outages{o.Handler.WithAttrs(attrs), o.seen}
}

// WithGroup implements [slog.Handler].
func (o *outages) WithGroup(name string) slog.Handler {
	return &outages{o.Handler.WithGroup(name), o.seen}
}
