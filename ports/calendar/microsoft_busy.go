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
	graphPage  = 500 // events on a page; the default is 10
	graphPages = 40  // at most
)

// graphSelect are the fields that a calendar view returns.
const graphSelect = "id,iCalUId,start,end,isAllDay,isCancelled,showAs,responseStatus"

// Busy reads the whole window each time, and answers Unchanged if it has the same content as the token. Graph's delta
// query would avoid the reading, but it returns whole events with their bodies (it allows no $select) and is bound to
// one window, whereas ours moves with the days.
func (m *microsoft) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	const around = 24 * time.Hour // a whole day may begin this much earlier or later in another zone
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
	return Busy{}, &outbound.Failure{
		Fate: outbound.GiveUp, Code: m.prefix + "_too_many",
		Text: "the calendar has more than " + strconv.Itoa(graphPage*graphPages) + " events in this time",
	}
}

// ours reports whether a link leads to the API itself. The access token must not be sent elsewhere.
func (m *microsoft) ours(link string) bool {
	u, err := url.Parse(link)
	base, err2 := url.Parse(m.base)
	return err == nil && err2 == nil && u.User == nil && u.Scheme == base.Scheme &&
		strings.EqualFold(u.Host, base.Host) && strings.HasPrefix(u.Path, base.Path+"/")
}

// block returns the busy time of an event, if there is any. There is none if the event is cancelled, declined, or shown
// as free or as working elsewhere. Tentative time and an unknown state count as busy.
func (e graphEvent) block(days zone) (Block, bool, error) {
	if e.IsCancelled || e.refusal() == declined || e.ShowAs == "free" ||
		e.ShowAs == "workingElsewhere" {
		return Block{}, false, nil
	}
	uid := e.ICalUID
	for _, p := range e.Properties {
		if strings.EqualFold(p.ID, graphUID) && p.Value != "" { // Exchange may change the case of the GUID
			uid = p.Value
		}
	}
	k, err := e.span(days)
	k.UID = uid
	return k, true, err
}

// refusal is "declined" if the calendar's owner declined the event. Graph tells no other answer to our copies: they
// have no attendees, so their owner is their organizer, whom it refuses to accept or to be tentative.
func (e graphEvent) refusal() string {
	if e.ResponseStatus.Response == declined {
		return declined
	}
	return ""
}

// span returns when the event is. A whole day is a day in the owner's zone; Graph returns its dates as midnights.
func (e graphEvent) span(days zone) (Block, error) {
	if start, end := dayOf(e.Start), dayOf(e.End); e.IsAllDay && start != "" && end != "" {
		return wholeDays(start, end, days)
	}
	from, err := e.Start.instant()
	if err != nil {
		return Block{}, err
	}
	to, err := e.End.instant()
	return Block{From: from, To: to}, err
}

// dayOf returns the date of a midnight, or "" for another time.
func dayOf(t graphTime) string {
	day, clock, ok := strings.Cut(t.DateTime, "T")
	if !ok || strings.Trim(clock, "0:.") != "" {
		return ""
	}
	return day
}

// instant returns the time as an instant. The request asks for UTC, but a server that answers in another zone names it.
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
