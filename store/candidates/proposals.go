package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Proposal reads the times that the candidate of a record proposed last, nil for none: see [booking.Proposal.OpenAt].
func (s *Store) Proposal(ctx context.Context, candidate models.Ref) (*booking.Proposal, error) {
	p, err := readProposal(s.db.Read.WithContext(ctx), candidate)
	return p, db.Wrap("read proposal", err)
}

// Propose keeps times that the candidate proposes, as [booking.DecidePropose] decides, whose errors it returns; and
// [models.NotFound] if the organization has no such candidate. unseen says that the form did not show what was proposed
// before. Those who watch the posting are told.
func (s *Store) Propose(ctx context.Context, candidate models.Ref, p booking.Proposal, unseen bool) error {
	return s.proposal(ctx, act.ByCandidate(candidate.ID), candidate, models.ChangeProposed, func(c models.Candidate,
		i *models.Interview, was *booking.Proposal, now time.Time) (booking.Proposal, bool, error) {
		return booking.DecidePropose(c, i, was, p, unseen, now)
	})
}

// AnswerProposal closes what was proposed at seen, as [booking.DecideAnswer] decides, whose errors it returns: the
// candidate withdraws it, or the team declines it. No letter tells of either.
func (s *Store) AnswerProposal(ctx context.Context, by act.By, candidate models.Ref, outcome string,
	seen time.Time) error {
	kind := models.ChangeProposalDeclined
	if outcome == booking.ProposalWithdrawn {
		kind = models.ChangeProposalWithdrawn
	}
	return s.proposal(ctx, by, candidate, kind, func(c models.Candidate, i *models.Interview, was *booking.Proposal,
		now time.Time) (booking.Proposal, bool, error) {
		return booking.DecideAnswer(c, i, was, outcome, seen, now)
	})
}

// proposal writes what is decided on the candidate's proposal, under the lock of the record. The history says that
// times were proposed, and neither which nor the note.
func (s *Store) proposal(ctx context.Context, by act.By, candidate models.Ref, kind models.ChangeKind,
	decide func(models.Candidate, *models.Interview, *booking.Proposal, time.Time) (booking.Proposal, bool,
		error)) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		c, err := LockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		i, err := interviews.LiveInterview(tx, candidate.OrgID, candidate.ID)
		if err != nil {
			return db.Wrap("read interview", err)
		}
		was, err := readProposal(tx, candidate)
		if err != nil {
			return db.Wrap("read proposal", err)
		}
		now := s.db.NowOf(candidate.OrgID)
		p, changed, err := decide(c, i, was, now)
		if err != nil || !changed {
			return err
		}
		row := db.ProposalRecord{OrgID: c.OrgID, CandidateID: c.ID, Times: p.Times, LastEnd: p.LastEnd(), Zone: p.Zone,
			Note: p.Note, InterviewID: p.InterviewID, MovesFrom: p.MovesFrom, ProposedAt: p.ProposedAt,
			Proposed: p.Proposed, Outcome: p.Outcome}
		if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error; err != nil {
			return db.Wrap("write proposal", err)
		}
		return s.db.Note(by, tx, c.OrgID, models.Change{Subject: models.SubjectCandidate, SubjectID: c.ID, Kind: kind,
			At: now})
	})
}

func readProposal(tx *gorm.DB, candidate models.Ref) (*booking.Proposal, error) {
	row, err := db.Take[db.ProposalRecord](db.Of(tx, candidate.OrgID).Where("candidate_id = ?", candidate.ID))
	if err != nil || row == nil {
		return nil, err
	}
	p := row.Proposal()
	return &p, nil
}
