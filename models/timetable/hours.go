package timetable

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// Hours is a span of a working day in minutes after local midnight, half open; 1440 is the end of the day.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// String returns the span as [ParseHours] reads it, such as "09:00-12:30".
func (h Hours) String() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// FormatHours returns the hours of a day as [ParseDay] reads them, "" for none.
func FormatHours(day []Hours) string {
	words := make([]string, len(day))
	for n, h := range day {
		words[n] = h.String()
	}
	return strings.Join(words, ", ")
}

// WeeklyHours are the saved working hours of a person, by time.Weekday (Sunday is 0), each day sorted and without
// overlaps. Nil means that none were saved; a day that is missing or empty is a day off.
type WeeklyHours map[time.Weekday][]Hours

// weekdays are the days in the order in which people read them.
var weekdays = [7]time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday,
	time.Sunday}

// Short returns the week in a few words, such as "Mon–Thu 9–12:30, 13–17; Fri 9–12", "" if it has no hours.
func (w WeeklyHours) Short() string {
	var words []string
	done := map[string]bool{}
	for n, d := range weekdays {
		hours := shortHours(w[d])
		if hours == "" || done[hours] {
			continue
		}
		done[hours] = true
		var days []string
		for m := n; m < len(weekdays); m++ {
			first := m
			for m < len(weekdays) && shortHours(w[weekdays[m]]) == hours {
				m++
			}
			switch m - first {
			case 0:
			case 1:
				days = append(days, weekdays[first].String()[:3])
			case 2:
				days = append(days, weekdays[first].String()[:3], weekdays[first+1].String()[:3])
			default:
				days = append(days, weekdays[first].String()[:3]+"–"+weekdays[m-1].String()[:3])
			}
		}
		words = append(words, strings.Join(days, ", ")+" "+hours)
	}
	return strings.Join(words, "; ")
}

func shortHours(day []Hours) string {
	at := func(minutes int) string {
		if minutes%60 == 0 {
			return strconv.Itoa(minutes / 60)
		}
		return fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
	}
	words := make([]string, len(day))
	for n, h := range day {
		words[n] = at(h.From) + "–" + at(h.To)
	}
	return strings.Join(words, ", ")
}

// OfficeHours are assumed for a person with a connected calendar and no working hours: Monday to Friday 09:00 to 17:00.
var OfficeHours = WeeklyHours{
	time.Monday: {{540, 1020}}, time.Tuesday: {{540, 1020}}, time.Wednesday: {{540, 1020}},
	time.Thursday: {{540, 1020}}, time.Friday: {{540, 1020}},
}

// DatedHours are dates that differ from the week, in the person's zone: by date, such as "2026-12-24", the hours that
// count instead of the weekday's, sorted and without overlaps. A date without hours is a day off. They stand beside the
// week, since a holiday in the weekly hours would be one in every week.
type DatedHours map[string][]Hours

// MaxDates bounds the dates that differ of one person: a year, and some to look back at.
const MaxDates = 400

// On returns the hours of the date on which t lies by its own zone, and whether the date differs from the week.
func (d DatedHours) On(t time.Time) (hours []Hours, differs bool) {
	if len(d) == 0 {
		return nil, false
	}
	hours, differs = d[t.Format(time.DateOnly)]
	return hours, differs
}

// Dates returns the dates in order.
func (d DatedHours) Dates() []string { return slices.Sorted(maps.Keys(d)) }

// ParseHours reads a span such as "09:00-12:30"; "24:00" may end a day. It is what files have; what people type is read
// by [ParseDay]. The error is of kind [models.Invalid].
func ParseHours(s string) (Hours, error) {
	from, to, ok := strings.Cut(s, "-")
	f, errFrom := parseClock(from)
	t, errTo := parseClock(to)
	switch {
	case !ok || errFrom != nil || errTo != nil:
		return Hours{}, models.Invalidf("%s is not a span of a day such as \"09:00-12:30\"", models.Quote(s))
	case f >= t:
		return Hours{}, models.Invalidf("%s ends before it begins; a span over midnight is two, such as \"22:00-24:00\" and "+
			"\"00:00-06:00\" of the next day", models.Quote(s))
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

// ParseDate reads a date such as 2026-12-24 of the years 1 to 2200. The error is of kind [models.Invalid] and names
// field.
func ParseDate(field, s string) (time.Time, error) {
	d, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	if err != nil || d.Before(models.Earliest) || !d.Before(models.Latest) {
		return d, models.InField(field,
			models.Invalidf("%s %s is not a date such as 2026-12-24", field, models.Quote(s)))
	}
	return d, nil
}

// HoursRequest is the form of a person's working hours, as it was typed.
type HoursRequest struct {
	TimeZone string
	Days     [7]DayRequest // by time.Weekday
	// Shown is the [Person.HoursVersion] that the form showed.
	Shown string
}

// HoursOrder is a checked [HoursRequest], or the order to forget the hours.
type HoursOrder struct {
	TimeZone string
	Hours    WeeklyHours // nil: none are saved any more, and the person's painted slots count unless a calendar does
	Shown    string
}

// Copied returns the request with what one day has on all days from Monday to Friday.
func (r HoursRequest) Copied(from time.Weekday) HoursRequest {
	for d := time.Monday; d <= time.Friday; d++ {
		r.Days[d] = r.Days[from]
	}
	return r
}

// Office returns the request with [OfficeHours], whatever is typed.
func (r HoursRequest) Office() HoursRequest {
	for d := range r.Days {
		r.Days[d] = DayOf(OfficeHours[time.Weekday(d)])
	}
	return r
}

// Validate checks the form. Every error is of kind [models.Invalid], names the day and is in a field of [SpanField].
func (r HoursRequest) Validate() (HoursOrder, error) {
	o := HoursOrder{TimeZone: r.TimeZone, Hours: WeeklyHours{}, Shown: r.Shown}
	if err := models.CheckTimeZone("time zone", r.TimeZone); err != nil {
		return o, err
	}
	for d, typed := range r.Days {
		day := time.Weekday(d)
		hours, err := typed.hours(day)
		if err != nil {
			return o, err
		}
		if len(hours) > 0 {
			o.Hours[day] = hours
		}
	}
	return o, nil
}

// HoursVersion identifies the person's saved hours and zone, so that a form that showed others is noticed.
func (p Person) HoursVersion() string {
	text, err := json.Marshal([]any{p.TimeZone, p.WorkingHours})
	if err != nil {
		panic(err) // maps of numbers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// ChangeHours returns the person with the hours of the order. It is a [models.Conflict] if the form showed other hours
// than those that are saved by now.
func (p Person) ChangeHours(o HoursOrder) (Person, error) {
	if o.Shown != p.HoursVersion() {
		return p, models.Conflictf("the working hours of %s were changed meanwhile; look at them and save again", p.Email)
	}
	p.WorkingHours = o.Hours
	if o.TimeZone != "" {
		p.TimeZone = o.TimeZone
	}
	return p, nil
}

// DatesRequest is the form of dates that differ, as it was typed.
type DatesRequest struct {
	First, Last string // dates, inclusive; "" for Last is First
	Hours       string // see [ParseDay]; "" is a day off
}

// DatesOrder is a checked [DatesRequest].
type DatesOrder struct {
	First, Last time.Time // dates in UTC
	Hours       []Hours
}

// Validate checks the form. Every error is of kind [models.Invalid] and names the field.
func (r DatesRequest) Validate() (o DatesOrder, err error) {
	if o, err = r.days(); err != nil {
		return o, err
	}
	if o.Last.Sub(o.First) >= MaxDates*24*time.Hour {
		return o, models.InField("last date", models.Invalidf("more than %d dates are chosen", MaxDates))
	}
	o.Hours, err = ParseDay("hours", r.Hours)
	return o, err
}

// days returns the order's dates without hours.
func (r DatesRequest) days() (o DatesOrder, err error) {
	if o.First, err = ParseDate("date", r.First); err != nil {
		return o, err
	}
	o.Last = o.First
	if strings.TrimSpace(r.Last) != "" {
		if o.Last, err = ParseDate("last date", r.Last); err != nil {
			return o, err
		}
	}
	if o.Last.Before(o.First) {
		return o, models.InField("last date", models.Invalidf("last date %s is before %s", models.Quote(r.Last),
			models.Quote(r.First)))
	}
	return o, nil
}

// With returns the dates with those of the order, each replaced whole. It is [models.Invalid] if there are too many
// then.
func (d DatedHours) With(o DatesOrder) (DatedHours, error) {
	out := maps.Clone(d)
	if out == nil {
		out = DatedHours{}
	}
	for day := o.First; !day.After(o.Last); day = day.AddDate(0, 0, 1) {
		out[day.Format(time.DateOnly)] = o.Hours
	}
	if len(out) > MaxDates {
		return nil, models.Invalidf("%d dates would differ from the week; at most %d may: remove those that are past",
			len(out), MaxDates)
	}
	return out, nil
}

// Without returns the dates without one of them, nil if none is left.
func (d DatedHours) Without(date string) DatedHours {
	out := maps.Clone(d)
	delete(out, date)
	if len(out) == 0 {
		return nil
	}
	return out
}
