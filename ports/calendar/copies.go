package calendar

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"litmus/ports/outbound"
)

// Copy is an event with one of our UIDs as the calendar has it now.
type Copy struct {
	ID         string    // the provider's identifier, as in [Held]
	Start, End time.Time // UTC; of an event that was made a series, its first occurrence
	Response   string    // of the calendar's owner, as in [Block]
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

// others are the ids of the copies but one, which is the one that is held, or else the first. A copy at another time
// than that one is a duplicate that its owner made on purpose, and is none of them.
func others(copies []Copy, held Held) (ids []string) {
	for n, c := range heldFirst(copies, held) {
		if n > 0 && c.Start.Equal(copies[0].Start) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Copies searches the calendar, since its owner may have moved an object to another name, and asks for the object that
// is held by itself if it is not found: it may be in another calendar than the one that is discovered by now.
func (c *caldav) Copies(ctx context.Context, uid string, held Held) ([]Copy, error) {
	known, err := &url.URL{}, error(nil)
	if held.ID != "" {
		if known, err = resolve(c.base, held.ID); err != nil {
			return nil, err
		}
	}
	var copies []Copy
	met := held.ID == ""
	found := func(at *url.URL, object *component, s *series) {
		id := c.held(at, "").ID
		if at.Host == known.Host && at.Path == known.Path {
			id, met = held.ID, true // servers differ in which characters of a path they escape
		}
		if one, ok := c.source.copyOf(object, s); ok {
			one.ID = id
			copies = append(copies, one)
		}
	}
	if err = c.each(ctx, uid, found); err == nil && !met {
		err = c.get(ctx, known, uid, found)
	}
	return heldFirst(copies, held), err
}

// get calls do for the event with the UID in the object at this URL, if there is one.
func (c *caldav) get(ctx context.Context, at *url.URL, uid string, do func(*url.URL, *component, *series)) error {
	x, err := c.send(ctx, http.MethodGet, at, http.Header{"Accept": {"text/calendar"}}, nil)
	switch {
	case err != nil:
		return err
	case x.StatusCode == http.StatusNotFound || x.StatusCode == http.StatusGone:
		drain(x.Response)
		return nil
	case x.StatusCode != http.StatusOK || isLoginPage(x.Response):
		return c.refusal(x)
	}
	defer x.Body.Close()
	text, err := io.ReadAll(io.LimitReader(x.Body, maxList))
	if err != nil {
		return outbound.Unreachable(caldavPrefix, err)
	}
	objects, err := parseObjects(string(text))
	if err != nil {
		return outbound.Garbage(caldavPrefix, err.Error())
	}
	for _, s := range seriesOf(objects[0]) {
		if s.uid == uid {
			do(at, objects[0], s)
		}
	}
	return nil
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
func (s Source) copyOf(object *component, all *series) (c Copy, ok bool) {
	for _, e := range slices.Concat(all.masters, all.overrides) {
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
			Response: r.response(e),
		}, true
	}
	return Copy{}, false
}
