package activities_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/upkeep"
)

// Workflows have the machine's time. What they load and send follows the organization's, and the instant that they set
// a timer for is the machine's again.
func TestMovedClock(t *testing.T) {
	t.Parallel()
	const ahead = 3 * 24 * time.Hour
	p := open(t)
	ref, asked := p.book(), p.invite("takehome")
	plain := p.load(ref)
	p.sent(ref, cleo, 1)
	p.sent(ref, ann, 1)
	p.sentInvitation(asked, 1)
	invited := p.loadInvitation(asked)
	p.must(p.Store.Wakes.ServeClocks(t.Context()))
	_, err := p.Store.Wakes.AskClock(t.Context(), p.org.ID, upkeep.ClockMove{By: ahead})
	p.must(err)
	p.must(p.Store.Wakes.MoveClock(t.Context(), p.org.ID, ahead))

	moved, due := p.load(ref), plain.Next.At
	if moved.Next == nil || !moved.Next.At.Equal(due.Add(-ahead)) || moved.Next.Kind != plain.Next.Kind {
		t.Errorf("the workflow waits for %+v, want %s, which is %s for the organization", moved.Next,
			due.Add(-ahead), due)
	}
	if got := p.loadInvitation(asked); !got.Next.At.Equal(invited.Next.At.Add(-ahead)) {
		t.Errorf("the invitation's workflow waits for %+v, want %s", got.Next, invited.Next.At.Add(-ahead))
	}
	p.must(p.Store.Effects.Supersede(t.Context(), nil)) // is written after what nobody waits for
	acct, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
	p.must(err)
	if at := acct.NextDueAt; at == nil || !at.Equal(due) {
		t.Errorf("the row says that it is due at %v, want the organization's %s", at, due)
	}
	p.clock.Set(due.Add(-ahead - time.Millisecond))
	p.sent(ref, cleo, 0)
	p.clock.Set(due.Add(-ahead))
	p.sent(ref, cleo, 1)
	for _, e := range p.ledger(ref) {
		if e.Kind == plain.Next.Kind && (!e.Stamp.Equal(due) || !e.UpdatedAt.Equal(due)) {
			t.Errorf("the reminder is dated %s and was sent at %s, want %s", e.Stamp, e.UpdatedAt, due)
		}
	}
	p.clock.Set(invited.Next.At.Add(-ahead))
	if got := p.loadInvitation(asked); got.Status != models.CandidateExpired {
		t.Errorf("at its end the invitation is %s", got.Status)
	}
}
