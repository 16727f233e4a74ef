package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"litmus/models"
	"litmus/ports/files"
	"litmus/store"
)

// How files are collected.
const (
	collectEvery = time.Hour
	collectGrace = time.Hour // after which what is kept has its row, or nobody will write it: an upload takes minutes
	collectBatch = 500       // files that the database is asked about at a time
)

// CollectFiles deletes the content of files that no row names, at the start and every hour, until ctx ends: what
// processes left that were killed while they kept a file or removed one, and what went with its candidate or its
// assessment. It may run in any number of processes. It claims the files for the database, and leaves those of another
// one alone.
func CollectFiles(ctx context.Context, s *store.Store, kept *files.Owned, log *slog.Logger) {
	for {
		n, err := collectFiles(ctx, s, kept)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Warn("files not collected", "error", err)
		}
		if n > 0 {
			log.Info("files collected", "files", n)
		}
		if !pause(ctx, collectEvery) {
			return
		}
	}
}

// collectFiles looks at all that is kept, and returns how much it deleted. What is not below an organization of this
// database is left alone. What cannot be deleted does not hold up the rest.
func collectFiles(ctx context.Context, s *store.Store, kept *files.Owned) (deleted int, err error) {
	if err := kept.Claim(ctx); errors.Is(err, files.ErrForeign) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	orgs, err := s.Team.Organizations(ctx)
	if err != nil {
		return 0, err
	}
	ours := map[string]bool{}
	for _, o := range orgs {
		ours[o.ID] = true
	}
	before := s.Now().Add(-collectGrace)
	var org string
	var ids []string
	var stuck []error
	settle := func() error {
		if len(ids) == 0 {
			return nil
		}
		named, err := s.Candidates.NamedFiles(ctx, org, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if named[id] {
				continue
			}
			if err := kept.Delete(ctx, org+"/"+id); err != nil {
				stuck = append(stuck, err)
				continue
			}
			deleted++
		}
		ids = ids[:0]
		return nil
	}
	err = kept.List(ctx, func(e files.Entry) error {
		database, id, _ := strings.Cut(e.Key, "/")
		if !ours[database] || e.At.After(before) {
			return nil
		}
		if database != org || len(ids) == collectBatch {
			if err := settle(); err != nil {
				return err
			}
			org = database
		}
		ids = append(ids, id)
		return nil
	})
	if err == nil {
		err = settle()
	}
	if err == nil && len(stuck) > 0 {
		err = fmt.Errorf("%s, the first: %w", models.Count(len(stuck), "file"), stuck[0])
	}
	return deleted, err
}
