package timetable

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// wall is a date, with a time of day or without, that has no offset.
var wall = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?)?$`)

// ZoneAbbreviation returns the abbreviation of t's zone, such as CET, or its offset, such as UTC+05:45, where the zone
// has none.
func ZoneAbbreviation(t time.Time) string {
	name, _ := t.Zone()
	if name == "" || strings.ContainsAny(name, "+-0123456789") {
		return "UTC" + t.Format("-07:00")
	}
	return name
}

const wallLayout = "2006-01-02T15:04:05"

// wallText is a match of [wall] with a time of day in [wallLayout].
func wallText(m []string) string {
	if m[3] == "" {
		return m[1] + "T" + m[2] + ":00"
	}
	return m[1] + "T" + m[2] + m[3]
}

// ParseWall reads a date-time without offset, such as 2026-12-01T14:00, as a time of day in zone: people who say when
// something is do not name its offset (T8). is is false for any other text. The error, of kind [models.Invalid], names
// field: the clocks skip that time, or show it twice.
func ParseWall(field, s string, zone *time.Location) (t time.Time, is bool, err error) {
	m := wall.FindStringSubmatch(s)
	if m == nil || m[2] == "" {
		return t, false, nil
	}
	utc, err := time.Parse(wallLayout, wallText(m))
	if err != nil {
		return t, true, models.About(models.Refusal{Cause: models.CauseInstant, Field: field, Value: s},
			models.Invalidf("%s %s is no date and time of day", field, models.Quote(s)))
	}
	switch at := wallInstants(utc, zone); len(at) {
	case 0:
		return t, true, models.About(models.Refusal{Cause: models.CauseInstant, Field: field, Value: s},
			models.Invalidf("%s %s does not exist in %s, where the clocks skip it", field, models.Quote(s), zone))
	case 1:
		return at[0], true, nil
	}
	return t, true, models.About(models.Refusal{Cause: models.CauseInstant, Field: field, Value: s},
		models.Invalidf("%s %s is twice in %s, where the clocks are set back; add the offset that is meant", field,
			models.Quote(s), zone))
}

// ParseWallBound is [ParseWall] for a bound of a search, which is never refused for what clocks do. A date is the
// beginning of its day, or with end its last millisecond.
func ParseWallBound(s string, zone *time.Location, end bool) (t time.Time, is bool) {
	m := wall.FindStringSubmatch(s)
	if m == nil {
		return t, false
	}
	if m[2] == "" {
		day, err := time.Parse(time.DateOnly, m[1])
		if err != nil {
			return t, false
		}
		if end {
			return LocalInstant(day.AddDate(0, 0, 1), zone).Add(-time.Millisecond), true
		}
		return LocalInstant(day, zone), true
	}
	utc, err := time.Parse(wallLayout, wallText(m))
	if err != nil {
		return t, false
	}
	switch at := wallInstants(utc, zone); {
	case len(at) == 0: // the clocks skip it
		_, offset := utc.Add(-26 * time.Hour).In(zone).Zone()
		return utc.Add(-time.Duration(offset) * time.Second), true
	case end:
		return at[len(at)-1], true
	default:
		return at[0], true
	}
}

// wallInstants returns the instants at which clocks in zone show what utc shows in UTC, in order.
func wallInstants(utc time.Time, zone *time.Location) (at []time.Time) {
	for _, near := range []time.Duration{-26 * time.Hour, 26 * time.Hour} { // before and after a change of the clocks
		_, offset := utc.Add(near).In(zone).Zone()
		t := utc.Add(-time.Duration(offset) * time.Second)
		if _, its := t.In(zone).Zone(); its == offset && (len(at) == 0 || !at[0].Equal(t)) {
			at = append(at, t)
		}
	}
	return at
}

// LocalInstant converts a wall clock time, given as if it were UTC, to its instant in zone. Of two possible instants it
// returns the first; a time within a gap is read with the offset before the gap.
func LocalInstant(wall time.Time, zone *time.Location) time.Time {
	_, before := wall.Add(-LongestOffset).In(zone).Zone()
	_, after := wall.Add(LongestOffset).In(zone).Zone()
	first := wall.Add(-time.Duration(before) * time.Second)
	if before == after {
		return first
	}
	second := wall.Add(-time.Duration(after) * time.Second)
	readings := []time.Time{first, second}
	slices.SortFunc(readings, time.Time.Compare)
	for _, t := range readings {
		if _, off := t.In(zone).Zone(); t.Add(time.Duration(off) * time.Second).Equal(wall) {
			return t
		}
	}
	return first
}

// LongestOffset is longer than any offset, so an instant that is this far before or after a wall clock time in UTC is
// before or after it in every zone.
const LongestOffset = 26 * time.Hour
