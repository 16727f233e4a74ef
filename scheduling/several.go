package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store"
)

// Command is one of several acts that are done together, in one transaction.
type Command interface {
	// do carries the command out by one operation of st. done is what follows once all of them are committed, and
	// onward the id of a record that was made or moved beside the one that the command names, "" for none.
	do(ctx context.Context, by By, st *store.Store) (done func(context.Context, *shared), onward string, err error)
}

// InterviewerChange is the command of [Bookings.ChangeInterviewer].
type InterviewerChange struct {
	InterviewID, Email string
	Why                *models.Reason // nil if none is given
}

// Invitation is the command of [Candidates.Invite].
type Invitation struct{ candidacy.InviteOrder }

// Decision is the command of [Candidates.Decide].
type Decision struct{ candidacy.DecisionOrder }

func (c InterviewerChange) do(ctx context.Context, by By, st *store.Store) (func(context.Context, *shared), string,
	error) {
	by.Reason = c.Why
	row, _, err := st.Bookings.Reassign(ctx, by.By, by.Org.ID, c.InterviewID, c.Email)
	return func(ctx context.Context, s *shared) { s.wake(ctx, row.Interview) }, "", err
}

func (c Invitation) do(ctx context.Context, by By, st *store.Store) (func(context.Context, *shared), string, error) {
	i, err := st.Candidates.Invite(ctx, by.By, by.Org, c.InviteOrder)
	return func(ctx context.Context, s *shared) { s.wakeInvitation(ctx, i.Candidate) }, "", err
}

func (c Decision) do(ctx context.Context, by By, st *store.Store) (func(context.Context, *shared), string, error) {
	d, err := st.Candidates.Decide(ctx, by.By, by.Org.ID, c.DecisionOrder)
	onward := ""
	if d.Onward != nil {
		onward = d.Onward.Candidate.ID
	}
	return func(ctx context.Context, s *shared) { Candidates{s}.decided(ctx, d) }, onward, err
}

// Part is what became, or would become, of one of several commands.
type Part struct {
	act.Part
	Made   act.Committed
	Onward string // the record by which somebody who is advanced goes on, "" for none
}

// Several carries out the commands one after another: all that are not refused, or nothing. With a plan they are
// compared with it, and stay; without one nothing stays, and the parts say what would be done. See
// [store.Store.Together].
func (s *Service) Several(ctx context.Context, by By, commands []Command) ([]Part, error) {
	parts, done := make([]Part, len(commands)), make([]func(context.Context, *shared), len(commands))
	made, err := s.store.Together(ctx, by.By, by.Org.ID, len(commands),
		func(ctx context.Context, part act.By, st *store.Store, n int) (err error) {
			done[n], parts[n].Onward, err = commands[n].do(ctx, By{By: part, Org: by.Org}, st)
			return err
		})
	if err != nil {
		return nil, err
	}
	for n, m := range made {
		parts[n].Part, parts[n].Made = m.Part, m.Made
		if by.Plan != nil && m.Preview != nil {
			done[n](ctx, s.shared)
		}
	}
	return parts, nil
}
