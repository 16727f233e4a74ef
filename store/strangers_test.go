package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/store"
)

// TestStrangerLetters: letters to strangers, invitations and those to unknown interviewers alike, are counted by
// organization and day. The first one beyond the limit is refused until the day is over, and changes nothing.
func TestStrangerLetters(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		s := f.limited(func(l *models.Limits) { l.StrangerLetters = 4 })
		book := func(n int, interviewer string) (models.Interview, error) {
			o := f.orderWith(interviewer, candidate(n), at(12, 0).AddDate(0, 0, n))
			b, err := s.Bookings.Book(ctx, act.By{}, f.org, o)
			return b.Interview, err
		}
		ok := func(err error) { t.Helper(); f.must(err) }
		_, err := s.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", candidate(1)))
		ok(err)
		_, err = book(2, "stranger@elsewhere.example")
		ok(err)
		known, err := book(3, grace)
		ok(err)
		_, err = book(4, "ada@acme.example") // an admin
		ok(err)
		_, _, err = s.Bookings.Reassign(ctx, act.By{}, f.org.ID, known.ID, "other@elsewhere.example")
		ok(err)
		// Nothing changes.
		_, _, err = s.Bookings.Reassign(ctx, act.By{}, f.org.ID, known.ID, "other@elsewhere.example")
		ok(err)
		_, err = book(6, "stranger@elsewhere.example")
		ok(err)
		if n := f.scalar("select letters from stranger_letters where org_id = ? and day = '2031-03-03'",
			f.org.ID); n != 4 {
			t.Fatalf("%d letters to strangers are counted, want 4", n)
		}

		before := f.dump()
		refused := func(err error, doing string) {
			t.Helper()
			f.refusedSaying(err, models.Throttled, "limit of 4 letters to strangers a day", doing)
		}
		_, err = s.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", candidate(7)))
		refused(err, "an invitation")
		_, err = book(7, "stranger@elsewhere.example")
		refused(err, "a booking")
		_, _, err = s.Bookings.Reassign(ctx, act.By{}, f.org.ID, known.ID, "third@elsewhere.example")
		refused(err, "another interviewer")
		f.unchanged(before)

		_, err = book(8, grace)
		ok(err)
		f.clock.Set(noon.Add(12 * time.Hour))
		_, err = s.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", candidate(7)))
		ok(err)
	})
}

// TestStrangerLettersAtOnce proves that the limit holds for requests at the same moment in two processes.
func TestStrangerLettersAtOnce(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		const limit, tries = 10, 40
		most := func(l *models.Limits) { l.StrangerLetters = limit }
		processes := []*store.Store{f.limited(most), f.limited(most)}
		var all sync.WaitGroup
		var sent atomic.Int64
		for n := range tries {
			all.Go(func() {
				var err error
				if s := processes[n%2]; n%4 < 2 {
					_, err = s.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", candidate(n)))
				} else {
					o := f.order(candidate(n), at(12, 0).AddDate(0, 0, n))
					o.InterviewerEmail = fmt.Sprintf("stranger%d@elsewhere.example", n)
					_, err = s.Bookings.Book(ctx, act.By{}, f.org, o)
				}
				switch {
				case err == nil:
					sent.Add(1)
				case models.KindOf(err) != models.Throttled:
					t.Errorf("try %d: %v", n, err)
				}
			})
		}
		all.Wait()
		rows := f.scalar("select (select count(*) from candidates " +
			"where invited_at is not null) + (select count(*) from interviews " +
			"where interviewer_email like 'stranger%')")
		if n := f.scalar("select letters from stranger_letters where org_id = ?", f.org.ID); sent.Load() != limit ||
			n != limit || rows != limit {
			t.Errorf("%d of %d were let through, %d counted and %d written; want %d",
				sent.Load(), tries, n, rows, limit)
		}
	})
}
