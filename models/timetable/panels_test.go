package timetable_test

import (
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
	return a
}

// TestPanelsAgree proves for 10,000 drawn organizations that what is offered for a panel, what is explained as free and
// what is seated are the same, at every start.
func TestPanelsAgree(t *testing.T) {
	t.Parallel()
	offered, refused, held := 0, 0, 0
	for seed := range uint64(10_000) {
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
			limited := slices.ContainsFunc(e.Interviewers, func(w timetable.Verdict) bool { return w.Limit != nil })
			named := offers && capacity > 0 // who names the people passes limits
			if !past && (shown != (err == nil) || shown && !named || named && !shown && !limited) || past && shown ||
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
			} else if refused++; !past && len(e.Places) == 0 && len(e.Unnamed) == 0 {
				t.Fatalf("%d: %s: %+v\nis not offered, and no place says why: %+v", seed, e.Start, a, e)
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
	if offered < 10_000 || refused < 10_000 || held < 5_000 {
		t.Errorf("%d starts were offered, %d not, with %d free rooms: the drawn organizations say little", offered,
			refused, held)
	}
}

// checkRooms says when a room is free: it holds the candidate and all who are required, is open then by its own clock,
// no interview is in it, and its own calendar, if it has one, was read for that time and has nothing then.
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
