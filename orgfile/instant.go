package orgfile

import (
	"slices"
	"time"

	"litmus/models"
)

// The years that a file may contain: bookings and slots end with 2200, and a year before 1970 is a mistake.
const firstYear, lastYear = 1970, 2200

// exact reads an instant as it is written, without truncating it. It returns false if there is none.
func (v value) exact() (time.Time, bool) {
	s, ok := v.text()
	if !ok {
		return time.Time{}, false
	}
	t, err := models.ParseInstant("the time", s)
	if err != nil {
		v.refused(err)
		return time.Time{}, false
	}
	if y := t.Year(); y < firstYear || y > lastYear {
		v.problem("the time %s is out of range; expected a year from %d to %d", models.Quote(s), firstYear, lastYear)
		return time.Time{}, false
	}
	return t, true
}

// instant reads an instant in UTC, truncated to the millisecond, or the zero time if it is absent.
func (v value) instant() time.Time {
	t, ok := v.exact()
	if !ok {
		return time.Time{}
	}
	return models.Instant(t)
}

// instantOrNil is value.instant for an optional field.
func (v value) instantOrNil() *time.Time {
	t, ok := v.exact()
	if !ok {
		return nil
	}
	t = models.Instant(t)
	return &t
}

// slots reads a list of start times on the half hour, sorted and without duplicates. The grid is checked before
// truncation.
func (v value) slots() []time.Time {
	var all []time.Time
	for _, item := range v.items("") {
		t, ok := item.exact()
		switch {
		case !ok:
		case !t.Equal(t.Truncate(30 * time.Minute)): // Truncate counts from year 1 in UTC, that is, on the grid
			item.problem("%s is not on the half hour; expected minute 00 or 30 in UTC and second 0, such as "+
				"2026-12-01T15:30:00Z", models.Quote(item.node.Value))
		default:
			all = append(all, t)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal)
}
