package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// measureReady starts the service in an empty folder and again in the same one, each as often as there are runs; the
// slower of the two medians counts.
func (b *bench) measureReady(ctx context.Context) error {
	var empty, again []float64
	for run := range b.runs {
		data := filepath.Join(b.dir, fmt.Sprintf("ready-%d", run))
		for _, to := range []*[]float64{&empty, &again} {
			s, err := b.up(ctx, data)
			if err != nil {
				return err
			}
			*to = append(*to, s.took.Seconds())
			if err := s.stop(); err != nil {
				return fmt.Errorf("stop: %w", err)
			}
		}
		b.say("run %d: ready in %.2f s in an empty folder, in %.2f s in the same again", run+1, empty[run], again[run])
	}
	slower := empty
	if median(again) > median(empty) {
		slower = again
	}
	for _, v := range slower {
		b.results.one(ready, v)
	}
	b.results.note("ready: median %.2f s in an empty folder, %.2f s in the same folder again.",
		median(empty), median(again))
	return nil
}

// measureMemory reads the resident memory of a fresh service after its bookings, when their letters are sent.
func (b *bench) measureMemory(ctx context.Context) error {
	p := newPlan(time.Now())
	file := filepath.Join(b.dir, "memory.yaml")
	if err := writeOrganization(file, p, b.resident); err != nil {
		return err
	}
	s, err := b.up(ctx, filepath.Join(b.dir, "memory"), "--file", file)
	if err != nil {
		return err
	}
	defer s.stop()
	places, err := findPlaces(s.target)
	if err != nil {
		return err
	}
	before, err := s.status("VmRSS")
	if err != nil {
		return err
	}
	if _, err := s.burst(p.take(b.resident, places[titleBooked])); err != nil {
		return err
	}
	accepted, err := s.status("VmRSS")
	if err != nil {
		return err
	}
	if _, err := s.awaitLetters(ctx, b.resident*lettersPerBooking); err != nil {
		return err
	}
	after, err := s.status("VmRSS")
	if err != nil {
		return err
	}
	peak, err := s.status("VmHWM")
	if err != nil {
		return err
	}
	b.results.one(memory, after)
	b.results.note("memory: %.0f MiB when ready, %.0f MiB when %d bookings were accepted, %.0f MiB when their "+
		"letters were sent, %.0f MiB at the most.", before, accepted, b.resident, after, peak)
	return nil
}
