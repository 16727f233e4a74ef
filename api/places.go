package api

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"litmus/models"
)

// places limits how many requests are served at a time. A tenant is an organization, or the network of requests that
// are not authenticated yet. Each tenant has a share of the places and a maximum of requests: those beyond the share
// wait, the oldest first, and those beyond the maximum are refused. When several tenants wait they get places round
// robin. Package fair does the same without shares.
type places struct {
	width int    // places in all
	share int    // places of one tenant
	heavy int    // places of one tenant for heavy requests while there is another tenant
	most  int    // requests of one tenant, served or waiting
	what  string // names the requests in messages
	now   func() time.Time

	mu          sync.Mutex
	served      int
	tenants     map[string]*tenant // those with a request
	waiting     []*tenant          // those with a waiting request, the next one to be served first
	last, other sighting           // the tenant seen last, and the one seen before it
}

type tenant struct {
	name     string
	requests int
	used     int // places of the share that are taken
	queue    []*seat
}

type sighting struct {
	name string
	at   time.Time
}

const (
	presentFor = 10 * time.Second // how long after its last request a tenant still counts as present
	maxWait    = 15 * time.Second // how long a request waits for a place: half of answerTimeout
)

// newPlaces makes the places for organizations. There are more than one organization can take, so that the next one
// finds a free place. A processor that works on a heavy request is not free for another tenant's light one. So an
// organization that is not alone gets at most half of the processors for heavy requests.
func newPlaces(l models.Limits, now func() time.Time) *places {
	processors := runtime.GOMAXPROCS(0)
	return &places{
		width: max(4*processors, 2*l.RequestsServed), share: l.RequestsServed, heavy: max(1, processors/2),
		most: l.RequestsAtOnce, what: "of your organization", now: now, tenants: map[string]*tenant{},
	}
}

// newUnknown makes the places for requests that are being authenticated, by network. Beyond the share as many may wait
// as one organization may have requests, since all of these may come from one address.
func newUnknown(l models.Limits, now func() time.Time) *places {
	return &places{
		width: 4 * l.UnknownAtOnce, share: l.UnknownAtOnce, heavy: l.UnknownAtOnce,
		most: l.UnknownAtOnce + l.RequestsAtOnce, what: "that are not authenticated yet from your address",
		now: now, tenants: map[string]*tenant{},
	}
}

// seat is a request that has a place or waits for one.
type seat struct {
	places *places
	tenant *tenant
	heavy  bool
	cost   int           // places of the share that it takes while it has one
	placed chan struct{} // closed when it gets one
}

// enter waits for a place for the tenant's request. It returns a [models.Throttled] error if the tenant has too many
// requests, or if no place gets free in time. The caller has to end the seat.
func (p *places) enter(ctx context.Context, name string, heavy bool) (*seat, error) {
	p.mu.Lock()
	p.see(name)
	t := p.tenants[name]
	if t == nil {
		t = &tenant{name: name}
		p.tenants[name] = t
	}
	if t.requests >= p.most {
		p.mu.Unlock()
		return nil, models.Throttledf(time.Second, "more than %d requests %s at a time; wait for answers before you "+
			"send more", p.most, p.what)
	}
	t.requests++
	one := &seat{places: p, tenant: t, heavy: heavy}
	p.queue(one)
	p.mu.Unlock()
	patient, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if one.await(patient) {
		return one, nil
	}
	one.end()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, models.Throttledf(time.Second, "the requests %s are answered too slowly for all of them: %d are "+
		"served at a time; send fewer at a time", p.what, p.share)
}

// end gives the place back and counts the request as finished.
func (one *seat) end() {
	p := one.places
	p.mu.Lock()
	defer p.mu.Unlock()
	p.see(one.tenant.name)
	p.free(one)
	if one.tenant.requests--; one.tenant.requests == 0 {
		delete(p.tenants, one.tenant.name)
	}
}

// away gives the place to others while do waits for something outside of this process, and then waits for a place
// again. If ctx ends first it goes on without one.
func (one *seat) away(ctx context.Context, do func()) {
	if one == nil {
		do()
		return
	}
	p := one.places
	p.mu.Lock()
	p.free(one)
	p.mu.Unlock()
	do()
	p.mu.Lock()
	p.queue(one)
	p.mu.Unlock()
	one.await(ctx)
}

// await waits for the place and reports whether it came before ctx ended. If not, the request leaves the queue.
func (one *seat) await(ctx context.Context) bool {
	select {
	case <-one.placed:
		return true
	case <-ctx.Done():
	}
	p := one.places
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-one.placed: // it came at the same moment
		return true
	default:
	}
	t := one.tenant
	t.queue = slices.DeleteFunc(t.queue, func(other *seat) bool { return other == one })
	if len(t.queue) == 0 {
		p.waiting = slices.DeleteFunc(p.waiting, func(other *tenant) bool { return other == t })
	}
	p.serve() // the request behind it may be lighter
	return false
}

// queue puts the request into the queue and serves the next ones.
func (p *places) queue(one *seat) {
	one.placed = make(chan struct{})
	if len(one.tenant.queue) == 0 {
		p.waiting = append(p.waiting, one.tenant)
	}
	one.tenant.queue = append(one.tenant.queue, one)
	p.serve()
}

// free takes the place back, if the request has one, and serves the next ones.
func (p *places) free(one *seat) {
	if one.cost == 0 {
		return
	}
	p.served--
	one.tenant.used -= one.cost
	one.cost = 0
	p.serve()
}

// serve gives the free places to the next requests in turn. It skips tenants that use all of their share.
func (p *places) serve() {
	for p.served < p.width {
		n := slices.IndexFunc(p.waiting, p.fits)
		if n < 0 {
			return
		}
		t := p.waiting[n]
		one := t.queue[0]
		t.queue = t.queue[1:]
		p.waiting = slices.Delete(p.waiting, n, n+1)
		if len(t.queue) > 0 {
			p.waiting = append(p.waiting, t)
		}
		one.cost = p.cost(one)
		t.used += one.cost
		p.served++
		close(one.placed)
	}
}

// fits reports whether the oldest request of a waiting tenant fits into its share. It always does if the tenant has no
// place yet.
func (p *places) fits(t *tenant) bool { return t.used == 0 || t.used+p.cost(t.queue[0]) <= p.share }

// cost returns how many places of its tenant's share the request takes.
func (p *places) cost(one *seat) int {
	if one.heavy && p.shared(one.tenant.name) {
		return max(1, p.share/p.heavy)
	}
	return 1
}

// see records that the tenant is present.
func (p *places) see(name string) {
	if p.last.name != name {
		p.other = p.last
	}
	p.last = sighting{name, p.now()}
}

// shared reports whether another tenant is present, or was a moment ago.
func (p *places) shared(name string) bool {
	for other := range p.tenants {
		if other != name {
			return true
		}
		if len(p.tenants) == 1 {
			break
		}
	}
	neighbour := p.last
	if neighbour.name == name {
		neighbour = p.other
	}
	return neighbour.name != "" && p.now().Sub(neighbour.at) < presentFor
}
