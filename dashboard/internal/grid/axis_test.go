package grid

import (
	"fmt"
	"testing"
	"time"

	"litmus/models/timetable"
)

// TestLayOutAxis proves that a block stands in the half hour of its start, is as long as it lasts up to the end of the
// day, and shares the width with those that overlap it. What it covers is covered, but a free half hour of a single
// lane.
func TestLayOutAxis(t *testing.T) {
	t.Parallel()
	w := WeekOf(time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC), time.UTC)
	at := func(hour, minute int) time.Time { return time.Date(2031, 3, 4, hour, minute, 0, 0, time.UTC) }
	axis := func(lanes int, blocks ...Block) Axis {
		halves := make([][]Half, lanes)
		for n := range halves {
			for _, start := range timetable.GridStarts(w.From, w.To) {
				h := Half{Start: start, State: "off"}
				if start.Equal(at(10, 0)) {
					h.State, h.Link = "free", "/book"
				}
				halves[n] = append(halves[n], h)
			}
		}
		return LayOutAxis(w, make([]Lane, lanes), halves, blocks, at(0, 0), at(9, 45), false)
	}
	block := func(lane int, from, to time.Time) Block { return Block{Lane: lane, From: from, To: to} }
	for _, c := range []struct {
		what   string
		lanes  int
		blocks []Block
		want   string // clock, column and classes of each, and "covered" if the half hour at 10:00 is
	}{
		{"an hour", 1, []Block{block(0, at(10, 0), at(11, 0))}, "10:00 1 off0 len4 of1 part0 narrow"},
		{"off the grid", 1, []Block{block(0, at(11, 20), at(12, 5))}, "11:00 1 off1 len4 of1 part0"},
		{"past midnight", 1, []Block{block(0, at(23, 30), at(24, 30))}, "23:30 1 off0 len2 of1 part0"},
		{"overlapping", 1, []Block{block(0, at(11, 0), at(12, 0)), block(0, at(11, 30), at(12, 30)),
			block(0, at(12, 0), at(13, 0))}, "11:00 1 off0 len4 of2 part0, 11:30 1 off0 len4 of2 part1, " +
			"12:00 1 off0 len4 of2 part0"},
		{"two lanes", 2, []Block{block(1, at(10, 0), at(10, 30)), block(0, at(10, 0), at(10, 30))},
			"10:00 2 off0 len2 of1 part0, 10:00 3 off0 len2 of1 part0, covered"},
	} {
		a, got, covered := axis(c.lanes, c.blocks...), "", false
		for _, line := range a.Lines {
			for x, f := range line.Fields {
				for _, b := range f.Blocks {
					if got != "" {
						got += ", "
					}
					got += fmt.Sprintf("%s %d %s", line.Clock, x, b.Place)
				}
				for _, h := range f.Halves {
					covered = covered || h.Covered && h.Start.Equal(at(10, 0))
				}
			}
		}
		if covered {
			got += ", covered"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if h := a.Heads; h[1].Class != "day d1 chosen today" || !h[5].Idle || h[0].Idle {
			t.Errorf("%s: the days are %+v", c.what, h)
		}
	}
}
