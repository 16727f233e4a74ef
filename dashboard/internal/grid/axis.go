package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/timetable"
)

// Lane is a column of each day of an [Axis]: a person, or a posting as a whole.
type Lane struct {
	Who  string // by which addresses name the person, "" for a posting
	Name string
	site.Face
}

// Half is a half hour of a lane.
type Half struct {
	Start   time.Time
	Label   string // when it is, in words
	State   string // its class, as of a [Cell]
	Words   string // why it is so
	Link    string // to what can be done then, "" for nothing
	Past    bool
	Covered bool // by blocks, which say what it is
}

// At names the half hour in an address, "" for one to which nothing can be moved any more.
func (h Half) At() string {
	if h.Past {
		return ""
	}
	return h.Start.UTC().Format(time.RFC3339)
}

// Block is something that lies over the half hours of a lane from its start to its end.
type Block struct {
	From, To time.Time
	Lane     int
	State    string // its class: coming, now, done
	Path     string
	Clock    string // when it starts
	Name     string
	Brief    string // the name in two letters, where little fits
	Beside   string // what stands under the name
	Initials string // whose it is, "" for nobody's
	Words    string // all of it, in words
	Told     string // what else of that a screen reader says
	Move     string // the page that moves it, "" if it cannot be moved
	Reassign string // the page that gives it to somebody else
	With     string // by which addresses name whose it is
	Asks     string // the page that asks when, without scripts

	Place string // its classes: where it begins, how long it is, and which part of the width it has

	narrow bool // beside it something can be done
}

// NameWords are the words of the name, between which it may break.
func (b Block) NameWords() []string { return strings.Fields(b.Name) }

// Axis is a week laid out by the clock, with a column for each lane of each day.
type Axis struct {
	Grid
	Lanes []Lane
	Heads []Head
	Lines []Line
}

// Head is a day of an axis.
type Head struct {
	Day   time.Time
	Class string
	Idle  bool // it has neither blocks nor free times, and needs little room
}

// Line is a row of an axis: what begins at a time of day, by day and lane.
type Line struct {
	Clock  string
	Hour   bool
	Fields []Field
}

// Field is where a row and a lane of a day meet. A day whose clocks skip the time has no half hour in it, one that
// repeats it has two.
type Field struct {
	Class  string
	Halves []Half
	Blocks []Block
}

// quarter is what blocks are measured in; mostBeside is how many of them stand side by side.
const (
	quarter    = 15 * time.Minute
	mostBeside = 6
	mostLong   = 32 // quarters, of which the style sheet has lengths
)

// LayOutAxis lays out the half hours of each lane, all of them with the same starts, and the blocks over them. Hours
// early and late in the day without a free half hour and without a block are left out, unless all are asked for. chosen
// is on the day that a small screen shows.
func LayOutAxis(w Week, lanes []Lane, halves [][]Half, blocks []Block, chosen, now time.Time, all bool) Axis {
	cells := make([]Cell, len(halves[0]))
	at := make(map[int64]int, len(cells)) // the place of a half hour, by its start
	for n, h := range halves[0] {
		cells[n] = Cell{Start: h.Start}
		at[h.Start.Unix()] = n
	}
	under := cover(halves, blocks)
	free := func(n int) bool {
		return slices.ContainsFunc(halves, func(lane []Half) bool { return lane[n].State == "free" })
	}
	a := Axis{Lanes: lanes, Grid: LayOut(w, cells, all, func(c Cell) bool {
		n := at[c.Start.Unix()]
		return under[n] || free(n)
	})}
	a.Show(chosen)
	var full [7]bool
	for n, c := range cells {
		if day := w.day(c.Start); day >= 0 {
			full[day] = full[day] || under[n] || free(n)
		}
	}
	for n, day := range w.Days() {
		head := Head{Day: day, Class: fmt.Sprintf("day d%d", n), Idle: n > 4 && !full[n] && n != a.Shown}
		if n == a.Shown {
			head.Class += " chosen"
		}
		if n == w.day(now) {
			head.Class += " today"
		}
		a.Heads = append(a.Heads, head)
	}
	rows := make(map[int]int, len(cells)) // the row of a half hour, by its place
	for y, r := range a.Rows {
		line := Line{Clock: r.Clock, Hour: r.Hour}
		for day, cells := range r.Cells {
			for lane := range lanes {
				f := Field{Class: a.Heads[day].Class}
				if lane == 0 {
					f.Class += " begins"
				}
				for _, c := range cells {
					n := at[c.Start.Unix()]
					rows[n] = y
					h := halves[lane][n]
					h.Label = c.Label
					if since := now.Sub(c.Start); since >= 0 && since < timetable.HalfHour {
						f.Class += fmt.Sprintf(" line%d", int(since/quarter))
					}
					f.Halves = append(f.Halves, h)
				}
				line.Fields = append(line.Fields, f)
			}
		}
		a.Lines = append(a.Lines, line)
	}
	for _, b := range beside(blocks) {
		n, known := at[b.From.Truncate(timetable.HalfHour).Unix()]
		y, shown := rows[n]
		if !known || !shown {
			continue
		}
		off := int(b.From.Sub(b.From.Truncate(timetable.HalfHour)) / quarter)
		long := int((b.To.Sub(b.From.Truncate(quarter)) + quarter - 1) / quarter)
		long = max(1, min(long, 2*(len(a.Lines)-y)-off, mostLong))
		b.Place = fmt.Sprintf("off%d len%d %s", off, long, b.Place)
		f := &a.Lines[y].Fields[w.day(b.From)*len(lanes)+b.Lane]
		f.Blocks = append(f.Blocks, b)
	}
	return a
}

// cover marks the half hours that blocks lie over, and returns which of them do in any lane. In the one lane of a page
// a half hour in which something can be done stays: blocks leave it room beside them.
func cover(halves [][]Half, blocks []Block) []bool {
	under := make([]bool, len(halves[0]))
	for k := range blocks {
		b := &blocks[k]
		for n, h := range halves[b.Lane] {
			if !h.Start.Before(b.To) || !h.Start.Add(timetable.HalfHour).After(b.From) {
				continue
			}
			under[n] = true
			if h.Link != "" && len(halves) == 1 {
				b.narrow = true
			} else {
				halves[b.Lane][n].Covered = true
			}
		}
	}
	return under
}

// beside puts blocks of a lane that overlap side by side.
func beside(blocks []Block) []Block {
	out := slices.Clone(blocks)
	slices.SortStableFunc(out, func(x, y Block) int {
		return cmp.Or(cmp.Compare(x.Lane, y.Lane), x.From.Compare(y.From), y.To.Compare(x.To))
	})
	for from := 0; from < len(out); {
		ends := []time.Time{} // of each part of the width
		end, narrow, parts := out[from].To, false, []int{}
		to := from
		for ; to < len(out) && out[to].Lane == out[from].Lane && (to == from || out[to].From.Before(end)); to++ {
			b := out[to]
			if end = latest(end, b.To); b.narrow {
				narrow = true
			}
			part := slices.IndexFunc(ends, func(t time.Time) bool { return !t.After(b.From) })
			if part < 0 {
				part = len(ends)
				ends = append(ends, b.To)
			} else {
				ends[part] = b.To
			}
			parts = append(parts, part)
		}
		wide := min(len(ends), mostBeside)
		for n, part := range parts {
			out[from+n].Place = fmt.Sprintf("of%d part%d", wide, part%mostBeside)
			if narrow {
				out[from+n].Place += " narrow"
			}
		}
		from = to
	}
	return out
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
