package pipeline

import (
	"reflect"
	"testing"

	"litmus/models"
)

// TestPipelineStatus shows that a record counts once, at the first step that has its assessment.
func TestPipelineStatus(t *testing.T) { // T1
	t.Parallel()
	records := func(track, assessment, state string, n int) StandingRecords {
		return StandingRecords{TrackRecord{track, assessment}, state, n}
	}
	p := Status{
		Pipeline: Pipeline{
			Tracks: []models.Track{{ID: "main"}, {ID: "referral"}},
			Rounds: map[string][]models.Round{
				"main": {
					{ID: "first", Type: models.StepAssessment, AssessmentID: "lens"},
					{ID: "group", Type: models.StepGroup, AssessmentIDs: []string{"quiz-a", "quiz-b"}},
					{ID: "again", Type: models.StepAssessment, AssessmentID: "lens"},
					{ID: "plain", Type: models.StepPlain},
				},
				"referral": {{ID: "other", Type: models.StepAssessment, AssessmentID: "lens"}},
			},
		},
		Records: []StandingRecords{
			records("main", "lens", models.CandidateInvited, 3), records("main", "lens", models.CandidateSubmitted, 1),
			records("main", "quiz-b", models.CandidateInvited, 2), records("main", "quiz-a", models.CandidateInvited, 1),
			records("main", "unstaged", models.CandidateExpired, 4), records("referral", "lens", models.CandidateAdvanced, 5),
		},
		Upcoming: map[string]int{"first": 2, "other": 1},
	}
	tracks, total := p.Standing()
	if want := (StateCounts{"invited": 6, "submitted": 1, "expired": 4, "advanced": 5}); !reflect.DeepEqual(total, want) ||
		total.Total() != 16 {
		t.Errorf("in all %v", total)
	}
	got := map[string]StateCounts{}
	upcoming := map[string]int{}
	for _, x := range tracks {
		got[x.Track.ID] = x.Elsewhere
		for _, s := range x.Steps {
			got[s.Round.ID], upcoming[s.Round.ID] = s.StateCounts, s.Upcoming
		}
	}
	if want := map[string]StateCounts{"first": {"invited": 3, "submitted": 1}, "group": {"invited": 3}, "again": {},
		"plain": {}, "main": {"expired": 4}, "other": {"advanced": 5}, "referral": {}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if upcoming["first"] != 2 || upcoming["other"] != 1 || upcoming["plain"] != 0 {
		t.Errorf("upcoming %v", upcoming)
	}
}
