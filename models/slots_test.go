package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// saySlots formats slots as "15:00 2 ann bob".
func saySlots(slots []Slot) string {
	var out []string
	for _, s := range slots {
		one := fmt.Sprintf("%s %d", s.StartAt.Format("15:04"), s.Capacity)
		for _, e := range s.InterviewerEmails {
			name, _, _ := strings.Cut(e, "@")
			one += " " + name
		}
		out = append(out, one)
	}
	return strings.Join(out, ", ")
}

// TestCapacity proves §4 Slots rule 7 for a round of an hour with two or three painted interviewers.
func TestCapacity(t *testing.T) {
	t.Parallel()
	painted := func(email string, booked ...Range) Available {
		iv := Available{Email: email, Painted: []time.Time{mon(15, 0), mon(16, 0)}}
		for n, r := range booked {
			iv.Bookings = append(iv.Bookings, Booked{fmt.Sprintf("int_%s_%d", email, n), r})
		}
		return iv
	}
	unnamed := func(at ...time.Time) (out []Booked) {
		for n, from := range at {
			out = append(out, Booked{fmt.Sprintf("int_%d", n), Range{from, from.Add(time.Hour)}})
		}
		return out
	}
	for _, c := range []struct {
		name string
		a    Availability
		want string
	}{
		{"nobody is assigned", Availability{}, ""},
		{"nobody offers anything", Availability{Interviewers: []Available{{Email: ann}}}, ""},
		{"each free interviewer is a place, emails sorted",
			Availability{Interviewers: []Available{painted(bob), painted(ann)}}, "15:00 2 ann bob, 16:00 2 ann bob"},
		{"a booking takes its interviewer away",
			Availability{Interviewers: []Available{painted(ann, span(15, 0, 16, 0)), painted(bob)}},
			"15:00 1 bob, 16:00 2 ann bob"},
		{"an overlap counts for the round's whole duration",
			Availability{Interviewers: []Available{painted(ann, span(15, 30, 15, 45)), painted(bob)}},
			"15:00 1 bob, 16:00 2 ann bob"},
		{"touching ends do not", Availability{Interviewers: []Available{painted(ann, span(14, 0, 15, 0),
			span(17, 0, 18, 0))}}, "15:00 1 ann, 16:00 1 ann"},
		{"one booking can take two starts", Availability{Interviewers: []Available{painted(ann, span(15, 30, 16, 30))}},
			""},
		{"a full start is omitted", Availability{Interviewers: []Available{painted(ann, span(15, 0, 16, 0))}},
			"16:00 1 ann"},
		{"an unnamed booking takes a place and no email", Availability{Interviewers: []Available{painted(ann),
			painted(bob)}, Unnamed: unnamed(mon(15, 0))}, "15:00 1 ann bob, 16:00 2 ann bob"},
		{"unnamed bookings fill a start", Availability{Interviewers: []Available{painted(ann), painted(bob)},
			Unnamed: unnamed(mon(15, 0), mon(15, 0))}, "16:00 2 ann bob"},
		{"more unnamed than places is still 0", Availability{Interviewers: []Available{painted(ann)},
			Unnamed: unnamed(mon(15, 0), mon(15, 0), mon(15, 0))}, "16:00 1 ann"},
		{"an unnamed one at another start, though it overlaps, takes nothing",
			Availability{Interviewers: []Available{painted(ann)}, Unnamed: unnamed(mon(15, 30))},
			"15:00 1 ann, 16:00 1 ann"},
		{"named and unnamed together", Availability{Interviewers: []Available{painted(ann, span(15, 0, 16, 0)),
			painted(bob), painted(cho)}, Unnamed: unnamed(mon(15, 0))}, "15:00 1 bob cho, 16:00 3 ann bob cho"},
	} {
		if got := saySlots(c.a.Slots(time.Hour, mon(0, 0), time.Time{}, thu)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
	if got := (Availability{}).Slots(time.Hour, mon(0, 0), time.Time{}, thu); got == nil {
		t.Error("is never nil, so that the list is [] on the wire: got nil")
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	a := Availability{
		Interviewers: []Available{
			{Email: ann, Painted: []time.Time{mon(15, 0)}, Bookings: []Booked{{"int_a", span(15, 0, 16, 0)}}},
			{Email: bob, Painted: []time.Time{mon(15, 0)}},
			// Cho does not offer 15:00, so her booking takes no place there.
			{Email: cho, Painted: []time.Time{mon(16, 0)}, Bookings: []Booked{{"int_c", span(15, 0, 16, 0)}}},
		},
		Unnamed: []Booked{{"int_u", span(15, 0, 16, 0)}},
	}
	for _, c := range []struct {
		name     string
		start    time.Time
		except   string
		offered  bool
		capacity int
	}{
		{"booked up", mon(15, 0), "", true, 0},
		{"the one that is replaced gives its place back", mon(15, 0), "int_a", true, 1},
		{"an unnamed one that is replaced too", mon(15, 0), "int_u", true, 1},
		{"an interview elsewhere gives nothing back", mon(15, 0), "int_c", true, 0},
		{"another start", mon(16, 0), "", true, 1},
		{"not offered", mon(15, 30), "", false, 0},
		{"a second off the start", mon(15, 0).Add(time.Second), "", false, 0},
	} {
		offered, capacity := a.At(c.start, time.Hour, thu, c.except)
		if offered != c.offered || capacity != c.capacity {
			t.Errorf("%s: got %v, %d; want %v, %d", c.name, offered, capacity, c.offered, c.capacity)
		}
	}
}

func TestPersonalStarts(t *testing.T) {
	t.Parallel()
	office := func(zone string) Available {
		return Available{Email: ann, Personal: true, Zone: zone, Hours: WeeklyHours{time.Monday: {{540, 720}}},
			Painted: []time.Time{mon(20, 0)}}
	}
	for _, c := range []struct {
		name string
		iv   Available
		d    time.Duration
		want string
	}{
		{"every half hour that fits", office("UTC"), time.Hour, "09:00 09:30 10:00 10:30 11:00"},
		{"a longer round fits less often", office("UTC"), 150 * time.Minute, "09:00 09:30"},
		{"a round that does not fit", office("UTC"), 4 * time.Hour, ""},
		{"the grid is in UTC: half-hour zones are on it", office("Asia/Kolkata"), time.Hour,
			"03:30 04:00 04:30 05:00 05:30"},
		{"in quarter-hour zones the first start is the next on the grid", office("Asia/Kathmandu"), time.Hour,
			"03:30 04:00 04:30 05:00"},
		{"less the calendar's busy time", func() Available {
			iv := office("UTC")
			iv.Busy = []Range{span(10, 15, 10, 45)}
			return iv
		}(), 30 * time.Minute, "09:00 09:30 11:00 11:30"},
		{"less own interviews", func() Available {
			iv := office("UTC")
			iv.Bookings = []Booked{{"int_1", span(10, 0, 11, 0)}}
			return iv
		}(), time.Hour, "09:00 11:00"},
		{"a calendar that could not be read for too long offers nothing", func() Available {
			iv := office("UTC")
			iv.Unknown = true
			return iv
		}(), time.Hour, ""},
		{"a saved week without hours offers nothing", Available{Email: ann, Personal: true, Zone: "UTC",
			Hours: WeeklyHours{}, Painted: []time.Time{mon(9, 0)}}, time.Hour, ""},
	} {
		var starts []string
		for _, s := range (Availability{Interviewers: []Available{c.iv}}).Slots(c.d, mon(0, 0), mon(23, 30), thu) {
			starts = append(starts, s.StartAt.Format("15:04"))
		}
		if got := strings.Join(starts, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	t.Run("a connected calendar without hours is an office", func(t *testing.T) {
		p := Person{CalendarConnected: true}
		if !p.Personal() || len(p.Hours()) != 5 || p.Hours()[time.Monday][0] != (Hours{540, 1020}) ||
			p.Hours()[time.Sunday] != nil {
			t.Errorf("got %v", p.Hours())
		}
		p.WorkingHours = WeeklyHours{}
		if !p.Personal() || len(p.Hours()) != 0 {
			t.Errorf("a saved week is believed: got %v", p.Hours())
		}
		if (Person{}).Personal() || (Person{}).Hours() != nil {
			t.Error("nobody's schedule decides without hours or a calendar")
		}
	})
	t.Run("the repeated hour is offered twice, the skipped one never", func(t *testing.T) {
		iv := Available{Email: ann, Personal: true, Zone: "America/New_York",
			Hours: WeeklyHours{time.Sunday: {{60, 180}}}}
		count := func(date time.Time) int {
			of := Availability{Interviewers: []Available{iv}}
			return len(of.Slots(30*time.Minute, date, date.Add(24*time.Hour), date))
		}
		if spring, normal, autumn := count(time.Date(2031, 3, 9, 0, 0, 0, 0, time.UTC)),
			count(time.Date(2031, 3, 16, 0, 0, 0, 0, time.UTC)),
			count(time.Date(2031, 11, 2, 0, 0, 0, 0, time.UTC)); spring != 2 || normal != 4 || autumn != 6 {
			t.Errorf("got %d, %d and %d starts; want 2, 4 and 6", spring, normal, autumn)
		}
	})
}

func TestSlotsBounds(t *testing.T) {
	t.Parallel()
	painted := Availability{Interviewers: []Available{{Email: ann,
		Painted: []time.Time{mon(15, 0), mon(16, 0), mon(17, 0), mon(15, 0).AddDate(5, 0, 0)}}}}
	if got := saySlots(painted.Slots(time.Hour, mon(15, 0), mon(16, 0), thu)); got != "15:00 1 ann, 16:00 1 ann" {
		t.Errorf("bounds are inclusive: got %s", got)
	}
	if got := painted.Slots(time.Hour, mon(15, 30), time.Time{}, thu); len(got) != 3 {
		t.Errorf("painted ones have no upper bound without to: got %v", got)
	}
	if got := painted.Slots(time.Hour, mon(16, 0), mon(15, 0), thu); len(got) != 0 {
		t.Errorf("from after to: got %v", got)
	}
	always := WeeklyHours{}
	for d := range 7 {
		always[time.Weekday(d)] = []Hours{{0, 1440}}
	}
	personal := Availability{Interviewers: []Available{{Email: ann, Personal: true, Zone: "Europe/London",
		Hours: always}}}
	// The first and the last start that a slot or a booking can have.
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2200, 12, 31, 23, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to, now time.Time
		first, last   time.Time
	}{
		"without to: 28 days after from": {mon(15, 0), time.Time{}, thu, mon(15, 0), mon(15, 0).AddDate(0, 0, 28)},
		"to beyond 92 days from now":     {mon(15, 0), mon(15, 0).AddDate(1, 0, 0), thu, mon(15, 0), thu.AddDate(0, 0, 92)},
		"without to, 92 days from now nearer than 28 from from": {thu.AddDate(0, 0, 90), time.Time{}, thu,
			thu.AddDate(0, 0, 90), thu.AddDate(0, 0, 92)},
		"from in the past is taken as it is": {thu.AddDate(-1, 0, 0), thu.AddDate(-1, 0, 1), thu,
			thu.AddDate(-1, 0, 0), thu.AddDate(-1, 0, 1)},
		"from long past: 92 days after it": {thu.AddDate(-1, 0, 0), thu, thu,
			thu.AddDate(-1, 0, 0), thu.AddDate(-1, 0, 92)},
		"to within: inclusive":              {mon(15, 0), mon(18, 30), thu, mon(15, 0), mon(18, 30)},
		"from between two starts: the next": {mon(15, 0).Add(1), mon(18, 45), thu, mon(15, 30), mon(18, 30)},
		"a start at to may end long after":  {mon(15, 0), mon(15, 0), thu, mon(15, 0), mon(15, 0)},
		"none after the year 2200":          {last.Add(-2 * time.Hour), time.Time{}, last, last.Add(-2 * time.Hour), last},
		"none before the year 1": {first.Add(-2 * time.Hour), first.Add(2 * time.Hour), first,
			first, first.Add(2 * time.Hour)},
	} {
		got := personal.Slots(time.Hour, c.from, c.to, c.now)
		if len(got) == 0 || !got[0].StartAt.Equal(c.first) || !got[len(got)-1].StartAt.Equal(c.last) {
			t.Errorf("%s: got %d starts; want %v to %v", name, len(got), c.first, c.last)
		}
	}
	if got := personal.Slots(time.Hour, thu.AddDate(0, 0, 93), thu.AddDate(0, 0, 94), thu); len(got) > 0 {
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
func drawAvailability(t *rapid.T) (a Availability, day time.Time, duration time.Duration) {
	day = time.Date(rapid.SampledFrom([]int{2018, 2031}).Draw(t, "year"), 1, rapid.IntRange(1, 365).Draw(t, "day"),
		0, 0, 0, 0, time.UTC)
	instant := func(label string) time.Time {
		return day.Add(time.Duration(rapid.IntRange(-24, 96).Draw(t, label)) * 30 * time.Minute)
	}
	duration = time.Duration(rapid.IntRange(1, 12).Draw(t, "duration")) * 15 * time.Minute
	ids := 0
	bookings := func(label string, at func() time.Time) (out []Booked) {
		for range rapid.IntRange(0, 3).Draw(t, label) {
			ids++
			from := at()
			out = append(out, Booked{fmt.Sprint(ids),
				Range{from, from.Add(time.Duration(rapid.IntRange(1, 8).Draw(t, "quarters")) * 15 * time.Minute)}})
		}
		return out
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "interviewers") {
		iv := Available{Email: fmt.Sprintf("i%d@acme.example", n), Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
			Personal: rapid.Bool().Draw(t, "personal"), Hours: WeeklyHours{}, Dates: DatedHours{}}
		for d := range 7 {
			if from := rapid.IntRange(0, 1439).Draw(t, "from"); rapid.Bool().Draw(t, "works") {
				iv.Hours[time.Weekday(d)] = []Hours{{from, rapid.IntRange(from+1, 1440).Draw(t, "to")}}
			}
		}
		for d := range 4 {
			date := day.AddDate(0, 0, d-1).Format(time.DateOnly)
			switch rapid.IntRange(0, 5).Draw(t, "differs") {
			case 0:
				iv.Dates[date] = nil
			case 1:
				iv.Dates[date] = []Hours{{480, 1200}}
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "absent") == 0 {
			first := rapid.IntRange(-1, 2).Draw(t, "first")
			last := rapid.IntRange(first, 3).Draw(t, "last")
			iv.Absences = append(iv.Absences, Absence{First: day.AddDate(0, 0, first).Format(time.DateOnly),
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
			iv.Known = &Range{instant("known from"), instant("known until")}
		}
		a.Interviewers = append(a.Interviewers, iv)
	}
	a.Unnamed = bookings("unnamed", func() time.Time { return instant("unnamed") })
	return a, day, duration
}

// TestSlotsAndAtAgree proves that GET slots and a booking see the same starts and places.
func TestSlotsAndAtAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, day, duration := drawAvailability(t)
		from, to := day, day.Add(36*time.Hour)
		slots := map[int64]Slot{}
		var last time.Time
		for _, s := range a.Slots(duration, from, to, day) {
			if !s.StartAt.After(last) || s.StartAt.Before(from) || s.StartAt.After(to) || !OnGrid(s.StartAt) ||
				s.Capacity < 1 || s.Capacity > len(s.InterviewerEmails) || !slices.IsSorted(s.InterviewerEmails) {
				t.Fatalf("after %v came %+v", last, s)
			}
			last = s.StartAt
			slots[s.StartAt.UnixMilli()] = s
			for _, iv := range a.Interviewers {
				if slices.Contains(s.InterviewerEmails, iv.Email) && iv.Personal && iv.Known != nil &&
					(s.StartAt.Before(iv.Known.From) || s.StartAt.Add(duration).After(iv.Known.To)) {
					t.Fatalf("%v lists %s, whose busy times are not known then", s.StartAt, iv.Email)
				}
				if slices.Contains(s.InterviewerEmails, iv.Email) &&
					slices.ContainsFunc(iv.Bookings, func(b Booked) bool {
						return b.Overlaps(Range{s.StartAt, s.StartAt.Add(duration)})
					}) {
					t.Fatalf("%v lists %s, who is booked then", s.StartAt, iv.Email)
				}
			}
		}
		for start := from; !start.After(to); start = start.Add(15 * time.Minute) {
			s, shown := slots[start.UnixMilli()]
			if offered, capacity := a.At(start, duration, day, ""); shown != (offered && capacity > 0) ||
				shown && capacity != s.Capacity {
				t.Fatalf("at %v: shown %v with capacity %d; At says offered %v with capacity %d",
					start, shown, s.Capacity, offered, capacity)
			}
		}
	})
}

func TestCheckSlotWrites(t *testing.T) { // §8
	t.Parallel()
	for n, refused := range map[int]Kind{0: Invalid, 1: 0, 1000: 0, 1001: Invalid} {
		wantRefusal(t, fmt.Sprint(n, " entries"), refused, "")(CheckSlotWrites(n))
	}
}

func TestSortInterviewers(t *testing.T) {
	t.Parallel()
	list := []PostingInterviewer{{Email: cho}, {Email: ann, Slots: []time.Time{mon(16, 0), mon(15, 0)}, Personal: true},
		{Email: bob}}
	SortInterviewers(list)
	if list[0].Email != ann || list[1].Email != bob || list[2].Email != cho || !list[0].Slots[0].Equal(mon(15, 0)) {
		t.Errorf("got %v", list)
	}
	if list[0].AvailabilitySource() != "personal" || list[1].AvailabilitySource() != "painted" {
		t.Error("availability_source is wrong (§2)")
	}
}

func TestCheckPainted(t *testing.T) {
	t.Parallel()
	l := Limits{PaintedSlots: 10}
	for _, c := range []struct {
		painted, added int
		refused        Kind
	}{{10, 10, 0}, {11, 1, Invalid}, {50, 0, 0}, {50, 1, Invalid}, {0, 0, 0}, {50, -1, 0}} {
		wantRefusal(t, fmt.Sprintf("%+v", c), c.refused, "")(l.CheckPainted(c.painted, c.added))
	}
}
