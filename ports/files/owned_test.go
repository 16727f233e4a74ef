package files_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"litmus/ports/files"
)

// owned is the store as that of a database; its log is written to log.
func owned(s files.Store, take bool, database string, log *bytes.Buffer) *files.Owned {
	return files.Own(s, take, slog.New(slog.NewTextHandler(log, nil)),
		func(context.Context) (string, error) { return database, nil })
}

// TestOwned: a store belongs to the first database that claims it, and only that one deletes there. Another one, such
// as a restored copy, says once in its log that it does not. Where the store goes with its database, so does the claim.
func TestOwned(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s files.Store) {
		const key, other = "org_1/fil_1", "org_1/fil_2"
		put(t, s, key, []byte("content"))
		put(t, s, other, []byte("content"))
		owner := func() string {
			t.Helper()
			who, err := files.Owner(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			return who
		}
		var log bytes.Buffer
		if err := owned(s, false, "", &log).Delete(t.Context(), key); err == nil || owner() != "" {
			t.Errorf("a database that may not act yet deletes: %v, and owns %q", err, owner())
		}
		ours, copied := owned(s, false, "db_1", &log), owned(s, false, "db_2", &log)
		if err := ours.Claim(t.Context()); err != nil || owner() != "db_1" {
			t.Fatalf("the first claim: %v of %q", err, owner())
		}
		for range 2 {
			if err := copied.Delete(t.Context(), key); !errors.Is(err, files.ErrForeign) {
				t.Errorf("another database deletes: %v", err)
			}
		}
		if got := log.String(); strings.Count(got, "level=WARN") != 1 || !strings.Contains(got, "owner=db_1") {
			t.Errorf("the log is %q", got)
		}
		var kept []string
		err := copied.List(t.Context(), func(e files.Entry) error { kept = append(kept, e.Key); return nil })
		if err != nil || !slices.Equal(kept, []string{key, other}) {
			t.Errorf("listed is %v: %v", kept, err)
		}
		if err := ours.Delete(t.Context(), key); err != nil {
			t.Error(err)
		}
		if _, err := s.Open(t.Context(), key); !errors.Is(err, files.ErrNone) {
			t.Errorf("what its owner deleted is opened with %v", err)
		}
		if err := owned(s, true, "db_2", &log).Delete(t.Context(), other); err != nil || owner() != "db_2" {
			t.Errorf("where the store went with a copy: %v of %q", err, owner())
		}
	})
}

// TestClaimedAtOnce: of several databases that claim a store at once one has it.
func TestClaimedAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s files.Store) {
		var claims sync.WaitGroup
		errs := make([]error, 8)
		for n := range errs {
			o := owned(s, false, "db_"+string(rune('a'+n)), &bytes.Buffer{})
			claims.Go(func() { errs[n] = o.Claim(t.Context()) })
		}
		claims.Wait()
		have := 0
		for _, err := range errs {
			if err == nil {
				have++
			} else if !errors.Is(err, files.ErrForeign) {
				t.Error(err)
			}
		}
		if have != 1 {
			t.Errorf("%d of %d have it", have, len(errs))
		}
	})
}
