package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"litmus/store"
)

// TestOpenExisting proves that a command which only reads does not create the database.
func TestOpenExisting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none", "litmus.db")
	_, err := store.Open(t.Context(), "sqlite:"+path, store.Options{Existing: true})
	if !errors.Is(err, store.ErrNoDatabase) {
		t.Errorf("got %v, want %v", err, store.ErrNoDatabase)
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("it made the folder all the same")
	}
}
