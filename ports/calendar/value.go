package calendar

import (
	"strings"
	"time"
)

const day = 24 * 60 * 60 // seconds

// moment is a DATE or DATE-TIME (RFC 5545 3.3.4 and 3.3.5): a local time and its zone.
type moment struct {
	wall int64 // local time, in seconds since 1970 as if it were UTC
	date bool  // a whole day; wall is its midnight
	zone zone
}

// instant returns the moment in seconds since 1970.
func (m moment) instant() int64 { return m.zone.instant(m.wall) }

// in returns the local time of the moment in zone z.
func (m moment) in(z zone) int64 {
	if m.zone == z {
		return m.wall
	}
	return z.wall(m.instant())
}

// parseWall parses 20310304, 20310304T153000 or 20310304T153000Z.
func parseWall(s string) (wall int64, date, utc, ok bool) {
	s = strings.TrimSpace(s)
	s, utc = strings.CutSuffix(s, "Z")
	layout := "20060102T150405"
	switch len(s) {
	case 8:
		layout, date = "20060102", true
	case 13: // some programs leave out the seconds
		layout = "20060102T1504"
	}
	if strings.HasSuffix(s, "60") && len(s) == 15 { // a leap second
		s = s[:13] + "59"
	}
	t, err := time.Parse(layout, s)
	if err != nil || t.Year() < 1 || date && utc {
		return 0, false, false, false
	}
	return t.Unix(), date, utc, true
}

// length is a duration: days of the calendar, and then seconds of elapsed time (RFC 5545 3.3.6: a day may have 23
// hours).
type length struct {
	days, seconds int64
}

// none reports whether the duration is not positive.
func (l length) none() bool { return l.days*day+l.seconds <= 0 }

// end returns the end, in seconds since 1970, of something that starts at a local time and has this duration.
func (l length) end(z zone, wall int64) int64 { return z.instant(wall+l.days*day) + l.seconds }

// most returns an upper bound of the elapsed seconds.
func (l length) most() int64 { return max(0, l.days*day+l.seconds) + day }

// maxLength bounds a duration, in seconds. It is longer than any window that is read.
const maxLength = 100 * 366 * day

// parseLength parses a DURATION: P2W, P1DT12H, PT45M, optionally with a sign.
func parseLength(s string) (l length, ok bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	s, negative := strings.CutPrefix(s, "-")
	s = strings.TrimPrefix(s, "+")
	s, ok = strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return length{}, false
	}
	n, digits, inTime := int64(0), 0, false
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			if digits++; digits > 12 {
				return length{}, false
			}
			n = n*10 + int64(c-'0')
			continue
		case c == 'T' && digits == 0:
			inTime = true
			continue
		case digits == 0:
			return length{}, false
		}
		n = min(n, maxLength)
		switch {
		case c == 'W' && !inTime:
			l.days += 7 * n
		case c == 'D' && !inTime:
			l.days += n
		case c == 'H' && inTime:
			l.seconds += n * 60 * 60
		case c == 'M' && inTime:
			l.seconds += n * 60
		case c == 'S' && inTime:
			l.seconds += n
		default:
			return length{}, false
		}
		n, digits = 0, 0
		l.days, l.seconds = min(l.days, maxLength/day), min(l.seconds, maxLength)
	}
	if negative { // it would end before it begins
		l = length{}
	}
	return l, digits == 0
}

// parseOffset parses a UTC-OFFSET: +0100, -053000.
func parseOffset(s string) (seconds int64, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) != 5 && len(s) != 7 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	var part [3]int64
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		part[(i-1)/2] = part[(i-1)/2]*10 + int64(s[i]-'0')
	}
	seconds = part[0]*60*60 + part[1]*60 + part[2]
	if seconds >= day {
		return 0, false
	}
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}
