package workflows

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models/effect"
)

// inBatch is a target whose letter may leave with others.
func inBatch(t activities.Target) activities.Target {
	t.Batch = true
	return t
}

func TestBatch(t *testing.T) {
	t.Parallel()
	cleo, ann := inBatch(toCleo), inBatch(toAnn)
	both := "start confirmation to mail:candidate, 1 from 1s, batch mail:candidate mail:interviewer:1"
	soon := ann
	soon.Soon = true
	done := owing(1)
	rehearseAll(t, map[string][]cue{
		"letters that are owed at once are one activity": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			does("mail:candidate", false), does("mail:interviewer:1", true),
			loads(owing(1), toReminder, "wait"),
			loads(owing(2, cleo, ann), both, toReminder, "wait"),
		},
		"what is soon has turns of its own, and other effects are no letters": {
			loads(owing(1, cleo, theRoom, soon), startCleo, "start meeting to meeting, 1 from 1s, first at 1",
				startAnn, toReminder, "wait"),
		},
		"who fails goes on alone, a second later, and whoever does not stays in batches": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, cleo), "start confirmation to mail:candidate, 5 from 1s, after 1s", toReminder, "wait"),
			does("mail:interviewer:1", false),
			fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, cleo), againCleo, toReminder, "wait"),
			does("mail:candidate", true),
			loads(owing(2, cleo, ann), both, toReminder, "wait"),
		},
		"a pause that the provider asks for is kept, by who it was asked of": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			fails("mail:interviewer:1", "smtp_421", 10*time.Minute, true),
			does("mail:candidate", true),
			loads(owing(2, cleo, ann), startCleo,
				"start briefing to mail:interviewer:1, 5 from 1s, after 10m0s", toReminder, "wait"),
		},
		"what a batch says is owed after it need not be loaded": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			does("mail:candidate", false), plans("mail:interviewer:1", owing(1), true, toReminder, "wait"),
		},
		"unless the row was loaded since, by a wake-up": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			wokenTimes(1),
			loads(owing(2, cleo, ann), inFlightCleo, inFlightAnn, toReminder, "wait"),
			does("mail:candidate", true), plans("mail:interviewer:1", owing(1), false),
		},
		"unless another activity is under way beside it": {
			loads(owing(1, cleo, theTaker, ann), both, "start notetaker to notetaker, 5 from 1s", toReminder, "wait"),
			does("notetaker", false), does("mail:candidate", false), plans("mail:interviewer:1", owing(1), false),
		},
		"unless a wake-up comes before it is looked at": {
			loads(owing(1, cleo, ann), both, toReminder, "wait"),
			does("mail:candidate", false),
			ends("mail:interviewer:1", result{outcome: activities.Outcome{Sent: 1}, plan: &done}, true), wokenTimes(1),
			func(r *rehearsal) {
				if r.s.known != nil {
					r.t.Errorf("it goes by %+v", *r.s.known)
				}
			},
		},
	})
}

func TestBatched(t *testing.T) {
	t.Parallel()
	var many []start
	for n := range 2*mostBatched + 1 {
		to := activities.Target{Name: fmt.Sprint("mail:interviewer:", n), Kind: effect.LetterBriefing, Batch: true}
		many = append(many, start{target: to, retries: firstRetries, batch: batch{to}})
	}
	var sizes []int
	var names []string
	for _, a := range batched(many) {
		sizes = append(sizes, len(a.batch))
		for _, to := range a.targets() {
			names = append(names, to.Name)
		}
	}
	if !slices.Equal(sizes, []int{mostBatched, mostBatched, 0}) || len(names) != len(many) ||
		names[0] != "mail:interviewer:0" || names[len(names)-1] != many[len(many)-1].target.Name {
		t.Errorf("%d letters are %v, %v", len(many), sizes, names)
	}
	for n, want := range map[int]string{1: "briefing to mail:interviewer:0",
		2: "briefing to mail:interviewer:0, briefing to mail:interviewer:1"} {
		if got := batched(slices.Clone(many[:n]))[0].summary(); got != want {
			t.Errorf("operators read %q of %d letters, want %q", got, n, want)
		}
	}
}

// TestInterviewBatch: letters of a real run.
func TestInterviewBatch(t *testing.T) {
	t.Parallel()
	booked.play(t, "a batch that a worker does not know, or did not finish, leaves letter by letter",
		func(t *testing.T, w *world) {
			w.fails["SendLetterBatch"] = errors.New("unable to find activityType=SendLetterBatch")
			w.run()
			w.happened("Thu 12:00 ann briefing", "Thu 12:00 cleo confirmation", "Sun 15:00 ann reminder_24h",
				"Sun 15:00 cleo reminder_24h", "Mon 14:00 ann reminder_1h", "Mon 14:00 cleo reminder_1h",
				"Mon 16:00 ends")
			if w.batches != 3 {
				t.Errorf("%d batches were attempted, want 3: whoever a letter left to is batched again", w.batches)
			}
		})
}
