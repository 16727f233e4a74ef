package api_test

import (
	"context"
	"testing"

	"litmus/testdb/worlds"
)

func TestMain(m *testing.M) { worlds.Main(m) }

var ctx = context.Background()

// world has what the tests of REST ask of a world.
type world struct{ *worlds.World }

// open is [worlds.Open].
func open(t testing.TB, url string, change ...func(*worlds.Setup)) *world {
	t.Helper()
	return &world{worlds.Open(t, url, change...)}
}
