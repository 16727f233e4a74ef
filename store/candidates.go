package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// CandidateRef finds a candidate by id alone, for operators; [models.NotFound] when there is none.
func (s *Store) CandidateRef(ctx context.Context, id string) (Ref, error) {
	ref, err := one[Ref](s.read.WithContext(ctx), candidateNotFound(id), "select org_id, id from candidates "+
		"where id = ?", id)
	return ref, wrap("find candidate", err)
}

// LinkEpoch is the epoch of the candidate's links: one that was signed with another is dead (decision 112).
// [models.NotFound] when the organization has no such candidate.
func (s *Store) LinkEpoch(ctx context.Context, candidate Ref) (int64, error) {
	row, err := one[struct{ AccessEpoch int64 }](s.read.WithContext(ctx), candidateNotFound(candidate.ID),
		"select access_epoch from candidates where org_id = ? and id = ?", candidate.OrgID, candidate.ID)
	return row.AccessEpoch, wrap("read candidate", err)
}

// RevokeLinks makes the links of the candidate's assessment and of picking a time dead, and returns the candidate as
// they are then, with the assessment's delivery mode (decision 112). [models.NotFound] when the organization has no
// such candidate.
func (s *Store) RevokeLinks(ctx context.Context, candidate Ref) (c models.Candidate, deliveryMode string, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = s.dialect.lockCandidate(tx, candidate); err != nil {
			return err
		}
		if err := tx.Raw("select delivery_mode from assessments where org_id = ? and id = ?",
			c.OrgID, c.AssessmentID).Scan(&deliveryMode).Error; err != nil {
			return wrap("read assessment", err)
		}
		c = c.Revoked(s.Now())
		return moveCandidate(tx, c)
	})
	return c, deliveryMode, err
}

// readCandidate reads a candidate; [models.NotFound] when the organization has none of that id.
func readCandidate(tx *gorm.DB, ref Ref) (models.Candidate, error) {
	return one[models.Candidate](tx, candidateNotFound(ref.ID), "select * from candidates where org_id = ? and id = ?",
		ref.OrgID, ref.ID)
}

// lockCandidate reads a candidate as [readCandidate] does and locks the row: what is decided on it is written before
// anybody else decides.
func (d dialect) lockCandidate(tx *gorm.DB, ref Ref) (models.Candidate, error) {
	return one[models.Candidate](tx, candidateNotFound(ref.ID), "select * from candidates where org_id = ? and id = ?"+
		d.forUpdate(), ref.OrgID, ref.ID)
}

// lockRecord reads and locks the record of a posting, an assessment and an address, nil when there is none (decision
// 21).
func (d dialect) lockRecord(tx *gorm.DB, orgID, postingID, assessmentID, email string) (*models.Candidate, error) {
	return first[models.Candidate](tx, "select * from candidates where org_id = ? and posting_id = ? "+
		"and assessment_id = ? and email = ?"+d.forUpdate(),
		orgID, postingID, assessmentID, email)
}

func insertCandidate(tx *gorm.DB, c models.Candidate) error {
	return tx.Exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state,
		invited_at, invite_expires_at, started_at, created_at, updated_at, revision)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.OrgID, c.ID, c.PostingID, c.AssessmentID, c.TrackID, c.Email, c.Name, c.State, c.InvitedAt, c.InviteExpiresAt,
		c.StartedAt, c.CreatedAt, c.UpdatedAt, c.Revision).Error
}

// nameCandidate writes the name of a candidate who had none (decision 90), whose row is locked. Their interviews,
// canceled ones too, show it: each has a new updated_at, or who polls would never see it (§6, decision 49). Nothing is
// owed for it, so their revisions stay.
func (d dialect) nameCandidate(tx *gorm.DB, c models.Candidate) error {
	if err := tx.Exec("update candidates set name = ?, updated_at = ? where org_id = ? and id = ?",
		c.Name, c.UpdatedAt, c.OrgID, c.ID).Error; err != nil {
		return wrap("name candidate", err)
	}
	return wrap("touch the candidate's interviews", tx.Exec("update interviews set updated_at = "+d.after("updated_at")+
		" where org_id = ? and candidate_id = ?", c.UpdatedAt, c.OrgID, c.ID).Error)
}

// moveCandidate writes what a decision changes of a candidate who is there.
func moveCandidate(tx *gorm.DB, c models.Candidate) error {
	return wrap("update candidate", tx.Exec(`update candidates set name = ?, state = ?, invited_at = ?,
		invite_expires_at = ?, started_at = ?, access_epoch = ?, revision = ?, updated_at = ?
		where org_id = ? and id = ?`, c.Name, c.State, c.InvitedAt, c.InviteExpiresAt, c.StartedAt, c.AccessEpoch,
		c.Revision, c.UpdatedAt, c.OrgID, c.ID).Error)
}

func candidateNotFound(id string) error {
	return models.NotFoundf("candidate %s not found", models.Quote(id))
}
