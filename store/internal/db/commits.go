package db

import (
	"time"

	"gorm.io/gorm"

	"litmus/models/act"
)

// CommittedRecord is a plan that was carried out. Plans that were not are stored nowhere.
type CommittedRecord struct {
	OrgID        string `gorm:"primaryKey"`
	ID           string `gorm:"primaryKey"`
	KeyID, Tool  string
	InterviewID  string
	CandidateID  string
	SubmissionID string
	CommittedAt  time.Time
	Made         string // of several acts: what each made, as JSON
}

func (CommittedRecord) TableName() string { return "committed_plans" }

// BeginCommit is the first thing in a transaction that carries out a plan, if one is confirmed: of two that carry
// out the same plan the second waits here for the first, and then gets [act.ErrCommitted].
func (s *DB) BeginCommit(by act.By, tx *gorm.DB, orgID string) error {
	c := by.Plan
	if c == nil {
		return nil
	}
	if c.Part != nil {
		c.Part(act.Committed{}, nil) // it may be tried again, and then find nothing to do
		return nil
	}
	if err := s.Dialect.Lock(tx, planKey(orgID, c.ID)); err != nil {
		return Wrap("lock plan", err)
	}
	found, err := Take[CommittedRecord](Of(tx, orgID).Where("id = ?", c.ID))
	switch {
	case err != nil:
		return Wrap("look up plan", err)
	case found != nil:
		return act.ErrCommitted
	}
	return nil
}

// Commit compares the preview of what was decided with the plan that is confirmed, if one is, and remembers the plan as
// carried out. made has the ids of what it makes.
func (s *DB) Commit(by act.By, tx *gorm.DB, orgID string, made act.Committed,
	preview func() (act.Preview, error)) error {
	c := by.Plan
	if c == nil {
		return nil
	}
	p, err := preview()
	if err != nil {
		return err
	}
	if c.Part != nil {
		c.Part(made, &p)
		return nil
	}
	if err := c.Check(s.secret, p.Facts()); err != nil {
		return err
	}
	row := CommittedRecord{OrgID: orgID, ID: c.ID, KeyID: c.KeyID, Tool: c.Tool, InterviewID: made.InterviewID,
		CandidateID: made.CandidateID, SubmissionID: made.SubmissionID, CommittedAt: s.Now()}
	return Wrap("remember plan", tx.Create(&row).Error)
}

func planKey(orgID, id string) string { return "plan\x00" + orgID + "\x00" + id }
