package web

import "time"

// at tells an instant in a zone, with the zone's name and offset: Tuesday, 1 June 2032, 12:00 (Europe/Berlin,
// UTC+02:00).
func (c *catalogue) at(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return c.Day(t) + ", " + c.Clock(t) + " (" + zoneNote(t) + ")"
}

// span tells a span of time in a zone: Tuesday, 1 June 2032, 12:00–13:00 (Europe/Berlin, UTC+02:00). The day is named
// again when it ends on another one, and the offset where the clocks change in between. An open-ended one has its start
// only.
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

// zoneNote is the zone's name and its offset at t: Europe/Berlin, UTC+02:00; UTC is UTC.
func zoneNote(t time.Time) string {
	if name := t.Location().String(); name != "UTC" {
		return name + ", " + offset(t)
	}
	return "UTC"
}

func offset(t time.Time) string { return "UTC" + t.Format("-07:00") }

// dayLayout is how a day stands in a query.
const dayLayout = "2006-01-02"

// startOfDay is the first instant of a calendar day in a zone, whose time of day is not read: midnight, the first of
// two where clocks go back then, and the instant of the change where they go forward over it.
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

// dayOf is the calendar day of an instant in a zone, as midnight UTC.
func dayOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
