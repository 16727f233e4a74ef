package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"litmus/models"
	"litmus/models/erasure"
	"litmus/ports/files"
	"litmus/store"
	"litmus/store/erasures"
)

const eraseEvery = 2 * time.Second

// Erase carries out what people asked to be forgotten by, until ctx ends. It may run in any number of processes: rows
// are overwritten by one of them. kept and forget are those of [CarryErasures].
func Erase(ctx context.Context, s *store.Store, kept *files.Owned, forget func(email, name string) error,
	log *slog.Logger) {
	if err := s.Erasures.Scrub(ctx); err != nil && ctx.Err() == nil { // a process that was killed may not have
		log.Warn("erasure not carried out", "error", err)
	}
	for {
		if n, err := CarryErasures(ctx, s, kept, forget); err != nil && ctx.Err() == nil {
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
// fails does not hold up the others. kept has the content of files, and forget takes away letters that this process
// keeps; either is nil for none.
func CarryErasures(ctx context.Context, s *store.Store, kept *files.Owned,
	forget func(email, name string) error) (n int, err error) {
	outside := func(k erasures.Kept) ([]erasure.Remaining, error) {
		if forget != nil {
			if err := forget(k.Email, k.Name); err != nil {
				return nil, err
			}
		}
		return deleteFiles(ctx, kept, k.Files)
	}
	for open, failed := s.Erasures.Open(ctx, nil); ; open, failed = s.Erasures.Open(ctx, &open[len(open)-1]) {
		if failed != nil {
			return n, failed
		}
		for _, e := range open {
			done, failed := s.Erasures.Carry(ctx, e, outside)
			if failed != nil {
				err = failed
			} else if done {
				n++
			}
		}
		if len(open) < erasures.MostOpen || ctx.Err() != nil {
			return n, err
		}
	}
}

// deleteFiles deletes the content of files. What belongs to another database is out of this one's reach, now and on any
// other day: it remains, by its id, and does not keep the erasure open. The rows go all the same, and if the files
// become this database's they are collected.
func deleteFiles(ctx context.Context, kept *files.Owned, all []models.File) (remaining []erasure.Remaining, err error) {
	if kept == nil {
		return nil, nil
	}
	for _, f := range all {
		err := kept.Delete(ctx, f.Key())
		if errors.Is(err, files.ErrForeign) {
			remaining = append(remaining, erasure.Remaining{Kind: erasure.RemainingFile, FileID: f.ID,
				Code: erasure.CodeForeign})
		} else if err != nil {
			return nil, err
		}
	}
	return remaining, nil
}
