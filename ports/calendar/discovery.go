package calendar

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"litmus/ports/outbound"
)

// propfind asks what a resource is and where the calendars are (RFC 4791 6.2.1, RFC 5397).
const propfind = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"><D:prop>
<D:resourcetype/><D:current-user-principal/><D:current-user-privilege-set/><D:sync-token/><D:getetag/>
<C:calendar-home-set/><C:supported-calendar-component-set/><S:getctag/>
</D:prop></D:propfind>`

// look asks a server for the properties of one resource.
func (d *dav) look(ctx context.Context, at *url.URL) (*resource, error) {
	var found *resource
	from, err := d.list(ctx, "PROPFIND", at, "0", propfind, func(r *resource) error {
		if found == nil {
			found = r
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, outbound.Garbage(caldavPrefix, "the answer is about nothing")
	}
	if s := found.status; s >= 400 {
		return nil, outbound.Refused(caldavPrefix, &http.Response{StatusCode: s, Header: http.Header{}},
			http.StatusText(s))
	}
	found.at = from
	return found, nil
}

// discover finds the calendar that a URL stands for: the resource itself, or else, in the calendar home of its
// principal, the first calendar by address that takes events and is writable (RFC 6764 section 6). The choice does not
// change when the owner adds calendars that sort later. Owners who want another calendar enter its URL.
func (d *dav) discover(ctx context.Context, base *url.URL) (*resource, error) {
	start, err := d.look(ctx, base)
	root := strings.Trim(base.Path, "/") == ""
	if root && (err != nil && isNotDAV(err) || err == nil && hasNoCalendars(start)) {
		known, e := base.Parse("/.well-known/caldav")
		if e != nil {
			return nil, outbound.Garbage(caldavPrefix, "the calendar's address makes no sense")
		}
		start, err = d.look(ctx, known)
	}
	if err != nil {
		return nil, err
	}
	if start.calendar {
		return start, nil
	}
	homes := start.homes
	if len(homes) == 0 && start.principal != "" {
		at, err := resolve(start.at, start.principal)
		if err != nil {
			return nil, err
		}
		p, err := d.look(ctx, at)
		if err != nil {
			return nil, err
		}
		start, homes = p, p.homes
	}
	for _, home := range homes[:min(len(homes), 3)] {
		at, err := resolve(start.at, home)
		if err != nil {
			return nil, err
		}
		found, err := d.calendars(ctx, at)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return nil, &outbound.Failure{
		Fate: outbound.GiveUp, Code: "caldav_no_calendar",
		Text: "no calendar that may be written to was found at this URL: give the URL of the calendar itself",
	}
}

// calendars returns the calendars in a home into which events can be put, sorted by address.
func (d *dav) calendars(ctx context.Context, home *url.URL) ([]*resource, error) {
	var found []*resource
	_, err := d.list(ctx, "PROPFIND", home, "1", propfind, func(r *resource) error {
		if r.status < 400 && r.calendar && r.events && r.writable {
			found = append(found, r)
		}
		return nil
	})
	slices.SortFunc(found, func(a, b *resource) int { return strings.Compare(a.at.String(), b.at.String()) })
	return found, err
}

func hasNoCalendars(r *resource) bool { return !r.calendar && r.principal == "" && len(r.homes) == 0 }

// isNotDAV reports whether an error means that there is no DAV at that address.
func isNotDAV(err error) bool {
	e, ok := errors.AsType[*outbound.Failure](err)
	return ok && slices.Contains([]string{
		"caldav_400", "caldav_403", "caldav_404", "caldav_405", "caldav_410", "caldav_501", "caldav_garbage",
	}, e.Code)
}
