package pipeline

import (
	"slices"
	"strconv"

	"litmus/models"
)

// TrackPlace is where somebody stands in a track.
type TrackPlace struct {
	Steps []PlacedStep
	At    int // the step at which they stand, len(Steps) after the last one, -1 if they stand at none
}

// PlacedStep is a step of a track with somebody's record for it.
type PlacedStep struct {
	models.Round
	Record PlacedRecord // zero if they have none
}

// PlacedRecord is a candidate record with what says where somebody stands.
type PlacedRecord struct{ ID, AssessmentID, State string }

// PlaceIn returns where somebody with these records stands in a track with these steps. A record belongs to the first
// step with its assessment, as in [Status.Standing]. Somebody stands at the last step for which they have a record, and
// at the one after it once they were advanced there; a record that was withdrawn counts only where there is no other.
func PlaceIn(steps []models.Round, records []PlacedRecord) TrackPlace {
	p := TrackPlace{At: -1}
	for _, r := range steps {
		p.Steps = append(p.Steps, PlacedStep{Round: r})
	}
	for _, r := range records {
		at := slices.IndexFunc(steps, func(s models.Round) bool {
			return slices.Contains(s.Assessments(),
				r.AssessmentID)
		})
		if at < 0 || p.Steps[at].Record.ID != "" {
			continue
		}
		p.Steps[at].Record = r
		if p.At < 0 || p.withdrawn(p.At) || at > p.At && !p.withdrawn(at) {
			p.At = at
		}
	}
	if p.At >= 0 && p.Steps[p.At].Record.State == models.CandidateAdvanced {
		passed := p.Steps[p.At].Record.AssessmentID
		for p.At < len(steps) && slices.Contains(steps[p.At].Assessments(), passed) {
			p.At++
		}
	}
	return p
}

func (p TrackPlace) withdrawn(at int) bool {
	return p.Steps[at].Record.State == models.CandidateWithdrawn
}

// Words says where somebody stands, such as "step 3 of 5: Take-home"; "" if they stand at no step.
func (p TrackPlace) Words() string {
	switch {
	case p.At < 0:
		return ""
	case p.At == len(p.Steps):
		return "past the last of " + models.Count(len(p.Steps), "step")
	}
	s := p.Steps[p.At]
	words := "step " + strconv.Itoa(p.At+1) + " of " + strconv.Itoa(len(p.Steps)) + ": " + s.Title
	if s.Record.ID == "" {
		return "next is " + words
	}
	return words
}

// Onward says how somebody who was advanced by the record goes on: goesOn is [TrackPlace.GoesOn], and plain says that
// they stand at a step without an assessment.
func (p TrackPlace) Onward(recordID string) (goesOn, plain bool) {
	from := slices.IndexFunc(p.Steps, func(s PlacedStep) bool { return s.Record.ID == recordID })
	if from < 0 || slices.ContainsFunc(p.Steps[from+1:], PlacedStep.counts) {
		return false, false
	}
	goesOn = p.GoesOn(recordID)
	return goesOn, !goesOn && p.At < len(p.Steps)
}

// counts reports whether somebody has a record for the step that was not withdrawn.
func (s PlacedStep) counts() bool {
	return s.Record.ID != "" && s.Record.State != models.CandidateWithdrawn
}

// GoesOn reports whether a step with an assessment, or a group of them, follows that of the record, and they have no
// record there or later that counts: nobody said yet how they go on.
func (p TrackPlace) GoesOn(recordID string) bool {
	from := slices.IndexFunc(p.Steps, func(s PlacedStep) bool { return s.Record.ID == recordID })
	if from < 0 {
		return false
	}
	open := false
	for _, s := range p.Steps[from+1:] {
		if s.counts() {
			return false
		}
		open = open || s.Type != models.StepPlain
	}
	return open
}
