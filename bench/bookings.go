package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"
)

const bookPath = "/api/v1/interviews"

// measureBookings measures bookings in bursts, run by run in turn with the baselines. The service sends its letters
// meanwhile, and before anything else begins it has sent all.
func (b *bench) measureBookings(ctx context.Context) error {
	total := b.warmup + b.runs*b.burst
	p := newPlan(time.Now())
	s, places, err := b.seeded(ctx, "bookings", p, total)
	if err != nil {
		return err
	}
	defer s.stop()
	bare, err := b.bareTransactions(ctx,
		transactionOptions{Database: b.copyOf("bookings"), Booked: places[titleBooked]})
	if err != nil {
		return err
	}
	defer bare.stop()
	theirs := target{bare.origin, s.key}
	empty, err := b.workflows(ctx, temporalOptions{File: filepath.Join(b.dir, "bare", "temporal.db")})
	if err != nil {
		return err
	}
	defer empty.stop()

	letters := 0
	settle := func(n int) (time.Time, error) {
		letters += n * lettersPerBooking
		return s.awaitLetters(ctx, letters)
	}
	warm := p.take(b.warmup, places[titleBooked])
	for _, t := range []target{s.target, theirs} {
		if _, err := t.burst(warm); err != nil {
			return err
		}
	}
	if _, err := settle(b.warmup); err != nil {
		return err
	}
	if _, err := runBare(ctx, empty.origin, b.warmup); err != nil {
		return err
	}
	for run := range b.runs {
		orders := p.take(b.burst, places[titleBooked])
		begin := time.Now()
		ours, err := s.burst(orders)
		if err != nil {
			return err
		}
		end, err := settle(len(orders))
		if err != nil {
			return err
		}
		done := float64(len(orders)) / end.Sub(begin).Seconds()
		base, err := theirs.burst(orders)
		if err != nil {
			return err
		}
		workflowsDone, err := runBare(ctx, empty.origin, len(orders))
		if err != nil {
			return err
		}
		b.results.pair(accepted, ours, base)
		b.results.pair(effects, done, workflowsDone)
		b.say("run %d: accepted %.0f/s, bare transactions %.0f/s; all letters %.0f/s, bare workflows %.0f/s",
			run+1, ours, base, done, workflowsDone)
	}
	return nil
}

// burst books with all clients as fast as they are answered and returns the bookings per second.
func (t target) burst(orders []order) (float64, error) {
	var next atomic.Int64
	begin := time.Now()
	err := t.each(clients, func(c *conn) error {
		for {
			n := int(next.Add(1)) - 1
			if n >= len(orders) {
				return nil
			}
			if _, err := c.send(c.booking(orders[n]), http.StatusCreated); err != nil {
				return err
			}
		}
	})
	return float64(len(orders)) / time.Since(begin).Seconds(), err
}

func (c *conn) booking(o order) []byte {
	b, err := json.Marshal(o)
	if err != nil {
		panic(err) // plain strings and an instant always marshal
	}
	return c.request(http.MethodPost, bookPath, string(b))
}

// runBare has baseline (b) run n workflows and returns how many ended per second.
func runBare(ctx context.Context, origin string, n int) (float64, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/run?n=%d", origin, n), nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("bare workflows: %s", body)
	}
	return strconv.ParseFloat(string(body), 64)
}
