package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"litmus/bench/openloop"
)

const (
	rolesPath  = "/api/v1/roles"
	invitePath = "/api/v1/invites"
)

// staleAfter is how long a connection may have been idle to be used again: servers close them after a minute.
const staleAfter = 20 * time.Second

// pool holds the kept-alive connections to one target. As many are open as requests were under way at once.
type pool struct {
	target
	mu   sync.Mutex
	idle []idleConn // the one used last at the end
}

type idleConn struct {
	*conn
	since time.Time
}

func pools(ts []target) []*pool {
	out := make([]*pool, len(ts))
	for n, t := range ts {
		out[n] = &pool{target: t}
	}
	return out
}

func closePools(ps []*pool) {
	for _, p := range ps {
		for _, c := range p.idle {
			c.Close()
		}
	}
}

func (p *pool) take() (*conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) > 0 {
		c := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		if time.Since(c.since) < staleAfter {
			return c.conn, nil
		}
		c.Close()
	}
	return p.dial()
}

// do sends a request on a connection that nobody else uses meanwhile, and calls read with the answer, which the next
// request on the connection overwrites.
func (p *pool) do(method, path, body string, want int, read func([]byte) error) error {
	return p.ask(func(c *conn) []byte { return c.request(method, path, body) }, want, read)
}

// ask is [pool.do] of any request.
func (p *pool) ask(request func(*conn) []byte, want int, read func([]byte) error) error {
	c, err := p.take()
	if err != nil {
		return err
	}
	answer, err := c.send(request(c), want)
	if err != nil {
		c.Close()
		return err
	}
	if read != nil {
		err = read(answer)
	}
	p.mu.Lock()
	p.idle = append(p.idle, idleConn{c, time.Now()})
	p.mu.Unlock()
	return err
}

// book books and returns the interview's id, "" from baseline (a), which has no letters.
func (p *pool) book(o order) (id string, err error) {
	body, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	var made struct{ Interview struct{ ID string } }
	err = p.do(http.MethodPost, bookPath, string(body), http.StatusCreated, func(b []byte) error {
		return json.Unmarshal(b, &made)
	})
	return made.Interview.ID, err
}

// bookings offers the orders by the schedule, in turn to each of the targets.
func bookings(ctx context.Context, ts []target, begin time.Time, schedule []time.Duration, orders []order) (
	[]openloop.Answer, error,
) {
	ps := pools(ts)
	defer closePools(ps)
	return openloop.Run(ctx, begin, schedule, func(n int) (string, error) { return ps[n%len(ps)].book(orders[n]) })
}

// reads offers a page by the schedule, in turn to each of the targets.
func reads(ctx context.Context, ts []target, begin time.Time, schedule []time.Duration, path string) (
	[]openloop.Answer, error,
) {
	ps := pools(ts)
	defer closePools(ps)
	return openloop.Run(ctx, begin, schedule, func(n int) (string, error) {
		return "", ps[n%len(ps)].do(http.MethodGet, path, "", http.StatusOK, nil)
	})
}

// atOnce sends n requests from all clients, each the next when its last one is answered, and returns the answers in the
// order of n. They were due when they were sent.
func atOnce(ts []target, n int, send func(p *pool, i int) (id string, err error)) ([]openloop.Answer, error) {
	ps := pools(ts)
	defer closePools(ps)
	out := make([]openloop.Answer, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for client := range clients {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				due := time.Now()
				id, err := send(ps[client%len(ps)], i)
				if out[i] = (openloop.Answer{Due: due, Done: time.Now(), ID: id, Err: err}); err != nil {
					next.Store(int64(n))
					return
				}
			}
		})
	}
	wg.Wait()
	for _, a := range out {
		if a.Err != nil {
			return out, a.Err
		}
	}
	return out, nil
}

// bookAtOnce books from all clients as fast as they are answered.
func bookAtOnce(ts []target, orders []order) ([]openloop.Answer, error) {
	return atOnce(ts, len(orders), func(p *pool, i int) (string, error) { return p.book(orders[i]) })
}

// soon is when a load begins: late enough for all of its goroutines to run by then.
func soon() time.Time { return time.Now().Add(50 * time.Millisecond) }

// waited is how many milliseconds that share of the users waited at most: 0.95 is the 95th percentile.
func waited(answers []openloop.Answer, share float64) float64 {
	return openloop.Percentile(openloop.Latencies(answers), share).Seconds() * 1000
}

// late is how many seconds after the answers that share of the letters came at most.
func late(delays []time.Duration, share float64) float64 {
	return openloop.Percentile(delays, share).Seconds()
}
