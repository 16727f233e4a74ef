package pipeline

import (
	"testing"
	"time"

	"litmus/models"
)

// TestFirstStep proves D17: the first step of a posting brings its track with it, and a step that says no duration has
// the length of its live assessment, where a step can be so long.
func TestFirstStep(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		mode                string
		limit, typed, wants int
	}{{models.DeliverySync, 45, 0, 45}, {models.DeliverySync, 45, 30, 30}, {models.DeliverySync, 600, 0, 60},
		{models.DeliverySync, 0, 0, 60}, {models.DeliveryAsync, 45, 0, 60}} {
		f := Facts{Pipeline: Pipeline{Posting: backendPosting(), Rounds: map[string][]models.Round{}},
			Assessments: map[string]models.Assessment{"asm_1": {ID: "asm_1", DeliveryMode: c.mode, TimeLimitMinutes: c.limit}}}
		add := AddRound{ID: "rnd_1", TrackID: "trk_1", First: true, Step: StepEdit{Type: models.StepAssessment, Title: "Talk",
			AssessmentID: "asm_1", DurationMinutes: c.typed}}
		gone := add
		gone.First = false
		if _, err := Decide(f, 1, gone, now); models.KindOf(err) != models.Conflict {
			t.Errorf("a step in a track that is gone: %v", err)
		}
		p, err := Decide(f, 1, add, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := laidOut(p); got != "Main*: Talk; " {
			t.Errorf("the pipeline is %q", got)
		}
		if got := p.Rounds["trk_1"][0].DurationMinutes; got != c.wants {
			t.Errorf("%+v: the step takes %d minutes", c, got)
		}
		f.Pipeline = p
		if again, err := Decide(f, 1, add, now); err != nil || again.Posting.Version != p.Posting.Version {
			t.Errorf("sent twice it is at version %d, want %d (%v)", again.Posting.Version, p.Posting.Version, err)
		}
		other := add
		other.ID, other.TrackID = "rnd_2", "trk_2"
		if p, err = Decide(f, p.Posting.Version, other, now); err != nil || laidOut(p) != "Main*: Talk Talk; " {
			t.Errorf("another first step beside it makes %q (%v)", laidOut(p), err)
		}
	}
}
