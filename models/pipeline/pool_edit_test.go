package pipeline_test

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/pipeline"
)

// TestPauseToCome: a pause that is entered ends after today; one that was entered before stays as it is (P1).
func TestPauseToCome(t *testing.T) {
	t.Parallel()
	const today, over = "2031-03-03", "2031-03-01"
	pool := models.Pool{Version: 1}
	paused := func(until string) models.PoolMember {
		return models.PoolMember{Email: desk.Ann, State: models.PoolPaused, PausedUntil: until,
			Resumes: models.PoolQualified}
	}
	was := []models.PoolMember{{Email: desk.Ann, State: models.PoolQualified}}
	for until, refused := range map[string]bool{"": false, "2031-03-04": false, today: true, over: true} {
		_, after, err := pipeline.DecidePoolMember(pool, was, 1, paused(until), today)
		if refused {
			desk.WantRefusal(t, "a pause until "+until, models.Invalid, "is over already")(err)
		} else if err != nil || after != paused(until) {
			t.Errorf("a pause until %q: %+v, %v", until, after, err)
		}
	}
	again := paused(over)
	again.Resumes = models.PoolShadow
	if _, after, err := pipeline.DecidePoolMember(pool, []models.PoolMember{paused(over)}, 1, again,
		today); err != nil || after != again {
		t.Errorf("what somebody is after a pause that is over: %+v, %v", after, err)
	}
}
