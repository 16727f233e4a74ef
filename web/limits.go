package web

import (
	"net"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Limits bound how often pages are asked for. They are generous: behind one address there can be an office. Loopback and
// private addresses are not counted: a reverse proxy has one, and with it everybody.
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
	mu        sync.Mutex
	addresses *lru.Cache[string, *rate.Limiter]
	tokens    *lru.Cache[string, *rate.Limiter]
}

func newLimiter(l Limits) *limiter {
	if l == (Limits{}) {
		l = DefaultLimits
	}
	addresses, _ := lru.New[string, *rate.Limiter](remembered) // fails only for a size below one
	tokens, _ := lru.New[string, *rate.Limiter](remembered)
	return &limiter{limits: l, addresses: addresses, tokens: tokens}
}

// take counts a request and returns 0, or how long to wait before there is room for it again.
func (l *limiter) take(remoteAddr, token string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if address, counted := addressOf(remoteAddr); counted {
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

// addressOf is the address that a request counts for: all of an IPv4 address, the network of an IPv6 one, of which somebody
// has billions. One's own, of which nobody comes from the internet, are not counted.
func addressOf(remoteAddr string) (address string, counted bool) {
	host, _, err := net.SplitHostPort(remoteAddr)
	if err != nil {
		return remoteAddr, true
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host, true
	}
	a = a.Unmap().WithZone("")
	if a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() {
		return "", false
	}
	if a.Is4() {
		return a.String(), true
	}
	p, _ := a.Prefix(64) // it is an IPv6 address
	return p.String(), true
}
