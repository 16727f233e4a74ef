package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/pools"
	"litmus/store/setups"
	"litmus/testdb"
)

// roomsPool is a pool of a file with two rooms in which the candidate and three people find a seat, and one that is too
// small for them.
func roomsPool() setup.Pool {
	return setup.Pool{Key: "rooms", Name: "Rooms Berlin", Kind: models.PoolRooms, Rooms: []timetable.Room{
		{Key: "two", Name: "Berlin 2", Capacity: 2}, {Key: "three", Name: "Berlin 3", Capacity: 4},
		{Key: "four", Name: "Berlin 4", Capacity: 8, TimeZone: "Asia/Tokyo", Hours: timetable.WeeklyHours{
			time.Tuesday: {{From: 0, To: 12 * 60}}}}}} // Monday from 15:00 on, by UTC
}

// roomed is [paneled] whose design round takes place in a room, too.
func roomed(t *testing.T, url string) *fixture {
	t.Helper()
	f := paneled(t, url)
	file := must(f.Setups.Export(ctx, f.org.Slug))(t)
	file.Pools = append(file.Pools, roomsPool())
	steps := file.Postings[0].Tracks[0].Steps
	design := slices.IndexFunc(steps, func(s setup.Step) bool { return s.Key == "design" })
	steps[design].Seats = append(steps[design].Seats, models.Seat{Pool: "rooms", Count: 1, Role: models.SeatRoom})
	f.apply(file)
	return f
}

// where are the names of the rooms in which the interview is held, as it is read.
func (f *fixture) where(i models.Interview) string {
	f.t.Helper()
	row := f.interview(i.ID)
	return strings.Join(row.Rooms(), " ")
}

// TestRooms: a room is found for the panel that is chosen, and for people who are named; it is busy then and nobody
// else is told of it; who moves an interview keeps its room if it is free; and a room that is renamed or gone is named
// all the same (P1, P2, P3).
func TestRooms(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := roomed(t, url)
		start := at(18, 0)
		auto := func(n int, start time.Time) (booking.Booking, error) {
			o := f.orderWith("", candidate(n), start)
			o.Auto = true
			return f.Bookings.Book(ctx, act.By{}, f.org, o)
		}
		first := must(auto(1, start))(t).Interview
		room := first.Panel[slices.IndexFunc(first.Panel, models.Seated.IsRoom)]
		if f.where(first) != "Berlin 3" || room.Why != "is the smallest of the 2 that are free" || room.CalendarCopy ||
			room.Optional || room.Room != "Berlin 3" || room.Seat != "Rooms Berlin" || len(first.Others()) != 3 {
			t.Errorf("the first is held in %q: %+v", f.where(first), first.Panel)
		}
		for _, s := range f.slots(start, &start) {
			if s.Capacity != 1 || slices.Contains(s.InterviewerEmails, room.Email) ||
				!slices.Contains(s.InterviewerEmails, "m1@acme.example") {
				t.Errorf("beside it %+v is offered, want one more panel of people", s)
			}
		}
		for _, p := range must(f.Pages.Load(ctx, f.org, ""))(t).People {
			if !strings.Contains(p.Email, "@") {
				t.Errorf("the load is also that of %s", p.Email)
			}
		}
		second := f.pick(f.invitee(candidate(2)), start).Interview
		later := f.pick(f.invitee(candidate(9)), at(20, 0)).Interview
		if f.where(second) != "Berlin 4" || f.where(later) != "Berlin 3" {
			t.Errorf("who picks gets %q and %q", f.where(second), f.where(later))
		}
		_, err := auto(3, start)
		f.refusedSaying(err, models.Conflict, "Managers: nobody is free; Rooms Berlin: no room is free; Berlin 2 holds 2 "+
			"people, and 4 are needed, Berlin 3 is taken from 18:00 to 19:00 UTC, Berlin 4 is taken from", "a third")

		named := f.orderWith("b4@acme.example", candidate(3), at(22, 0))
		named.Panel = []string{"b4@acme.example", "m0@acme.example"}
		third := f.book(named)
		if f.where(third) != "Berlin 3" || seated(third) != "b4 m0 "+room.Email {
			t.Errorf("people who are named meet in %q: %s", f.where(third), seated(third))
		}
		if !named.Repeats(third, third.StartSetAt) {
			t.Errorf("the same form once more is no repetition of %+v", third.Panel)
		}

		moved := f.orderWith(second.InterviewerEmail, candidate(2), at(22, 0))
		moved.Replace, moved.KeepsPanel = true, true
		if f.book(moved); f.where(second) != "Berlin 4" { // though the smaller one is taken there only by the third
			t.Errorf("moved by the team it is held in %q", f.where(second))
		}
		moved = f.orderWith(first.InterviewerEmail, candidate(1), at(24+10, 0))
		moved.Replace, moved.KeepsPanel = true, true
		f.book(moved)
		f.exec("update rooms set name = 'Mitte' where key = 'three'")
		told := must(f.Effects.Correspondence(ctx, first, nil))(t)
		if got := f.where(first); got != "Mitte" || !slices.Equal(told.Rooms, []string{"Mitte"}) {
			t.Errorf("after it got another name it is held in %q, and letters say %q", got, told.Rooms)
		}
		f.exec("delete from rooms where key = 'three'")
		if got := f.where(first); got != "Berlin 3" {
			t.Errorf("after the room is gone it is held in %q", got)
		}
		// Tuesday 13:00 in Tokyo: Berlin 4 is closed, and nobody offers the hour for which no room is there.
		early := f.orderWith("b0@acme.example", candidate(4), at(24+4, 0))
		early.Panel = []string{"b0@acme.example"}
		if w := must(f.Bookings.Book(ctx, act.By{}, f.org, early))(t).Warnings; len(w) == 0 ||
			w[len(w)-1].Code != models.WarnNoRoom {
			t.Errorf("without a room the warnings are %+v", w)
		}
	})
}

// TestRoomAtOnce: of those who want the last room at one time, by picking, by bookings that choose and by naming
// people, one gets it; nobody is refused for another reason, and those who are named meet without a room.
func TestRoomAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := roomed(t, url)
		f.exec("delete from rooms where key = 'four'")
		start := at(18, 0)
		booked := f.wantedAtOnce(30, start)
		if len(booked) != 1 || f.where(booked[0]) != "Berlin 3" {
			t.Errorf("%d interviews have the only room", len(booked))
		}
		// Rooms of people who are named are chosen without a lock on the room: the constraint decides, and the one that
		// comes second looks again.
		other := at(20, 0)
		held := make(chan string, 2)
		var all sync.WaitGroup
		for n, people := range [][]string{{"b0@acme.example", "m0@acme.example"},
			{"b1@acme.example", "m1@acme.example"}} {
			o := f.orderWith(people[0], fmt.Sprintf("c%d@candidate.example", 40+n), other)
			o.Panel = people
			all.Go(func() {
				b, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
				if err != nil && !strings.Contains(err.Error(), "fully booked") {
					t.Error(err)
				}
				held <- strings.Join(b.Interview.Rooms(), " ")
			})
		}
		all.Wait()
		if one, two := <-held, <-held; one+two != "Berlin 3" {
			t.Errorf("at once they are held in %q and %q", one, two)
		}
	})
}

// TestPoolOfRooms: rooms are added, changed and removed, each noted once however often the form is sent; a file writes
// them by their keys, and keeps those that it does not name unless it prunes (P1, D4, D24).
func TestPoolOfRooms(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		by, id, one := f.as(models.ActorMember, ada), pools.NewPoolID(), pools.NewRoomID()
		f.done(f.Pools.Create(ctx, by, f.org.ID, id, pipeline.PoolEdit{Name: "Spare", Kind: models.PoolRooms,
			PoolSettings: models.PoolSettings{ShadowsNeeded: 2}}))
		page := func() pipeline.PoolPage { return must(f.Pools.Page(ctx, f.org.ID, id))(t) }
		if p := page(); p.Kind != models.PoolRooms || p.ShadowsNeeded != 0 {
			t.Errorf("it is made as %+v", p.Pool)
		}
		room := timetable.Room{ID: one, Name: "Berlin 3", Capacity: 4}
		larger := room
		larger.Capacity, larger.Name, larger.TimeZone = 6, "Mitte", "Europe/Berlin"
		shown := int64(0)
		for _, c := range []historyAct{
			{"add", func() error { return f.Pools.SetRoom(ctx, by, f.org.ID, id, shown, room) }, []string{"pool rooms " +
				"changed: Berlin 3: room holds 4 people, is open at any time, the organization's time zone by " +
				"ada@acme.example"}, false},
			{"change", func() error { return f.Pools.SetRoom(ctx, by, f.org.ID, id, shown, larger) }, []string{
				`pool rooms changed: Berlin 3: name from "Berlin 3" to "Mitte"; Mitte: room from holds 4 people, is open at ` +
					"any time, the organization's time zone to holds 6 people, is open at any time, Europe/Berlin by " +
					"ada@acme.example"}, false},
			{"remove", func() error { return f.Pools.RemoveRoom(ctx, by, f.org.ID, id, one) }, []string{"pool rooms " +
				"changed: Mitte: room removed, was holds 6 people, is open at any time, Europe/Berlin by " +
				"ada@acme.example"}, false},
		} {
			shown = page().Version
			if got := f.noted(func() { f.must(c.do()) }); !slices.Equal(got, c.want) {
				t.Errorf("%s notes\n%q, want\n%q", c.name, got, c.want)
			}
			if got := f.noted(func() { f.must(c.do()) }); len(got) > 0 {
				t.Errorf("%s once more notes %q", c.name, got)
			}
			if c.name != "add" && c.name != "remove" {
				f.refused(f.Pools.SetRoom(ctx, by, f.org.ID, id, shown, room), models.Conflict, "a stale form")
			}
		}
		f.refused(f.Pools.Join(ctx, by, f.org.ID, id, models.PoolMember{Email: grace, State: models.PoolQualified}),
			models.Conflict, "somebody in a pool of rooms")
		people := must(f.Pools.Create(ctx, by, f.org.ID, pools.NewPoolID(), pipeline.PoolEdit{Name: "People"}))(t)
		f.refused(f.Pools.SetRoom(ctx, by, f.org.ID, people.ID, 1, room), models.Conflict, "a room in a pool of people")

		file := acme()
		file.Pools = []setup.Pool{roomsPool()}
		f.apply(file)
		before := f.dump()
		f.apply(file)
		f.unchanged(before)
		exported := must(f.Setups.Export(ctx, f.org.Slug))(t)
		n := slices.IndexFunc(exported.Pools, func(p setup.Pool) bool { return p.Key == "rooms" })
		if got := fmt.Sprintf("%+v", exported.Pools); n < 0 || !strings.Contains(got,
			"{ID: Key:three Name:Berlin 3 Capacity:4 TimeZone: Hours:map[]}") {
			t.Errorf("exported is %s", got)
		}
		file.Pools[0].Rooms = []timetable.Room{{Key: "three", Name: "Mitte", Capacity: 5}}
		f.apply(file)
		rooms := func() string {
			var out []string
			for _, p := range must(f.Pools.List(ctx, f.org.ID))(t) {
				for _, r := range p.Rooms {
					out = append(out, r.Name)
				}
			}
			return strings.Join(out, ", ")
		}
		if got := rooms(); got != "Berlin 2, Berlin 4, Mitte" {
			t.Errorf("without prune the rooms are %s", got)
		}
		f.done(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))
		if got := rooms(); got != "Mitte" {
			t.Errorf("with prune the rooms are %s", got)
		}
		file.Pools[0] = setup.Pool{Key: "rooms", Name: "Rooms"}
		_, err := f.Setups.Apply(ctx, file, setups.Options{})
		f.refusedSaying(err, models.Invalid, "a pool keeps its kind", "another kind")
	})
}
