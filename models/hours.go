package models

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Hours is a span of a working day in minutes after local midnight, half open; 1440 is the end of the day.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// WeeklyHours are the saved working hours of a person, by time.Weekday (Sunday is 0), each day sorted and without
// overlaps. Nil means that none were saved; a day that is missing or empty is a day off (decision 67).
type WeeklyHours map[time.Weekday][]Hours

// OfficeHours are assumed for a person with a connected calendar and no working hours: Monday to Friday 09:00 to 17:00
// (decision 67).
var OfficeHours = WeeklyHours{
	time.Monday: {{540, 1020}}, time.Tuesday: {{540, 1020}}, time.Wednesday: {{540, 1020}},
	time.Thursday: {{540, 1020}}, time.Friday: {{540, 1020}},
}

// ParseHours reads a span such as "09:00-12:30"; "24:00" may end a day. The error is of kind [Invalid].
func ParseHours(s string) (Hours, error) {
	from, to, ok := strings.Cut(s, "-")
	f, errFrom := parseClock(from)
	t, errTo := parseClock(to)
	switch {
	case !ok || errFrom != nil || errTo != nil:
		return Hours{}, Invalidf("%s is not a span of a day such as \"09:00-12:30\"", Quote(s))
	case f >= t:
		return Hours{}, Invalidf("%s ends before it begins; a span over midnight is two, such as \"22:00-24:00\" and "+
			"\"00:00-06:00\" of the next day", Quote(s))
	}
	return Hours{f, t}, nil
}

func parseClock(s string) (int, error) {
	h, m, ok := strings.Cut(strings.TrimSpace(s), ":")
	hh, err1 := strconv.ParseUint(h, 10, 8) // no sign
	mm, err2 := strconv.ParseUint(m, 10, 8)
	if !ok || err1 != nil || err2 != nil || len(h) != 2 || len(m) != 2 || mm > 59 || hh*60+mm > 1440 {
		return 0, fmt.Errorf("%q is not a time of day", s)
	}
	return int(hh*60 + mm), nil
}
