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
	check := func(t *testing.T, name string, i Interview, w want) {
		t.Helper()
		if got := (want{i.MeetingLink, i.LinkSource, i.LinkMaker}); got != w {
			t.Errorf("%s: got %+v, want %+v", name, got, w)
		}
	}
	calendar := func(provider string) func(*BookingOrder, *BookingFacts) {
		return func(_ *BookingOrder, f *BookingFacts) { f.Own.Calendar = provider }
	}
	t.Run("a meeting provider first, then the interviewer's calendar, then none", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct {
			meeting, calendar string
			want              want
		}{
			{MakerJitsi, CalendarGoogle, want{"https://jitsi.example/int_new", LinkAutomatic, MakerJitsi}},
			{MakerJitsi, "", want{"https://jitsi.example/int_new", LinkAutomatic, MakerJitsi}},
			{MakerZoom, CalendarMicrosoft, want{"", "", MakerZoom}},
			{"", CalendarGoogle, want{"", "", MakerCalendar}},
			{"", CalendarMicrosoft, want{"", "", MakerCalendar}},
			{"", CalendarCalDAV, want{}},
			{"", CalendarICS, want{}},
			{"", "", want{}},
		} {
			b := book(t, policy(c.meeting), calendar(c.calendar))
			check(t, c.meeting+" and "+c.calendar, b.Interview, c.want)
			if warned := len(b.Warnings) == 1 &&
				b.Warnings[0].Code == WarnMissingMeetingLink; warned != (c.want.link == "") {
				t.Errorf("%s and %s: warnings %v", c.meeting, c.calendar, b.Warnings)
			} else if warned && strings.Contains(b.Warnings[0].Message, "being made") != (c.want.maker != "") {
				t.Errorf("%s and %s: it says %q", c.meeting, c.calendar, b.Warnings[0].Message)
			}
		}
	})
	t.Run("a given link comes first", func(t *testing.T) {
		t.Parallel()
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
		t.Parallel()
		nobody := func(o *BookingOrder, _ *BookingFacts) { o.InterviewerEmail = "" }
		check(t, "no provider", book(t, policy(""), nobody).Interview, want{})
		check(t, "jitsi", book(t, policy(MakerJitsi), nobody).Interview,
			want{"https://jitsi.example/int_new", LinkAutomatic, MakerJitsi})
	})
	t.Run("an external session has the link it was given, and neither copy nor maker",
		func(t *testing.T) {
			t.Parallel()
			i := book(t, policy(MakerZoom), func(o *BookingOrder, f *BookingFacts) {
				o.Kind, o.MeetingLink, f.Own.Calendar = OrderExternal, "https://given", CalendarGoogle
			}).Interview
			check(t, "external", i, want{"https://given", LinkFromBody, ""})
			if i.CalendarCopy || i.Awaits() {
				t.Errorf("got %+v", i)
			}
		})

	old := scheduled()
	old.InterviewerEmail, old.MeetingLink, old.LinkSource = ann, "https://auto", LinkAutomatic
	by := func(maker string) Interview { i := old; i.LinkMaker = maker; return i }
	t.Run("a replace keeps what came automatically for the same interviewer", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct {
			name, maker, meeting, calendar, interviewer string
			want                                        want
		}{
			{"the calendar's for the same", MakerCalendar, "", CalendarGoogle, ann,
				want{"https://auto", LinkAutomatic, MakerCalendar}},
			{"also where a provider was configured since", MakerCalendar, MakerJitsi, CalendarGoogle, ann,
				want{"https://auto", LinkAutomatic, MakerCalendar}},
			{"the calendar's for another", MakerCalendar, "", CalendarMicrosoft, bob, want{"", "", MakerCalendar}},
			{"the calendar's, which is gone", MakerCalendar, "", "", ann, want{}},
			{"the calendar's, which makes none any more", MakerCalendar, "", CalendarCalDAV, ann, want{}},
			{"zoom's for the same", MakerZoom, MakerZoom, "", ann, want{"https://auto", LinkAutomatic, MakerZoom}},
			{"zoom's for another: the meeting is the interview's", MakerZoom, MakerZoom, CalendarGoogle, bob,
				want{"https://auto", LinkAutomatic, MakerZoom}},
			{"zoom's for another, where zoom is configured no more", MakerZoom, "", CalendarGoogle, bob,
				want{"", "", MakerCalendar}},
			{"a room for another", MakerJitsi, MakerJitsi, "", bob, want{"https://auto", LinkAutomatic, MakerJitsi}},
			{"a room for nobody", MakerJitsi, MakerJitsi, "", "", want{"https://auto", LinkAutomatic, MakerJitsi}},
		} {
			i := by(c.maker)
			b := book(t, policy(c.meeting), func(o *BookingOrder, f *BookingFacts) {
				o.InterviewerEmail, f.Own.Calendar, f.Existing, f.Candidate = c.interviewer, c.calendar, &i, known()
			})
			check(t, c.name, b.Interview, c.want)
		}
	})
	t.Run("a link given with a replace ends the automatic one", func(t *testing.T) {
		t.Parallel()
		i := by(MakerZoom)
		b := book(t, policy(MakerZoom), func(o *BookingOrder, f *BookingFacts) {
			o.MeetingLink, f.Existing, f.Candidate = "https://given", &i, known()
		})
		check(t, "given", b.Interview, want{"https://given", LinkFromBody, ""})
	})
	t.Run("a reassignment resolves anew what came from the old interviewer", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct {
			name, source, maker, meeting, calendar, person string
			want                                           want
		}{
			{"given with the booking: stays", LinkFromBody, "", MakerZoom, CalendarGoogle, "https://own",
				want{"https://auto", LinkFromBody, ""}},
			{"the calendar's: the new one's calendar makes one", LinkAutomatic, MakerCalendar, "", CalendarMicrosoft,
				"", want{"", "", MakerCalendar}},
			{"the calendar's: the new one has a link", LinkAutomatic, MakerCalendar, "", CalendarGoogle, "https://own",
				want{"https://own", LinkFromPerson, ""}},
			{"the calendar's: the new one has nothing", LinkAutomatic, MakerCalendar, "", "", "", want{}},
			{"the old one's own: the provider makes one", LinkFromPerson, "", MakerJitsi, "", "",
				want{"https://jitsi.example/int_1", LinkAutomatic, MakerJitsi}},
			{"zoom's is the interview's: stays", LinkAutomatic, MakerZoom, MakerZoom, "", "https://own",
				want{"https://auto", LinkAutomatic, MakerZoom}},
			{"a room is the interview's: stays", LinkAutomatic, MakerJitsi, MakerJitsi, CalendarGoogle, "",
				want{"https://auto", LinkAutomatic, MakerJitsi}},
		} {
			i := old
			i.LinkSource, i.LinkMaker = c.source, c.maker
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
		t.Parallel()
		i := scheduled()
		i.InterviewerEmail, i.LinkMaker = ann, MakerZoom
		i, _, err := DecideReassign(ReassignFacts{Interview: i}, bob, policy(MakerZoom), thu)
		if err != nil || i.LinkMaker != MakerZoom || i.MeetingLink != "" || !i.Awaits() {
			t.Errorf("got %+v, %v", i, err)
		}
	})
	t.Run("imports and used external sessions get none, and no copy", func(t *testing.T) {
		t.Parallel()
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
	t.Run("letters without invitations, reminders all the same, no cancellation: the copy's end is the notice",
		func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.calendars[ann] = CalendarCalDAV
			d.book(mon(15, 0), ann, "https://meet.example/room")
			d.leaves("ann briefing 15:00 (no invitation)", "cleo confirmation 15:00 +assessment")
			d.move(mon(17, 0))
			d.leaves("ann changed_time 17:00 not 15:00 (no invitation)", "cleo changed_time 17:00 not 15:00")
			d.now = mon(16, 30)
			d.leaves("ann reminder_1h 17:00", "cleo reminder_1h 17:00")
			d.cancel()
			d.leaves("cleo cancellation 17:00")
		})
	t.Run("an interviewer who has connected a calendar since gets their invitation canceled", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.deliver()
		d.left = nil
		d.calendars[ann] = CalendarCalDAV
		d.move(mon(17, 0))
		d.leaves("ann cancellation 15:00", "ann briefing 17:00 (no invitation)", "cleo changed_time 17:00 not 15:00")
	})
	t.Run("an interviewer who had a copy and has no calendar any more gets an invitation", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.calendars[ann] = CalendarCalDAV
		d.book(mon(15, 0), ann, "https://meet.example/room")
		d.deliver()
		d.left = nil
		delete(d.calendars, ann)
		d.move(mon(17, 0))
		d.leaves("ann changed_time 17:00 not 15:00", "cleo changed_time 17:00 not 15:00")
	})
}

func TestDecideMadeLink(t *testing.T) {
	t.Parallel()
	waiting := func(maker string) Interview {
		i := scheduled()
		i.InterviewerEmail, i.LinkMaker = ann, maker
		return i
	}
	t.Run("is a change that owes no letters by itself", func(t *testing.T) {
		t.Parallel()
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
	i := scheduled()
	i.InterviewerEmail, i.LinkMaker = ann, MakerZoom
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
	t.Run("one copy for life: written, moved, handed over, deleted", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann], s.calendars[bob] = CalendarCalDAV, CalendarCalDAV
		s.book(mon(15, 0), ann, "https://room")
		s.does("event:ann event 15:00 https://room")
		s.does()
		s.book(mon(17, 0), ann, "https://room")
		s.does("event:ann event 17:00 https://room")
		s.book(mon(17, 0), ann, "https://room") // the round, the title and the candidate's name may be others
		s.does("event:ann event 17:00 https://room")
		s.reassign(bob)
		s.does("event:bob event 17:00 https://room", "event:ann event_removal")
		s.reassign(ann)
		s.does("event:ann event 17:00 https://room", "event:bob event_removal")
		s.cancel()
		s.does("event:ann event_removal")
		s.does()
	})
	t.Run(
		"who lost the copy and has the interview again is briefed anew, at once there and back nobody is",
		func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.calendars[ann], s.calendars[bob] = CalendarCalDAV, CalendarCalDAV
			s.book(mon(15, 0), ann, "https://room")
			s.does("event:ann event 15:00 https://room")
			s.leaves("ann briefing 15:00 (no invitation)", "cleo confirmation 15:00 +assessment")
			s.reassign(bob)
			s.does("event:bob event 15:00 https://room", "event:ann event_removal")
			s.leaves("bob briefing 15:00 (no invitation)")
			s.reassign(ann)
			s.does("event:ann event 15:00 https://room", "event:bob event_removal")
			s.leaves("ann briefing 15:00 (no invitation)")
			s.silence()
			s.reassign(bob)
			s.does("event:bob event 15:00 https://room", "event:ann event_removal")
			s.leaves("bob briefing 15:00 (no invitation)")
			s.book(mon(17, 0), bob, "https://room")
			s.does("event:bob event 17:00 https://room")
			s.leaves("bob changed_time 17:00 not 15:00 (no invitation)", "cleo changed_time 17:00 not 15:00")
			s.book(mon(18, 0), ann, "https://room")
			s.does("event:ann event 18:00 https://room", "event:bob event_removal")
			// The briefing must not compare with a time that Ann was never told of.
			s.leaves("ann briefing 18:00 (no invitation)", "cleo changed_time 18:00 not 17:00")
			s.reassign(bob)
			s.reassign(ann)
			s.does()
			s.silence()
		})
	t.Run("nobody connected, nothing owed", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[fay] = CalendarCalDAV // a fallback recipient: the copy is the named interviewer's alone
		s.book(mon(15, 0), "", "https://room")
		s.does()
		s.book(mon(15, 0), cho, "https://room")
		s.does()
	})
	t.Run("changes in quick succession: only the last one is made, and nothing is removed that was never there",
		func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.calendars[ann], s.calendars[bob] = CalendarCalDAV, CalendarCalDAV
			s.book(mon(15, 0), ann, "https://room")
			s.reassign(bob)
			s.does("event:bob event 15:00 https://room")
			s.book(mon(18, 0), bob, "https://room")
			s.cancel()
			s.does("event:bob event_removal")
			s.book(mon(18, 0), bob, "https://room")
			s.cancel()
			s.does()
		})
	t.Run("an attempt with unknown outcome counts: what it may have made is removed", func(t *testing.T) {
		t.Parallel()
		for _, v := range []verdict{defers, vanishes, forgotten} {
			s := newStage(t)
			s.calendars[ann] = CalendarCalDAV
			s.book(mon(15, 0), ann, "https://room")
			s.verdicts["event:"+ann] = v
			s.attempts()
			s.cancel()
			s.verdicts, s.did = map[string]verdict{}, nil
			s.does("event:ann event_removal")
		}
	})
	t.Run("refused for good: not tried until the row changes, and not taken away", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann] = CalendarCalDAV
		s.book(mon(15, 0), ann, "https://room")
		s.verdicts["event:"+ann] = refuses
		s.attempts()
		s.verdicts = map[string]verdict{}
		s.does()
		s.book(mon(16, 0), ann, "https://room")
		s.does("event:ann event 16:00 https://room")
		s.verdicts["event:"+ann] = refuses
		s.book(mon(17, 0), ann, "https://room")
		s.attempts()
		s.verdicts, s.did = map[string]verdict{}, nil
		s.cancel()
		s.does("event:ann event_removal") // of what was written before it was refused
	})
	t.Run("refused after an attempt with unknown outcome: it may be there, and is removed", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann] = CalendarCalDAV
		s.book(mon(15, 0), ann, "https://room")
		s.verdicts["event:"+ann] = vanishes
		s.attempts()
		s.verdicts["event:"+ann] = refuses
		s.attempts()
		s.verdicts, s.did = map[string]verdict{}, nil
		s.cancel()
		s.does("event:ann event_removal")
	})
	t.Run("what is over stays as it is", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann], s.policy.Meeting = CalendarCalDAV, MakerZoom
		s.book(mon(15, 0), ann, "")
		s.deliver()
		s.did = nil
		s.now = mon(16, 0)
		s.cancel()
		s.does()
	})
	t.Run("becoming an external session takes everything away", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann], s.policy.Meeting, s.policy.Notetaker = CalendarCalDAV, MakerZoom, true
		s.book(mon(15, 0), ann, "")
		s.deliver()
		s.did = nil
		s.bookExternal(ann)
		s.does("meeting meeting_removal", "event:ann event_removal", "notetaker notetaker_dismissal")
	})
	t.Run("and goes on doing so when that session is over", func(t *testing.T) { // as with cancellations
		t.Parallel()
		s := newStage(t)
		s.calendars[ann] = CalendarCalDAV
		s.book(mon(15, 0), ann, "https://room")
		s.deliver()
		s.did = nil
		s.bookExternal(ann)
		s.use()
		s.now = s.now.Add(24 * time.Hour)
		if got := s.i.StatusAt(s.now); got != StatusCompleted {
			t.Fatalf("it is %s", got)
		}
		s.does("event:ann event_removal")
		s.does()
	})
	t.Run("zoom: the meeting first, then the copy with its link; moved in place, deleted with the "+
		"interview", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann], s.policy.Meeting = CalendarGoogle, MakerZoom
		s.book(mon(15, 0), ann, "")
		if !s.i.Awaits() || s.i.MeetingLink != "" {
			t.Fatalf("booked: %+v", s.i)
		}
		if owed := s.owed(); len(owed) != 2 || owed[0].Kind != MeetingMade || owed[1].Kind != EventWritten ||
			!owed[0].Awaited() || !owed[1].Awaited() {
			t.Fatalf("owed: %+v", owed)
		}
		s.does("meeting meeting 15:00", "event:ann event 15:00 https://zoom/1")
		s.book(mon(17, 0), ann, "")
		s.does("meeting meeting 17:00", "event:ann event 17:00 https://zoom/1")
		s.reassign(cho)
		s.does("event:ann event_removal")
		if s.i.MeetingLink != "https://zoom/1" {
			t.Errorf("reassigned, it meets at %q", s.i.MeetingLink)
		}
		s.cancel()
		s.does("meeting meeting_removal")
	})
	t.Run("a given link ends the meeting", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.policy.Meeting = MakerZoom
		s.book(mon(15, 0), ann, "")
		s.deliver()
		s.did = nil
		s.book(mon(15, 0), ann, "https://room")
		s.does("meeting meeting_removal")
	})
	t.Run("a link made for one interviewer never lands on another", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann], s.calendars[bob] = CalendarGoogle, CalendarGoogle
		s.book(mon(15, 0), ann, "")
		s.meanwhile = func() { s.reassign(bob) }
		s.does("event:ann event 15:00", "event:bob event 15:00", "event:ann event_removal")
		if s.i.MeetingLink != "https://meet/bob@acme.example/2" {
			t.Errorf("it meets at %q", s.i.MeetingLink)
		}
	})
	t.Run("a calendar's link that is not ready is asked for again, and after a while no more", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.calendars[ann] = CalendarGoogle
		s.book(mon(15, 0), ann, "")
		s.pending = 3
		s.does("event:ann event 15:00", "event:ann event_link 15:00", "event:ann event_link 15:00",
			"event:ann event_link 15:00")
		if s.i.MeetingLink == "" || s.i.LinkSource != LinkAutomatic {
			t.Errorf("it has no link: %+v", s.i)
		}
		if n := s.owed(); len(n) != 0 {
			t.Errorf("owed: %+v", n)
		}

		s = newStage(t)
		s.calendars[ann] = CalendarGoogle
		s.book(mon(15, 0), ann, "")
		s.pending = 1000
		s.deliver()
		if len(s.did) != 1+stageLinkTries {
			t.Errorf("asked %d times", len(s.did))
		}
		if awaited := slices.ContainsFunc(s.did[1:], func(line string) bool {
			return strings.Contains(line, " event ")
		}); awaited {
			t.Errorf("the event was written again: %v", s.did)
		}
		s.did = nil
		s.cancel()
		s.does("event:ann event_removal")
	})
	t.Run("the notetaker is invited once there is a link, told of every change, and dismissed",
		func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.policy.Notetaker, s.policy.Meeting = true, MakerZoom
			s.book(mon(15, 0), ann, "")
			if HasNotetaker(s.ledger) {
				t.Error("nobody was asked yet")
			}
			s.does("meeting meeting 15:00", "notetaker notetaker 15:00 https://zoom/1")
			if !HasNotetaker(s.ledger) {
				t.Error("one was asked")
			}
			s.book(mon(17, 0), ann, "https://room")
			s.does("meeting meeting_removal", "notetaker notetaker 17:00 https://room")
			s.cancel()
			s.does("notetaker notetaker_dismissal")
			if HasNotetaker(s.ledger) {
				t.Error("it was sent away")
			}
		})
	t.Run("a notetaker that was dismissed for a replace that was refused is invited again",
		func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.policy.Notetaker = true
			s.book(mon(15, 0), ann, "https://room")
			s.does("notetaker notetaker 15:00 https://room")
			for range 3 {
				s.attempt(Effect{Target: TargetNotetaker, Kind: NotetakerDismissed})
				s.did = nil
				if HasNotetaker(s.ledger) {
					t.Fatal("it was sent away")
				}
				s.does("notetaker notetaker 15:00 https://room")
				s.does()
			}
		})
	t.Run("no notetaker where nobody wants one, nor in others' sessions", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.book(mon(15, 0), ann, "https://room")
		s.does()
		s.policy.Notetaker = true
		s.bookExternal(ann)
		s.does()
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

func newStage(t interface {
	Helper()
	Fatalf(format string, args ...any)
}) *stage {
	s := &stage{desk: newDesk(t), verdicts: map[string]verdict{}, events: map[string]copied{}}
	s.own = nil
	s.policy.Room = func(id string) string { return "https://jitsi/" + id }
	return s
}

// book books an interview, or replaces the existing one; after a cancel it begins another life.
func (s *stage) book(start time.Time, interviewer, link string) {
	s.t.Helper()
	id := s.i.ID
	s.desk.book(start, interviewer, link)
	if s.i.ID != id {
		s.events, s.meeting, s.notetaker = map[string]copied{}, nil, nil
	}
}

func (s *stage) bookExternal(interviewer string) {
	s.t.Helper()
	id := s.i.ID
	s.desk.bookExternal(interviewer)
	if s.i.ID != id {
		s.events, s.meeting, s.notetaker = map[string]copied{}, nil, nil
	}
}

func (s *stage) owed() []Effect { return owedOutside(s.i, s.ledger, s.policy, s.now) }

// deliver attempts what is owed until nothing is, or until every target that is owed something fails.
func (s *stage) deliver() {
	s.t.Helper()
	waiting := map[string]bool{}
	for tries := 0; ; tries++ {
		if tries > 200 {
			s.t.Fatalf("effects do not end: %v", s.did)
		}
		n := slices.IndexFunc(s.owed(), func(e Effect) bool { return !waiting[e.Target] })
		if n < 0 {
			return
		}
		if e := s.owed()[n]; !s.attempt(e) {
			waiting[e.Target] = true
		}
	}
}

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

// does delivers what is owed and checks that exactly this is done, in this order.
func (s *stage) does(want ...string) {
	s.t.Helper()
	s.deliver()
	got := s.did
	s.did = nil
	if !slices.Equal(got, want) {
		s.t.Fatalf("revision %d at %s: this was done:\n  %s\nwant:\n  %s",
			s.i.Revision, s.now.Format("Mon 15:04"), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
