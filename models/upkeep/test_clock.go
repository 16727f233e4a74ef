package upkeep

import (
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// MaxAdvance is the most that a test clock goes forward at once.
const MaxAdvance = 366 * 24 * time.Hour

// MaxAhead is the most that a test clock is ever ahead of the machine's time. It is far from what a [time.Duration]
// can hold, and the instants of rows stay within what both databases can.
const MaxAhead = 100 * 366 * 24 * time.Hour

// ClockMove is what a test clock is asked for: to go forward by a span, or to an instant.
type ClockMove struct {
	By time.Duration
	To time.Time // instead of By: the instant that it will be; zero for none

	// From is by how much the clock was asked to be ahead when somebody was shown the form that asks for By; nil: there
	// was no form, and By begins wherever the clock is.
	From *time.Duration
}

// ClockFacts are what [DecideClock] rests on.
type ClockFacts struct {
	Now           time.Time     // the machine's
	Ahead, Wanted time.Duration // by how much the clock is ahead of it, and was asked to be
	AskedTo       *time.Time    // the instant that it was last asked to move to; nil: none
}

// DecideClock returns by how much a test clock is to be ahead of the machine's time. The same instant, or the same
// form, once more changes nothing, so that a request whose answer was lost may be sent again; and what was asked for at
// the same time makes the clock go to the later of two instants, and not by both ways. Errors are those of
// [CheckAdvance], [models.Invalid] beyond [MaxAhead], and [models.Conflict] for a form that shows a clock that has
// moved on.
func DecideClock(m ClockMove, f ClockFacts) (time.Duration, error) {
	to, wanted := models.Instant(m.To), f.Wanted
	switch {
	case m.To.IsZero():
		if err := CheckAdvance(m.By); err != nil {
			return 0, err
		}
		by := m.By.Truncate(time.Millisecond)
		if m.From != nil && *m.From != f.Wanted {
			if f.Wanted-*m.From == by {
				return f.Wanted, nil
			}
			return 0, models.Conflictf("the test clock was moved since this page was shown; look at its time, and " +
				"ask again")
		}
		wanted += by
	case f.AskedTo != nil && to.Equal(*f.AskedTo):
		return f.Wanted, nil
	default:
		if err := CheckAdvance(to.Sub(f.Now.Add(f.Ahead))); err != nil {
			return 0, err
		}
		wanted = max(wanted, to.Sub(f.Now))
	}
	if wanted > MaxAhead {
		return 0, models.InField("by", models.Invalidf("a test clock is at most 36600 days ahead of the real time"))
	}
	return wanted, nil
}

// CheckAdvance returns nil if the time of an organization may be moved forward by d, and otherwise [models.Invalid].
func CheckAdvance(d time.Duration) error {
	switch {
	case d < 0:
		return models.InField("by", models.Invalidf("a test clock only goes forward"))
	case d > MaxAdvance:
		return models.InField("by", models.Invalidf("a test clock goes forward by 366 days at most at once"))
	}
	return nil
}

// ParseAdvance reads by how much a test clock is to go forward, such as 9d, 36h or 1d12h30m. The error is
// [models.Invalid].
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
		return 0, models.InField("by", models.Invalidf("%s is no span of time; write it like 9d, 36h or 1d12h30m",
			models.Quote(text)))
	}
	if days > 366 {
		days, d = 367, 0 // as CheckAdvance refuses it; the sum would not fit into a duration
	}
	d += time.Duration(days) * 24 * time.Hour
	return d, CheckAdvance(d)
}

// ClockStep returns by how much a test clock is ahead of the machine after its next step: it stops at the instant at
// which something falls due next, so that this is done at its own time. ahead is by how much it is ahead now, and
// wanted by how much it is to be; now is the machine's time, and due the organization's next instant, nil for none.
func ClockStep(ahead, wanted time.Duration, now time.Time, due *time.Time) time.Duration {
	if due == nil {
		return wanted
	}
	return min(max(ahead, due.Sub(now)), wanted)
}
