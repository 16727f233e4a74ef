package openloop

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Percentile is the smallest of the values that the share (0 to 1) of them does not exceed: 0.95 of twenty is the
// nineteenth. It panics without values.
func Percentile[T cmp.Ordered](values []T, share float64) T {
	sorted := slices.Sorted(slices.Values(values))
	n := int(math.Ceil(share*float64(len(sorted))-1e-9)) - 1
	return sorted[min(max(n, 0), len(sorted)-1)]
}

// Latencies are how long the users waited.
func Latencies(answers []Answer) []time.Duration {
	out := make([]time.Duration, len(answers))
	for n, a := range answers {
		out[n] = a.Took()
	}
	return out
}

// Growth says whether letters keep up with a load that began at begin and lasted d: how much more was waiting in the
// last third of it than in the first, as a share of what arrived between the middles of the two. A service that keeps
// up has about 0; one that sends three quarters of what it is offered has 0.25. Each booking owes a number of letters,
// given as each, from its answer on.
func Growth(bookings []Answer, letters []Letter, each int, begin time.Time, d time.Duration) float64 {
	const samples = 200
	waiting := func(from time.Duration) (mean float64) {
		for n := range samples {
			t := begin.Add(from + time.Duration(n)*d/3/samples)
			mean += backlog(bookings, letters, each, t) / samples
		}
		return mean
	}
	arrived := float64(len(bookings)) * 2 / 3
	return (waiting(d*2/3) - waiting(0)) / float64(each) / arrived
}

// backlog is how many letters are owed and not accepted at t.
func backlog(bookings []Answer, letters []Letter, each int, t time.Time) float64 {
	n := 0
	for _, a := range bookings {
		if !a.Done.After(t) {
			n += each
		}
	}
	for _, l := range letters {
		if !l.At.After(t) {
			n--
		}
	}
	return float64(max(n, 0)) // a letter may be there before its answer was read
}

// errorCount is an error that says how many requests failed.
type errorCount struct{ failed, of int }

func (e errorCount) Error() string { return fmt.Sprintf("%d of %d requests failed", e.failed, e.of) }
