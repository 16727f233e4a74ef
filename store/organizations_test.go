package store_test

import (
	"fmt"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/testdb"
)

// TestListedOrganizations lists organizations with their postings and the interviews that begin later.
func TestListedOrganizations(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		empty := bolt()
		empty.Postings, empty.Submissions, empty.Imports = nil, nil, nil
		f := open(t, url, acme(), empty)
		canceled := f.book(f.order(cleo, at(18, 0)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		f.book(f.linkOrder("external@candidate.example")) // pending
		f.book(f.order("one@candidate.example", at(19, 0)))
		f.book(f.order("two@candidate.example", at(20, 0)))
		for now, toCome := range map[time.Time]int{noon: 2, at(18, 59): 2, at(19, 0): 1, at(20, 0): 0} {
			f.clock.Set(now)
			all := must(f.Team.ListedOrganizations(ctx))(t)
			if len(all) != 2 || all[0].Slug != "bolt" || all[0].Postings != 0 || all[0].ToCome != 0 {
				t.Fatalf("the organizations are %+v, want bolt first, without postings", all)
			}
			o := all[1]
			verify.Each(t, fmt.Sprintf("at %s acme", now), verify.Fields{"ID": {o.ID, f.org.ID},
				"Name": {o.Name, "Acme"}, "Approved": {o.Approved, true}, "TimeZone": {o.TimeZone, "America/New_York"},
				"Postings": {o.Postings, len(f.applied.Postings)}, "ToCome": {o.ToCome, toCome}})
		}

		// What is to come is to come for the organization, whose test clock may be ahead of the machine's.
		f.clock.Set(noon)
		f.moved(at(19, 0).Sub(noon))
		all := must(f.Team.ListedOrganizations(ctx))(t)
		if all[1].ToCome != 1 || all[0].ToCome != 0 {
			t.Errorf("at %s for acme alone %d interviews of it and %d of bolt are to come, want 1 and 0", at(19, 0),
				all[1].ToCome, all[0].ToCome)
		}
		f.exec("update test_clocks set ahead_ms = 0")
		f.done(f.Clocks(ctx))
		if n := f.count(func() { f.done(f.Team.ListedOrganizations(ctx)) }); n != 1 {
			t.Errorf("the list takes %d statements, want 1", n)
		}
	})
}
