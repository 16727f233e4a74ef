package timetable_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestCapacity proves §4 Slots rule 7 for a round of an hour with two or three painted interviewers.
func TestCapacity(t *testing.T) {
	t.Parallel()
	painted := func(email string, booked ...timetable.Range) timetable.Available {
		iv := timetable.Available{Email: email, Painted: []time.Time{desk.Mon(15, 0), desk.Mon(16, 0)}}
		for n, r := range booked {
			iv.Bookings = append(iv.Bookings, timetable.Booked{InterviewID: fmt.Sprintf("int_%s_%d", email, n),
				Range: r})
		}
		return iv
	}
	unnamed := func(at ...time.Time) (out []timetable.Booked) {
		for n, from := range at {
			out = append(out, timetable.Booked{InterviewID: fmt.Sprintf("int_%d", n), Range: timetable.Range{From: from, To: from.Add(time.Hour)}})
		}
		return out
	}
	for _, c := range []struct {
		name string
		a    timetable.Availability
		want string
	}{
		{"nobody is assigned", timetable.Availability{}, ""},
		{"each free interviewer is a place, emails sorted",
			timetable.Availability{Interviewers: []timetable.Available{painted(desk.Bob), painted(desk.Ann)}},
			"15:00 2 ann bob, 16:00 2 ann bob"},
		{"a booking takes its interviewer away",
			timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann, desk.Span(15, 0, 16, 0)),
				painted(desk.Bob)}}, "15:00 1 bob, 16:00 2 ann bob"},
		{"an overlap counts for the round's whole duration",
			timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann, desk.Span(15, 30, 15, 45)),
				painted(desk.Bob)}}, "15:00 1 bob, 16:00 2 ann bob"},
		{"touching ends do not", timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann, desk.Span(14, 0, 15, 0),
			desk.Span(17, 0, 18, 0))}}, "15:00 1 ann, 16:00 1 ann"},
		{"one booking can take two starts", timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann, desk.Span(15, 30, 16, 30))}},
			""},
		{"an unnamed booking takes a place and no email", timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann),
			painted(desk.Bob)}, Unnamed: unnamed(desk.Mon(15, 0))}, "15:00 1 ann bob, 16:00 2 ann bob"},
		{"unnamed bookings fill a start", timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann), painted(desk.Bob)},
			Unnamed: unnamed(desk.Mon(15, 0), desk.Mon(15, 0))}, "16:00 2 ann bob"},
		{"more unnamed than places is still 0", timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann)},
			Unnamed: unnamed(desk.Mon(15, 0), desk.Mon(15, 0), desk.Mon(15, 0))}, "16:00 1 ann"},
		{"an unnamed one at another start, though it overlaps, takes nothing",
			timetable.Availability{Interviewers: []timetable.Available{painted(desk.Ann)},
				Unnamed: unnamed(desk.Mon(15, 30))}, "15:00 1 ann, 16:00 1 ann"},
	} {
		if got := desk.SaySlots(c.a.Slots(time.Hour, desk.Mon(0, 0), time.Time{}, desk.Thu)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
	if got := (timetable.Availability{}).Slots(time.Hour, desk.Mon(0, 0), time.Time{}, desk.Thu); got == nil {
		t.Error("is never nil, so that the list is [] on the wire: got nil")
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	a := timetable.Availability{
		Interviewers: []timetable.Available{
			{Email: desk.Ann, Painted: []time.Time{desk.Mon(15, 0)},
				Bookings: []timetable.Booked{{InterviewID: "int_a", Range: desk.Span(15, 0, 16, 0)}}},
			{Email: desk.Bob, Painted: []time.Time{desk.Mon(15, 0)}},
			// Cho does not offer 15:00, so her booking takes no place there.
			{Email: desk.Cho, Painted: []time.Time{desk.Mon(16, 0)},
				Bookings: []timetable.Booked{{InterviewID: "int_c", Range: desk.Span(15, 0, 16, 0)}}},
		},
		Unnamed: []timetable.Booked{{InterviewID: "int_u", Range: desk.Span(15, 0, 16, 0)}},
	}
	for _, c := range []struct {
		name     string
		start    time.Time
		except   string
		offered  bool
		capacity int
	}{
		{"booked up", desk.Mon(15, 0), "", true, 0},
		{"the one that is replaced gives its place back", desk.Mon(15, 0), "int_a", true, 1},
		{"an unnamed one that is replaced too", desk.Mon(15, 0), "int_u", true, 1},
		{"an interview elsewhere gives nothing back", desk.Mon(15, 0), "int_c", true, 0},
		{"another start", desk.Mon(16, 0), "", true, 1},
		{"not offered", desk.Mon(15, 30), "", false, 0},
		{"a second off the start", desk.Mon(15, 0).Add(time.Second), "", false, 0},
	} {
		offered, capacity := a.At(c.start, time.Hour, desk.Thu, c.except)
		if offered != c.offered || capacity != c.capacity {
			t.Errorf("%s: got %v, %d; want %v, %d", c.name, offered, capacity, c.offered, c.capacity)
		}
	}
}

func TestPersonalStarts(t *testing.T) {
	t.Parallel()
	office := func(zone string) timetable.Available {
		return timetable.Available{Email: desk.Ann, Personal: true, Zone: zone,
			Hours:   timetable.WeeklyHours{time.Monday: {{From: 540, To: 720}}},
			Painted: []time.Time{desk.Mon(20, 0)}}
	}
	for _, c := range []struct {
		name string
		iv   timetable.Available
		d    time.Duration
		want string
	}{
		{"every half hour that fits", office("UTC"), time.Hour, "09:00 09:30 10:00 10:30 11:00"},
		{"a longer round fits less often", office("UTC"), 150 * time.Minute, "09:00 09:30"},
		{"in quarter-hour zones the first start is the next on the grid", office("Asia/Kathmandu"), time.Hour,
			"03:30 04:00 04:30 05:00"},
		{"less the calendar's busy time", func() timetable.Available {
			iv := office("UTC")
			iv.Busy = []timetable.Range{desk.Span(10, 15, 10, 45)}
			return iv
		}(), 30 * time.Minute, "09:00 09:30 11:00 11:30"},
		{"less own interviews", func() timetable.Available {
			iv := office("UTC")
			iv.Bookings = []timetable.Booked{{InterviewID: "int_1", Range: desk.Span(10, 0, 11, 0)}}
			return iv
		}(), time.Hour, "09:00 11:00"},
		{"a calendar that could not be read for too long offers nothing", func() timetable.Available {
			iv := office("UTC")
			iv.Unknown = true
			return iv
		}(), time.Hour, ""},
		{"a saved week without hours offers nothing", timetable.Available{Email: desk.Ann, Personal: true, Zone: "UTC",
			Hours: timetable.WeeklyHours{}, Painted: []time.Time{desk.Mon(9, 0)}}, time.Hour, ""},
	} {
		var starts []string
		for _, s := range (timetable.Availability{Interviewers: []timetable.Available{c.iv}}).Slots(c.d, desk.Mon(0, 0),
			desk.Mon(23, 30), desk.Thu) {
			starts = append(starts, s.StartAt.Format("15:04"))
		}
		if got := strings.Join(starts, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	t.Run("a connected calendar without hours is an office", func(t *testing.T) {
		p := timetable.Person{CalendarConnected: true}
		if !p.Personal() || len(p.Hours()) != 5 || p.Hours()[time.Monday][0] != (timetable.Hours{From: 540,
			To: 1020}) ||
			p.Hours()[time.Sunday] != nil {
			t.Errorf("got %v", p.Hours())
		}
		p.WorkingHours = timetable.WeeklyHours{}
		if !p.Personal() || len(p.Hours()) != 0 {
			t.Errorf("a saved week is believed: got %v", p.Hours())
		}
		if (timetable.Person{}).Personal() || (timetable.Person{}).Hours() != nil {
			t.Error("nobody's schedule decides without hours or a calendar")
		}
	})
}

func TestSlotsBounds(t *testing.T) {
	t.Parallel()
	painted := timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann,
		Painted: []time.Time{desk.Mon(15, 0), desk.Mon(16, 0), desk.Mon(17, 0), desk.Mon(15, 0).AddDate(5, 0, 0)}}}}
	if got := desk.SaySlots(painted.Slots(time.Hour, desk.Mon(15, 0), desk.Mon(16, 0),
		desk.Thu)); got != "15:00 1 ann, 16:00 1 ann" {
		t.Errorf("bounds are inclusive: got %s", got)
	}
	if got := painted.Slots(time.Hour, desk.Mon(15, 30), time.Time{}, desk.Thu); len(got) != 3 {
		t.Errorf("painted ones have no upper bound without to: got %v", got)
	}
	if got := painted.Slots(time.Hour, desk.Mon(16, 0), desk.Mon(15, 0), desk.Thu); len(got) != 0 {
		t.Errorf("from after to: got %v", got)
	}
	always := timetable.WeeklyHours{}
	for d := range 7 {
		always[time.Weekday(d)] = []timetable.Hours{{From: 0, To: 1440}}
	}
	personal := timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann, Personal: true,
		Zone:  "Europe/London",
		Hours: always}}}
	// The first and the last start that a slot or a booking can have.
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2200, 12, 31, 23, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to, now time.Time
		first, last   time.Time
	}{
		"without to: 28 days after from": {desk.Mon(15, 0), time.Time{}, desk.Thu, desk.Mon(15, 0), desk.Mon(15, 0).AddDate(0, 0, 28)},
		"to beyond 92 days from now":     {desk.Mon(15, 0), desk.Mon(15, 0).AddDate(1, 0, 0), desk.Thu, desk.Mon(15, 0), desk.Thu.AddDate(0, 0, 92)},
		"without to, 92 days from now nearer than 28 from from": {desk.Thu.AddDate(0, 0, 90), time.Time{}, desk.Thu,
			desk.Thu.AddDate(0, 0, 90), desk.Thu.AddDate(0, 0, 92)},
		"from in the past is taken as it is": {desk.Thu.AddDate(-1, 0, 0), desk.Thu.AddDate(-1, 0, 1), desk.Thu,
			desk.Thu.AddDate(-1, 0, 0), desk.Thu.AddDate(-1, 0, 1)},
		"from long past: 92 days after it": {desk.Thu.AddDate(-1, 0, 0), desk.Thu, desk.Thu,
			desk.Thu.AddDate(-1, 0, 0), desk.Thu.AddDate(-1, 0, 92)},
		"from between two starts: the next": {desk.Mon(15, 0).Add(1), desk.Mon(18, 45), desk.Thu, desk.Mon(15, 30), desk.Mon(18, 30)},
		"none after the year 2200":          {last.Add(-2 * time.Hour), time.Time{}, last, last.Add(-2 * time.Hour), last},
		"none before the year 1": {first.Add(-2 * time.Hour), first.Add(2 * time.Hour), first,
			first, first.Add(2 * time.Hour)},
	} {
		got := personal.Slots(time.Hour, c.from, c.to, c.now)
		if len(got) == 0 || !got[0].StartAt.Equal(c.first) || !got[len(got)-1].StartAt.Equal(c.last) {
			t.Errorf("%s: got %d starts; want %v to %v", name, len(got), c.first, c.last)
		}
	}
	if got := personal.Slots(time.Hour, desk.Thu.AddDate(0, 0, 93), desk.Thu.AddDate(0, 0, 94),
		desk.Thu); len(got) > 0 {
		t.Errorf("beyond 92 days from now there are %d starts; want none, as Explain says", len(got))
	}
	for _, from := range []time.Time{last.Add(time.Hour),
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -14*3600)), first.AddDate(-1, 0, 0)} {
		// No start there can be written as an instant or be booked.
		if got := personal.Slots(time.Hour, from, from.AddDate(0, 0, 92), from); len(got) > 0 {
			t.Errorf("from %v: %d starts, the first %v; want none", from, len(got), got[0].StartAt)
		}
	}
}

// drawAvailability returns what could be known around a day: painted and personal interviewers in several zones, with
// dates that differ, absences, busy times, bookings and calendars of which little is known. durations are multiples of
// a quarter of an hour.
func drawAvailability(t *rapid.T) (a timetable.Availability, day time.Time, duration time.Duration) {
	day = time.Date(rapid.SampledFrom([]int{2018, 2031}).Draw(t, "year"), 1, rapid.IntRange(1, 365).Draw(t, "day"),
		0, 0, 0, 0, time.UTC)
	instant := func(label string) time.Time {
		return day.Add(time.Duration(rapid.IntRange(-24, 96).Draw(t, label)) * 30 * time.Minute)
	}
	duration = time.Duration(rapid.IntRange(1, 12).Draw(t, "duration")) * 15 * time.Minute
	ids := 0
	bookings := func(label string, at func() time.Time) (out []timetable.Booked) {
		for range rapid.IntRange(0, 3).Draw(t, label) {
			ids++
			from := at()
			out = append(out, timetable.Booked{InterviewID: fmt.Sprint(ids),
				Range: timetable.Range{From: from, To: from.Add(time.Duration(rapid.IntRange(1, 8).Draw(t,
					"quarters")) * 15 * time.Minute)}})
		}
		return out
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "interviewers") {
		iv := timetable.Available{Email: fmt.Sprintf("i%d@acme.example", n), Zone: rapid.SampledFrom(desk.Zones).Draw(t, "zone"),
			Personal: rapid.Bool().Draw(t, "personal"), Hours: timetable.WeeklyHours{}, Dates: timetable.DatedHours{}}
		for d := range 7 {
			if from := rapid.IntRange(0, 1439).Draw(t, "from"); rapid.Bool().Draw(t, "works") {
				iv.Hours[time.Weekday(d)] = []timetable.Hours{{From: from,
					To: rapid.IntRange(from+1, 1440).Draw(t, "to")}}
			}
		}
		for d := range 4 {
			date := day.AddDate(0, 0, d-1).Format(time.DateOnly)
			switch rapid.IntRange(0, 5).Draw(t, "differs") {
			case 0:
				iv.Dates[date] = nil
			case 1:
				iv.Dates[date] = []timetable.Hours{{From: 480, To: 1200}}
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "absent") == 0 {
			first := rapid.IntRange(-1, 2).Draw(t, "first")
			last := rapid.IntRange(first, 3).Draw(t, "last")
			iv.Absences = append(iv.Absences, timetable.Absence{First: day.AddDate(0, 0, first).Format(time.DateOnly),
				Last: day.AddDate(0, 0, last).Format(time.DateOnly)})
		}
		for range rapid.IntRange(0, 6).Draw(t, "painted") {
			if s := instant("slot"); !slices.ContainsFunc(iv.Painted, s.Equal) {
				iv.Painted = append(iv.Painted, s)
			}
		}
		iv.Bookings = bookings("bookings", func() time.Time {
			return instant("booking").Add(time.Duration(rapid.IntRange(0, 29).Draw(t, "past")) * time.Minute)
		})
		for _, b := range bookings("busy", func() time.Time { return instant("busy") }) {
			iv.Busy = append(iv.Busy, b.Range)
		}
		iv.Unknown = rapid.IntRange(0, 9).Draw(t, "unknown") == 0
		if rapid.Bool().Draw(t, "connected") {
			iv.Known = &timetable.Range{From: instant("known from"), To: instant("known until")}
		}
		iv.Limits = drawLimits(t, iv.Zone, models.OrganizationLimits{InterviewLimits: drawn(t, "of each")})
		timetable.Count(iv.Limits, iv.Bookings)
		a.Interviewers = append(a.Interviewers, iv)
	}
	a.Limits = timetable.LimitsOfAll(models.OrganizationLimits{InterviewLimits: drawn(t, "of all")}, "Europe/Berlin")
	timetable.Count(a.Limits, bookings("of all", func() time.Time { return instant("of all") }))
	a.Unnamed = bookings("unnamed", func() time.Time { return instant("unnamed") })
	return a, day, duration
}

// drawn are limits that may well be reached by a few interviews; most have none.
func drawn(t *rapid.T, label string) (l models.InterviewLimits) {
	for _, f := range models.LimitFields {
		if rapid.IntRange(0, 9).Draw(t, label+" has "+f.Name) == 0 {
			*f.Of(&l) = rapid.IntRange(1, 3).Draw(t, label+" "+f.Name)
		}
	}
	return l
}

func drawLimits(t *rapid.T, zone string, home models.OrganizationLimits) []timetable.Limited {
	return timetable.LimitsOf(drawn(t, "own"), zone, home)
}

func TestCheckSlotWrites(t *testing.T) { // §8
	t.Parallel()
	for n, refused := range map[int]models.Kind{0: models.Invalid, 1: 0, 1000: 0, 1001: models.Invalid} {
		desk.WantRefusal(t, fmt.Sprint(n, " entries"), refused, "")(timetable.CheckSlotWrites(n))
	}
}

func TestSortInterviewers(t *testing.T) {
	t.Parallel()
	list := []timetable.PostingInterviewer{{Email: desk.Cho}, {Email: desk.Ann,
		Slots: []time.Time{desk.Mon(16, 0), desk.Mon(15, 0)}, Personal: true},
		{Email: desk.Bob}}
	timetable.SortInterviewers(list)
	if list[0].Email != desk.Ann || list[1].Email != desk.Bob || list[2].Email != desk.Cho ||
		!list[0].Slots[0].Equal(desk.Mon(15, 0)) {
		t.Errorf("got %v", list)
	}
	if list[0].AvailabilitySource() != "personal" || list[1].AvailabilitySource() != "painted" {
		t.Error("availability_source is wrong (§2)")
	}
}

func TestCheckPainted(t *testing.T) {
	t.Parallel()
	l := models.Limits{PaintedSlots: 10}
	for _, c := range []struct {
		painted, added int
		refused        models.Kind
	}{{10, 10, 0}, {11, 1, models.Invalid}, {50, 0, 0}, {50, 1, models.Invalid}, {0, 0, 0}, {50, -1, 0}} {
		desk.WantRefusal(t, fmt.Sprintf("%+v", c), c.refused, "")(l.CheckPainted(c.painted, c.added))
	}
}
