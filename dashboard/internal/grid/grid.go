// Package grid lays half hours out as the pages show them: a column for each day of a week, a row for each time of day.
// Painting, working hours, booking and the week of interviews all stand in it.
package grid

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
)

// Week is seven local days.
type Week struct {
	First    time.Time // the first instant of its first day, in the zone
	From, To time.Time // first and last half hour of UTC that begins in it
}

// WeekOf returns the week from Monday in which t lies by the clock of zone.
func WeekOf(t time.Time, zone *time.Location) Week {
	y, m, d := t.In(zone).Date()
	day := time.Date(y, m, d, 12, 0, 0, 0, time.UTC) // only a date
	return From(day.AddDate(0, 0, -int(day.Weekday()+6)%7), zone)
}

// From returns the seven days from a date.
func From(date time.Time, zone *time.Location) Week {
	first, next := site.Midnight(date, zone), site.Midnight(date.AddDate(0, 0, 7), zone)
	starts := timetable.GridStarts(first, next.Add(-time.Millisecond))
	return Week{First: first, From: starts[0], To: starts[len(starts)-1]}
}

// Asked returns the week of a date such as 2031-03-03. If there is none it is this week, on a Sunday the one that
// begins tomorrow: of this one hardly anything is left.
func Asked(v *site.Visit, date string) (Week, error) {
	if date == "" {
		return WeekOf(v.Now.In(v.Zone).AddDate(0, 0, 1), v.Zone), nil
	}
	day, err := timetable.ParseDate("week", date)
	if err != nil {
		return Week{}, err
	}
	return WeekOf(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, v.Zone), v.Zone), nil
}

// Date names the week in an address.
func (w Week) Date() string { return w.First.Format(time.DateOnly) }

// Before and After name the weeks next to it.
func (w Week) Before() string { return w.away(-7) }
func (w Week) After() string  { return w.away(7) }

func (w Week) away(days int) string {
	y, m, d := w.First.Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// Days returns the days of the week at noon, which every day has.
func (w Week) Days() []time.Time {
	y, m, d := w.First.Date()
	out := make([]time.Time, 7)
	for n := range out {
		out[n] = time.Date(y, m, d+n, 12, 0, 0, 0, w.First.Location())
	}
	return out
}

// day is which of the days an instant is on, -1 for none.
func (w Week) day(t time.Time) int {
	local := t.In(w.First.Location())
	return slices.IndexFunc(w.Days(), func(d time.Time) bool { return d.YearDay() == local.YearDay() })
}

// Name says which days it has: 3 to 9 March 2031.
func (w Week) Name() string {
	days := w.Days()
	return site.DaysText(days[0], days[6])
}

// Cell is a half hour in a grid.
type Cell struct {
	Start  time.Time
	Value  string // in a form
	Label  string // when it is, in words
	State  string // its class: free, painted, booked, busy, off, unread, plain
	Words  string // why it is so
	Short  string // the same in a word or two
	Link   string // to what explains it
	Ticks  bool   // it is a checkbox
	Ticked bool
	Shown  bool   // painted, as the form says that it showed it
	Kept   bool   // painted and locked
	Picks  []Pick // what can be chosen in it
	Marked bool   // the candidate proposes it
}

// Pick is a button in a cell: somebody who is free then, or the half hour although nobody is.
type Pick struct {
	Value     string // in a form
	site.Face        // whose it is, zero for nobody's
	State     string // as of a [Cell]
	Words     string // who is free, or why nobody is
	Chosen    bool
}

// Row is a row of the grid: a time of day, and by day the half hours that begin then. A day whose clocks skip the
// time has none, one that repeats it has two.
type Row struct {
	Clock  string
	Beside string // the same in another zone, see [Grid.Beside]
	Hour   bool   // the first row of its hour
	Cells  [7][]Cell
}

// Hours of the day that a grid shows unless it has something outside of them, or all are asked for.
const (
	gridFrom = 8 * 60
	gridTo   = 20 * 60
)

// Grid is a week laid out.
type Grid struct {
	Week    Week
	Rows    []Row
	Shorter bool // hours are left out
	Zone    string
	Other   string // the zone whose clock stands beside, "" for none
	Shown   int    // the day that a small screen shows
}

// ZoneShort and OtherShort are the zones in a few letters.
func (g Grid) ZoneShort() string { return timetable.ZoneAbbreviation(g.Week.First) }
func (g Grid) OtherShort() string {
	return timetable.ZoneAbbreviation(g.Week.First.In(models.Location(g.Other)))
}

// Show makes the day of an instant the one that a small screen shows, if it is one of the days.
func (g *Grid) Show(t time.Time) {
	if n := g.Week.day(t); n >= 0 {
		g.Shown = n
	}
}

// LayOut lays the cells of the week out by the clock on the wall. wanted says which cells must be visible; with all no
// hour is left out.
func LayOut(w Week, cells []Cell, all bool, wanted func(Cell) bool) Grid {
	zone := w.First.Location()
	rows := map[int]*Row{}
	from, to := gridFrom, gridTo
	for _, c := range cells {
		local := c.Start.In(zone)
		minute := local.Hour()*60 + local.Minute()
		day := w.day(c.Start)
		if day < 0 {
			continue
		}
		r := rows[minute]
		if r == nil {
			r = &Row{Clock: fmt.Sprintf("%02d:%02d", minute/60, minute%60), Hour: minute%60 < 30}
			rows[minute] = r
		}
		c.Value = c.Start.UTC().Format(time.RFC3339)
		c.Label = local.Format("Monday 2 January 15:04 ") + timetable.ZoneAbbreviation(local)
		r.Cells[day] = append(r.Cells[day], c)
		if wanted(c) {
			from, to = min(from, minute), max(to, minute+30)
		}
	}
	g := Grid{Week: w, Zone: zone.String()}
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

// Beside puts the clock of another zone beside each row, such as a candidate's: 15:00, or 01:00 +1 where it is the next
// day there. A week in which only one of both zones changes its clocks has both times.
func (g *Grid) Beside(zone *time.Location) {
	g.Other = zone.String()
	for n := range g.Rows {
		var clocks []string
		for _, halves := range g.Rows[n].Cells {
			for _, c := range halves {
				here, there := c.Start.In(g.Week.First.Location()), c.Start.In(zone)
				clock := there.Format("15:04")
				if d := there.Day() - here.Day(); d == 1 || d < -1 { // the first of a month follows its last
					clock += " +1"
				} else if d != 0 {
					clock += " −1"
				}
				if !slices.Contains(clocks, clock) {
					clocks = append(clocks, clock)
				}
			}
		}
		g.Rows[n].Beside = strings.Join(clocks, ", ")
	}
}

// StateOf returns the class of a half hour and its reason in a word or two.
func StateOf(w timetable.Verdict) (state, short string) {
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
	case timetable.ReasonAtLimit:
		return "off", "at a limit"
	case timetable.ReasonNoPlace:
		return "off", "no seat"
	}
	return "off", "not working"
}
