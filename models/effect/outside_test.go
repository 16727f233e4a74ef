package effect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestCalendarCopy proves that an interviewer with the interview in a connected calendar has no invitation of ours.
func TestCalendarCopy(t *testing.T) {
	t.Parallel()
	for provider, copied := range map[string]bool{timetable.CalendarCalDAV: true, timetable.CalendarGoogle: true,
		timetable.CalendarMicrosoft: true,
		timetable.CalendarICS:       false, "": false} {
		o, f := desk.Order(), desk.Facts()
		f.Own.Calendar = provider
		i := desk.Decide(t, o, f).Interview
		if i.CalendarCopy != copied || i.Awaits() != copied {
			t.Errorf("%q: copy %t, awaited %t", provider, i.CalendarCopy, i.Awaits())
		}
		for _, r := range effect.Recipients(i, desk.Cleo) {
			if r.Invitation != (r.Role == effect.RoleCandidate || !copied) {
				t.Errorf("%q: %s is sent an invitation: %t", provider, r.Email, r.Invitation)
			}
		}
	}
	desk.Plays(t, map[string]string{
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
		"a panel: a copy for each who is connected, that of the lead first": `
			calendar ann caldav
			calendar bob caldav
			calendar cho caldav
			book 15:00 ann: event:ann event 15:00 https://room
			panel ann cho bob: event:cho event 15:00 https://room, event:bob event 15:00 https://room
			panel ann bob: event:cho event_removal
			cancel: event:ann event_removal, event:bob event_removal`,
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
			desk.Play(newStage(t), timetable)
		})
	}
	t.Run("zoom: meeting and copy are awaited", func(t *testing.T) {
		s := newStage(t)
		desk.Play(s, `
			calendar ann google
			wants zoom
			book 15:00 ann own`)
		if !s.Interview.Awaits() || s.Interview.MeetingLink != "" {
			t.Fatalf("booked: %+v", s.Interview)
		}
		owed := s.Owed()
		if len(owed) != 2 {
			t.Fatalf("owed: %+v", owed)
		}
		verify.Each(t, "owed", verify.Fields{"owed[0].Kind": {owed[0].Kind, effect.MeetingMade},
			"owed[1].Kind": {owed[1].Kind, effect.EventWritten}, "owed[0].Awaited()": {owed[0].Awaited(), true},
			"owed[1].Awaited()": {owed[1].Awaited(), true}})
	})
	t.Run("what was made for an interview that is over goes when its candidate is erased", func(t *testing.T) {
		s := newStage(t)
		desk.Play(s, `
			calendar ann caldav
			book 15:00 ann: event:ann event 15:00 https://room
			at 16:00: nothing`)
		s.Interview.Erasure = models.ErasureAsked
		desk.Play(s, `
			again: event:ann event_removal`)
	})
	t.Run("a link made for one interviewer never lands on another", func(t *testing.T) {
		s := newStage(t)
		desk.Play(s, `
			calendar ann google
			calendar bob google
			book 15:00 ann own`)
		s.meanwhile = func() { s.Reassign(desk.Bob) }
		desk.Play(s, `
			again: event:ann event 15:00, event:bob event 15:00, event:ann event_removal
			meets https://meet/bob@acme.example/2`)
	})
	t.Run("a calendar's link that is not ready is asked for again", func(t *testing.T) {
		s := newStage(t)
		s.Calendars[desk.Ann], s.pending = timetable.CalendarGoogle, 3
		desk.Play(s, `
			book 15:00 ann own: event:ann event 15:00, event:ann event_link 15:00, event:ann event_link 15:00, `+
			`event:ann event_link 15:00
			meets https://meet/ann@acme.example/1`)
		if owed := s.Owed(); s.Interview.LinkSource != models.LinkAutomatic || len(owed) != 0 {
			t.Errorf("the link is from %q, and owed is %v", s.Interview.LinkSource, owed)
		}
	})
	t.Run("and after a while no more", func(t *testing.T) {
		s := newStage(t)
		s.Calendars[desk.Ann], s.pending = timetable.CalendarGoogle, 1000
		asked := strings.Repeat(", event:ann event_link 15:00", stageLinkTries)
		desk.Play(s, `
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
			if desk.Play(s, step.timetable); effect.HasNotetaker(s.Ledger) != step.there {
				t.Errorf("after %q there is a notetaker: %t", step.timetable, !step.there)
			}
		}
	})
	t.Run("a notetaker that was dismissed for a replace that was refused is invited again", func(t *testing.T) {
		s := newStage(t)
		desk.Play(s, `
			wants notetaker
			book 15:00 ann: notetaker notetaker 15:00 https://room`)
		for range 3 {
			s.attempt(effect.Effect{Target: effect.TargetNotetaker, Kind: effect.NotetakerDismissed})
			s.did = nil
			if effect.HasNotetaker(s.Ledger) {
				t.Fatal("it was sent away")
			}
			desk.Play(s, `
				again: notetaker notetaker 15:00 https://room
				again: nothing`)
		}
	})
}

func TestLastObject(t *testing.T) {
	t.Parallel()
	at := func(revision int64, kind, state, id string) effect.Entry {
		return effect.Entry{Target: "event:x", Kind: kind, Revision: revision, State: state, ProviderID: id}
	}
	for name, c := range map[string]struct {
		ledger []effect.Entry
		want   string
	}{
		"nothing": {nil, ""},
		"written": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a")}, "a"},
		"updated": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a"), at(2, effect.EventWritten, effect.Done, "b")}, "b"},
		"an update of unknown end": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a"),
			at(2, effect.EventWritten, effect.Intent, "")}, "a"},
		"taken away": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a"), at(2, effect.EventRemoved, effect.Done, "a")}, ""},
		"perhaps taken away": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a"),
			at(2, effect.EventRemoved, effect.Intent, "a")}, "a"},
		"taken away and perhaps written again": {[]effect.Entry{at(1, effect.EventWritten, effect.Done, "a"),
			at(2, effect.EventRemoved, effect.Done, "a"), at(3, effect.EventWritten, effect.Intent, "")}, ""},
	} {
		got := ""
		if e := effect.LastObject(append(c.ledger, effect.Entry{Target: "event:y", State: effect.Done,
			ProviderID: "other"}),
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
	*desk.Desk
	verdicts  map[string]verdict // by target; accepts by default
	did       []string
	pending   int    // how often a calendar's link is not ready yet
	meanwhile func() // runs during the next attempt
	links     int

	events    map[string]copied // by owner: the event with the interview's UID
	meeting   *copied
	notetaker *copied
}

type verdict = desk.Answer

type copied struct {
	start      time.Time
	link       string // in the event
	conference string // made by the calendar
}

func newStage(t desk.Failer) *stage {
	s := &stage{Desk: desk.New(t), verdicts: map[string]verdict{}}
	s.Own = nil
	s.Begin = func() { s.events, s.meeting, s.notetaker = map[string]copied{}, nil, nil }
	s.Policy.Room = func(id string) string { return "https://jitsi/" + id }
	return s
}

func (s *stage) Owed() []effect.Effect {
	return effect.OwedOutside(s.Interview, s.Ledger, s.Policy, s.Now)
}

// Deliver attempts what is owed at other services.
func (s *stage) Deliver() { s.T.Helper(); desk.DeliverAll(s.T, s.Owed, s.attempt) }

// attempts makes one attempt at everything that is owed now.
func (s *stage) attempts() {
	for _, e := range s.Owed() {
		s.attempt(e)
	}
}

// attempt makes one attempt and reports whether another one for the target may follow at once.
func (s *stage) attempt(e effect.Effect) bool {
	s.T.Helper()
	s.Now = s.Now.Add(time.Millisecond)
	row, p := s.Interview, s.verdicts[e.Target]
	entry := effect.EntryOf(row, e)
	entry.CreatedAt, entry.Tries = s.Now, 1
	if last := effect.LastObject(s.Ledger, e.Target); last != nil {
		entry.ProviderID = last.ProviderID
	}
	for _, x := range s.Ledger {
		if x.Target == e.Target && x.Kind == e.Kind && x.Revision == entry.Revision {
			entry.Tries = x.Tries + 1
			since := func(y effect.Entry) bool { return y.Target == x.Target && y.CreatedAt.After(x.CreatedAt) }
			if x.State != effect.Done && !slices.ContainsFunc(s.Ledger, since) {
				entry.CreatedAt = x.CreatedAt
			}
		}
	}
	made := ""
	if p == desk.Accepts || p == desk.Vanishes || p == desk.Forgotten {
		made = s.happens(e, row)
	}
	if s.meanwhile != nil {
		happen := s.meanwhile
		s.meanwhile = nil
		happen()
	}
	more := true
	switch p {
	case desk.Accepts:
		entry.State, entry.ProviderID = effect.Done, "id of "+e.Target
		if entry.MeetingLink == "" {
			entry.MeetingLink = made
		}
		if e.Kind == effect.EventLinked && made == "" {
			entry.State, more = effect.Intent, true
			if entry.Tries >= stageLinkTries {
				entry.State, entry.Permanent = effect.Failed, true
			}
		}
	case desk.Refuses:
		entry.State, entry.Permanent = effect.Failed, true
	default:
		entry.State, more = effect.Intent, false
	}
	s.keep(entry)
	if p == desk.Accepts && made != "" {
		maker := models.MakerCalendar
		if e.Target == effect.TargetMeeting {
			maker = models.MakerZoom
		}
		s.Interview, _ = booking.DecideMadeLink(s.Interview, maker, made, row.Revision, s.Now)
	}
	return more
}

// keep writes the entry over the one with the same target, kind and revision.
func (s *stage) keep(entry effect.Entry) {
	for n, e := range s.Ledger {
		if e.Target == entry.Target && e.Kind == entry.Kind && e.Revision == entry.Revision {
			s.Ledger[n] = entry
			return
		}
	}
	s.Ledger = append(s.Ledger, entry)
}

// happens does at the service what the effect asks for. It returns the meeting link that was made, "" for none.
func (s *stage) happens(e effect.Effect, row models.Interview) (made string) {
	who, _, _ := strings.Cut(e.Target, "@")
	line := who + " " + e.Kind
	next := func(of string) string {
		s.links++
		return fmt.Sprintf("https://%s/%d", of, s.links)
	}
	switch e.Kind {
	case effect.EventWritten, effect.EventLinked:
		c := s.events[e.Email]
		c.start, c.link = row.StartsAt, row.MeetingLink
		if row.LinkMaker == models.MakerCalendar && row.MeetingLink == "" {
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
	case effect.EventRemoved:
		delete(s.events, e.Email)
	case effect.MeetingMade:
		if s.meeting == nil {
			s.meeting = &copied{link: next("zoom")}
		}
		s.meeting.start, made = row.StartsAt, s.meeting.link
		line += " " + row.StartsAt.Format("15:04")
	case effect.MeetingRemoved:
		s.meeting = nil
	case effect.NotetakerInvited:
		s.notetaker = &copied{start: row.StartsAt, link: row.MeetingLink}
		line += " " + row.StartsAt.Format("15:04")
	case effect.NotetakerDismissed:
		s.notetaker = nil
	}
	if row.MeetingLink != "" && !slices.Contains(effect.Removals, e.Kind) && e.Kind != effect.MeetingMade {
		line += " " + row.MeetingLink
	}
	s.did = append(s.did, line)
	return made
}

// Answers sets how the service behind a target treats attempts.
func (s *stage) Answers(target string, a desk.Answer) {
	if name, ok := strings.CutPrefix(target, "event:"); ok {
		target = effect.EventTarget(desk.PersonNamed(s.T, name))
	}
	s.verdicts[target] = a
}

// Shows delivers what is owed and checks that exactly this is done, in this order.
func (s *stage) Shows(want ...string) {
	s.T.Helper()
	s.Deliver()
	got := s.did
	s.did = nil
	if !slices.Equal(got, want) {
		s.T.Fatalf("%s (revision %d at %s): this was done:\n  %s\nwant:\n  %s",
			s.Line, s.Interview.Revision, s.Now.Format("Mon 15:04"), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
