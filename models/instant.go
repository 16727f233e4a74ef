package models

import (
	"errors"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// InstantLayout is how instants are written.
const InstantLayout = "2006-01-02T15:04:05.000Z"

// Earliest is the first instant that a slot may name.
var Earliest = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)

// Latest is the first instant that is too late for a booking or slot.
var Latest = time.Date(2201, 1, 1, 0, 0, 0, 0, time.UTC)

// Instant truncates t to the UTC millisecond that is stored and shown, so that what was shown compares equal to what is
// stored.
func Instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// FormatInstant renders t as 2006-01-02T15:04:05.000Z (§2).
func FormatInstant(t time.Time) string { return t.UTC().Format(InstantLayout) }

// ParseInstant reads an instant of a request body: RFC 3339 with Z or an explicit offset, fraction optional. The result
// is not truncated yet, because the half-hour grid is tested first. The error, of kind [Invalid], names field.
func ParseInstant(field, s string) (time.Time, error) {
	t, err := parseRFC3339(s)
	if err != nil {
		return time.Time{}, About(Refusal{Cause: CauseInstant, Field: field, Value: s},
			Invalidf("%s %s is not an instant: write RFC 3339 with Z or an explicit offset, such as "+
				"2026-12-01T15:00:00Z", field, Quote(s)))
	}
	return t.UTC(), nil
}

// rfc3339 is the grammar of RFC 3339 section 5.6. [time.Parse] is more lenient: it takes hours of one digit, fractions
// behind a comma and offsets of a day.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// parseRFC3339 reads an instant strictly by RFC 3339, in upper or lower case.
func parseRFC3339(s string) (time.Time, error) {
	s = strings.ToUpper(s)
	if !rfc3339.MatchString(s) {
		return time.Time{}, errors.New("not RFC 3339")
	}
	return time.Parse(time.RFC3339Nano, s)
}

// ParseBound reads an instant of a query string: what [ParseInstant] reads, and also a date-time without offset (taken
// as UTC) or a date (its midnight UTC). A + that arrived as a space is repaired.
func ParseBound(field, s string) (time.Time, error) {
	u := strings.ToUpper(strings.TrimSpace(s))
	if i := strings.LastIndexByte(u, ' '); i > len("2006-01-02T15:04") {
		u = u[:i] + "+" + u[i+1:]
	}
	for _, rest := range []string{"", "Z", ":00Z", "T00:00:00Z"} {
		if t, err := parseRFC3339(u + rest); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, About(Refusal{Cause: CauseInstant, Field: field, Value: s},
		Invalidf("%s %s is not ISO 8601: write 2026-12-01T15:00:00Z, an explicit offset, or a date",
			field, Quote(s)))
}

// notZones are found among a machine's zone files, but are not names of zones in the IANA database.
var notZones = map[string]bool{"localtime": true, "posixrules": true, "Factory": true}

// CheckTimeZone returns an [Invalid] error unless name is an IANA zone. "" and Local are not, nor is another path to a
// zone's file, such as ./UTC.
func CheckTimeZone(field, name string) error {
	if name == "" || name == "Local" || notZones[name] || strings.HasPrefix(name, "posix/") ||
		strings.HasPrefix(name, "right/") || path.Clean(name) != name {
		return About(Refusal{Cause: CauseZone, Field: field, Value: name},
			Invalidf("%s %s is not an IANA time zone such as Europe/Berlin", field, Quote(name)))
	}
	if _, err := time.LoadLocation(name); err != nil {
		return About(Refusal{Cause: CauseZone, Field: field, Value: name},
			Invalidf("%s %s is not an IANA time zone such as Europe/Berlin", field, Quote(name)))
	}
	return nil
}

// locations caches zones: [time.LoadLocation] reads a file, and the interviewers of a posting need hundreds.
var locations sync.Map // of *time.Location by name

// Location returns the zone of that name, or UTC if it is unknown on this machine; "" and Local are unknown.
func Location(name string) *time.Location {
	if l, ok := locations.Load(name); ok {
		return l.(*time.Location)
	}
	l, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return time.UTC
	}
	locations.Store(name, l)
	return l
}

// Lately returns those of the instants that lie in the span before now.
func Lately(instants []time.Time, span time.Duration, now time.Time) (out []time.Time) {
	for _, at := range instants {
		if at.After(now.Add(-span)) {
			out = append(out, at)
		}
	}
	return out
}
