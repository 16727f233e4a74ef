package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

func TestClaims(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		const lease = 15 * time.Second
		claim := func(limit int) (ids []string) {
			t.Helper()
			found := must(f.Wakes.ClaimUnwoken(ctx, f.Now(), lease, limit))(t)
			for _, one := range found {
				ids = append(ids, one.ID)
			}
			return ids
		}
		var mine []string
		for n := range 6 {
			mine = append(mine, f.book(f.order(fmt.Sprintf("c%d@candidate.example", n), at(14+n, 0))).ID)
			f.clock.Set(f.Now().Add(time.Millisecond))
		}

		// Four relays claim at once: each row goes to one of them.
		f.clock.Set(f.Now().Add(time.Second))
		claimed := make([][]string, 4)
		each(4, func(n int) error {
			for {
				found, err := f.Wakes.ClaimUnwoken(ctx, f.Now(), lease, 2)
				for _, one := range found {
					claimed[n] = append(claimed[n], one.ID)
				}
				if err != nil || len(found) == 0 {
					return err
				}
			}
		}, func(_ int, err error) { f.must(err) })
		got := slices.Concat(claimed...)
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(mine)); !slices.Equal(got, want) {
			t.Errorf("four relays claimed %v, want each of %v once", got, want)
		}

		// A later change can be claimed at once, and so can what a relay released; everything else when the lease ends.
		changed, _ := must2(f.Bookings.Change(ctx, act.By{}, f.org.ID, mine[3], booking.Cancel))(t)
		if got := claim(10); !slices.Equal(got, mine[3:4]) {
			t.Errorf("after a change %v was free, want %s", got, mine[3])
		}
		f.must(f.Wakes.Unclaim(ctx, []models.PendingWake{{Entity: models.EntityInterview, OrgID: f.org.ID, ID: mine[5],
			Revision: 1},
			// The second has changed since it was claimed.
			{Entity: models.EntityInterview, OrgID: f.org.ID, ID: mine[3], Revision: changed.Revision - 1}}))
		if got := claim(10); !slices.Equal(got, mine[5:]) {
			t.Errorf("after one was given back %v was free, want %s", got, mine[5])
		}
		f.clock.Set(f.Now().Add(lease - time.Millisecond))
		if got := claim(10); len(got) != 0 {
			t.Errorf("within the lease %v was free", got)
		}

		// Organizations come round robin, whichever was first; within each the oldest row comes first.
		second := &fixture{Store: f.Store, t: t, url: f.url, clock: f.clock}
		second.applied = second.apply(bolt())
		second.org = must(f.Team.Organization(ctx, "bolt"))(t)
		theirs := []string{second.book(second.order("d1@candidate.example", at(14, 0))).ID}
		f.clock.Set(f.Now().Add(time.Millisecond))
		theirs = append(theirs, second.book(second.order("d2@candidate.example", at(15, 0))).ID)
		f.clock.Set(f.Now().Add(time.Minute))
		if got, want := claim(3), []string{mine[0], mine[1], theirs[0]}; !slices.Equal(got, want) {
			t.Errorf("claimed %v, want %v", got, want)
		}
		if got, want := claim(3), []string{mine[2], mine[3], theirs[1]}; len(got) != 3 ||
			!slices.Contains(got, want[2]) {
			t.Errorf("then claimed %v, want %v", got, want)
		}
	})
}
