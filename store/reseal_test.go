package store_test

import (
	"testing"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/testdb"
)

// TestReseal: with the secret before it beside it, a new secret opens what is stored, and seals it anew; then the old
// one is needed no more. Without it nothing is opened, and nothing is lost.
func TestReseal(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		account := timetable.CalendarAccount{Provider: timetable.CalendarCalDAV, URL: "https://dav.example/x",
			Username: "grace", Password: "hunter2"}
		file := inviting()
		file.Interviewers[0].Calendar = &account
		f := open(t, url, file)
		f.book(f.order(cleo, at(18, 0)))
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorOperator, ""), f.org.ID, cleo))(t)
		const fresh = "another secret of 32 bytes or so"
		with := func(s keyring.Secret) *store.Store {
			other := must(store.Open(ctx, url, store.Options{Secret: s, Now: f.clock.Now}))(t)
			t.Cleanup(func() { _ = other.Close() })
			return other
		}
		alone, both := with(keyring.Secret(fresh)), with(keyring.Rotated(fresh, string(secret)))
		if n := must(alone.Reseal(ctx))(t); n != 0 {
			t.Errorf("without the old secret %d are sealed anew", n)
		}
		if n := must(both.SealedBefore(ctx))(t); n != 2 {
			t.Errorf("%d wait for it, want the calendar and the key of erasures", n)
		}
		if got := must(both.Availability.ConnectionOf(ctx, f.org.ID, grace))(t); got.Account != account {
			t.Errorf("with both, opened is %+v", got.Account)
		}
		if n := must(both.Reseal(ctx))(t); n != 2 {
			t.Errorf("%d were sealed anew", n)
		}
		if n := must(both.Reseal(ctx))(t) + must(alone.SealedBefore(ctx))(t); n != 0 {
			t.Errorf("afterwards %d are left", n)
		}
		if got := must(alone.Availability.ConnectionOf(ctx, f.org.ID, grace))(t); got.Account != account {
			t.Errorf("with the new one alone, opened is %+v", got.Account)
		}
		if r := must(alone.Erasures.Register(ctx))(t); r.Erasures[0].Hash != e.Hash {
			t.Error("the erasure has another hash")
		}
	})
}
