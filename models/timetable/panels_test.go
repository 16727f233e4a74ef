package timetable_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// drawPanel returns a small organization around [desk.Mon] and the places of a round.
func drawPanel(r *rand.Rand) (a timetable.Availability) {
	half := func(most int) time.Time { return desk.Mon(9, 0).Add(time.Duration(r.IntN(most)) * timetable.HalfHour) }
	ids := 0
	booked := func() timetable.Booked {
		from := half(8)
		ids++
		return timetable.Booked{InterviewID: fmt.Sprint(ids), Range: timetable.Range{From: from,
			To: from.Add(time.Duration(1+r.IntN(3)) * timetable.HalfHour)}}
	}
	var emails []string
	for n := range 2 + r.IntN(5) {
		iv := timetable.Available{Email: fmt.Sprintf("i%d@acme.example", n), Zone: "UTC", Personal: r.IntN(3) > 0,
			Unassigned: r.IntN(2) == 0, Hours: timetable.WeeklyHours{time.Monday: {{From: 540, To: 780}}}}
		emails = append(emails, iv.Email)
		for at := 0; at < 8; at++ {
			if r.IntN(2) == 0 {
				iv.Painted = append(iv.Painted, desk.Mon(9, 0).Add(time.Duration(at)*timetable.HalfHour))
			}
		}
		for range r.IntN(3) {
			iv.Bookings = append(iv.Bookings, booked())
		}
		for range r.IntN(2) {
			iv.Busy = append(iv.Busy, booked().Range)
		}
		if r.IntN(8) == 0 {
			iv.Absences = []timetable.Absence{{First: "2031-03-03", Last: "2031-03-03"}}
		}
		if r.IntN(4) == 0 {
			iv.Limits = timetable.LimitsOf(models.InterviewLimits{Day: 1}, iv.Zone, models.OrganizationLimits{})
			timetable.Count(iv.Limits, slices.Clone(iv.Bookings))
		}
		a.Interviewers = append(a.Interviewers, iv)
	}
	r.Shuffle(len(a.Interviewers), func(i, j int) {
		a.Interviewers[i], a.Interviewers[j] = a.Interviewers[j], a.Interviewers[i]
	})
	for range r.IntN(2) {
		a.Unnamed = append(a.Unnamed, booked())
	}
	for n := range 1 + r.IntN(3) {
		p := panel.Place{Seat: fmt.Sprint("S", n), Role: models.SeatInterviewer, Optional: n > 0 && r.IntN(3) == 0}
		for _, email := range emails {
			if r.IntN(3) > 0 {
				p.People = append(p.People, email)
			}
		}
		a.Places = append(a.Places, p)
	}
	if r.IntN(3) == 0 {
		a.Places = append(a.Places, panel.Place{Role: models.SeatShadow, People: emails[:1]})
	}
	if r.IntN(3) == 0 {
		a.Not = emails[1:2]
	}
	for n := range r.IntN(3) {
		room := panel.Place{Seat: fmt.Sprint("R", n), Role: models.SeatRoom, Optional: r.IntN(3) == 0}
		for m := range 1 + r.IntN(2) {
			one := timetable.Room{ID: fmt.Sprintf("room_%d%d", n, m), Name: fmt.Sprintf("%d.%d", n, m),
				Capacity: 1 + r.IntN(6)}
			if r.IntN(2) == 0 {
				one.Hours = timetable.WeeklyHours{time.Monday: {{From: 600, To: 720 + 30*r.IntN(6)}}}
			}
			if r.IntN(3) == 0 {
				one.TimeZone = "Asia/Kathmandu" // 5:45 hours ahead
			}
			in := one.In("UTC")
			for range r.IntN(3) {
				in.Bookings = append(in.Bookings, booked())
			}
			if r.IntN(3) == 0 {
				known := booked().Range
				known.To = known.From.Add(time.Duration(4+r.IntN(8)) * time.Hour)
				in.Known, in.Unknown = &known, r.IntN(4) == 0
				in.Busy = []timetable.Range{booked().Range, booked().Range}
			}
			a.Rooms, room.People = append(a.Rooms, in), append(room.People, one.ID)
		}
		a.Places = slices.Insert(a.Places, 1+r.IntN(len(a.Places)), room)
	}
	drawPools(r, &a, booked)
	if r.IntN(6) == 0 {
		a.Limits = timetable.LimitsOfAll(models.OrganizationLimits{InterviewLimits: models.InterviewLimits{
			Day: r.IntN(4), Week: r.IntN(4), Notice: r.IntN(5) / 4}}, "UTC")
		timetable.Count(a.Limits, []timetable.Booked{booked(), booked()}[:r.IntN(3)])
	}
	return a
}

// drawPools has some of the places be of pools, some of these with limits, and some of one pool.
func drawPools(r *rand.Rand, a *timetable.Availability, booked func() timetable.Booked) {
	for n := range a.Places {
		p := &a.Places[n]
		if r.IntN(5) < 3 {
			continue
		}
		p.Pool = fmt.Sprint("pool_", n)
		l := &p.Limits
		switch r.IntN(6) {
		case 0:
			l.Day = 1 + r.IntN(2)
		case 1:
			l.Week = 1 + r.IntN(3)
		case 2:
			l.Notice = r.IntN(2)
		case 3:
			l.Row = 1
		case 4:
			l.Before = 30
		case 5:
			l.After, l.Day = 30, r.IntN(3)
		}
		o := slices.IndexFunc(a.Places[:n], func(o panel.Place) bool { return o.Pool != "" && !o.Room() })
		if o >= 0 && !p.Room() && r.IntN(2) == 0 {
			p.Pool, p.People, p.Limits = a.Places[o].Pool, a.Places[o].People, a.Places[o].Limits
		}
	}
	a.LimitPools("UTC")
	for n := range a.Pools {
		var counted []timetable.Booked
		for range r.IntN(3) {
			counted = append(counted, booked())
		}
		timetable.Count(a.Pools[n:n+1], counted)
	}
	for _, all := range [][]timetable.Available{a.Interviewers, a.Rooms} {
		for _, iv := range all {
			timetable.Count(iv.Limits, slices.Clone(iv.Bookings))
		}
	}
}

// plain is the availability without limits of pools.
func plain(a timetable.Availability) timetable.Availability {
	strip := func(all []timetable.Available) []timetable.Available {
		all = slices.Clone(all)
		for n := range all {
			all[n].Limits = timetable.From("", all[n].Limits)
		}
		return all
	}
	a.Pools, a.Interviewers, a.Rooms = nil, strip(a.Interviewers), strip(a.Rooms)
	a.Places = slices.Clone(a.Places)
	for n := range a.Places {
		a.Places[n].Limits = models.InterviewLimits{}
	}
	return a
}

// keeps reports whether limits of a place's pool keep somebody from it, by each limit alone.
func keeps(a timetable.Availability, p panel.Place, email string, want timetable.Range, except string,
	now time.Time) bool {
	for _, l := range a.Pools {
		if l.Pool == p.Pool && len(timetable.Over([]timetable.Limited{l}, want, nil, except, now)) > 0 {
			return true
		}
	}
	for _, iv := range slices.Concat(a.Interviewers, a.Rooms) {
		busy := iv.Busy
		if !iv.Personal {
			busy = nil
		}
		for _, l := range iv.Limits {
			if iv.Email == email && p.Pool != "" && l.Pool == p.Pool &&
				len(timetable.Over([]timetable.Limited{l}, want, busy, except, now)) > 0 {
				return true
			}
		}
	}
	return false
}

// fill tries every choice of different people and rooms for the places.
func fill(places []panel.Place, may func(p panel.Place, email string) bool, in []string) bool {
	if len(places) == 0 {
		return true
	}
	for _, email := range places[0].People {
		if !slices.Contains(in, email) && may(places[0], email) && fill(places[1:], may, append(in, email)) {
			return true
		}
	}
	return false
}

// checkPools compares what is said of a start with every choice of people, and says whether limits of pools matter.
func checkPools(t *testing.T, a timetable.Availability, e timetable.Explanation, seated []models.Seated,
	except string, now time.Time) (matter bool) {
	t.Helper()
	want := timetable.Range{From: e.Start, To: e.Start.Add(e.Duration)}
	without := plain(a).Explain(e.Start, e.Duration, now, except)
	able := slices.Concat(without.Free(), without.FreeRooms())
	may := func(p panel.Place, email string) bool {
		return slices.Contains(able, email) && !keeps(a, p, email, want, except, now)
	}
	required := slices.DeleteFunc(slices.Clone(a.Places), func(p panel.Place) bool { return !p.Required() })
	if fits := fill(required, may, nil); fits != (len(e.Places) == 0) || e.Capacity > without.Capacity {
		t.Fatalf("%s: %+v\na choice of people fits: %v; explained as %+v, without limits of pools %+v", e.Start, a,
			fits, e, without)
	}
	for _, l := range a.Pools {
		has := 0 // on the one day of everything that is drawn
		for _, b := range l.Counted {
			if b.InterviewID != except {
				has++
			}
		}
		needs := slices.ContainsFunc(required, func(p panel.Place) bool { return p.Pool == l.Pool })
		if most := cmp.Or(l.Day, l.Week); needs && most > 0 && has+e.Capacity > max(most, has) {
			t.Fatalf("%s: %+v leaves less than %d panels", e.Start, l, e.Capacity)
		}
	}
	for _, email := range able {
		takes, could := false, false
		for _, p := range a.Places {
			if slices.Contains(p.People, email) {
				takes, could = true, could || may(p, email)
			}
		}
		if free := slices.Contains(slices.Concat(e.Free(), e.FreeRooms()), email); takes && free != could {
			t.Fatalf("%s: %s is free: %v, and could take a place: %v\n%+v", e.Start, email, free, could, a)
		}
	}
	for _, s := range seated {
		if keeps(a, panel.Place{Pool: s.Pool}, s.Email, want, except, now) {
			t.Fatalf("%s: %+v is seated at a limit of %+v", e.Start, s, a)
		}
	}
	return e.Capacity < without.Capacity
}

// TestPanelsAgree proves for 10,000 drawn organizations, with -short for a tenth of them, that what is offered for a
// panel, what is explained as free and what is seated are the same, at every start.
func TestPanelsAgree(t *testing.T) {
	t.Parallel()
	count := 10_000
	if testing.Short() {
		count /= 10
	}
	offered, refused, held, pooled := 0, 0, 0, 0
	for seed := range uint64(count) {
		r := rand.New(rand.NewPCG(4, seed))
		a := drawPanel(r)
		duration := time.Duration(1+r.IntN(3)) * timetable.HalfHour
		except := []string{"", "1"}[r.IntN(2)]
		from, to, now := desk.Mon(8, 30), desk.Mon(13, 0), desk.Mon(8, 45)
		slots := map[int64]timetable.Slot{}
		for _, s := range a.Offered(duration, from, to, now, except) {
			slots[s.StartAt.UnixMilli()] = s
		}
		for _, e := range a.ExplainAll(timetable.GridStarts(from, to), duration, now, except) {
			s, shown := slots[e.Start.UnixMilli()]
			delete(slots, e.Start.UnixMilli())
			free, rooms := slices.Sorted(slices.Values(e.Free())), e.FreeRooms()
			seated, err := a.PanelAt(e.Start, duration, except, nil, now)
			offers, capacity := a.At(e.Start, duration, now, except)
			past := !e.Start.After(now)
			over := checkLimits(t, a, e, except, now)
			limited := len(a.Pools) > 0 || len(a.Limits) > 0 ||
				slices.ContainsFunc(e.Interviewers, func(w timetable.Verdict) bool { return w.Limit != nil })
			named := offers && capacity > 0 // who names the people passes limits
			if !past && (shown != (err == nil && !over) || shown && !named || named && !shown && !limited) ||
				past && shown ||
				shown != (e.Reason == timetable.ReasonFree) || capacity < e.Capacity ||
				capacity > e.Capacity && !limited ||
				shown && (s.Capacity != e.Capacity || !slices.Equal(s.InterviewerEmails, free)) {
				t.Fatalf("%d: %s: %+v\noffered: %v %+v; explained as %+v; seated %v, %v; at: %v %d", seed, e.Start, a,
					shown, s, e, seated, err, offers, capacity)
			}
			if shown {
				offered++
				checkPanel(t, a, seated, slices.Concat(free, rooms))
				checkRooms(t, a, e, rooms, duration, except)
				held += len(rooms)
			} else if refused++; !past && !over && len(e.Places) == 0 && len(e.Unnamed) == 0 {
				t.Fatalf("%d: %s: %+v\nis not offered, and no place says why: %+v", seed, e.Start, a, e)
			}
			if checkPools(t, a, e, seated, except, now) {
				pooled++
			}
			for _, w := range e.Interviewers {
				takes := slices.ContainsFunc(a.Places, func(p panel.Place) bool {
					return slices.Contains(p.People, w.Email)
				})
				if no := slices.Contains(a.Not, w.Email); (w.Reason == timetable.ReasonNotAssigned) ||
					no != (w.Reason == timetable.ReasonCandidate) && w.Reason != timetable.ReasonBooked ||
					(no || !takes) && w.Offers {
					t.Fatalf("%d: %+v takes a place: %v; is the candidate: %v", seed, w, takes, no)
				}
			}
		}
		if len(slots) > 0 {
			t.Fatalf("%d: offered and not on the grid: %v", seed, slots)
		}
	}
	if offered < count || refused < count || held < count/2 || pooled < count*2/5 {
		t.Errorf("%d starts were offered, %d not, with %d free rooms, %d by limits of pools: the drawn organizations "+
			"say little", offered, refused, held, pooled)
	}
}

// checkLimits reports whether an interview at the start would pass the organization's limits as a whole. Where none
// would, no more of them are counted than these leave on the one day of everything that is drawn.
func checkLimits(t *testing.T, a timetable.Availability, e timetable.Explanation, except string, now time.Time) bool {
	t.Helper()
	over := timetable.Over(a.Limits, timetable.Range{From: e.Start, To: e.Start.Add(e.Duration)}, nil, except, now)
	for _, l := range a.Limits {
		has := 0
		for _, b := range l.Counted {
			if b.InterviewID != except {
				has++
			}
		}
		for _, most := range []int{l.Day, l.Week} {
			if most > 0 && len(over) == 0 && has+e.Capacity > most {
				t.Fatalf("%s: %+v leaves less than %d panels", e.Start, l, e.Capacity)
			}
		}
	}
	return len(over) > 0
}

// checkRooms says when a room is free: it holds the candidate and all who are required, is open then by its own clock,
// no interview is in it, and its own calendar, if it has one, was read for that time and has nothing then. Limits of
// its pool are for [checkPools].
func checkRooms(t *testing.T, a timetable.Availability, e timetable.Explanation, free []string, duration time.Duration,
	except string) {
	t.Helper()
	needs := 1
	for _, p := range a.Places {
		if p.Required() && p.Role != models.SeatRoom {
			needs++
		}
	}
	want := timetable.Range{From: e.Start, To: e.Start.Add(duration)}
	for n, in := range a.Rooms {
		midnight := time.Date(2031, 3, 3, 0, 0, 0, 0, models.Location(in.Zone))
		is := in.Room.Capacity >= needs
		for _, h := range in.Hours[time.Monday] {
			is = is && !want.From.Before(midnight.Add(time.Duration(h.From)*time.Minute)) &&
				!want.To.After(midnight.Add(time.Duration(h.To)*time.Minute))
		}
		for _, b := range in.Bookings {
			is = is && (b.InterviewID == except || !b.Overlaps(want))
		}
		for _, b := range in.Busy {
			is = is && !b.Overlaps(want)
		}
		if k := in.Known; k != nil {
			is = is && !in.Unknown && !want.From.Before(k.From) && !want.To.After(k.To)
		}
		is = is && e.Rooms[n].Reason != timetable.ReasonAtLimit
		if is != slices.Contains(free, in.Email) || e.Rooms[n].Room == nil {
			t.Fatalf("%s: %+v of %+v is free: %v; want %v for %d people", e.Start, e.Rooms[n], in, !is, is, needs)
		}
	}
}

// TestWhyNoRoom names the rooms and what is in the way. Rooms are nobody: they are not listed among who offers a start,
// and add none.
func TestWhyNoRoom(t *testing.T) {
	t.Parallel()
	room := func(id, name string, capacity int, hours timetable.WeeklyHours) timetable.Available {
		return timetable.Room{ID: id, Name: name, Capacity: capacity, TimeZone: "Asia/Tokyo", Hours: hours}.In("UTC")
	}
	open := timetable.WeeklyHours{time.Monday: {{From: 18 * 60, To: 24 * 60}}, // 9:00 to 16:00
		time.Tuesday: {{To: 60}}}
	taken := room("room_3", "Berlin 3", 3, open)
	taken.Bookings = []timetable.Booked{{InterviewID: "int_1", Range: desk.Span(14, 0, 15, 0)}}
	a := timetable.Availability{
		Interviewers: []timetable.Available{
			{Email: desk.Ann, Painted: []time.Time{desk.Mon(14, 0), desk.Mon(15, 0), desk.Mon(16, 0), desk.Mon(17, 0)}},
			{Email: desk.Bob, Painted: []time.Time{desk.Mon(14, 0), desk.Mon(15, 0), desk.Mon(16, 0)}}},
		Places: []panel.Place{{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob}},
			{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob}},
			{Seat: "Watch", Role: models.SeatObserver, Optional: true, People: []string{desk.Ann, desk.Bob}},
			{Seat: "Rooms Berlin", Role: models.SeatRoom, People: []string{"room_2", "room_3"}}},
		Rooms: []timetable.Available{room("room_2", "Berlin 2", 2, nil), taken}}
	read, failing := desk.Mon(7, 0), desk.Mon(7, 30)
	for about, c := range map[string]struct {
		calendar timetable.Connection
		busy     timetable.Range
		want     string
	}{
		"its calendar says so": {timetable.Connection{SyncedAt: &read, SyncedUntil: new(desk.Mon(23, 0))},
			desk.Span(15, 30, 16, 0), "is busy in its calendar from 15:30 to 16:00 UTC"},
		"its calendar was never read": {timetable.Connection{}, timetable.Range{},
			"is not offered, because its calendar has not been read yet"},
		"its calendar was never read and fails": {timetable.Connection{FailingSince: &failing}, timetable.Range{},
			"is not offered, because its calendar could not be read since Mon 3 Mar 2031 07:30 UTC"},
		"its calendar was read up to then": {timetable.Connection{SyncedAt: &read, SyncedUntil: new(desk.Mon(15, 30))},
			timetable.Range{}, "is offered until Mon 3 Mar 2031 15:30 UTC only, since its calendar was read up to then"},
	} {
		own := a
		own.Rooms = []timetable.Available{room("room_3", "Berlin 3", 3, open).Knowing(&c.calendar, desk.Mon(8, 0))}
		if c.busy != (timetable.Range{}) {
			own.Rooms[0].Busy = []timetable.Range{c.busy}
		}
		e := own.Explain(desk.Mon(15, 0), time.Hour, desk.Mon(8, 0), "")
		if got := e.WhyNot("", time.UTC); !strings.HasSuffix(got, "Berlin 3 "+c.want+".") {
			t.Errorf("%s: %s", about, got)
		}
		if n := len(own.Slots(time.Hour, desk.Mon(15, 0), desk.Mon(15, 0), desk.Mon(8, 0))); n > 0 {
			t.Errorf("%s: it is offered", about)
		}
	}
	for _, c := range []struct {
		start    time.Time
		required bool
		reason   timetable.Reason
		why      string
	}{
		{desk.Mon(14, 0), true, timetable.ReasonFull, "Rooms Berlin: no room is free; Berlin 2 holds 2 people, and 3 are " +
			"needed, Berlin 3 is taken from 14:00 to 15:00 UTC"},
		{desk.Mon(14, 0), false, timetable.ReasonFree, ""},
		{desk.Mon(15, 0), true, timetable.ReasonFree, ""},
		{desk.Mon(16, 0), true, timetable.ReasonNotOffered, "Rooms Berlin: no room is free; Berlin 2 holds 2 people, and " +
			"3 are needed, Berlin 3 is not open then"},
		{desk.Mon(16, 0), false, timetable.ReasonFree, ""},
		{desk.Mon(17, 0), false, timetable.ReasonNotOffered, "Backend: 1 of 2 is free; " + desk.Bob +
			" has not painted this time"},
	} {
		a.Places[3].Optional = !c.required
		e := a.Explain(c.start, time.Hour, desk.Mon(8, 0), "")
		why := ""
		for _, p := range e.Places {
			if p.Rooms || c.start == desk.Mon(17, 0) {
				why = strings.TrimSuffix(e.WhyNot("", time.UTC), ".")
			}
		}
		if e.Reason != c.reason || why != c.why || len(e.Interviewers) != 2 || len(e.Rooms) != 2 {
			t.Errorf("%s, required %v:\ngot  %s %s\nwant %s %s", c.start, c.required, e.Reason, why, c.reason, c.why)
		}
		_, err := a.PanelAt(c.start, time.Hour, "", nil, desk.Mon(8, 0))
		if free := c.reason == timetable.ReasonFree; free != (err == nil) ||
			!free && c.required && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s, required %v: %v; want %s", c.start, c.required, err, c.why)
		}
	}
	a.Places[3].Optional = false
	if got := desk.SaySlots(a.Slots(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(8, 0))); got !=
		"15:00 1 ann bob" {
		t.Errorf("offered are %q", got)
	}
	seated, err := a.PanelAt(desk.Mon(15, 0), time.Hour, "", nil, desk.Mon(8, 0))
	if s := seated[len(seated)-1]; err != nil || s.Email != "room_3" || s.Room != "Berlin 3" ||
		s.Role != models.SeatRoom || s.Optional || s.Why != "is the only one that is free" {
		t.Errorf("%+v, %v", seated, err)
	}
}

// checkPanel says what a panel is: all required places are filled, by different people who are free for them.
func checkPanel(t *testing.T, a timetable.Availability, seated []models.Seated, free []string) {
	t.Helper()
	in, filled := map[string]bool{}, map[string]int{}
	for _, s := range seated {
		if in[s.Email] || !slices.Contains(free, s.Email) || s.SetAt.IsZero() || s.Why == "" ||
			!slices.ContainsFunc(a.Places, func(p panel.Place) bool {
				return p.Seat == s.Seat && p.Role == s.Role && slices.Contains(p.People, s.Email)
			}) {
			t.Fatalf("%+v sits in a panel of %+v; free are %v", s, a.Places, free)
		}
		in[s.Email] = true
		filled[s.Seat]++
	}
	for n, p := range a.Places {
		if p.Required() && filled[p.Seat] != 1 || n == 0 && seated[0].Seat != p.Seat {
			t.Fatalf("%+v are no panel of %+v", seated, a.Places)
		}
	}
}

// TestWhyNoPanel says which seat cannot be filled, and why for each person.
func TestWhyNoPanel(t *testing.T) {
	t.Parallel()
	painted := func(email string, at ...time.Time) timetable.Available {
		return timetable.Available{Email: email, Painted: at, Unassigned: true}
	}
	busy := painted(desk.Bob, desk.Mon(15, 0))
	busy.Bookings = []timetable.Booked{{InterviewID: "int_1", Range: desk.Span(15, 0, 16, 0)}}
	a := timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann, desk.Mon(15, 0), desk.Mon(16, 0)),
		busy, painted(desk.Cho), painted("dan@acme.example", desk.Mon(16, 0))},
		Places: []panel.Place{{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob}},
			{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob}},
			{Seat: "Managers", Role: models.SeatObserver, Optional: true, People: []string{desk.Cho}}}}
	name := strings.NewReplacer(desk.Ann, "ann", desk.Bob, "bob", desk.Cho, "cho", "@acme.example", "")
	for _, c := range []struct {
		start  time.Time
		not    []string
		email  string
		reason timetable.Reason
		words  string
		why    string
	}{
		{desk.Mon(15, 0), nil, "", timetable.ReasonFull, "This time is fully booked: Backend: 1 of 2 is free",
			"Backend: 1 of 2 is free; bob has an interview from 15:00 to 16:00 UTC."},
		{desk.Mon(16, 0), nil, desk.Ann, timetable.ReasonNotOffered,
			"Not everybody who is needed is free at this time: Backend: 1 of 2 is free",
			"ann is free. Backend: 1 of 2 is free; bob has not painted this time."},
		{desk.Mon(16, 0), nil, desk.Bob, timetable.ReasonNotOffered,
			"Not everybody who is needed is free at this time: Backend: 1 of 2 is free", "bob has not painted this time."},
		{desk.Mon(16, 0), []string{desk.Ann}, "", timetable.ReasonNotOffered,
			"Not everybody who is needed is free at this time: Backend: 0 of 2 are free",
			"Backend: 0 of 2 are free; ann is the candidate, bob has not painted this time."},
		{desk.Mon(16, 0), nil, "dan@acme.example", timetable.ReasonNotOffered,
			"Not everybody who is needed is free at this time: Backend: 1 of 2 is free", "dan has no seat in this round."},
	} {
		a.Not = c.not
		e := a.Explain(c.start, time.Hour, desk.Mon(8, 0), "")
		if words, why := e.Words(time.UTC), name.Replace(e.WhyNot(c.email, time.UTC)); e.Reason != c.reason ||
			words != c.words || why != c.why {
			t.Errorf("got  %s: %s\n     %s\nwant %s: %s\n     %s", e.Reason, words, why, c.reason, c.words, c.why)
		}
		_, err := a.PanelAt(c.start, time.Hour, "", nil, desk.Mon(8, 0))
		desk.WantRefusal(t, c.words, models.Conflict, e.Places[0].Words())(err)
	}
	a.Not, a.Interviewers[1].Bookings = nil, nil
	if got := desk.SaySlots(a.Slots(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(8, 0))); got !=
		"15:00 1 ann bob" {
		t.Errorf("slots are %s", got)
	}
	a.Unnamed = []timetable.Booked{{InterviewID: "int_2", Range: desk.Span(15, 0, 16, 0)}}
	_, err := a.PanelAt(desk.Mon(15, 0), time.Hour, "", nil, desk.Mon(8, 0))
	desk.WantRefusal(t, "an interview that names nobody", models.Conflict, "every panel is taken")(err)
	alone := a.Only(desk.Ann, "dan@acme.example")
	if got := desk.SaySlots(alone.Slots(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(8, 0))); got !=
		"15:00 1 ann, 16:00 1 ann" {
		t.Errorf("of ann and dan alone: %s", got)
	}
}

// TestWhyPoolLimit names the seat, its pool and the limit with its numbers; who has no other seat is said to be at it,
// and a seat of another pool stays (P5, D15).
func TestWhyPoolLimit(t *testing.T) {
	t.Parallel()
	starts := []time.Time{desk.Mon(15, 0), desk.Mon(17, 0)}
	painted := func(email string) timetable.Available {
		return timetable.Available{Email: email, Zone: "UTC", Painted: starts}
	}
	a := timetable.Availability{
		Interviewers: []timetable.Available{painted(desk.Ann), painted(desk.Bob), painted(desk.Cho)},
		Places: []panel.Place{
			{Seat: "Backend", Pool: "pool_1", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob},
				Limits: models.InterviewLimits{Day: 2, Before: 45}},
			{Seat: "Watch", Pool: "pool_2", Role: models.SeatObserver, People: []string{desk.Bob, desk.Cho}}}}
	a.Interviewers[0].Bookings = []timetable.Booked{{InterviewID: "int_1", Range: desk.Span(16, 0, 16, 30)}}
	a.LimitPools("UTC")
	timetable.Count(a.Interviewers[0].Limits, a.Interviewers[0].Bookings)
	name := strings.NewReplacer(desk.Ann, "ann", desk.Bob, "bob", desk.Cho, "cho")
	ask := func(start time.Time, email, want string) {
		t.Helper()
		e := a.Explain(start, time.Hour, desk.Mon(8, 0), "")
		if got := name.Replace(e.WhyNot(email, time.UTC)); got != want {
			t.Errorf("%s, %q:\ngot  %s\nwant %s", start.Format("15:04"), email, got, want)
		}
	}
	ask(desk.Mon(17, 0), desk.Ann, `ann needs 45 minutes before an interview, as pool "Backend" says.`)
	if got := desk.SaySlots(a.Slots(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(8, 0))); got !=
		"15:00 1 bob cho, 17:00 1 bob cho" {
		t.Errorf("offered are %s", got)
	}
	timetable.Count(a.Pools, []timetable.Booked{{InterviewID: "int_1", Range: desk.Span(9, 0, 10, 0)},
		{InterviewID: "int_2", Range: desk.Span(10, 0, 11, 0)}})
	ask(desk.Mon(17, 0), "", "Backend: the pool has 2 interviews on Mon 3 Mar, and at most 2 a day.")
	ask(desk.Mon(15, 0), desk.Ann,
		`ann is in pool "Backend", which has 2 interviews on Mon 3 Mar, and at most 2 a day.`)
	ask(desk.Mon(15, 0), desk.Bob, "bob is free. Backend: the pool has 2 interviews on Mon 3 Mar, and at most 2 a day.")
	if e := a.Explain(desk.Mon(15, 0), time.Hour, desk.Mon(8, 0), "int_2"); e.Reason != timetable.ReasonFree {
		t.Errorf("an interview that moves counts: %s", e.WhyNot("", time.UTC))
	}
	if alone := a.Only(desk.Ann); len(alone.Slots(time.Hour, desk.Mon(0, 0), desk.Mon(23, 0), desk.Mon(8, 0))) > 0 {
		t.Error("Ann alone is offered from a pool at its limit")
	}
}

// BenchmarkPanelSlots computes the starts of a round with three seats from pools of 40, of 200 people and 28 days.
func BenchmarkPanelSlots(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	hours := timetable.WeeklyHours{}
	for d := range 7 {
		hours[time.Weekday(d)] = []timetable.Hours{{From: 0, To: 1440}}
	}
	var a timetable.Availability
	for n := range 200 {
		iv := timetable.Available{Email: fmt.Sprintf("i%03d@acme.example", n), Personal: true, Zone: "UTC", Hours: hours}
		for range 60 {
			from := desk.Mon(0, 0).Add(time.Duration(r.IntN(28*48)) * timetable.HalfHour)
			iv.Busy = append(iv.Busy, timetable.Range{From: from, To: from.Add(3 * time.Hour)})
		}
		a.Interviewers = append(a.Interviewers, iv)
	}
	var places []panel.Place
	for n := range 3 {
		p := panel.Place{Seat: fmt.Sprint("Pool ", n), Role: models.SeatInterviewer}
		for _, i := range r.Perm(200)[:40] {
			p.People = append(p.People, a.Interviewers[i].Email)
		}
		places = append(places, p)
	}
	for name, with := range map[string][]panel.Place{"panel": places, "one person": nil} {
		b.Run(name, func(b *testing.B) {
			a := a
			a.Places = with
			for b.Loop() {
				from := desk.Mon(0, 0)
				if got := a.Slots(time.Hour, from, from.AddDate(0, 0, 28), from); len(got) < 1000 {
					b.Fatalf("%d starts", len(got))
				}
			}
		})
	}
}
