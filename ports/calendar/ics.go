package calendar

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"litmus/ports/outbound"
)

// maxFeed is the number of bytes of a feed, which is held in memory. It is enough for tens of thousands of events.
const maxFeed = 32 << 20

// feed is a calendar that is published as one iCalendar object (RFC 5545). It can only be read.
type feed struct {
	source  Source
	address *url.URL
	client  *http.Client
}

// NewFeed returns the provider of a published calendar from its URL (https, http or webcal), with Basic authentication
// if there is a Username.
func NewFeed(s Source, c *http.Client) (Provider, error) {
	u, err := parseAddress("ics", s.URL)
	if err != nil {
		return nil, err
	}
	return &feed{source: s, address: u, client: c}, nil
}

// parseAddress parses a URL that a person entered. The error does not show it, because the URL of a feed is a secret.
func parseAddress(driver, raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, fmt.Errorf("%s calendar: url is no URL", driver)
	}
	switch u.Scheme = strings.ToLower(u.Scheme); u.Scheme {
	case "https", "http":
	case "webcal", "webcals":
		u.Scheme = "https"
	default:
		return nil, fmt.Errorf("%s calendar: url must begin with https://", driver)
	}
	switch {
	case u.Hostname() == "" || u.Opaque != "":
		return nil, fmt.Errorf("%s calendar: url has no host", driver)
	case u.User != nil:
		return nil, fmt.Errorf("%s calendar: url holds credentials: give username and password on their own", driver)
	}
	u.Fragment = ""
	return u, nil
}

// Busy reads the feed, unless its server tells by ETag or date that it has not changed.
func (f *feed) Busy(ctx context.Context, from, to time.Time, token string) (Busy, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.address.String(), nil)
	if err != nil {
		return Busy{}, outbound.Impossible("ics", "the feed's address makes no sense")
	}
	r.Header.Set("Accept", "text/calendar, */*;q=0.1")
	if f.source.Username != "" {
		r.SetBasicAuth(f.source.Username, f.source.Password)
	}
	known := readMark(token)
	zone, state, _ := strings.Cut(known.Sync, "\n")
	etag, date, _ := strings.Cut(state, "\n")
	asked := known.holds(from, to) && state != "" && zone == f.source.zone().String()
	if asked && etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	if asked && date != "" {
		r.Header.Set("If-Modified-Since", date)
	}
	resp, err := f.client.Do(r)
	if err != nil {
		return Busy{}, outbound.Unreachable("ics", err)
	}
	body, err := outbound.Take("ics", resp, maxFeed)
	switch {
	case err != nil:
		return Busy{}, err
	case resp.StatusCode == http.StatusNotModified && asked:
		return Busy{Unchanged: true, Token: token}, nil
	case resp.StatusCode != http.StatusOK:
		return Busy{}, outbound.Refused("ics", resp, f.source.hide(string(body[:min(len(body), 8*outbound.MaxWords)])))
	}
	objects, err := parseObjects(string(body))
	if err != nil {
		return Busy{}, outbound.Garbage("ics", err.Error())
	}
	reading := newReading(from, to, f.source)
	if err := reading.add(objects); err != nil {
		return Busy{}, tooMuch("ics", err)
	}
	return known.answer(from, to, reading.blocks, f.source.zone().String()+"\n"+validators(resp.Header)), nil
}

// tooMuch converts the error of a calendar that cannot be expanded. It is tried again, because the owner may change the
// calendar.
func tooMuch(prefix string, err error) *outbound.Failure {
	return &outbound.Failure{Fate: outbound.Retry, Code: prefix + "_too_much", Text: outbound.Clean(err.Error())}
}

// validators returns the ETag and date of an answer on two lines, or "" if it has neither.
func validators(h http.Header) string {
	etag, date := h.Get("ETag"), h.Get("Last-Modified")
	if _, err := http.ParseTime(date); err != nil {
		date = ""
	}
	if len(etag) > maxETag {
		etag = ""
	}
	if etag == "" && date == "" {
		return ""
	}
	return etag + "\n" + date
}

// Put fails: a feed can only be read.
func (f *feed) Put(context.Context, Event, Held) (Held, error) {
	return Held{}, readOnly()
}

// Delete fails: a feed can only be read.
func (f *feed) Delete(context.Context, string, Held) error { return readOnly() }

// Copies fails: nothing was written into a feed.
func (f *feed) Copies(context.Context, string, Held) ([]Copy, error) { return nil, readOnly() }

// Single fails: a feed can only be read.
func (f *feed) Single(context.Context, string, Held) error { return readOnly() }

func readOnly() error {
	return &outbound.Failure{Fate: outbound.GiveUp, Code: "ics_read_only", Text: "a feed can only be read"}
}

func (f *feed) Writable() bool   { return false }
func (f *feed) MakesLinks() bool { return false }
