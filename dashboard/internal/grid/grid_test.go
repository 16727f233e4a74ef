package grid

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/timetable"
)

// TestWeeks proves that a week is right where the clocks change, and in a zone of 45 minutes (D14).
func TestWeeks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, date     string
		cells          int
		first, last    string // rows
		missing, twice string
	}{
		{"Europe/Amsterdam", "2031-03-30", 334, "00:00", "23:30", "02:00", ""}, // Sunday
		{"Europe/Amsterdam", "2031-10-26", 338, "00:00", "23:30", "", "02:00"},
		{"Asia/Kathmandu", "2031-03-05", 336, "00:15", "23:45", "", ""},
		{"Australia/Lord_Howe", "2031-04-06", 337, "00:00", "23:30", "", "01:30"}, // half an hour
		{"America/Sao_Paulo", "2018-11-04", 334, "00:00", "23:30", "00:00", ""},   // midnight is skipped
	} {
		zone := models.Location(c.zone)
		w, cells := weekAround(t, c.date, zone)
		g := LayOut(w, cells, true, func(Cell) bool { return false })
		count, missing, twice := 0, "", ""
		for _, r := range g.Rows {
			for _, halves := range r.Cells {
				count += len(halves)
			}
			switch sunday := r.Cells[6]; {
			case len(sunday) == 0 && missing == "":
				missing = r.Clock
			case len(sunday) == 2 && twice == "":
				twice = r.Clock
			}
		}
		verify.Each(t, c.date+" in "+c.zone, verify.Fields{
			"count": {count, c.cells}, "g.Rows[0].Clock": {g.Rows[0].Clock, c.first},
			"g.Rows[len(g.Rows)-1].Clock": {g.Rows[len(g.Rows)-1].Clock, c.last}, "missing": {missing, c.missing},
			"twice": {twice, c.twice}, "w.First.Weekday()": {w.First.Weekday(), time.Monday}})
		short := LayOut(w, cells, false, func(x Cell) bool { return x.Start.In(zone).Hour() == 22 })
		if !short.Shorter || short.Rows[0].Clock < "08:00" || short.Rows[len(short.Rows)-1].Clock < "22:30" {
			t.Errorf("%s in %s: a short grid has the rows %s to %s", c.date, c.zone, short.Rows[0].Clock,
				short.Rows[len(short.Rows)-1].Clock)
		}
	}
	if got := WeekOf(time.Date(2031, 12, 31, 12, 0, 0, 0, time.UTC), time.UTC).Name(); got !=
		"29 December 2031 to 4 January 2032" {
		t.Errorf("the week is called %q", got)
	}
}

// weekAround is the week of a date in a zone, with a cell at each start.
func weekAround(t *testing.T, date string, zone *time.Location) (w Week, cells []Cell) {
	t.Helper()
	day, err := time.ParseInLocation(time.DateOnly, date, zone)
	if err != nil {
		t.Fatal(err)
	}
	w = WeekOf(day.Add(12*time.Hour), zone)
	for _, at := range timetable.GridStarts(w.From, w.To) {
		cells = append(cells, Cell{Start: at})
	}
	return w, cells
}

// TestBeside proves that another zone's clock stands beside each row, with the day where it is another one there, and
// with both times in a week in which only one of the zones changes its clocks.
func TestBeside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ date, zone, other, clock, want string }{
		{"2031-03-05", "Europe/Amsterdam", "Asia/Kathmandu", "10:00", "14:45"},
		{"2031-03-05", "Europe/Amsterdam", "America/New_York", "03:00", "21:00 −1"},
		{"2031-02-28", "America/New_York", "Asia/Tokyo", "20:00", "10:00 +1"}, // the first of a month
		{"2031-03-05", "Europe/Amsterdam", "America/New_York", "16:00", "10:00, 11:00"},
	} {
		zone := models.Location(c.zone)
		w, cells := weekAround(t, c.date, zone)
		g := LayOut(w, cells, true, func(Cell) bool { return false })
		g.Beside(models.Location(c.other))
		for _, r := range g.Rows {
			if r.Clock == c.clock && r.Beside != c.want {
				t.Errorf("%s at %s: %q stands beside %s, want %q", c.zone, c.date, r.Beside, c.clock, c.want)
			}
		}
	}
}
