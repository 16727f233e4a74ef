package calendar

import (
	"context"
	"net/url"
	"slices"
	"time"
)

// Copy is an event with one of our UIDs as the calendar has it now.
type Copy struct {
	ID         string    // the provider's identifier, as in [Held]
	Start, End time.Time // UTC; of an event that was made a series, its first occurrence
	Declined   bool      // by the calendar's owner
}

// heldFirst puts the copy that is held before the others.
func heldFirst(copies []Copy, held Held) []Copy {
	slices.SortStableFunc(copies, func(a, b Copy) int {
		switch {
		case a.ID == b.ID:
			return 0
		case a.ID == held.ID:
			return -1
		case b.ID == held.ID:
			return 1
		}
		return 0
	})
	return copies
}

// others are the ids of the copies but one: the one that is held, or else the first.
func others(copies []Copy, held Held) (ids []string) {
	for n, c := range heldFirst(copies, held) {
		if n > 0 {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Copies searches the calendar, since its owner may have moved an object to another name.
func (c *caldav) Copies(ctx context.Context, uid string, held Held) ([]Copy, error) {
	known, err := &url.URL{}, error(nil)
	if held.ID != "" {
		if known, err = resolve(c.base, held.ID); err != nil {
			return nil, err
		}
	}
	var copies []Copy
	err = c.each(ctx, uid, func(at *url.URL, object *component, s *series) {
		if one, ok := c.source.copyOf(object, s); ok {
			if one.ID = c.held(at, "").ID; at.Host == known.Host && at.Path == known.Path {
				one.ID = held.ID // servers differ in which characters of a path they escape
			}
			copies = append(copies, one)
		}
	})
	return heldFirst(copies, held), err
}

// Single deletes the objects with the UID but the one that is held.
func (c *caldav) Single(ctx context.Context, uid string, held Held) error {
	copies, err := c.Copies(ctx, uid, held)
	if err != nil {
		return err
	}
	for _, id := range others(copies, held) {
		at, err := resolve(c.base, id)
		if err == nil {
			err = c.remove(ctx, at)
		}
		if err != nil && !isGone(err) {
			return err
		}
	}
	return nil
}

// copyOf reads the copy in an object. ok is false if the object has no event that takes place.
func (s Source) copyOf(object *component, of *series) (c Copy, ok bool) {
	for _, e := range slices.Concat(of.masters, of.overrides) {
		wall, _, _, known := parseWall(e.first("DTSTART").value)
		if !known || e.word("STATUS") == "CANCELLED" {
			continue
		}
		around := time.Unix(wall, 0)
		r := newReading(around.AddDate(0, 0, -1), around.AddDate(0, 0, 1), s)
		r.zones.open(object)
		start, lasts, known := r.extent(e)
		if !known {
			continue
		}
		return Copy{
			Start:    time.Unix(start.instant(), 0).UTC(),
			End:      time.Unix(lasts.end(start.zone, start.wall), 0).UTC(),
			Declined: r.declined(e),
		}, true
	}
	return Copy{}, false
}
