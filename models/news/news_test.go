package news

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

func TestTold(t *testing.T) { // D27
	t.Parallel()
	for what, want := range map[models.ChangeKind]bool{models.ChangeBooked: true, models.ChangeReplaced: true,
		models.ChangeMoved: true, models.ChangeCanceled: true, models.ChangeSubmitted: true,
		models.ChangeStarted: false, models.ChangeNamed: false, models.ChangeLinkUsed: false} {
		for _, by := range []models.ActorKind{models.ActorCandidate, models.ActorMember, models.ActorKey} {
			if got := Told(by, what); got != (want && by == models.ActorCandidate) {
				t.Errorf("%s by a %s is news: %t", what, by, got)
			}
		}
		if (Event{Change: models.Change{Kind: what}}).Verb() == "" && want {
			t.Errorf("there are no words for %s", what)
		}
	}
	at := time.Date(2031, 3, 4, 13, 0, 0, 0, time.UTC)
	c := models.Change{Kind: models.ChangeMoved, Details: models.ChangedAt(models.FieldStart, &time.Time{}, &at)}
	if got := (Event{Change: c}).Start(); got == nil || !got.Equal(at) {
		t.Errorf("it was moved to %v, want %v", got, at)
	}
	if c.Kind = models.ChangeCanceled; (Event{Change: c}).Start() != nil {
		t.Error("what is canceled has a start")
	}
	c.Details = append(c.Details, models.Detail{Field: models.FieldBecauseTold, After: "I am ill"})
	if got := (Event{Change: c}).Reason(); got != "I am ill" {
		t.Errorf("it was canceled because of %q", got)
	}
}

func TestSeen(t *testing.T) { // D27
	t.Parallel()
	now := time.Date(2031, 3, 4, 13, 0, 0, 0, time.UTC)
	desk.WantRefusal(t, "now", 0, "")(Seen(&models.Position{At: now, ID: "chg_1"}, now))
	desk.WantRefusal(t, "what is to come", models.Invalid, "")(Seen(&models.Position{At: now.Add(1), ID: "chg_1"}, now))
	desk.WantRefusal(t, "no change", models.Invalid, "")(Seen(&models.Position{At: now}, now))
	desk.WantRefusal(t, "nothing", models.Invalid, "")(Seen(nil, now))
}
