package models

import (
	"strconv"
	"strings"
	"time"
)

// LongestAdvance is the most that a test clock goes forward at once (decision 184).
const LongestAdvance = 366 * 24 * time.Hour

// CheckAdvance returns nil if the time of an organization may be moved forward by d (decision 184), and otherwise an
// [Invalid].
func CheckAdvance(d time.Duration) error {
	switch {
	case d < 0:
		return Invalidf("a test clock only goes forward")
	case d > LongestAdvance:
		return Invalidf("a test clock goes forward by 366 days at most at once")
	}
	return nil
}

// ParseAdvance reads by how much a test clock is to go forward, such as 9d, 36h or 1d12h30m. The error is [Invalid].
func ParseAdvance(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	number, rest, inDays := strings.Cut(text, "d")
	if !inDays {
		number, rest = "0", text
	} else if rest == "" {
		rest = "0s"
	}
	days, wrongDays := strconv.ParseUint(number, 10, 16)
	d, wrong := time.ParseDuration(rest)
	if wrongDays != nil || wrong != nil || inDays && strings.HasPrefix(rest, "-") {
		return 0, Invalidf("%s is no span of time; write it like 9d, 36h or 1d12h30m", Quote(text))
	}
	if days > 366 {
		days, d = 367, 0 // as CheckAdvance refuses it; the sum would not fit into a duration
	}
	d += time.Duration(days) * 24 * time.Hour
	return d, CheckAdvance(d)
}

// ClockStep returns by how much a test clock is ahead of the machine after its next step (decision 185): it stops at
// the instant at which something falls due next, so that this is done at its own time. ahead is by how much it is ahead
// now, and wanted by how much it is to be; now is the machine's time, and due the organization's next instant, nil for
// none.
func ClockStep(ahead, wanted time.Duration, now time.Time, due *time.Time) time.Duration {
	if due == nil {
		return wanted
	}
	return min(max(ahead, due.Sub(now)), wanted)
}
