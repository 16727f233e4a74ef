package store_test

import (
	"testing"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/figures"
	"litmus/testdb"
)

// TestLoad: the load counts everybody of a panel in the week of each, whoever did not come does not count, and it is
// read by as many statements however many there are (P12).
func TestLoad(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		var id string
		for _, p := range must(f.Pools.List(ctx, f.org.ID))(t) {
			if p.Name == "Backend" {
				id = p.ID
			}
		}
		load := func(pool string) figures.Load { return must(f.Pages.Load(ctx, f.org, pool))(t) }
		week := func(l figures.Load, email string) [3]int { // this week, share, no-shows
			for _, p := range l.People {
				if p.Email == email {
					return [3]int{p.Weeks[figures.LoadPast], p.Recent, p.NoShows}
				}
			}
			return [3]int{-1}
		}
		sum := func(l figures.Load) (n int) {
			for _, p := range l.People {
				n += p.Sum()
			}
			return n
		}
		imported := sum(load(""))
		before := f.count(func() { load("") })
		for n, hour := range []int{14, 16, 18} {
			o := f.orderWith("", candidate(n), at(hour, 0))
			o.Auto = true
			i := f.book(o)
			if n == 0 {
				f.clock.Set(i.StartsAt)
				f.done(f.Bookings.MarkNoShow(ctx, f.as(models.ActorMember, ada), models.Ref{OrgID: f.org.ID, ID: i.ID},
					booking.NoShow{Who: models.NoShowInterviewer, Email: i.Panel[1].Email}))
				if got := week(load(id), i.Panel[1].Email); got != [3]int{0, 1, 1} {
					t.Errorf("who did not come has %v", got)
				}
				if got := week(load(id), i.Panel[0].Email); got != [3]int{1, 1, 0} {
					t.Errorf("who leads has %v", got)
				}
			}
		}
		l := load("")
		if n := sum(l) - imported; n != 3*4-1 {
			t.Errorf("%d interviews of people are counted, want those of three panels of four less one", n)
		}
		if got := week(load(id), "m0@acme.example"); got != [3]int{-1} {
			t.Errorf("a manager is in the load of the pool Backend: %v", got)
		}
		if len(l.Pools) != 2 || len(l.Trainees) != 1 || l.Trainees[0].Email != "trainee@acme.example" ||
			l.Pools[0].Name != "Backend" || l.Pools[0].Qualified != 5 || l.Pools[0].Paused != 1 {
			t.Errorf("pools are %+v, trainees %+v", l.Pools, l.Trainees)
		}
		if after := f.count(func() { load("") }); after != before || after > 6 {
			t.Errorf("%d statements, and %d with interviews", before, after)
		}
		f.refused(failure(f.Pages.Load(ctx, f.org, "pool_none")), models.NotFound, "the load of no pool")
	})
}
