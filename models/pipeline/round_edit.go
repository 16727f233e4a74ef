package pipeline

import (
	"slices"

	"litmus/models"
)

// FirstTrack is the name of the track that is made with the first step of a posting.
const FirstTrack = "Main"

// AddRound adds a step at the end of a track. An assessment that it has is not unstaged any more (§2, Pipeline). A
// posting without tracks gets the track, called [FirstTrack]: a team with one way through needs no word for it.
type AddRound struct {
	ID, TrackID string
	First       bool   // there was no track when the form was shown: one of that id is made with the step
	GroupID     string // for a step of type group
	Step        StepEdit

	Made *AssessmentEdit // the assessment that is made with the step, which has its id; nil: it is there
}

func (c AddRound) change(f *Facts) error {
	step, err := f.timed(c.Step).Check()
	if err != nil {
		return err
	}
	if c.First && len(f.Tracks) == 0 {
		if err := (AddTrack{c.TrackID, FirstTrack}).change(f); err != nil {
			return err
		}
	} else if c.First && f.Track(c.TrackID) < 0 {
		c.TrackID = f.Tracks[0].ID // another form made the first one meanwhile
	}
	if in, n := f.Round(c.ID); n >= 0 {
		r := f.Rounds[in][n]
		return CheckSame(r.Words(), in == c.TrackID && sameStep(StepEditOf(r), step))
	}
	if f.Track(c.TrackID) < 0 {
		return goneTrack()
	}
	if err := f.known(step); err != nil {
		return err
	}
	rounds := f.Rounds[c.TrackID]
	if len(rounds) >= MaxTrackRounds {
		return models.Conflictf("the track has %d steps; there is no room for more", len(rounds))
	}
	r := step.Round()
	r.OrgID, r.ID, r.PostingID, r.TrackID = f.Posting.OrgID, c.ID, f.Posting.ID, c.TrackID
	r.DeliveryMode = f.Assessments[r.AssessmentID].DeliveryMode
	if r.Type == models.StepGroup {
		r.GroupID = c.GroupID
	}
	r.Key = RecordKey(r.Title, func(key string) bool {
		return slices.ContainsFunc(rounds, func(o models.Round) bool { return o.Key == key })
	})
	f.Rounds[c.TrackID] = append(rounds, r)
	f.stage(r)
	return nil
}

// EditRound changes a step. Its type stays while something depends on it, and so do the assessments that interviews and
// candidates have; what else it says may change at any time: interviews keep their duration and their fallback
// recipients.
type EditRound struct {
	ID      string
	GroupID string // for a step that becomes a group
	Step    StepEdit

	KeepSeats bool // the form showed none, as that of an older program: they stay (P2)
}

func (c EditRound) change(f *Facts) error {
	in, n := f.Round(c.ID)
	if n < 0 {
		return goneRound()
	}
	old := f.Rounds[in][n]
	if c.KeepSeats {
		c.Step.Seats = old.Seats
	}
	step, err := f.timed(c.Step).Check()
	if err != nil {
		return err
	}
	if sameStep(StepEditOf(old), step) {
		return nil
	}
	if err := f.known(step); err != nil {
		return err
	}
	r := step.Round()
	r.OrgID, r.ID, r.PostingID, r.TrackID, r.Key, r.Position = old.OrgID, old.ID, old.PostingID, old.TrackID, old.Key,
		old.Position
	r.DeliveryMode = f.Assessments[r.AssessmentID].DeliveryMode
	if r.Type == models.StepGroup {
		if r.GroupID = old.GroupID; r.GroupID == "" {
			r.GroupID = c.GroupID
		}
	}
	if d := f.lost(old, r); !d.None() {
		return models.Conflictf("%s has %s, so its type and its assessment stay; add another step instead", old.Words(),
			d.Words())
	}
	f.Rounds[in][n] = r
	f.stage(r)
	return nil
}

// timed gives a step that says no duration the length of its live assessment, which is its time limit.
func (f *Facts) timed(step StepEdit) StepEdit {
	a := f.Assessments[step.AssessmentID]
	if m := a.TimeLimitMinutes; step.DurationMinutes == 0 && a.DeliveryMode == models.DeliverySync &&
		m >= models.MinDurationMinutes && m <= models.MaxDurationMinutes {
		step.DurationMinutes = m
	}
	return step
}

// lost returns what depends on a step and would not on what it becomes.
func (f *Facts) lost(old, next models.Round) Dependents {
	others := append(slices.Clone(f.Rounds[old.TrackID]), next)
	others[len(others)-1].ID = "" // it is no other than old, and holds its own assessments all the same
	d := f.Use.OfRound(old, others)
	if old.Type == next.Type && old.AssessmentID == next.AssessmentID {
		d.Interviews = 0 // interviews are of steps with one assessment
	}
	return d
}

// MoveRound moves a step to a place in its track, counted from 0.
type MoveRound struct {
	ID string
	To int
}

func (c MoveRound) change(f *Facts) error {
	in, n := f.Round(c.ID)
	if n < 0 {
		return goneRound()
	}
	rounds := f.Rounds[in]
	if c.To < 0 || c.To >= len(rounds) {
		return models.Conflictf("the track has %s; there is no place %d", models.Count(len(rounds), "step"), c.To+1)
	}
	f.Rounds[in] = moved(rounds, n, c.To)
	return nil
}

// RemoveRound removes a step unless something depends on it.
type RemoveRound struct{ ID string }

func (c RemoveRound) change(f *Facts) error {
	in, n := f.Round(c.ID)
	if n < 0 {
		return nil
	}
	rounds := f.Rounds[in]
	r := rounds[n]
	if d := f.Use.OfRound(r, rounds); !d.None() {
		return models.Conflictf("%s has %s and cannot be removed", r.Words(), d.Words())
	}
	f.Rounds[in] = slices.Delete(rounds, n, n+1)
	if len(f.Rounds[in]) == 0 {
		delete(f.Rounds, in)
	}
	return nil
}

// AttachAssessment attaches an assessment to the posting without a step, unless a step has it.
type AttachAssessment struct{ AssessmentID string }

func (c AttachAssessment) change(f *Facts) error {
	a, ok := f.Assessments[c.AssessmentID]
	switch {
	case !ok:
		return goneAssessment()
	case f.unstaged(a.ID) >= 0:
		return nil
	case f.Staged(a.ID):
		return models.Conflictf("%s is in a step of the pipeline already", a.Words())
	}
	f.Unstaged = append(f.Unstaged, UnstagedAssessment{AssessmentID: a.ID, Title: a.Title,
		DeliveryMode: a.DeliveryMode})
	return nil
}

// DetachAssessment takes an assessment without a step off the posting, unless candidates have it.
type DetachAssessment struct{ AssessmentID string }

func (c DetachAssessment) change(f *Facts) error {
	n := f.unstaged(c.AssessmentID)
	if n < 0 {
		return nil
	}
	if d := f.Use.ofAssessment(c.AssessmentID); d > 0 {
		return models.Conflictf("%s has %s on this posting and stays attached", f.Assessments[c.AssessmentID].Words(),
			models.Count(d, "candidate"))
	}
	f.Unstaged = slices.Delete(f.Unstaged, n, n+1)
	return nil
}

// known refuses a step with an assessment that is not there any more, and a seat with such a pool.
func (f *Facts) known(step StepEdit) error {
	for _, id := range step.Round().Assessments() {
		if _, ok := f.Assessments[id]; !ok {
			return goneAssessment()
		}
	}
	return models.CheckSeatPools(step.Seats, func(id string) string {
		if n := slices.IndexFunc(f.Pools, func(p models.Pool) bool { return p.ID == id }); n >= 0 {
			return f.Pools[n].Kind
		}
		return ""
	})
}

// stage takes the assessments of a step off those that are in none.
func (f *Facts) stage(r models.Round) {
	f.Unstaged = slices.DeleteFunc(f.Unstaged, func(u UnstagedAssessment) bool {
		return slices.Contains(r.Assessments(), u.AssessmentID)
	})
}

// sameStep compares two checked steps.
func sameStep(a, b StepEdit) bool {
	return a.Type == b.Type && a.Title == b.Title && a.AssessmentID == b.AssessmentID &&
		a.DurationMinutes == b.DurationMinutes && a.Bookable == b.Bookable && a.Indefinite == b.Indefinite &&
		slices.Equal(a.FallbackRecipients, b.FallbackRecipients) && a.AssignmentMode == b.AssignmentMode &&
		slices.Equal(a.AssessmentIDs, b.AssessmentIDs) && models.SameSeats(a.Seats, b.Seats)
}

func goneRound() error {
	return models.Conflictf("the step was removed meanwhile; nothing was saved")
}

func goneAssessment() error {
	return models.Conflictf("the assessment was removed meanwhile; nothing was saved")
}
