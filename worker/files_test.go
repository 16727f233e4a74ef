package worker

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/ports/files"
	"litmus/store/pipelines"
)

// holding is a store that cannot delete one of its files.
type holding struct {
	files.Store
	key string
}

var errHeld = errors.New("held")

func (h holding) Delete(ctx context.Context, key string) error {
	if key == h.key {
		return errHeld
	}
	return h.Store.Delete(ctx, key)
}

// owned are the files as those of a database.
func owned(s files.Store, database string) *files.Owned {
	return files.Own(s, false, slog.New(slog.DiscardHandler),
		func(context.Context) (string, error) { return database, nil })
}

// TestCollectFiles: what no row names goes once nobody can be about to name it. What is named stays, and so does what
// belongs to no organization of this database. A copy of the database collects nothing. A file that cannot be deleted
// does not hold up the others.
func TestCollectFiles(t *testing.T) {
	t.Parallel()
	o := open(t)
	dir := t.TempDir()
	folder, err := files.OpenFolder(dir)
	o.must(err)
	kept := owned(folder, "db_1")
	put := func(key string, age time.Duration) {
		name, at := filepath.Join(dir, key), o.store.Now().Add(-age)
		o.must(os.MkdirAll(filepath.Dir(name), 0o700))
		o.must(os.WriteFile(name, []byte("content"), 0o600))
		o.must(os.Chtimes(name, at, at))
	}
	left := func() (keys []string) {
		o.must(kept.List(t.Context(), func(e files.Entry) error { keys = append(keys, e.Key); return nil }))
		return keys
	}
	task, err := o.store.Pipelines.CreateAssessment(t.Context(), act.By{}, o.org.ID, pipelines.NewAssessmentID(),
		pipeline.AssessmentEdit{Title: "Task", DeliveryMode: models.DeliveryAsync})
	o.must(err)
	f, _, err := o.store.Pipelines.NewFile(t.Context(), o.org.ID, task.ID)
	o.must(err)
	f.Name, f.Size, f.Type = "task.zip", 7, "application/zip"
	o.must(o.store.Pipelines.AddFile(t.Context(), act.By{}, f))
	young := o.org.ID + "/fil_young"
	stays := []string{f.Key(), young, "org_elsewhere/fil_1"}
	put(f.Key(), 24*time.Hour)
	put(young, collectGrace-time.Minute)
	put("org_elsewhere/fil_1", 24*time.Hour)
	put(o.org.ID+"/fil_lost", collectGrace+time.Minute)
	put(o.org.ID+"/fil_cut.abc.part", collectGrace+time.Minute)
	for n := range collectBatch + 1 {
		put(o.org.ID+"/fil_many_"+time.Duration(n).String(), 24*time.Hour)
	}
	held := o.org.ID + "/fil_cut.abc.part" // in front of all others
	n, err := collectFiles(t.Context(), o.store, owned(holding{folder, held}, "db_1"))
	if !errors.Is(err, errHeld) || n != collectBatch+2 {
		t.Errorf("collected were %d beside a file that cannot be deleted: %v", n, err)
	}
	n, err = collectFiles(t.Context(), o.store, owned(folder, "db_2")) // a copy of the database, with the same rows
	if n != 0 || err != nil {
		t.Errorf("another database collects %d: %v", n, err)
	}
	n, err = collectFiles(t.Context(), o.store, kept)
	o.must(err)
	slices.Sort(stays)
	if got := left(); !slices.Equal(got, stays) || n != 1 {
		t.Errorf("collected were %d, and left is %v, want %v", n, got, stays)
	}

	o.clock.Set(o.store.Now().Add(collectGrace))
	_, err = o.store.Pipelines.RemoveFile(t.Context(), act.By{}, o.org.ID, task.ID, f.ID)
	o.must(err)
	_, err = collectFiles(t.Context(), o.store, kept)
	o.must(err)
	if got := left(); !slices.Equal(got, []string{"org_elsewhere/fil_1"}) {
		t.Errorf("left is %v", got)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := collectFiles(ended, o.store, kept); err == nil {
		t.Error("it does not end with its context")
	}
}
