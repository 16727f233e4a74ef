package storage_test

import (
	"testing"

	"cloud.google.com/go/storage"
)

func TestNewClient(t *testing.T) {
	if c, err := storage.NewClient(t.Context()); c != nil || err == nil {
		t.Errorf("a client is made: %v (%v)", c, err)
	}
}
