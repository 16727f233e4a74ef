package api

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"litmus/models"
)

// places are those in which requests are served (decision 105). A tenant, which is an organization or the network of
// somebody who is not known yet, has a share of them and at most so many requests at a time: those beyond the share
// wait, the oldest first, and those beyond the most are refused. When tenants wait for each other, places go round
// robin, as in package fair, which knows no shares.
type places struct {
	width int // places, whoever asks
	share int // of one tenant
	heavy int // of one tenant for heavy requests, while there is another tenant
	most  int // requests of one tenant, served or waiting
	what  string
	now   func() time.Time

	mu          sync.Mutex
	served      int
	tenants     map[string]*tenant // that have a request
	waiting     []*tenant          // the one whose turn is next comes first
	last, other sighting           // of the tenant that asked last, and of the one that did before it
}

type tenant struct {
	name     string
	requests int
	used     int // of the share
	queue    []*seat
}

type sighting struct {
	name string
	at   time.Time
}

const (
	neighbourly = 10 * time.Second // how long a tenant that asked counts as being there
	mostPatient = 15 * time.Second // that a request waits for a place: half of what it may take
)

// newPlaces makes the places for organizations. There are more of them than one organization may have, so that the next
// one to come finds some. A processor that is busy with one heavy request is not free for another tenant's light one,
// so an organization that is not alone has half of the processors for its heavy ones.
func newPlaces(l models.Limits, now func() time.Time) *places {
	processors := runtime.GOMAXPROCS(0)
	return &places{width: max(4*processors, 2*l.RequestsServed), share: l.RequestsServed, heavy: max(1, processors/2),
		most: l.RequestsAtOnce,
		what: "of your organization", now: now, tenants: map[string]*tenant{}}
}

// newUnknown makes the places for networks whose requests are being authenticated. As many more may wait as one
// organization may have requests, which may all come from one address.
func newUnknown(l models.Limits, now func() time.Time) *places {
	return &places{width: 4 * l.UnknownAtOnce, share: l.UnknownAtOnce, heavy: l.UnknownAtOnce, most: l.UnknownAtOnce +
		l.RequestsAtOnce,
		what: "that are not authenticated yet from your address", now: now, tenants: map[string]*tenant{}}
}

// seat is what a request that was let in has, or waits for.
type seat struct {
	places *places
	tenant *tenant
	heavy  bool
	cost   int           // of the share, while it has a place
	placed chan struct{} // closed when it gets one
}

// enter waits for a place for the tenant's request, and returns a [models.Throttled] error when it has too many at a
// time or none is free for long. It is to be ended.
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
	patient, cancel := context.WithTimeout(ctx, mostPatient)
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

// end gives back the place, and lets the tenant have another request.
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

// away gives the place to others while do waits for something outside of this process, and takes one again after it.
// Where ctx ends first it goes on without a place.
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

// await waits for the place and reports whether it came before ctx ended; if not, it waits no more.
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
	case <-one.placed: // at the same moment
		return true
	default:
	}
	t := one.tenant
	t.queue = slices.DeleteFunc(t.queue, func(other *seat) bool { return other == one })
	if len(t.queue) == 0 {
		p.waiting = slices.DeleteFunc(p.waiting, func(other *tenant) bool { return other == t })
	}
	p.serve() // what came behind it may be lighter
	return false
}

// queue has it wait, and serves whom there is room for.
func (p *places) queue(one *seat) {
	one.placed = make(chan struct{})
	if len(one.tenant.queue) == 0 {
		p.waiting = append(p.waiting, one.tenant)
	}
	one.tenant.queue = append(one.tenant.queue, one)
	p.serve()
}

// free takes the place back, if it has one, and serves whom there is room for.
func (p *places) free(one *seat) {
	if one.cost == 0 {
		return
	}
	p.served--
	one.tenant.used -= one.cost
	one.cost = 0
	p.serve()
}

// serve gives the free places to those whose turn it is. A tenant that has all of its share is passed over.
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

// fits reports whether the oldest request of a waiting tenant is within its share; one alone always is.
func (p *places) fits(t *tenant) bool { return t.used == 0 || t.used+p.cost(t.queue[0]) <= p.share }

// cost is what a request takes of its tenant's share.
func (p *places) cost(one *seat) int {
	if one.heavy && p.shared(one.tenant.name) {
		return max(1, p.share/p.heavy)
	}
	return 1
}

// see notes that the tenant is there.
func (p *places) see(name string) {
	if p.last.name != name {
		p.other = p.last
	}
	p.last = sighting{name, p.now()}
}

// shared reports whether there is, or was a moment ago, another tenant.
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
	return neighbour.name != "" && p.now().Sub(neighbour.at) < neighbourly
}
