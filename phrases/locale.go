package phrases

import "time"

// Locale is a language with a clock of 12 or of 24 hours.
type Locale struct {
	*Language
	Twelve bool
}

// Clock returns a time of day alone, as in a list of them: 15:00 or 3:00 pm.
func (l Locale) Clock(t time.Time) string {
	clock, after := l.clock(t)
	if l.Twelve {
		return clock + "\u00a0" + after // no line breaks within it
	}
	return clock
}

// Time returns a time of day in a sentence: 15:00, 3:00 pm or 15:00 Uhr.
func (l Locale) Time(t time.Time) string { return joined(l.clock(t)) }

// clock returns a time of day and what follows it.
func (l Locale) clock(t time.Time) (clock, after string) {
	switch {
	case !l.Twelve:
		return t.Format("15:04"), l.OClock
	case t.Hour() < 12:
		return t.Format("3:04"), l.AM
	}
	return t.Format("3:04"), l.PM
}

func joined(clock, after string) string {
	if after == "" {
		return clock
	}
	return clock + " " + after
}

// Range returns the times of day of a span of one day: 12:00–13:00 or 11:30 am–1:00 pm.
func (l Locale) Range(start, end time.Time) string {
	from, after := l.clock(start)
	to, last := l.clock(end)
	if after == last {
		return joined(from+"–"+to, last)
	}
	return joined(from, after) + "–" + joined(to, last)
}

// Starting returns the time of day of a start without an end: from 12:00.
func (l Locale) Starting(t time.Time) string { return Fill(l.From, "{clock}", l.Time(t)) }

// Short returns an instant in a line with more, without its zone: Mon 3 Mar 2031 10:00.
func (l Locale) Short(t time.Time) string {
	return Fill(l.Moment, "{day}", l.ShortDay(t), "{clock}", l.Time(t))
}

// At returns an instant with its zone: Tuesday, 1 June 2032, 12:00 (Berlin time, UTC+2).
func (l Locale) At(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return l.Day(t) + ", " + l.Time(t) + " (" + l.ZoneAt(t) + ")"
}

// Span returns a span of time: Tuesday, 1 June 2032, 12:00–13:00 (Berlin time, UTC+2). It repeats the day if the end is
// on another one, and the offset if the clocks change in between. An open-ended span has a start only.
func (l Locale) Span(start, end time.Time, openEnded bool, zone *time.Location) string {
	start, end = start.In(zone), end.In(zone)
	day, note := l.Day(start)+", ", " ("+l.ZoneAt(start)+")"
	if openEnded || !end.After(start) {
		return day + l.Starting(start) + note
	}
	change, another := Offset(start) != Offset(end), start.YearDay() != end.YearDay() || start.Year() != end.Year()
	if !change && !another {
		return day + l.Range(start, end) + note
	}
	from, to := l.Time(start), l.Time(end)
	if change {
		from, to, note = from+" "+Offset(start), to+" "+Offset(end), " ("+l.ZoneName(zone)+")"
	}
	if another {
		to = l.Day(end) + ", " + to
	}
	return day + from + " – " + to + note
}
