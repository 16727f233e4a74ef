package pipeline

import "litmus/models"

// Lane says where the records of a track and an assessment stand on the board of a posting, which has a column for each
// step.
type Lane struct {
	TrackRecord
	At     int  // the step of the record, as in [PlaceIn]
	Next   int  // the step at which somebody stands once they are advanced there, -1 past the last one
	GoesOn bool // a step with an assessment follows, see [TrackPlace.GoesOn]
}

// Lanes returns the lanes of the pipeline's tracks. Records of other assessments stand in no step.
func (p Pipeline) Lanes() (lanes []Lane) {
	for _, t := range p.Tracks {
		steps, known := p.Rounds[t.ID], map[string]bool{}
		for _, step := range steps {
			for _, id := range step.Assessments() {
				if known[id] {
					continue
				}
				known[id] = true
				r := PlacedRecord{ID: id, AssessmentID: id, State: models.CandidateInvited}
				l := Lane{TrackRecord: TrackRecord{TrackID: t.ID, AssessmentID: id},
					At: PlaceIn(steps, []PlacedRecord{r}).At}
				r.State = models.CandidateAdvanced
				after := PlaceIn(steps, []PlacedRecord{r})
				if l.Next = after.At; l.Next == len(steps) {
					l.Next = -1
				}
				l.GoesOn = l.Next >= 0 && after.GoesOn(id)
				lanes = append(lanes, l)
			}
		}
	}
	return lanes
}
