package models_test

import (
	"testing"

	"litmus/models"
)

func TestPoolMemberOnADate(t *testing.T) { // P1
	t.Parallel()
	away := models.PoolMember{State: models.PoolPaused, PausedUntil: "2031-03-04", Resumes: models.PoolShadow}
	for _, c := range []struct {
		m    models.PoolMember
		date string
		want models.PoolState
	}{
		{away, "2031-03-03", models.PoolPaused},
		{away, "2031-03-04", models.PoolShadow},
		{models.PoolMember{State: models.PoolPaused, Resumes: models.PoolQualified}, "2199-01-01", models.PoolPaused},
		{models.PoolMember{State: models.PoolQualified}, "2031-03-03", models.PoolQualified},
	} {
		if got := c.m.StateOn(c.date); got != c.want {
			t.Errorf("%+v is %s on %s, want %s", c.m, got, c.date, c.want)
		}
	}
}

func TestTrained(t *testing.T) { // P7
	t.Parallel()
	both := models.PoolSettings{ShadowsNeeded: 3, ReverseShadowsNeeded: 2}
	for name, c := range map[string]struct {
		s        models.PoolSettings
		m, wants models.PoolMember
	}{
		"too few": {both, models.PoolMember{State: models.PoolShadow, Done: 2},
			models.PoolMember{State: models.PoolShadow, Done: 2}},
		"shadowed enough": {both, models.PoolMember{State: models.PoolShadow, Done: 3},
			models.PoolMember{State: models.PoolReverseShadow}},
		"led enough": {both, models.PoolMember{State: models.PoolReverseShadow, Done: 5},
			models.PoolMember{State: models.PoolQualified}},
		"nobody has to lead": {models.PoolSettings{ShadowsNeeded: 1},
			models.PoolMember{State: models.PoolShadow, Done: 1}, models.PoolMember{State: models.PoolQualified}},
		"no number": {models.PoolSettings{ReverseShadowsNeeded: 1}, models.PoolMember{State: models.PoolShadow, Done: 9},
			models.PoolMember{State: models.PoolShadow, Done: 9}},
		"paused": {both, models.PoolMember{State: models.PoolPaused, Resumes: models.PoolShadow, Done: 3},
			models.PoolMember{State: models.PoolPaused, Resumes: models.PoolReverseShadow}},
	} {
		if got := c.s.Trained(c.m); got != c.wants {
			t.Errorf("%s: got %+v, want %+v", name, got, c.wants)
		}
	}
}

func TestPoolMemberCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want models.PoolMember }{
		{models.PoolMember{Email: " Ann@Acme.Example", State: models.PoolQualified, Done: 3, PausedUntil: "2031-03-04",
			Resumes: models.PoolShadow}, models.PoolMember{Email: "ann@acme.example", State: models.PoolQualified}},
		{models.PoolMember{Email: "a@b.example", State: models.PoolPaused}, models.PoolMember{Email: "a@b.example",
			State: models.PoolPaused, Resumes: models.PoolQualified}},
		{models.PoolMember{Email: "a@b.example", State: models.PoolPaused, Resumes: models.PoolShadow, Done: 2},
			models.PoolMember{Email: "a@b.example", State: models.PoolPaused, Resumes: models.PoolShadow, Done: 2}},
	} {
		if got, err := c.in.Check(); err != nil || got != c.want {
			t.Errorf("%+v became %+v, %v; want %+v", c.in, got, err, c.want)
		}
	}
	for want, m := range map[string]models.PoolMember{
		`state "expert" is unknown; expected qualified, shadow, reverse_shadow or paused`: {State: "expert"},
		`resumes "paused" is unknown; expected qualified, shadow or reverse_shadow`: {State: models.PoolPaused,
			Resumes: models.PoolPaused},
		`the end of the pause "tomorrow" is not a date such as 2026-12-24`: {State: models.PoolPaused, PausedUntil: "tomorrow"},
		`done is 101; expected 0 to 100`:                                   {State: models.PoolShadow, Done: 101},
		`done is -1; expected 0 to 100`:                                    {State: models.PoolReverseShadow, Done: -1},
	} {
		m.Email = "a@b.example"
		if _, err := m.Check(); err == nil || err.Error() != want || models.KindOf(err) != models.Invalid {
			t.Errorf("%+v: %v, want %s", m, err, want)
		}
	}
}

func TestAfter(t *testing.T) { // P7
	t.Parallel()
	const shadow, leads = models.PoolShadow, models.PoolReverseShadow
	s := models.PoolSettings{ShadowsNeeded: 2, ReverseShadowsNeeded: 1}
	at := func(state models.PoolState, done, counted int) models.PoolMember {
		return models.PoolMember{State: state, Done: done, Counted: counted}
	}
	for name, c := range map[string]struct {
		s    models.PoolSettings
		m    models.PoolMember
		sat  []models.PoolState
		want models.PoolMember
	}{
		"nothing":            {s, at(shadow, 1, 0), nil, at(shadow, 1, 0)},
		"one of two":         {s, at(shadow, 0, 0), []models.PoolState{shadow}, at(shadow, 1, 1)},
		"enough":             {s, at(shadow, 1, 0), []models.PoolState{shadow}, at(leads, 0, 1)},
		"more than enough":   {s, at(shadow, 1, 0), []models.PoolState{shadow, shadow, shadow}, at(leads, 0, 3)},
		"until qualified":    {s, at(shadow, 1, 0), []models.PoolState{shadow, leads}, at(models.PoolQualified, 0, 2)},
		"led too soon":       {s, at(shadow, 0, 0), []models.PoolState{leads}, at(shadow, 0, 1)},
		"a member says when": {models.PoolSettings{}, at(shadow, 7, 0), []models.PoolState{shadow}, at(shadow, 8, 1)},
		"who is not trained": {s, at(models.PoolQualified, 0, 0), []models.PoolState{shadow},
			at(models.PoolQualified, 0, 1)},
		"no leading is asked": {models.PoolSettings{ShadowsNeeded: 1}, at(shadow, 0, 0),
			[]models.PoolState{shadow}, at(models.PoolQualified, 0, 1)},
		"paused": {s, models.PoolMember{State: models.PoolPaused, Resumes: shadow, Done: 1}, []models.PoolState{shadow},
			models.PoolMember{State: models.PoolPaused, Resumes: leads, Counted: 1}},
	} {
		if got := c.s.After(c.m, c.sat); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
