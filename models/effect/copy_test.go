package effect_test

import (
	"testing"
	"time"

	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestCopyOf proves D11: what a page says of the copy in the interviewer's calendar is what its effects say.
func TestCopyOf(t *testing.T) {
	t.Parallel()
	attempt := func(d *desk.Desk, state string, permanent bool, tries int) {
		e := effect.EntryOf(d.Interview, effect.Effect{Target: effect.EventTarget(d.Interview.InterviewerEmail),
			Kind:  effect.EventWritten,
			Email: d.Interview.InterviewerEmail})
		e.State, e.Permanent, e.Tries, e.CreatedAt, e.UpdatedAt = state, permanent, tries, d.Now, d.Now
		d.Note(e)
		d.Now = d.Now.Add(time.Minute)
	}
	over := func(d *desk.Desk) { d.Now = desk.Mon(20, 0) }
	for name, c := range map[string]struct {
		calendar string
		act      func(d *desk.Desk)
		want     effect.CopyState
	}{
		"no calendar":        {"", func(*desk.Desk) {}, effect.CopyNone},
		"not tried yet":      {timetable.CalendarCalDAV, func(*desk.Desk) {}, effect.CopyComing},
		"written":            {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Done, false, 1) }, effect.CopyWritten},
		"failed":             {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Failed, false, 3) }, effect.CopyComing},
		"refused":            {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Failed, true, 1) }, effect.CopyMissing},
		"refused at the end": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Failed, true, 2) }, effect.CopyUnknown},

		"over, and written": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Done, false, 1); over(d) }, effect.CopyWritten},
		"over, and no answer": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Intent, false, 1); over(d) },
			effect.CopyUnknown},
		"over, and failed": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Failed, false, 1); over(d) },
			effect.CopyMissing},
		"over, and never tried": {timetable.CalendarCalDAV, over, effect.CopyMissing},

		"moved since": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Done, false, 1); d.Book(desk.Mon(17, 0), desk.Ann, desk.Room) },
			effect.CopyComing},
		"moved, and refused": {timetable.CalendarCalDAV, func(d *desk.Desk) {
			attempt(d, effect.Done, false, 1)
			d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
			attempt(d, effect.Failed, true, 1)
		}, effect.CopyOlder},
		"moved, and over": {timetable.CalendarCalDAV, func(d *desk.Desk) {
			attempt(d, effect.Done, false, 1)
			d.Book(desk.Mon(17, 0), desk.Ann, desk.Room)
			over(d)
		}, effect.CopyOlder},

		"given to somebody without a calendar": {timetable.CalendarCalDAV, func(d *desk.Desk) {
			attempt(d, effect.Done, false, 1)
			d.Reassign(desk.Bob)
		}, effect.CopyNone},
		"canceled": {timetable.CalendarCalDAV, func(d *desk.Desk) { attempt(d, effect.Done, false, 1); d.Cancel() }, effect.CopyNone},
	} {
		d := desk.New(t)
		d.Calendars[desk.Ann] = c.calendar
		d.Book(desk.Mon(15, 0), desk.Ann, desk.Room)
		d.Now = d.Now.Add(time.Minute)
		c.act(d)
		got := effect.CopyOf(d.Interview, effect.Reports(d.Interview, desk.Cleo, d.Ledger, d.Policy, d.Now))
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if (got.Words() == "") != (c.want == effect.CopyNone) {
			t.Errorf("%s: it says %q", name, got.Words())
		}
	}
}
