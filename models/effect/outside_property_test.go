package effect_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestOwedOutsideConverges simulates random lives of interviews. Whatever changed, however attempts ended and whatever
// was forgotten meanwhile, once providers accept what is owed, calendars, meetings and notetakers are as the interview
// wants them and nothing else is left.
func TestOwedOutsideConverges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := randomStage(t)
		s.verdicts, s.pending, s.meanwhile = map[string]verdict{}, 0, nil
		before := s.Owed()
		was := s.Interview
		s.Deliver()
		if rest := s.Owed(); len(rest) > 0 {
			t.Fatalf("everything was accepted, and %v is still owed", rest)
		}
		// A session by link has nothing elsewhere; what the booking that it replaced had is removed at any time.
		if !s.Interview.External() && (s.Interview.StatusAt(s.Now) == models.StatusCompleted ||
			s.Interview.OverWhenCanceled()) {
			if len(before) > 0 {
				t.Fatalf("it is over, and %v was owed", before)
			}
			return
		}
		if s.Interview.AnnounceRevision != was.AnnounceRevision {
			t.Fatal("an effect owes letters that nobody decided")
		}
		standing := s.Interview.CanceledAt == nil && !s.Interview.Unused()
		givenUp := func(target string) bool {
			return effect.ByTarget(s.Ledger)[target].RefusedOutside(s.Interview.Revision)
		}
		for _, owner := range slices.Sorted(maps.Keys(s.events)) {
			if (!standing || !s.Interview.CalendarCopy || owner != s.Interview.InterviewerEmail) &&
				!givenUp(effect.EventTarget(owner)) {
				t.Fatalf("an event stands in the calendar of %s: %+v", owner, s.Interview)
			}
		}
		if standing && s.Interview.CalendarCopy && !givenUp(effect.EventTarget(s.Interview.InterviewerEmail)) {
			e, there := s.events[s.Interview.InterviewerEmail]
			if !there || !e.start.Equal(s.Interview.StartsAt) || e.link != s.Interview.MeetingLink &&
				e.conference != s.Interview.MeetingLink {
				t.Fatalf("the copy is %+v (there: %t); the interview is at %s at %q",
					e, there, s.Interview.StartsAt, s.Interview.MeetingLink)
			}
		}
		if !givenUp(effect.TargetMeeting) {
			switch wanted := standing && s.Interview.LinkMaker == models.MakerZoom; {
			case wanted != (s.meeting != nil):
				t.Fatalf("a meeting is wanted: %t, there is %+v", wanted, s.meeting)
			case wanted && (!s.meeting.start.Equal(s.Interview.StartsAt) || s.meeting.link != s.Interview.MeetingLink):
				t.Fatalf("the meeting is %+v; the interview is at %s at %q", s.meeting, s.Interview.StartsAt, s.Interview.MeetingLink)
			}
		}
		if !givenUp(effect.TargetNotetaker) {
			switch wanted := standing && s.Policy.Notetaker && s.Interview.MeetingLink != "" &&
				!s.Interview.ExternallyScheduled; {
			case wanted != (s.notetaker != nil):
				t.Fatalf("a notetaker is wanted: %t, there is %+v", wanted, s.notetaker)
			case wanted != effect.HasNotetaker(s.Ledger):
				t.Fatalf("a notetaker is wanted and there: %t; the ledger says %t", wanted, effect.HasNotetaker(s.Ledger))
			case wanted && (!s.notetaker.start.Equal(s.Interview.StartsAt) ||
				s.notetaker.link != s.Interview.MeetingLink):
				t.Fatalf("the notetaker knows of %+v; the interview is at %s at %q",
					s.notetaker, s.Interview.StartsAt, s.Interview.MeetingLink)
			}
		}
	})
}

// randomStage returns a stage after changes, attempts and time in random order.
func randomStage(t *rapid.T) *stage {
	people := []string{desk.Ann, desk.Bob, desk.Cho, ""}
	targets := []string{effect.EventTarget(desk.Ann), effect.EventTarget(desk.Bob), effect.EventTarget(desk.Cho),
		effect.TargetMeeting, effect.TargetNotetaker}
	s := newStage(t)
	pick := func(label string, of []string) string { return rapid.SampledFrom(of).Draw(t, label) }
	start := func() time.Time {
		quarters := rapid.IntRange(1, 72*4).Draw(t, "quarters ahead")
		return s.Now.Add(time.Duration(quarters) * 15 * time.Minute).Truncate(15 * time.Minute)
	}
	link := func() string { return pick("link", []string{"", "", desk.Room}) }
	change := func(label string) {
		switch scheduled := s.Interview.StatusAt(s.Now) == models.StatusScheduled; rapid.SampledFrom([]string{"replace",
			"move",
			"reassign", "reassign", "cancel", "end call", "external", "use"}).Draw(t, label) {
		case "replace":
			s.Book(start(), pick("interviewer", people), link())
		case "move":
			s.Book(start(), s.Interview.InterviewerEmail, "")
		case "reassign":
			if scheduled {
				s.Reassign(pick("interviewer", people[:3]))
			}
		case "cancel":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				s.Cancel()
			}
		case "end call":
			if scheduled && rapid.IntRange(0, 4).Draw(t, "really") == 0 {
				s.EndCall()
			}
		case "external":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				s.BookExternal(pick("interviewer", people[:3]))
			}
		case "use":
			if s.Interview.LinkAlive(s.Now) {
				s.Use()
			}
		}
	}
	s.Policy.Meeting = pick("meeting", []string{"", models.MakerZoom, models.MakerJitsi})
	s.Policy.Notetaker = rapid.Bool().Draw(t, "notetaker")
	for _, who := range people[:3] {
		s.Calendars[who] = pick("calendar", []string{"", timetable.CalendarCalDAV, timetable.CalendarGoogle, timetable.CalendarICS})
	}
	s.Book(start(), pick("interviewer", people), link())
	for range rapid.IntRange(0, 16).Draw(t, "steps") {
		s.Now = s.Now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "a moment")) * time.Second)
		switch rapid.SampledFrom([]string{"change", "change", "deliver", "deliver", "attempts", "crossed", "provider",
			"provider", "pending", "dismiss", "calendar", "policy", "hours"}).Draw(t, "step") {
		case "change":
			change("change")
		case "deliver":
			s.Deliver()
		case "attempts":
			s.attempts()
		case "crossed": // the row changes during an attempt
			id := s.Interview.ID
			s.meanwhile = func() {
				if s.Interview.CanceledAt == nil && s.Interview.ID == id {
					change("meanwhile")
				}
			}
			if owed := s.Owed(); len(owed) > 0 && s.Interview.CanceledAt == nil {
				s.attempt(owed[0])
			}
			s.meanwhile = nil
		case "provider":
			s.verdicts[pick("target", targets)] = verdict(rapid.IntRange(int(desk.Accepts),
				int(desk.Forgotten)).Draw(t, "verdict"))
		case "pending":
			s.pending = rapid.IntRange(0, 2*stageLinkTries).Draw(t, "not ready")
		case "dismiss": // before a replace that is then refused
			if effect.HasNotetaker(s.Ledger) {
				s.attempt(effect.Effect{Target: effect.TargetNotetaker, Kind: effect.NotetakerDismissed})
			}
		case "calendar":
			s.Calendars[pick("owner", people[:3])] = pick("provider", []string{"", timetable.CalendarCalDAV, timetable.CalendarGoogle})
		case "policy":
			s.Policy.Meeting = pick("meeting", []string{"", models.MakerZoom, models.MakerJitsi})
			s.Policy.Notetaker = rapid.Bool().Draw(t, "notetaker")
		case "hours":
			s.Now = s.Now.Add(time.Duration(rapid.IntRange(1, 10*60).Draw(t, "minutes")) * time.Minute)
		}
	}
	return s
}
