package pipeline

import (
	"maps"
	"slices"

	"litmus/models"
)

// Pipeline is a posting with its tracks in order, and with the assessments that are attached to it outside of any
// round.
type Pipeline struct {
	Posting  models.Posting
	Tracks   []models.Track
	Rounds   map[string][]models.Round // by track id, in order
	Unstaged []UnstagedAssessment
}

// UnstagedAssessment is an assessment that is attached to the posting and in no round.
type UnstagedAssessment struct {
	AssessmentID, Title, DeliveryMode string
}

// clone copies what changes change in place.
func (p Pipeline) clone() Pipeline {
	p.Tracks, p.Unstaged = slices.Clone(p.Tracks), slices.Clone(p.Unstaged)
	if p.Rounds = maps.Clone(p.Rounds); p.Rounds == nil {
		p.Rounds = map[string][]models.Round{}
	}
	for id, rounds := range p.Rounds {
		p.Rounds[id] = slices.Clone(rounds)
	}
	return p
}

// number gives tracks and steps the positions of their order.
func (p *Pipeline) number() {
	for n := range p.Tracks {
		p.Tracks[n].Position = n
		for m := range p.Rounds[p.Tracks[n].ID] {
			p.Rounds[p.Tracks[n].ID][m].Position = m
		}
	}
}

// Track returns the place of a track in the order, -1 if there is none of that id.
func (p Pipeline) Track(id string) int {
	return slices.IndexFunc(p.Tracks, func(t models.Track) bool { return t.ID == id })
}

// Round returns the track of a step and its place in it, "" and -1 if there is none of that id.
func (p Pipeline) Round(id string) (trackID string, place int) {
	for _, t := range p.Tracks {
		if n := slices.IndexFunc(p.Rounds[t.ID], func(r models.Round) bool { return r.ID == id }); n >= 0 {
			return t.ID, n
		}
	}
	return "", -1
}

// Staged reports whether a step of some track has the assessment.
func (p Pipeline) Staged(assessmentID string) bool {
	for _, rounds := range p.Rounds {
		for _, r := range rounds {
			if slices.Contains(r.Assessments(), assessmentID) {
				return true
			}
		}
	}
	return false
}

func (p Pipeline) unstaged(assessmentID string) int {
	return slices.IndexFunc(p.Unstaged, func(u UnstagedAssessment) bool { return u.AssessmentID == assessmentID })
}
