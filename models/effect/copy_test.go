package effect_test

import (
	"testing"
	"time"

	"litmus/models"
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
		reports := effect.Reports(d.Interview, desk.Cleo, d.Ledger, d.Policy, d.Now)
		got := effect.CopyOf(d.Interview, d.Interview.InterviewerEmail, reports)
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if (got.Words() == "") != (c.want == effect.CopyNone) {
			t.Errorf("%s: it says %q", name, got.Words())
		}
	}
}

// TestCopySettled proves when a reading can tell what became of a copy, and when the copy is written anew.
func TestCopySettled(t *testing.T) {
	t.Parallel()
	type subject struct {
		models.Interview
		effect.Entry
	}
	written, noon := desk.Mon(10, 0), desk.Mon(12, 0)
	for name, c := range map[string]struct {
		begun       time.Time
		held, later bool
		act         func(*subject)
	}{
		"long after":           {written.Add(effect.Settling), true, false, func(*subject) {}},
		"too soon after":       {written.Add(effect.Settling - 1), false, true, func(*subject) {}},
		"before it":            {written.Add(-time.Minute), false, true, func(*subject) {}},
		"another time since":   {noon, false, true, func(s *subject) { s.StartsAt = desk.Mon(17, 0) }},
		"announced since":      {noon, false, true, func(s *subject) { s.AnnounceRevision = 9 }},
		"its outcome unknown":  {noon, false, true, func(s *subject) { s.State = effect.Intent }},
		"under way":            {noon, false, true, func(s *subject) { s.LeaseUntil = &written }},
		"connected anew since": {noon, false, false, func(s *subject) { s.ProviderID = "" }},
		"removed":              {noon, false, false, func(s *subject) { s.Kind = effect.EventRemoved }},
		"no copy any more":     {noon, false, false, func(s *subject) { s.CalendarCopy = false }},
		"to be put back": {noon, false, true, func(s *subject) {
			s.Drift = &models.Drift{Owner: desk.Ann, Of: s.StartsAt, Announced: s.AnnounceRevision,
				Mend: s.Entry.Revision + 1}
		}},
		"its link given up": {noon, true, false, func(s *subject) {
			s.Entry.Kind, s.State, s.Permanent, s.Tries = effect.EventLinked, effect.Failed, true, 8
		}},
		"refused for good": {noon, false, false, func(s *subject) {
			s.State, s.Permanent = effect.Failed, true
		}},
	} {
		s := subject{Interview: desk.Named()}
		s.CalendarCopy = true
		s.Entry = effect.EntryOf(s.Interview, effect.Effect{Target: effect.EventTarget(desk.Ann),
			Kind: effect.EventWritten})
		s.State, s.Tries, s.ProviderID = effect.Done, 1, "/ann/1.ics"
		s.Entry.CreatedAt, s.Entry.UpdatedAt = written, written
		c.act(&s)
		held, later := effect.CopySettled(s.Interview, desk.Ann, []effect.Entry{s.Entry}, c.begun)
		if (held != nil) != c.held || later != c.later {
			t.Errorf("%s: held %t, later %t; want %t, %t", name, held != nil, later, c.held, c.later)
		}
		owed := effect.OwedOutside(s.Interview, []effect.Entry{s.Entry}, models.DefaultPolicy, noon)
		if name == "to be put back" && (len(owed) != 1 || owed[0].Kind != effect.EventWritten) ||
			name == "long after" && len(owed) != 0 {
			t.Errorf("%s: it owes %+v", name, owed)
		}
		if got := effect.MendOwed(s.Interview, desk.Ann, []effect.Entry{s.Entry}); got != (name == "to be put back") {
			t.Errorf("%s: a mend is owed: %t", name, got)
		}
	}
	if held, later := effect.CopySettled(desk.Named(), desk.Ann, nil, noon); held != nil || later {
		t.Error("what was never written is held")
	}
}
