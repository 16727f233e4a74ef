package panel_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/panel"
)

// A trainee has one place beside those who are qualified, and the interview counts as what they are in training for.
func TestTrainees(t *testing.T) { // P7
	t.Parallel()
	places := []panel.Place{{Seat: "Backend", Pool: "pool_1", Role: models.SeatInterviewer, People: []string{"ann"}},
		{Seat: "Backend", Pool: "pool_1", Role: models.SeatShadow, People: []string{"sam", "rae"},
			Leads: []string{"rae"}},
		{Seat: "Managers", Pool: "pool_2", Role: models.SeatShadow, Shown: true, People: []string{"tom"}}}
	for free, want := range map[string]models.Seated{
		"ann":         {},
		"sam rae tom": {},
		"ann sam tom": {Email: "sam", Pool: "pool_1", Trains: models.PoolShadow, Hidden: true},
		"ann rae":     {Email: "rae", Pool: "pool_1", Trains: models.PoolReverseShadow, Hidden: true},
		"ann tom":     {Email: "tom", Pool: "pool_2", Trains: models.PoolShadow},
	} {
		got, _ := panel.Choose(places, strings.Fields(free), nil)
		if !strings.Contains(free, "ann") {
			if got != nil {
				t.Errorf("with %s: trainees alone are %+v", free, got)
			}
			continue
		}
		if got[0].Email != "ann" || got[0].Trains != "" || len(got) > 2 || len(got) > 1 != (want.Email != "") {
			t.Errorf("with %s: the panel is %+v", free, got)
		}
		if len(got) > 1 {
			s := got[1]
			if s.Email != want.Email || s.Pool != want.Pool || s.Trains != want.Trains || s.Hidden != want.Hidden {
				t.Errorf("with %s: the trainee is %+v, want %+v", free, s, want)
			}
			if leads := strings.Contains(s.Why, "leads"); leads != (s.Trains == models.PoolReverseShadow) {
				t.Errorf("with %s: it says %q", free, s.Why)
			}
		}
	}
}
