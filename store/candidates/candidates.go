package candidates

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// CandidateRef finds a candidate by id alone, for operators; [models.NotFound] when there is none.
func (s *Store) CandidateRef(ctx context.Context, id string) (models.Ref, error) {
	row, err := db.Must[db.CandidateRecord](s.db.Read.WithContext(ctx).Select("org_id", "id").Where("id = ?", id),
		CandidateNotFound(id))
	return models.Ref{OrgID: row.OrgID, ID: row.ID}, db.Wrap("find candidate", err)
}

// Candidate returns a candidate; [models.NotFound] if the organization has no such one.
func (s *Store) Candidate(ctx context.Context, ref models.Ref) (models.Candidate, error) {
	c, err := ReadCandidate(s.db.Read.WithContext(ctx), ref)
	return c, db.Wrap("read candidate", err)
}

// SetReading keeps how a candidate reads, as far as it is known; the error is that of [models.Reading.Check]. It is a
// preference, like the colour of a page, so it has no history and wakes nobody: what is written later has it.
func (s *Store) SetReading(ctx context.Context, candidate models.Ref, r models.Reading) error {
	if err := r.Check(); err != nil {
		return err
	}
	return db.Wrap("read how a candidate reads", s.db.Tx(ctx, func(tx *gorm.DB) error {
		c, err := LockCandidate(tx, candidate)
		if err != nil {
			return err
		}
		after := models.Candidate{OrgID: c.OrgID, ID: c.ID, Language: r.Language, HourCycle: r.HourCycle}.ReadsLike(c)
		if after.Reading() == c.Reading() {
			return nil
		}
		return KeepReading(tx, after)
	}))
}

// KeepReading writes how a candidate reads, whose row is locked.
func KeepReading(tx *gorm.DB, c models.Candidate) error {
	row := db.CandidateRecord{OrgID: c.OrgID, ID: c.ID, Language: c.Language, HourCycle: c.HourCycle}
	return db.Wrap("keep how a candidate reads", tx.Select("language", "hour_cycle").Updates(&row).Error)
}

// RevokeLinks revokes the candidate's links to their assessment and to picking a time, and returns the changed
// candidate with the assessment's delivery mode. No letter tells of it: the old link may be in the wrong hands, and so
// may the mailbox (ADR links-have-an-epoch). It returns [models.NotFound] if the organization has no such candidate.
func (s *Store) RevokeLinks(ctx context.Context, by act.By,
	candidate models.Ref) (c models.Candidate, deliveryMode string, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) (err error) {
		if c, err = LockCandidate(tx, candidate); err != nil {
			return err
		}
		a, err := pipelines.ReadAssessment(tx, c.OrgID, c.AssessmentID)
		if err != nil {
			return err
		}
		deliveryMode = a.DeliveryMode
		c = c.Revoked(s.db.NowOf(candidate.OrgID))
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		return s.db.Note(by, tx, c.OrgID, models.Change{Subject: models.SubjectCandidate, SubjectID: c.ID,
			Kind: models.ChangeLinksRevoked, At: c.UpdatedAt})
	})
	return c, deliveryMode, err
}

// ReadCandidate reads a candidate; [models.NotFound] when the organization has none of that id.
func ReadCandidate(tx *gorm.DB, ref models.Ref) (models.Candidate, error) {
	row, err := db.Must[db.CandidateRecord](db.Of(tx, ref.OrgID).Where("id = ?", ref.ID), CandidateNotFound(ref.ID))
	return models.Candidate(row), err
}

// Records reads candidates in the order of the ids, each once; [models.NotFound] when the organization has not all of
// them.
func (s *Store) Records(ctx context.Context, orgID string, ids []string) (list []models.Candidate, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []db.CandidateRecord
	if err := db.Of(s.db.Read.WithContext(ctx), orgID).Where("id in ?", ids).Find(&rows).Error; err != nil {
		return nil, db.Wrap("read candidates", err)
	}
	known := map[string]models.Candidate{}
	for _, r := range rows {
		known[r.ID] = models.Candidate(r)
	}
	for n, id := range ids {
		c, is := known[id]
		if !is {
			return nil, CandidateNotFound(id)
		}
		if !slices.Contains(ids[:n], id) {
			list = append(list, c)
		}
	}
	return list, nil
}

// LockCandidate reads a candidate as [ReadCandidate] does and locks the row: what is decided on it is written before
// anybody else decides. It refuses one who is erased, as [models.Candidate.CheckErasure] does.
func LockCandidate(tx *gorm.DB, ref models.Ref) (models.Candidate, error) {
	c, err := ReadCandidate(tx.Clauses(db.ForUpdate), ref)
	if err == nil {
		err = c.CheckErasure()
	}
	return c, err
}

// LockRecord reads and locks the record of a posting, an assessment and an address, nil when there is none.
func LockRecord(tx *gorm.DB, orgID, postingID, assessmentID, email string) (*models.Candidate, error) {
	found, err := db.Take[db.CandidateRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).
		Where("posting_id = ? and assessment_id = ? and email = ?", postingID, assessmentID, email))
	if err != nil || found == nil {
		return nil, err
	}
	c := models.Candidate(*found)
	return &c, c.CheckErasure()
}

// InsertCandidate adds a candidate's record.
func InsertCandidate(tx *gorm.DB, c models.Candidate) error {
	row := db.ToWake(tx, c)
	return tx.Create(&row).Error
}

// NameCandidate writes the name of a candidate who had none, whose row is locked. Their interviews, canceled ones too,
// show the name, so each gets a new updated_at: a client that polls would not see it otherwise (§6). Nothing is owed
// for it, so their revisions stay.
func NameCandidate(d db.Dialect, tx *gorm.DB, c models.Candidate) error {
	row := db.CandidateRecord(c)
	if err := tx.Select("name", "updated_at").Updates(&row).Error; err != nil {
		return db.Wrap("name candidate", err)
	}
	return db.Wrap("touch the candidate's interviews",
		tx.Exec("update interviews set updated_at = "+d.After("updated_at")+
			" where org_id = ? and candidate_id = ?", c.UpdatedAt, c.OrgID, c.ID).Error)
}

// moveCandidate writes what a decision can change of an existing candidate.
func moveCandidate(tx *gorm.DB, c models.Candidate) error {
	row := db.ToWake(tx, c)
	return db.Wrap("update candidate", tx.Select("name", "state", "invited_at", "invite_expires_at", "started_at",
		"advanced_from", "invite_note", "language", "hour_cycle", "access_epoch", "resends",
		"resent_at", "resends_of_day", "revision", "wake_trace", "updated_at").
		Updates(&row).Error)
}

// CandidateNotFound is the error about a candidate whom the organization does not have.
func CandidateNotFound(id string) error {
	return models.NotFoundf("candidate %s not found", models.Quote(id))
}
