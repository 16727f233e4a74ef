package timetable_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/timetable"
)

// TestOfferedIsExplainedAsFree proves for random interviewers that a start is offered exactly if its explanation says
// that it is free, with the same interviewers and places, and that the reason is a true one (D15). A booking that names
// its start sees the same places as if there were no limits.
func TestOfferedIsExplainedAsFree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, day, duration := drawAvailability(t)
		from, to := day, day.Add(36*time.Hour)
		now := day.Add(time.Duration(rapid.IntRange(-92*96, 96).Draw(t, "now")) * 15 * time.Minute)
		except := rapid.SampledFrom([]string{"", "1", "2", "3"}).Draw(t, "except")
		offered := map[int64]timetable.Slot{}
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
			if shown != (e.Reason == timetable.ReasonFree) || shown && (s.Capacity != e.Capacity ||
				!slices.Equal(free, s.InterviewerEmails)) {
				t.Fatalf("%s is offered: %v with %d places by %v; explained as %s with %d places by %v",
					e.Start, shown, s.Capacity, s.InterviewerEmails, e.Reason, e.Capacity, free)
			}
			if alone := a.Explain(starts[n], duration, now, except); alone.Reason != e.Reason {
				t.Fatalf("%s alone is %s, among others %s", e.Start, alone.Reason, e.Reason)
			}
			for _, w := range e.Interviewers {
				iv := a.Interviewers[slices.IndexFunc(a.Interviewers, func(iv timetable.Available) bool {
					return iv.Email == w.Email
				})]
				checkReason(t, iv, w, e, now, except)
			}
		}
		if len(offered) > 0 {
			t.Fatalf("offered and not on the grid: %v", offered)
		}
		a.Limits = nil
		for n := range a.Interviewers {
			a.Interviewers[n].Limits = nil
		}
		left := map[int64]int{}
		for _, s := range a.Offered(duration, from, to, now, except) {
			left[s.StartAt.UnixMilli()] = s.Capacity
		}
		for _, start := range starts {
			named, places := a.At(start, duration, now, except)
			if want := left[start.UnixMilli()]; start.After(now) && (named && places > 0) != (want > 0) ||
				want > 0 && places != want {
				t.Fatalf("%s has %d places, and %d for a booking that names it (%v)", start, want, places, named)
			}
		}
	})
}

// checkReason says in other words than [timetable.diary.at] what a reason means.
func checkReason(t *rapid.T, iv timetable.Available, w timetable.Verdict, e timetable.Explanation, now time.Time,
	except string) {
	t.Helper()
	want := timetable.Range{From: e.Start, To: e.Start.Add(e.Duration)}
	hours := iv.Hours.ExpandBut(iv.Dates, models.Location(iv.Zone), want.From.Add(-48*time.Hour),
		want.To.Add(48*time.Hour))
	holds := func(spans []timetable.Range) bool {
		return slices.ContainsFunc(spans, func(r timetable.Range) bool {
			return !want.From.Before(r.From) && !want.To.After(r.To)
		})
	}
	booked := slices.ContainsFunc(iv.Bookings, func(b timetable.Booked) bool {
		return b.InterviewID != except && b.Overlaps(want)
	})
	absent, off := daysOff(iv, want)
	free := slices.ContainsFunc(iv.Painted, want.From.Equal)
	if iv.Personal {
		known := hours
		if iv.Known != nil {
			known = timetable.Within(hours, *iv.Known)
		}
		free = !iv.Unknown && timetable.OnGrid(want.From) && holds(subtract(known, iv.Busy)) &&
			!want.From.After(now.Add(timetable.MaxPersonalHorizon))
	}
	free = free && !absent && !off
	so := map[timetable.Reason]bool{
		timetable.ReasonFree: free && !booked, timetable.ReasonBooked: booked, timetable.ReasonNotPainted: !iv.Personal,
		timetable.ReasonTooFar:       iv.Personal && want.From.After(now.Add(timetable.MaxPersonalHorizon)),
		timetable.ReasonOutsideHours: iv.Personal && !holds(hours),
		timetable.ReasonDayOff:       off && w.Span.Overlaps(want),
		timetable.ReasonAway:         absent && w.Span.Overlaps(want),
		timetable.ReasonNotRead:      iv.Personal && iv.Unknown,
		timetable.ReasonNotKnown:     iv.Personal && iv.Known != nil && !holds([]timetable.Range{*iv.Known}),
		timetable.ReasonBusy: iv.Personal && slices.ContainsFunc(iv.Busy, func(r timetable.Range) bool {
			return r.Overlaps(want) && w.Span.Overlaps(want)
		}),
		timetable.ReasonOffGrid: iv.Personal && !timetable.OnGrid(want.From),
	}
	over := timetable.Over(iv.Limits, want, personalBusy(iv), except, now)
	if limited := free && !booked && len(over) > 0; limited != (w.Reason == timetable.ReasonAtLimit) ||
		limited && *w.Limit != over[0] {
		t.Fatalf("%s at %s is explained as %+v; they are at the limits %v", w.Email, e.Start, w, over)
	} else if limited {
		return
	}
	if !so[w.Reason] || w.Offers != free || w.Reason != timetable.ReasonFree && w.Reason != timetable.ReasonBooked &&
		free {
		t.Fatalf("%s at %s is explained as %+v; they offer it: %v, they are booked: %v", w.Email, e.Start, w, free,
			booked)
	}
}

// personalBusy are the busy times that count: a painted interviewer has none.
func personalBusy(iv timetable.Available) []timetable.Range {
	if iv.Personal {
		return iv.Busy
	}
	return nil
}

// daysOff says by the calendar on the wall whether some of the span lies on a day of an absence, or on a date that
// differs and has no hours.
func daysOff(iv timetable.Available, span timetable.Range) (absent, off bool) {
	for at := span.From; at.Before(span.To); at = at.Add(15 * time.Minute) {
		date := at.In(models.Location(iv.Zone)).Format(time.DateOnly)
		absent = absent || slices.ContainsFunc(iv.Absences, func(a timetable.Absence) bool {
			return a.First <= date && date <= a.Last
		})
		hours, differs := iv.Dates[date]
		off = off || differs && len(hours) == 0
	}
	return absent, off
}

func TestExplain(t *testing.T) { // D15
	t.Parallel()
	day := timetable.WeeklyHours{time.Monday: {{From: 540, To: 1020}}}
	painted := func(b ...timetable.Booked) timetable.Available {
		return timetable.Available{Email: desk.Ann, Painted: []time.Time{desk.Mon(15, 0)}, Bookings: b}
	}
	personal := func(change func(iv *timetable.Available)) timetable.Available {
		iv := timetable.Available{Email: desk.Ann, Personal: true, Zone: "Europe/Berlin", Hours: day}
		change(&iv)
		return iv
	}
	away := func(iv timetable.Available, absences []timetable.Absence, off ...string) timetable.Available {
		iv.Zone, iv.Absences, iv.Dates = "Europe/Berlin", absences, timetable.DatedHours{}
		for _, date := range off {
			iv.Dates[date] = nil
		}
		return iv
	}
	long := desk.Mon(0, 0).Add(-26 * time.Hour)
	berlin := models.Location("Europe/Berlin")
	for _, c := range []struct {
		name  string
		iv    timetable.Available
		start time.Time
		want  timetable.Reason
		words string
		of    timetable.Reason // of the start as a whole
	}{
		{"painted", painted(), desk.Mon(15, 0), timetable.ReasonFree, "is free", timetable.ReasonFree},
		{"not painted", painted(), desk.Mon(15, 30), timetable.ReasonNotPainted, "has not painted this time", timetable.ReasonNotOffered},
		{"booked", painted(timetable.Booked{InterviewID: "int_1", Range: desk.Span(14, 30, 15, 30)}), desk.Mon(15, 0), timetable.ReasonBooked,
			"has an interview from 15:30 to 16:30 CET", timetable.ReasonFull},
		{"booked where nothing is painted", painted(timetable.Booked{InterviewID: "int_1", Range: desk.Span(16, 0, 17, 0)}), desk.Mon(16, 0), timetable.ReasonBooked,
			"has an interview from 17:00 to 18:00 CET", timetable.ReasonNotOffered},
		{"off the grid", painted(), desk.Mon(15, 10), timetable.ReasonNotPainted, "has not painted this time", timetable.ReasonOffGrid},
		{"painted on a day off", away(painted(), nil, "2031-03-03"), desk.Mon(15, 0), timetable.ReasonDayOff, "has the day off",
			timetable.ReasonNotOffered},
		{"painted in an absence", away(painted(), []timetable.Absence{{First: "2031-03-01", Last: "2031-03-04"}}), desk.Mon(15, 0),
			timetable.ReasonAway, "is away from Sat 1 Mar 00:00 to Wed 5 Mar 00:00 CET", timetable.ReasonNotOffered},
		{"past", painted(), desk.Mon(7, 0), timetable.ReasonNotPainted, "has not painted this time", timetable.ReasonPast},
		{"working", personal(func(*timetable.Available) {}), desk.Mon(15, 0), timetable.ReasonFree, "is free", timetable.ReasonFree},
		{"after work", personal(func(*timetable.Available) {}), desk.Mon(15, 30), timetable.ReasonOutsideHours, "does not work then",
			timetable.ReasonNotOffered},
		{"a holiday", personal(func(iv *timetable.Available) { iv.Dates = timetable.DatedHours{"2031-03-03": nil} }), desk.Mon(12, 0),
			timetable.ReasonDayOff, "has the day off", timetable.ReasonNotOffered},
		{"busy", personal(func(iv *timetable.Available) { iv.Busy = []timetable.Range{desk.Span(12, 30, 13, 30)} }), desk.Mon(12, 0), timetable.ReasonBusy,
			"is busy in their calendar from 13:30 to 14:30 CET", timetable.ReasonNotOffered},
		{"never read", personal(func(iv *timetable.Available) { iv.Unknown, iv.Known = true, &timetable.Range{} }), desk.Mon(12, 0),
			timetable.ReasonNotRead, "is not offered, because their calendar has not been read yet", timetable.ReasonNotOffered},
		{"not read for long", personal(func(iv *timetable.Available) { iv.Unknown, iv.ReadAt = true, &long }), desk.Mon(12, 0),
			timetable.ReasonNotRead, "is not offered, because their calendar was last read on Sat 1 Mar 2031 23:00 CET",
			timetable.ReasonNotOffered},
		{"failing", personal(func(iv *timetable.Available) { iv.Unknown, iv.ReadAt, iv.FailingSince = true, &long, &long }),
			desk.Mon(12, 0), timetable.ReasonNotRead,
			"is not offered, because their calendar could not be read since Sat 1 Mar 2031 23:00 CET",
			timetable.ReasonNotOffered},
		{"after what is known", personal(func(iv *timetable.Available) { iv.Known = &timetable.Range{From: desk.Mon(0, 0), To: desk.Mon(12, 30)} }),
			desk.Mon(12, 0), timetable.ReasonNotKnown,
			"is offered until Mon 3 Mar 2031 13:30 CET only, since their calendar was read up to then",
			timetable.ReasonNotOffered},
		{"beyond 92 days", personal(func(*timetable.Available) {}), desk.Mon(12, 0).AddDate(0, 0, 98), timetable.ReasonTooFar,
			"is offered until Tue 3 Jun 2031 10:00 CEST only, since working hours count for 92 days ahead",
			timetable.ReasonNotOffered},
		{"somebody else", timetable.Available{Email: desk.Ann, Unassigned: true}, desk.Mon(15, 0), timetable.ReasonNotAssigned,
			"is not an interviewer of this posting", timetable.ReasonNobody},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := (timetable.Availability{Interviewers: []timetable.Available{c.iv}}).Explain(c.start, time.Hour,
				desk.Mon(8, 0), "")
			w, ok := e.Of(desk.Ann)
			if !ok || w.Reason != c.want || w.Words(berlin) != c.words || e.Reason != c.of {
				t.Errorf("got %s and %s: ann %s\nwant %s and %s: ann %s", w.Reason, e.Reason, w.Words(berlin),
					c.want, c.of, c.words)
			}
			if (w.Reason == timetable.ReasonBooked) != (w.InterviewID == "int_1") {
				t.Errorf("%s names interview %q", w.Reason, w.InterviewID)
			}
			if e.Words(berlin) == "" || strings.HasSuffix(e.Words(berlin), ".") {
				t.Errorf("of the whole start it says %q", e.Words(berlin))
			}
		})
	}
	t.Run("the interview that is moved takes no place", func(t *testing.T) {
		a := timetable.Availability{Interviewers: []timetable.Available{painted(timetable.Booked{InterviewID: "int_1",
			Range: desk.Span(15, 0, 16, 0)})}}
		if e := a.Explain(desk.Mon(15, 0), time.Hour, desk.Mon(8, 0), "int_1"); e.Reason != timetable.ReasonFree {
			t.Errorf("got %s", e.Reason)
		}
	})
	t.Run("interviews that name nobody fill a start", func(t *testing.T) {
		a := timetable.Availability{Interviewers: []timetable.Available{painted()},
			Unnamed: []timetable.Booked{{InterviewID: "int_2", Range: desk.Span(15, 0, 16, 0)}}}
		e := a.Explain(desk.Mon(15, 0), time.Hour, desk.Mon(8, 0), "")
		if e.Reason != timetable.ReasonFull || len(e.Unnamed) != 1 || !slices.Equal(e.Free(), []string{desk.Ann}) ||
			e.Words(berlin) != "This time is fully booked: 1 interview that names nobody takes a place" {
			t.Errorf("got %+v: %s", e, e.Words(berlin))
		}
	})
	t.Run("who is free comes first", func(t *testing.T) {
		a := timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann},
			{Email: desk.Cho, Painted: []time.Time{desk.Mon(15, 0)}},
			{Email: desk.Bob, Painted: []time.Time{desk.Mon(15, 0)}}}}
		var got []string
		for _, w := range a.Explain(desk.Mon(15, 0), time.Hour, desk.Mon(8, 0), "").Interviewers {
			got = append(got, w.Email)
		}
		if want := []string{desk.Bob, desk.Cho, desk.Ann}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("a zone without letters is shown by its offset", func(t *testing.T) {
		w := timetable.Verdict{Reason: timetable.ReasonBusy, Span: timetable.Range{From: desk.Mon(15, 0),
			To: desk.Mon(20, 0)}}
		if got, want := w.Words(models.Location("Asia/Kathmandu")),
			"is busy in their calendar from Mon 3 Mar 20:45 to Tue 4 Mar 01:45 UTC+05:45"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestNearest(t *testing.T) {
	t.Parallel()
	slots := func(hours ...int) (out []timetable.Slot) {
		for _, h := range hours {
			out = append(out, timetable.Slot{StartAt: desk.Mon(h, 0)})
		}
		return out
	}
	for _, c := range []struct {
		of    []timetable.Slot
		start time.Time
		want  []timetable.Slot
	}{
		{nil, desk.Mon(12, 0), nil},
		{slots(9, 10), desk.Mon(12, 0), slots(9, 10)},
		{slots(1, 2, 11, 13, 20), desk.Mon(12, 0), slots(11, 13, 20)},
		{slots(1, 2, 3, 4), desk.Mon(12, 0), slots(2, 3, 4)},
		{slots(13, 14, 15, 16), desk.Mon(12, 0), slots(13, 14, 15)},
		{slots(9, 10, 12, 13, 15), desk.Mon(12, 0), slots(10, 12, 13)},
	} {
		got := timetable.Nearest(c.of, c.start, 3)
		if !slices.EqualFunc(got, c.want, func(x, y timetable.Slot) bool { return x.StartAt.Equal(y.StartAt) }) {
			t.Errorf("of %v: got %v, want %v", c.of, got, c.want)
		}
	}
}
