package effect_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models/desk"
	"litmus/models/effect"
)

// TestHappenings proves D11: what comes next for an interview is only what is still to come, and nothing does for one
// that is over.
func TestHappenings(t *testing.T) {
	t.Parallel()
	standard := func(d *desk.Desk) { d.Book(desk.Mon(15, 0), desk.Ann, desk.Room) }
	linked := func(d *desk.Desk) { d.BookExternal(desk.Ann) }
	for name, c := range map[string]struct {
		book func(d *desk.Desk)
		now  time.Time
		act  func(d *desk.Desk)
		want string
	}{
		"booked":            {standard, desk.Thu, nil, "reminder_24h reminder_1h starts ends window_ends"},
		"at its start":      {standard, desk.Mon(15, 0), nil, "ends window_ends"},
		"its window closed": {standard, desk.Mon(20, 0), nil, ""},
		"its call ended":    {standard, desk.Mon(15, 30), (*desk.Desk).EndCall, ""},
		"canceled":          {standard, desk.Mon(9, 0), (*desk.Desk).Cancel, ""},
		"an unused link":    {linked, desk.Thu, nil, "link_expires session_expires"},
		"its link ended":    {linked, desk.Thu.Add(25 * time.Hour), nil, "session_expires"},
		"expired":           {linked, desk.Thu.AddDate(0, 0, 8), nil, ""},
		"a used link":       {linked, desk.Thu.Add(time.Hour), (*desk.Desk).Use, "ends window_ends"},
	} {
		d := desk.New(t)
		c.book(d)
		d.Now = c.now
		if c.act != nil {
			c.act(d)
		}
		var got []string
		for _, h := range effect.Happenings(d.Interview, d.Policy, d.Now) {
			if got = append(got, h.Kind); h.Words == "" || !h.At.After(d.Now) {
				t.Errorf("%s: %+v at %s", name, h, d.Now)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q comes, want %q", name, got, c.want)
		}
	}
}
