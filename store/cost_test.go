package store_test

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/store"
	"litmus/store/audit"
	"litmus/store/effects"
	"litmus/testdb"
)

// TestCommitsOfOneBooking: the commits of a booking with two letters if nothing else shares them are the booking, each
// letter's intent before it leaves, its end after, the mark that nothing is owed any more, and the audit. Changes that
// nobody waits for, such as the mark of the accepted wake-up, share other commits.
func TestCommitsOfOneBooking(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), acme())
	s := must(store.Open(ctx, f.url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock.Now,
		Patience: time.Hour}))(t)
	f.must(f.Flush(ctx))
	before := commits(t, f.url)

	b := must(s.Bookings.Book(ctx, act.By{}, f.org, f.order(candidate(0), at(14, 0))))(t)
	i := b.Interview
	s.Audit.Record(audit.Entry{Method: "POST", Route: "/api/v1/interviews", Status: 201,
		ResourceIDs: []string{i.ID}, At: noon})
	s.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID,
		Revision: i.Revision})
	for _, to := range []string{"mail:candidate:" + candidate(0), "mail:interviewer:" + grace} {
		e := effect.Entry{OrgID: i.OrgID, InterviewID: i.ID, Target: to, Kind: effect.LetterConfirmation,
			Revision: i.Revision, ProviderID: to, Start: i.StartsAt, Stamp: noon}
		outcome, _ := must2(s.Effects.Intend(ctx, e, i.Revision, time.Minute))(t)
		if outcome != effects.IntentWritten {
			t.Fatalf("the intent of %s is %s", to, outcome)
		}
		e.State = effect.Done
		f.done(s.Effects.Settle(ctx, e, effects.MadeLink{}))
	}
	s.Wakes.MarkConverged(i, instant(noon.Add(time.Hour)))
	f.must(s.Close())
	if got, want := commits(t, f.url)-before, uint32(1+2*2+1+1); got != want {
		t.Errorf("%d commits, want %d", got, want)
	}
	for what, want := range map[string]int{"interviews where woken_revision = 1 and next_due_at is not null": 1,
		"effects where state = 'done'": 2, "audit": 1} {
		if got := f.scalar("select count(*) from " + what); got != want {
			t.Errorf("%d %s, want %d", got, what, want)
		}
	}
}

// TestStatementsOfALetter: each look at the ledger and each note in it takes as few statements as there can be, since a
// letter waits for every one of them.
func TestStatementsOfALetter(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		f.must(f.Flush(ctx))
		e := entry(i, alan)
		takes := func(doing string, want int, do func() error) {
			t.Helper()
			if got := f.count(func() { f.must(do()) }); got != want {
				t.Errorf("%s: %d statements, want %d", doing, got, want)
			}
		}
		takes("read the account", 2, func() error {
			return failure(f.Effects.InterviewLedger(ctx, models.Ref{OrgID: i.OrgID, ID: i.ID}))
		})
		takes("read what letters say", 1, func() error {
			return failure(f.Effects.Correspondence(ctx, i, []string{grace, alan}))
		})
		takes("write an intent", 1, func() error { return failure(f.Effects.Intend(ctx, e, 1, time.Minute)) })
		e.State = effect.Done
		takes("settle it", 1, func() error { return failure(f.Effects.Settle(ctx, e, effects.MadeLink{})) })
	})
}

// commits returns how many transactions wrote something, from the index of SQLite's write-ahead log (iChange, at byte 8
// of its header, https://sqlite.org/walformat.html).
func commits(t testing.TB, url string) uint32 {
	t.Helper()
	b, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:") + "-shm")
	if err != nil || len(b) < 12 {
		t.Fatalf("%d bytes of the log's index: %v", len(b), err)
	}
	return binary.NativeEndian.Uint32(b[8:])
}
