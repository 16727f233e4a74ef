package worker

import (
	"context"
	"slices"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store"
)

// givenUp is what a walk of a test clock has waited for in vain: of each row, at its revision, the effects that it owed
// when the walk went on. What it comes to owe later is waited for again, so that an interview whose calendar is broken
// still sends its reminders, each at its own time.
type givenUp struct {
	store   *store.Store
	effects map[models.PendingWake]map[string]bool
}

// add gives the rows up, with what they owe by now.
func (g givenUp) add(ctx context.Context, rows []models.PendingWake) error {
	for _, one := range rows {
		effects, err := g.owed(ctx, one)
		if err != nil {
			return err
		}
		if g.effects[one] == nil {
			g.effects[one] = map[string]bool{}
		}
		for _, e := range effects {
			g.effects[one][e] = true
		}
	}
	return nil
}

// others returns those of the rows that are waited for: all but those that owe only what was given up.
func (g givenUp) others(ctx context.Context, rows []models.PendingWake) (out []models.PendingWake, err error) {
	for _, one := range rows {
		gone, held := g.effects[one]
		if !held {
			out = append(out, one)
			continue
		}
		effects, err := g.owed(ctx, one)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(effects, func(e string) bool { return !gone[e] }) {
			out = append(out, one)
		}
	}
	return out, nil
}

// look stands for the effects of a row that owes none: its workflow is only to take note of that.
const look = "look"

// owed names the effects that a row owes at its organization's present time and that may leave.
func (g givenUp) owed(ctx context.Context, one models.PendingWake) ([]string, error) {
	effects, none, err := owedBy(ctx, g.store, one)
	if none {
		return []string{look}, err
	}
	return effects, err
}

// owedBy names the effects that the ledger of an interview or an invitation has not as done at its organization's
// present time, and that may leave; none says that nothing is owed. Of a calendar it is only known that its busy times
// should have been read.
func owedBy(ctx context.Context, s *store.Store, one models.PendingWake) (effects []string, none bool, err error) {
	ref, now := models.Ref{OrgID: one.OrgID, ID: one.ID}, s.NowOf(one.OrgID)
	switch one.Entity {
	case models.EntityInterview:
		acct, err := s.Effects.InterviewLedger(ctx, ref)
		if err != nil {
			return nil, false, err
		}
		owed := effect.Owed(acct.Interview, acct.CandidateEmail, acct.Ledger, s.Policy(), now)
		for _, e := range effect.Leaving(owed, acct.Approved) {
			effects = append(effects, e.Kind+" "+e.Target)
		}
		return effects, len(owed) == 0, nil
	case models.EntityInvitation:
		acct, err := s.Candidates.InvitationLedger(ctx, ref)
		if err != nil {
			return nil, false, err
		}
		switch owed := acct.Owed(now); {
		case owed == nil:
			none = true
		case acct.Approved:
			effects = []string{owed.Kind + " " + owed.Target}
		}
	}
	return effects, none, nil
}
