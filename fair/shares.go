package fair

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Shares limits how many requests are served at a time. Each tenant has a share of the places and a maximum of
// requests: those beyond the share wait, the oldest first, and those beyond the maximum are refused. When several
// tenants wait they get places round robin.
type Shares struct {
	places, share, heavy, most int
	patience                   time.Duration

	mu          sync.Mutex
	served      int
	tenants     map[string]*tenant // those with a request
	line        Line[*Seat]        // by tenant
	last, other sighting           // the tenant seen last, and the one seen before it
}

// SharesOptions are the bounds of [Shares].
type SharesOptions struct {
	Places   int           // in all
	Share    int           // places of one tenant
	Heavy    int           // places of one tenant for heavy requests while there is another tenant
	Most     int           // requests of one tenant, served or waiting
	Patience time.Duration // how long a request waits for its first place
}

// The errors of [Shares.Enter].
var (
	ErrTooMany = errors.New("the tenant has too many requests")
	ErrTooSlow = errors.New("no place got free in time")
)

// NewShares returns places that are all free.
func NewShares(o SharesOptions) *Shares {
	return &Shares{places: o.Places, share: o.Share, heavy: o.Heavy, most: o.Most, patience: o.Patience,
		tenants: map[string]*tenant{}}
}

type tenant struct {
	name     string
	requests int
	used     int // places of the share that are taken
}

type sighting struct {
	name string
	at   time.Time
}

// presentFor is how long after its last request a tenant still counts as present.
const presentFor = 10 * time.Second

// Seat is a request that has a place or waits for one.
type Seat struct {
	shares *Shares
	tenant *tenant
	heavy  bool
	cost   int           // places of the share that it takes while it has one
	placed chan struct{} // closed when it gets one
	gone   bool          // it waits no longer
}

// Enter waits for a place for the tenant's request. A heavy one takes more of the share while there is another tenant.
// It returns [ErrTooMany], [ErrTooSlow], or the error of ctx if that ends first. The caller has to end the seat.
func (s *Shares) Enter(ctx context.Context, name string, heavy bool) (*Seat, error) {
	s.mu.Lock()
	s.see(name)
	t := s.tenants[name]
	if t == nil {
		t = &tenant{name: name}
		s.tenants[name] = t
	}
	if t.requests >= s.most {
		s.mu.Unlock()
		return nil, ErrTooMany
	}
	t.requests++
	one := &Seat{shares: s, tenant: t, heavy: heavy}
	s.queue(one)
	s.mu.Unlock()
	patient, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if one.await(patient) {
		return one, nil
	}
	one.End()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, ErrTooSlow
}

// Weigh says how heavy the request is, which counts from its next place on.
func (one *Seat) Weigh(heavy bool) { one.heavy = heavy }

// End gives the place back and counts the request as finished.
func (one *Seat) End() {
	s := one.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	s.see(one.tenant.name)
	s.free(one)
	if one.tenant.requests--; one.tenant.requests == 0 {
		delete(s.tenants, one.tenant.name)
	}
}

// Away gives the place to others while do waits for something outside of this process, and then waits for a place
// again. If ctx ends first it goes on without one. Without a seat it runs do.
func (one *Seat) Away(ctx context.Context, do func()) {
	if one == nil {
		do()
		return
	}
	s := one.shares
	s.mu.Lock()
	s.free(one)
	s.mu.Unlock()
	do()
	s.mu.Lock()
	s.queue(one)
	s.mu.Unlock()
	one.await(ctx)
}

// await waits for the place and reports whether it came before ctx ended. If not, the request leaves the line.
func (one *Seat) await(ctx context.Context) bool {
	select {
	case <-one.placed:
		return true
	case <-ctx.Done():
	}
	s := one.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-one.placed: // it came at the same moment
		return true
	default:
	}
	one.gone = true
	s.serve() // the request behind it may be lighter
	return false
}

// queue puts the request into the line and serves the next ones.
func (s *Shares) queue(one *Seat) {
	one.placed = make(chan struct{})
	s.line.Push(one.tenant.name, false, one)
	s.serve()
}

// free takes the place back, if the request has one, and serves the next ones.
func (s *Shares) free(one *Seat) {
	if one.cost == 0 {
		return
	}
	s.served--
	one.tenant.used -= one.cost
	one.cost = 0
	s.serve()
}

// serve gives the free places to the next requests in turn. It skips tenants that use all of their share.
func (s *Shares) serve() {
	for s.served < s.places {
		one, ok := s.line.PopIf(s.fits)
		switch {
		case !ok:
			return
		case one.gone:
			continue
		}
		one.cost = s.cost(one)
		one.tenant.used += one.cost
		s.served++
		close(one.placed)
	}
}

// fits reports whether a tenant's oldest request fits into its share. It always does if the tenant has no place yet.
func (s *Shares) fits(one *Seat) bool {
	t := one.tenant
	return one.gone || t.used == 0 || t.used+s.cost(one) <= s.share
}

// cost returns how many places of its tenant's share the request takes.
func (s *Shares) cost(one *Seat) int {
	if one.heavy && s.shared(one.tenant.name) {
		return max(1, s.share/s.heavy)
	}
	return 1
}

// see records that the tenant is present.
func (s *Shares) see(name string) {
	if s.last.name != name {
		s.other = s.last
	}
	s.last = sighting{name, time.Now()}
}

// shared reports whether another tenant is present, or was a moment ago.
func (s *Shares) shared(name string) bool {
	for other := range s.tenants {
		if other != name {
			return true
		}
		if len(s.tenants) == 1 {
			break
		}
	}
	neighbour := s.last
	if neighbour.name == name {
		neighbour = s.other
	}
	return neighbour.name != "" && time.Since(neighbour.at) < presentFor
}
