package workflows

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
)

func TestDetails(t *testing.T) {
	t.Parallel()
	p := owing(3, toCleo)
	p.StartsAt, p.Done, p.Failing = mon(15, 0), []string{"confirmation mail:candidate"},
		[]string{"briefing mail:interviewer:1 smtp_451", "event event:1 caldav_403 (given up)"}
	p.RoundID, p.PostingID = "rnd_1", "post_1"
	want := "**scheduled**, Mon 3 March 2031 at 15:00 UTC, round `rnd_1`, posting `post_1`, revision 3\n\nWaits for: reminder_24h\n\n" +
		"Next: reminder_24h at 2031-03-02T15:00:00Z\n\nUnder way or owed:\n- confirmation to mail:candidate\n\n" +
		"Failing:\n- briefing mail:interviewer:1 smtp_451\n- event event:1 caldav_403 (given up)\n\n" +
		"Done:\n- confirmation mail:candidate\n"
	if got := details(p); got != want {
		t.Errorf("operators read\n%s\nwant\n%s", got, want)
	}
	if got, want := details(over(1)), "**canceled**, revision 1\n\nWaits for: nothing\n"; got != want {
		t.Errorf("operators read\n%s\nwant\n%s", got, want)
	}
	shown := attributes{models.StatusScheduled, "reminder_24h", mon(15, 0), true, true}
	if got := shownBy(p); got != shown {
		t.Errorf("the search attributes are %+v, want %+v", got, shown)
	}
	if got := shownBy(over(1)); got.failing || got.waitsFor != "nothing" || !got.start.Equal(time.Time{}) {
		t.Errorf("the search attributes are %+v", got)
	}
}

// TestActivityOfTarget: each target has its activity, by the name that stands in histories.
func TestActivityOfTarget(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{"mail:candidate": "SendLetters", "mail:interviewer:1": "SendLetters",
		"event:1": "KeepEvent", effect.TargetMeeting: "KeepMeeting", effect.TargetNotetaker: "KeepNotetaker"} {
		got := runtime.FuncForPC(reflect.ValueOf(interviewActivity(target)).Pointer()).Name()
		if !strings.HasSuffix(got, "."+want+"-fm") {
			t.Errorf("%s is done by %s, want %s", target, got, want)
		}
	}
}

// TestPriority: whose turn an activity takes at the queue.
func TestPriority(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entity models.Entity
		soon   bool
		want   temporal.Priority
	}{
		{models.EntityInterview, false, temporal.Priority{FairnessKey: "org_1"}},
		{models.EntityInterview, true, temporal.Priority{FairnessKey: "org_1/soon", FairnessWeight: soonWeight}},
		{models.EntityInvitation, false, temporal.Priority{FairnessKey: "org_1/invitations"}},
		{models.EntityCalendar, false, temporal.Priority{FairnessKey: "org_1/calendars"}},
	} {
		if got := priority(c.entity, "org_1", activities.Target{Soon: c.soon}); got != c.want {
			t.Errorf("%s, soon %t: %+v, want %+v", c.entity, c.soon, got, c.want)
		}
	}
}
