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
	for migrated, each := range map[bool]func(*testing.T, func(*testing.T, string)){true: testdb.Each,
		false: testdb.EachEmpty} {
		each(t, func(t *testing.T, url string) {
			s, err := store.Open(context.Background(), url, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Ping(context.Background()); (err == nil) != migrated {
				t.Errorf("the database is to be migrated: %t, and %v", migrated, err)
			}
		})
	}
}
