package store_test

import (
	"maps"
	"testing"
	"time"

	"litmus/models/act"
	"litmus/models/booking"
)

// TestLoads: an interview counts for its interviewer from when it begins within the span, unless it is canceled.
func TestLoads(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		for n, email := range []string{alan, alan, grace, ""} {
			o := f.order(candidate(n), at(13+n, 0))
			o.InterviewerEmail = email
			f.book(o)
		}
		o := f.order(candidate(9), at(18, 0))
		o.InterviewerEmail = grace
		canceled := f.book(o)
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		for _, c := range []struct {
			from, to time.Time
			want     map[string]int
		}{
			{at(0, 0), at(23, 0), map[string]int{alan: 2, grace: 1}},
			{at(14, 0), at(15, 0), map[string]int{alan: 1}}, // half open
		} {
			if got := must(f.Pages.Loads(ctx, f.org.ID, c.from, c.to))(t); !maps.Equal(got, c.want) {
				t.Errorf("from %s to %s: %v, want %v", c.from, c.to, got, c.want)
			}
		}
	})
}
