package timetable_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

func TestLimits(t *testing.T) { // P5
	t.Parallel()
	at := func(day, hour, minute int) timetable.Booked { // an hour, so many days after the Monday
		from := desk.Mon(hour, minute).AddDate(0, 0, day)
		return timetable.Booked{InterviewID: from.String(), Range: timetable.Range{From: from, To: from.Add(time.Hour)}}
	}
	want := at(0, 12, 0)
	for _, c := range []struct {
		name    string
		limits  models.InterviewLimits
		zone    string
		counted []timetable.Booked
		busy    []timetable.Range
		words   string // "" if it may be booked
	}{
		{"none", models.InterviewLimits{}, "UTC", []timetable.Booked{at(0, 8, 0)}, nil, ""},
		{"a day with room", models.InterviewLimits{Day: 2}, "UTC", []timetable.Booked{at(-1, 23, 0), at(0, 8, 0), at(1, 0, 0)}, nil, ""},
		{"a full day", models.InterviewLimits{Day: 2}, "UTC", []timetable.Booked{at(0, 0, 0), at(0, 23, 0)}, nil,
			"has 2 interviews on Mon 3 Mar, and at most 2 a day"},
		{"a full day in Tokyo", models.InterviewLimits{Day: 1}, "Asia/Tokyo", []timetable.Booked{at(-1, 15, 0)}, nil,
			"has 1 interview on Mon 3 Mar, and at most 1 a day"},
		{"that evening is another day there", models.InterviewLimits{Day: 1}, "Asia/Tokyo", []timetable.Booked{at(0, 15, 0)}, nil, ""},
		{"a full week", models.InterviewLimits{Week: 2}, "UTC", []timetable.Booked{at(0, 0, 0), at(6, 23, 0)}, nil,
			"has 2 interviews in the week of Mon 3 Mar, and at most 2 a week"},
		{"a week ends on Sunday", models.InterviewLimits{Week: 1}, "UTC", []timetable.Booked{at(-1, 23, 0), at(7, 0, 0)}, nil, ""},
		{"between two of a row", models.InterviewLimits{Row: 2}, "UTC", []timetable.Booked{at(0, 10, 50), at(0, 13, 14)}, nil,
			"would have 3 interviews in a row, and has at most 2"},
		{"a quarter of an hour is a break", models.InterviewLimits{Row: 1}, "UTC", []timetable.Booked{at(0, 10, 45), at(0, 13, 15)}, nil, ""},
		{"too soon after another", models.InterviewLimits{Before: 20}, "UTC", []timetable.Booked{at(0, 10, 45)}, nil,
			"needs 20 minutes before an interview"},
		{"too soon before another, which wants its own", models.InterviewLimits{Before: 20}, "UTC", []timetable.Booked{at(0, 13, 15)}, nil,
			"needs 20 minutes before an interview"},
		{"just far enough", models.InterviewLimits{Before: 20, After: 20}, "UTC", []timetable.Booked{at(0, 10, 40), at(0, 13, 20)}, nil, ""},
		{"busy before", models.InterviewLimits{Before: 20}, "UTC", nil, []timetable.Range{desk.Span(11, 0, 11, 45)},
			"needs 20 minutes before an interview"},
		{"busy after", models.InterviewLimits{After: 20}, "UTC", nil, []timetable.Range{desk.Span(13, 10, 14, 0)},
			"needs 20 minutes after an interview"},
		{"busy after is no matter before", models.InterviewLimits{Before: 20}, "UTC", nil, []timetable.Range{desk.Span(13, 10, 14, 0)}, ""},
		{"notice", models.InterviewLimits{Notice: 2}, "UTC", nil, nil, "needs 2 days of notice"},
		{"notice that is kept", models.InterviewLimits{Notice: 1}, "UTC", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			limits := timetable.LimitsOf(c.limits, c.zone, models.OrganizationLimits{})
			timetable.Count(limits, c.counted)
			now, words := desk.Mon(12, 0).AddDate(0, 0, -1), ""
			over := timetable.Over(limits, want.Range, c.busy, "", now)
			if len(over) > 0 {
				words = over[0].Words()
			}
			if words != c.words {
				t.Errorf("got %q, want %q", words, c.words)
			}
			for _, b := range c.counted {
				if s := limits[:]; len(s) > 0 && !s[0].Span(want.Range).Overlaps(b.Range) && words != "" {
					t.Errorf("%s matters and is not read", b.From)
				}
			}
		})
	}
	t.Run("who is moved does not count", func(t *testing.T) {
		limits := timetable.LimitsOf(models.InterviewLimits{Day: 1}, "UTC", models.OrganizationLimits{})
		timetable.Count(limits, []timetable.Booked{at(0, 8, 0)})
		if over := timetable.Over(limits, want.Range, nil, at(0, 8, 0).InterviewID, desk.Thu); over != nil {
			t.Errorf("got %v", over)
		}
	})
}

// TestChangeLimits: a form that showed other limits than are saved is refused, and one of the file's people (P5, D24).
func TestChangeLimits(t *testing.T) {
	t.Parallel()
	p := timetable.Person{Email: "ann@acme.example", Limits: models.InterviewLimits{Day: 2}}
	want := models.InterviewLimits{Week: 5}
	if got, err := p.ChangeLimits("at most 2 a day", want); err != nil || got.Limits != want {
		t.Errorf("got %+v (%v)", got.Limits, err)
	}
	if _, err := p.ChangeLimits("", want); models.KindOf(err) != models.Conflict {
		t.Errorf("a stale form: %v", err)
	}
	p.Origin = models.OriginFile
	if _, err := p.ChangeLimits("at most 2 a day", want); models.KindOf(err) != models.Conflict {
		t.Errorf("the file's: %v", err)
	}
}

// TestWith: interviews that are given to somebody take their time and count towards limits, each once, and nothing
// changes in what was read.
func TestWith(t *testing.T) { // P5
	t.Parallel()
	span := func(hour int) timetable.Range {
		return timetable.Range{From: desk.Mon(hour, 0), To: desk.Mon(hour+1, 0)}
	}
	limits := func(day int, all bool) []timetable.Limited {
		l := []timetable.Limited{{InterviewLimits: models.InterviewLimits{Day: day}, Zone: "UTC", All: all}}
		timetable.Count(l, []timetable.Booked{{InterviewID: "one", Range: span(9)}})
		return l
	}
	free := func(a timetable.Availability, hour int) string {
		e := a.Explain(desk.Mon(hour, 0), time.Hour, desk.Thu, "")
		return string(e.Reason) + " " + strings.Join(e.Free(), " ")
	}
	painted := []time.Time{desk.Mon(12, 0), desk.Mon(15, 0), desk.Mon(17, 0)}
	pool := func(day int) (a timetable.Availability) {
		a.Interviewers = []timetable.Available{{Email: desk.Bob, Zone: "UTC", Painted: painted}}
		a.Places = []panel.Place{{Seat: "Backend", Pool: "pool_1", Role: models.SeatInterviewer,
			People: []string{desk.Bob}, Limits: models.InterviewLimits{Day: day}}}
		a.LimitPools("UTC")
		timetable.Count(a.Pools, []timetable.Booked{{InterviewID: "one", Range: span(9)}})
		return a
	}
	taken := func(id string, from time.Time) map[string][]timetable.Booked {
		return map[string][]timetable.Booked{"pool_1": {{InterviewID: id, Range: timetable.Range{From: from,
			To: from.Add(time.Hour)}}}}
	}
	a := timetable.Availability{Interviewers: []timetable.Available{
		{Email: desk.Ann, Zone: "UTC", Painted: painted, Limits: limits(2, false)},
		{Email: desk.Bob, Zone: "UTC", Painted: painted}}, Limits: limits(3, true)}
	given := func(id string, hour int) map[string][]timetable.Booked {
		return map[string][]timetable.Booked{desk.Ann: {{InterviewID: id, Range: span(hour)}}}
	}
	both := a.With(given("two", 15))
	for about, c := range map[string]struct {
		a    timetable.Availability
		hour int
		want string
	}{
		"before":                  {a, 15, "free " + desk.Ann + " " + desk.Bob},
		"it takes the time":       {both, 15, "free " + desk.Bob},
		"it counts":               {both, 17, "free " + desk.Bob},
		"moved it counts once":    {a.With(given("one", 15)), 17, "free " + desk.Ann + " " + desk.Bob},
		"it counts for all":       {both.With(given("three", 12)), 17, "at_limit"},
		"of a pool it counts":     {pool(2).With(taken("two", desk.Mon(15, 0))), 17, "not_offered"},
		"of another pool":         {pool(2).With(given("two", 15)), 17, "free " + desk.Bob},
		"given on it counts once": {pool(2).With(taken("one", desk.Mon(15, 0))), 17, "free " + desk.Bob},
		"moved away it is free":   {pool(1).With(taken("one", desk.Mon(15, 0).AddDate(0, 0, 1))), 17, "free " + desk.Bob},
		"what was read is as was": {a, 17, "free " + desk.Ann + " " + desk.Bob},
	} {
		if got := free(c.a, c.hour); !strings.HasPrefix(got, c.want) || c.want[:4] == "free" && got != c.want {
			t.Errorf("%s: %s, want %s", about, got, c.want)
		}
	}
}
