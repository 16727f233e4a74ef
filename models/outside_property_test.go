package models

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestOwedOutsideConverges simulates random lives of interviews. Whatever changed, however attempts ended and whatever
// was forgotten meanwhile, once providers accept what is owed, calendars, meetings and notetakers are as the interview
// wants them and nothing else is left.
func TestOwedOutsideConverges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := randomStage(t)
		s.verdicts, s.pending, s.meanwhile = map[string]verdict{}, 0, nil
		before := s.owed()
		was := s.i
		s.deliver()
		if rest := s.owed(); len(rest) > 0 {
			t.Fatalf("everything was accepted, and %v is still owed", rest)
		}
		// A session by link has nothing elsewhere; what the booking that it replaced had is removed at any time.
		if !s.i.External() && (s.i.StatusAt(s.now) == StatusCompleted || s.i.overWhenCanceled()) {
			if len(before) > 0 {
				t.Fatalf("it is over, and %v was owed", before)
			}
			return
		}
		if s.i.AnnounceRevision != was.AnnounceRevision {
			t.Fatal("an effect owes letters that nobody decided")
		}
		standing := s.i.CanceledAt == nil && !s.i.Unused()
		givenUp := func(target string) bool { return byTarget(s.ledger)[target].refusedOutside(s.i.Revision) }
		for _, owner := range slices.Sorted(maps.Keys(s.events)) {
			if (!standing || !s.i.CalendarCopy || owner != s.i.InterviewerEmail) && !givenUp(EventTarget(owner)) {
				t.Fatalf("an event stands in the calendar of %s: %+v", owner, s.i)
			}
		}
		if standing && s.i.CalendarCopy && !givenUp(EventTarget(s.i.InterviewerEmail)) {
			e, there := s.events[s.i.InterviewerEmail]
			if !there || !e.start.Equal(s.i.StartsAt) || e.link != s.i.MeetingLink && e.conference != s.i.MeetingLink {
				t.Fatalf("the copy is %+v (there: %t); the interview is at %s at %q",
					e, there, s.i.StartsAt, s.i.MeetingLink)
			}
		}
		if !givenUp(TargetMeeting) {
			switch wanted := standing && s.i.LinkMaker == MakerZoom; {
			case wanted != (s.meeting != nil):
				t.Fatalf("a meeting is wanted: %t, there is %+v", wanted, s.meeting)
			case wanted && (!s.meeting.start.Equal(s.i.StartsAt) || s.meeting.link != s.i.MeetingLink):
				t.Fatalf("the meeting is %+v; the interview is at %s at %q", s.meeting, s.i.StartsAt, s.i.MeetingLink)
			}
		}
		if !givenUp(TargetNotetaker) {
			switch wanted := standing && s.policy.Notetaker && s.i.MeetingLink != "" && !s.i.ExternallyScheduled; {
			case wanted != (s.notetaker != nil):
				t.Fatalf("a notetaker is wanted: %t, there is %+v", wanted, s.notetaker)
			case wanted != HasNotetaker(s.ledger):
				t.Fatalf("a notetaker is wanted and there: %t; the ledger says %t", wanted, HasNotetaker(s.ledger))
			case wanted && (!s.notetaker.start.Equal(s.i.StartsAt) || s.notetaker.link != s.i.MeetingLink):
				t.Fatalf("the notetaker knows of %+v; the interview is at %s at %q",
					s.notetaker, s.i.StartsAt, s.i.MeetingLink)
			}
		}
	})
}

// randomStage returns a stage after changes, attempts and time in random order.
func randomStage(t *rapid.T) *stage {
	people := []string{ann, bob, cho, ""}
	targets := []string{EventTarget(ann), EventTarget(bob), EventTarget(cho), TargetMeeting, TargetNotetaker}
	s := newStage(t)
	pick := func(label string, of []string) string { return rapid.SampledFrom(of).Draw(t, label) }
	start := func() time.Time {
		quarters := rapid.IntRange(1, 72*4).Draw(t, "quarters ahead")
		return s.now.Add(time.Duration(quarters) * 15 * time.Minute).Truncate(15 * time.Minute)
	}
	link := func() string { return pick("link", []string{"", "", room}) }
	change := func(label string) {
		switch scheduled := s.i.StatusAt(s.now) == StatusScheduled; rapid.SampledFrom([]string{"replace", "move",
			"reassign", "reassign", "cancel", "end call", "external", "use"}).Draw(t, label) {
		case "replace":
			s.book(start(), pick("interviewer", people), link())
		case "move":
			s.book(start(), s.i.InterviewerEmail, "")
		case "reassign":
			if scheduled {
				s.reassign(pick("interviewer", people[:3]))
			}
		case "cancel":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				s.cancel()
			}
		case "end call":
			if scheduled && rapid.IntRange(0, 4).Draw(t, "really") == 0 {
				s.endCall()
			}
		case "external":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				s.bookExternal(pick("interviewer", people[:3]))
			}
		case "use":
			if s.i.LinkAlive(s.now) {
				s.use()
			}
		}
	}
	s.policy.Meeting = pick("meeting", []string{"", MakerZoom, MakerJitsi})
	s.policy.Notetaker = rapid.Bool().Draw(t, "notetaker")
	for _, who := range people[:3] {
		s.calendars[who] = pick("calendar", []string{"", CalendarCalDAV, CalendarGoogle, CalendarICS})
	}
	s.book(start(), pick("interviewer", people), link())
	for range rapid.IntRange(0, 16).Draw(t, "steps") {
		s.now = s.now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "a moment")) * time.Second)
		switch rapid.SampledFrom([]string{"change", "change", "deliver", "deliver", "attempts", "crossed", "provider",
			"provider", "pending", "dismiss", "calendar", "policy", "hours"}).Draw(t, "step") {
		case "change":
			change("change")
		case "deliver":
			s.deliver()
		case "attempts":
			s.attempts()
		case "crossed": // the row changes during an attempt
			id := s.i.ID
			s.meanwhile = func() {
				if s.i.CanceledAt == nil && s.i.ID == id {
					change("meanwhile")
				}
			}
			if owed := s.owed(); len(owed) > 0 && s.i.CanceledAt == nil {
				s.attempt(owed[0])
			}
			s.meanwhile = nil
		case "provider":
			s.verdicts[pick("target", targets)] = verdict(rapid.IntRange(int(accepts),
				int(forgotten)).Draw(t, "verdict"))
		case "pending":
			s.pending = rapid.IntRange(0, 2*stageLinkTries).Draw(t, "not ready")
		case "dismiss": // before a replace that is then refused
			if HasNotetaker(s.ledger) {
				s.attempt(Effect{Target: TargetNotetaker, Kind: NotetakerDismissed})
			}
		case "calendar":
			s.calendars[pick("owner", people[:3])] = pick("provider", []string{"", CalendarCalDAV, CalendarGoogle})
		case "policy":
			s.policy.Meeting = pick("meeting", []string{"", MakerZoom, MakerJitsi})
			s.policy.Notetaker = rapid.Bool().Draw(t, "notetaker")
		case "hours":
			s.now = s.now.Add(time.Duration(rapid.IntRange(1, 10*60).Draw(t, "minutes")) * time.Minute)
		}
	}
	return s
}
