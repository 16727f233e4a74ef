package web

import "time"

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
