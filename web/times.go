package web

import "time"

// at formats an instant with the zone's name and offset: Tuesday, 1 June 2032, 12:00 (Europe/Berlin, UTC+02:00).
func (c *catalogue) at(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return c.Day(t) + ", " + c.Clock(t) + " (" + zoneNote(t) + ")"
}

// span formats a span of time: Tuesday, 1 June 2032, 12:00–13:00 (Europe/Berlin, UTC+02:00). It repeats the day if the
// end is on another one, and the offset if the clocks change in between. An open-ended span has a start only.
func (c *catalogue) span(start, end time.Time, openEnded bool, zone *time.Location) string {
	start, end = start.In(zone), end.In(zone)
	if openEnded || !end.After(start) {
		return c.Day(start) + ", " + c.From(c.Clock(start)) + " (" + zoneNote(start) + ")"
	}
	from, to, note := c.Clock(start), c.Clock(end), zoneNote(start)
	dash := "–"
	if offset(start) != offset(end) {
		from, to, note = from+" "+offset(start), to+" "+offset(end), zone.String()
		dash = " – "
	}
	if !sameDay(start, end) {
		to, dash = c.Day(end)+", "+to, " – "
	}
	return c.Day(start) + ", " + from + dash + to + " (" + note + ")"
}

func sameDay(a, b time.Time) bool { return a.Year() == b.Year() && a.YearDay() == b.YearDay() }

// zoneNote returns the zone's name and its offset at t, such as "Europe/Berlin, UTC+02:00", or just "UTC".
func zoneNote(t time.Time) string {
	if name := t.Location().String(); name != "UTC" {
		return name + ", " + offset(t)
	}
	return "UTC"
}

func offset(t time.Time) string { return "UTC" + t.Format("-07:00") }

// dayLayout is the format of a day in a query.
const dayLayout = "2006-01-02"

// startOfDay returns the first instant of a calendar day in a zone; the time of day of its argument is ignored. That is
// midnight, the first of two midnights if the clocks go back then, or the instant of the change if they skip midnight.
func startOfDay(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	noon := time.Date(y, m, d, 12, 0, 0, 0, zone)
	var first time.Time
	for _, near := range []time.Time{noon.AddDate(0, 0, -1), noon} {
		_, seconds := near.Zone()
		t := midnight.Add(-time.Duration(seconds) * time.Second).In(zone)
		if t.Format(dayLayout+"15:04") == midnight.Format(dayLayout+"15:04") && (first.IsZero() || t.Before(first)) {
			first = t
		}
	}
	if first.IsZero() { // the clocks skip midnight
		if change, _ := noon.ZoneBounds(); !change.IsZero() {
			return change.In(zone)
		}
		return noon
	}
	return first
}

// dayOf returns the calendar day of an instant in a zone, as midnight UTC.
func dayOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
