package workflows

import (
	"testing"
	"time"

	"litmus/activities"
	"litmus/models/effect"
)

// TestFirstAttempts: letters wait for the first attempts at the meeting link and the copy, at most 3 s, and so does who
// answers the booking.
func TestFirstAttempts(t *testing.T) {
	t.Parallel()
	const (
		startEvent = "start event to event:1, 1 from 1s, first at 1"
		startRoom  = "start meeting to meeting, 1 from 1s, first at 1"
		holdCleo   = "hold mail:candidate"
		holdAnn    = "hold mail:interviewer:1"
		tooLong    = "open the first attempts were waited for long enough after 3s"
	)
	booked := owing(1, inAnns, toCleoNow, toAnnNow)
	begin := loads(booked, startEvent, holdCleo, holdAnn, tooLong, toReminder, "wait")
	linked := inAnns
	linked.Kind = effect.EventLinked
	refused := owing(2, toCleo, toAnn)
	refused.Refused = []string{"caldav_403"}
	rehearseAll(t, map[string][]cue{
		"nothing to wait for: the answer comes at once": {
			answers(1, false), // nothing was loaded yet
			loads(owing(1, toCleo), startCleo, toReminder, "wait"), answers(1, true),
		},
		"a row that is gone is answered": {loads(activities.Plan{Gone: true}, "complete"), answers(1, true)},
		"the copy is written, then letters leave": {
			begin, answers(1, false), does("event:1", true),
			loads(owing(1, toCleo, toAnn), startCleo, startAnn, toReminder, "wait"), answers(1, true),
		},
		"a meeting first, then the copy that shows it, then letters": {
			loads(owing(1, theRoom, inAnns, toCleoNow),
				startRoom, "hold event:1", holdCleo, tooLong, toReminder, "wait"),
			at(time.Second), changes(effect.TargetMeeting),
			answers(1, false), // the plan does not show yet what the effect changed
			loads(owing(2, inAnns, toCleoNow), "start event to event:1, 1 from 1s, first at 2", holdCleo,
				"open the first attempts were waited for long enough after 4s", toReminder, "wait"), // a new revision
			does("event:1", true),
			loads(owing(2, toCleo), startCleo, toReminder, "wait"),
			answers(1, true), answers(2, true), answers(3, false),
		},
		"letters wait 3 s and no longer; the copy goes on": {
			begin, at(2 * time.Second),
			loads(booked, "in flight event:1", holdCleo, holdAnn, tooLong, toReminder, "wait"),
			at(3 * time.Second), loads(booked, startCleo, startAnn, "in flight event:1", toReminder, "wait"),
			answers(1, false),
		},
		"one attempt that fails lets letters go and is answered; more follow a second later, as of any effect": {
			begin, fails("event:1", "caldav_503", 0, true),
			loads(booked, "start event to event:1, 5 from 1s, after 1s", startCleo, startAnn, toReminder, "wait"),
			answers(1, true, "caldav_503"), answers(2, false),
			fails("event:1", "caldav_503", 0, true),
			loads(booked, "start event to event:1, 30 from 30s", inFlightCleo, inFlightAnn, toReminder, "wait"),
		},
		"the pause that the provider asks for is waited out": {
			begin, fails("event:1", "caldav_429", 10*time.Minute, true),
			loads(owing(1, inAnns), "start event to event:1, 5 from 1s, after 10m0s", toReminder, "wait"),
		},
		"refused for good: letters leave, and the answer says so": {
			begin, ends("event:1", result{outcome: activities.Outcome{Failed: "caldav_403"}}, true),
			loads(owing(1, toCleo), startCleo, toReminder, "wait"), answers(1, true, "caldav_403"),
		},
		"refused for good by an attempt that began before the change: the answer says so all the same": {
			begin, wokenTimes(1), ends("event:1", result{outcome: activities.Outcome{Failed: "caldav_403"}}, true),
			answers(2, false), loads(refused, startCleo, startAnn, toReminder, "wait"), answers(2, true, "caldav_403"),
			answers(1, true, "caldav_403"), // once, though the ledger and the attempt both say it
		},
		"refused for good at an earlier revision: the answer for a later one does not say so yet": {
			loads(func() activities.Plan {
				p := owing(1, toCleo)
				p.Refused = []string{"caldav_403"}
				return p
			}(), startCleo, toReminder, "wait"),
			answers(1, true, "caldav_403"), answers(2, false),
		},
		"a link that the calendar is still making is attempted like the copy": {
			begin, changes("event:1"), answers(1, false),
			loads(owing(1, linked, toCleoNow), "start event_link to event:1, 1 from 1s, first at 1", holdCleo, tooLong,
				toReminder, "wait"), answers(1, false),
			does("event:1", true), loads(owing(1, toCleo), startCleo, toReminder, "wait"), answers(1, true),
		},
		"attempted at an earlier revision is not attempted at this one": {
			begin, does("event:1", true),
			loads(owing(2, inAnns), "start event to event:1, 1 from 1s, first at 2", toReminder, "wait"),
			answers(1, false), fails("event:1", "caldav_503", 0, true), answers(2, true, "caldav_503"),
		},
	})
}

// TestFirstAttemptsWarn: which warnings an answer gets from the first attempts.
func TestFirstAttemptsWarn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		FirstAttempts
		late    bool
		refusal string
	}{
		"all went well":             {FirstAttempts{All: true}, false, ""},
		"some are still to be made": {FirstAttempts{}, true, ""},
		"a provider said no":        {FirstAttempts{All: true, Codes: []string{"caldav_403"}}, false, "caldav_403"},
		"of several, the first": {FirstAttempts{All: true, Codes: []string{"zoom_500", "caldav_403"}}, false,
			"zoom_500"},
		"the calendar is still making the link": {FirstAttempts{All: true,
			Codes: []string{activities.CodeLinkPending}}, false, ""},
		"our database was away": {FirstAttempts{All: true, Codes: []string{activities.CodeDatabase}}, true, ""},
		"no answer in time":     {FirstAttempts{All: true, Codes: []string{activities.CodeTimeout}}, true, ""},
		"no code at all":        {FirstAttempts{All: true, Codes: []string{activities.CodeUnknown}}, true, ""},
		"another attempt is under way, and a provider said no": {FirstAttempts{All: true,
			Codes: []string{activities.CodeInFlight, "caldav_503"}}, true, "caldav_503"},
	} {
		if got := c.FirstAttempts.Late(); got != c.late {
			t.Errorf("%s: late %t", name, got)
		}
		if got := c.FirstAttempts.Refusal(); got != c.refusal {
			t.Errorf("%s: refused with %q, want %q", name, got, c.refusal)
		}
	}
}

// TestDismissal: the notetaker of a session that is replaced stays away while the replace is decided.
func TestDismissal(t *testing.T) {
	t.Parallel()
	const (
		invite = "start notetaker to notetaker, 5 from 1s"
		hold   = "hold notetaker"
	)
	wanted := owing(1, theTaker, toCleo)
	back := func(after string) string { return "open the notetaker is asked back after " + after }
	rehearseAll(t, map[string][]cue{
		"dismissed, it is not invited for 10 s; nobody else waits": {
			dismisses(true), loads(wanted, startCleo, hold, back("10s"), toReminder, "wait"),
			at(9 * time.Second), loads(wanted, inFlightCleo, hold, back("10s"), toReminder, "wait"),
			at(10 * time.Second), loads(wanted, invite, inFlightCleo, toReminder, "wait"),
		},
		"a wake-up says that the replace is decided: it is invited at once": {
			dismisses(true), at(time.Second), wokenTimes(1), loads(owing(2, theTaker), invite, toReminder, "wait"),
		},
		"a dismissal that failed changes nothing": {
			dismisses(false), loads(wanted, invite, startCleo, toReminder, "wait"),
		},
		"what takes it back for good does not wait": {
			dismisses(true),
			loads(over(2, activities.Target{Name: effect.TargetNotetaker, Kind: effect.NotetakerDismissed}),
				"start notetaker_dismissal to notetaker, 5 from 1s", "wait"),
		},
		"of two gates the earlier opens first": {
			dismisses(true),
			loads(owing(1, inAnns, gated(theTaker)), "start event to event:1, 1 from 1s, first at 1", hold,
				"open the first attempts were waited for long enough after 3s", toReminder, "wait"),
			at(8 * time.Second),
			loads(owing(2, inAnns, gated(theTaker)), "in flight event:1", hold, back("10s"), toReminder, "wait"),
		},
		"while it is being invited no dismissal begins, and while it is dismissed no effect of it": {
			loads(owing(1, theTaker), invite, toReminder, "wait"),
			func(r *rehearsal) {
				if r.s.beginDismissal(dismissTime) {
					r.t.Error("a dismissal began beside the invitation")
				}
			},
			does(effect.TargetNotetaker, true),
			func(r *rehearsal) {
				if !r.s.beginDismissal(time.Millisecond) || r.s.beginDismissal(time.Second) {
					r.t.Error("want one dismissal at a time")
				}
			},
			loads(owing(2, theTaker), "in flight notetaker", toReminder, "wait"),
			func(r *rehearsal) { r.s.endDismissal(false, r.now) },
			loads(owing(2, theTaker), invite, toReminder, "wait"),
		},
	})
}
