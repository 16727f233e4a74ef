package store_test

import (
	"reflect"
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/store/setups"
)

// backendPool is a pool of a file, with somebody qualified and a trainee.
func backendPool() setup.Pool {
	return setup.Pool{Key: "backend", Name: "Backend", PoolSettings: models.PoolSettings{ShadowsNeeded: 3},
		Members: []models.PoolMember{{Email: grace, State: models.PoolQualified},
			{Email: kit, State: models.PoolShadow, Done: 1}}}
}

// pool reads a pool with its members by its key.
func (f *fixture) pool(key string) (found struct {
	models.Pool
	Members []models.PoolMember
}) {
	f.t.Helper()
	for _, p := range must(f.Pools.List(ctx, f.org.ID))(f.t) {
		if p.Key == key {
			found.Pool, found.Members = p.Pool, p.Members
		}
	}
	return found
}

// TestApplyPools: a file writes pools and what changed in it of their members; what was counted since stays (P1, P7).
func TestApplyPools(t *testing.T) {
	t.Parallel()
	file := acme()
	file.Pools = []setup.Pool{backendPool()}
	organizations{file}.each(t, func(t *testing.T, f *fixture) {
		at := func(state models.PoolState, done int) models.PoolMember {
			return models.PoolMember{Email: kit, State: state, Done: done}
		}
		trainee := func() models.PoolMember {
			m := f.pool("backend").Members
			n := slices.IndexFunc(m, func(m models.PoolMember) bool { return m.Email == kit })
			if n < 0 {
				return models.PoolMember{}
			}
			return m[n]
		}
		if got := trainee(); got != at(models.PoolShadow, 1) {
			t.Errorf("the trainee is %+v", got)
		}
		before := f.dump()
		f.apply(file)
		f.unchanged(before)

		f.exec("update pool_members set done = 2 where email = ?", kit) // an interview counted
		f.apply(file)
		if got := trainee(); got != at(models.PoolShadow, 2) {
			t.Errorf("a file that says the same of the trainee as before made them %+v, want what was counted", got)
		}
		file := file
		file.Pools = []setup.Pool{backendPool()}
		file.Pools[0].Members[1] = at(models.PoolShadow, 0)
		if got := f.noted(func() { f.apply(file) }); !slices.Equal(got, []string{
			"pool members changed: kit@acme.example: times done from 2 to 0 by the organization file"}) {
			t.Errorf("another count in the file notes %q", got)
		}
		file.Pools[0].ShadowsNeeded, file.Pools[0].Members[1] = 1, at(models.PoolShadow, 1)
		f.apply(file)
		if got := trainee(); got != at(models.PoolQualified, 0) {
			t.Errorf("a trainee who did enough is %+v, want them qualified", got)
		}

		file.Pools[0].Limits = models.InterviewLimits{Day: 2, After: 15}
		if got := f.noted(func() { f.apply(file) }); !slices.Equal(got, []string{
			"pool edited: limits from none to at most 2 a day, 15 minutes after by the organization file"}) {
			t.Errorf("limits in the file note %q", got)
		}
		before = f.dump()
		f.apply(file)
		f.unchanged(before)
		if got := must(f.Setups.Export(ctx, f.org.Slug))(t).Pools[0].Limits; got != file.Pools[0].Limits {
			t.Errorf("the limits are exported as %+v", got)
		}

		file.Pools[0].Members = file.Pools[0].Members[:1]
		f.apply(file)
		if got := f.pool("backend").Members; len(got) != 2 {
			t.Errorf("without prune the members are %+v, want both", got)
		}
		prune := func() []string {
			return must(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))(t).Changes
		}
		prune()
		if got := f.pool("backend").Members; len(got) != 1 || got[0].Email != grace {
			t.Errorf("with prune the members are %+v, want the one of the file", got)
		}
		f.refused(f.Pools.Leave(ctx, act.By{}, f.org.ID, f.pool("backend").ID, grace), models.Conflict,
			"an edit in the dashboard")
		file.Pools = nil
		round := f.round("backend", "default", "design")
		f.exec(`update rounds set seats = '[{"pool":"`+f.pool("backend").ID+`","count":1,"role":"interviewer"}]'
			where id = ?`, round)
		f.exec("update postings set origin = 'dashboard'") // else the file's step has no seats
		if got := prune(); !slices.Contains(got, "kept pool backend: a seat of a step names it") {
			t.Errorf("to prune a pool that a seat names says %q", got)
		}
		f.exec("update rounds set seats = null")
		if got := prune(); !slices.Contains(got, "removed pool backend") ||
			!reflect.DeepEqual(f.pool("backend").Pool, models.Pool{}) {
			t.Errorf("to prune it says %q", got)
		}
	})
}
