package phrases

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Dates is how a language writes days and times of day. Names have their usual case; weeks begin on Sunday and years in
// January, as in package time.
type Dates struct {
	Weekdays, ShortWeekdays [7]string
	Months, ShortMonths     [12]string

	Day, ShortDay string // of {weekday} or {wd}, {day}, {month} or {mon}, {year}
	Moment        string // of a short {day} and a {clock}
	OClock        string // follows a time of day of 24 hours, "" if nothing does
	AM, PM        string
	From          string // {clock} of a start without an end

	ZoneOf        string            // {city}
	Cities        map[string]string // and parts of the world: other names than those of the IANA database, by these
	Abbreviations map[string]string // the same of zones
}

// Plural are the forms of a text with a number, {count}, by the language's rule: One for 1, and Other for the rest,
// unless the language has more forms.
type Plural struct{ Zero, One, Two, Few, Many, Other string }

// Form returns the form for n, as CLDR has it.
func (p Plural) Form(code string, n int) string {
	switch plural.Cardinal.MatchPlural(language.Make(code), max(n, -n), 0, 0, 0, 0) {
	case plural.Zero:
		return p.Zero
	case plural.One:
		return p.One
	case plural.Two:
		return p.Two
	case plural.Few:
		return p.Few
	case plural.Many:
		return p.Many
	}
	return p.Other
}

// Fill replaces a text's placeholders in one pass, so that a value which looks like a placeholder is not replaced.
func Fill(text string, values ...string) string { return strings.NewReplacer(values...).Replace(text) }

// Counted returns the text for n.
func (l *Language) Counted(p Plural, n int) string {
	return Fill(p.Form(l.Code, n), "{count}", l.Number(n))
}

// Number returns a number with the language's marks of thousands: 100,001.
func (l *Language) Number(n int) string { return message.NewPrinter(language.Make(l.Code)).Sprint(n) }

// Size returns how large a file is: 12 kB, or 3 MB.
func (l *Language) Size(bytes int64) string {
	const few = 10_000
	if kB := (bytes + 999) / 1000; kB < few {
		return l.Number(int(kB)) + " kB"
	}
	return l.Number(int(bytes/1_000_000)) + " MB"
}

// Length returns a length of time in whole minutes, such as "1 day 2 hours" or "1 hour 30 minutes".
func (l *Language) Length(d time.Duration) string {
	var parts []string
	for _, p := range []struct {
		n    int
		form Plural
	}{{int(d / (24 * time.Hour)), l.Shared.Days}, {int(d % (24 * time.Hour) / time.Hour), l.Shared.Hours},
		{int(d % time.Hour / time.Minute), l.Shared.Minutes}} {
		if p.n > 0 {
			parts = append(parts, l.Counted(p.form, p.n))
		}
	}
	if len(parts) == 0 {
		return l.Counted(l.Shared.Minutes, 0)
	}
	return strings.Join(parts, " ")
}

// Left returns how far away something is, as page.js does, which counts on from it: whole units, rounded down; hours
// with their minutes.
func (l *Language) Left(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return l.Counted(l.InDays, int(d/(24*time.Hour)))
	case d >= 2*time.Hour:
		hours, minutes := l.Counted(l.InHours, int(d/time.Hour)), int(d%time.Hour/time.Minute)
		if minutes == 0 {
			return hours
		}
		return hours + " " + l.Counted(l.Shared.Minutes, minutes)
	case d >= 2*time.Minute:
		return l.Counted(l.InMinutes, int(d/time.Minute))
	}
	return l.Counted(l.InSeconds, max(int(d/time.Second), 0))
}

// Relative returns how far away something is that is so many days ahead in the reader's calendar.
func (l *Language) Relative(days int, left time.Duration) string {
	hours, minutes := int(left/time.Hour), int(left%time.Hour/time.Minute)
	switch {
	case left < time.Minute:
		return l.Now
	case left < time.Hour:
		return l.Counted(l.InMinutes, minutes)
	case left < 12*time.Hour && minutes == 0:
		return l.Counted(l.InHours, hours)
	case left < 12*time.Hour:
		return l.Counted(l.InHours, hours) + " " + l.Counted(l.Shared.Minutes, minutes)
	case days == 0:
		return l.Today
	case days == 1:
		return l.Tomorrow
	}
	return l.Counted(l.InDays, days)
}

// List returns names with a word before the last one.
func (l *Language) List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + l.And + " " + names[len(names)-1]
}

// Day returns a day: Monday, 3 March 2031.
func (l *Language) Day(t time.Time) string { return l.date(l.Dates.Day, t) }

// ShortDay returns a day in a line with more: Mon 3 Mar 2031.
func (l *Language) ShortDay(t time.Time) string { return l.date(l.Dates.ShortDay, t) }

func (l *Language) date(layout string, t time.Time) string {
	return Fill(layout, "{weekday}", l.Weekdays[t.Weekday()], "{wd}", l.ShortWeekdays[t.Weekday()],
		"{day}", t.Format("2"), "{month}", l.Months[t.Month()-1], "{mon}", l.ShortMonths[t.Month()-1],
		"{year}", t.Format("2006"))
}

// Abbreviation returns the abbreviation of a zone, such as CET, as the language has it.
func (l *Language) Abbreviation(zone string) string {
	if own := l.Abbreviations[zone]; own != "" {
		return own
	}
	return zone
}

// City returns the place that a zone is named after, or its offset if it is named after none.
func (l *Language) City(zone *time.Location) string {
	name := zone.String()
	if strings.HasPrefix(name, "Etc/") {
		return Offset(time.Unix(0, 0).In(zone))
	}
	name = strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], "_", " ")
	if own := l.Cities[name]; own != "" {
		return own
	}
	return name
}

// ZoneName returns a zone as people say it: New York time.
func (l *Language) ZoneName(zone *time.Location) string {
	city := l.City(zone)
	if strings.HasPrefix(city, "UTC") {
		return city
	}
	return Fill(l.ZoneOf, "{city}", city)
}

// ZoneAt returns the zone of an instant with its offset: New York time, UTC−5.
func (l *Language) ZoneAt(t time.Time) string {
	name := l.ZoneName(t.Location())
	if strings.HasPrefix(name, "UTC") {
		return name
	}
	return name + ", " + Offset(t)
}

// Offset returns how far an instant's zone is from UTC: UTC−5, UTC+5:45, or UTC+0.
func Offset(t time.Time) string {
	_, seconds := t.Zone()
	sign, minutes := "+", seconds/60
	if seconds < 0 {
		sign, minutes = "\u2212", -minutes
	}
	if minutes%60 == 0 {
		return fmt.Sprintf("UTC%s%d", sign, minutes/60)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, minutes/60, minutes%60)
}
