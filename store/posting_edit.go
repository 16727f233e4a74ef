package store

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
)

// The ids of records that a form makes are made when it is shown, so that one that is sent twice makes one record.

// NewPostingID returns the id for a posting that a form makes.
func NewPostingID() string { return newID(prefixPosting) }

// NewTrackID returns the id for a track that a form makes.
func NewTrackID() string { return newID(prefixTrack) }

// NewRoundID returns the id for a step that a form makes.
func NewRoundID() string { return newID(prefixRound) }

// NewAssessmentID returns the id for an assessment that a form makes.
func NewAssessmentID() string { return newID(prefixAssessment) }

// NewGroupID returns the id for the group of a step.
func NewGroupID() string { return newID(prefixGroup) }

// checkFormID refuses an id for a new record that is not one of the results of [newID] with the prefix.
func checkFormID(prefix, id string) error {
	if strings.HasPrefix(id, prefix) && couldBeID(id) {
		return nil
	}
	return errIncomplete
}

// errIncomplete says that a form lacks what its page put into it.
var errIncomplete = models.Invalidf("the form is incomplete; load its page again and fill it in once more")

// editing runs fn in a transaction that excludes every other edit of the organization's postings and assessments, and
// the applying of its file.
func (s *Store) editing(ctx context.Context, orgID string, fn func(tx *gorm.DB) error) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		if s.dialect.postgres {
			org, err := must[organizationRecord](tx.Select("slug").Where("id = ?", orgID),
				models.NotFoundf("organization %s not found", models.Quote(orgID)))
			if err != nil {
				return wrap("read organization", err)
			}
			if err := s.dialect.lock(tx, applyKey(org.Slug)); err != nil {
				return wrap("lock", err)
			}
		}
		return fn(tx)
	})
}

// CreatePosting makes an open posting of that id, which [NewPostingID] made for the form. A form that is sent twice
// makes one. Errors are of kind [models.Invalid], and [models.Conflict] if the form was changed and sent again.
func (s *Store) CreatePosting(ctx context.Context, by By, orgID, id string, e models.PostingEdit) (p models.Posting,
	err error) {
	if err := checkFormID(prefixPosting, id); err != nil {
		return p, err
	}
	err = s.editing(ctx, orgID, func(tx *gorm.DB) error {
		found, err := take[postingRecord](of(tx, orgID).Where("id = ?", id))
		if err != nil {
			return err
		}
		if found != nil {
			p = models.Posting(*found)
			if e, err = e.Check(); err != nil {
				return err
			}
			return models.CheckSame(p.Words(), e == models.EditOf(p))
		}
		taken, err := keysOf(of(tx.Model(&postingRecord{}), orgID))
		if err != nil {
			return err
		}
		if p, err = models.NewPosting(orgID, id, e, taken, s.NowOf(orgID)); err != nil {
			return err
		}
		row := postingRecord(p)
		if err := save(tx, false, &row); err != nil {
			return err
		}
		return s.note(by, tx, orgID, postingChange(models.ChangeCreated, nil, p))
	})
	return p, wrap("create posting", err)
}

// keysOf reads the keys of the records that tx selects.
func keysOf(tx *gorm.DB) (taken func(key string) bool, err error) {
	var keys []string
	if err := tx.Pluck("key", &keys).Error; err != nil {
		return nil, wrap("read keys", err)
	}
	known := map[string]bool{}
	for _, k := range keys {
		known[k] = true
	}
	return func(key string) bool { return known[key] }, nil
}

// EditPosting saves what a form says of a posting, which showed that version of it. Errors are those of
// [models.DecidePostingEdit], and [models.NotFound].
func (s *Store) EditPosting(ctx context.Context, by By, orgID, id string, version int64,
	e models.PostingEdit) (models.Posting, error) {
	return s.editPosting(ctx, by, orgID, id, func(tx *gorm.DB, p models.Posting) (models.Posting, error) {
		candidates, err := countCandidates(tx, orgID, id)
		if err != nil {
			return p, err
		}
		return models.DecidePostingEdit(p, version, e, candidates, s.NowOf(orgID))
	})
}

// SetPostingState closes, reopens, archives or restores a posting, see [models.DecidePostingState]; [models.NotFound]
// if there is none of that id.
func (s *Store) SetPostingState(ctx context.Context, by By, orgID, id, state string) (models.Posting, error) {
	return s.editPosting(ctx, by, orgID, id, func(_ *gorm.DB, p models.Posting) (models.Posting, error) {
		return models.DecidePostingState(p, state, s.NowOf(orgID))
	})
}

// editPosting writes what decide makes of a posting.
func (s *Store) editPosting(ctx context.Context, by By, orgID, id string,
	decide func(*gorm.DB, models.Posting) (models.Posting, error)) (p models.Posting, err error) {
	err = s.editing(ctx, orgID, func(tx *gorm.DB) error {
		old, err := readPosting(tx.Clauses(forUpdate), orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(old.Words(), old.Origin); err != nil {
			return err
		}
		if p, err = decide(tx, old); err != nil || p.Version == old.Version {
			return err
		}
		row := postingRecord(p)
		if err := save(tx, true, &row); err != nil {
			return err
		}
		return s.note(by, tx, orgID, postingChange(stateChange(old, p), &old, p))
	})
	return p, wrap("edit posting", err)
}

// countCandidates counts the posting's candidate records.
func countCandidates(tx *gorm.DB, orgID, postingID string) (int, error) {
	var n int64
	err := of(tx.Model(&candidateRecord{}), orgID).Where("posting_id = ?", postingID).Count(&n).Error
	return int(n), wrap("count candidates", err)
}

// RemovePosting deletes a posting without candidates, with its pipeline and its interviewers. It returns
// [models.NotFound] if there is none of that id, and [models.Conflict] for another version than the one that the form
// showed and for a posting with candidates.
func (s *Store) RemovePosting(ctx context.Context, by By, orgID, id string, version int64) error {
	err := s.editing(ctx, orgID, func(tx *gorm.DB) error {
		if err := s.dialect.lock(tx, availabilityKey(orgID, id)); err != nil { // nobody paints or assigns meanwhile
			return err
		}
		if err := lockPipeline(s.dialect, tx, orgID, id); err != nil {
			return err
		}
		p, err := readPosting(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(p.Words(), p.Origin); err != nil {
			return err
		}
		candidates, err := countCandidates(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckPostingRemoval(p, candidates); err != nil {
			return err
		}
		if err := models.CheckVersion(p.Words(), version, p.Version); err != nil {
			return err
		}
		seats, err := readNamedOn(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := deletePosting(tx, p); err != nil {
			return err
		}
		if err := s.keepOut(tx, orgID, models.SubjectPosting, p.Key); err != nil {
			return err
		}
		if err := s.forget(tx, orgID, models.SubjectPosting, id); err != nil {
			return err
		}
		if err := s.note(by, tx, orgID, removedChange(orgID, p.Words())); err != nil {
			return err
		}
		return s.unseat(tx, orgID, seats...)
	})
	return wrap("remove posting", err)
}

// deletePosting deletes a posting without candidates, and all that is its own.
func deletePosting(tx *gorm.DB, p models.Posting) error {
	for _, part := range []any{&slotRecord{}, &assignedRecord{}, &unstagedRecord{}, &roundRecord{}, &trackRecord{}} {
		if err := of(tx, p.OrgID).Where("posting_id = ?", p.ID).Delete(part).Error; err != nil {
			return wrap("remove what the posting has", err)
		}
	}
	row := postingRecord(p)
	return wrap("remove posting", tx.Delete(&row).Error)
}

// EditPipeline changes the pipeline of a posting whose page showed that version of it, and returns the posting. The ids
// of a new track and a new step are [NewTrackID]'s and [NewRoundID]'s for the form. Errors are those of
// [models.DecidePipeline], and [models.NotFound].
func (s *Store) EditPipeline(ctx context.Context, by By, orgID, postingID string, version int64,
	c models.PipelineChange) (p models.Posting, err error) {
	err = s.editing(ctx, orgID, func(tx *gorm.DB) error {
		if err := checkNewPart(tx, orgID, postingID, c); err != nil {
			return err
		}
		if err := lockPipeline(s.dialect, tx, orgID, postingID); err != nil {
			return err
		}
		facts, err := readPipelineFacts(tx, orgID, postingID)
		if err != nil {
			return err
		}
		p = facts.Posting
		if err := models.CheckOrigin(p.Words(), p.Origin); err != nil {
			return err
		}
		after, err := models.DecidePipeline(facts, version, c, s.NowOf(orgID))
		if err != nil || after.Posting.Version == p.Version {
			return err
		}
		p = after.Posting
		if err := writePipeline(tx, facts.Pipeline, after); err != nil {
			return err
		}
		return s.note(by, tx, orgID, pipelineChanges(facts.Pipeline, after)...)
	})
	return p, wrap("edit pipeline", err)
}

// checkNewPart refuses an id for a new track or step that is not one of ours, or that another posting's has.
func checkNewPart(tx *gorm.DB, orgID, postingID string, c models.PipelineChange) error {
	var prefix, id string
	var record any
	switch c := c.(type) {
	case models.AddTrack:
		prefix, id, record = prefixTrack, c.ID, &trackRecord{}
	case models.AddRound:
		prefix, id, record = prefixRound, c.ID, &roundRecord{}
	default:
		return nil
	}
	if err := checkFormID(prefix, id); err != nil {
		return err
	}
	var elsewhere int64
	if err := of(tx.Model(record), orgID).Where("id = ? and posting_id <> ?", id, postingID).
		Count(&elsewhere).Error; err != nil {
		return wrap("read ids", err)
	}
	if elsewhere > 0 {
		return errIncomplete
	}
	return nil
}
