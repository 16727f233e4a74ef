package letters

import (
	_ "embed"
	"time"

	"litmus/models"
	"litmus/phrases"
)

// show puts the day of an instant on the calendar sheet, and its date and zone beside that.
func (v *view) show(in phrases.Locale, at time.Time) {
	v.Month, v.Number, v.Weekday = in.ShortMonths[at.Month()-1], at.Format("2"), in.ShortWeekdays[at.Weekday()]
	v.When, v.Zone = in.Day(at), in.ZoneAt(at)
}

// times returns the clock times of a range in the recipient's zone, such as 10:00–11:00 EST. It adds the date of the
// end if that is another day, and the zone of the start if the clocks change in between.
func (l Letter) times(in phrases.Locale, start, end time.Time) string {
	if l.Indefinite || l.Duration == 0 {
		return fill(in.From, []string{"{clock}", clock(in, start)})
	}
	another, change := start.YearDay() != end.YearDay(), zone(in, start) != zone(in, end)
	switch {
	case !another && !change:
		return in.Range(start, end) + " " + zone(in, end)
	case !another:
		return clock(in, start) + "–" + clock(in, end)
	case !change:
		return in.Time(start) + "–" + instant(in, end)
	}
	return clock(in, start) + "–" + instant(in, end)
}

// relative returns how far away a reminder's interview is. Days are counted in the recipient's calendar: 24 hours
// before is "tomorrow", even if the clocks change in between.
func (l Letter) relative(in phrases.Locale) string {
	loc := models.Location(l.Zone)
	start, now := l.Start.In(loc), l.Start.Add(-l.Before).In(loc)
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return in.Relative(int(midnight(start).Sub(midnight(now))/(24*time.Hour)), l.Before)
}
