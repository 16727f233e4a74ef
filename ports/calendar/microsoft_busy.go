package calendar

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"litmus/ports/outbound"
)

const (
	graphPage  = 500 // events on a page; Graph gives 10 unless asked
	graphPages = 40  // at most
)

// graphSelect is what is asked of a calendar view.
const graphSelect = "id,iCalUId,start,end,isAllDay,isCancelled,showAs,responseStatus"

// Busy reads the whole window each time, and says that nothing changed when it holds what the token says. Graph's delta
// query would spare the reading, but it gives whole events with their bodies (it allows no $select) and is bound to one
// window, while ours moves on with the days.
func (m *microsoft) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	const around = 24 * time.Hour // a whole day elsewhere may begin this much earlier or later than Graph believes
	path := "/me/calendarView?startDateTime=" + odata(from.Add(-around).UTC().Format(time.RFC3339)) +
		"&endDateTime=" + odata(to.Add(around).UTC().Format(time.RFC3339)) +
		"&$select=" + graphSelect + "&$top=" + strconv.Itoa(graphPage) +
		"&$expand=" + odata("singleValueExtendedProperties($filter=id eq '"+graphUID+"')")
	var blocks []Block
	for range graphPages {
		l, _, err := m.list(ctx, path)
		if err != nil {
			return Busy{}, err
		}
		for _, e := range *l.Value {
			k, taken, err := e.block(location{m.zone})
			if err != nil {
				return Busy{}, outbound.Garbage(m.prefix, "an event's time makes no sense")
			}
			if taken {
				blocks = append(blocks, k)
			}
		}
		if l.NextLink == "" {
			return readMark(token).answer(from, to, overlapping(blocks, from, to), ""), nil
		}
		if path = l.NextLink; !m.ours(path) {
			return Busy{}, outbound.Garbage(m.prefix, "the next page is somewhere else")
		}
	}
	return Busy{}, &outbound.Failure{Fate: outbound.GiveUp, Code: m.prefix + "_too_many", Text: "the calendar has " +
		"more than " + strconv.Itoa(graphPage*graphPages) + " events in this time"}
}

// ours reports whether a link leads to the API itself; the access token is for nobody else.
func (m *microsoft) ours(link string) bool {
	u, err := url.Parse(link)
	base, err2 := url.Parse(m.base)
	return err == nil && err2 == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host) &&
		u.User == nil &&
		strings.HasPrefix(u.Path, base.Path+"/")
}

// block is the time that an event takes of its owner's, if it takes any: not when it is cancelled, declined, or shown
// as free or as working elsewhere. Tentative time is taken, as is what Graph says nothing of.
func (e graphEvent) block(days zone) (Block, bool, error) {
	if e.IsCancelled || e.ResponseStatus.Response == "declined" || e.ShowAs == "free" ||
		e.ShowAs == "workingElsewhere" {
		return Block{}, false, nil
	}
	uid := e.ICalUID
	for _, p := range e.Properties {
		if strings.EqualFold(p.ID, graphUID) && p.Value != "" { // Exchange writes the GUID as it likes
			uid = p.Value
		}
	}
	// A whole day is one of its owner's, at whatever place; Graph gives its dates as midnights.
	if start, end := dayOf(e.Start), dayOf(e.End); e.IsAllDay && start != "" && end != "" {
		k, err := wholeDays(start, end, days)
		k.UID = uid
		return k, true, err
	}
	from, err := e.Start.instant()
	if err != nil {
		return Block{}, false, err
	}
	to, err := e.End.instant()
	return Block{From: from, To: to, UID: uid}, true, err
}

// dayOf is the date of a midnight, "" of another time.
func dayOf(t graphTime) string {
	day, clock, ok := strings.Cut(t.DateTime, "T")
	if !ok || strings.Trim(clock, "0:.") != "" {
		return ""
	}
	return day
}

// instant is the time as an instant. It was asked for in UTC; a server that answers in another zone all the same names
// it.
func (t graphTime) instant() (time.Time, error) {
	at, err := time.Parse("2006-01-02T15:04:05.9999999", strings.TrimSuffix(t.DateTime, "Z"))
	if err != nil {
		return at, err
	}
	name := strings.TrimPrefix(t.TimeZone, "tzone://Microsoft/")
	if name == "" || strings.EqualFold(name, "utc") {
		return at, nil
	}
	z := lookUp(name)
	if z == nil {
		return at, errors.New("unknown zone")
	}
	return inZone(at, z), nil
}
