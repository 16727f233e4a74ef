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
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// paneled is acme with a design round that two of the backend pool and a manager hold, and a trainee if one is free.
// Nobody of them is assigned to the posting. Who is paused, or in training, is none of the two.
func paneled(t *testing.T, url string) *fixture {
	t.Helper()
	file := acme()
	hours := timetable.WeeklyHours{}
	for d := time.Sunday; d <= time.Saturday; d++ {
		hours[d] = []timetable.Hours{{From: 0, To: 24 * 60}}
	}
	for pool, members := range map[string][]string{"Backend": {"b0", "b1", "b2", "b3", "b4", "paused", "trainee"},
		"Managers": {"m0", "m1"}} {
		made := setup.Pool{Key: strings.ToLower(pool), Name: pool}
		for _, name := range members {
			email := name + "@acme.example"
			file.Interviewers = append(file.Interviewers, setup.Person{Email: email, Name: name, TimeZone: "UTC",
				WorkingHours: hours})
			m := models.PoolMember{Email: email, State: models.PoolQualified}
			switch name {
			case "paused":
				m.State, m.Resumes = models.PoolPaused, models.PoolQualified
			case "trainee":
				m.State = models.PoolShadow
			}
			made.Members = append(made.Members, m)
		}
		file.Pools = append(file.Pools, made)
	}
	design := slices.IndexFunc(file.Postings[0].Tracks[0].Steps, func(s setup.Step) bool { return s.Key == "design" })
	file.Postings[0].Tracks[0].Steps[design].Seats = []models.Seat{
		{Pool: "backend", Count: 2, Role: models.SeatInterviewer},
		{Pool: "managers", Count: 1, Role: models.SeatInterviewer},
		{Pool: "backend", Count: 1, Role: models.SeatShadow, Optional: true}}
	f := open(t, url, file)
	exported := must(f.Setups.Export(ctx, f.org.Slug))(t)
	if got := exported.Postings[0].Tracks[0].Steps[design].Seats; !models.SameSeats(got,
		file.Postings[0].Tracks[0].Steps[design].Seats) {
		t.Errorf("the seats are exported as %+v", got)
	}
	return f
}

// seated are the local parts of the addresses in a panel.
func seated(i models.Interview) string {
	var out []string
	for _, s := range i.Panel {
		out = append(out, strings.TrimSuffix(s.Email, "@acme.example"))
	}
	return strings.Join(out, " ")
}

// TestPanel: what is offered for a round with seats is what can be seated, whoever is chosen is busy then, and the next
// panel is one of those who interview less.
func TestPanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		start := at(18, 0)
		order := func(candidate string) booking.Order {
			o := f.orderWith("", candidate, start)
			o.Auto = true
			return o
		}
		free := func(want string) {
			t.Helper()
			q := f.question()
			q.RoundID = f.round("backend", "default", "design")
			x := must(f.Availability.Explain(ctx, f.org.ID, q, start))(t).Explanations[0]
			if got := x.WhyNot("", time.UTC); !strings.Contains(got, want) {
				t.Errorf("asked why not: %s\nwant %s", got, want)
			}
			capacity := 0
			for _, s := range f.slots(start, &start) {
				capacity = s.Capacity
			}
			if capacity != x.Capacity {
				t.Errorf("%d panels are offered and %d are explained", capacity, x.Capacity)
			}
		}
		free("with everybody for 2 interviews")
		first := f.book(order("one@candidate.example"))
		if got := seated(first); got != "b0 b1 m0 trainee" || first.InterviewerEmail != "b0@acme.example" ||
			first.Panel[1].Why == "" || !first.Panel[3].Optional || !first.Panel[3].Hidden {
			t.Errorf("the first panel is %s: %+v", got, first.Panel)
		}
		free("with everybody for 1 interview")
		ref := f.invitee("two@candidate.example")
		if got := seated(f.pick(ref, start).Interview); got != "b2 b3 m1" {
			t.Errorf("the second panel is %s", got)
		}
		free("Managers: nobody is free")
		free("Backend: 1 of 2 is free") // who is paused or in training is not
		_, err := f.Bookings.Book(ctx, act.By{}, f.org, order("three@candidate.example"))
		f.refusedSaying(err, models.Conflict, "not everybody who is needed is free", "a third panel")
		_, err = f.Bookings.Book(ctx, act.By{}, f.org, f.orderWith("m1@acme.example", "three@candidate.example", start))
		f.refusedSaying(err, models.Conflict, "m1@acme.example already has an interview", "somebody of a panel")

		const stranger = "assigned@elsewhere.example"
		f.exec("insert into posting_interviewers (org_id, posting_id, email, meeting_link) values (?, ?, ?, '')",
			f.org.ID, f.posting("backend"), stranger) // as over REST
		named := f.orderWith(grace, "three@candidate.example", at(22, 0))
		named.Panel = []string{grace, stranger}
		_, err = f.Bookings.Book(ctx, act.By{}, f.org, named)
		f.refusedSaying(err, models.Conflict, stranger, "somebody who is assigned and not known")

		moved := f.orderWith(first.InterviewerEmail, "one@candidate.example", at(22, 0))
		moved.Replace, moved.KeepsPanel = true, true
		if got := seated(f.book(moved)); got != "b0 b1 m0 trainee" {
			t.Errorf("moved by the team the panel is %s", got)
		}
		moved.InterviewerEmail = "b2@acme.example"
		if got := seated(f.book(moved)); got != "b2 b1 m0 trainee" {
			t.Errorf("moved to another lead the panel is %s", got)
		}

		start = at(20, 0)
		if got := seated(f.book(order("four@candidate.example"))); got != "b0 b4 m0 trainee" {
			t.Errorf("the next panel is %s", got)
		}
		if list := f.pages(models.InterviewFilter{InterviewerEmail: "b1@acme.example"}, 10); len(list) != 1 ||
			list[0] != first.ID {
			t.Errorf("b1 is in %v, want %s", list, first.ID)
		}
	})
}

// TestPanelLimits: an interview counts towards the limits of everybody in its panel, and once towards those of the
// organization (P5).
func TestPanelLimits(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec(`update people set limits = '{"day": 1}' where email like 'm%'`)
		f.exec(`update organizations set limits = '{"week": 3}'`)
		org := f.org
		org.Limits.Week = 3
		auto := func(n, hour int) (booking.Booking, error) {
			o := f.orderWith("", candidate(n), at(hour, 0))
			o.Auto = true
			return f.Bookings.Book(ctx, act.By{}, org, o)
		}
		for n, want := range []string{"b0 b1 m0 trainee", "b2 b3 m1 trainee"} {
			if got := seated(must(auto(n, 16+2*n))(t).Interview); got != want {
				t.Errorf("a panel is %s, want %s", got, want)
			}
		}
		_, err := auto(2, 20)
		f.refusedSaying(err, models.Conflict, "Managers: nobody is free", "a third panel")
		named := f.orderWith("b0@acme.example", candidate(2), at(20, 0))
		named.Panel = []string{"b0@acme.example", "m1@acme.example"}
		third := must(f.Bookings.Book(ctx, act.By{}, org, named))(t)
		const over = "m1@acme.example has 1 interview on Mon 3 Mar, and at most 1 a day"
		if w := warning(third.Warnings); !strings.HasPrefix(w, over) {
			t.Errorf("the warning is %q", w)
		}
		f.exec("update people set limits = null")
		_, err = auto(3, 22)
		f.refusedSaying(err, models.Conflict, "the organization has 3 interviews in the week", "a fourth interview")
	})
}

// wantedAtOnce are the interviews of those who got the start, of n who want it at once: by picking, by tools whose plan
// is made, and by bookings that choose. All others are refused because of its state.
func (f *fixture) wantedAtOnce(n int, start time.Time) (got []models.Interview) {
	f.t.Helper()
	var all sync.WaitGroup
	booked, begin := make(chan models.Interview, n), make(chan struct{}) // when all plans are made
	for n := range n {
		email := fmt.Sprintf("c%d@candidate.example", n)
		var ref models.Ref
		var by act.By
		o := f.orderWith("", email, start)
		switch o.Auto = true; n % 3 {
		case 0:
			ref = f.invitee(email)
		case 1:
			by = f.byTool(o)
		}
		all.Go(func() {
			var b booking.Booking
			var err error
			<-begin
			if n%3 == 0 {
				b, err = f.Bookings.Pick(ctx, ref, start, "UTC", true)
			} else {
				b, err = f.Bookings.Book(ctx, by, f.org, o)
			}
			if err == nil {
				booked <- b.Interview
			} else if models.KindOf(err) != models.Conflict {
				f.t.Errorf("%d: %v", n, err)
			}
		})
	}
	close(begin)
	all.Wait()
	close(booked)
	for i := range booked {
		got = append(got, i)
	}
	return got
}

// TestPanelsAtOnce: sixty who want one start at once, by picking and by bookings that choose, get as many panels as can
// be seated, and nobody sits in two.
func TestPanelsAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		start := at(18, 0)
		booked := f.wantedAtOnce(60, start)
		var people []string
		for _, i := range booked {
			for _, s := range i.Panel {
				people = append(people, s.Email)
			}
		}
		slices.Sort(people)
		if len(booked) != 2 || len(slices.Compact(slices.Clone(people))) != len(people) {
			t.Errorf("%d panels, want 2, with %v", len(booked), people)
		}
	})
}

// TestWithoutSeats: a round without seats costs no statement more in an organization that has pools, trainees and other
// rounds with seats than in one that has none of it, be it read or booked.
func TestWithoutSeats(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		start := at(18, 0)
		costs := func(n int) (out [2]int) {
			o := f.orderWith(grace, candidate(n), start.Add(time.Duration(n)*time.Hour))
			f.slots(start, nil)
			out[0] = f.count(func() { f.slots(start, nil) })
			out[1] = f.count(func() { f.book(o) })
			return out
		}
		f.exec("update rounds set seats = null where id = ?", f.round("backend", "default", "design"))
		costs(0) // the first one may fill caches
		with := costs(1)
		f.exec("delete from pool_members")
		f.exec("delete from pools")
		if without := costs(2); with != without {
			t.Errorf("reading and booking take %v statements, and %v without pools", with, without)
		}
	})
}

// TestInviteToPanel: that nobody offers a time is said of those who can take the round's seats, and not of the
// posting's interviewers.
func TestInviteToPanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		order := f.inviteTo("design", candidate(0))
		warned := func() int { return len(must(f.Candidates.PreviewInvite(ctx, f.org, order))(t).Warnings) }
		before := warned()
		f.exec("update pool_members set state = 'paused', resumes = 'qualified' where email like 'm%'")
		if after := warned(); before != 0 || after != 1 {
			t.Errorf("%d warnings while there is a time for the panel, %d without a manager", before, after)
		}
		f.exec("update pool_members set state = 'qualified', resumes = '' where email like 'm%'")
		f.exec("delete from slots")
		f.exec("update people set working_hours = null, calendar_connected = false where email in " +
			"(select email from posting_interviewers)")
		if n := warned(); n != 0 {
			t.Errorf("%d warnings while the panel alone offers a time", n)
		}
	})
}
