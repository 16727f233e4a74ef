package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAutomaticLinks proves who makes a link where none is given, and which automatic links are kept.
func TestAutomaticLinks(t *testing.T) {
	t.Parallel()
	room := func(id string) string { return "https://jitsi.example/" + id }
	policy := func(meeting string) Policy {
		p := DefaultPolicy
		p.Meeting, p.Room = meeting, room
		return p
	}
	book := func(t *testing.T, p Policy, change func(*BookingOrder, *BookingFacts)) Booking {
		t.Helper()
		o, f := order(), facts()
		o.Replace = true
		change(&o, &f)
		b, err := DecideBooking(o, f, p, bookingIDs, thu)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	type want struct{ link, source, maker string }
	kept := func(maker string) want { return want{"https://auto", LinkAutomatic, maker} }
	coming := func(maker string) want { return want{maker: maker} }
	own := want{"https://own", LinkFromPerson, ""}
	jitsi := func(id string) want { return want{room(id), LinkAutomatic, MakerJitsi} }
	check := func(t *testing.T, name string, i Interview, w want) {
		t.Helper()
		if got := (want{i.MeetingLink, i.LinkSource, i.LinkMaker}); got != w {
			t.Errorf("%s: got %+v, want %+v", name, got, w)
		}
	}
	t.Run("a meeting provider first, then the interviewer's calendar, then none", func(t *testing.T) {
		for _, c := range []struct {
			meeting, calendar string
			want              want
		}{
			{MakerJitsi, CalendarGoogle, jitsi("int_new")},
			{MakerJitsi, "", jitsi("int_new")},
			{MakerZoom, CalendarMicrosoft, coming(MakerZoom)},
			{"", CalendarGoogle, coming(MakerCalendar)},
			{"", CalendarMicrosoft, coming(MakerCalendar)},
			{"", CalendarCalDAV, want{}},
			{"", CalendarICS, want{}},
			{"", "", want{}},
		} {
			b := book(t, policy(c.meeting), func(_ *BookingOrder, f *BookingFacts) { f.Own.Calendar = c.calendar })
			check(t, c.meeting+" and "+c.calendar, b.Interview, c.want)
			var missing []string
			if c.want.link == "" {
				missing = []string{WarnMissingMeetingLink}
			}
			if got := codes(b.Warnings); !slices.Equal(got, missing) {
				t.Errorf("%s and %s: warnings %v, want %v", c.meeting, c.calendar, got, missing)
			} else if got != nil && strings.Contains(b.Warnings[0].Message, "being made") != (c.want.maker != "") {
				t.Errorf("%s and %s: it says %q", c.meeting, c.calendar, b.Warnings[0].Message)
			}
		}
	})
	t.Run("a given link comes first", func(t *testing.T) {
		for source, change := range map[string]func(*BookingOrder, *BookingFacts){
			LinkFromBody:    func(o *BookingOrder, _ *BookingFacts) { o.MeetingLink = "https://given" },
			LinkFromPosting: func(_ *BookingOrder, f *BookingFacts) { f.Own.Posting = "https://given" },
			LinkFromPerson:  func(_ *BookingOrder, f *BookingFacts) { f.Own.Person = "https://given" },
		} {
			i := book(t, policy(MakerZoom), func(o *BookingOrder, f *BookingFacts) {
				f.Own.Calendar = CalendarGoogle
				change(o, f)
			}).Interview
			check(t, source, i, want{"https://given", source, ""})
			if !i.CalendarCopy {
				t.Errorf("%s: the calendar's copy is owed whoever gives the link", source)
			}
		}
	})
	t.Run("without an interviewer there is no calendar, and a provider makes one all the same", func(t *testing.T) {
		nobody := func(o *BookingOrder, _ *BookingFacts) { o.InterviewerEmail = "" }
		check(t, "no provider", book(t, policy(""), nobody).Interview, want{})
		check(t, "jitsi", book(t, policy(MakerJitsi), nobody).Interview, jitsi("int_new"))
	})
	t.Run("an external session has the link it was given, and neither copy nor maker", func(t *testing.T) {
		i := book(t, policy(MakerZoom), func(o *BookingOrder, f *BookingFacts) {
			o.Kind, o.MeetingLink, f.Own.Calendar = OrderExternal, "https://given", CalendarGoogle
		}).Interview
		check(t, "external", i, want{"https://given", LinkFromBody, ""})
		if i.CalendarCopy || i.Awaits() {
			t.Errorf("got %+v", i)
		}
	})

	old := named()
	old.MeetingLink, old.LinkSource = "https://auto", LinkAutomatic
	by := func(maker string) Interview { i := old; i.LinkMaker = maker; return i }
	t.Run("a replace keeps what came automatically for the same interviewer", func(t *testing.T) {
		for _, c := range []struct {
			name, maker, meeting, calendar, interviewer string
			want                                        want
		}{
			{"the calendar's for the same", MakerCalendar, "", CalendarGoogle, ann, kept(MakerCalendar)},
			{"also where a provider was configured since", MakerCalendar, MakerJitsi, CalendarGoogle, ann,
				kept(MakerCalendar)},
			{"the calendar's for another", MakerCalendar, "", CalendarMicrosoft, bob, coming(MakerCalendar)},
			{"the calendar's, which is gone", MakerCalendar, "", "", ann, want{}},
			{"the calendar's, which makes none any more", MakerCalendar, "", CalendarCalDAV, ann, want{}},
			{"zoom's for the same", MakerZoom, MakerZoom, "", ann, kept(MakerZoom)},
			{"zoom's for another: the meeting is the interview's", MakerZoom, MakerZoom, CalendarGoogle, bob, kept(MakerZoom)},
			{"zoom's for another, where zoom is configured no more", MakerZoom, "", CalendarGoogle, bob,
				coming(MakerCalendar)},
			{"a room for another", MakerJitsi, MakerJitsi, "", bob, kept(MakerJitsi)},
			{"a room for nobody", MakerJitsi, MakerJitsi, "", "", kept(MakerJitsi)},
		} {
			i := by(c.maker)
			b := book(t, policy(c.meeting), func(o *BookingOrder, f *BookingFacts) {
				o.InterviewerEmail, f.Own.Calendar, f.Existing, f.Candidate = c.interviewer, c.calendar, &i, known()
			})
			check(t, c.name, b.Interview, c.want)
		}
	})
	t.Run("a link given with a replace ends the automatic one, and so does the interviewer's own", func(t *testing.T) {
		for source, change := range map[string]func(*BookingOrder, *BookingFacts){
			LinkFromBody:   func(o *BookingOrder, _ *BookingFacts) { o.MeetingLink = "https://given" },
			LinkFromPerson: func(_ *BookingOrder, f *BookingFacts) { f.Own.Person = "https://given" },
		} {
			for maker, meeting := range map[string]string{MakerCalendar: "", MakerZoom: MakerZoom} {
				i := by(maker)
				b := book(t, policy(meeting), func(o *BookingOrder, f *BookingFacts) {
					f.Own.Calendar, f.Existing, f.Candidate = CalendarGoogle, &i, known()
					change(o, f)
				})
				check(t, source+" for "+maker, b.Interview, want{"https://given", source, ""})
			}
		}
	})
	t.Run("a reassignment resolves anew what came from the old interviewer", func(t *testing.T) {
		for _, c := range []struct {
			name, source, maker, meeting, calendar, person string
			want                                           want
		}{
			{"given with the booking: stays", LinkFromBody, "", MakerZoom, CalendarGoogle, "https://own",
				want{"https://auto", LinkFromBody, ""}},
			{"the calendar's: the new one's calendar makes one", LinkAutomatic, MakerCalendar, "", CalendarMicrosoft, "",
				coming(MakerCalendar)},
			{"the calendar's: the new one has a link", LinkAutomatic, MakerCalendar, "", CalendarGoogle, "https://own", own},
			{"the calendar's: the new one has nothing", LinkAutomatic, MakerCalendar, "", "", "", want{}},
			{"the old one's own: the provider makes one", LinkFromPerson, "", MakerJitsi, "", "", jitsi("int_1")},
			{"the old one's own: the new one's own", LinkFromPerson, "", "", "", "https://own", own},
			{"the old one's own: the new one has nothing", LinkFromPerson, "", "", "", "", want{}},
			{"none so far: the new one's own", "", "", "", "", "https://own", own},
			{"zoom's is the interview's: stays", LinkAutomatic, MakerZoom, MakerZoom, "", "https://own", kept(MakerZoom)},
			{"a room is the interview's: stays", LinkAutomatic, MakerJitsi, MakerJitsi, CalendarGoogle, "", kept(MakerJitsi)},
		} {
			i := old
			if i.LinkSource, i.LinkMaker = c.source, c.maker; c.source == "" {
				i.MeetingLink = ""
			}
			i, _, err := DecideReassign(ReassignFacts{Interview: i,
				Own: InterviewerLinks{Person: c.person, Calendar: c.calendar}}, bob, policy(c.meeting), thu)
			if err != nil {
				t.Fatal(err)
			}
			check(t, c.name, i, c.want)
			if i.CalendarCopy != (c.calendar != "") {
				t.Errorf("%s: copy %t", c.name, i.CalendarCopy)
			}
		}
	})
	t.Run("a meeting that is still being made stays awaited", func(t *testing.T) {
		i := named()
		i.LinkMaker = MakerZoom
		i, _, err := DecideReassign(ReassignFacts{Interview: i}, bob, policy(MakerZoom), thu)
		if err != nil || i.LinkMaker != MakerZoom || i.MeetingLink != "" || !i.Awaits() {
			t.Errorf("got %+v, %v", i, err)
		}
	})
	t.Run("imports and used external sessions get none, and no copy", func(t *testing.T) {
		i := scheduled()
		i.Source, i.ExternallyScheduled, i.InterviewerEmail = SourceLever, true, ann
		i, _, err := DecideReassign(ReassignFacts{Interview: i, Own: InterviewerLinks{Calendar: CalendarGoogle}}, bob,
			policy(MakerZoom), thu)
		if err != nil || i.CalendarCopy || i.LinkMaker != "" || i.Awaits() {
			t.Errorf("got %+v, %v", i, err)
		}
	})
}

// TestCalendarCopy proves that an interviewer with the interview in a connected calendar has no invitation of ours.
func TestCalendarCopy(t *testing.T) {
	t.Parallel()
	for provider, copied := range map[string]bool{CalendarCalDAV: true, CalendarGoogle: true, CalendarMicrosoft: true,
		CalendarICS: false, "": false} {
		o, f := order(), facts()
		f.Own.Calendar = provider
		i := decide(t, o, f).Interview
		if i.CalendarCopy != copied || i.Awaits() != copied {
			t.Errorf("%q: copy %t, awaited %t", provider, i.CalendarCopy, i.Awaits())
		}
		for _, r := range Recipients(i, cleo) {
			if r.Invitation != (r.Role == RoleCandidate || !copied) {
				t.Errorf("%q: %s is sent an invitation: %t", provider, r.Email, r.Invitation)
			}
		}
	}
	plays(t, map[string]string{
		"letters without invitations, reminders all the same, no cancellation: the copy's end is the notice": `
			calendar ann caldav
			book 15:00 ann: ann briefing 15:00 (no invitation), cleo confirmation 15:00 +assessment
			move 17:00: ann changed_time 17:00 not 15:00 (no invitation), cleo changed_time 17:00 not 15:00
			at 16:30: ann reminder_1h 17:00, cleo reminder_1h 17:00
			cancel: cleo cancellation 17:00`,
		"an interviewer who has connected a calendar since gets their invitation canceled": `
			told ann
			calendar ann caldav
			move 17:00: ann cancellation 15:00, ann briefing 17:00 (no invitation), cleo changed_time 17:00 not 15:00`,
		"an interviewer who had a copy and has no calendar any more gets an invitation": `
			calendar ann caldav
			book 15:00 ann: ann briefing 15:00 (no invitation), cleo confirmation 15:00 +assessment
			calendar ann none
			move 17:00: ann changed_time 17:00 not 15:00, cleo changed_time 17:00 not 15:00`,
	})
}

func TestDecideMadeLink(t *testing.T) {
	t.Parallel()
	waiting := func(maker string) Interview {
		i := named()
		i.LinkMaker = maker
		return i
	}
	t.Run("is a change that owes no letters by itself", func(t *testing.T) {
		old := waiting(MakerCalendar)
		i, changed := DecideMadeLink(old, MakerCalendar, "https://meet", old.Revision, thu)
		if !changed || i.MeetingLink != "https://meet" || i.LinkSource != LinkAutomatic || i.Revision != old.Revision+
			1 || i.AnnounceRevision != old.AnnounceRevision || !i.UpdatedAt.After(old.UpdatedAt) {
			t.Errorf("got %+v", i)
		}
	})
	has := waiting(MakerCalendar)
	has.MeetingLink, has.LinkSource = "https://meet", LinkAutomatic
	zoom := has
	zoom.LinkMaker = MakerZoom
	canceled := waiting(MakerZoom)
	canceled.CanceledAt = ptr(thu)
	for _, c := range []struct {
		name, maker, link string
		i                 Interview
		behind            int64
		want              bool
	}{
		{"made for an older row, whose interviewer may be another", MakerCalendar, "https://meet",
			waiting(MakerCalendar), 1, false},
		{"nobody waits for it: the link is given", MakerCalendar, "https://meet", waiting(""), 0, false},
		{"another makes it", MakerCalendar, "https://meet", waiting(MakerZoom), 0, false},
		{"none was made", MakerZoom, "", waiting(MakerZoom), 0, false},
		{"it is there already", MakerZoom, "https://meet", zoom, 0, false},
		{"a calendar does not change the link that people hold", MakerCalendar, "https://other", has, 0, false},
		{"a meeting that was lost and made again has another", MakerZoom, "https://other", zoom, 0, true},
		{"the interview is canceled", MakerZoom, "https://meet", canceled, 0, false},
	} {
		if i, changed := DecideMadeLink(c.i, c.maker, c.link, c.i.Revision-c.behind, thu); changed != c.want ||
			changed == (i.Revision == c.i.Revision) {
			t.Errorf("%s: %t, %+v", c.name, changed, i)
		}
	}
}

func TestWithLinkOf(t *testing.T) {
	t.Parallel()
	i := named()
	i.LinkMaker = MakerZoom
	made, _ := DecideMadeLink(i, MakerZoom, "https://meet", i.Revision, thu)
	if got := i.WithLinkOf(made); got.MeetingLink != "https://meet" || !got.UpdatedAt.Equal(made.UpdatedAt) {
		t.Errorf("got %+v", got)
	}
	canceled, _ := DecideCancel(made, thu)
	moved, _, _ := DecideReassign(ReassignFacts{Interview: made}, bob, DefaultPolicy, thu)
	replaced := made
	replaced.AnnounceRevision++
	for name, later := range map[string]Interview{"the same": i, "canceled since": canceled, "reassigned since": moved,
		"replaced since": replaced} {
		if got := i.WithLinkOf(later); got.MeetingLink != "" || !got.UpdatedAt.Equal(i.UpdatedAt) {
			t.Errorf("%s: the answer is %+v", name, got)
		}
	}
}

// TestOwedOutside simulates lives of interviews in words: each line is an event, followed by what was done of what was
// owed.
func TestOwedOutside(t *testing.T) {
	t.Parallel()
	for about, timetable := range map[string]string{
		"one copy for life: written, moved, handed over, deleted": `
			calendar ann caldav
			calendar bob caldav
			book 15:00 ann: event:ann event 15:00 https://room
			again: nothing
			book 17:00 ann: event:ann event 17:00 https://room
			book 17:00 ann: event:ann event 17:00 https://room
			reassign bob: event:bob event 17:00 https://room, event:ann event_removal
			reassign ann: event:ann event 17:00 https://room, event:bob event_removal
			cancel: event:ann event_removal
			again: nothing`,
		// The last briefing must not compare with a time that Ann was never told of.
		"who lost the copy and has the interview again is briefed anew, at once there and back nobody is": `
			calendar ann caldav
			calendar bob caldav
			book 15:00 ann: event:ann event 15:00 https://room
			letters: ann briefing 15:00 (no invitation), cleo confirmation 15:00 +assessment
			reassign bob: event:bob event 15:00 https://room, event:ann event_removal
			letters: bob briefing 15:00 (no invitation)
			reassign ann: event:ann event 15:00 https://room, event:bob event_removal
			letters: ann briefing 15:00 (no invitation)
			letters: nothing
			reassign bob: event:bob event 15:00 https://room, event:ann event_removal
			letters: bob briefing 15:00 (no invitation)
			book 17:00 bob: event:bob event 17:00 https://room
			letters: bob changed_time 17:00 not 15:00 (no invitation), cleo changed_time 17:00 not 15:00
			book 18:00 ann: event:ann event 18:00 https://room, event:bob event_removal
			letters: ann briefing 18:00 (no invitation), cleo changed_time 18:00 not 17:00
			reassign bob
			reassign ann: nothing
			letters: nothing`,
		"nobody connected, nothing owed: the copy is the named interviewer's alone, not a fallback recipient's": `
			calendar fay caldav
			book 15:00 nobody: nothing
			book 15:00 cho: nothing`,
		"changes in quick succession: only the last one is made, and nothing is removed that was never there": `
			calendar ann caldav
			calendar bob caldav
			book 15:00 ann
			reassign bob: event:bob event 15:00 https://room
			book 18:00 bob
			cancel: event:bob event_removal
			book 18:00 bob
			cancel: nothing`,
		"an attempt that was deferred counts: what it may have made is removed": `
			calendar ann caldav
			event:ann defers
			book 15:00 ann: nothing
			event:ann accepts
			cancel: event:ann event_removal`,
		"so does one whose answer got lost": `
			calendar ann caldav
			event:ann vanishes
			book 15:00 ann: event:ann event 15:00 https://room
			event:ann accepts
			cancel: event:ann event_removal`,
		"and one that was not written down": `
			calendar ann caldav
			event:ann forgotten
			book 15:00 ann: event:ann event 15:00 https://room
			event:ann accepts
			cancel: event:ann event_removal`,
		"refused for good: not tried until the row changes, and only what was written before it is taken away": `
			calendar ann caldav
			event:ann refuses
			book 15:00 ann: nothing
			event:ann accepts: nothing
			book 16:00 ann: event:ann event 16:00 https://room
			event:ann refuses
			book 17:00 ann: nothing
			event:ann accepts
			cancel: event:ann event_removal`,
		"refused after an attempt with unknown outcome: it may be there, and is removed": `
			calendar ann caldav
			event:ann vanishes
			book 15:00 ann: event:ann event 15:00 https://room
			event:ann refuses: nothing
			event:ann accepts
			cancel: event:ann event_removal`,
		"what is over stays as it is": `
			calendar ann caldav
			wants zoom
			book 15:00 ann own: meeting meeting 15:00, event:ann event 15:00 https://zoom/1
			at 16:00
			cancel: nothing`,
		"becoming an external session takes everything away": `
			calendar ann caldav
			wants zoom
			wants notetaker
			book 15:00 ann own: meeting meeting 15:00, event:ann event 15:00 https://zoom/1, ` +
			`notetaker notetaker 15:00 https://zoom/1
			session ann: meeting meeting_removal, event:ann event_removal, notetaker notetaker_dismissal`,
		"and goes on doing so when that session is over, as with cancellations": `
			calendar ann caldav
			book 15:00 ann: event:ann event 15:00 https://room
			session ann
			use
			at Fri 12:00: event:ann event_removal
			again: nothing`,
		"zoom: the meeting first, then the copy with its link; moved in place, deleted with the interview": `
			calendar ann google
			wants zoom
			book 15:00 ann own: meeting meeting 15:00, event:ann event 15:00 https://zoom/1
			book 17:00 ann own: meeting meeting 17:00, event:ann event 17:00 https://zoom/1
			reassign cho: event:ann event_removal
			meets https://zoom/1
			cancel: meeting meeting_removal`,
		"a given link ends the meeting": `
			wants zoom
			book 15:00 ann own: meeting meeting 15:00
			book 15:00 ann: meeting meeting_removal`,
		"no notetaker where nobody wants one, nor in others' sessions": `
			book 15:00 ann: nothing
			wants notetaker
			session ann: nothing`,
	} {
		t.Run(about, func(t *testing.T) {
			play(newStage(t), timetable)
		})
	}
	t.Run("zoom: meeting and copy are awaited", func(t *testing.T) {
		s := newStage(t)
		play(s, `
			calendar ann google
			wants zoom
			book 15:00 ann own`)
		if !s.i.Awaits() || s.i.MeetingLink != "" {
			t.Fatalf("booked: %+v", s.i)
		}
		if owed := s.owed(); len(owed) != 2 || owed[0].Kind != MeetingMade || owed[1].Kind != EventWritten ||
			!owed[0].Awaited() || !owed[1].Awaited() {
			t.Fatalf("owed: %+v", owed)
		}
	})
	t.Run("a link made for one interviewer never lands on another", func(t *testing.T) {
		s := newStage(t)
		play(s, `
			calendar ann google
			calendar bob google
			book 15:00 ann own`)
		s.meanwhile = func() { s.reassign(bob) }
		play(s, `
			again: event:ann event 15:00, event:bob event 15:00, event:ann event_removal
			meets https://meet/bob@acme.example/2`)
	})
	t.Run("a calendar's link that is not ready is asked for again", func(t *testing.T) {
		s := newStage(t)
		s.calendars[ann], s.pending = CalendarGoogle, 3
		play(s, `
			book 15:00 ann own: event:ann event 15:00, event:ann event_link 15:00, event:ann event_link 15:00, `+
			`event:ann event_link 15:00
			meets https://meet/ann@acme.example/1`)
		if owed := s.owed(); s.i.LinkSource != LinkAutomatic || len(owed) != 0 {
			t.Errorf("the link is from %q, and owed is %v", s.i.LinkSource, owed)
		}
	})
	t.Run("and after a while no more", func(t *testing.T) {
		s := newStage(t)
		s.calendars[ann], s.pending = CalendarGoogle, 1000
		asked := strings.Repeat(", event:ann event_link 15:00", stageLinkTries)
		play(s, `
			book 15:00 ann own: event:ann event 15:00`+asked+`
			cancel: event:ann event_removal`)
	})
	t.Run("the notetaker is invited once there is a link, told of every change, and dismissed", func(t *testing.T) {
		s := newStage(t)
		for _, step := range []struct {
			timetable string
			there     bool
		}{
			{"wants notetaker\nwants zoom\nbook 15:00 ann own", false},
			{"again: meeting meeting 15:00, notetaker notetaker 15:00 https://zoom/1", true},
			{"book 17:00 ann: meeting meeting_removal, notetaker notetaker 17:00 https://room", true},
			{"cancel: notetaker notetaker_dismissal", false},
		} {
			if play(s, step.timetable); HasNotetaker(s.ledger) != step.there {
				t.Errorf("after %q there is a notetaker: %t", step.timetable, !step.there)
			}
		}
	})
	t.Run("a notetaker that was dismissed for a replace that was refused is invited again", func(t *testing.T) {
		s := newStage(t)
		play(s, `
			wants notetaker
			book 15:00 ann: notetaker notetaker 15:00 https://room`)
		for range 3 {
			s.attempt(Effect{Target: TargetNotetaker, Kind: NotetakerDismissed})
			s.did = nil
			if HasNotetaker(s.ledger) {
				t.Fatal("it was sent away")
			}
			play(s, `
				again: notetaker notetaker 15:00 https://room
				again: nothing`)
		}
	})
}

func TestLastObject(t *testing.T) {
	t.Parallel()
	at := func(revision int64, kind, state, id string) Entry {
		return Entry{Target: "event:x", Kind: kind, Revision: revision, State: state, ProviderID: id}
	}
	for name, c := range map[string]struct {
		ledger []Entry
		want   string
	}{
		"nothing": {nil, ""},
		"written": {[]Entry{at(1, EventWritten, EffectDone, "a")}, "a"},
		"updated": {[]Entry{at(1, EventWritten, EffectDone, "a"), at(2, EventWritten, EffectDone, "b")}, "b"},
		"an update of unknown end": {[]Entry{at(1, EventWritten, EffectDone, "a"),
			at(2, EventWritten, EffectIntent, "")}, "a"},
		"taken away": {[]Entry{at(1, EventWritten, EffectDone, "a"), at(2, EventRemoved, EffectDone, "a")}, ""},
		"perhaps taken away": {[]Entry{at(1, EventWritten, EffectDone, "a"),
			at(2, EventRemoved, EffectIntent, "a")}, "a"},
		"taken away and perhaps written again": {[]Entry{at(1, EventWritten, EffectDone, "a"),
			at(2, EventRemoved, EffectDone, "a"), at(3, EventWritten, EffectIntent, "")}, ""},
	} {
		got := ""
		if e := LastObject(append(c.ledger, Entry{Target: "event:y", State: EffectDone, ProviderID: "other"}),
			"event:x"); e != nil {
			got = e.ProviderID
		}
		if got != c.want {
			t.Errorf("%s: held %q, want %q", name, got, c.want)
		}
	}
}

// stageLinkTries is how often the stage asks again for a meeting link that is not ready.
const stageLinkTries = 5

// stage simulates the life of one interview with the rules for other services: calendars, meetings and a notetaker in
// memory that behave like the drivers (each effect is idempotent), and attempts as the activities make them. It records
// what was done in words, such as
//
//	event:ann event 15:00 https://room
type stage struct {
	*desk
	verdicts  map[string]verdict // by target; accepts by default
	did       []string
	pending   int    // how often a calendar's link is not ready yet
	meanwhile func() // runs during the next attempt
	links     int

	events    map[string]copied // by owner: the event with the interview's UID
	meeting   *copied
	notetaker *copied
}

type verdict = answer

type copied struct {
	start      time.Time
	link       string // in the event
	conference string // made by the calendar
}

func newStage(t failer) *stage {
	s := &stage{desk: newDesk(t), verdicts: map[string]verdict{}}
	s.own = nil
	s.begin = func() { s.events, s.meeting, s.notetaker = map[string]copied{}, nil, nil }
	s.policy.Room = func(id string) string { return "https://jitsi/" + id }
	return s
}

func (s *stage) owed() []Effect { return owedOutside(s.i, s.ledger, s.policy, s.now) }

// deliver attempts what is owed at other services.
func (s *stage) deliver() { s.t.Helper(); deliverAll(s.t, s.owed, s.attempt) }

// attempts makes one attempt at everything that is owed now.
func (s *stage) attempts() {
	for _, e := range s.owed() {
		s.attempt(e)
	}
}

// attempt makes one attempt and reports whether another one for the target may follow at once.
func (s *stage) attempt(e Effect) bool {
	s.t.Helper()
	s.now = s.now.Add(time.Millisecond)
	row, p := s.i, s.verdicts[e.Target]
	entry := row.Entry(e)
	entry.CreatedAt, entry.Tries = s.now, 1
	if last := LastObject(s.ledger, e.Target); last != nil {
		entry.ProviderID = last.ProviderID
	}
	for _, x := range s.ledger {
		if x.Target == e.Target && x.Kind == e.Kind && x.Revision == entry.Revision {
			entry.Tries = x.Tries + 1
			since := func(y Entry) bool { return y.Target == x.Target && y.CreatedAt.After(x.CreatedAt) }
			if x.State != EffectDone && !slices.ContainsFunc(s.ledger, since) {
				entry.CreatedAt = x.CreatedAt
			}
		}
	}
	made := ""
	if p == accepts || p == vanishes || p == forgotten {
		made = s.happens(e, row)
	}
	if s.meanwhile != nil {
		happen := s.meanwhile
		s.meanwhile = nil
		happen()
	}
	more := true
	switch p {
	case accepts:
		entry.State, entry.ProviderID = EffectDone, "id of "+e.Target
		if entry.MeetingLink == "" {
			entry.MeetingLink = made
		}
		if e.Kind == EventLinked && made == "" {
			entry.State, more = EffectIntent, true
			if entry.Tries >= stageLinkTries {
				entry.State, entry.Permanent = EffectFailed, true
			}
		}
	case refuses:
		entry.State, entry.Permanent = EffectFailed, true
	default:
		entry.State, more = EffectIntent, false
	}
	s.keep(entry)
	if p == accepts && made != "" {
		maker := MakerCalendar
		if e.Target == TargetMeeting {
			maker = MakerZoom
		}
		s.i, _ = DecideMadeLink(s.i, maker, made, row.Revision, s.now)
	}
	return more
}

// keep writes the entry over the one with the same target, kind and revision.
func (s *stage) keep(entry Entry) {
	for n, e := range s.ledger {
		if e.Target == entry.Target && e.Kind == entry.Kind && e.Revision == entry.Revision {
			s.ledger[n] = entry
			return
		}
	}
	s.ledger = append(s.ledger, entry)
}

// happens does at the service what the effect asks for. It returns the meeting link that was made, "" for none.
func (s *stage) happens(e Effect, row Interview) (made string) {
	who, _, _ := strings.Cut(e.Target, "@")
	line := who + " " + e.Kind
	next := func(of string) string {
		s.links++
		return fmt.Sprintf("https://%s/%d", of, s.links)
	}
	switch e.Kind {
	case EventWritten, EventLinked:
		c := s.events[e.Email]
		c.start, c.link = row.StartsAt, row.MeetingLink
		if row.LinkMaker == MakerCalendar && row.MeetingLink == "" {
			switch {
			case c.conference != "":
			case s.pending > 0:
				s.pending--
			default:
				c.conference = next("meet/" + e.Email)
			}
			made = c.conference
		}
		s.events[e.Email] = c
		line += " " + row.StartsAt.Format("15:04")
	case EventRemoved:
		delete(s.events, e.Email)
	case MeetingMade:
		if s.meeting == nil {
			s.meeting = &copied{link: next("zoom")}
		}
		s.meeting.start, made = row.StartsAt, s.meeting.link
		line += " " + row.StartsAt.Format("15:04")
	case MeetingRemoved:
		s.meeting = nil
	case NotetakerInvited:
		s.notetaker = &copied{start: row.StartsAt, link: row.MeetingLink}
		line += " " + row.StartsAt.Format("15:04")
	case NotetakerDismissed:
		s.notetaker = nil
	}
	if row.MeetingLink != "" && !slices.Contains(removals, e.Kind) && e.Kind != MeetingMade {
		line += " " + row.MeetingLink
	}
	s.did = append(s.did, line)
	return made
}

// answers sets how the service behind a target treats attempts.
func (s *stage) answers(target string, a answer) {
	if name, ok := strings.CutPrefix(target, "event:"); ok {
		target = EventTarget(personNamed(s.t, name))
	}
	s.verdicts[target] = a
}

// shows delivers what is owed and checks that exactly this is done, in this order.
func (s *stage) shows(want ...string) {
	s.t.Helper()
	s.deliver()
	got := s.did
	s.did = nil
	if !slices.Equal(got, want) {
		s.t.Fatalf("%s (revision %d at %s): this was done:\n  %s\nwant:\n  %s",
			s.line, s.i.Revision, s.now.Format("Mon 15:04"), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
