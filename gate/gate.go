package gate

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"litmus/metrics"
	"litmus/models"
	"litmus/store"
	"litmus/store/audit"
)

// Options say how a [Gate] lets callers in.
type Options struct {
	TrustedProxies []netip.Prefix // their X-Forwarded-For is read
	Limits         models.Limits  // zero: [models.DefaultLimits]
	Log            *slog.Logger
	Meter          *metrics.Meter // counts what limits refuse; nil for nothing
}

// Gate knows who calls, how often they failed and how many of their requests are served. All doors of a process share
// one, or each would grant the limits anew.
type Gate struct {
	store *store.Store
	Options

	proxied  sync.Once // logs one warning about a proxy that TrustedProxies does not contain
	attempts *attempts
	unknown  places // places by network, for requests that are being authenticated
	places   places // places by organization
}

// New makes the gate of a process.
func New(s *store.Store, o Options) *Gate {
	if o.Limits == (models.Limits{}) {
		o.Limits = models.DefaultLimits()
	}
	return &Gate{store: s, Options: o, attempts: newAttempts(o.Limits.FailedAuthentications),
		unknown: newUnknown(o.Limits), places: newPlaces(o.Limits)}
}

// Audit leaves a row of the audit about an answered call. route is that of [Route], or "tool:" and the name of a tool.
// A call whose caller was not let in is counted under its network, if err says that this is why.
func (g *Gate) Audit(c *Call, route string, status int, err error) {
	entry := audit.Entry{
		OrgID: c.OrgID(), KeyID: c.Caller.Key.ID, Method: c.HTTP.Method, Route: route, Status: status,
		Duration: time.Since(c.Start), ResourceIDs: c.auditIDs(err), RequestID: c.RequestID, At: c.Start,
		KeyUsedAt: c.Caller.Key.LastUsedAt,
	}
	switch kind := models.KindOf(err); {
	case entry.KeyID != "":
		g.store.Audit.Record(entry)
	case kind == models.Unauthenticated, kind == models.Throttled:
		g.store.Audit.RecordFailure(g.from(c.HTTP), entry)
	}
}

// maxBody is how many bytes the body of a request may have.
const maxBody = 1 << 20

// ReadBody reads the body of a request. The error is [models.TooLarge] for more than 1 MiB, [models.Throttled] if
// [turnstile.Bodies] refuses it, and else [models.Invalid]. It waits for a sender, so it is to be called without a
// place ([fair.Seat.Away]).
func ReadBody(r *http.Request) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(r.ContentLength, 0), maxBody)) + bytes.MinRead)
	_, err := b.ReadFrom(http.MaxBytesReader(nil, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, models.TooLargef("the body is larger than %d bytes", maxBody)
	case models.KindOf(err) == models.Throttled:
		return nil, err
	case err != nil:
		return nil, models.Invalidf("the body could not be read to its end")
	}
	return b.Bytes(), nil
}

// Recover is deferred: it turns a panic of the function that defers it into that function's error. So a panic is
// answered and audited like every failure of an authenticated request.
func Recover(err *error) {
	if p := recover(); p != nil {
		*err = panicked(p)
	}
}

func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }
