package scheduling

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store/candidates"
)

// Invite invites a candidate: see [candidates.Store.Invite]. Who was invited before is left alone.
func (s Candidates) Invite(ctx context.Context, by By, o candidacy.InviteOrder) (candidacy.Invited, error) {
	i, err := s.store.Candidates.Invite(ctx, by.By, by.Org, o)
	s.limited("stranger_letters", err)
	if err == nil && !i.Reused {
		s.wakeInvitation(ctx, i.Candidate)
	}
	return i, err
}

// Invite is the preview of [Candidates.Invite].
func (p Previews) Invite(ctx context.Context, by By, o candidacy.InviteOrder) (act.Preview, error) {
	return p.store.Candidates.PreviewInvite(ctx, by.Org, o)
}

// ResendInvitation asks for one more letter of the invitation: see [candidates.Store.ResendInvitation].
func (s Candidates) ResendInvitation(ctx context.Context, by By, candidateID string, seen int64) (c models.Candidate,
	changed bool, err error) {
	c, changed, err = s.store.Candidates.ResendInvitation(ctx, by.By, by.Org.ID, candidateID, seen)
	s.limited("resent_invitations", err)
	return s.reinvited(ctx)(c, changed, err)
}

// ResendInvitation is the preview of [Candidates.ResendInvitation].
func (p Previews) ResendInvitation(ctx context.Context, by By, candidateID string) (act.Preview, error) {
	return p.store.Candidates.PreviewResend(ctx, by.Org.ID, candidateID)
}

// RevokeInvitation ends the invitation: see [candidates.Store.RevokeInvitation].
func (s Candidates) RevokeInvitation(ctx context.Context, by By, candidateID string) (c models.Candidate, changed bool,
	err error) {
	return s.reinvited(ctx)(s.store.Candidates.RevokeInvitation(ctx, by.By, by.Org.ID, candidateID))
}

// Decide records the decision on a candidate, and how somebody who is advanced goes on: see [candidates.Store.Decide].
func (s Candidates) Decide(ctx context.Context, by By, o candidacy.DecisionOrder) (candidacy.Decided, error) {
	d, err := s.store.Candidates.Decide(ctx, by.By, by.Org.ID, o)
	if err == nil {
		s.decided(ctx, d)
	}
	return d, err
}

// Decide is the preview of [Candidates.Decide].
func (p Previews) Decide(ctx context.Context, by By, o candidacy.DecisionOrder) (act.Preview, error) {
	return p.store.Candidates.PreviewDecide(ctx, by.Org.ID, o)
}

// Advance is the preview of [Candidates.Decide] for somebody who is advanced, in each way to go on.
func (p Previews) Advance(ctx context.Context, by By, o candidacy.DecisionOrder) (candidates.Advance, error) {
	return p.store.Candidates.PreviewAdvance(ctx, by.Org.ID, o)
}

// decided wakes the workflows of the records that a decision changed.
func (s Candidates) decided(ctx context.Context, d candidacy.Decided) {
	if d.Changed {
		s.wakeInvitation(ctx, d.Candidate)
	}
	if d.Onward != nil && d.Onward.Changed {
		s.wakeInvitation(ctx, d.Onward.Candidate)
	}
}

// Grade grades a submission: see [candidates.Store.Grade].
func (s Candidates) Grade(ctx context.Context, by By, submissionID string,
	o candidacy.GradeOrder) (candidates.Graded, error) {
	return s.store.Candidates.Grade(ctx, by.By, by.Org.ID, submissionID, o)
}

// StartAssessment starts the candidate's assessment: see [candidates.Store.StartAssessment].
func (s Candidates) StartAssessment(ctx context.Context, candidate models.Ref) error {
	_, _, err := s.reinvited(ctx)(s.store.Candidates.StartAssessment(ctx, candidate))
	return err
}

// SetReading keeps how the candidate reads our pages, and so their letters: see [candidates.Store.SetReading].
func (s Candidates) SetReading(ctx context.Context, candidate models.Ref, r models.Reading) error {
	return s.store.Candidates.SetReading(ctx, candidate, r)
}

// SaveAnswer keeps a draft of the candidate's answer: see [candidates.Store.SaveAnswer].
func (s Candidates) SaveAnswer(ctx context.Context, candidate models.Ref, a candidacy.Answer,
	seen *time.Time) (savedAt time.Time, err error) {
	return s.store.Candidates.SaveAnswer(ctx, candidate, a, seen)
}

// Submit hands the candidate's answer in: see [candidates.Store.Submit].
func (s Candidates) Submit(ctx context.Context, candidate models.Ref, a candidacy.Answer, seen *time.Time) error {
	c, _, err := s.store.Candidates.Submit(ctx, candidate, a, seen)
	if err == nil {
		s.wakeInvitation(ctx, c)
	}
	return err
}

// Accommodate keeps what the candidate needs: see [candidates.Store.Accommodate].
func (s Candidates) Accommodate(ctx context.Context, candidate models.Ref, o candidacy.AccommodationOrder) error {
	return s.store.Candidates.Accommodate(ctx, candidate, o)
}

// SettleAccommodation says that somebody has seen to what the candidate needs: see
// [candidates.Store.SettleAccommodation].
func (s Candidates) SettleAccommodation(ctx context.Context, by By, candidateID string, seen time.Time) error {
	return s.store.Candidates.SettleAccommodation(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: candidateID}, seen)
}

// Propose keeps times that the candidate proposes: see [candidates.Store.Propose].
func (s Candidates) Propose(ctx context.Context, candidate models.Ref, p booking.Proposal, unseen bool) error {
	return s.store.Candidates.Propose(ctx, candidate, p, unseen)
}

// WithdrawProposal takes back what the candidate proposed at seen: see [candidates.Store.AnswerProposal].
func (s Candidates) WithdrawProposal(ctx context.Context, candidate models.Ref, seen time.Time) error {
	return s.store.Candidates.AnswerProposal(ctx, act.ByCandidate(candidate.ID), candidate, booking.ProposalWithdrawn,
		seen)
}

// DeclineProposal says that none of the times that were proposed at seen is possible: see
// [candidates.Store.AnswerProposal].
func (s Candidates) DeclineProposal(ctx context.Context, by By, candidateID string, seen time.Time) error {
	return s.store.Candidates.AnswerProposal(ctx, by.By, models.Ref{OrgID: by.Org.ID, ID: candidateID},
		booking.ProposalDeclined, seen)
}

// reinvited wakes the workflow of an invitation that was changed.
func (s Candidates) reinvited(ctx context.Context) func(models.Candidate, bool, error) (models.Candidate, bool, error) {
	return func(c models.Candidate, changed bool, err error) (models.Candidate, bool, error) {
		if err == nil && changed {
			s.wakeInvitation(ctx, c)
		}
		return c, changed, err
	}
}
