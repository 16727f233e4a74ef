package store_test

import (
	"reflect"
	"slices"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pools"
	"litmus/testdb"
)

// TestPools: a pool is made, edited and removed, people join it, are changed and leave, each is noted once however
// often the form is sent, and stale forms are refused (P1, P7, D4).
func TestPools(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		by, id := f.as(models.ActorMember, ada), pools.NewPoolID()
		edit := pipeline.PoolEdit{Name: "Bar  raisers ", PoolSettings: models.PoolSettings{ShadowsNeeded: 3}}
		version := func() int64 { return must(f.Pools.Page(ctx, f.org.ID, id))(t).Version }
		shown := int64(0)
		member := func(email string, state models.PoolState, done int) models.PoolMember {
			return models.PoolMember{Email: email, State: state, Done: done}
		}
		for _, c := range []historyAct{
			{"create", func() error { return failure(f.Pools.Create(ctx, by, f.org.ID, id, edit)) },
				[]string{"pool created by ada@acme.example"}, false},
			{"join", func() error { return f.Pools.Join(ctx, by, f.org.ID, id, member(grace, models.PoolQualified, 0)) },
				[]string{"pool members changed: grace@acme.example: state qualified by ada@acme.example"}, false},
			{"join as a trainee", func() error {
				return f.Pools.Join(ctx, by, f.org.ID, id, member("New@Acme.Example", models.PoolShadow, 1))
			}, []string{"pool members changed: new@acme.example: state shadowing; new@acme.example: times done 1 by " +
				"ada@acme.example"}, false},
			{"correct the count", func() error {
				return f.Pools.SetMember(ctx, by, f.org.ID, id, shown, member("new@acme.example", models.PoolShadow, 2))
			}, []string{"pool members changed: new@acme.example: times done from 1 to 2 by ada@acme.example"}, false},
			{"pause", func() error {
				return f.Pools.SetMember(ctx, by, f.org.ID, id, shown, models.PoolMember{Email: grace,
					State: models.PoolPaused, PausedUntil: "2031-04-01"})
			}, []string{"pool members changed: grace@acme.example: state from qualified to paused; grace@acme.example: " +
				"after the pause qualified; grace@acme.example: paused until 2031-04-01 by ada@acme.example"}, false},
			{"edit, by which a trainee goes on", func() error {
				edit := edit
				edit.Name, edit.ShadowsNeeded, edit.ReverseShadowsNeeded, edit.ShadowsShown = "Raisers", 2, 1, true
				return f.Pools.Edit(ctx, by, f.org.ID, id, shown, edit)
			}, []string{`pool edited: name from "Bar  raisers" to "Raisers"; shadowings that are asked for from 3 to ` +
				"2; reverse shadowings that are asked for from 0 to 1; candidates are told of trainees by ada@acme.example",
				"pool members changed: new@acme.example: state from shadowing to reverse shadowing; new@acme.example: " +
					"times done from 2 to 0 by ada@acme.example"}, false},
			{"leave", func() error { return f.Pools.Leave(ctx, by, f.org.ID, id, "new@acme.example") },
				[]string{"pool members changed: new@acme.example is not in the pool any more by ada@acme.example"},
				false},
		} {
			if c.name != "create" {
				shown = version()
			}
			if got := f.noted(func() { f.must(c.do()) }); !slices.Equal(got, c.want) {
				t.Errorf("%s notes\n%q, want\n%q", c.name, got, c.want)
			}
			if got := f.noted(func() { f.must(c.do()) }); got != nil {
				t.Errorf("%s notes %q when it is done again", c.name, got)
			}
		}
		list := must(f.Pools.List(ctx, f.org.ID))(t)
		want := []models.PoolMember{{Email: grace, Name: "Grace", State: models.PoolPaused, PausedUntil: "2031-04-01",
			Resumes: models.PoolQualified}}
		if len(list) != 1 || list[0].Key != "bar-raisers" || !list[0].ShadowsShown ||
			!reflect.DeepEqual(list[0].Members, want) {
			t.Errorf("listed are %+v", list)
		}
		stale := version() - 1
		f.refused(f.Pools.Edit(ctx, by, f.org.ID, id, stale, edit), models.Conflict, "edit by a stale form")
		f.refused(f.Pools.SetMember(ctx, by, f.org.ID, id, stale, member(grace, models.PoolQualified, 0)),
			models.Conflict, "change by a stale form")
		f.refused(f.Pools.Remove(ctx, by, f.org.ID, id, stale), models.Conflict, "remove by a stale form")
		f.refused(f.Pools.SetMember(ctx, by, f.org.ID, id, version(), member(alan, models.PoolQualified, 0)),
			models.Conflict, "change of somebody who is not in it")
		f.refused(f.Pools.Join(ctx, by, f.org.ID, id, member(grace, models.PoolShadow, 0)), models.Conflict,
			"join in another way")
		f.refused(failure(f.Pools.Create(ctx, by, f.org.ID, id, edit)), models.Conflict,
			"the form of a new one, changed")
		other := must(f.Team.Organization(ctx, "bolt"))(t).ID
		f.refused(f.Pools.Remove(ctx, by, other, id, version()), models.NotFound, "remove by another organization")
		if got := f.noted(func() { f.must(f.Pools.Remove(ctx, by, f.org.ID, id, version())) }); !slices.Equal(got,
			[]string{`organization removed pool "Raisers" by ada@acme.example`}) {
			t.Errorf("to remove it notes %q", got)
		}
		f.refused(f.Pools.Leave(ctx, by, f.org.ID, id, grace), models.NotFound, "leave one that is gone")
	})
}

// TestMemberInAPool: nobody who is in a pool stops being a member, since they would still be seated.
func TestMemberInAPool(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		p := must(f.Pools.Create(ctx, act.By{}, f.org.ID, pools.NewPoolID(), pipeline.PoolEdit{Name: "Backend"}))(t)
		f.done(f.Team.AddMember(ctx, act.By{}, models.Member{OrgID: f.org.ID, Email: kit, Role: models.Recruiter}))
		f.must(f.Pools.Join(ctx, act.By{}, f.org.ID, p.ID, models.PoolMember{Email: kit, State: models.PoolQualified}))
		f.refusedSaying(failure(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, kit)), models.Conflict, "is in 1 pool",
			"remove a member of a pool")
		f.must(f.Pools.Leave(ctx, act.By{}, f.org.ID, p.ID, kit))
		f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, kit))
	})
}

// TestPoolOfASeat: a pool that a seat names stays, and every reading of the round has its seats (P2).
func TestPoolOfASeat(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		p := must(f.Pools.Create(ctx, act.By{}, f.org.ID, pools.NewPoolID(), pipeline.PoolEdit{Name: "Backend"}))(t)
		seats := []models.Seat{{Pool: p.ID, Count: 2, Role: models.SeatInterviewer}}
		id := f.round("backend", "default", "design")
		f.exec(`update rounds set seats = '[{"pool":"`+p.ID+`","count":2,"role":"interviewer"}]' where id = ?`, id)
		f.refusedSaying(f.Pools.Remove(ctx, act.By{}, f.org.ID, p.ID, p.Version), models.Conflict,
			`named by seats of 1 step, the first in step "design"`, "remove a pool that a seat names")
		for _, list := range must(f.Pipelines.Pipeline(ctx, f.org.ID, f.posting("backend")))(t).Rounds {
			for _, r := range list {
				if (r.ID == id) != models.SameSeats(r.Seats, seats) {
					t.Errorf("step %s has the seats %+v", r.Title, r.Seats)
				}
			}
		}
		round, _ := must2(f.Availability.Slots(ctx, f.org.ID, f.posting("backend"), id, noon, nil))(t)
		if !models.SameSeats(round.Seats, seats) {
			t.Errorf("a round that slots are asked for has the seats %+v", round.Seats)
		}
		f.apply(acme()) // whose step has no seats
		f.must(f.Pools.Remove(ctx, act.By{}, f.org.ID, p.ID, p.Version))
	})
}

// TestPoolsAtOnce: of two forms that showed the same version one is saved, and both people who join at once are in.
func TestPoolsAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme())
		p := must(f.Pools.Create(ctx, act.By{}, f.org.ID, pools.NewPoolID(), pipeline.PoolEdit{Name: "Backend"}))(t)
		joins := make(chan error)
		for _, email := range []string{grace, alan} {
			go func() {
				joins <- f.Pools.Join(ctx, act.By{}, f.org.ID, p.ID, models.PoolMember{Email: email,
					State: models.PoolQualified})
			}()
		}
		f.must(<-joins)
		f.must(<-joins)
		page := must(f.Pools.Page(ctx, f.org.ID, p.ID))(t)
		if len(page.Members) != 2 || page.Version != 3 {
			t.Errorf("two joined at once: %+v", page)
		}
		edits := make(chan error)
		for _, name := range []string{"One", "Two"} {
			go func() {
				edits <- f.Pools.Edit(ctx, act.By{}, f.org.ID, p.ID, page.Version, pipeline.PoolEdit{Name: name})
			}()
		}
		got := []models.Kind{models.KindOf(<-edits), models.KindOf(<-edits)}
		slices.Sort(got)
		if !slices.Equal(got, []models.Kind{0, models.Conflict}) {
			t.Errorf("two edits of one version end with %v, want one that is saved and one conflict", got)
		}
	})
}
