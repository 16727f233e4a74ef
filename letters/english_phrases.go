package letters

import (
	"fmt"
	"strings"
	"time"
)

// EnglishLength returns a length of time in English in whole minutes, such as "1 day 2 hours" or "1 hour 30 minutes".
// The candidate pages use it too.
func EnglishLength(d time.Duration) string {
	days, hours, minutes := int(d/(24*time.Hour)), int(d%(24*time.Hour)/time.Hour), int(d%time.Hour/time.Minute)
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{{days, "day"}, {hours, "hour"}, {minutes, "minute"}} {
		if p.n > 0 {
			parts = append(parts, englishCount(p.n, p.noun))
		}
	}
	if len(parts) == 0 {
		return englishCount(0, "minute")
	}
	return strings.Join(parts, " ")
}

func englishCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func englishRelative(days int, left time.Duration) string {
	switch {
	case left < time.Minute:
		return "now"
	case left < time.Hour:
		return "in " + englishCount(int(left/time.Minute), "minute")
	case left < 12*time.Hour:
		hours, minutes := int(left/time.Hour), int(left%time.Hour/time.Minute)
		if minutes == 0 {
			return "in " + englishCount(hours, "hour")
		}
		return "in " + englishCount(hours, "hour") + " " + englishCount(minutes, "minute")
	case days == 0:
		return "today"
	case days == 1:
		return "tomorrow"
	}
	return "in " + englishCount(days, "day")
}

func englishList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
