package openloop

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Answer is what became of one request.
type Answer struct {
	Due  time.Time // when it was to be sent by the schedule
	Done time.Time // when its answer was read
	ID   string    // of what it made, such as an interview
	Err  error
}

// Took is how long the user waited: from the scheduled arrival, so that what the load itself is late by counts too.
func (a Answer) Took() time.Duration { return a.Done.Sub(a.Due) }

// Evenly is the schedule of rate arrivals a second for d: offsets from the beginning, the first of which is 0.
func Evenly(rate float64, d time.Duration) []time.Duration {
	schedule := make([]time.Duration, int(rate*d.Seconds()+1e-9))
	for n := range schedule {
		schedule[n] = time.Duration(float64(n) / rate * float64(time.Second))
	}
	return schedule
}

// Run sends request n of the schedule at begin + schedule[n], each in a goroutine of its own, and returns when all that
// were sent are answered. It sends no more once ctx has ended, which is no failure. The error is that of the first
// request that failed.
func Run(
	ctx context.Context, begin time.Time, schedule []time.Duration, send func(n int) (id string, err error),
) ([]Answer, error) {
	answers := make([]Answer, len(schedule))
	var sent sync.WaitGroup
	wait := time.NewTimer(0)
	defer wait.Stop()
	for n, at := range schedule {
		due := begin.Add(at)
		wait.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			answers = answers[:n]
		case <-wait.C:
		}
		if ctx.Err() != nil {
			answers = answers[:n]
			break
		}
		sent.Go(func() {
			id, err := send(n)
			answers[n] = Answer{Due: due, Done: time.Now(), ID: id, Err: err}
		})
	}
	sent.Wait()
	var failed int
	var first error
	for _, a := range answers {
		if a.Err != nil {
			if failed++; first == nil {
				first = a.Err
			}
		}
	}
	if first != nil {
		return answers, errors.Join(first, errorCount{failed, len(answers)})
	}
	return answers, nil
}
