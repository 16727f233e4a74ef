package booking_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestDecideUndo: the interview is what it was and owes what it owed, or it stays as it is.
func TestDecideUndo(t *testing.T) {
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	was := desk.Scheduled()
	was.InterviewerEmail, was.AnnounceRevision = desk.Ann, was.Revision
	held := was
	held.Revise(now)
	held.SetStart(desk.Mon(16, 0), 0)
	held.InterviewerEmail, held.AnnounceRevision, held.StartSetAt = desk.Bob, held.Revision, now
	held.AccessEpoch++
	held.Hold(was, 10*time.Second, now, now)
	late := now.Add(10*time.Second - time.Millisecond)

	t.Run("as it was", func(t *testing.T) {
		i, err := booking.DecideUndo(booking.UndoFacts{Interview: held}, now, late)
		if err != nil || i.Revision != held.Revision+1 || !i.UpdatedAt.After(held.UpdatedAt) {
			t.Fatalf("got %+v, %v", i, err)
		}
		var ledger []effect.Entry
		for _, e := range effect.Owed(was, desk.Cleo, nil, models.DefaultPolicy, now) {
			entry := effect.EntryOf(was, e)
			entry.State = effect.Done
			ledger = append(ledger, entry)
		}
		if owed := effect.Owed(i, desk.Cleo, ledger, models.DefaultPolicy, now); len(ledger) == 0 || len(owed) > 0 {
			t.Errorf("of what was told before, %d, it owes %+v", len(ledger), owed)
		}
		i.Revision, i.UpdatedAt = was.Revision, was.UpdatedAt
		if !reflect.DeepEqual(i, was) {
			t.Errorf("got %+v, want %+v", i, was)
		}
	})
	busy := func(id string) []timetable.Booked {
		return []timetable.Booked{{InterviewID: id, Range: timetable.Range{From: was.StartsAt, To: was.EndsAt}}}
	}
	followed := held
	followed.Revise(now)
	for name, c := range map[string]struct {
		facts   booking.UndoFacts
		machine time.Time
		cause   models.Cause // 0: it is taken back
	}{
		"the interviewer has an interview then": {booking.UndoFacts{Interview: held, Busy: busy("int_9")}, now,
			models.CauseBusy},
		"the interviewer has this one then": {booking.UndoFacts{Interview: held, Busy: busy(held.ID)}, now, 0},
		"the time is over":                  {booking.UndoFacts{Interview: held}, now.Add(10 * time.Second), models.CauseTold},
		"somebody is told":                  {booking.UndoFacts{Interview: held, Begun: true}, now, models.CauseTold},
		"another change followed":           {booking.UndoFacts{Interview: followed}, now, models.CauseTold},
		"nothing was changed":               {booking.UndoFacts{Interview: was}, now, models.CauseTold},
	} {
		i, err := booking.DecideUndo(c.facts, now, c.machine)
		if got := causeOf(err); got != c.cause || (got != 0) != (models.KindOf(err) == models.Conflict) ||
			(got != 0) != (i.Revision == c.facts.Interview.Revision) {
			t.Errorf("%s: %v, revision %d", name, err, i.Revision)
		}
	}
}

// TestDecideUndoOfAFullStart: a start without an interviewer that is full by now is not claimed a second time.
func TestDecideUndoOfAFullStart(t *testing.T) {
	t.Parallel()
	now, f := desk.Thu, desk.PickFacts()
	was := desk.Scheduled()
	was.InterviewerEmail = ""
	was.SetStart(desk.Order().Start, 0)
	i := was
	i.Revise(now)
	i.SetStart(was.StartsAt.Add(time.Hour), 0)
	i.Hold(was, 10*time.Second, now, now)
	offered, places := f.Available.At(was.StartsAt, was.Duration(), now, i.ID)
	if !offered || places == 0 {
		t.Fatalf("the desk offers %v, %d places", offered, places)
	}
	if _, err := booking.DecideUndo(booking.UndoFacts{Interview: i, Available: f.Available}, now, now); err != nil {
		t.Errorf("with %d places: %v", places, err)
	}
	full := f.Available
	for n := range places {
		full.Unnamed = append(full.Unnamed, timetable.Booked{InterviewID: string(rune('a' + n)),
			Range: timetable.Range{From: was.StartsAt, To: was.EndsAt}})
	}
	if _, err := booking.DecideUndo(booking.UndoFacts{Interview: i, Available: full}, now, now); causeOf(err) !=
		models.CauseFull {
		t.Errorf("with no place: %v", err)
	}
}

func causeOf(err error) models.Cause {
	var e *models.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Cause
}
