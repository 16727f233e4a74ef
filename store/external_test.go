package store_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store"
	"litmus/store/interviews"
)

// linkOrder is an order for an external session with Grace.
func (f *fixture) linkOrder(candidate string) booking.Order {
	o := f.order(candidate, time.Time{})
	o.Kind, o.InterviewerEmail, o.MeetingLink = booking.OrderExternal, grace, "https://meet.example/own"
	return o
}

// bookLink books an external session and returns the token of its link.
func (f *fixture) bookLink(o booking.Order) (models.Interview, string) {
	f.t.Helper()
	b := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(f.t)
	return b.Interview, b.LinkToken
}

func (f *fixture) use(token string) interviews.InterviewRow {
	f.t.Helper()
	row, _ := must2(f.Bookings.UseLink(ctx, token, ""))(f.t)
	return row
}

// dead checks that the link cannot be read or used.
func (f *fixture) dead(token, when string) {
	f.t.Helper()
	f.refused(failure(f.Bookings.Linked(ctx, token)), models.NotFound, "reading a dead link "+when)
	before := f.dump()
	f.refused(failure(f.Bookings.UseLink(ctx, token, "")), models.NotFound, "using a dead link "+when)
	f.unchanged(before)
}

func TestExternalSession(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		i, token := f.bookLink(f.linkOrder(cleo))
		row := f.interview(i.ID)
		verify.Each(t, "the row", verify.Fields{"StatusAt": {row.StatusAt(noon), models.StatusPending},
			"Source": {row.Source, models.SourceExternal}, "StartsAt": {row.StartsAt, noon},
			"WindowEndsAt": {row.WindowEndsAt, nil}, "ExpiresAt": {row.ExpiresAt, noon.AddDate(0, 0, 7)},
			"LinkExpiresAt": {row.LinkExpiresAt, noon.Add(24 * time.Hour)}})
		if len(token) < 32 || *row.LinkHash != models.HashLink(token) ||
			strings.Contains(fmt.Sprint(f.dump()), token) {
			t.Errorf("the token %q rests in the database, or its hash does not", token)
		}
		if got := must(f.Bookings.Linked(ctx, token))(t); got.ID != i.ID || got.CandidateEmail != cleo {
			t.Errorf("the link reads %+v", got)
		}
		for _, other := range []string{"", token + "a", strings.ToLower(token), *row.LinkHash, "\x00"} {
			f.dead(other, "made up")
		}
		at := noon.Add(3 * time.Hour)
		f.clock.Set(at)
		used := f.use(token)
		row = f.interview(i.ID)
		verify.Each(t, "the used row", verify.Fields{"ID": {used.ID, i.ID},
			"StatusAt": {row.StatusAt(at), models.StatusScheduled}, "ScheduledStartAt": {row.ScheduledStartAt(), at},
			"LinkUsedAt": {row.LinkUsedAt, at}, "WindowEndsAt": {row.WindowEndsAt, at.Add(time.Hour)},
			"CreatedAt": {row.CreatedAt, noon}, "Revision": {row.Revision, 2}})
		before := f.dump()
		f.refused(failure(f.Bookings.UseLink(ctx, token, "")), models.Conflict, "using a link twice")
		f.unchanged(before)
		f.done(f.Bookings.Linked(ctx, token)) // its browser may come back
		moved, _ := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, alan))(t)
		if moved.MeetingLink != "https://meet.example/own" {
			t.Errorf("reassigned: %+v", moved)
		}
	})
}

func TestFreshLink(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		i, first := f.bookLink(f.linkOrder(cleo))
		before := f.interview(i.ID)
		f.clock.Set(noon.AddDate(0, 0, 6).Add(time.Hour))
		f.refused(failure(f.Bookings.UseLink(ctx, first, "")), models.Conflict, "using a link after its life")
		second, _ := must2(f.Bookings.IssueLink(ctx, act.By{}, f.org.ID, i.ID))(t)
		after := f.interview(i.ID)
		if !after.StartsAt.Equal(before.StartsAt) || !after.LinkExpiresAt.Equal(*before.ExpiresAt) ||
			after.Revision != 2 || after.WokenRevision >= after.Revision {
			t.Errorf("the row is %+v", after)
		}
		f.dead(first, "after a fresh one")
		f.use(second)

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Bookings.IssueLink(ctx, act.By{}, other.ID, i.ID)), models.NotFound,
			"a fresh link by another organization")
	})
}

func TestLinkRaces(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(f *fixture, i models.Interview, token string){
		"twenty uses by two processes: one succeeds": func(f *fixture, i models.Interview, token string) {
			stores := []*store.Store{f.Store, f.another()}
			f.race(20, 1, func(n int) error { return failure(stores[n%2].Bookings.UseLink(ctx, token, "")) })
			if row := f.interview(i.ID); row.Revision != 2 || row.LinkUsedAt == nil {
				f.t.Errorf("the row is %+v", row)
			}
		}, "one browser twenty times, by two processes: once": func(f *fixture, i models.Interview, token string) {
			stores := []*store.Store{f.Store, f.another()}
			var changes atomic.Int64
			f.race(20, 20, func(n int) error {
				row, changed, err := stores[n%2].Bookings.UseLink(ctx, token, "form")
				if changed {
					changes.Add(1)
				}
				if row.LinkUsedAt == nil || row.Revision != 2 || row.CandidateEmail != cleo {
					f.t.Errorf("the row is %+v", row)
				}
				return err
			})
			if n := changes.Load(); n != 1 {
				f.t.Errorf("%d uses changed the row, want one", n)
			}
			later := f.another() // as after a crash: only the row is left
			before := f.dump()
			f.clock.Set(f.Now().Add(10 * time.Minute))
			if _, changed, err := later.Bookings.UseLink(ctx, token, "form"); err != nil || changed {
				f.t.Errorf("after a restart: changed %v, %v", changed, err)
			}
			f.refused(failure(later.Bookings.UseLink(ctx, token, "another")), models.Conflict, "another browser")
			f.unchanged(before)
			for _, value := range f.dump() {
				if strings.Contains(value, "form") {
					f.t.Errorf("the form's number rests in the database: %s", value)
				}
			}
		}, "a use, a fresh link and a cancel: what wins decides": func(f *fixture, i models.Interview, token string) {
			var fresh string
			errs := make([]error, 3)
			each(3, func(n int) (err error) {
				switch n {
				case 0:
					_, _, err = f.Bookings.UseLink(ctx, token, "")
				case 1:
					fresh, _, err = f.Bookings.IssueLink(ctx, act.By{}, f.org.ID, i.ID)
				case 2:
					_, _, err = f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
				}
				return err
			}, func(n int, err error) { errs[n] = err })
			row := f.interview(i.ID)
			used, issued := errs[0] == nil, errs[1] == nil
			verify.Each(f.t, "after the race", verify.Fields{"errs[2]": {errs[2], nil},
				"CanceledAt": {row.CanceledAt, verify.Some}, "LinkHash": {row.LinkHash, nil},
				"used": {used, row.LinkUsedAt != nil}, "used && issued": {used && issued, false}})
			if issued {
				f.dead(fresh, "after a cancel")
			}
			f.dead(token, "after a cancel")
		}, "many fresh links: the last is alive and no other": func(f *fixture, i models.Interview, token string) {
			tokens := make([]string, 20)
			f.race(20, 20, func(n int) (err error) {
				tokens[n], _, err = f.Bookings.IssueLink(ctx, act.By{}, f.org.ID, i.ID)
				return err
			})
			alive := 0
			for _, one := range append(tokens, token) {
				if row, err := f.Bookings.Linked(ctx, one); err == nil && row.LinkAlive(f.Now()) {
					alive++
				}
			}
			if alive != 1 {
				f.t.Errorf("%d links are alive, want one", alive)
			}
		},
		"many external bookings of one candidate make one (§4 rule 1)": func(f *fixture, _ models.Interview, _ string) {
			f.race(30, 1, func(int) error {
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.linkOrder(candidate(1))))
			})
			f.live(candidate(1), 1)
		}, "modes replaced in parallel leave one consistent row": func(f *fixture, i models.Interview, _ string) {
			tokens := make([]string, 20)
			f.race(20, 20, func(n int) error {
				o := f.linkOrder(cleo)
				if n%2 == 0 {
					o = f.order(cleo, at(18, 0).Add(time.Duration(n)*time.Hour))
				}
				o.Replace = true
				b, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
				tokens[n] = b.LinkToken
				return err
			})
			row, alive := f.interview(i.ID), 0
			for _, one := range tokens {
				if got, err := f.Bookings.Linked(ctx, one); err == nil && got.LinkAlive(f.Now()) {
					alive++
				}
			}
			if external := row.External(); external != (row.LinkHash != nil) || external != (alive == 1) ||
				row.Revision != 21 {
				f.t.Errorf("%d links are alive; the row is %+v", alive, row)
			}
			f.live(cleo, 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
				i, token := f.bookLink(f.linkOrder(cleo))
				run(f, i, token)
			})
		})
	}
}
