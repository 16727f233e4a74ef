package store_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/interviews"
)

// TestCancelByCandidate proves that a candidate cancels their own interview and no other one, once however often they
// press, and never one that somebody moves at the same moment.
func TestCancelByCandidate(t *testing.T) {
	t.Parallel()
	why := &models.Reason{Text: "Exams", Audience: models.AudienceCandidate}
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		cancel := func(org, candidate string) (interviews.InterviewRow, bool, error) {
			return f.Bookings.CancelByCandidate(ctx, models.Ref{OrgID: org, ID: candidate}, i.ID, i.StartsAt, why)
		}
		_, _, err := cancel(f.org.ID, f.book(f.order("dan@candidate.example", at(20, 0))).CandidateID)
		f.refused(err, models.NotFound, "another candidate's")
		_, _, err = cancel(must(f.Team.Organization(ctx, "bolt"))(t).ID, i.CandidateID)
		f.refused(err, models.NotFound, "another organization's")
		if f.interview(i.ID).CanceledAt != nil {
			t.Fatal("somebody else canceled it")
		}

		var done atomic.Int32
		got := f.noted(func() {
			each(5, func(int) error {
				_, changed, err := cancel(f.org.ID, i.CandidateID)
				if changed {
					done.Add(1)
				}
				return err
			}, func(_ int, err error) { f.must(err) })
		})
		if want := []string{"interview canceled: “Exams” by candidate"}; done.Load() != 1 || !slices.Equal(got, want) {
			t.Errorf("it was canceled %d times: %q, want %q", done.Load(), got, want)
		}

		moved := f.book(f.order("eve@candidate.example", at(18, 0)))
		o := f.order("eve@candidate.example", at(19, 0))
		o.Replace = true
		each(2, func(n int) error {
			if n == 0 {
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			}
			_, _, err := f.Bookings.CancelByCandidate(ctx, models.Ref{OrgID: f.org.ID, ID: moved.CandidateID}, moved.ID,
				moved.StartsAt, why)
			return err
		}, func(n int, err error) {
			if models.KindOf(err) != 0 && (n == 0 || models.KindOf(err) != models.Conflict) {
				t.Errorf("request %d: %v", n, err)
			}
		})
		if row := f.interview(moved.ID); row.CanceledAt != nil && !row.StartsAt.Equal(moved.StartsAt) {
			t.Errorf("canceled is an interview at %s, which nobody was shown", row.StartsAt)
		}
	})
}
