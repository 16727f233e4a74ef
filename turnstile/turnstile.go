// Package turnstile counts the requests that people's browsers make, by address and by token, and says who has to
// wait. It also bounds the bodies of requests that are still arriving.
package turnstile

import (
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Limits bound the rate of requests. They are generous, because an office may share one address.
type Limits struct{ Address, Token Limit }

// Limit is a number of requests a second, after a burst.
type Limit struct {
	PerSecond float64
	Burst     int
}

// DefaultLimits are used if none are given.
var DefaultLimits = Limits{Address: Limit{50, 500}, Token: Limit{5, 150}}

// remembered is how many addresses, and how many tokens, have a counter at a time.
const remembered = 1 << 14

// Turnstile counts requests by address and by token.
type Turnstile struct {
	limits    Limits
	trusted   []netip.Prefix // proxies whose X-Forwarded-For is read
	mu        sync.Mutex
	addresses *lru.Cache[string, *rate.Limiter]
	tokens    *lru.Cache[string, *rate.Limiter]
}

// New returns a turnstile with those limits, or with [DefaultLimits] for none. trusted are the proxies whose
// X-Forwarded-For is read.
func New(l Limits, trusted []netip.Prefix) *Turnstile {
	if l == (Limits{}) {
		l = DefaultLimits
	}
	addresses, _ := lru.New[string, *rate.Limiter](remembered) // fails only for a size below one
	tokens, _ := lru.New[string, *rate.Limiter](remembered)
	return &Turnstile{limits: l, trusted: trusted, addresses: addresses, tokens: tokens}
}

// Take counts a request; the token may be "". It returns 0 if it is allowed, else how long to wait.
func (l *Turnstile) Take(r *http.Request, token string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if address, counted := addressOf(r, l.trusted); counted {
		if wait := takeFrom(l.addresses, address, l.limits.Address, now); wait > 0 {
			return wait
		}
	}
	if token == "" {
		return 0
	}
	return takeFrom(l.tokens, token[:min(len(token), 512)], l.limits.Token, now)
}

func takeFrom(counters *lru.Cache[string, *rate.Limiter], key string, l Limit, now time.Time) time.Duration {
	c, ok := counters.Get(key)
	if !ok {
		c = rate.NewLimiter(rate.Limit(l.PerSecond), l.Burst)
		counters.Add(key, c)
	}
	r := c.ReserveN(now, 1)
	if !r.OK() {
		return time.Minute // the limit's burst is 0
	}
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// addressOf returns the address or network that the request is counted by ([ClientNetwork]). Requests through a
// trusted proxy that names no client are not counted by address, since they may come from anybody; while no proxy is
// trusted, requests from loopback and private addresses are not, since those may be a reverse proxy's.
func addressOf(r *http.Request, trusted []netip.Prefix) (address string, counted bool) {
	a := ClientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), trusted)
	switch {
	case !a.IsValid():
		return r.RemoteAddr, true
	case len(trusted) == 0:
		counted = !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast()
	default:
		counted = !slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	return ClientNetwork(a).String(), counted
}
