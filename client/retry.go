package client

import (
	"context"
	"errors"
	"time"
)

const (
	firstDelay = 250 * time.Millisecond
	maxDelay   = 8 * time.Second
	maxPolite  = time.Minute // a longer Retry-After ends the call with the error
)

// repeated is [once] for a repeatable request. It sends the request again after a lost connection, 429 and 5xx, as long
// as ctx and the attempts allow. The error is that of the last attempt.
func repeated[T any](ctx context.Context, c *Client, send request) (*T, error) {
	for n := 1; ; n++ {
		answer, err := once[T](ctx, c, send)
		if err == nil || !temporary(err) || n >= c.attempts || !c.pause(ctx, n, err) {
			return answer, err
		}
	}
}

// temporary reports whether an error may be temporary.
func temporary(err error) bool {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind == KindThrottled || e.Status >= 500
	}
	_, lost := errors.AsType[*lostError](err)
	return lost
}

// pause waits before the attempt after the n-th. It returns false if there must be no other attempt, because ctx has
// ended or would end during the wait.
func (c *Client) pause(ctx context.Context, n int, err error) bool {
	delay := min(firstDelay<<min(n-1, 10), maxDelay)             // 10 exceeds maxDelay without an overflow
	delay = delay/2 + time.Duration(c.jitter()*float64(delay/2)) // spreads the retries of many clients
	if e, ok := errors.AsType[*Error](err); ok && e.RetryAfter > 0 {
		if e.RetryAfter > maxPolite {
			return false
		}
		delay = max(delay, e.RetryAfter)
	}
	if ctx.Err() != nil {
		return false
	}
	if end, bounded := ctx.Deadline(); bounded && end.Sub(c.now()) < delay {
		return false
	}
	return c.sleep(ctx, delay) == nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
