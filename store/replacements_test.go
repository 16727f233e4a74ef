package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
)

// TestReplacementsOfPerson proves that one person asks for a replacement at most twenty times in a day, of whatever
// interviews, also if they ask for several at once. Others ask on.
func TestReplacementsOfPerson(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		by := f.as(models.ActorMember, grace)
		var own []models.Interview
		for n := range 8 {
			o := f.orderWith(grace, candidate(n), at(8+n, 0).AddDate(0, 0, 2))
			own = append(own, f.book(o))
		}
		var asked, refused atomic.Int64
		var wg sync.WaitGroup
		for _, i := range own {
			wg.Go(func() {
				for range models.MaxReplacementAsks {
					_, changed, err := f.Bookings.AskForReplacement(ctx, by, f.org.ID, i.ID, grace, "")
					switch {
					case models.KindOf(err) == models.Throttled:
						refused.Add(1)
						continue
					case err != nil || !changed:
						t.Errorf("ask: changed %t, %v", changed, err)
					}
					asked.Add(1)
					if _, changed, err := f.Bookings.Change(ctx, by, f.org.ID,
						i.ID, booking.WithdrawReplacement(grace, grace)); err != nil || !changed {
						t.Errorf("take it back: changed %t, %v", changed, err)
					}
				}
			})
		}
		wg.Wait()
		if asked.Load() != models.MaxAsksOfPerson || refused.Load() != 24-models.MaxAsksOfPerson {
			t.Errorf("%d requests were made and %d refused", asked.Load(), refused.Load())
		}
		times := func(i models.Interview) int {
			if r := f.interview(i.ID).Replacement; r != nil {
				return r.Times
			}
			return 0 // the others had used up what one may ask
		}
		free := own[0] // of which it was asked least
		for _, i := range own {
			if times(i) < times(free) {
				free = i
			}
		}
		f.refused(failure(f.Bookings.PreviewAskForReplacement(ctx, by, f.org.ID, free.ID, grace)), models.Throttled,
			"its page")
		if _, changed, err := f.Bookings.AskForReplacement(ctx, f.as(models.ActorMember, ada), f.org.ID, free.ID, grace,
			""); err != nil || !changed {
			t.Errorf("somebody else asks: changed %t, %v", changed, err)
		}
		if _, _, err := f.Bookings.Change(ctx, by, f.org.ID, free.ID,
			booking.WithdrawReplacement(grace, grace)); err != nil {
			t.Error(err)
		}
		f.clock.Set(noon.Add(models.AskSpan + time.Minute)) // each change is a moment after the one before
		for _, i := range own {
			if !f.interview(i.ID).ReplacementsSpent(grace, f.Now()) {
				f.done(f.Bookings.AskForReplacement(ctx, by, f.org.ID, i.ID, grace, ""))
				return
			}
		}
		t.Error("no interview is left to ask for a day later")
	})
}
