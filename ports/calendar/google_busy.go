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

// googleFields are the fields that a list returns.
const googleFields = "kind,timeZone,nextPageToken,nextSyncToken," +
	"items(id,status,eventType,transparency,iCalUID,start,end,attendees(self,responseStatus)," +
	"extendedProperties/private)"

// googleList is a page of events.
type googleList struct {
	Kind          string         `json:"kind"`
	TimeZone      string         `json:"timeZone"` // of the calendar
	NextPageToken string         `json:"nextPageToken"`
	NextSyncToken string         `json:"nextSyncToken"` // on the last page
	Items         *[]googleEvent `json:"items"`
}

// Busy asks for changes since the sync token of token, which takes one request as long as there are none. After a
// change it reads the whole window, because a sync would return all instances of a changed series without end.
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
	return Busy{}, &outbound.Failure{
		Fate: outbound.GiveUp, Code: g.prefix + "_too_many",
		Text: "the calendar has more than " + strconv.Itoa(googlePage*googlePages) + " events in this time",
	}
}

// unchanged returns the next sync token if nothing has changed since the last one, and "" if something has or if Google
// cannot tell.
func (g *google) unchanged(ctx context.Context, sync string) (next string, err error) {
	q := googleQuery() // all parameters but the window must be the same as before
	q.Set("syncToken", sync)
	r, err := g.call(ctx, http.MethodGet, googleEvents+"?"+q.Encode(), nil, nil)
	if err != nil {
		return "", err
	}
	if r.StatusCode == http.StatusGone || r.StatusCode == http.StatusBadRequest {
		// fullSyncRequired, or a token that Google does not know.
		return "", nil
	}
	l, err := g.list(r)
	if err != nil || len(*l.Items) > 0 || l.NextPageToken != "" {
		return "", err
	}
	return l.NextSyncToken, nil
}

// googleQuery returns the parameters that a list and its later sync have in common: single events instead of series, no
// deleted events (by default), and no guests but the owner.
func googleQuery() url.Values {
	return url.Values{
		"singleEvents": {"true"}, "maxAttendees": {"1"}, "maxResults": {strconv.Itoa(googlePage)},
		"fields": {googleFields},
	}
}

// list parses a page.
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

// in returns the zone of whole days: the calendar's, or else the owner's.
func (g *google) in(name string) zone {
	if z := load(name); z != nil {
		return z
	}
	return location{g.zone}
}

// block returns the busy time of an event, if there is any. There is none if the event is cancelled, shown as available
// or declined, or if it is a birthday or a working location. Unanswered and tentative invitations count as busy, as in
// Google's own free/busy.
func (e googleEvent) block(days zone) (Block, bool, error) {
	if e.Status == "cancelled" || e.Transparency == "transparent" || e.EventType == "workingLocation" ||
		e.EventType == "birthday" {
		return Block{}, false, nil
	}
	response := e.response()
	if response == declined {
		return Block{}, false, nil
	}
	uid := e.ExtendedProperties.Private[googleUID]
	if uid == "" {
		uid = e.ICalUID
	}
	k, err := e.span(days)
	k.UID, k.Response = uid, response
	return k, true, err
}

// response is what the calendar's owner answered to the event, whose words are Google's, too: needsAction is no answer.
func (e googleEvent) response() string {
	for _, a := range e.Attendees {
		if s := a.ResponseStatus; a.Self && (s == accepted || s == declined || s == tentative) {
			return s
		}
	}
	return ""
}

// span returns when the event is.
func (e googleEvent) span(days zone) (Block, error) {
	if e.Start.Date != "" {
		return wholeDays(e.Start.Date, e.End.Date, days)
	}
	from, err := time.Parse(time.RFC3339, e.Start.DateTime)
	if err != nil {
		return Block{}, err
	}
	to, err := time.Parse(time.RFC3339, e.End.DateTime)
	return Block{From: from.UTC(), To: to.UTC()}, err
}

// ceil rounds t up to a whole second, because Google ignores fractions.
func ceil(t time.Time) time.Time {
	if w := t.Truncate(time.Second); !w.Equal(t) {
		return w.Add(time.Second)
	}
	return t
}
