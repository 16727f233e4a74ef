package booking

import (
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// UndoFacts are the facts for taking the last change of an interview back.
type UndoFacts struct {
	Interview models.Interview
	Begun     bool               // an effect of the change was begun, so somebody may know of it
	Busy      []timetable.Booked // bookings around the former start of the interviewer before
	Available timetable.Availability
}

// DecideUndo makes the interview what it was before its last change, whose effects are still held at machine, the
// instant by the machine's clock. The former interviewer and start are claimed anew, as a booking would claim them.
// Nobody hears of either change, since the row owes again what it owed before. It returns a [models.Conflict] if
// there is nothing that can be taken back, if the effects have begun, or if the interviewer or the start was taken
// meanwhile.
func DecideUndo(f UndoFacts, now, machine time.Time) (models.Interview, error) {
	i := f.Interview
	if i.HeldUntil(machine) == nil || f.Begun {
		return i, models.About(models.Refusal{Cause: models.CauseTold},
			models.Conflictf("the last change of interview %s cannot be taken back any more; change it once more instead",
				i.ID))
	}
	was := i.Held.Before
	if err := checkInterviewer(was.InterviewerEmail, was.StartsAt, was.Duration(), f.Busy, i.ID); err != nil {
		return i, err
	}
	if offered, left := f.Available.At(was.StartsAt, was.Duration(), now, i.ID); !was.StartsAt.Equal(i.StartsAt) &&
		offered && left == 0 {
		return i, models.About(models.Refusal{Cause: models.CauseFull, At: was.StartsAt},
			models.Conflictf("%s is fully booked by now", models.FormatInstant(was.StartsAt)))
	}
	was.Revision, was.UpdatedAt = i.Revision, i.UpdatedAt
	was.WokenRevision, was.ConvergedRevision, was.NextDueAt = i.WokenRevision, i.ConvergedRevision, i.NextDueAt
	was.Revise(now)
	return was, nil
}
