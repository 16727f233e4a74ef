package timetable

import (
	"slices"
	"time"

	"litmus/models"
)

// MaxPainted bounds the starts of one form of the week grid: a week has 338 half hours at most, and it may be copied to
// the eight weeks after it.
const (
	MaxPainted    = 338 * (1 + MaxWeekCopies)
	MaxWeekCopies = 8
)

// Painting is what a form of the week grid says (D14): the starts that it showed as painted, and those that are ticked.
// What it says nothing of stays as it is, so two people who paint at once both win and no version is needed.
type Painting struct{ Shown, Ticked []time.Time }

// ParsePainting reads the starts of a form. Every error is of kind [models.Invalid].
func ParsePainting(shown, ticked []string) (p Painting, err error) {
	if p.Shown, err = parseStarts("was", shown); err != nil {
		return p, err
	}
	p.Ticked, err = parseStarts("slot", ticked)
	return p, err
}

func parseStarts(field string, texts []string) ([]time.Time, error) {
	if len(texts) > MaxPainted {
		return nil, models.Invalidf("the form has more than %d half hours; copy to fewer weeks", MaxPainted)
	}
	var out []time.Time
	for _, text := range texts {
		t, err := ParseSlot(field, text)
		if err != nil {
			return nil, err
		}
		out = append(out, models.Instant(t))
	}
	return sortedStarts(out), nil
}

func sortedStarts(starts []time.Time) []time.Time {
	slices.SortFunc(starts, time.Time.Compare)
	return slices.CompactFunc(starts, time.Time.Equal)
}

// Changes returns the starts to add, which are ticked and were not shown as painted, and those to remove, which were
// shown as painted and are no longer ticked; both in order.
func (p Painting) Changes() (add, remove []time.Time) {
	less := func(from, what []time.Time) (out []time.Time) {
		drop := make(map[int64]bool, len(what))
		for _, t := range what {
			drop[t.UnixMilli()] = true
		}
		for _, t := range from {
			if !drop[t.UnixMilli()] {
				out = append(out, t)
			}
		}
		return sortedStarts(out)
	}
	return less(p.Ticked, p.Shown), less(p.Shown, p.Ticked)
}

// CopyWeeks returns the starts at the same time of the week by the clock of zone, in each of the weeks after theirs. A
// time that a later week does not have, or that is not on the grid there, is left out; one that it has twice is its
// first (D14).
func CopyWeeks(starts []time.Time, zone *time.Location, weeks int) []time.Time {
	var out []time.Time
	for n := 1; n <= min(weeks, MaxWeekCopies); n++ {
		for _, s := range starts {
			y, m, d := s.In(zone).Date()
			hour, minute, _ := s.In(zone).Clock()
			wall := time.Date(y, m, d+7*n, hour, minute, 0, 0, time.UTC)
			t := LocalInstant(wall, zone)
			if there := t.In(zone); OnGrid(t) && there.Format(time.DateTime) == wall.Format(time.DateTime) {
				out = append(out, t.UTC())
			}
		}
	}
	return sortedStarts(out)
}
