package store_test

import (
	"reflect"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// TestReasons proves D11 and D4: a reason is stored with the interview and in its history by the transaction of the
// move or the cancellation; the next one has its own or none; and what is refused stores none.
func TestReasons(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		ill := &models.Reason{Text: "Grace is ill", Audience: models.AudienceTeam}
		room := &models.Reason{Text: "“Room” \\ 'taken'", Audience: models.AudienceCandidate}
		o := f.orderWith(grace, cleo, at(18, 0))
		o.Reason = ill // of a first booking, which is no move
		i := f.book(o)
		if i.Reason != nil || f.interview(i.ID).Reason != nil {
			t.Errorf("a first booking has the reason %+v", i.Reason)
		}
		move := func(hour int, why *models.Reason) error {
			again := o
			again.Replace, again.Start, again.Reason = true, at(hour, 0), why
			return failure(f.Bookings.Book(ctx, act.By{}, f.org, again))
		}
		stale := act.By{Shown: []act.Shown{asShown(i.ID, i.Revision)}}
		for n, c := range []struct {
			do     func() error
			want   *models.Reason
			stands bool // the reason is that of an earlier change
			noted  string
		}{
			{func() error { return move(19, ill) }, ill, false,
				"interview moved from Mon 3 Mar 18:00 UTC to Mon 3 Mar 19:00 UTC: for the team only: “Grace is ill” by Litmus"},
			{func() error { return failure(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, alan)) }, ill, true,
				"interview interviewer changed from grace@acme.example to alan@acme.example: meeting link changed by Litmus"},
			{func() error { return failure(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, grace)) }, ill, true,
				"interview interviewer changed from alan@acme.example to grace@acme.example: meeting link changed by Litmus"},
			{func() error { return move(20, nil) }, nil, false,
				"interview moved from Mon 3 Mar 19:00 UTC to Mon 3 Mar 20:00 UTC by Litmus"},
			{func() error { return move(21, room) }, room, false,
				"interview moved from Mon 3 Mar 20:00 UTC to Mon 3 Mar 21:00 UTC: for the candidate too: “" + room.Text + "” by Litmus"},
			{func() error {
				return failure(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.CancelBecause(ill)))
			}, ill, false, "interview canceled: for the team only: “Grace is ill” by Litmus"},
		} {
			f.clock.Set(f.Now().Add(time.Second))
			if n > 0 {
				before := f.dump()
				f.refused(failure(f.Bookings.Change(ctx, stale, f.org.ID, i.ID, booking.CancelBecause(room))),
					models.Conflict, "a cancellation of what has changed")
				f.unchanged(before)
			}
			if got := f.noted(func() { f.must(c.do()) }); !reflect.DeepEqual(got, []string{c.noted}) {
				t.Errorf("step %d notes %q, want %q", n, got, c.noted)
			}
			row := f.interview(i.ID)
			want := c.want.At(row.Revision)
			if c.stands {
				want = c.want.At(i.Revision + 1)
			}
			if !reflect.DeepEqual(row.Reason, want) {
				t.Errorf("step %d stores %+v, want %+v", n, row.Reason, want)
			}
		}
	})
}
