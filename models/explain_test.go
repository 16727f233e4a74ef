package models

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestOfferedIsExplainedAsFree proves for random interviewers that a start is offered exactly if its explanation says
// that it is free, with the same interviewers and places, and that the reason is a true one (D15).
func TestOfferedIsExplainedAsFree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, day, duration := drawAvailability(t)
		from, to := day, day.Add(36*time.Hour)
		now := day.Add(time.Duration(rapid.IntRange(-92*96, 96).Draw(t, "now")) * 15 * time.Minute)
		except := rapid.SampledFrom([]string{"", "1", "2", "3"}).Draw(t, "except")
		offered := map[int64]Slot{}
		for _, s := range a.Offered(duration, from, to, now, except) {
			offered[s.StartAt.UnixMilli()] = s
		}
		var starts []time.Time
		for at := from; !at.After(to); at = at.Add(15 * time.Minute) {
			starts = append(starts, at)
		}
		for n, e := range a.ExplainAll(starts, duration, now, except) {
			s, shown := offered[e.Start.UnixMilli()]
			delete(offered, e.Start.UnixMilli())
			free := e.Free()
			slices.Sort(free)
			if shown != (e.Reason == ReasonFree) || shown && (s.Capacity != e.Capacity ||
				!slices.Equal(free, s.InterviewerEmails)) {
				t.Fatalf("%s is offered: %v with %d places by %v; explained as %s with %d places by %v",
					e.Start, shown, s.Capacity, s.InterviewerEmails, e.Reason, e.Capacity, free)
			}
			if alone := a.Explain(starts[n], duration, now, except); alone.Reason != e.Reason {
				t.Fatalf("%s alone is %s, among others %s", e.Start, alone.Reason, e.Reason)
			}
			for _, w := range e.Interviewers {
				iv := a.Interviewers[slices.IndexFunc(a.Interviewers, func(iv Available) bool {
					return iv.Email == w.Email
				})]
				checkReason(t, iv, w, e, now, except)
			}
		}
		if len(offered) > 0 {
			t.Fatalf("offered and not on the grid: %v", offered)
		}
	})
}

// checkReason says in other words than [diary.at] what a reason means.
func checkReason(t *rapid.T, iv Available, w Verdict, e Explanation, now time.Time, except string) {
	t.Helper()
	want := Range{e.Start, e.Start.Add(e.Duration)}
	hours := iv.Hours.ExpandBut(iv.Dates, Location(iv.Zone), want.From.Add(-48*time.Hour), want.To.Add(48*time.Hour))
	holds := func(spans []Range) bool {
		return slices.ContainsFunc(spans, func(r Range) bool {
			return !want.From.Before(r.From) && !want.To.After(r.To)
		})
	}
	booked := slices.ContainsFunc(iv.Bookings, func(b Booked) bool {
		return b.InterviewID != except && b.Overlaps(want)
	})
	absent, off := daysOff(iv, want)
	free := slices.ContainsFunc(iv.Painted, want.From.Equal)
	if iv.Personal {
		known := hours
		if iv.Known != nil {
			known = within(hours, *iv.Known)
		}
		free = !iv.Unknown && OnGrid(want.From) && holds(subtract(known, iv.Busy)) &&
			!want.From.After(now.Add(MaxPersonalHorizon))
	}
	free = free && !absent && !off
	so := map[Reason]bool{
		ReasonFree: free && !booked, ReasonBooked: booked, ReasonNotPainted: !iv.Personal,
		ReasonTooFar:       iv.Personal && want.From.After(now.Add(MaxPersonalHorizon)),
		ReasonOutsideHours: iv.Personal && !holds(hours), ReasonDayOff: off && w.Span.Overlaps(want),
		ReasonAway:     absent && w.Span.Overlaps(want),
		ReasonNotRead:  iv.Personal && iv.Unknown,
		ReasonNotKnown: iv.Personal && iv.Known != nil && !holds([]Range{*iv.Known}),
		ReasonBusy: iv.Personal && slices.ContainsFunc(iv.Busy, func(r Range) bool {
			return r.Overlaps(want) && w.Span.Overlaps(want)
		}),
		ReasonOffGrid: iv.Personal && !OnGrid(want.From),
	}
	if !so[w.Reason] || w.Offers != free || w.Reason != ReasonFree && w.Reason != ReasonBooked && free {
		t.Fatalf("%s at %s is explained as %+v; they offer it: %v, they are booked: %v", w.Email, e.Start, w, free,
			booked)
	}
}

// daysOff says by the calendar on the wall whether some of the span lies on a day of an absence, or on a date that
// differs and has no hours.
func daysOff(iv Available, span Range) (absent, off bool) {
	for at := span.From; at.Before(span.To); at = at.Add(15 * time.Minute) {
		date := at.In(Location(iv.Zone)).Format(time.DateOnly)
		absent = absent || slices.ContainsFunc(iv.Absences, func(a Absence) bool {
			return a.First <= date && date <= a.Last
		})
		hours, differs := iv.Dates[date]
		off = off || differs && len(hours) == 0
	}
	return absent, off
}

func TestExplain(t *testing.T) { // D15
	t.Parallel()
	day := WeeklyHours{time.Monday: {{540, 1020}}}
	painted := func(b ...Booked) Available {
		return Available{Email: ann, Painted: []time.Time{mon(15, 0)}, Bookings: b}
	}
	personal := func(change func(iv *Available)) Available {
		iv := Available{Email: ann, Personal: true, Zone: "Europe/Berlin", Hours: day}
		change(&iv)
		return iv
	}
	away := func(iv Available, absences []Absence, off ...string) Available {
		iv.Zone, iv.Absences, iv.Dates = "Europe/Berlin", absences, DatedHours{}
		for _, date := range off {
			iv.Dates[date] = nil
		}
		return iv
	}
	hours := func(iv Available, date string) Available {
		iv.Zone, iv.Dates = "Europe/Berlin", DatedHours{date: {{540, 600}}}
		return iv
	}
	long := mon(0, 0).Add(-26 * time.Hour)
	berlin := Location("Europe/Berlin")
	for _, c := range []struct {
		name  string
		iv    Available
		start time.Time
		want  Reason
		words string
		of    Reason // of the start as a whole
	}{
		{"painted", painted(), mon(15, 0), ReasonFree, "is free", ReasonFree},
		{"not painted", painted(), mon(15, 30), ReasonNotPainted, "has not painted this time", ReasonNotOffered},
		{"booked", painted(Booked{"int_1", span(14, 30, 15, 30)}), mon(15, 0), ReasonBooked,
			"has an interview from 15:30 to 16:30 CET", ReasonFull},
		{"booked where nothing is painted", painted(Booked{"int_1", span(16, 0, 17, 0)}), mon(16, 0), ReasonBooked,
			"has an interview from 17:00 to 18:00 CET", ReasonNotOffered},
		{"off the grid", painted(), mon(15, 10), ReasonNotPainted, "has not painted this time", ReasonOffGrid},
		{"painted on a day off", away(painted(), nil, "2031-03-03"), mon(15, 0), ReasonDayOff, "has the day off",
			ReasonNotOffered},
		{"painted on a date with other hours", hours(painted(), "2031-03-03"), mon(15, 0), ReasonFree, "is free",
			ReasonFree},
		{"painted in an absence", away(painted(), []Absence{{First: "2031-03-01", Last: "2031-03-04"}}), mon(15, 0),
			ReasonAway, "is away from Sat 1 Mar 00:00 to Wed 5 Mar 00:00 CET", ReasonNotOffered},
		{"working in an absence", away(personal(func(*Available) {}), []Absence{{First: "2031-03-03",
			Last: "2031-03-03"}}), mon(15, 0), ReasonAway, "is away from Mon 3 Mar 00:00 to Tue 4 Mar 00:00 CET",
			ReasonNotOffered},
		{"before an absence", away(painted(), []Absence{{First: "2031-03-04", Last: "2031-03-09"}}), mon(15, 0),
			ReasonFree, "is free", ReasonFree},
		{"past", painted(), mon(7, 0), ReasonNotPainted, "has not painted this time", ReasonPast},
		{"working", personal(func(*Available) {}), mon(15, 0), ReasonFree, "is free", ReasonFree},
		{"after work", personal(func(*Available) {}), mon(15, 30), ReasonOutsideHours, "does not work then",
			ReasonNotOffered},
		{"a holiday", personal(func(iv *Available) { iv.Dates = DatedHours{"2031-03-03": nil} }), mon(12, 0),
			ReasonDayOff, "has the day off", ReasonNotOffered},
		{"a short day", personal(func(iv *Available) { iv.Dates = DatedHours{"2031-03-03": {{540, 600}}} }),
			mon(12, 0), ReasonOutsideHours, "does not work then", ReasonNotOffered},
		{"extra hours", personal(func(iv *Available) { iv.Dates = DatedHours{"2031-03-03": {{0, 1440}}} }),
			mon(20, 0), ReasonFree, "is free", ReasonFree},
		{"busy", personal(func(iv *Available) { iv.Busy = []Range{span(12, 30, 13, 30)} }), mon(12, 0), ReasonBusy,
			"is busy in their calendar from 13:30 to 14:30 CET", ReasonNotOffered},
		{"never read", personal(func(iv *Available) { iv.Unknown, iv.Known = true, &Range{} }), mon(12, 0),
			ReasonNotRead, "is not offered, because their calendar has not been read yet", ReasonNotOffered},
		{"not read for long", personal(func(iv *Available) { iv.Unknown, iv.ReadAt = true, &long }), mon(12, 0),
			ReasonNotRead, "is not offered, because their calendar was last read on Sat 1 Mar 2031 23:00 CET",
			ReasonNotOffered},
		{"failing", personal(func(iv *Available) { iv.Unknown, iv.ReadAt, iv.FailingSince = true, &long, &long }),
			mon(12, 0), ReasonNotRead,
			"is not offered, because their calendar could not be read since Sat 1 Mar 2031 23:00 CET",
			ReasonNotOffered},
		{"after what is known", personal(func(iv *Available) { iv.Known = &Range{mon(0, 0), mon(12, 30)} }),
			mon(12, 0), ReasonNotKnown,
			"is offered until Mon 3 Mar 2031 13:30 CET only, since their calendar was read up to then",
			ReasonNotOffered},
		{"beyond 92 days", personal(func(*Available) {}), mon(12, 0).AddDate(0, 0, 98), ReasonTooFar,
			"is offered until Tue 3 Jun 2031 10:00 CEST only, since working hours count for 92 days ahead",
			ReasonNotOffered},
		{"somebody else", Available{Email: ann, Unassigned: true}, mon(15, 0), ReasonNotAssigned,
			"is not an interviewer of this posting", ReasonNobody},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := (Availability{Interviewers: []Available{c.iv}}).Explain(c.start, time.Hour, mon(8, 0), "")
			w, ok := e.Of(ann)
			if !ok || w.Reason != c.want || w.Words(berlin) != c.words || e.Reason != c.of {
				t.Errorf("got %s and %s: ann %s\nwant %s and %s: ann %s", w.Reason, e.Reason, w.Words(berlin),
					c.want, c.of, c.words)
			}
			if (w.Reason == ReasonBooked) != (w.InterviewID == "int_1") {
				t.Errorf("%s names interview %q", w.Reason, w.InterviewID)
			}
			if e.Words(berlin) == "" || strings.HasSuffix(e.Words(berlin), ".") {
				t.Errorf("of the whole start it says %q", e.Words(berlin))
			}
		})
	}
	t.Run("the interview that is moved takes no place", func(t *testing.T) {
		a := Availability{Interviewers: []Available{painted(Booked{"int_1", span(15, 0, 16, 0)})}}
		if e := a.Explain(mon(15, 0), time.Hour, mon(8, 0), "int_1"); e.Reason != ReasonFree {
			t.Errorf("got %s", e.Reason)
		}
	})
	t.Run("interviews that name nobody fill a start", func(t *testing.T) {
		a := Availability{Interviewers: []Available{painted()}, Unnamed: []Booked{{"int_2", span(15, 0, 16, 0)}}}
		e := a.Explain(mon(15, 0), time.Hour, mon(8, 0), "")
		if e.Reason != ReasonFull || len(e.Unnamed) != 1 || !slices.Equal(e.Free(), []string{ann}) ||
			e.Words(berlin) != "This time is fully booked: 1 interview that names nobody takes a place" {
			t.Errorf("got %+v: %s", e, e.Words(berlin))
		}
	})
	t.Run("who is free comes first", func(t *testing.T) {
		a := Availability{Interviewers: []Available{{Email: ann}, {Email: cho, Painted: []time.Time{mon(15, 0)}},
			{Email: bob, Painted: []time.Time{mon(15, 0)}}}}
		var got []string
		for _, w := range a.Explain(mon(15, 0), time.Hour, mon(8, 0), "").Interviewers {
			got = append(got, w.Email)
		}
		if want := []string{bob, cho, ann}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("a zone without letters is shown by its offset", func(t *testing.T) {
		w := Verdict{Reason: ReasonBusy, Span: Range{mon(15, 0), mon(20, 0)}}
		if got, want := w.Words(Location("Asia/Kathmandu")),
			"is busy in their calendar from Mon 3 Mar 20:45 to Tue 4 Mar 01:45 UTC+05:45"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestNearest(t *testing.T) {
	t.Parallel()
	slots := func(hours ...int) (out []Slot) {
		for _, h := range hours {
			out = append(out, Slot{StartAt: mon(h, 0)})
		}
		return out
	}
	for _, c := range []struct {
		of    []Slot
		start time.Time
		want  []Slot
	}{
		{nil, mon(12, 0), nil},
		{slots(9, 10), mon(12, 0), slots(9, 10)},
		{slots(1, 2, 11, 13, 20), mon(12, 0), slots(11, 13, 20)},
		{slots(1, 2, 3, 4), mon(12, 0), slots(2, 3, 4)},
		{slots(13, 14, 15, 16), mon(12, 0), slots(13, 14, 15)},
		{slots(9, 10, 12, 13, 15), mon(12, 0), slots(10, 12, 13)},
	} {
		got := Nearest(c.of, c.start, 3)
		if !slices.EqualFunc(got, c.want, func(x, y Slot) bool { return x.StartAt.Equal(y.StartAt) }) {
			t.Errorf("of %v: got %v, want %v", c.of, got, c.want)
		}
	}
}
