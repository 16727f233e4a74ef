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

// caldav is a calendar on a server that implements RFC 4791. An event is the object <uid>.ics in it. [Held.ID] is the
// path of that object, or its URL if it is not on the host that was entered.
type caldav struct {
	dav
	base *url.URL

	mu sync.Mutex
	at *url.URL // the calendar; nil until it was found
}

// maxETag is the number of bytes up to which an ETag is stored.
const maxETag = 1000

// NewCalDAV returns the provider of a calendar. The source's URL is that of the calendar, or one from which it can be
// discovered (discovery.go). The login is by Basic authentication.
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

// calendar returns the URL of the calendar, and its properties if it was discovered just now.
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

// object returns the URL for the event with this UID.
func (c *caldav) object(ctx context.Context, uid string) (*url.URL, error) {
	at, _, err := c.calendar(ctx)
	if err != nil {
		return nil, err
	}
	return at.JoinPath(objectName(uid)), nil
}

// objectName returns a UID as a file name, since some servers use the last segment of the URL as one.
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

// held returns what is stored about an object.
func (c *caldav) held(at *url.URL, etag string) Held {
	id := at.EscapedPath()
	if at.Scheme != c.base.Scheme || at.Host != c.base.Host {
		id = at.String()
	}
	odd := func(r rune) bool { return r < '!' || r > '~' }
	if strings.HasPrefix(etag, "W/") || len(etag) > maxETag || strings.ContainsFunc(etag, odd) {
		etag = "" // If-Match does not allow a weak ETag (RFC 9110 8.8.3)
	}
	return Held{ID: id, ETag: etag}
}

// Put creates the event if it does not exist. Otherwise it overwrites the event that held names, or the one with the
// same UID, wherever the owner has moved that.
func (c *caldav) Put(ctx context.Context, e Event, held Held) (Held, error) {
	body := encodeEvent(e)
	if held.ID != "" {
		at, err := resolve(c.base, held.ID)
		if err != nil {
			return Held{}, err
		}
		h, err := c.update(ctx, at, held.ETag, body)
		if !isGone(err) && !isStatus(err, http.StatusConflict) {
			return h, err
		}
		// The owner has deleted it or moved it to another name, or deleted the calendar (409, RFC 4918 9.7.1).
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
	case isStatus(err, http.StatusPreconditionFailed): // it exists, but what was stored about it is lost
		return c.update(ctx, at, "", body)
	case isStatus(err, http.StatusConflict), isStatus(err, http.StatusForbidden), isStatus(err, http.StatusMultiStatus):
		// The UID may be in use under another name (RFC 4791 5.3.2.1, no-uid-conflict; Xandikos reports it in a
		// multistatus).
		found, serr := c.search(ctx, e.UID)
		if serr != nil && isStatus(err, http.StatusConflict) {
			return Held{}, serr // the conflict is that there is no calendar
		}
		if serr == nil && len(found) > 0 {
			return c.update(ctx, found[0], "", body)
		}
	}
	return h, err
}

// update overwrites an object whose last known ETag is etag, or "". If the object has another ETag, the owner has
// changed their copy. It is overwritten nevertheless, because the database decides, but only after reading the new
// ETag.
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
		if etag != "" { // without a usable ETag, the object is overwritten unconditionally
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

// store sends an object by PUT.
func (c *caldav) store(ctx context.Context, at *url.URL, header http.Header, body []byte) (Held, error) {
	header.Set("Content-Type", "text/calendar; charset=utf-8")
	x, err := c.send(ctx, http.MethodPut, at, header, body)
	if err != nil {
		return Held{}, err
	}
	if x.StatusCode/100 != 2 || x.StatusCode == http.StatusMultiStatus || isLoginPage(x.Response) {
		return Held{}, c.refusal(x)
	}
	drain(x.Response)
	at = x.at
	if l := x.Header.Get("Location"); l != "" {
		if named, err := resolve(at, l); err == nil {
			at = named
		}
	}
	return c.held(at, x.Header.Get("ETag")), nil
}

// Delete deletes the event that held names, or else at the URL where Put creates it, or else wherever an event has its
// UID.
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
	if isGone(err) { // the calendar does not exist either
		err = c.above(ctx)
	}
	if isGivenUp(err) && !isGone(err) {
		return nil // it is not where Put created it, and a server that cannot search gives no other place
	}
	return err
}

// above looks at the collection in which the calendar is. If that exists, the owner has deleted the calendar. If it
// does not exist either, the server is probably down: a proxy in front of it may answer 404 to everything.
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
	if x.StatusCode/100 != 2 || x.StatusCode == http.StatusMultiStatus || isLoginPage(x.Response) {
		return c.refusal(x) // if the server deleted it nevertheless, the next attempt finds nothing
	}
	drain(x.Response)
	return nil
}

// isLoginPage reports whether an answer is the login page of a gateway in front of the server.
func isLoginPage(r *http.Response) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") && r.StatusCode == http.StatusOK
}

// query asks for events with all their overrides and zones. It has no time range, because servers leave out recurring
// events whose first occurrence lies outside of it (Xandikos 0.2.8), and asks for no expansion, because few servers can
// expand.
const query = `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">%s</C:comp-filter></C:comp-filter></C:filter>
</C:calendar-query>`

// search returns the URLs of the objects with a UID.
func (c *caldav) search(ctx context.Context, uid string) ([]*url.URL, error) {
	var found []*url.URL
	err := c.each(ctx, uid, func(at *url.URL, _ *component, _ *series) { found = append(found, at) })
	return found, err
}

// each calls do for each object with a UID, and for the event in it.
func (c *caldav) each(ctx context.Context, uid string, do func(*url.URL, *component, *series)) error {
	at, _, err := c.calendar(ctx)
	if err != nil {
		return err
	}
	var text strings.Builder
	_ = xml.EscapeText(&text, []byte(uid))
	filter := `<C:prop-filter name="UID"><C:text-match collation="i;ascii-casemap">` + text.String() +
		`</C:text-match></C:prop-filter>`
	_, err = c.list(ctx, "REPORT", at, "1", fmt.Sprintf(query, filter), func(r *resource) error {
		objects, err := parseObjects(r.data)
		if err != nil || r.status >= 400 {
			return nil // not an event
		}
		for _, s := range seriesOf(objects[0]) {
			if s.uid == uid {
				do(r.at, objects[0], s)
			}
		}
		return nil
	})
	return err
}

// Busy reads the calendar, unless its tag shows that it has not changed.
func (c *caldav) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	at, seen, err := c.calendar(ctx)
	if err != nil {
		return Busy{}, err
	}
	tag, err := c.tag(ctx, at, seen) // read before the events, so that a change in between is seen next time
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
		case r.status == http.StatusNotFound: // deleted just now
			return nil
		case r.status >= 400: // 507: there are more events than the server returns (RFC 4791 7.8)
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

// tag returns a string that changes with the calendar's content: the server's own tag, or a digest of the ETags of all
// objects. It is "" if the server has neither. seen holds the properties of the calendar if they were just read.
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
	missing := false
	_, err = c.list(ctx, "PROPFIND", at, "1", etags, func(r *resource) error {
		if !r.collection {
			tags = append(tags, r.at.String()+"\n"+r.etag)
			missing = missing || r.etag == ""
		}
		return nil
	})
	if err != nil || missing {
		return "", err
	}
	slices.Sort(tags)
	return digest(tags...), nil
}

const etags = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getetag/></D:prop></D:propfind>`

// digest returns a short hash of some strings.
func digest(all ...string) string {
	h := sha256.New()
	for _, s := range all {
		_, _ = fmt.Fprintf(h, "%d\n%s\n", len(s), s)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18])
}

// isStatus reports whether an error is an answer with this status.
func isStatus(err error, status int) bool {
	e, ok := errors.AsType[*outbound.Failure](err)
	return ok && e.Status == status
}

// isGone reports whether an error means that the resource does not exist.
func isGone(err error) bool {
	return isStatus(err, http.StatusNotFound) || isStatus(err, http.StatusGone)
}

// isGivenUp reports whether an error means that another attempt is of no use, although the credentials are valid.
func isGivenUp(err error) bool {
	e, ok := errors.AsType[*outbound.Failure](err)
	return ok && e.Fate == outbound.GiveUp
}
