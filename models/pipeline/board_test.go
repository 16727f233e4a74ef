package pipeline_test

import (
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/pipeline"
)

// TestLanes proves where the records of a pipeline's assessments stand on the board, and where they do once they are
// advanced (D17).
func TestLanes(t *testing.T) {
	t.Parallel()
	step := func(id string) models.Round { return models.Round{Type: models.StepAssessment, AssessmentID: id} }
	plain := models.Round{Type: models.StepPlain}
	p := pipeline.Pipeline{Tracks: []models.Track{{ID: "long"}, {ID: "short"}, {ID: "empty"}},
		Rounds: map[string][]models.Round{
			"long": {plain, {Type: models.StepGroup, AssessmentIDs: []string{"go", "rust"}}, step("home"), step("home"),
				plain, step("talk"), plain},
			"short": {step("talk")},
		}}
	lane := func(track, id string, at, next int, goesOn bool) pipeline.Lane {
		return pipeline.Lane{TrackRecord: pipeline.TrackRecord{TrackID: track, AssessmentID: id}, At: at, Next: next,
			GoesOn: goesOn}
	}
	want := []pipeline.Lane{lane("long", "go", 1, 2, true), lane("long", "rust", 1, 2, true),
		lane("long", "home", 2, 4, true), lane("long", "talk", 5, 6, false), lane("short", "talk", 0, -1, false)}
	if got := p.Lanes(); !slices.Equal(got, want) {
		t.Errorf("the lanes are %+v, want %+v", got, want)
	}
}
