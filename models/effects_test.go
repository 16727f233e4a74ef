package models

import (
	"strings"
	"testing"
	"time"
)

// TestHappenings proves D11: what comes next for an interview is only what is still to come, and nothing does for one
// that is over.
func TestHappenings(t *testing.T) {
	t.Parallel()
	standard := func(d *desk) { d.book(mon(15, 0), ann, room) }
	linked := func(d *desk) { d.bookExternal(ann) }
	for name, c := range map[string]struct {
		book func(d *desk)
		now  time.Time
		act  func(d *desk)
		want string
	}{
		"booked":                {standard, thu, nil, "reminder_24h reminder_1h starts ends window_ends"},
		"between the reminders": {standard, mon(9, 0), nil, "reminder_1h starts ends window_ends"},
		"at its start":          {standard, mon(15, 0), nil, "ends window_ends"},
		"under way":             {standard, mon(15, 30), nil, "ends window_ends"},
		"its window closed":     {standard, mon(20, 0), nil, ""},
		"its call ended":        {standard, mon(15, 30), (*desk).endCall, ""},
		"canceled":              {standard, mon(9, 0), (*desk).cancel, ""},
		"an unused link":        {linked, thu, nil, "link_expires session_expires"},
		"its link ended":        {linked, thu.Add(25 * time.Hour), nil, "session_expires"},
		"expired":               {linked, thu.AddDate(0, 0, 8), nil, ""},
		"a used link":           {linked, thu.Add(time.Hour), (*desk).use, "ends window_ends"},
	} {
		d := newDesk(t)
		c.book(d)
		d.now = c.now
		if c.act != nil {
			c.act(d)
		}
		var got []string
		for _, h := range Happenings(d.i, d.policy, d.now) {
			if got = append(got, h.Kind); h.Words == "" || !h.At.After(d.now) {
				t.Errorf("%s: %+v at %s", name, h, d.now)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q comes, want %q", name, got, c.want)
		}
	}
}
