package pipeline

import (
	"slices"

	"litmus/models"
)

// Status says how many candidates of a posting stand where.
type Status struct {
	Pipeline
	Records  []StandingRecords
	Upcoming map[string]int // interviews that are to come, by the id of their step
}

// StandingRecords counts the candidate records of a track and an assessment that are in one state.
type StandingRecords struct {
	TrackRecord
	State string
	N     int
}

// StateCounts counts candidate records by their state; states without a record are missing.
type StateCounts map[string]int

// Total returns the number of records.
func (s StateCounts) Total() (n int) {
	for _, count := range s {
		n += count
	}
	return n
}

// StepStanding is a step with the records that stand there.
type StepStanding struct {
	models.Round
	StateCounts
	Upcoming int // interviews of the step that are to come
}

// TrackStanding is a track with its steps in order, and the records whose assessment stands in none of them.
type TrackStanding struct {
	models.Track
	Steps     []StepStanding
	Elsewhere StateCounts
}

// Standing returns who stands where. A record counts once: at the first step of its track with its assessment, alone or
// in a group, else as elsewhere in its track.
func (p Status) Standing() (tracks []TrackStanding, total StateCounts) {
	total = StateCounts{}
	for _, t := range p.Tracks {
		here := TrackStanding{Track: t, Elsewhere: StateCounts{}, Steps: []StepStanding{}}
		for _, r := range p.Rounds[t.ID] {
			here.Steps = append(here.Steps, StepStanding{r, StateCounts{}, p.Upcoming[r.ID]})
		}
		for _, x := range p.Records {
			if x.TrackID != t.ID {
				continue
			}
			at := slices.IndexFunc(here.Steps, func(s StepStanding) bool {
				return s.AssessmentID == x.AssessmentID || slices.Contains(s.AssessmentIDs, x.AssessmentID)
			})
			to := here.Elsewhere
			if at >= 0 {
				to = here.Steps[at].StateCounts
			}
			to[x.State] += x.N
			total[x.State] += x.N
		}
		tracks = append(tracks, here)
	}
	return tracks, total
}
