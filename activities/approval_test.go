package activities_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/store/setups"
)

// approve applies the organization's file again, approved or not.
func (p *post) approve(approved bool) {
	p.t.Helper()
	setup := acme()
	setup.Organization.Approved = approved
	_, err := p.Store.Setups.Apply(p.t.Context(), setup, setups.Options{})
	p.must(err)
}

// unwoken are the ids of what the relay is to wake.
func (p *post) unwoken() map[string]bool {
	p.t.Helper()
	claimed, err := p.Store.Wakes.ClaimUnwoken(p.t.Context(), p.clock.Now(), time.Millisecond, 100)
	p.must(err)
	ids := map[string]bool{}
	for _, one := range claimed {
		ids[one.ID] = true
		p.Store.Wakes.MarkWoken(one)
	}
	// A change behind the marks, which nobody waits for, is behind them in the database.
	p.must(p.Store.Effects.Supersede(p.t.Context(), nil))
	p.clock.Set(p.clock.Now().Add(time.Second))
	return ids
}

// TestUnapproved proves what stops while an organization is not approved, what goes on, and that all that stopped goes
// on when it is approved again.
func TestUnapproved(t *testing.T) {
	t.Parallel()
	booked(t, "letters wait, stay owed, and leave once when it is approved again",
		func(t *testing.T, p *post, ref models.Ref) {
			p.approve(false)
			if plan := p.load(ref); len(plan.Targets) != 0 || plan.Next == nil {
				t.Errorf("the plan is %+v, want the clock alone", plan)
			}
			p.sent(ref, cleo, 0)
			p.sent(ref, ann, 0)
			acct, err := p.Store.Effects.InterviewLedger(t.Context(), ref)
			p.must(err)
			if acct.Approved || acct.ConvergedRevision >= acct.Revision || len(acct.Ledger) != 0 {
				t.Errorf("the interview is %+v, want that it owes all that it did", acct)
			}
			p.unwoken() // booked above, and woken by now
			if ids := p.unwoken(); len(ids) != 0 {
				t.Errorf("to be woken are %v, want nothing before it is approved", ids)
			}
			p.approve(true)
			if ids := p.unwoken(); !ids[ref.ID] {
				t.Errorf("to be woken are %v, want %s", ids, ref.ID)
			}
			if plan := p.load(ref); len(plan.Targets) != 2 {
				t.Errorf("the plan is %+v, want both letters", plan)
			}
			p.sent(ref, cleo, 1)
			p.sent(ref, ann, 1)
			p.sent(ref, cleo, 0)
		})
	invited(t, "an invitation waits and leaves once", func(t *testing.T, p *post, ref models.Ref) {
		p.approve(false)
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 || plan.Status != models.CandidateInvited {
			t.Errorf("the plan is %+v, want the clock alone", plan)
		}
		p.sentInvitation(ref, 0)
		p.unwoken()
		p.approve(true)
		if ids := p.unwoken(); !ids[ref.ID] {
			t.Errorf("to be woken are %v, want %s", ids, ref.ID)
		}
		p.sentInvitation(ref, 1)
		p.sentInvitation(ref, 0)
	})
}
