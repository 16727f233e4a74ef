package calendar

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"litmus/ports/outbound"
)

// caldav is a calendar on a server of RFC 4791. An event is the object <uid>.ics in it; [Held.ID] is that object's
// path, or its URL if it is on another host than the one that was entered.
type caldav struct {
	dav
	base *url.URL

	mu sync.Mutex
	at *url.URL // the calendar, once it was found
}

// maxETag are the bytes of an ETag that is worth storing.
const maxETag = 1000

// NewCalDAV makes the provider of a calendar from its URL, or one on which it is found (discovery.go), with Basic
// authentication.
func NewCalDAV(s Source, c *http.Client) (Provider, error) {
	u, err := parseAddress("caldav", s.URL)
	if err != nil {
		return nil, err
	}
	if strings.ContainsRune(s.Username, ':') {
		return nil, errors.New("caldav calendar: username must not hold a colon (RFC 7617)")
	}
	return &caldav{dav: dav{source: s, client: unredirected(c)}, base: u}, nil
}

func (c *caldav) Writable() bool   { return true }
func (c *caldav) MakesLinks() bool { return false }

// calendar is where the calendar is, and what was seen of it if that was found out just now.
func (c *caldav) calendar(ctx context.Context) (*url.URL, *resource, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != nil {
		return c.at, nil, nil
	}
	found, err := c.discover(ctx, c.base)
	if err != nil {
		return nil, nil, err
	}
	c.at = found.at
	if !strings.HasSuffix(c.at.Path, "/") {
		c.at = c.at.JoinPath("/")
	}
	return c.at, found, nil
}

// object is where the event with a UID is put.
func (c *caldav) object(ctx context.Context, uid string) (*url.URL, error) {
	at, _, err := c.calendar(ctx)
	if err != nil {
		return nil, err
	}
	return at.JoinPath(objectName(uid)), nil
}

// objectName is a UID as a file name, which some servers take it for.
func objectName(uid string) string {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_-.@", r))
	}
	if uid == "" || len(uid) > 200 || uid[0] == '.' || strings.ContainsFunc(uid, odd) {
		sum := sha256.Sum256([]byte(uid))
		uid = hex.EncodeToString(sum[:])
	}
	return uid + ".ics"
}

// held is the note of an object.
func (c *caldav) held(at *url.URL, etag string) Held {
	id := at.EscapedPath()
	if at.Scheme != c.base.Scheme || at.Host != c.base.Host {
		id = at.String()
	}
	odd := func(r rune) bool { return r < '!' || r > '~' }
	if strings.HasPrefix(etag, "W/") || len(etag) > maxETag || strings.ContainsFunc(etag, odd) {
		etag = "" // a weak one cannot be asked for again (RFC 9110 8.8.3)
	}
	return Held{ID: id, ETag: etag}
}

// Put creates the event where there is none, and overwrites it otherwise: the one that held names, or the one with its
// UID, wherever the owner has moved that.
func (c *caldav) Put(ctx context.Context, e Event, held Held) (Held, error) {
	body := written(e)
	if held.ID != "" {
		at, err := resolve(c.base, held.ID)
		if err != nil {
			return Held{}, err
		}
		h, err := c.update(ctx, at, held.ETag, body)
		if !isGone(err) && !isStatus(err, http.StatusConflict) {
			return h, err
		}
		// The owner has deleted it, or moved it to another name, or deleted the calendar (409, RFC 4918 9.7.1).
		found, err := c.search(ctx, e.UID)
		if err != nil && !isGivenUp(err) {
			return Held{}, err
		}
		if len(found) > 0 {
			return c.update(ctx, found[0], "", body)
		}
	}
	at, err := c.object(ctx, e.UID)
	if err != nil {
		return Held{}, err
	}
	h, err := c.store(ctx, at, http.Header{"If-None-Match": {"*"}}, body)
	switch {
	case isStatus(err, http.StatusPreconditionFailed): // the note of it was lost, or never written
		return c.update(ctx, at, "", body)
	case isStatus(err, http.StatusConflict), isStatus(err, http.StatusForbidden), isStatus(err, http.StatusMultiStatus):
		// The UID may be in use under another name (RFC 4791 5.3.2.1, no-uid-conflict; Xandikos says it in a
		// multistatus).
		found, serr := c.search(ctx, e.UID)
		if serr != nil && isStatus(err, http.StatusConflict) {
			return Held{}, serr // without a calendar there is no conflict in it
		}
		if serr == nil && len(found) > 0 {
			return c.update(ctx, found[0], "", body)
		}
	}
	return h, err
}

// update overwrites an object, of which this ETag was known, "" for none. If it is another one meanwhile, the owner has
// changed their copy: the database decides, so it is overwritten all the same, but not unread.
func (c *caldav) update(ctx context.Context, at *url.URL, etag string, body []byte) (h Held, err error) {
	for range 3 {
		header := http.Header{}
		if etag == "" {
			r, err := c.look(ctx, at)
			if err != nil {
				return Held{}, err
			}
			etag = c.held(r.at, r.etag).ETag
		}
		if etag != "" { // a server that gives none that could be asked for is not asked
			header.Set("If-Match", etag)
		}
		h, err = c.store(ctx, at, header, body)
		if !isStatus(err, http.StatusPreconditionFailed) {
			return h, err
		}
		etag = ""
	}
	return h, err
}

// store sends an object.
func (c *caldav) store(ctx context.Context, at *url.URL, header http.Header, body []byte) (Held, error) {
	header.Set("Content-Type", "text/calendar; charset=utf-8")
	x, err := c.send(ctx, http.MethodPut, at, header, body)
	if err != nil {
		return Held{}, err
	}
	if x.StatusCode/100 != 2 || x.StatusCode == http.StatusMultiStatus || portal(x.Response) {
		return Held{}, c.refusal(x)
	}
	drop(x.Response)
	at = x.at
	if l := x.Header.Get("Location"); l != "" {
		if named, err := resolve(at, l); err == nil {
			at = named
		}
	}
	return c.held(at, x.Header.Get("ETag")), nil
}

// Delete deletes the event where held says, or where it was put, or else wherever its UID is.
func (c *caldav) Delete(ctx context.Context, uid string, held Held) error {
	var at *url.URL
	var err error
	if held.ID != "" {
		at, err = resolve(c.base, held.ID)
	} else {
		at, err = c.object(ctx, uid)
	}
	if err == nil {
		err = c.remove(ctx, at)
	}
	if !isGone(err) {
		return err
	}
	found, err := c.search(ctx, uid)
	for _, at := range found {
		if err := c.remove(ctx, at); err != nil && !isGone(err) {
			return err
		}
	}
	if isGone(err) { // nor is the calendar there
		err = c.above(ctx)
	}
	if isGivenUp(err) && !isGone(err) {
		return nil // it is not where it was put, and a server that cannot search does not have it elsewhere either
	}
	return err
}

// above asks for what the calendar is in. A calendar that its owner has deleted is gone from there; where that is not
// there either, it is the server that is not: a proxy whose server is away may answer 404 to everything.
func (c *caldav) above(ctx context.Context) error {
	at := c.base
	if known, _, err := c.calendar(ctx); err == nil {
		at = known
	}
	_, err := c.look(ctx, at.JoinPath("..", "/"))
	return err
}

func (c *caldav) remove(ctx context.Context, at *url.URL) error {
	x, err := c.send(ctx, http.MethodDelete, at, nil, nil)
	if err != nil {
		return err
	}
	if x.StatusCode/100 != 2 || x.StatusCode == http.StatusMultiStatus || portal(x.Response) {
		return c.refusal(x) // where it was a server's yes all the same, the next try finds nothing there
	}
	drop(x.Response)
	return nil
}

// portal reports whether an answer is a page to sign in on, of who stands before the server.
func portal(r *http.Response) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") && r.StatusCode == http.StatusOK
}

// query asks for events with all their overrides and zones: of no span of time, since servers leave out recurring
// events whose first occurrence lies outside (Xandikos 0.2.8), and not expanded, which few servers can.
const query = `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">%s</C:comp-filter></C:comp-filter></C:filter>
</C:calendar-query>`

// search is where the objects with a UID are.
func (c *caldav) search(ctx context.Context, uid string) ([]*url.URL, error) {
	at, _, err := c.calendar(ctx)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	_ = xml.EscapeText(&text, []byte(uid))
	filter := `<C:prop-filter name="UID"><C:text-match collation="i;ascii-casemap">` + text.String() +
		`</C:text-match></C:prop-filter>`
	var found []*url.URL
	_, err = c.list(ctx, "REPORT", at, "1", fmt.Sprintf(query, filter), func(r *resource) error {
		objects, err := parseObjects(r.data)
		if err != nil || r.status >= 400 {
			return nil // it is not what was asked for
		}
		for _, s := range seriesOf(objects[0]) {
			if s.uid == uid {
				found = append(found, r.at)
			}
		}
		return nil
	})
	return found, err
}

// Busy reads the calendar, unless its tag says that it is as it was.
func (c *caldav) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	at, seen, err := c.calendar(ctx)
	if err != nil {
		return Busy{}, err
	}
	tag, err := c.tag(ctx, at, seen) // before the events are read: what changes in between is read again next time
	if err != nil {
		return Busy{}, err
	}
	known := readMark(token)
	sync := ""
	if tag != "" {
		sync = digest(at.String(), tag, c.source.zone().String())
	}
	if known.holds(from, to) && known.Sync == sync && sync != "" {
		return Busy{Unchanged: true, Token: token}, nil
	}
	reading := newReading(from, to, c.source)
	_, err = c.list(ctx, "REPORT", at, "1", fmt.Sprintf(query, ""), func(r *resource) error {
		switch {
		case r.status == http.StatusNotFound: // deleted this moment
			return nil
		case r.status >= 400: // 507: there are more than it gives (RFC 4791 7.8)
			return &outbound.Failure{Fate: outbound.Retry, Code: fmt.Sprintf("caldav_%d", r.status),
				Text: "the server does not give all events"}
		case !r.hasData:
			return outbound.Garbage(caldavPrefix, "an event came without its data")
		}
		objects, err := parseObjects(r.data)
		if err != nil {
			return outbound.Garbage(caldavPrefix, err.Error())
		}
		if err := reading.add(objects); err != nil {
			return tooMuch(caldavPrefix, err)
		}
		return nil
	})
	if err != nil {
		return Busy{}, err
	}
	return known.answer(from, to, reading.blocks, sync), nil
}

// tag tells the calendar's content from any other: by the server's own tag, or the ETags of all objects. It is "" if
// there is neither. seen is what was just seen of it, nil for nothing.
func (c *caldav) tag(ctx context.Context, at *url.URL, seen *resource) (tag string, err error) {
	if seen == nil {
		if seen, err = c.look(ctx, at); err != nil {
			return "", err
		}
	}
	if seen.tag != "" {
		return seen.tag, nil
	}
	var tags []string
	blind := false
	_, err = c.list(ctx, "PROPFIND", at, "1", etags, func(r *resource) error {
		if !r.collection {
			tags = append(tags, r.at.String()+"\n"+r.etag)
			blind = blind || r.etag == ""
		}
		return nil
	})
	if err != nil || blind {
		return "", err
	}
	slices.Sort(tags)
	return digest(tags...), nil
}

const etags = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getetag/></D:prop></D:propfind>`

// digest tells some strings from others in little room.
func digest(all ...string) string {
	h := sha256.New()
	for _, s := range all {
		_, _ = fmt.Fprintf(h, "%d\n%s\n", len(s), s)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18])
}

// isStatus reports whether an error is a server's answer with a status.
func isStatus(err error, status int) bool {
	e, ok := errors.AsType[*outbound.Failure](err)
	return ok && e.Status == status
}

// isGone reports whether an error says that what was asked for is not there.
func isGone(err error) bool {
	return isStatus(err, http.StatusNotFound) || isStatus(err, http.StatusGone)
}

// isGivenUp reports whether an error says that trying again is no use, with credentials that are right.
func isGivenUp(err error) bool {
	e, ok := errors.AsType[*outbound.Failure](err)
	return ok && e.Fate == outbound.GiveUp
}
