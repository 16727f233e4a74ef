package store_test

import (
	"errors"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/store"
	"litmus/store/audit"
)

// TestInOneTransaction proves that what is done in one transaction is there as a whole, with what is collected
// elsewhere and written later, or not at all; and it is done by another clock.
func TestInOneTransaction(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		before := f.dump()
		past := noon.AddDate(0, 0, -3)
		var made models.Interview
		acts := func(whole *store.Store) error {
			b := must(whole.Bookings.Book(ctx, act.By{}, f.org, f.order(cleo, at(18, 0))))(t)
			made = b.Interview
			if _, err := whole.Interviews.Interview(ctx, f.org.ID, made.ID); err != nil {
				t.Errorf("what was booked before cannot be read: %v", err)
			}
			whole.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: f.org.ID, ID: made.ID,
				Revision: made.Revision})
			whole.Audit.Record(audit.Entry{OrgID: f.org.ID, Method: "GET", Route: "/roles", Status: 200, At: past,
				RequestID: "req_whole"})
			return nil
		}
		clock := func() time.Time { return past }
		fails := errors.New("the last act fails")
		if err := f.InOneTransaction(ctx, clock, func(whole *store.Store) error {
			f.must(acts(whole))
			return fails
		}); !errors.Is(err, fails) {
			t.Errorf("the error is %v", err)
		}
		f.unchanged(before)
		f.must(f.InOneTransaction(ctx, clock, acts))
		i := f.interview(made.ID)
		if i.WokenRevision != i.Revision || !i.CreatedAt.Equal(past) {
			t.Errorf("revision %d is woken at %d and was made at %s, want %s", i.Revision, i.WokenRevision, i.CreatedAt,
				past)
		}
		if n := f.scalar("select count(*) from audit where request_id = 'req_whole'"); n != 1 {
			t.Errorf("%d rows of the audit, want 1", n)
		}
		// A change that nobody waits for and that fails is the end of it, too.
		before = f.dump()
		if err := f.InOneTransaction(ctx, clock, func(whole *store.Store) error {
			f.done(whole.Bookings.Book(ctx, act.By{}, f.org, f.order("dora@candidate.example", at(20, 0))))
			whole.Audit.Record(audit.Entry{OrgID: "org_none", Method: "GET", Route: "/roles", Status: 200, At: past})
			return nil
		}); err == nil {
			t.Error("a row that the database refuses is no failure")
		}
		f.unchanged(before)
	})
}
