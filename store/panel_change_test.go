package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/testdb"
)

// TestChangePanel: a seat is given to whoever is named, or to whose turn it is, an optional one can stay empty and be
// filled again, and everybody else keeps theirs (P8).
func TestChangePanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		start := at(18, 0)
		order := f.orderWith("", "one@candidate.example", start)
		order.Auto = true
		i := f.book(order)
		change := func(leaves, joins string) (models.Interview, []models.Warning, error) {
			c := booking.PanelChange{Leaves: leaves, Joins: joins}
			for _, email := range []*string{&c.Leaves, &c.Joins} {
				if *email != "" && *email != booking.Anybody {
					*email += "@acme.example"
				}
			}
			row, _, err := f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, i.ID, c)
			return row.Interview, row.Warnings, err
		}
		want := func(leaves, joins, panel, lead string) {
			t.Helper()
			after, _, err := change(leaves, joins)
			if got := seated(after); err != nil || got != panel || after.InterviewerEmail != lead+"@acme.example" {
				t.Errorf("%q for %q: %s, led by %s, %v; want %s", joins, leaves, got, after.InterviewerEmail, err, panel)
			}
		}
		refused := func(leaves, joins, says string) {
			t.Helper()
			_, _, err := change(leaves, joins)
			f.refusedSaying(err, models.Conflict, says, joins+" for "+leaves)
		}
		other := f.orderWith("m1@acme.example", "two@candidate.example", start)
		second := f.book(other)

		refused("m0", booking.Anybody, "nobody else is free for the seat")
		refused("m0", "m1", "m1@acme.example already has an interview")
		refused("m0", "", "no interview without the seat of m0")
		refused("b0", "", "no interview without the seat of b0")
		refused("b1", "stranger", "no interviewer of the organization")
		refused("b4", booking.Anybody, "b4@acme.example is not in the panel")
		refused("b1", "b0", "b0@acme.example is in the panel already")
		refused("", "b4", "No seat of the round is empty")
		want("b1", booking.Anybody, "b0 b2 m0 trainee", "b0")
		want("b0", booking.Anybody, "b1 b2 m0 trainee", "b1") // whose last turn is over
		want("b1", "b3", "b3 b2 m0 trainee", "b3")
		want("trainee", "", "b3 b2 m0", "b3")
		want("", "trainee", "b3 b2 m0 trainee", "b3")
		after, _, _ := change("trainee", "trainee")
		if s := after.InPanel("trainee@acme.example"); s == nil || s.Role != models.SeatShadow || !s.Hidden || !s.Optional {
			t.Errorf("the trainee sits in %+v", s)
		}
		f.exec(`update people set limits = '{"day": 1}' where email = 'm1@acme.example'`)
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, second.ID, booking.Cancel))
		early := f.book(f.orderWith("m1@acme.example", "two@candidate.example", at(14, 0)))
		refused("m0", booking.Anybody, "nobody else is free for the seat")
		_, warnings, err := change("m0", "m1") // who is named sits there whatever their limit
		if w := warning(warnings); err != nil || !strings.HasPrefix(w, "m1@acme.example has 1 interview on") {
			t.Errorf("over a limit: %q, %v", w, err)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, early.ID, booking.Cancel))

		plan := must(f.Bookings.PreviewChangePanel(ctx, act.By{}, f.org.ID, i.ID, booking.PanelChange{
			Leaves: "m1@acme.example", Joins: booking.Anybody}))(t)
		if got := seated(plan.After); got != "b3 b2 m0 trainee" || plan.Unchanged {
			t.Errorf("the preview says %s", got)
		}
		for _, e := range plan.Sent {
			if e.Kind == effect.LetterBriefing && e.Role == effect.RoleCandidate {
				t.Errorf("the candidate would get %+v", e)
			}
		}
		own := f.orderWith("", "b4@acme.example", at(20, 0))
		own.Auto = true
		theirs := f.book(own)
		for _, s := range must(f.Bookings.Successors(ctx, f.org.ID, theirs.ID, theirs.Panel[1].Email))(t) {
			if s.Email == "b4@acme.example" || theirs.Attends(s.Email) {
				t.Errorf("%s can follow in %s", s.Email, seated(theirs))
			}
		}
		history := f.history(models.SubjectInterview, i.ID)
		n := slices.IndexFunc(history, func(c models.Change) bool { return c.Kind == models.ChangePanelChanged })
		if n < 0 || !slices.ContainsFunc(history[n].Details, func(d models.Detail) bool {
			return d.Field == models.FieldPanel && strings.Contains(d.Before, "m0@") && strings.Contains(d.After, "m1@")
		}) {
			t.Errorf("the history has %+v", history)
		}
	})
}

// TestChangePanelsAtOnce: of two interviews at one time whose manager leaves, one gets the last who is free.
func TestChangePanelsAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec(`delete from pool_members where email in ('b4@acme.example')`)
		var ids []string
		for n := range 2 {
			o := f.orderWith("", candidate(n), at(18, 0))
			o.Auto = true
			ids = append(ids, f.book(o).ID)
		}
		f.exec(`insert into pool_members (org_id, pool_id, email, state, done) select org_id, pool_id,
			'b4@acme.example', state, done from pool_members where email = 'm0@acme.example'`)
		f.exec(`update pool_members set state = 'paused', resumes = 'qualified' where email like 'm%'`)
		var all sync.WaitGroup
		errs := make([]error, 2)
		for n, leaves := range []string{"m0@acme.example", "m1@acme.example"} {
			all.Go(func() {
				_, _, errs[n] = f.Bookings.ChangePanel(ctx, act.By{}, f.org.ID, ids[n],
					booking.PanelChange{Leaves: leaves, Joins: booking.Anybody})
			})
		}
		all.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("one of them gets the last who is free: %v, %v", errs[0], errs[1])
		}
		for _, err := range errs {
			if err != nil {
				f.refused(err, models.Conflict, "the other one")
			}
		}
	})
}

// TestAnybodyLeadsPanel: whoever is chosen to take a panel over is somebody for the seat of who leads it, and everybody
// else stays (P6, P8).
func TestAnybodyLeadsPanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		i := f.auto(0, at(15, 0)) // at which interviewers of the posting offer time, too
		planned := must(f.Bookings.PreviewReassign(ctx, act.By{}, f.org.ID, i.ID, booking.Anybody))(t)
		row, changed := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, booking.Anybody))(t)
		if got := seated(row.Interview); !changed || got != "b2 b1 m0 trainee" || got != seated(planned.After) ||
			row.InterviewerEmail != "b2@acme.example" || row.Panel[0].Why == "" {
			t.Errorf("anybody for %s: %s, planned %s", seated(i), got, seated(planned.After))
		}
		for n, email := range []string{"b0@acme.example", grace, ""} { // who interviews alone has no panel
			alone := f.book(f.orderWith(email, candidate(n+1), at(18, 0)))
			row, changed := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, alone.ID, booking.Anybody))(t)
			if p := row.InterviewerEmail; !changed || len(alone.Panel)+len(row.Panel) > 0 || p[0] != 'b' || p == email {
				t.Errorf("anybody for %q alone: %s, in %q", email, p, seated(row.Interview))
			}
		}
		f.exec("update pool_members set state = 'paused', resumes = 'qualified' where email like 'b%'")
		f.refusedSaying(failure(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, booking.Anybody)), models.Conflict,
			"nobody else is free for the seat", "with nobody left")
	})
}

// TestAnybodyMovesPanel: a panel of people who were named is moved with whoever is free as its lead, and with everybody
// else as they are; it is refused when one of them has another interview then (P8).
func TestAnybodyMovesPanel(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec("update rounds set seats = null")
		o := f.orderWith(alan, candidate(1), at(20, 0))
		o.Panel = []string{alan, "m0@acme.example", "b0@acme.example"}
		i := f.book(o)
		move := f.orderWith("", candidate(1), at(16, 0)) // which grace alone offers
		move.Anybody, move.Replace, move.KeepsPanel, move.Replaces = true, true, true, i.ID
		row := f.book(move)
		if got := seated(row); got != "grace m0 b0" || row.InterviewerEmail != grace || row.ID != i.ID {
			t.Errorf("moved by anybody the panel is %s", got)
		}
		f.book(f.orderWith("b0@acme.example", candidate(2), at(15, 0)))
		move.Start = at(15, 0)
		f.refusedSaying(failure(f.Bookings.Book(ctx, act.By{}, f.org, move)), models.Conflict,
			"b0@acme.example already has an interview", "with somebody who is booked then")
	})
}
