package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

func asShown(id string, revision int64) act.Shown { return act.Shown{ID: id, Revision: revision} }

// TestShown proves that a change in the dashboard is refused, and writes nothing, unless the interview is still at
// the revision that was shown (D11), and that what changes nothing is not refused.
func TestShown(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		o := f.orderWith(grace, cleo, at(18, 0))
		i := f.book(o)
		link, _ := f.bookLink(f.linkOrder("ext@candidate.example"))
		shown := act.By{Shown: []act.Shown{asShown(i.ID, i.Revision), asShown(link.ID, link.Revision)}}
		f.clock.Set(noon.Add(time.Minute))
		f.done(f.Bookings.Reassign(ctx, shown, f.org.ID, i.ID, alan)) // as it was shown
		f.done(f.Bookings.IssueLink(ctx, shown, f.org.ID, link.ID))
		before := f.dump()
		again := o
		again.Replace, again.Start = true, o.Start.Add(time.Hour)
		for doing, do := range map[string]func() error{
			"reassign": func() error { return failure(f.Bookings.Reassign(ctx, shown, f.org.ID, i.ID, grace)) },
			"cancel":   func() error { return failure(f.Bookings.Change(ctx, shown, f.org.ID, i.ID, booking.Cancel)) },
			"end call": func() error { return failure(f.Bookings.Change(ctx, shown, f.org.ID, i.ID, booking.EndCall)) },
			"link":     func() error { return failure(f.Bookings.IssueLink(ctx, shown, f.org.ID, link.ID)) },
			"replace another": func() error {
				return failure(f.Bookings.Book(ctx, act.By{Shown: []act.Shown{asShown("int_other", 1)}}, f.org,
					again))
			}, "replace none": func() error {
				other := f.order("new@candidate.example", o.Start.Add(3*time.Hour))
				return failure(f.Bookings.Book(ctx, act.By{Shown: []act.Shown{asShown("int_other", 1)}}, f.org,
					other))
			},
		} {
			f.refused(do(), models.Conflict, doing)
		}
		f.unchanged(before)
		if _, changed, err := f.Bookings.Reassign(ctx, shown, f.org.ID, i.ID, alan); err != nil || changed {
			t.Errorf("a form that is sent twice: changed %t, %v", changed, err)
		}
		row := f.interview(i.ID)
		if b, err := f.Bookings.Book(ctx, act.By{Shown: []act.Shown{asShown(i.ID, row.Revision)}}, f.org,
			again); err != nil || !b.Replaced {
			t.Errorf("a replace of what was shown: %v", err)
		}
	})
}
