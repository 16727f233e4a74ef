package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// Part is one of several acts under one plan, and what it makes.
type Part struct {
	act.Part
	Made act.Committed
}

// errPlanned rolls back what was done to find out what would be.
var errPlanned = errors.New("only planned")

// Together does n acts of the organization one after another in one transaction. do does the act of that number by one
// operation of the store that it gets, which is part of the transaction. An act that is refused is left out, and the
// others are done. Without a plan nothing of it stays, and the parts say what would be done. With one all of the parts
// are compared with what the plan rests on, and stay together with its row or not at all: a [act.PlanChanged] or
// [act.ErrCommitted] is returned as for one act. What is done outside of the database is the caller's, afterwards.
func (s *Store) Together(ctx context.Context, by act.By, orgID string, n int,
	do func(ctx context.Context, by act.By, part *Store, n int) error) (parts []Part, err error) {
	c := by.Plan
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.BeginCommit(by, tx, orgID); err != nil {
			return err
		}
		now := s.db.NowOf(orgID)
		one := compose(s.db.Within(tx.Session(&gorm.Session{NewDB: true, Context: ctx}),
			func() time.Time { return now }))
		parts = make([]Part, n)
		for n := range parts {
			var err error
			if parts[n], err = one.part(ctx, by, n, do); err != nil {
				return err
			}
		}
		if c == nil {
			return errPlanned
		}
		return s.commitParts(tx, orgID, *c, parts)
	})
	if errors.Is(err, errPlanned) {
		return parts, s.warnParts(ctx, parts)
	}
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// part does one of several acts. Its transactions are savepoints, so one that is refused leaves nothing behind.
func (s *Store) part(ctx context.Context, by act.By, n int,
	do func(ctx context.Context, by act.By, part *Store, n int) error) (p Part, err error) {
	by.Plan = &act.Commit{Part: func(made act.Committed, preview *act.Preview) {
		p = Part{Part: act.Part{Preview: preview}, Made: made}
	}}
	err = do(ctx, by, s, n)
	var refusal *models.Error
	if errors.As(err, &refusal) {
		return Part{Part: act.Part{LeftOut: err}}, nil
	}
	return p, err
}

// warnParts completes the previews of invitations as [candidates.Store.PreviewInvite] does, once for each assessment.
func (s *Store) warnParts(ctx context.Context, parts []Part) error {
	type step struct{ postingID, trackID, assessmentID string }
	known := map[step][]models.Warning{}
	for _, p := range parts {
		if p.Preview == nil {
			continue
		}
		c, picks := p.Preview.Picker()
		if !picks {
			continue
		}
		at := step{c.PostingID, c.TrackID, c.AssessmentID}
		if _, is := known[at]; !is {
			warned, err := s.Candidates.WarnWithoutTimes(ctx, *p.Preview)
			if err != nil {
				return err
			}
			known[at] = warned.Warnings
		}
		p.Preview.Warnings = known[at]
	}
	return nil
}

// commitParts compares the parts with the plan, and remembers it as carried out with what each of them made.
func (s *Store) commitParts(tx *gorm.DB, orgID string, c act.Commit, parts []Part) error {
	decided, made := make([]act.Part, len(parts)), []act.Committed{}
	for n, p := range parts {
		decided[n] = p.Part
		if p.Preview != nil {
			p.Made.Part = n
			made = append(made, p.Made)
		}
	}
	if err := c.Check(s.db.Secret(), act.FactsOf(decided)); err != nil {
		return err
	}
	list, err := json.Marshal(made)
	if err != nil {
		return err
	}
	row := db.CommittedRecord{OrgID: orgID, ID: c.ID, KeyID: c.KeyID, Tool: c.Tool, CommittedAt: s.db.Now(),
		Made: string(list)}
	return db.Wrap("remember plan", tx.Create(&row).Error)
}
