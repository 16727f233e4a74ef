package availability

import (
	"fmt"
	"slices"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
)

// week is the local week that a grid shows, from Monday.
type week struct {
	Monday   time.Time // its first instant in the zone
	From, To time.Time // first and last half hour of UTC that begins in it
}

// weekOf returns the week in which t lies by the clock of zone.
func weekOf(t time.Time, zone *time.Location) week {
	y, m, d := t.In(zone).Date()
	day := time.Date(y, m, d, 12, 0, 0, 0, time.UTC) // only a date
	monday := day.AddDate(0, 0, -int(day.Weekday()+6)%7)
	first, next := site.Midnight(monday, zone), site.Midnight(monday.AddDate(0, 0, 7), zone)
	starts := timetable.GridStarts(first, next.Add(-time.Millisecond))
	return week{Monday: first, From: starts[0], To: starts[len(starts)-1]}
}

// weekAsked returns the week of a date such as 2031-03-03. If there is none it is this week, on a Sunday the one that
// begins tomorrow: of this one hardly anything is left.
func weekAsked(v *site.Visit, date string) (week, error) {
	if date == "" {
		return weekOf(v.Now.In(v.Zone).AddDate(0, 0, 1), v.Zone), nil
	}
	day, err := timetable.ParseDate("week", date)
	if err != nil {
		return week{}, err
	}
	return weekOf(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, v.Zone), v.Zone), nil
}

// Date names the week in an address.
func (w week) Date() string { return w.Monday.Format(time.DateOnly) }

// Before and After name the weeks next to it.
func (w week) Before() string { return w.away(-7) }
func (w week) After() string  { return w.away(7) }

func (w week) away(days int) string {
	y, m, d := w.Monday.Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// Days returns the days of the week at noon, which every day has.
func (w week) Days() []time.Time {
	y, m, d := w.Monday.Date()
	out := make([]time.Time, 7)
	for n := range out {
		out[n] = time.Date(y, m, d+n, 12, 0, 0, 0, w.Monday.Location())
	}
	return out
}

// Name says which days it has: 3 to 9 March 2031.
func (w week) Name() string {
	days := w.Days()
	return site.DaysText(days[0], days[6])
}

// cell is a half hour in a grid.
type cell struct {
	Start  time.Time
	Value  string // in a form
	Label  string // when it is, in words
	State  string // its class: free, painted, booked, busy, off, unread, plain
	Words  string // why it is so
	Short  string // the same in a word or two
	Link   string // to what explains it
	Ticks  bool   // it is a checkbox
	Ticked bool
	Shown  bool // painted, as the form says that it showed it
	Kept   bool // painted and locked
}

// gridRow is a row of the grid: a time of day, and by day the half hours that begin then. A day whose clocks skip the
// time has none, one that repeats it has two.
type gridRow struct {
	Clock string
	Hour  bool // the first row of its hour
	Cells [7][]cell
}

// Hours of the day that a grid shows unless it has something outside of them, or all are asked for.
const (
	gridFrom = 8 * 60
	gridTo   = 20 * 60
)

// grid is a week laid out.
type grid struct {
	Week    week
	Rows    []gridRow
	Shorter bool // hours are left out
	Zone    string
}

// layOut lays the cells of the week out by the clock on the wall. wanted says which cells must be visible; with all no
// hour is left out.
func layOut(w week, cells []cell, all bool, wanted func(cell) bool) grid {
	zone := w.Monday.Location()
	rows := map[int]*gridRow{}
	from, to := gridFrom, gridTo
	days := w.Days()
	for _, c := range cells {
		local := c.Start.In(zone)
		minute := local.Hour()*60 + local.Minute()
		day := slices.IndexFunc(days, func(d time.Time) bool { return d.YearDay() == local.YearDay() })
		if day < 0 {
			continue
		}
		r := rows[minute]
		if r == nil {
			r = &gridRow{Clock: fmt.Sprintf("%02d:%02d", minute/60, minute%60), Hour: minute%60 < 30}
			rows[minute] = r
		}
		c.Value = c.Start.UTC().Format(time.RFC3339)
		c.Label = local.Format("Monday 2 January 15:04 ") + models.ZoneAbbreviation(local)
		r.Cells[day] = append(r.Cells[day], c)
		if wanted(c) {
			from, to = min(from, minute), max(to, minute+30)
		}
	}
	g := grid{Week: w, Zone: zone.String()}
	minutes := make([]int, 0, len(rows))
	for m := range rows {
		minutes = append(minutes, m)
	}
	slices.Sort(minutes)
	for _, m := range minutes {
		if !all && (m < from || m >= to) {
			g.Shorter = true
			continue
		}
		g.Rows = append(g.Rows, *rows[m])
	}
	return g
}

// stateOf returns the class of a half hour and its reason in a word or two.
func stateOf(w timetable.Verdict) (state, short string) {
	switch w.Reason {
	case timetable.ReasonFree:
		return "free", "free"
	case timetable.ReasonBooked:
		return "booked", "booked"
	case timetable.ReasonBusy:
		return "busy", "busy"
	case timetable.ReasonNotRead, timetable.ReasonNotKnown:
		return "unread", "calendar not read"
	case timetable.ReasonAway:
		return "off", "away"
	case timetable.ReasonDayOff:
		return "off", "day off"
	case timetable.ReasonTooFar:
		return "off", "too far ahead"
	case timetable.ReasonNotPainted:
		return "plain", "not painted"
	}
	return "off", "not working"
}
