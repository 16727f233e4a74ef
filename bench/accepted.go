package main

import (
	"context"
	"fmt"
	"time"

	"litmus/bench/openloop"
)

// measureAccepted books in bursts on the split site and, with the same clients, at River, whose letters go to the same
// mail server. Each sends its letters before the other begins.
func (b *bench) measureAccepted(ctx context.Context) error {
	s, err := b.openBooked(ctx, splitSite, "accepted-split", b.warmup+b.runs*b.burst, siteOptions{copy: true})
	if err != nil {
		return err
	}
	defer s.close()
	stop, base, err := b.bareBookings(ctx, s)
	if err != nil {
		return err
	}
	defer stop()
	for run := range b.runs + 1 {
		n := b.burst
		if run == 0 {
			n = b.warmup
		}
		orders := s.plan.copy().take(n, s.to)
		ours, err := s.burst(ctx, n)
		if err != nil {
			return err
		}
		begin := time.Now()
		made, err := bookAtOnce([]target{base}, orders)
		if err != nil {
			return fmt.Errorf("baseline: %w", err)
		}
		accepting := time.Since(begin)
		letters, err := s.settle(ctx, n*lettersPerBooking)
		if err != nil {
			return fmt.Errorf("baseline: %w", err)
		}
		if _, err := openloop.Delays(made, letters, lettersPerBooking); err != nil {
			return fmt.Errorf("baseline: %w", err)
		}
		if run == 0 {
			continue
		}
		theirs := float64(n) / accepting.Seconds()
		b.results.pair(at(splitSite, accepted), ours.accepted, theirs)
		b.say("run %d on %s: accepted %.0f/s, all letters %.1f/s; River %.0f/s, all letters %.1f/s",
			run, splitSite, ours.accepted, ours.rate,
			theirs, float64(n)/letters[len(letters)-1].At.Sub(begin).Seconds())
	}
	return nil
}
