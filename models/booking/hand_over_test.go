package booking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// handedOver is an interview of Ann's on Monday, on a posting whose starts are painted as given: "bob 15:00 16:00".
// "+1 15:00" is on the day after.
func handedOver(id string, start time.Time, painted ...string) booking.HandingOver {
	i := desk.Scheduled()
	i.ID, i.PostingID, i.InterviewerEmail = id, "post_1", desk.Ann
	i.SetStart(start, 0)
	h := booking.HandingOver{Interview: i, Round: time.Hour}
	for _, one := range painted {
		words := strings.Fields(one)
		iv := timetable.Available{Email: words[0] + "@acme.example", Zone: "UTC"}
		for _, clock := range words[1:] {
			date, of, later := strings.Cut(clock, "+")
			if !later {
				date, of = clock, "0"
			}
			at, err := time.Parse("15:04", date)
			if err != nil {
				panic(err)
			}
			iv.Painted = append(iv.Painted, desk.Mon(at.Hour(), at.Minute()).AddDate(0, 0, int(of[0]-'0')))
		}
		if iv.Email == desk.Ann {
			iv.Bookings = []timetable.Booked{{InterviewID: id, Range: desk.Span(15, 0, 16, 0)}}
		}
		h.Available.Interviewers = append(h.Available.Interviewers, iv)
	}
	return h
}

// suggested are the suggestions in words: "one bob 15:00+1, two leave".
func suggested(all []booking.Takeovers) string {
	var got []string
	for _, s := range all {
		text := s.Suggested.InterviewID + " leave"
		if !s.Suggested.Leaves() {
			who, _, _ := strings.Cut(s.Suggested.Email, "@")
			text = s.Suggested.InterviewID + " " + who
		}
		if s.Suggested.Moves() {
			text += s.Suggested.Start.Format(" 15:04")
			if later := s.Suggested.Start.Day() - 3; later > 0 {
				text += fmt.Sprint("+", later)
			}
		}
		got = append(got, text)
	}
	return strings.Join(got, ", ")
}

// TestSuggestTakeovers proves D11: the least busy colleague who is free, spread over several; else the next time at
// which somebody can; nobody twice at a time; and an interviewer who cannot come not on that day.
func TestSuggestTakeovers(t *testing.T) {
	t.Parallel()
	one := func(painted ...string) []booking.HandingOver {
		return []booking.HandingOver{handedOver("one", desk.Mon(15, 0), painted...)}
	}
	two := func(second time.Time, painted ...string) []booking.HandingOver {
		return []booking.HandingOver{handedOver("one", desk.Mon(15, 0), painted...), handedOver("two", second, painted...)}
	}
	unbookable := one("bob 17:00")
	unbookable[0].Round = 0
	narrow := []booking.HandingOver{handedOver("one", desk.Mon(15, 0), "bob 15:00", "cho 15:00"),
		handedOver("two", desk.Mon(15, 0), "bob 15:00")}
	for name, c := range map[string]struct {
		list  []booking.HandingOver
		loads map[string]int
		want  string
	}{
		"the least busy colleague": {one("ann 15:00", "bob 15:00", "cho 15:00"), map[string]int{desk.Bob: 2, desk.Cho: 1},
			"one cho"},
		"the first by address of several": {one("cho 15:00", "bob 15:00"), nil, "one bob"},
		"never the interviewer":           {one("ann 15:00"), nil, "one leave"},
		"what was suggested counts": {two(desk.Mon(17, 0), "bob 15:00 17:00", "cho 15:00 17:00"), nil,
			"one bob, two cho"},
		"who is less busy all the same gets both": {two(desk.Mon(17, 0), "bob 15:00 17:00", "cho 15:00 17:00"),
			map[string]int{desk.Cho: 5}, "one bob, two bob"},
		"nobody twice at a time":            {two(desk.Mon(15, 30), "bob 15:00 15:30 18:00"), nil, "one bob, two bob 18:00"},
		"who has the least choice is first": {narrow, nil, "one cho, two bob"},
		"the next time, after a colleague at the same time": {two(desk.Mon(17, 0), "bob 17:00 18:00"), nil,
			"one bob 18:00, two bob"},
		"the interviewer on the next day, not on the same": {one("ann 17:00 15:00+1"), nil, "one ann 15:00+1"},
		"no time before its own":                           {one("bob 14:00"), nil, "one leave"},
		"no time after the days that are looked at":        {one("bob 16:00+7"), nil, "one leave"},
		"no other time of a round that cannot be booked":   {unbookable, nil, "one leave"},
	} {
		text := suggested(booking.SuggestTakeovers(c.list, c.loads, time.UTC, desk.Thu))
		if text != c.want {
			t.Errorf("%s: got %s, want %s", name, text, c.want)
		}
	}
}

// TestTakeoverChoices proves D11: beside the suggestion stand all who are free, the least busy first, and the next
// other times of the interviewer; a start with one place left is suggested once.
func TestTakeoverChoices(t *testing.T) {
	t.Parallel()
	h := handedOver("one", desk.Mon(15, 0), "ann 09:00+1 10:00+1 11:00+1 12:00+1 13:00+1", "bob 15:00", "cho 15:00")
	s := booking.SuggestTakeovers([]booking.HandingOver{h}, map[string]int{desk.Bob: 1}, time.UTC, desk.Thu)[0]
	if !slices.Equal(s.Free, []string{desk.Cho, desk.Bob}) || len(s.Later) != 4 || s.Later[0].Email != desk.Ann ||
		!s.Later[0].Start.Equal(desk.Mon(9, 0).AddDate(0, 0, 1)) {
		t.Errorf("free are %v, and other times %v", s.Free, s.Later)
	}
	full := []booking.HandingOver{handedOver("one", desk.Mon(15, 0), "bob 18:00", "cho 18:00"),
		handedOver("two", desk.Mon(15, 0), "bob 18:00", "cho 18:00")}
	for n := range full {
		full[n].Available.Unnamed = []timetable.Booked{{InterviewID: "else", Range: desk.Span(18, 0, 19, 0)}}
	}
	both := booking.SuggestTakeovers(full, nil, time.UTC, desk.Thu)
	if both[0].Suggested.Leaves() || !both[1].Suggested.Leaves() {
		t.Errorf("one place is left, and suggested is %+v and %+v", both[0].Suggested, both[1].Suggested)
	}
}

// TestCheckTakeovers proves D11: choices that together give somebody two interviews at a time are refused.
func TestCheckTakeovers(t *testing.T) {
	t.Parallel()
	list := []booking.HandingOver{handedOver("one", desk.Mon(15, 0)), handedOver("two", desk.Mon(16, 0))}
	for name, c := range map[string]struct {
		chosen  []booking.Takeover
		refused bool
	}{
		"one after the other": {[]booking.Takeover{{InterviewID: "one", Email: desk.Bob},
			{InterviewID: "two", Email: desk.Bob}}, false},
		"moved into each other": {[]booking.Takeover{{InterviewID: "one", Email: desk.Bob, Start: desk.Mon(16, 30)},
			{InterviewID: "two", Email: desk.Bob}}, true},
		"two people": {[]booking.Takeover{{InterviewID: "one", Email: desk.Cho, Start: desk.Mon(16, 30)},
			{InterviewID: "two", Email: desk.Bob}}, false},
		"left as they are": {[]booking.Takeover{{InterviewID: "one"}, {InterviewID: "two"}}, false},
	} {
		err := booking.CheckTakeovers(list, c.chosen)
		if refused := models.KindOf(err) == models.Conflict; refused != c.refused {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestPanelKeepsItsSeats: nobody of the panel is suggested or chosen in the place of who leads it: their own seat would
// stay empty.
func TestPanelKeepsItsSeats(t *testing.T) {
	t.Parallel()
	h := handedOver("one", desk.Mon(15, 0), "bob 15:00 15:00+1", "cho 15:00 15:00+1")
	h.Panel = []models.Seated{{Email: desk.Ann, Role: models.SeatInterviewer},
		{Email: desk.Bob, Role: models.SeatInterviewer}}
	loads := map[string]int{desk.Cho: 9}
	got := booking.SuggestTakeovers([]booking.HandingOver{h}, loads, time.UTC, desk.Thu)[0]
	if !slices.Equal(got.Free, []string{desk.Cho}) || got.Suggested.Email != desk.Cho {
		t.Errorf("suggested is %+v", got)
	}
	if email, err := booking.AnybodyElse(h.Interview, h.Available, nil, desk.Thu); err != nil || email != desk.Cho {
		t.Errorf("%q is chosen, %v", email, err)
	}
	h.Available.Interviewers = h.Available.Interviewers[:1]
	got = booking.SuggestTakeovers([]booking.HandingOver{h}, loads, time.UTC, desk.Thu)[0]
	if len(got.Free) > 0 || !got.Suggested.Leaves() {
		t.Errorf("with nobody but the panel suggested is %+v", got)
	}
}

// seatedOver is an interview of Ann's on Monday as [handedOver] makes it, whose seat those of the pool can have, with
// Dan beside her.
func seatedOver(id string, start time.Time, pool []string, painted ...string) booking.HandingOver {
	h := handedOver(id, start, painted...)
	const dan = "dan@acme.example"
	h.Panel = []models.Seated{{Email: desk.Ann, Seat: "Backend", Role: models.SeatInterviewer},
		{Email: dan, Seat: "Managers", Role: models.SeatInterviewer}}
	h.Available.Places = []panel.Place{{Seat: "Backend", Role: models.SeatInterviewer, People: pool},
		{Seat: "Managers", Role: models.SeatInterviewer, People: []string{dan}}}
	return h
}

// TestSuggestPanels: who takes a panel over is somebody for the seat, another time is one at which all can come, and
// what was suggested counts towards limits of people and of the organization (P5, P6).
func TestSuggestPanels(t *testing.T) {
	t.Parallel()
	backend := []string{desk.Ann, desk.Bob}
	most := func(list []booking.HandingOver, day int, all bool) []booking.HandingOver {
		limits := []timetable.Limited{{InterviewLimits: models.InterviewLimits{Day: day}, Zone: "UTC", All: all}}
		for n := range list {
			if all {
				timetable.Count(limits, []timetable.Booked{{InterviewID: "x", Range: desk.Span(9, 0, 10, 0)}})
				list[n].Available.Limits = limits
				continue
			}
			for m := range list[n].Available.Interviewers {
				list[n].Available.Interviewers[m].Limits = limits
			}
		}
		return list
	}
	plain := []string{"bob 15:00 17:00", "cho 15:00 17:00"}
	both := func() []booking.HandingOver {
		return []booking.HandingOver{handedOver("one", desk.Mon(15, 0), plain...),
			handedOver("two", desk.Mon(17, 0), plain...)}
	}
	tomorrow := func() []booking.HandingOver {
		return []booking.HandingOver{handedOver("one", desk.Mon(15, 0), "bob 15:00+1 17:00+1 15:00+2"),
			handedOver("two", desk.Mon(17, 0), "bob 15:00+1 17:00+1 15:00+2")}
	}
	// pooled are two panels of Monday that nobody can take over then, whose seat is from a pool with so many a day.
	pooled := func(day int, painted ...string) (list []booking.HandingOver) {
		var all []timetable.Booked
		for n, id := range []string{"one", "two"} {
			h := seatedOver(id, desk.Mon(15+2*n, 0), backend, painted...)
			h.Panel[0].Pool, h.Available.Places[0].Pool = "pool_1", "pool_1"
			h.Available.Places[0].Limits = models.InterviewLimits{Day: day}
			h.Available.LimitPools("UTC")
			all = append(all, timetable.Booked{InterviewID: id, Range: desk.Span(15+2*n, 0, 16+2*n, 0)})
			list = append(list, h)
		}
		for _, h := range list {
			timetable.Count(h.Available.Pools, slices.Clone(all))
		}
		return list
	}
	refused := handedOver("one", desk.Mon(15, 0), "bob 15:00", "cho 15:00")
	refused.Departures = []models.Departure{{Email: desk.Bob}}
	busy := handedOver("one", desk.Mon(15, 0), "bob 16:00 17:00")
	busy.Panel = []models.Seated{{Email: desk.Ann}, {Email: desk.Cho, Role: models.SeatInterviewer}}
	busy.Busy = map[string][]timetable.Booked{desk.Cho: {{InterviewID: "x", Range: desk.Span(16, 30, 17, 0)}}}
	for name, c := range map[string]struct {
		list []booking.HandingOver
		want string
	}{
		"somebody for the seat": {[]booking.HandingOver{seatedOver("one", desk.Mon(15, 0), backend, "ann 15:00",
			"bob 15:00", "cho 15:00", "dan 15:00")}, "one bob"},
		"a time at which all can come": {[]booking.HandingOver{seatedOver("one", desk.Mon(15, 0), backend,
			"bob 16:00 17:00 18:00", "cho 15:00", "dan 17:00")}, "one bob 17:00"},
		"another time with somebody for the seat": {[]booking.HandingOver{seatedOver("one", desk.Mon(15, 0), backend,
			"ada 17:00", "bob 18:00", "dan 17:00 18:00")}, "one bob 18:00"},
		"nobody of the panel twice": {[]booking.HandingOver{
			seatedOver("one", desk.Mon(15, 0), []string{desk.Bob}, "bob 17:00", "dan 17:00 18:00"),
			seatedOver("two", desk.Mon(15, 0), []string{desk.Cho}, "cho 17:00 18:00", "dan 17:00 18:00")},
			"one bob 17:00, two cho 18:00"},
		"no time without the others": {[]booking.HandingOver{seatedOver("one", desk.Mon(15, 0), backend, "bob 16:00",
			"dan 15:00")}, "one leave"},
		"a time at which those who were named can": {[]booking.HandingOver{busy}, "one bob 17:00"},
		"never who refused":                        {[]booking.HandingOver{refused}, "one cho"},
		"without limits the less busy gets one":    {both(), "one bob, two cho"},
		"within their limit":                       {most(both()[:1], 1, false), "one bob"},
		"what was suggested counts for them": {most([]booking.HandingOver{
			handedOver("one", desk.Mon(15, 0), "bob 15:00 17:00"),
			handedOver("two", desk.Mon(17, 0), "bob 15:00 17:00")}, 1, false), "one bob, two leave"},
		"both on a day without limits": {tomorrow(), "one bob 15:00+1, two bob 17:00+1"},
		"within the limit of its pool": {pooled(2, "bob 15:00+1 17:00+1", "dan 15:00+1 17:00+1 15:00+2"),
			"one bob 15:00+1, two bob 17:00+1"},
		"what was moved counts for its pool": {pooled(1, "bob 15:00+1 17:00+1 15:00+2",
			"dan 15:00+1 17:00+1 15:00+2"), "one bob 15:00+1, two bob 15:00+2"},
		"for its pool it counts already": {pooled(2, "bob 15:00 17:00", "dan 15:00 17:00"), "one bob, two bob"},
		"what was moved counts for all": {most(tomorrow(), 1, true),
			"one bob 15:00+1, two bob 15:00+2"},
	} {
		if got := suggested(booking.SuggestTakeovers(c.list, nil, time.UTC, desk.Thu)); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	moved := []booking.Takeover{{InterviewID: "one", Email: desk.Bob, Start: desk.Mon(17, 0)},
		{InterviewID: "two", Email: desk.Cho, Start: desk.Mon(17, 30)}}
	list := []booking.HandingOver{seatedOver("one", desk.Mon(15, 0), backend), seatedOver("two", desk.Mon(15, 0), backend)}
	if err := booking.CheckTakeovers(list, moved); err == nil || !strings.Contains(err.Error(), "dan@acme.example") {
		t.Errorf("Dan would sit in both: %v", err)
	}
}
