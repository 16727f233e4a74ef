package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/testdb"
)

// TestIdentity: of several processes that start at once one decides who the database is; a claim notes where it was
// made, and never counts back; a copy that was adopted is somebody else, and an old backup who an operator says.
func TestIdentity(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		const processes = 4
		ids := make([]string, processes)
		var s *store.Store
		var starting sync.WaitGroup
		for n := range processes {
			s = must(store.Open(ctx, url, store.Options{Secret: secret}))(t)
			t.Cleanup(func() { _ = s.Close() })
			one := s
			starting.Go(func() {
				i, err := one.Identity(ctx)
				if ids[n] = i.ID; err != nil {
					t.Error(err)
				}
			})
		}
		starting.Wait()
		if all := slices.Compact(slices.Clone(ids)); len(all) != 1 || !strings.HasPrefix(all[0], "db_") {
			t.Fatalf("the database is %v", ids)
		}
		id := ids[0]
		for _, c := range []struct{ known, want int64 }{{0, 1}, {1, 2}, {9, 10}, {3, 11}} {
			if got := must(s.Claimed(ctx, id, "ns", "here", c.known))(t); got != c.want {
				t.Errorf("where the namespace knows %d claims, this one is %d, want %d", c.known, got, c.want)
			}
		}
		want := upkeep.Identity{ID: id, Namespace: "ns", Place: "here", Claims: 11, Adopted: true}
		if got := must(s.Adopt(ctx, false))(t); got != want {
			t.Errorf("adopted as itself it is %+v, want %+v", got, want)
		}
		must(s.Claimed(ctx, id, "ns2", "there", 0))(t)
		if got := *must(s.PeekIdentity(ctx))(t); got.Adopted || got.Namespace != "ns2" || got.Place != "there" {
			t.Errorf("after the claim it is %+v", got)
		}
		other := must(s.Adopt(ctx, true))(t)
		if other != (upkeep.Identity{ID: other.ID, Adopted: true}) || other.ID == id {
			t.Errorf("adopted as another it is %+v", other)
		}
		if _, err := s.Claimed(ctx, id, "ns", "here", 0); models.KindOf(err) != models.Conflict {
			t.Errorf("who it was claims: %v, want a conflict", err)
		}
		must(s.Claimed(ctx, other.ID, "ns2", "there", 0))(t)
		if got := must(s.AdoptAs(ctx, id))(t); got != (upkeep.Identity{ID: id, Adopted: true}) {
			t.Errorf("adopted as %s it is %+v", id, got)
		}
		for _, none := range []string{"", "db_", "org_" + id[3:], "default"} {
			if _, err := s.AdoptAs(ctx, none); models.KindOf(err) != models.Invalid {
				t.Errorf("adopted as %q: %v", none, err)
			}
		}
	})
}

// TestOlderDatabase: where the namespace knows of more claims than the database, as beside a restored backup, and where
// an operator adopted it, all that still have something to do are woken, and what is done is not.
func TestOlderDatabase(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update interviews set woken_revision = revision, converged_revision = revision, next_due_at = ends_at "+
			"where id = ?", f.book(f.order("ahead", at(13, 0))).ID)
		f.exec("update interviews set woken_revision = revision, converged_revision = revision, next_due_at = null "+
			"where id = ?", f.book(f.order("done", at(15, 0))).ID)
		id := must(f.Identity(ctx))(t).ID
		claim := func(known, want int) {
			t.Helper()
			f.exec("update interviews set woken_revision = revision")
			must(f.Claimed(ctx, id, "ns", "here", int64(known)))(t)
			if got := f.scalar("select count(*) from interviews where woken_revision < revision"); got != want {
				t.Errorf("where the namespace knows %d claims %d are to be woken, want %d", known, got, want)
			}
		}
		claim(0, 0)
		claim(1, 0)
		claim(9, 1)
		claim(10, 0)
		must(f.Adopt(ctx, false))(t)
		claim(11, 1)
		must(f.Adopt(ctx, false))(t)
		claim(0, 0) // a Temporal that knows nothing starts all that it should know
	})
}

// TestPlace: two databases of one server are in two places, each always in the same.
func TestPlace(t *testing.T) {
	t.Parallel()
	a, b := open(t, testdb.Postgres(t)), open(t, testdb.Postgres(t))
	if p := a.Place(ctx); p == "" || p != a.Place(ctx) || p == b.Place(ctx) {
		t.Errorf("the places are %q and %q", p, b.Place(ctx))
	}
	if p := open(t, testdb.SQLite(t)).Place(ctx); p != "" {
		t.Errorf("a file of SQLite is at %q", p)
	}
}
