package models

import (
	"testing"
	"time"
)

// TestCopyOf proves D11: what a page says of the copy in the interviewer's calendar is what its effects say.
func TestCopyOf(t *testing.T) {
	t.Parallel()
	attempt := func(d *desk, state string, permanent bool, tries int) {
		e := d.i.Entry(Effect{Target: EventTarget(d.i.InterviewerEmail), Kind: EventWritten,
			Email: d.i.InterviewerEmail})
		e.State, e.Permanent, e.Tries, e.CreatedAt, e.UpdatedAt = state, permanent, tries, d.now, d.now
		d.note(e)
		d.now = d.now.Add(time.Minute)
	}
	over := func(d *desk) { d.now = mon(20, 0) }
	for name, c := range map[string]struct {
		calendar string
		act      func(d *desk)
		want     CopyState
	}{
		"no calendar":        {"", func(*desk) {}, CopyNone},
		"a feed":             {CalendarICS, func(*desk) {}, CopyNone},
		"not tried yet":      {CalendarCalDAV, func(*desk) {}, CopyComing},
		"written":            {CalendarCalDAV, func(d *desk) { attempt(d, EffectDone, false, 1) }, CopyWritten},
		"failed":             {CalendarCalDAV, func(d *desk) { attempt(d, EffectFailed, false, 3) }, CopyComing},
		"no answer":          {CalendarCalDAV, func(d *desk) { attempt(d, EffectIntent, false, 1) }, CopyComing},
		"refused":            {CalendarCalDAV, func(d *desk) { attempt(d, EffectFailed, true, 1) }, CopyMissing},
		"refused at the end": {CalendarCalDAV, func(d *desk) { attempt(d, EffectFailed, true, 2) }, CopyUnknown},

		"over, and written": {CalendarCalDAV, func(d *desk) { attempt(d, EffectDone, false, 1); over(d) }, CopyWritten},
		"over, and no answer": {CalendarCalDAV, func(d *desk) { attempt(d, EffectIntent, false, 1); over(d) },
			CopyUnknown},
		"over, and failed": {CalendarCalDAV, func(d *desk) { attempt(d, EffectFailed, false, 1); over(d) },
			CopyMissing},
		"over, and never tried": {CalendarCalDAV, over, CopyMissing},

		"moved since": {CalendarCalDAV, func(d *desk) { attempt(d, EffectDone, false, 1); d.book(mon(17, 0), ann, room) },
			CopyComing},
		"moved, and written again": {CalendarCalDAV, func(d *desk) {
			attempt(d, EffectDone, false, 1)
			d.book(mon(17, 0), ann, room)
			attempt(d, EffectDone, false, 1)
		}, CopyWritten},
		"moved, and refused": {CalendarCalDAV, func(d *desk) {
			attempt(d, EffectDone, false, 1)
			d.book(mon(17, 0), ann, room)
			attempt(d, EffectFailed, true, 1)
		}, CopyOlder},
		"moved, and over": {CalendarCalDAV, func(d *desk) {
			attempt(d, EffectDone, false, 1)
			d.book(mon(17, 0), ann, room)
			over(d)
		}, CopyOlder},

		"given to somebody without a calendar": {CalendarCalDAV, func(d *desk) {
			attempt(d, EffectDone, false, 1)
			d.reassign(bob)
		}, CopyNone},
		"given to somebody with one": {CalendarCalDAV, func(d *desk) {
			attempt(d, EffectDone, false, 1)
			d.calendars[bob] = CalendarCalDAV
			d.reassign(bob)
		}, CopyComing},
		"canceled": {CalendarCalDAV, func(d *desk) { attempt(d, EffectDone, false, 1); d.cancel() }, CopyNone},
	} {
		d := newDesk(t)
		d.calendars[ann] = c.calendar
		d.book(mon(15, 0), ann, room)
		d.now = d.now.Add(time.Minute)
		c.act(d)
		got := CopyOf(d.i, EffectReports(d.i, cleo, d.ledger, d.policy, d.now))
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if (got.Words() == "") != (c.want == CopyNone) {
			t.Errorf("%s: it says %q", name, got.Words())
		}
	}
}
