package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// CandidateRef finds a candidate by id alone, for operators; [models.NotFound] when there is none.
func (s *Store) CandidateRef(ctx context.Context, id string) (Ref, error) {
	row, err := must[candidateRecord](s.read.WithContext(ctx).Select("org_id", "id").Where("id = ?", id),
		candidateNotFound(id))
	return Ref{row.OrgID, row.ID}, wrap("find candidate", err)
}

// LinkEpoch returns the epoch of the candidate's links: a link that was signed with another one is revoked. It returns
// [models.NotFound] if the organization has no such candidate.
func (s *Store) LinkEpoch(ctx context.Context, candidate Ref) (int64, error) {
	c, err := readCandidate(s.read.WithContext(ctx), candidate)
	return c.AccessEpoch, wrap("read candidate", err)
}

// RevokeLinks revokes the candidate's links to their assessment and to picking a time, and returns the changed
// candidate with the assessment's delivery mode. No letter tells of it: the old link may be in the wrong hands, and so
// may the mailbox (ADR links-have-an-epoch). It returns [models.NotFound] if the organization has no such candidate.
func (s *Store) RevokeLinks(ctx context.Context, by By, candidate Ref) (c models.Candidate, deliveryMode string,
	err error) {
	err = s.tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = lockCandidate(tx, candidate); err != nil {
			return err
		}
		a, err := readAssessment(tx, c.OrgID, c.AssessmentID)
		if err != nil {
			return err
		}
		deliveryMode = a.DeliveryMode
		c = c.Revoked(s.NowOf(candidate.OrgID))
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		return s.note(by, tx, c.OrgID, models.Change{Subject: models.SubjectCandidate, SubjectID: c.ID,
			Kind: models.ChangeLinksRevoked, At: c.UpdatedAt})
	})
	return c, deliveryMode, err
}

// readCandidate reads a candidate; [models.NotFound] when the organization has none of that id.
func readCandidate(tx *gorm.DB, ref Ref) (models.Candidate, error) {
	row, err := must[candidateRecord](of(tx, ref.OrgID).Where("id = ?", ref.ID), candidateNotFound(ref.ID))
	return models.Candidate(row), err
}

// lockCandidate reads a candidate as [readCandidate] does and locks the row: what is decided on it is written before
// anybody else decides.
func lockCandidate(tx *gorm.DB, ref Ref) (models.Candidate, error) {
	return readCandidate(tx.Clauses(forUpdate), ref)
}

// lockRecord reads and locks the record of a posting, an assessment and an address, nil when there is none.
func lockRecord(tx *gorm.DB, orgID, postingID, assessmentID, email string) (*models.Candidate, error) {
	found, err := take[candidateRecord](of(tx.Clauses(forUpdate), orgID).
		Where("posting_id = ? and assessment_id = ? and email = ?", postingID, assessmentID, email))
	return (*models.Candidate)(found), err
}

func insertCandidate(tx *gorm.DB, c models.Candidate) error {
	row := candidateRecord(c)
	return tx.Create(&row).Error
}

// nameCandidate writes the name of a candidate who had none, whose row is locked. Their interviews, canceled ones too,
// show the name, so each gets a new updated_at: a client that polls would not see it otherwise (§6). Nothing is owed
// for it, so their revisions stay.
func nameCandidate(d dialect, tx *gorm.DB, c models.Candidate) error {
	row := candidateRecord(c)
	if err := tx.Select("name", "updated_at").Updates(&row).Error; err != nil {
		return wrap("name candidate", err)
	}
	return wrap("touch the candidate's interviews", tx.Exec("update interviews set updated_at = "+d.after("updated_at")+
		" where org_id = ? and candidate_id = ?", c.UpdatedAt, c.OrgID, c.ID).Error)
}

// moveCandidate writes what a decision can change of an existing candidate.
func moveCandidate(tx *gorm.DB, c models.Candidate) error {
	row := candidateRecord(c)
	return wrap("update candidate", tx.Select("name", "state", "invited_at", "invite_expires_at", "started_at",
		"advanced_from", "access_epoch", "resends", "resent_at", "resends_of_day", "revision", "updated_at").
		Updates(&row).Error)
}

func candidateNotFound(id string) error {
	return models.NotFoundf("candidate %s not found", models.Quote(id))
}
