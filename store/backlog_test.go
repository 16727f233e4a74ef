package store_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/models/upkeep"
	"litmus/store/effects"
	"litmus/store/wakes"
)

// backlog is what the store says of it, one line each, without entities that wait for nothing.
func (f *fixture) backlog() string {
	f.t.Helper()
	b := must(f.Wakes.Backlog(ctx))(f.t)
	var lines []string
	for what, all := range map[string][]upkeep.Waiting{"owing": b.Owing, "unsignaled": b.Unsignaled} {
		for _, w := range all {
			if w.Rows > 0 {
				lines = append(lines, fmt.Sprint(what, " ", w.Entity, " ", w.Rows, " ", w.Oldest))
			}
		}
	}
	for _, e := range b.Failing {
		lines = append(lines, fmt.Sprint("failing ", e.Kind, " ", e.GivenUp, " ", e.Effects))
	}
	for state, n := range b.Calendars {
		if n > 0 {
			lines = append(lines, fmt.Sprint("calendar ", state, " ", n))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

func TestBacklog(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		wants := func(when, want string) {
			t.Helper()
			if got := f.backlog(); got != want {
				t.Errorf("%s: the backlog is %q, want %q", when, got, want)
			}
		}
		f.exec("update sign_ins set woken_revision = revision, converged_revision = revision")
		wants("of nothing", "")
		i := f.book(f.order(cleo, at(18, 0)))
		f.clock.Set(f.clock.Now().Add(90 * time.Second))
		wants("after a booking", "owing interview 1 1m30s; unsignaled interview 1 1m30s")
		f.exec("update interviews set woken_revision = revision")
		wants("when it is signaled", "owing interview 1 1m30s")

		e := entry(i, alan)
		f.done(f.Effects.Intend(ctx, e, i.Revision, time.Minute))
		e.State, e.Code = effect.Failed, "smtp_451"
		f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		wants("when a letter failed", "failing briefing false 1; owing interview 1 1m30s")
		f.exec("update organizations set approved = ?", false)
		wants("of a suspended organization", "failing briefing false 1")
		f.exec("update organizations set approved = ?", true)
		f.exec("update interviews set converged_revision = revision, next_due_at = ? where id = ?",
			f.clock.Now().Add(time.Hour), i.ID)
		f.clock.Set(f.clock.Now().Add(time.Hour - time.Second))
		wants("before a reminder is due", "failing briefing false 1")
		f.clock.Set(f.clock.Now().Add(3 * time.Second))
		wants("when a reminder is late", "failing briefing false 1; owing interview 1 2s")
		f.exec("update interviews set next_due_at = null")
		f.clock.Set(f.clock.Now().Add(upkeep.FailingSpan))
		wants("a day later", "")
	})
}

// Calendars are counted by their state, and are late when they are not read.
func TestBacklog_calendars(t *testing.T) {
	t.Parallel()
	organizations{connected()}.each(t, func(t *testing.T, f *fixture) {
		f.exec("update sign_ins set woken_revision = revision, converged_revision = revision")
		states := func(want string) {
			t.Helper()
			got := regexp.MustCompile(`calendar [a-z]+ \d+`).FindAllString(f.backlog(), -1)
			if strings.Join(got, "; ") != want {
				t.Errorf("calendars are %q, want %q", got, want)
			}
		}
		states("calendar waiting 1")
		f.sync(grace)
		states("calendar ok 1")
		f.fails(grace, timetable.SyncFailure{Code: "caldav_503"})
		states("calendar failing 1")
		f.fails(grace, timetable.SyncFailure{Code: "caldav_401", Revoked: true})
		states("calendar revoked 1")
		f.sync(grace)
		f.fails(grace, timetable.SyncFailure{Code: "caldav_503"})
		f.clock.Set(f.clock.Now().Add(timetable.BrokenAfter))
		states("calendar broken 1")
	})
}

// testPlansOfBacklog proves that metrics and reconciliations read what is open, and not what was ever stored.
func testPlansOfBacklog(t *testing.T, f *fixture) {
	t.Helper()
	s, ran := f.watched()
	*ran = nil
	f.must(failure(s.Wakes.Backlog(context.Background())))
	last := wakes.OpenRow{ExpectedWorkflow: wakes.ExpectedWorkflow{DueAt: noon}}
	f.must(failure(s.Wakes.OpenRows(context.Background(), "", last, 500)))
	hooked := 0
	for _, sql := range *ran {
		plan := f.plan(sql)
		for _, table := range []string{"interviews", "candidates", "effects"} {
			if !strings.Contains(sql, " "+table+" ") {
				continue
			}
			hooked++
			if regexp.MustCompile(`Seq Scan on `+table+`\b`).MatchString(plan) ||
				regexp.MustCompile(`SCAN (t|e|`+table+`)$`).MatchString(plan) {
				t.Errorf("all %s are read:\n%s\nby %s", table, plan, sql)
			}
		}
	}
	if hooked < 7 {
		t.Errorf("%d statements on large tables were seen in %q", hooked, *ran)
	}
}
