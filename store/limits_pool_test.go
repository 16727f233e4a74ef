package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/store"
	"litmus/testdb"
)

// limitPool gives a pool limits, as a file does.
func (f *fixture) limitPool(key string, l models.InterviewLimits) {
	f.t.Helper()
	file := must(f.Setups.Export(ctx, f.org.Slug))(f.t)
	n := slices.IndexFunc(file.Pools, func(p setup.Pool) bool { return p.Key == key })
	file.Pools[n].Limits = l
	f.apply(file)
}

// bookAuto books an interview whose panel is chosen.
func (f *fixture) bookAuto(n int, start time.Time) (booking.Booking, error) {
	o := f.orderWith("", candidate(n), start)
	o.Auto = true
	return f.Bookings.Book(ctx, act.By{}, f.org, o)
}

// TestPoolLimitsHold: of sixty who want the last interview that a pool of people, or of rooms, has left that day, at
// starts for which other people are free, one gets it, by whatever they choose (P5).
func TestPoolLimitsHold(t *testing.T) {
	t.Parallel()
	for _, pool := range []string{"backend", "rooms"} {
		t.Run(pool, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				f := roomed(t, url)
				f.limitPool(pool, models.InterviewLimits{Day: 2})
				must(f.bookAuto(100, at(16, 0)))(t)
				var invited []models.Ref
				for n := range 30 {
					invited = append(invited, f.invitee(candidate(n)))
				}
				servers := []*store.Store{f.Store, f.another(), f.another()}
				f.race(60, 1, func(n int) error {
					s, start := servers[n%3], at(18+2*(n%3), 0)
					if n < 30 {
						return failure(s.Bookings.Pick(ctx, invited[n], start, "UTC", true))
					}
					o := f.orderWith("", candidate(n), start)
					o.Auto = true
					return failure(s.Bookings.Book(ctx, act.By{}, f.org, o))
				})
				from, to := at(12, 0), at(23, 30)
				if slots := f.slots(from, &to); len(slots) > 0 {
					t.Errorf("offered at a limit: %v", slots)
				}
			})
		})
	}
}

// TestPoolsWait proves that a booking which chooses people or a room from a pool whose limits count waits for another
// one from it, whoever else it names. On SQLite the transaction is the only writer.
func TestPoolsWait(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := roomed(t, url)
		if !f.Postgres() {
			return
		}
		f.limitPool("rooms", models.InterviewLimits{Day: 2})
		auto, named := f.orderWith("", candidate(0), at(16, 0)), f.orderWith("b0@acme.example", candidate(1), at(20, 0))
		auto.Auto, named.Panel = true, []string{"b0@acme.example", "m0@acme.example"}
		for name, o := range map[string]booking.Order{"chosen": auto, "named": named} {
			booked := make(chan string, 1)
			f.must(f.Transaction(ctx, func(exec func(string) error) error {
				if err := exec("select 1 from pools where key = 'rooms' for no key update"); err != nil {
					return err
				}
				go func() {
					b, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
					booked <- fmt.Sprint(len(b.Interview.Rooms()), err)
				}()
				f.waitsForLock(booked)
				return nil
			}))
			if got := <-booked; got != "1 <nil>" {
				t.Errorf("%s after the other one: %s", name, got)
			}
		}
	})
}

// TestPoolLimits: the limits of a pool bind what is offered, explained and chosen for its seats, and no others; whoever
// is named passes them, and the warning says which pool's (P5).
func TestPoolLimits(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.limitPool("managers", models.InterviewLimits{Before: 60})
		why := func(start time.Time, want string) {
			t.Helper()
			q := f.question()
			q.RoundID = f.round("backend", "default", "design")
			x := must(f.Availability.Explain(ctx, f.org.ID, q, start))(t).Explanations[0]
			if got := x.WhyNot("", time.UTC); !strings.Contains(got, want) {
				t.Errorf("%s: asked why not: %s\nwant %s", start, got, want)
			}
			if offered := len(f.slots(start, &start)) == 1; offered != (x.Capacity > 0) {
				t.Errorf("%s: offered: %v, explained: %s", start, offered, x.Words(time.UTC))
			}
		}
		why(at(16, 0), "with everybody for 2 interviews")
		if got := seated(must(f.bookAuto(0, at(16, 0)))(t).Interview); got != "b0 b1 m0 trainee" {
			t.Errorf("the first panel is %s", got)
		}
		why(at(17, 30), "with everybody for 1 interview") // m0 needs an hour before it; b0 and b1 do not
		why(at(18, 0), "with everybody for 2 interviews")
		f.limitPool("managers", models.InterviewLimits{Day: 2})
		why(at(18, 0), "with everybody for 1 interview")
		must(f.bookAuto(1, at(20, 0)))(t)
		const full = "Managers: the pool has 2 interviews on Mon 3 Mar, and at most 2 a day"
		why(at(22, 0), full)
		why(at(22, 0).AddDate(0, 0, 1), "with everybody for 2 interviews")
		_, err := f.bookAuto(2, at(22, 0))
		f.refusedSaying(err, models.Conflict, full, "a third panel")

		named := f.orderWith("b0@acme.example", candidate(2), at(22, 0))
		named.Panel = []string{"b0@acme.example", "m1@acme.example"}
		b := must(f.Bookings.Book(ctx, act.By{}, f.org, named))(t)
		const over = `Pool "Managers" has 2 interviews on Mon 3 Mar, and at most 2 a day`
		if w := warning(b.Warnings); !strings.HasPrefix(w, over) || len(b.Interview.OverLimits) != 1 {
			t.Errorf("the warning is %q, kept as %v", w, b.Interview.OverLimits)
		}
		backend := f.orderWith("b0@acme.example", candidate(3), at(23, 0)) // nobody of the pool is in it
		if b := must(f.Bookings.Book(ctx, act.By{}, f.org, backend))(t); len(b.Interview.OverLimits) > 0 {
			t.Errorf("without a seat from the pool the limits are %v", b.Interview.OverLimits)
		}
		_, _, err = f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, b.Interview.ID,
			booking.PanelChange{Leaves: "m1@acme.example", Joins: booking.Anybody})
		f.refusedSaying(err, models.Conflict, "nobody else is free for the seat", "a seat of a pool at its limit")
		row, changed, err := f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, b.Interview.ID, booking.PanelChange{
			Leaves: "m1@acme.example", Joins: "m0@acme.example"})
		if err != nil || !changed || seated(row.Interview) != "b0 m0" {
			t.Errorf("named for the seat: %s, %v", seated(row.Interview), err)
		}
		alone := f.orderWith("b1@acme.example", candidate(4), at(23, 0))
		alone.Panel = []string{"b1@acme.example"}
		i := f.book(alone)
		row, _, err = f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, i.ID,
			booking.PanelChange{Joins: "m1@acme.example"})
		const third = `Pool "Managers" has 3 interviews on Mon 3 Mar`
		if w := warning(row.Warnings); err != nil || !strings.HasPrefix(w, third) {
			t.Errorf("who joins from a pool at its limit: %q, %v", w, err)
		}
		if able := must(f.Bookings.Successors(ctx, f.org.ID, b.Interview.ID, "m0@acme.example"))(t); len(able) > 0 {
			t.Errorf("who could take the seat: %v", able)
		}

		f.limitPool("managers", models.InterviewLimits{Notice: 30})
		why(at(14, 0), "Managers: the pool needs 30 days of notice")
		f.limitPool("managers", models.InterviewLimits{})
		why(at(14, 0), "with everybody for 2 interviews")
	})
}

// TestPoolLimitsOfRooms: a pool of rooms leaves time around the interviews in a room, and its limits close a seat that
// asks for one, whoever is named (P5).
func TestPoolLimitsOfRooms(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := roomed(t, url)
		f.exec("delete from rooms where key = 'four'")
		f.limitPool("rooms", models.InterviewLimits{After: 30, Week: 2})
		first := must(f.bookAuto(0, at(16, 0)))(t)
		_, err := f.bookAuto(1, at(17, 0))
		f.refusedSaying(err, models.Conflict, "Berlin 3 needs 30 minutes after an interview, as pool "+
			`"Rooms Berlin" says`, "a room without its break")
		f.exec(`update interviews set panel = replace(panel, '"pool":"' || (select id from pools where key = 'rooms') ||
			'",', '')`) // as an older version wrote rooms
		must(f.bookAuto(1, at(18, 0)))(t)
		_, err = f.bookAuto(2, at(20, 0))
		f.refusedSaying(err, models.Conflict, "Rooms Berlin: the pool has 2 interviews in the week of Mon 3 Mar",
			"a third interview in its rooms")
		named := f.orderWith("b0@acme.example", candidate(2), at(20, 0))
		named.Panel = []string{"b0@acme.example", "m0@acme.example"}
		b := must(f.Bookings.Book(ctx, act.By{}, f.org, named))(t)
		if len(b.Interview.Rooms()) > 0 || !slices.ContainsFunc(b.Warnings, func(w models.Warning) bool {
			return w.Code == models.WarnNoRoom
		}) {
			t.Errorf("for people who are named the rooms are %v, with %v", b.Interview.Rooms(), b.Warnings)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, first.Interview.ID, booking.Cancel))
		must(f.bookAuto(3, at(22, 0)))(t)
	})
}

// TestWhatCountsOfAPool proves which interviews count towards the limits of a pool (P5).
func TestWhatCountsOfAPool(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.limitPool("managers", models.InterviewLimits{Day: 1})
		i := must(f.bookAuto(0, at(18, 0)))(t).Interview
		set := "update interviews set "
		for _, c := range []struct {
			sql    string
			offers bool
		}{
			{set + "no_show = ''", false},
			{set + "call_ended_at = starts_at", false},
			{set + "no_show = 'interviewer'", false}, // who leads is of another pool
			{set + "no_show = 'candidate'", false},
			{`update organizations set limits = '{"no_shows_free": true}'`, true},
			{set + "no_show = ''", false},
			{set + `panel = replace(panel, '"email":"m0@acme.example"',
				'"email":"m0@acme.example","missed":true')`, true},
			{set + `panel = replace(panel, '"missed":true', '"missed":false')`, false},
			{set + `panel = replace(panel, '"pool":"', '"pool":"x')`, true}, // the seats are of other pools
			{set + `panel = replace(panel, '"pool":"x', '"pool":"')`, false},
			{set + "canceled_at = created_at", true},
		} {
			f.exec(c.sql + map[bool]string{true: " where id = '" + i.ID + "'"}[strings.HasPrefix(c.sql, set)])
			start := at(22, 0)
			if offered := len(f.slots(start, &start)) > 0; offered != c.offers {
				t.Errorf("%s: offered: %v", c.sql, offered)
			}
		}
	})
}
