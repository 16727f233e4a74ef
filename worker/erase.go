package worker

import (
	"context"
	"log/slog"
	"time"

	"litmus/store"
)

const eraseEvery = 2 * time.Second

// Erase carries out what people asked to be forgotten by, until ctx ends. It may run in any number of processes: rows
// are overwritten by one of them. forget takes away what this process keeps in files, nil for nothing.
func Erase(ctx context.Context, s *store.Store, forget func(email, name string) error, log *slog.Logger) {
	if err := s.Erasures.Scrub(ctx); err != nil && ctx.Err() == nil { // a process that was killed may not have
		log.Warn("erasure not carried out", "error", err)
	}
	for {
		if n, err := CarryErasures(ctx, s, forget); err != nil && ctx.Err() == nil {
			log.Warn("erasure not carried out", "error", err)
		} else if n > 0 {
			log.Info("erased", "people", n)
		}
		if !pause(ctx, eraseEvery) {
			return
		}
	}
}

// CarryErasures carries every open erasure as far as it can be carried by now and returns how many are done. One that
// fails does not hold up the others.
func CarryErasures(ctx context.Context, s *store.Store, forget func(email, name string) error) (n int, err error) {
	open, err := s.Erasures.Open(ctx)
	for _, e := range open {
		done, failed := s.Erasures.Carry(ctx, e, forget)
		if failed != nil {
			err = failed
		} else if done {
			n++
		}
	}
	return n, err
}
