package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"litmus/bench/openloop"
)

// The load of people at their desks.
const (
	steadyReads    = 100. // a second
	steadyBookings = 5.
)

// booked is a site with an organization that takes bookings, and the places it offers.
type booked struct {
	*site
	plan plan
	to   place
}

// openBooked starts a site with one organization and room for that many bookings.
func (b *bench) openBooked(ctx context.Context, on, name string, bookings int, o siteOptions) (*booked, error) {
	p := newPlan(time.Now())
	file := filepath.Join(b.dir, name+".yaml")
	if err := writeOrganization(file, p, min(bookings, mostPainted)); err != nil {
		return nil, err
	}
	o.files, o.slugs = append(o.files, file), append(o.slugs, slugBench)
	s, err := b.open(ctx, on, name, o)
	if err != nil {
		return nil, err
	}
	places, err := findPlaces(s.targets(slugBench)[0])
	if err != nil {
		return nil, closing(s, err)
	}
	return &booked{s, p, places[titleBooked]}, nil
}

// mostPainted keeps a posting's painted slots below the service's limit. A booking beyond them is of a time that is not
// offered, which is accepted, too (§4, Book, rule 3).
const mostPainted = 15_000

// warmUp books as fast as is answered and waits for the letters. The site then has statistics of what was written.
func (s *booked) warmUp(ctx context.Context, n int) error {
	if _, err := bookAtOnce(s.targets(slugBench), s.plan.take(n, s.to)); err != nil {
		return err
	}
	if _, err := s.settle(ctx, n*lettersPerBooking); err != nil {
		return err
	}
	return s.analyze(ctx)
}

// book offers bookings at a rate for d and returns them with the delays of their letters, when all are there.
func (s *booked) book(ctx context.Context, rate float64, d time.Duration) (
	made []openloop.Answer, letters []openloop.Letter, delays []time.Duration, err error,
) {
	schedule := openloop.Evenly(rate, d)
	if made, err = bookings(ctx, s.targets(slugBench), soon(), schedule, s.plan.take(len(schedule), s.to)); err != nil {
		return nil, nil, nil, err
	}
	if letters, err = s.settle(ctx, len(made)*lettersPerBooking); err != nil {
		return nil, nil, nil, err
	}
	delays, err = openloop.Delays(made, letters, lettersPerBooking)
	return made, letters, delays, err
}

// measureSteady measures bookings that arrive five a second: alone, at the baseline, and beside a hundred reads a
// second.
func (b *bench) measureSteady(ctx context.Context, on string) error {
	idle, load := len(openloop.Evenly(steadyBookings, b.idle)), len(openloop.Evenly(steadyBookings, b.load))
	s, err := b.openBooked(ctx, on, "steady-"+on, b.warmup+b.runs*(idle+load), siteOptions{copy: b.wants(sequential)})
	if err != nil {
		return err
	}
	defer s.close()
	var base target
	if b.wants(sequential) {
		stop, t, err := b.bareBookings(ctx, s)
		if err != nil {
			return err
		}
		defer stop()
		base = t
		same := s.plan.copy() // the orders that ours gets below
		if _, err := bookAtOnce([]target{base}, same.take(b.warmup, s.to)); err != nil {
			return fmt.Errorf("baseline: %w", err)
		}
		if on == splitSite { // River's letters arrive at the same mail server
			if _, err := s.settle(ctx, b.warmup*lettersPerBooking); err != nil {
				return fmt.Errorf("baseline: %w", err)
			}
		}
	}
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	for run := range b.runs {
		plan := s.plan.copy()
		alone, _, aloneDelays, err := s.book(ctx, steadyBookings, b.idle)
		if err != nil {
			return fmt.Errorf("bookings alone: %w", err)
		}
		median := waited(alone, 0.5)
		b.say("run %d on %s: five bookings a second alone: %.1f ms, letters p95 %.0f ms",
			run+1, on, median, 1000*late(aloneDelays, 0.95))
		if b.wants(sequential) {
			schedule := openloop.Evenly(steadyBookings, b.idle)
			bare, err := bookings(ctx, []target{base}, soon(), schedule, plan.take(len(schedule), s.to))
			if err != nil {
				return fmt.Errorf("baseline: %w", err)
			}
			took := waited(bare, 0.5)
			b.results.pair(at(on, sequential), median, took)
			b.say("run %d on %s: the same at the baseline: %.1f ms", run+1, on, took)
			if on == splitSite {
				letters, err := s.settle(ctx, len(bare)*lettersPerBooking)
				if err != nil {
					return fmt.Errorf("baseline: %w", err)
				}
				delays, err := openloop.Delays(bare, letters, lettersPerBooking)
				if err != nil {
					return fmt.Errorf("baseline: %w", err)
				}
				b.say("run %d on %s: letters of River p95 %.0f ms", run+1, on, 1000*late(delays, 0.95))
			}
		}
		if !b.wants(steady, steadyBooked) {
			continue
		}
		loading, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() {
			_, err := reads(loading, s.targets(slugBench), soon(), openloop.Evenly(steadyReads, b.load), rolesPath)
			ended <- err
		}()
		made, _, delays, err := s.book(ctx, steadyBookings, b.load)
		stop()
		if err := errorsOf(err, <-ended); err != nil {
			return fmt.Errorf("bookings beside reads: %w", err)
		}
		beside, p95 := waited(made, 0.5), 1000*late(delays, 0.95)
		b.results.one(at(on, steady), p95)
		b.results.pair(at(on, steadyBooked), beside, median)
		b.say("run %d on %s: beside %g reads a second: a booking %.1f ms, letters p50 %.0f ms, p95 %.0f ms",
			run+1, on, steadyReads, beside, 1000*late(delays, 0.5), p95)
	}
	return nil
}
