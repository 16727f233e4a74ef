package turnstile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"litmus/models"
)

// What a sender has to reach, or its body is given up.
const (
	progress     = 8 << 10          // bytes that arrive within progressTime, or the rest of the body
	progressTime = 10 * time.Second // of waiting for them, so a sender of less than 800 bytes a second is given up
	bodyTime     = time.Minute      // for the whole of a body
	readAhead    = 64 << 10         // bytes of a body that are read before the request is served
)

// Bodies bounds the bodies that are still arriving: how many of one address, and how slowly. An open connection costs
// memory here, and a sender who sends half of a body and waits could hold as many as the system allows.
type Bodies struct {
	Refused func() // called when a body is refused; nil for nothing

	most    int
	trusted []netip.Prefix
	now     func() time.Time

	mu       sync.Mutex
	arriving map[string]int // by address, those that are being waited for
}

// NewBodies bounds the bodies of each address that are waited for at a time. trusted are the proxies whose
// X-Forwarded-For is read. Bodies of requests that [Turnstile] does not count by address are bounded in time alone.
func NewBodies(most int, trusted []netip.Prefix, now func() time.Time) *Bodies {
	return &Bodies{most: most, trusted: trusted, now: now, arriving: map[string]int{}}
}

// Handler serves next once the first [readAhead] bytes of a body are there, or all of it, so that a sender who waits
// holds nothing but a connection. A body that is given up reads as far as it came; the error after it is
// [models.Throttled] if too many bodies of its address are arriving. The connection of such a request is closed.
func (b *Bodies) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		a := &arrival{of: b, from: r.Body, latest: b.now().Add(bodyTime), left: progressTime}
		a.until = func(at time.Time) { _ = http.NewResponseController(w).SetReadDeadline(at) }
		a.address, a.counted = addressOf(r, b.trusted)
		var first bytes.Buffer
		if n := r.ContentLength; n > 0 {
			first.Grow(int(min(n, readAhead)) + bytes.MinRead)
		}
		_, _ = first.ReadFrom(io.LimitReader(a, readAhead))
		if a.err != nil && !errors.Is(a.err, io.EOF) {
			w.Header().Set("Connection", "close")                 // else the server would wait for the rest itself
			r = r.WithContext(context.WithoutCancel(r.Context())) // a deadline canceled it, and the sender may listen
		}
		a.first = &first
		r.Body = a
		next.ServeHTTP(w, r)
	})
}

// ArriveBy sets until when the body of a request may arrive, if that is sooner than [Bodies] allows; the zero time
// takes it back.
func ArriveBy(w http.ResponseWriter, r *http.Request, at time.Time) {
	a, bounded := r.Body.(*arrival)
	if !bounded {
		_ = http.NewResponseController(w).SetReadDeadline(at)
		return
	}
	a.sooner = at
}

// ArriveUntil sets until when the whole of a body may arrive, later than [Bodies] allows: a file takes longer than a
// form. It still has to go on arriving.
func ArriveUntil(w http.ResponseWriter, r *http.Request, at time.Time) {
	a, bounded := r.Body.(*arrival)
	if !bounded {
		_ = http.NewResponseController(w).SetReadDeadline(at)
		return
	}
	a.latest = at
}

// arrival is a body that arrives.
type arrival struct {
	of      *Bodies
	from    io.ReadCloser
	until   func(time.Time) // sets the deadline of the connection
	latest  time.Time       // for the whole body
	sooner  time.Time       // see [ArriveBy]; zero for none
	address string
	counted bool // by its address

	first *bytes.Buffer // what was read before the request was served
	part  int           // bytes since the last progress
	left  time.Duration // how long the next progress may still be waited for
	err   error         // after the last byte
}

// Read reads what was read ahead, then what arrives. The time between reads does not count towards the next progress:
// a request may wait for a place with its body half read, and its sender can then send nothing.
func (a *arrival) Read(p []byte) (n int, err error) {
	if a.first != nil && a.first.Len() > 0 {
		return a.first.Read(p)
	}
	if a.err != nil {
		return 0, a.err
	}
	if !a.of.enter(a) {
		a.err = models.Throttledf(time.Second, "more than %d requests from your address are still being sent; send "+
			"whole requests, and fewer at a time", a.of.most)
		a.until(a.of.now())
		if a.of.Refused != nil {
			a.of.Refused()
		}
		return 0, a.err
	}
	defer a.of.leave(a)
	if a.part >= progress {
		a.part, a.left = 0, progressTime
	}
	began := a.of.now()
	by := began.Add(a.left)
	for _, sooner := range []time.Time{a.latest, a.sooner} {
		if !sooner.IsZero() && sooner.Before(by) {
			by = sooner
		}
	}
	a.until(by)
	n, a.err = a.from.Read(p)
	a.part += n
	a.left -= a.of.now().Sub(began)
	if errors.Is(a.err, io.EOF) {
		a.until(a.latest) // an earlier deadline that stays would end the request
	}
	return n, a.err
}

// Close closes the body.
func (a *arrival) Close() error { return a.from.Close() }

// enter counts a body that is waited for, and reports whether its address may have one more.
func (b *Bodies) enter(a *arrival) bool {
	if !a.counted {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.arriving[a.address] >= b.most {
		return false
	}
	b.arriving[a.address]++
	return true
}

func (b *Bodies) leave(a *arrival) {
	if !a.counted {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.arriving[a.address]--; b.arriving[a.address] == 0 {
		delete(b.arriving, a.address)
	}
}
