package booking

import (
	"errors"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// checkReplaces refuses a replace of an interview that is not what the candidate has.
func checkReplaces(o Order, f Facts, now time.Time) error {
	switch {
	case o.Replaces == "" || f.Existing != nil && f.Existing.ID == o.Replaces:
		return nil
	case f.Existing == nil:
		return models.About(models.Refusal{Cause: models.CauseCanceledSince},
			models.Conflictf("interview %s was canceled; book another one in its place", o.Replaces))
	}
	return models.About(models.Refusal{Cause: models.CauseOtherSince},
		models.Conflictf("interview %s was canceled; the candidate has interview "+
			"%s (%s) since", o.Replaces, f.Existing.ID, f.Existing.StatusAt(now)))
}

func checkResources(o Order, f Facts) error {
	switch {
	case f.Posting == nil:
		return models.NotFoundf("posting_id %s not found", models.Quote(o.PostingID))
	case f.Round == nil:
		return models.NotFoundf("round_id %s not found in posting %s", models.Quote(o.RoundID), o.PostingID)
	case o.CandidateID != "" && f.Candidate == nil:
		return models.NotFoundf("candidate_id %s not found", models.Quote(o.CandidateID))
	}
	return nil
}

// checkPast refuses only a start that could never take place: its session window would be over already, or it is
// indefinite and more than 24 hours ago. Any other start in the past is booked with a warning, since §4 says no more
// than that a start should be in the future.
func checkPast(start time.Time, r models.Round, p models.Policy, now time.Time) error {
	if r.Indefinite && start.Before(now.Add(-24*time.Hour)) {
		return models.About(models.Refusal{Cause: models.CausePast, Field: "scheduled_start_at", At: start},
			models.Invalidf("scheduled_start_at %s is more than 24 hours in the past", models.FormatInstant(start)))
	}
	if end := start.Add(r.Duration() + p.SessionGrace); !r.Indefinite && !now.Before(end) {
		return models.About(models.Refusal{Cause: models.CausePast, Field: "scheduled_start_at", At: start, Until: end},
			models.Invalidf("scheduled_start_at %s is in the past: its session window would have closed at %s",
				models.FormatInstant(start), models.FormatInstant(end)))
	}
	return nil
}

// checkCandidate refuses a candidate of another posting, assessment or track, one who is not active, and a new one for
// a closed posting (§4 rule 4).
func checkCandidate(o Order, f Facts, now time.Time) error {
	c := f.Candidate
	if c == nil {
		if !f.Posting.Open() {
			return models.About(models.Refusal{Cause: models.CauseClosed},
				models.Conflictf("posting %s is closed; only candidates it already has can be booked", f.Posting.ID))
		}
		return nil
	}
	switch {
	case c.PostingID != f.Posting.ID:
		return models.About(models.Refusal{Cause: models.CauseOtherTrack},
			models.Conflictf("candidate %s belongs to posting %s, not %s", c.ID, c.PostingID, f.Posting.ID))
	case c.AssessmentID != f.Round.AssessmentID:
		return models.About(models.Refusal{Cause: models.CauseOtherTrack},
			models.Conflictf("candidate %s belongs to assessment %s; round %s uses %s",
				c.ID, c.AssessmentID, f.Round.ID, f.Round.AssessmentID))
	case c.TrackID != f.Round.TrackID:
		return models.About(models.Refusal{Cause: models.CauseOtherTrack},
			models.Conflictf("candidate %s is in track %s; round %s is in track %s", c.ID, c.TrackID, f.Round.ID,
				f.Round.TrackID))
	}
	if s := c.StateAt(now, f.Existing != nil); !models.ActiveState(s) {
		return models.About(models.Refusal{Cause: models.CauseOver, Value: s},
			models.Conflictf("candidate %s is %s; only an invited or in_progress candidate can be booked", c.ID, s))
	}
	return nil
}

// checkInterviewer refuses an interviewer who is already booked then, anywhere in the organization (§4 rule 2): see
// [models.Interview.Blocks] for what counts. Ends that touch are no conflict. except is the id of an interview that
// does not count.
func checkInterviewer(email string, start time.Time, d time.Duration, busy []timetable.Booked, except string) error {
	if email == "" {
		return nil
	}
	want := timetable.Range{From: start, To: start.Add(d)}
	for _, b := range busy {
		if b.InterviewID != except && b.Overlaps(want) {
			return models.About(models.Refusal{Cause: models.CauseBusy, Who: email, At: b.From, Until: b.To},
				models.Conflictf("interviewer %s already has an interview from %s to %s",
					email, models.FormatInstant(b.From), models.FormatInstant(b.To)))
		}
	}
	return nil
}

// UnnamedBusy is the refusal of a booking whose interviewer is booked then without their address, for a caller who has
// not named them and may not read who interviews (§5 rule 5). Every other error stays as it is.
func UnnamedBusy(err error) error {
	var e *models.Error
	if !errors.As(err, &e) || e.Cause != models.CauseBusy {
		return err
	}
	return models.About(models.Refusal{Cause: models.CauseBusy, Field: e.Field, At: e.At, Until: e.Until},
		models.Conflictf("the interviewer already has an interview from %s to %s", models.FormatInstant(e.At),
			models.FormatInstant(e.Until)))
}
