package testdb_test

import (
	"context"
	"os"
	"testing"

	"litmus/store"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

func TestEach(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		s, err := store.Open(context.Background(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Ping(context.Background()); err != nil {
			t.Errorf("the database is not migrated: %v", err)
		}
	})
}

func TestEachEmpty(t *testing.T) {
	t.Parallel()
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		s, err := store.Open(context.Background(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Ping(context.Background()); err == nil {
			t.Error("the database is migrated; want an empty one")
		}
	})
}
