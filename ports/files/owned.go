package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Owned is a store that belongs to one database, which an object in it says. Only that database deletes there: a
// restored copy of it has the same organizations, and would take what was added since for what no row names. It is the
// one way by which a service deletes content.
type Owned struct {
	Store
	who  func(context.Context) (string, error)
	take bool
	log  *slog.Logger
	warn sync.Once

	mu    sync.Mutex
	owner string    // what the claim said
	read  time.Time // when; zero: never
}

// Own returns the store as that of the database whose identity who returns, "" while it is not known to be the one that
// may act. With take the store goes wherever the database goes, such as a folder in the database's own, and its claim
// is replaced by that of a copy of both.
func Own(s Store, take bool, log *slog.Logger, who func(context.Context) (string, error)) *Owned {
	return &Owned{Store: s, take: take, log: log, who: who}
}

// The claim of a database on a store.
const (
	claimKey  = "litmus/database"
	claimMost = 100         // bytes that are read of it
	claimFor  = time.Minute // for which a process goes by what it has read
)

var (
	// ErrForeign is the error about a store that belongs to another database.
	ErrForeign = errors.New("the files belong to another database")

	errWaiting = errors.New("it is not known yet whether this database may delete files")
)

// Owner returns the identity of the database that the store belongs to, "" for none yet. It changes nothing.
func Owner(ctx context.Context, s Store) (string, error) {
	r, err := s.Open(ctx, claimKey)
	if errors.Is(err, ErrNone) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer r.Close()
	said, err := io.ReadAll(io.LimitReader(r, claimMost))
	if err != nil {
		return "", fmt.Errorf("read whose the files are: %w", err)
	}
	if owner := strings.TrimSpace(string(said)); owner != "" {
		return owner, nil
	}
	return "unknown", nil // an empty claim is somebody's
}

// Claim makes the store the database's own if it is nobody's yet. The error is [ErrForeign] if it is another's, which
// the log says once.
func (o *Owned) Claim(ctx context.Context) error {
	who, err := o.who(ctx)
	if err != nil {
		return err
	}
	if who == "" {
		return errWaiting
	}
	owner, err := o.ownerFor(ctx, who)
	if err != nil {
		return err
	}
	if owner != who {
		o.warn.Do(func() {
			o.log.Warn("the files belong to another database: this one deletes none", "owner", owner, "database", who)
		})
		return ErrForeign
	}
	return nil
}

// ownerFor returns whose the store is, after a claim for who if it is nobody's.
func (o *Owned) ownerFor(ctx context.Context, who string) (string, error) {
	o.mu.Lock()
	owner, read := o.owner, o.read
	o.mu.Unlock()
	if !read.IsZero() && time.Since(read) < claimFor && (owner == who || !o.take) {
		return owner, nil
	}
	owner, err := Owner(ctx, o.Store)
	if err == nil && owner == "" {
		err = o.PutNew(ctx, claimKey, strings.NewReader(who))
	} else if err == nil && owner != who && o.take {
		err = o.Put(ctx, claimKey, strings.NewReader(who))
	} else if err == nil {
		o.note(owner)
		return owner, nil
	}
	if err == nil {
		owner, err = Owner(ctx, o.Store) // of several that claimed at once one did
	}
	if err == nil && owner == "" {
		err = errors.New("the claim on the files is gone again")
	}
	if err != nil {
		return "", fmt.Errorf("claim the files: %w", err)
	}
	o.note(owner)
	return owner, nil
}

func (o *Owned) note(owner string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.owner, o.read = owner, time.Now()
}

// Delete removes it if the store is the database's own, which it claims to that end. The error is [ErrForeign] if it is
// another's.
func (o *Owned) Delete(ctx context.Context, key string) error {
	if err := o.Claim(ctx); err != nil {
		return err
	}
	return o.Store.Delete(ctx, key)
}

// List leaves out the claim, which is no file.
func (o *Owned) List(ctx context.Context, visit func(Entry) error) error {
	return o.Store.List(ctx, func(e Entry) error {
		if e.Key == claimKey {
			return nil
		}
		return visit(e)
	})
}
