package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	temporallog "go.temporal.io/sdk/log"

	"litmus/bench/openloop"
)

// The outage: what is offered, and how long each phase lasts.
const (
	outageBookings = 10. // a second
	outageReads    = 50.
	outageBefore   = 15 * time.Second // undisturbed
	outageLasts    = 10 * time.Second // from the kill to the new start
	outageRecovers = 15 * time.Second // after the server answers again
	outageAfter    = 20 * time.Second // measured
	outageMost     = outageBefore + outageLasts + time.Minute + outageRecovers + outageAfter
)

// measureOutage kills Temporal under load and starts it again.
func (b *bench) measureOutage(ctx context.Context) error {
	s, err := b.openBooked(ctx, splitSite, "outage", b.warmup+b.runs*int(outageBookings*outageMost.Seconds()), siteOptions{})
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.warmUp(ctx, b.warmup); err != nil {
		return err
	}
	for run := range b.runs {
		if err := b.outageOnce(ctx, s, run); err != nil {
			return fmt.Errorf("outage: %w", err)
		}
	}
	return nil
}

func (b *bench) outageOnce(ctx context.Context, s *booked, run int) error {
	loading, stop := context.WithCancel(ctx)
	defer stop()
	schedule, begin := openloop.Evenly(outageBookings, outageMost), soon()
	var made []openloop.Answer
	var load sync.WaitGroup
	var bookingErr, readErr error
	load.Go(func() {
		made, bookingErr = bookings(loading, s.targets(slugBench), begin, schedule, s.plan.take(len(schedule), s.to))
	})
	load.Go(func() {
		_, readErr = reads(loading, s.targets(slugBench), begin, openloop.Evenly(outageReads, outageMost), rolesPath)
	})
	killed, back, err := s.outage(ctx, b)
	stop()
	load.Wait()
	if err := errorsOf(err, bookingErr, readErr); err != nil {
		return err
	}
	letters, err := s.settle(ctx, len(made)*lettersPerBooking)
	if err != nil {
		return err
	}
	recovered := back.Add(outageRecovers)
	before, during := span(made, begin, killed.Add(-time.Second)), span(made, killed, recovered)
	after := span(made, recovered, time.Now())
	var delays [3][]time.Duration
	for n, some := range [][]openloop.Answer{before, during, after} {
		if delays[n], err = openloop.Delays(some, letters, lettersPerBooking); err != nil {
			return err
		}
		if len(delays[n]) == 0 {
			return errors.New("no booking was measured")
		}
	}
	wakes, err := s.wakes(ctx, made)
	if err != nil {
		return err
	}
	p95 := late(delays[2], 0.95)
	b.results.one(outage, p95)
	b.results.pair(outageWakes, float64(wakes), float64(len(made)))
	b.say("run %d: letters p95 %.2f s undisturbed; Temporal away for %.1f s; "+
		"until %s after it was back p50 %.2f s, p95 %.2f s; then p50 %.2f s, p95 %.2f s; "+
		"bookings p95 %.1f ms; %d wake-ups for %d changes",
		run+1, late(delays[0], 0.95), back.Sub(killed).Seconds(),
		outageRecovers, late(delays[1], 0.5), late(delays[1], 0.95), late(delays[2], 0.5), p95,
		waited(made, 0.95), wakes, len(made))
	return nil
}

// outage kills the Temporal server, starts it again, and returns when the time that is measured after that is over.
func (s *booked) outage(ctx context.Context, b *bench) (killed, back time.Time, err error) {
	if err := pause(ctx, outageBefore); err != nil {
		return killed, back, err
	}
	killed = time.Now()
	if err := s.temporal.kill(); err != nil {
		return killed, back, err
	}
	if err := pause(ctx, outageLasts); err != nil {
		return killed, back, err
	}
	if err := s.temporal.start(ctx, b); err != nil {
		return killed, back, err
	}
	back = time.Now()
	return killed, back, pause(ctx, outageRecovers+outageAfter)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// span are the bookings that were answered from one instant until before another.
func span(made []openloop.Answer, from, to time.Time) []openloop.Answer {
	return slices.DeleteFunc(slices.Clone(made), func(a openloop.Answer) bool {
		return a.Done.Before(from) || !a.Done.Before(to)
	})
}

// wakes counts the starts of the bookings' workflows and the signals in their histories.
func (s *booked) wakes(ctx context.Context, made []openloop.Answer) (int, error) {
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	c, err := client.DialContext(ctx, client.Options{
		HostPort: s.temporal.options.Address, Logger: temporallog.NewStructuredLogger(log),
	})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	var next, count atomic.Int64
	errs := make([]error, heavyClients)
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(made); n = int(next.Add(1)) - 1 {
				wakes, err := wakesOf(ctx, c, "interview/"+made[n].ID)
				if err != nil {
					errs[w] = err
					return
				}
				count.Add(int64(wakes))
			}
		})
	}
	wg.Wait()
	return int(count.Load()), errors.Join(errs...)
}

// wakesOf counts what woke a workflow: its start, and the signals of its current run; an interview a month ahead has
// had one run. A signal that came with the start is no second wake-up.
func wakesOf(ctx context.Context, c client.Client, id string) (n int, err error) {
	const (
		all          = enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT
		withTheStart = 2 // the id of the event after the start
	)
	n = 1
	for events := c.GetWorkflowHistory(ctx, id, "", false, all); events.HasNext(); {
		e, err := events.Next()
		if err != nil {
			return 0, fmt.Errorf("history of %s: %w", id, err)
		}
		if e.GetEventType() == enums.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED && e.GetEventId() != withTheStart {
			n++
		}
	}
	return n, nil
}
