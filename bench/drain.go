package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"litmus/bench/openloop"
)

const (
	drainShare   = 0.7 // of the drain rate is offered
	mostDrained  = 150 // bookings a second that room is made for
	readsBeside  = 20. // reads a second beside a burst
	untilSettled = 10 * time.Minute
)

// closing ends the site and returns the reason, joined with the failure to end it if there is one.
func closing(s *site, why error) error { return errors.Join(why, s.close()) }

// errorsOf joins the failures of what ran side by side.
func errorsOf(errs ...error) error { return errors.Join(errs...) }

// drained is a burst whose letters are all sent.
type drained struct {
	rate, accepted float64 // bookings a second, all letters sent, and answered
	delays         []time.Duration
}

// burst books n at once and waits for the letters.
func (s *booked) burst(ctx context.Context, n int) (drained, error) {
	begin := time.Now()
	made, err := bookAtOnce(s.targets(slugBench), s.plan.take(n, s.to))
	if err != nil {
		return drained{}, err
	}
	accepted := time.Since(begin)
	letters, err := s.settle(ctx, n*lettersPerBooking)
	if err != nil {
		return drained{}, err
	}
	delays, err := openloop.Delays(made, letters, lettersPerBooking)
	last := letters[len(letters)-1].At.Sub(begin)
	return drained{float64(n) / last.Seconds(), float64(n) / accepted.Seconds(), delays}, err
}

// measureDrain measures the rate at which a burst's letters leave, and then offers seven tenths of it.
func (b *bench) measureDrain(ctx context.Context, on string) error {
	for run := range b.runs {
		if err := b.drainOnce(ctx, on, run); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) drainOnce(ctx context.Context, on string, run int) error {
	room := b.warmup + b.drain + int(drainShare*mostDrained*b.load.Seconds())
	s, err := b.openBooked(ctx, on, fmt.Sprintf("drain-%s-%d", on, run), room, siteOptions{})
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	d, err := s.burst(ctx, b.drain)
	if err != nil {
		return fmt.Errorf("burst: %w", err)
	}
	rate := drainShare * d.rate
	made, letters, delays, err := s.book(ctx, rate, b.load)
	if err != nil {
		return fmt.Errorf("%.1f bookings a second: %w", rate, err)
	}
	p95 := late(delays, 0.95)
	growth := openloop.Growth(made, letters, lettersPerBooking, made[0].Due, b.load)
	b.results.one(at(on, drain), p95)
	b.results.one(at(on, backlog), growth)
	b.say("run %d on %s: a burst drains at %.1f bookings/s; at %.1f: letters p50 %.2f s, p95 %.2f s, "+
		"backlog grows by %.3f of what arrives", run+1, on, d.rate, rate, late(delays, 0.5), p95, growth)
	return nil
}

// measureBurst books 500 from 16 clients while pages are read, and has the bare workflows run as many.
func (b *bench) measureBurst(ctx context.Context, on string) error {
	s, err := b.openBooked(ctx, on, "burst-"+on, b.warmup+b.runs*b.burst, siteOptions{})
	if err != nil {
		return err
	}
	defer s.close()
	bare, err := b.bareWorkflows(ctx, s.site)
	if err != nil {
		return err
	}
	defer bare.stop()
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	if _, err := runBare(ctx, bare.origin, b.warmup); err != nil {
		return err
	}
	beside, err := s.readBeside(ctx, func() error {
		_, err := runBare(ctx, bare.origin, b.burst)
		return err
	})
	if err != nil {
		return fmt.Errorf("bare workflows: %w", err)
	}
	b.results.note("%s: GET /roles p95 beside %d bare workflows: %.1f ms of %d, a floor of %s on this machine.",
		at(on, burst), b.burst, waited(beside, 0.95), len(beside), at(on, burstReads))
	for run := range b.runs {
		var d drained
		pages, err := s.readBeside(ctx, func() (err error) { d, err = s.burst(ctx, b.burst); return err })
		if err != nil {
			return fmt.Errorf("burst: %w", err)
		}
		base, err := runBare(ctx, bare.origin, b.burst)
		if err != nil {
			return err
		}
		p95 := waited(pages, 0.95)
		b.results.pair(at(on, burst), d.rate, base)
		b.results.one(at(on, burstReads), p95)
		b.say("run %d on %s: burst accepted %.0f/s, all letters %.1f/s, bare workflows %.1f/s; reads p95 %.1f ms of %d",
			run+1, on, d.accepted, d.rate, base, p95, len(pages))
	}
	return nil
}

// readBeside reads pages for as long as the work takes.
func (s *site) readBeside(ctx context.Context, work func() error) ([]openloop.Answer, error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	var pages []openloop.Answer
	go func() {
		var err error
		schedule := openloop.Evenly(readsBeside, untilSettled)
		pages, err = reads(reading, s.targets(slugBench), time.Now(), schedule, rolesPath)
		ended <- err
	}()
	err := work()
	stop()
	return pages, errorsOf(err, <-ended)
}
