package web

import (
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"litmus/models"
)

// Limits bound how often pages are asked for. They are generous: behind one address there can be an office.
type Limits struct{ Address, Token Limit }

// Limit is so many requests a second, after a burst.
type Limit struct {
	PerSecond float64
	Burst     int
}

// DefaultLimits are the limits where none are given.
var DefaultLimits = Limits{Address: Limit{50, 500}, Token: Limit{5, 150}}

// remembered is for how many addresses, and for how many tokens, requests are counted at a time.
const remembered = 1 << 14

// limiter counts requests by address and by token.
type limiter struct {
	limits    Limits
	trusted   []netip.Prefix // proxies that say whom they ask for
	mu        sync.Mutex
	addresses *lru.Cache[string, *rate.Limiter]
	tokens    *lru.Cache[string, *rate.Limiter]
}

func newLimiter(l Limits, trusted []netip.Prefix) *limiter {
	if l == (Limits{}) {
		l = DefaultLimits
	}
	addresses, _ := lru.New[string, *rate.Limiter](remembered) // fails only for a size below one
	tokens, _ := lru.New[string, *rate.Limiter](remembered)
	return &limiter{limits: l, trusted: trusted, addresses: addresses, tokens: tokens}
}

// take counts a request and returns 0, or how long to wait before there is room for it again.
func (l *limiter) take(r *http.Request, token string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if address, counted := l.addressOf(r); counted {
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
		return time.Minute // a burst of none
	}
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// addressOf is what the request counts for, by address ([models.ClientNetwork]). A trusted proxy that does not say whom
// it asks for counts for nothing, since that is everybody; and while none is trusted, neither does a loopback or
// private address, which a reverse proxy has.
func (l *limiter) addressOf(r *http.Request) (address string, counted bool) {
	a := models.ClientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), l.trusted)
	switch {
	case !a.IsValid():
		return r.RemoteAddr, true
	case len(l.trusted) == 0:
		counted = !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast()
	default:
		counted = !slices.ContainsFunc(l.trusted, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	return models.ClientNetwork(a).String(), counted
}
