package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/tracing"
)

// TestWakeTraces: a row of each sort says in which trace it changed last, until it was woken for that.
func TestWakeTraces(t *testing.T) {
	t.Parallel()
	const sampled = "01"
	movable := staffed()
	movable.Organization.RescheduleCutoffHours = 1
	organizations{movable}.each(t, func(t *testing.T, f *fixture) {
		traced := func(n int, flags string) (parent string, within context.Context) {
			parent = fmt.Sprintf("00-%032x-%016x-%s", n, n, flags)
			return parent, tracing.Kept(&parent).Within(ctx)
		}
		claimed := func() (all map[models.Entity]models.PendingWake) {
			t.Helper()
			all = map[models.Entity]models.PendingWake{}
			f.must(f.Flush(ctx))
			for _, one := range must(f.Wakes.ClaimUnwoken(ctx, f.Now(), 0, 10))(t) {
				all[one.Entity] = one
			}
			return all
		}
		want := func(when string, wants map[models.Entity]string) {
			t.Helper()
			all := claimed()
			for entity, want := range wants {
				one, there := all[entity]
				if got := one.WakeTrace; !there || (got == nil) != (want == "") || got != nil && *got != want {
					t.Errorf("%s: the trace of the %s is %v, want %q; claimed is %v", when, entity, got, want, there)
				}
			}
		}
		f.watches(kit, true)
		f.paint(alan, at(15, 0), at(16, 0))
		first, within := traced(1, sampled)
		f.done(f.Availability.Connect(within, act.By{}, f.org.ID, grace, *account(grace)))
		f.done(f.Team.AskForSignIn(within, ada, false))
		invited := must(f.Candidates.Invite(within, act.By{}, f.org, f.inviteTo("design", cleo)))(t)
		cleos := models.Ref{OrgID: f.org.ID, ID: invited.Candidate.ID}
		want("changed once", map[models.Entity]string{models.EntityCalendar: first, models.EntityInvitation: first,
			models.EntitySignIn: first})
		second, within := traced(2, sampled)
		f.done(f.Bookings.Pick(within, cleos, at(15, 0), "UTC", true))
		want("then another", map[models.Entity]string{models.EntityInterview: second, models.EntityNews: second})
		before := claimed()
		f.clock.Set(f.Now().Add(time.Second))
		third, within := traced(3, sampled)
		f.done(f.Bookings.Pick(within, cleos, at(16, 0), "UTC", true))
		for _, one := range before { // Temporal accepts what was sent before the last change
			f.Wakes.MarkWoken(one)
		}
		want("changed since it was woken", map[models.Entity]string{models.EntityInterview: third,
			models.EntityNews: third})
		for _, one := range claimed() {
			f.Wakes.MarkWoken(one)
		}
		f.must(f.Flush(ctx))
		for _, table := range []string{"interviews", "candidates", "calendars", "sign_ins", "news"} {
			f.exec("update " + table + " set woken_revision = revision - 1")
		}
		want("woken again, for nothing of a request", map[models.Entity]string{models.EntityInterview: "",
			models.EntityNews: "", models.EntityCalendar: "", models.EntitySignIn: "", models.EntityInvitation: ""})

		_, within = traced(4, "00")
		f.done(f.Bookings.Book(within, act.By{}, f.org, f.order("other@candidate.example", at(18, 0))))
		if n := f.scalar("select count(*) from interviews where wake_trace is not null"); n != 0 {
			t.Errorf("%d interviews keep a trace that is not sampled", n)
		}
	})
}
