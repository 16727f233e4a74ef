package site

import (
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/timetable"
)

// Layouts of instants. Every time stands with its zone, see [timetable.ZoneAbbreviation].
const (
	DayLayout   = "Mon 2 Jan 2006"
	ClockLayout = "15:04"
)

// WhenText returns an instant in words: Mon 3 Mar 2031, 13:00 CET.
func WhenText(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return t.Format(DayLayout+", "+ClockLayout) + " " + timetable.ZoneAbbreviation(t)
}

// SpanText returns a range in words: Mon 3 Mar 2031, 13:00–14:00 CET, with both days if it ends on another.
func SpanText(start, end time.Time, zone *time.Location) string {
	start, end = start.In(zone), end.In(zone)
	switch {
	case start.Format(DayLayout) != end.Format(DayLayout):
		return WhenText(start, zone) + " – " + WhenText(end, zone)
	case timetable.ZoneAbbreviation(start) != timetable.ZoneAbbreviation(end): // the clocks change in between
		return WhenText(start, zone) + " – " + end.Format(ClockLayout) + " " + timetable.ZoneAbbreviation(end)
	}
	return start.Format(DayLayout+", "+ClockLayout) + "–" + end.Format(ClockLayout) + " " +
		timetable.ZoneAbbreviation(end)
}

// rowDay names a day in a row of a list: today and its neighbours by these words, another one without its year if that
// is the present one.
func rowDay(t, now time.Time) string {
	y, m, d := now.Date()
	switch t.Format(time.DateOnly) {
	case now.Format(time.DateOnly):
		return "Today"
	case time.Date(y, m, d+1, 12, 0, 0, 0, time.UTC).Format(time.DateOnly):
		return "Tomorrow"
	case time.Date(y, m, d-1, 12, 0, 0, 0, time.UTC).Format(time.DateOnly):
		return "Yesterday"
	}
	if t.Year() == y {
		return t.Format("Mon 2 Jan")
	}
	return t.Format(DayLayout)
}

// rowClock is a time of day in a row of a list. Its zone stands above the list, so it has one only if the clocks change
// in between.
func rowClock(t, now time.Time) string {
	text := t.Format(ClockLayout)
	if zone := timetable.ZoneAbbreviation(t); zone != timetable.ZoneAbbreviation(now) {
		text += " " + zone
	}
	return text
}

// rowSpanText is [SpanText] in a row of a list.
func rowSpanText(start, end, now time.Time) string {
	first := rowDay(start, now) + ", "
	switch {
	case start.Format(time.DateOnly) != end.Format(time.DateOnly):
		return first + rowClock(start, now) + " – " + rowDay(end, now) + ", " + rowClock(end, now)
	case timetable.ZoneAbbreviation(start) != timetable.ZoneAbbreviation(end):
		return first + rowClock(start, now) + "–" + rowClock(end, now)
	}
	return first + start.Format(ClockLayout) + "–" + rowClock(end, now)
}

// timeFuncs are the functions of templates that show instants in a zone. They take a time.Time or a *time.Time; nil and
// the zero time are a dash. Those of rows go by the day of now.
func timeFuncs(zone *time.Location, now time.Time) template.FuncMap {
	spanHTML := func(start time.Time, text string) template.HTML {
		text = template.HTMLEscapeString(text)
		if day, clocks, _ := strings.Cut(text, ", "); !strings.Contains(clocks, ", ") { // it breaks after the day
			text = day + `, <span class="nowrap">` + clocks + `</span>`
		}
		return template.HTML(`<time datetime="` + start.UTC().Format(time.RFC3339) + `">` + text + `</time>`)
	}
	shown := func(layout func(time.Time) string) func(any) (template.HTML, error) {
		return func(at any) (template.HTML, error) {
			t, err := instantOf(at)
			if err != nil || t.IsZero() {
				return "–", err
			}
			return template.HTML(`<time datetime="` + t.UTC().Format(time.RFC3339) + `">` + // a layout of ours, escaped
				template.HTMLEscapeString(layout(t)) + `</time>`), nil
		}
	}
	return template.FuncMap{
		"when": shown(func(t time.Time) string { return WhenText(t, zone) }),
		"day":  shown(func(t time.Time) string { return t.In(zone).Format(DayLayout) }),
		"clock": shown(func(t time.Time) string {
			t = t.In(zone)
			return t.Format(ClockLayout) + " " + timetable.ZoneAbbreviation(t)
		}),
		"span": func(start, end time.Time) template.HTML { return spanHTML(start, SpanText(start, end, zone)) },
		"rowwhen": shown(func(t time.Time) string {
			return rowDay(t.In(zone), now.In(zone)) + ", " + rowClock(t.In(zone), now.In(zone))
		}),
		"rowspan": func(start, end time.Time) template.HTML {
			return spanHTML(start, rowSpanText(start.In(zone), end.In(zone), now.In(zone)))
		},
	}
}

func instantOf(at any) (time.Time, error) {
	switch t := at.(type) {
	case time.Time:
		return t, nil
	case *time.Time:
		if t == nil {
			return time.Time{}, nil
		}
		return *t, nil
	}
	return time.Time{}, fmt.Errorf("%T is no instant", at)
}

// relative says how far away something is: "in 3 hours", "2 days ago", "now".
func relative(d time.Duration) string {
	future := d > 0
	if !future {
		d = -d
	}
	var text string
	switch {
	case d < time.Minute:
		return "now"
	case d < 2*time.Hour:
		text = models.Count(int(d/time.Minute), "minute")
	case d < 48*time.Hour:
		text = models.Count(int(d/time.Hour), "hour")
	default:
		text = models.Count(int(d/(24*time.Hour)), "day")
	}
	if future {
		return "in " + text
	}
	return text + " ago"
}

// Attempts says how often an effect was tried: "" for one attempt that did not fail.
func Attempts(tries int, failed bool) string {
	if tries > 1 || tries == 1 && failed {
		return models.Count(tries, "attempt")
	}
	return ""
}

// Sentence makes an error's text a sentence: it begins with a capital letter and ends with a full stop. An address that
// it begins with stays as it is.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	if word, _, _ := strings.Cut(text, " "); !strings.Contains(word, "@") {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// Midnight returns the first instant of the date in zone: later than 00:00 where the clocks skip that.
func Midnight(date time.Time, zone *time.Location) time.Time {
	t := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, zone)
	if t.Day() != date.Day() { // read with the offset after the change
		_, before := t.Zone()
		_, after := t.Add(3 * time.Hour).Zone()
		t = t.Add(time.Duration(after-before) * time.Second)
	}
	if earlier := t.Add(-time.Hour); earlier.Day() == date.Day() { // the hour after midnight is there twice
		t = earlier
	}
	return t
}

// StartOfDay returns when the day of an instant began in a zone.
func StartOfDay(t time.Time, zone *time.Location) time.Time { return Midnight(t.In(zone), zone).UTC() }

// Today is when the viewer's day began.
func (v *Visit) Today() time.Time { return StartOfDay(v.Now, v.Zone) }

// ParseDay returns when a day that was written as 2031-03-03 begins in the viewer's zone; [models.Invalid] names the
// field.
func (v *Visit) ParseDay(field, text string) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateOnly, text, v.Zone)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return time.Time{}, models.InField(field,
			models.Invalidf("%s %s is not a date such as 2031-03-03", field, models.Quote(text)))
	}
	return t.UTC(), nil
}

// PlusDays returns when the day begins that many days after a day.
func (v *Visit) PlusDays(day time.Time, days int) time.Time {
	return StartOfDay(day.In(v.Zone).AddDate(0, 0, days), v.Zone)
}

// DaysText says which days there are from one to another: 3 to 9 March 2031.
func DaysText(first, last time.Time) string {
	switch {
	case first.Year() != last.Year():
		return first.Format("2 January 2006") + " to " + last.Format("2 January 2006")
	case first.Month() != last.Month():
		return first.Format("2 January") + " to " + last.Format("2 January 2006")
	}
	return first.Format("2") + " to " + last.Format("2 January 2006")
}
