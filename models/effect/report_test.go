package effect_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
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

// TestRoomWords: what is done in the calendar of a room is said by its name, and never by its id (D28).
func TestRoomWords(t *testing.T) {
	t.Parallel()
	d := desk.New(t)
	d.Book(desk.Mon(15, 0), desk.Ann, desk.Room)
	d.Panel(desk.Ann)
	d.Interview.Panel = append(d.Interview.Panel, models.Seated{Email: "room_1", Room: "Berlin 2",
		Role: models.SeatRoom, CalendarCopy: true})
	says := func(i models.Interview) string {
		t.Helper()
		reports := effect.Reports(i, desk.Cleo, d.Ledger, d.Policy, d.Now)
		n := slices.IndexFunc(reports, func(r effect.Report) bool { return r.Target == "event:room_1" })
		if n < 0 {
			t.Fatalf("nothing is done in the room's calendar: %+v", reports)
		}
		return reports[n].Words() + ", by its key alone " + reports[n].Unnamed().Words()
	}
	want := "entry in the calendar of Berlin 2, by its key alone entry in the calendar of the room"
	if got := says(d.Interview); got != want {
		t.Errorf("what is owed is %q, want %q", got, want)
	}
	e := effect.EntryOf(d.Interview, effect.Effect{Target: "event:room_1", Kind: effect.EventWritten})
	e.State, e.CreatedAt = effect.Done, d.Now
	d.Note(e)
	if got := says(d.Interview); got != want {
		t.Errorf("what was done is %q, want %q", got, want)
	}
	after := d.Interview
	after.Panel, after.Revision = after.Panel[:1], after.Revision+1
	for _, owed := range effect.Owed(after, desk.Cleo, d.Ledger, d.Policy, d.Now) {
		if owed.Kind != effect.EventRemoved {
			continue
		}
		if got := owed.Of(after, d.Interview).Words(); got != "entry removed from the calendar of Berlin 2" {
			t.Errorf("another room in its place: %q", got)
		}
		if got := owed.Of(after).Words(); got != "entry removed from the calendar of the room before" {
			t.Errorf("without the interview as it was: %q", got)
		}
		return
	}
	t.Error("the entry stays in the calendar of a room that the interview is not in")
}
