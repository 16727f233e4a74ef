package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Commit is a plan that was confirmed, and whose it is (T4).
type Commit struct {
	models.Plan
	KeyID, Tool string

	// part takes what one of several acts under one plan makes and its preview, nil when the act begins: see
	// [Store.Together]. It is nil itself for a commit of its own.
	part func(Committed, *models.Preview)
}

// ErrCommitted says that the plan was carried out already; [Store.Committed] says what it made.
var ErrCommitted = errors.New("the plan was carried out already")

// Committed is what a plan made.
type Committed struct {
	OrgID        string      `json:"-"`
	ID           string      `json:"-"`
	KeyID        string      `json:"-"`
	Tool         string      `json:"-"`
	CommittedAt  time.Time   `json:"-"`
	Parts        []Committed `json:"-"` // of a plan of several acts: what each made that was not left out
	Part         int         // of one of these: its number
	InterviewID  string      `json:",omitempty"` // "" for none, as the next two
	CandidateID  string      `json:",omitempty"`
	SubmissionID string      `json:",omitempty"`
}

// Touched are the ids of what it made or changed.
func (c Committed) Touched() []string {
	return slices.DeleteFunc([]string{c.InterviewID, c.CandidateID, c.SubmissionID},
		func(id string) bool { return id == "" })
}

// committedRecord is a plan that was carried out. Plans that were not are stored nowhere.
type committedRecord struct {
	OrgID        string `gorm:"primaryKey"`
	ID           string `gorm:"primaryKey"`
	KeyID, Tool  string
	InterviewID  string
	CandidateID  string
	SubmissionID string
	CommittedAt  time.Time
	Made         string // of several acts: what each made, as JSON
}

func (committedRecord) TableName() string { return "committed_plans" }

// Committed returns what the organization's plan of that id made, nil if it was not carried out.
func (s *Store) Committed(ctx context.Context, orgID, planID string) (*Committed, error) {
	found, err := take[committedRecord](of(s.read.WithContext(ctx), orgID).Where("id = ?", planID))
	if err != nil || found == nil {
		return nil, wrap("look up plan", err)
	}
	made := &Committed{OrgID: found.OrgID, ID: found.ID, KeyID: found.KeyID, Tool: found.Tool,
		CommittedAt: found.CommittedAt, InterviewID: found.InterviewID, CandidateID: found.CandidateID,
		SubmissionID: found.SubmissionID}
	if found.Made != "" {
		err = json.Unmarshal([]byte(found.Made), &made.Parts)
	}
	return made, wrap("read what a plan made", err)
}

// beginCommit is the first thing in a transaction that carries out a plan, if one is confirmed: of two that carry
// out the same plan the second waits here for the first, and then gets [ErrCommitted].
func (s *Store) beginCommit(by By, tx *gorm.DB, orgID string) error {
	c := by.Plan
	if c == nil {
		return nil
	}
	if c.part != nil {
		c.part(Committed{}, nil) // it may be tried again, and then find nothing to do
		return nil
	}
	if err := s.dialect.lock(tx, planKey(orgID, c.ID)); err != nil {
		return wrap("lock plan", err)
	}
	found, err := take[committedRecord](of(tx, orgID).Where("id = ?", c.ID))
	switch {
	case err != nil:
		return wrap("look up plan", err)
	case found != nil:
		return ErrCommitted
	}
	return nil
}

// commit compares the preview of what was decided with the plan that is confirmed, if one is, and remembers the plan as
// carried out. made has the ids of what it makes.
func (s *Store) commit(by By, tx *gorm.DB, orgID string, made Committed,
	preview func() (models.Preview, error)) error {
	c := by.Plan
	if c == nil {
		return nil
	}
	p, err := preview()
	if err != nil {
		return err
	}
	if c.part != nil {
		c.part(made, &p)
		return nil
	}
	if err := c.Check(s.secret, p.Facts()); err != nil {
		return err
	}
	row := committedRecord{OrgID: orgID, ID: c.ID, KeyID: c.KeyID, Tool: c.Tool, InterviewID: made.InterviewID,
		CandidateID: made.CandidateID, SubmissionID: made.SubmissionID, CommittedAt: s.Now()}
	return wrap("remember plan", tx.Create(&row).Error)
}

// unlessRefused is nil for what a plan was refused for, which a transaction reports beside its commit, and the error
// itself for any other.
func unlessRefused(err error) error {
	var changed *models.PlanChanged
	if errors.Is(err, ErrCommitted) || errors.As(err, &changed) {
		return nil
	}
	return err
}

// PrunePlans deletes at most limit plans, of any organization, that were carried out too long ago for anybody to repeat
// them, and returns how many it deleted.
func (s *Store) PrunePlans(ctx context.Context, limit int) (int64, error) {
	// SQL by hand: a limit on what is deleted, by rows of two columns.
	r := s.write.WithContext(ctx).Exec(`delete from committed_plans where (org_id, id) in (select org_id, id from
		committed_plans where committed_at <= ? limit ?)`, s.Now().Add(-models.PlanKept), limit)
	return r.RowsAffected, wrap("prune plans", r.Error)
}

func planKey(orgID, id string) string { return "plan\x00" + orgID + "\x00" + id }
