package store_test

import (
	"errors"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// undoable is a member's form of the interview as it is, whose act can be taken back.
func undoable(i interviews.InterviewRow) act.By {
	return act.By{Undo: 10 * time.Second, Shown: []act.Shown{{ID: i.ID, Revision: i.Revision}}}
}

// TestUndo: a move and another interviewer are taken back as long as nobody was told, and the start is free.
func TestUndo(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		was := f.interview(f.book(f.orderWith(grace, cleo, at(15, 0))).ID)
		reassigned := must(first(f.Bookings.Reassign(ctx, undoable(was), f.org.ID, was.ID, alan)))(t)
		if i := must(f.Bookings.Undo(ctx, undoable(reassigned), f.org.ID, was.ID))(t); i.InterviewerEmail != grace ||
			i.MeetingLink != was.MeetingLink || i.Revision != 3 {
			t.Errorf("the interviewer was not taken back: %+v", i)
		}
		f.refused(failure(f.Bookings.Undo(ctx, undoable(reassigned), f.org.ID, was.ID)), models.Conflict,
			"what was taken back already")
		move := func() interviews.InterviewRow {
			o := f.orderWith(grace, cleo, at(17, 0))
			o.Replace = true
			return f.interview(must(f.Bookings.Book(ctx, undoable(f.interview(was.ID)), f.org, o))(t).Interview.ID)
		}
		if i := must(f.Bookings.Undo(ctx, undoable(move()), f.org.ID, was.ID))(t); !i.StartsAt.Equal(at(15, 0)) ||
			i.AccessEpoch != was.AccessEpoch {
			t.Errorf("the move was not taken back: %+v", i)
		}
		moved := move()
		f.book(f.orderWith(grace, candidate(1), at(15, 30)))
		f.refused(failure(f.Bookings.Undo(ctx, undoable(moved), f.org.ID, was.ID)), models.Conflict,
			"the interviewer has another interview by now")
		f.refused(failure(f.Bookings.Undo(ctx, undoable(moved), "org_other", was.ID)), models.NotFound,
			"another organization")
		f.clock.Set(noon.Add(10 * time.Second))
		f.refused(failure(f.Bookings.Undo(ctx, undoable(moved), f.org.ID, was.ID)), models.Conflict, "the time is over")
		if i := f.interview(was.ID); !i.StartsAt.Equal(at(17, 0)) || i.Revision != 6 {
			t.Errorf("after refusals the row is %+v", i)
		}
	})
}

func first[T, U any](a T, _ U, err error) (T, error) { return a, err }

// TestUndoBesideALetter: either the letter's intent is there and the change stands, or the change is taken back and the
// letter never leaves.
func TestUndoBesideALetter(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		taken := 0
		for n := range 20 {
			was := f.interview(f.book(f.orderWith(grace, candidate(n), at(0, 0).AddDate(0, 0, n+1))).ID)
			i := must(first(f.Bookings.Reassign(ctx, undoable(was), f.org.ID, was.ID, alan)))(t)
			entry := effect.EntryOf(i.Interview, effect.Effect{Target: effect.MailTarget(effect.RoleInterviewer, alan),
				Kind: effect.LetterBriefing})
			begun := make(chan string, 1)
			go func() {
				outcome, _, err := f.Effects.Intend(ctx, entry, i.Revision, time.Minute)
				begun <- errors.Join(err, errors.New(outcome)).Error()
			}()
			var outcome string
			if n == 0 { // the letter is the first of the two in any case
				outcome = <-begun
			}
			_, err := f.Bookings.Undo(ctx, undoable(i), f.org.ID, i.ID)
			if n > 0 {
				outcome = <-begun
			}
			switch {
			case err == nil && outcome == effects.IntentStale:
				taken++
			case models.KindOf(err) == models.Conflict && outcome == effects.IntentWritten:
			default:
				t.Fatalf("the letter is %s, and the undo: %v", outcome, err)
			}
		}
		t.Logf("%d of 20 were taken back", taken)
	})
}

// TestUndoBesideABooking: the former start goes to one of the two.
func TestUndoBesideABooking(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		for n := range 10 {
			start := at(0, 0).AddDate(0, 0, n+1)
			was := f.interview(f.book(f.orderWith(grace, candidate(2*n), start)).ID)
			i := must(first(f.Bookings.Reassign(ctx, undoable(was), f.org.ID, was.ID, alan)))(t)
			booked := make(chan error, 1)
			go func() {
				_, err := f.Bookings.Book(ctx, act.By{}, f.org, f.orderWith(grace, candidate(2*n+1), start))
				booked <- err
			}()
			_, undone := f.Bookings.Undo(ctx, undoable(i), f.org.ID, i.ID)
			other := <-booked
			if (undone == nil) == (other == nil) || undone != nil && models.KindOf(undone) != models.Conflict ||
				other != nil && models.KindOf(other) != models.Conflict {
				t.Fatalf("undo: %v, booking: %v", undone, other)
			}
		}
	})
}
