package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// TestProposals proves that a proposal is noted in the history without its times and its note, is news to who watches
// the posting, waits on the first page until it is answered or something is booked, and is nobody else's.
func TestProposals(t *testing.T) {
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		watcher := f.watches(ada, true)
		ref := f.invite("design", cleo)
		p := booking.Proposal{Zone: "Asia/Kathmandu", Note: "after work", Times: []timetable.Range{
			{From: at(14, 15), To: at(17, 15)}, {From: at(18, 0).AddDate(0, 0, 1), To: at(20, 0).AddDate(0, 0, 1)}}}
		waits := func() (names []string) {
			for _, w := range must(f.Pages.WaitingProposals(ctx, f.org.ID))(t) {
				names = append(names, w.CandidateID)
			}
			return names
		}
		noted := f.noted(func() { f.must(f.Candidates.Propose(ctx, ref, p, false)) })
		if len(noted) != 1 {
			t.Errorf("noted is %q", noted)
		}
		if got := f.pending(watcher); len(got) != 1 {
			t.Errorf("told is %q", got)
		}
		before := f.dump()
		f.must(f.Candidates.Propose(ctx, ref, p, false))
		f.unchanged(before)
		got := must(f.Candidates.Proposal(ctx, ref))(t)
		if len(got.Times) != 2 || !got.Times[0].From.Equal(at(14, 15)) || got.Note != "after work" ||
			!got.ProposedAt.Equal(noon) {
			t.Errorf("stored is %+v", got)
		}
		if w := waits(); len(w) != 1 || w[0] != ref.ID {
			t.Errorf("on the first page are %q", w)
		}
		other := models.Ref{OrgID: must(f.Team.Organization(ctx, "bolt"))(t).ID, ID: ref.ID}
		f.refused(f.Candidates.Propose(ctx, other, p, false), models.NotFound, "proposing in another organization")
		f.refused(f.Candidates.AnswerProposal(ctx, act.By{}, other, booking.ProposalDeclined, noon), models.NotFound,
			"declining in another organization")

		i := f.book(f.order(cleo, at(18, 0)))
		if w := waits(); len(w) != 0 {
			t.Errorf("after a booking there are still %q", w)
		}
		f.must(f.Candidates.Propose(ctx, ref, p, false))
		if w := waits(); len(w) != 1 {
			t.Errorf("who would move waits with %q", w)
		}
		f.must(f.Candidates.AnswerProposal(ctx, act.By{}, ref, booking.ProposalDeclined, noon))
		if w := waits(); len(w) != 0 {
			t.Errorf("declined, there are still %q", w)
		}
		f.clock.Set(noon.Add(time.Minute))
		f.must(f.Candidates.Propose(ctx, ref, p, false))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
		if w := waits(); len(w) != 0 {
			t.Errorf("after the cancellation there are still %q", w)
		}
	})
}
