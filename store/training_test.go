package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/testdb"
)

// TestTrainingIsCounted: a completed interview counts once for the trainee who sat in, in the pool of their seat, and
// lets them go on; what is canceled or missed does not, and a member corrects the count, after which only what is
// completed later counts (P7).
func TestTrainingIsCounted(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		const trainee = "trainee@acme.example"
		f.exec("update pools set settings = ?, origin = 'dashboard' where name = 'Backend'",
			`{"shadows_needed":2,"reverse_shadows_needed":1}`)
		by := f.as(models.ActorMember, ada)
		id := must(f.Pools.List(ctx, f.org.ID))(t)[0].ID
		page := func() pipeline.PoolPage { return must(f.Pools.Page(ctx, f.org.ID, id))(t) }
		is := func(about, want string) {
			t.Helper()
			m := page().Member(trainee)
			if got := fmt.Sprintf("%s %d", m.State, m.Done); got != want {
				t.Errorf("%s the trainee is %s, want %s", about, got, want)
			}
		}
		booked := 0
		sits := func(start time.Time) (i models.Interview) {
			o := f.orderWith("", candidate(booked), start)
			o.Auto = true
			booked++
			return f.book(o)
		}
		trains := func(i models.Interview) models.PoolState {
			if s := i.InPanel(trainee); s != nil {
				return s.Trains
			}
			return ""
		}
		first, second, third := sits(at(18, 0)), sits(at(20, 0)), sits(at(22, 0))
		if trains(first) != models.PoolShadow || first.InPanel(trainee).Pool != id {
			t.Errorf("the first panel is %+v", first.Panel)
		}
		is("before any interview", "shadow 0")
		f.clock.Set(first.EndsAt.Add(-time.Second))
		is("before the first ends", "shadow 0")
		f.clock.Set(first.EndsAt)
		is("when the first has ended", "shadow 1")
		is("when it is asked again", "shadow 1")
		mark := booking.NoShow{Who: models.NoShowInterviewer, Email: trainee}
		f.done(f.Bookings.MarkNoShow(ctx, by, models.Ref{OrgID: f.org.ID, ID: first.ID}, mark))
		is("when they did not come", "shadow 0")
		f.done(f.Bookings.MarkNoShow(ctx, by, models.Ref{OrgID: f.org.ID, ID: first.ID},
			booking.NoShow{Email: trainee}))
		is("when that is taken back", "shadow 1")
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, second.ID, booking.Cancel))
		f.clock.Set(third.EndsAt.Add(-time.Second))
		is("when the second was canceled", "shadow 1")

		// A form that was open meanwhile does not take a count back.
		shown := *page().Member(trainee)
		f.clock.Set(third.EndsAt)
		is("when the third has ended", "reverse_shadow 0")
		shown.Done = 0
		f.refusedSaying(f.Pools.SetMember(ctx, by, f.org.ID, id, page().Version, shown), models.Conflict,
			"was counted meanwhile", "a correction of a count that was another")
		exported := must(f.Setups.Export(ctx, f.org.Slug))(t).Pools[0].Members
		if n := slices.IndexFunc(exported, func(m models.PoolMember) bool { return m.Email == trainee }); n < 0 ||
			exported[n].State != models.PoolReverseShadow {
			t.Errorf("exported are %+v", exported)
		}

		// Who leads counts as that, and is qualified then: they hold a seat of those.
		led := sits(at(18, 0).AddDate(0, 0, 1))
		if trains(led) != models.PoolReverseShadow || led.InterviewerEmail == trainee {
			t.Errorf("the panel that they lead is %+v", led.Panel)
		}
		f.clock.Set(led.EndsAt)
		is("when they have led", "qualified 0")
		if last := sits(at(18, 0).AddDate(0, 0, 2)); last.InPanel(trainee) != nil && trains(last) != "" {
			t.Errorf("who is qualified has the seat %+v", last.InPanel(trainee))
		}

		// A correction stands, with its history, and what was before it counts no more.
		notes := f.noted(func() {
			m := *page().Member(trainee)
			m.State, m.Done = models.PoolShadow, 1
			f.must(f.Pools.SetMember(ctx, by, f.org.ID, id, page().Version, m))
		})
		if want := []string{"pool members changed: " + trainee + ": state from qualified to shadowing; " + trainee +
			": times done 1 by " + ada}; !slices.Equal(notes, want) {
			t.Errorf("a correction notes %q, want %q", notes, want)
		}
		is("after the correction", "shadow 1")
		p := page()
		edit := pipeline.PoolEditOf(p.Pool)
		edit.ShadowsNeeded = 5
		again := sits(at(20, 0).AddDate(0, 0, 2))
		f.clock.Set(again.EndsAt)
		is("when one more has ended", "reverse_shadow 0")
		f.must(f.Pools.Edit(ctx, by, f.org.ID, id, p.Version, edit))
		is("when the pool asks for more after that", "reverse_shadow 0")
	})
}
