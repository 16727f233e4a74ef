package act

import (
	"time"

	"litmus/models"
)

// By says who makes a change, and on what they decided. The zero value is the service itself, which was shown nothing.
type By struct {
	Actor models.Actor

	// Shown are interviews at the revisions that a form showed. A change of one of them that is at another revision by
	// now is a [models.Conflict] and changes nothing, since any change may be why somebody decides otherwise: a
	// lock would be held by whoever closed the laptop. What changes nothing anyway is not refused, so a form that is
	// sent twice is done once.
	Shown []Shown

	// Plan is the plan that is confirmed, nil for none. The transaction that makes the change decides again, and
	// compares what it decides on, and what it would send, with what the plan rests on: a [PlanChanged] if that is not
	// the same. It remembers the plan with the change, so that a plan is carried out once: [ErrCommitted] if it was.
	// What changes nothing by then is not compared, and not remembered either, as for a form.
	Plan *Commit

	// Undo is how long the effects of a move or of another interviewer wait, so that it can be taken back; 0 for not at
	// all (D11).
	Undo time.Duration
	// Reason is why an interview is canceled, gets another interviewer, or is moved, which is a booking in its place;
	// nil if none is given.
	Reason *models.Reason
}

// Shown is an interview at the revision at which somebody was shown it.
type Shown struct {
	ID       string
	Revision int64
}

// ByCandidate is the candidate, who acts by the link in a letter.
func ByCandidate(id string) By { return By{Actor: models.Actor{Kind: models.ActorCandidate, ID: id}} }

// Who is the actor: the service itself if nobody is named.
func (by By) Who() models.Actor {
	if by.Actor == (models.Actor{}) {
		return models.Actor{Kind: models.ActorService}
	}
	return by.Actor
}

// CheckShown returns a [models.Conflict] if the interview was shown at another revision than it has; before is its row
// before the change.
func (by By) CheckShown(before models.Interview) error {
	for _, s := range by.Shown {
		if s.ID == before.ID {
			return CheckShown(before, s.Revision)
		}
	}
	return nil
}

// CheckReplaced is [By.CheckShown] for a booking: existing is the candidate's interview that it replaces, nil for none.
// If one was shown, another one or none in its place is a [models.Conflict] as well.
func (by By) CheckReplaced(existing *models.Interview) error {
	if len(by.Shown) == 0 {
		return nil
	}
	s := by.Shown[0]
	if existing == nil || existing.ID != s.ID {
		return models.About(models.Refusal{Cause: models.CauseOtherSince},
			models.Conflictf("interview %s is not the candidate's any more; look at what they have now, and "+
				"decide again", models.Quote(s.ID)))
	}
	return CheckShown(*existing, s.Revision)
}

// CheckShown returns a [models.Conflict] unless the interview is still at the revision that somebody was shown before
// they decided to change it (D11). What they saw was true of another row.
func CheckShown(i models.Interview, shown int64) error {
	if i.Revision == shown {
		return nil
	}
	return models.About(models.Refusal{Cause: models.CauseChangedSince, At: i.UpdatedAt},
		models.Conflictf("interview %s was changed at %s, after it was shown to you; look at it as it is now, and decide "+
			"again", i.ID, models.FormatInstant(i.UpdatedAt)))
}
