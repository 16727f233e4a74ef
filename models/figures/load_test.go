package figures_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/figures"
	"litmus/models/pipeline"
)

// loaded are facts of three people: ann is allowed two a week, bob and eve have no limit, and eve is on Kiritimati.
func loaded() figures.LoadFacts {
	pool := pipeline.PoolPage{Pool: models.Pool{ID: "pool_1", Name: "Backend",
		PoolSettings: models.PoolSettings{ShadowsNeeded: 3}}}
	for email, state := range map[string]models.PoolState{"ann": models.PoolQualified, "bob": models.PoolQualified,
		"eve": models.PoolShadow} {
		pool.Members = append(pool.Members, models.PoolMember{Email: email, State: state})
	}
	return figures.LoadFacts{Zone: "UTC", Pools: []pipeline.PoolPage{pool}, People: []figures.Interviewing{
		{Email: "ann", Zone: "UTC", Limits: models.InterviewLimits{Week: 2}},
		{Email: "bob", Zone: "UTC"}, {Email: "eve", Zone: "Pacific/Kiritimati"}, {Email: "zoe", Zone: "UTC"}}}
}

func TestLoadAt(t *testing.T) { // P12
	t.Parallel()
	now := time.Date(2031, 3, 5, 12, 0, 0, 0, time.UTC) // a Wednesday
	day := func(n int) time.Time { return now.AddDate(0, 0, n) }
	f := loaded()
	sunday := time.Date(2031, 3, 9, 20, 0, 0, 0, time.UTC) // Monday on Kiritimati
	f.Sittings = []figures.Sitting{{Email: "ann", Start: day(0)}, {Email: "ann", Start: day(-7), Missed: true},
		{Email: "ann", Start: day(7), NoCandidate: true}, {Email: "ann", Start: day(-56)},
		{Email: "ann", Start: day(-65)}, {Email: "ann", Start: day(28)}, {Email: "ann", Start: day(40)},
		{Email: "bob", Start: sunday}, {Email: "eve", Start: sunday}, {Email: "who", Start: day(0)}}
	l, err := figures.LoadAt(f, "", now)
	if err != nil || len(l.Mondays) != 13 || l.Mondays[figures.LoadPast] != "2031-03-03" {
		t.Fatalf("weeks begin on %v, %v", l.Mondays, err)
	}
	var got []string
	for _, p := range l.People {
		got = append(got, fmt.Sprintf("%s %v of %d, %d of %d: %d %%, missed %d, %d", p.Email, p.Weeks, p.Most, p.Recent,
			p.Allowed, p.Percent, p.NoShows, p.NoCandidate))
	}
	want := []string{"ann [1 0 0 0 0 0 0 0 1 1 0 0 1] of 2, 3 of 8: 37 %, missed 1, 1",
		"bob [0 0 0 0 0 0 0 0 1 0 0 0 0] of 0, 1 of 0: 6 %, missed 0, 0",
		"eve [0 0 0 0 0 0 0 0 0 1 0 0 0] of 0, 1 of 0: 6 %, missed 0, 0",
		"zoe [0 0 0 0 0 0 0 0 0 0 0 0 0] of 0, 0 of 0: 0 %, missed 0, 0"}
	if !slices.Equal(got, want) {
		t.Errorf("the load is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p := l.Pools[0]; p.Smallest != 6 || p.Largest != 37 || p.Fairness != 6 || p.Qualified != 2 || p.Training != 1 {
		t.Errorf("the pool's shares are %+v", p)
	}
	if want := (figures.Trainee{"pool_1", "Backend", "eve", "", models.PoolShadow, 0, 3}); len(l.Trainees) != 1 ||
		l.Trainees[0] != want {
		t.Errorf("in training are %+v", l.Trainees)
	}

	f.NoShowsFree = true
	if l, err = figures.LoadAt(f, "pool_1", now); err != nil || len(l.People) != 3 || l.People[0].Weeks[9] != 0 {
		t.Errorf("without candidates' no-shows the pool's load is %+v, %v", l.People, err)
	}
	f.Pools = append(f.Pools, pipeline.PoolPage{Pool: models.Pool{ID: "pool_2", Kind: models.PoolRooms}})
	if l, err = figures.LoadAt(f, "", now); err != nil || len(l.Pools) != 1 {
		t.Errorf("with a pool of rooms the pools are %+v, %v", l.Pools, err)
	}
	if _, err := figures.LoadAt(f, "pool_2", now); models.KindOf(err) != models.NotFound {
		t.Errorf("of a pool of rooms: %v", err)
	}
	from, to := figures.LoadSpan(now, f.Zone)
	for _, s := range f.Sittings[:4] {
		if s.Start.Before(from) || !s.Start.Before(to) {
			t.Errorf("what begins at %s is not read", s.Start)
		}
	}
}

// A pool in which everybody has the same share is even, whatever their limits, and one of whose members somebody has
// none has no number.
func TestFairness(t *testing.T) { // P12
	t.Parallel()
	now := time.Date(2031, 3, 5, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		ann, bob int
		want     float64
	}{"nobody": {0, 0, 0}, "one alone": {4, 0, 0}, "by their limits": {2, 4, 1}, "twice": {2, 2, 2}} {
		f := loaded()
		for n := range c.ann + c.bob {
			s := figures.Sitting{Email: "ann", Start: now}
			if n >= c.ann {
				s.Email = "bob"
			}
			f.Sittings = append(f.Sittings, s)
		}
		if l, err := figures.LoadAt(f, "", now); err != nil || l.Pools[0].Fairness != c.want {
			t.Errorf("%s: %+v, %v, want %g", name, l.Pools, err, c.want)
		}
	}
}
