package calendar

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"litmus/ports/outbound"
)

const (
	googlePage  = 1000 // events on a page; Google allows 2,500
	googlePages = 20   // at most
)

// googleFields are what is asked of a list.
const googleFields = "kind,timeZone,nextPageToken,nextSyncToken," +
	"items(id,status,eventType,transparency,iCalUID,start,end,attendees(self,responseStatus),extendedProperties/private)"

// googleList is a page of events.
type googleList struct {
	Kind          string         `json:"kind"`
	TimeZone      string         `json:"timeZone"` // the calendar's
	NextPageToken string         `json:"nextPageToken"`
	NextSyncToken string         `json:"nextSyncToken"` // on the last page
	Items         *[]googleEvent `json:"items"`
}

// Busy asks for what changed since the token's sync token, which costs one request as long as nothing did. After a
// change the whole window is read: a change to a series would be answered with all its instances, to the end of time.
func (g *google) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	known := readMark(token)
	if known.holds(from, to) && known.Sync != "" {
		switch next, err := g.unchanged(ctx, known.Sync); {
		case err != nil:
			return Busy{}, err
		case next != "":
			known.Sync = next
			return Busy{Unchanged: true, Token: known.String()}, nil
		}
	}
	var blocks []Block
	page := ""
	for range googlePages {
		q := googleQuery()
		q.Set("timeMin", from.UTC().Format(time.RFC3339))
		q.Set("timeMax", ceil(to).UTC().Format(time.RFC3339))
		if page != "" {
			q.Set("pageToken", page)
		}
		r, err := g.call(ctx, http.MethodGet, googleEvents+"?"+q.Encode(), nil, nil)
		if err != nil {
			return Busy{}, err
		}
		l, err := g.list(r)
		if err != nil {
			return Busy{}, err
		}
		for _, e := range *l.Items {
			k, taken, err := e.block(g.in(l.TimeZone))
			if err != nil {
				return Busy{}, outbound.Garbage(g.prefix, "an event's time makes no sense")
			}
			if taken {
				blocks = append(blocks, k)
			}
		}
		if page = l.NextPageToken; page == "" {
			return known.answer(from, to, overlapping(blocks, from, to), l.NextSyncToken), nil
		}
	}
	return Busy{}, &outbound.Failure{Fate: outbound.GiveUp, Code: g.prefix + "_too_many", Text: "the calendar has " +
		"more than " + strconv.Itoa(googlePage*googlePages) + " events in this time"}
}

// unchanged gives the next sync token if nothing changed since the last, and "" if something did or Google cannot say.
func (g *google) unchanged(ctx context.Context, sync string) (next string, err error) {
	q := googleQuery() // all but the window has to be as it was
	q.Set("syncToken", sync)
	r, err := g.call(ctx, http.MethodGet, googleEvents+"?"+q.Encode(), nil, nil)
	if err != nil {
		return "", err
	}
	if r.StatusCode == http.StatusGone || r.StatusCode == http.StatusBadRequest {
		// fullSyncRequired, or no token of theirs
		return "", nil
	}
	l, err := g.list(r)
	if err != nil || len(*l.Items) > 0 || l.NextPageToken != "" {
		return "", err
	}
	return l.NextSyncToken, nil
}

// googleQuery is what a list and its later sync have in common: single events instead of series, nothing that is
// deleted (by default), and of the guests the owner alone.
func googleQuery() url.Values {
	return url.Values{
		"singleEvents": {"true"}, "maxAttendees": {"1"}, "maxResults": {strconv.Itoa(googlePage)},
		"fields": {googleFields},
	}
}

// list reads a page.
func (g *google) list(r *reply) (googleList, error) {
	var l googleList
	if r.StatusCode != http.StatusOK {
		return l, g.refused(r)
	}
	if err := g.decode(r, &l); err != nil {
		return l, err
	}
	if l.Items == nil {
		if l.Kind != "calendar#events" {
			return l, outbound.Garbage(g.prefix, "the answer is no list of events")
		}
		l.Items = &[]googleEvent{}
	}
	return l, nil
}

// in is the zone of whole days: the calendar's, else the owner's.
func (g *google) in(name string) zone {
	if z := load(name); z != nil {
		return z
	}
	return location{g.zone}
}

// block is the time that an event takes of its owner's, if it takes any: not when it is cancelled, shown as available
// or declined, nor a birthday or a place of work. Unanswered and tentative invitations take it, as they do in Google's
// own free/busy.
func (e googleEvent) block(days zone) (Block, bool, error) {
	if e.Status == "cancelled" || e.Transparency == "transparent" || e.EventType == "workingLocation" ||
		e.EventType == "birthday" {
		return Block{}, false, nil
	}
	for _, a := range e.Attendees {
		if a.Self && a.ResponseStatus == "declined" {
			return Block{}, false, nil
		}
	}
	uid := e.ExtendedProperties.Private[googleUID]
	if uid == "" {
		uid = e.ICalUID
	}
	if e.Start.Date != "" {
		k, err := wholeDays(e.Start.Date, e.End.Date, days)
		k.UID = uid
		return k, true, err
	}
	from, err := time.Parse(time.RFC3339, e.Start.DateTime)
	if err != nil {
		return Block{}, false, err
	}
	to, err := time.Parse(time.RFC3339, e.End.DateTime)
	return Block{From: from.UTC(), To: to.UTC(), UID: uid}, true, err
}

// ceil is t, or the next whole second: Google ignores fractions.
func ceil(t time.Time) time.Time {
	if w := t.Truncate(time.Second); !w.Equal(t) {
		return w.Add(time.Second)
	}
	return t
}
