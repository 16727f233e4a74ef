package pipelines

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/team"
	"litmus/store/watchers"
)

// The ids of records that a form makes are made when it is shown, so that one that is sent twice makes one record.

// NewPostingID returns the id for a posting that a form makes.
func NewPostingID() string { return db.NewID(db.PrefixPosting) }

// NewTrackID returns the id for a track that a form makes.
func NewTrackID() string { return db.NewID(db.PrefixTrack) }

// NewRoundID returns the id for a step that a form makes.
func NewRoundID() string { return db.NewID(db.PrefixRound) }

// NewAssessmentID returns the id for an assessment that a form makes.
func NewAssessmentID() string { return db.NewID(db.PrefixAssessment) }

// NewGroupID returns the id for the group of a step.
func NewGroupID() string { return db.NewID(db.PrefixGroup) }

// Editing runs fn in a transaction that excludes every other edit of the organization's postings and assessments, and
// the applying of its file.
func (s *Store) Editing(ctx context.Context, orgID string, fn func(tx *gorm.DB) error) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if s.db.Dialect.Postgres {
			org, err := db.Must[db.OrganizationRecord](tx.Select("slug").Where("id = ?", orgID),
				models.NotFoundf("organization %s not found", models.Quote(orgID)))
			if err != nil {
				return db.Wrap("read organization", err)
			}
			if err := s.db.Dialect.Lock(tx, db.ApplyKey(org.Slug)); err != nil {
				return db.Wrap("lock", err)
			}
		}
		return fn(tx)
	})
}

// CreatePosting makes an open posting of that id, which [NewPostingID] made for the form, with the first step of its
// pipeline unless that is nil. The member who makes it is its first recruiter (D27). A form that is sent twice makes
// one. Errors are of kind [models.Invalid], [models.Conflict] if the form was changed and sent again, and those
// of [Store.EditPipeline].
func (s *Store) CreatePosting(ctx context.Context, by act.By, orgID, id string, e pipeline.PostingEdit,
	first *pipeline.AddRound) (p models.Posting, err error) {
	if err := db.CheckFormID(db.PrefixPosting, id); err != nil {
		return p, err
	}
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		if p, err = s.createPosting(tx, by, orgID, id, e); err != nil || first == nil {
			return err
		}
		p, err = s.editPipeline(tx, by, orgID, id, p.Version, *first)
		return err
	})
	return p, db.Wrap("create posting", err)
}

func (s *Store) createPosting(tx *gorm.DB, by act.By, orgID, id string,
	e pipeline.PostingEdit) (p models.Posting, err error) {
	found, err := db.Take[db.PostingRecord](db.Of(tx, orgID).Where("id = ?", id))
	if err != nil {
		return p, err
	}
	if found != nil {
		p = models.Posting(*found)
		if e, err = e.Check(); err != nil {
			return p, err
		}
		return p, pipeline.CheckSame(p.Words(), e.SameButRecruiters(pipeline.PostingEditOf(p)))
	}
	taken, err := db.TakenKeys(db.Of(tx.Model(&db.PostingRecord{}), orgID))
	if err != nil {
		return p, err
	}
	if p, err = pipeline.NewPosting(orgID, id, e, taken, s.db.NowOf(orgID)); err != nil {
		return p, err
	}
	row := db.PostingRecord(p)
	if err := Save(tx, false, &row); err != nil {
		return p, err
	}
	if by.Who().Kind == models.ActorMember {
		if err := s.watchers.SetRecruiters(tx, orgID, id, []string{by.Who().ID}); err != nil {
			return p, err
		}
	}
	return p, s.db.Note(by, tx, orgID, postingChange(models.ChangeCreated, nil, p))
}

// EditPosting saves what a form says of a posting, which showed that version of it. Errors are those of
// [pipeline.DecidePostingEdit], and [models.NotFound].
func (s *Store) EditPosting(ctx context.Context, by act.By, orgID, id string, version int64,
	e pipeline.PostingEdit) (models.Posting, error) {
	return s.editPosting(ctx, by, orgID, id, func(tx *gorm.DB, p models.Posting) (models.Posting,
		[]models.Detail, error) {
		facts, err := readPostingFacts(tx, orgID, id)
		if err != nil {
			return p, nil, err
		}
		after, err := pipeline.DecidePostingEdit(p, version, e, facts, s.db.NowOf(orgID))
		if err != nil || after.Version == p.Version || slices.Equal(e.Recruiters, facts.Recruiters) {
			return after, nil, err
		}
		return after, pipeline.RecruitersDetails(facts.Recruiters, e.Recruiters),
			s.watchers.SetRecruiters(tx, orgID, id, e.Recruiters)
	})
}

// readPostingFacts reads what an edit of the posting is decided on.
func readPostingFacts(tx *gorm.DB, orgID, id string) (f pipeline.PostingFacts, err error) {
	if f.Candidates, err = CountCandidates(tx, orgID, id); err != nil {
		return f, err
	}
	if f.Recruiters, err = watchers.Recruiters(tx, orgID, id); err != nil {
		return f, err
	}
	f.Members, err = team.ReadMembers(tx, orgID, "")
	return f, db.Wrap("read members", err)
}

// SetPostingState closes, reopens, archives or restores a posting, see [pipeline.DecidePostingState]; [models.NotFound]
// if there is none of that id.
func (s *Store) SetPostingState(ctx context.Context, by act.By, orgID, id, state string) (models.Posting, error) {
	return s.editPosting(ctx, by, orgID, id, func(_ *gorm.DB, p models.Posting) (models.Posting,
		[]models.Detail, error) {
		p, err := pipeline.DecidePostingState(p, state, s.db.NowOf(orgID))
		return p, nil, err
	})
}

// editPosting writes what decide makes of a posting, and notes it with further details of decide's.
func (s *Store) editPosting(ctx context.Context, by act.By, orgID, id string,
	decide func(*gorm.DB, models.Posting) (models.Posting, []models.Detail, error)) (p models.Posting, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		old, err := ReadPosting(tx.Clauses(db.ForUpdate), orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(old.Words(), old.Origin); err != nil {
			return err
		}
		var further []models.Detail
		if p, further, err = decide(tx, old); err != nil || p.Version == old.Version {
			return err
		}
		row := db.PostingRecord(p)
		if err := Save(tx, true, &row); err != nil {
			return err
		}
		change := postingChange(stateChange(old, p), &old, p)
		change.Details = append(change.Details, further...)
		return s.db.Note(by, tx, orgID, change)
	})
	return p, db.Wrap("edit posting", err)
}

// CountCandidates counts the posting's candidate records.
func CountCandidates(tx *gorm.DB, orgID, postingID string) (int, error) {
	var n int64
	err := db.Of(tx.Model(&db.CandidateRecord{}), orgID).Where("posting_id = ?", postingID).Count(&n).Error
	return int(n), db.Wrap("count candidates", err)
}

// RemovePosting deletes a posting without candidates, with its pipeline and its interviewers. It returns
// [models.NotFound] if there is none of that id, and [models.Conflict] for another version than the one that the form
// showed and for a posting with candidates.
func (s *Store) RemovePosting(ctx context.Context, by act.By, orgID, id string, version int64) error {
	err := s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		// Nobody paints or assigns meanwhile.
		if err := s.db.Dialect.Lock(tx, db.AvailabilityKey(orgID, id)); err != nil {
			return err
		}
		if err := lockPipeline(s.db.Dialect, tx, orgID, id); err != nil {
			return err
		}
		p, err := ReadPosting(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(p.Words(), p.Origin); err != nil {
			return err
		}
		candidates, err := CountCandidates(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := pipeline.CheckPostingRemoval(p, candidates); err != nil {
			return err
		}
		if err := pipeline.CheckVersion(p.Words(), version, p.Version); err != nil {
			return err
		}
		seats, err := ReadNamedOn(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := DeletePosting(tx, p); err != nil {
			return err
		}
		if err := s.db.KeepOut(tx, orgID, models.SubjectPosting, p.Key); err != nil {
			return err
		}
		if err := s.db.Forget(tx, orgID, models.SubjectPosting, id); err != nil {
			return err
		}
		if err := s.db.Note(by, tx, orgID, removedChange(orgID, p.Words())); err != nil {
			return err
		}
		return s.team.Unseat(tx, orgID, seats...)
	})
	return db.Wrap("remove posting", err)
}

// DeletePosting deletes a posting without candidates, and all that is its own.
func DeletePosting(tx *gorm.DB, p models.Posting) error {
	for _, part := range []any{&db.SlotRecord{}, &db.AssignedRecord{}, &db.UnstagedRecord{}, &db.RoundRecord{},
		&db.TrackRecord{}} {
		if err := db.Of(tx, p.OrgID).Where("posting_id = ?", p.ID).Delete(part).Error; err != nil {
			return db.Wrap("remove what the posting has", err)
		}
	}
	row := db.PostingRecord(p)
	return db.Wrap("remove posting", tx.Delete(&row).Error)
}

// EditPipeline changes the pipeline of a posting whose page showed that version of it, and returns the posting. The ids
// of a new track, step and assessment are [NewTrackID]'s, [NewRoundID]'s and [NewAssessmentID]'s for the form. Errors
// are those of [pipeline.Decide] and [Store.CreateAssessment], and [models.NotFound].
func (s *Store) EditPipeline(ctx context.Context, by act.By, orgID, postingID string, version int64,
	c pipeline.Change) (p models.Posting, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		p, err = s.editPipeline(tx, by, orgID, postingID, version, c)
		return err
	})
	return p, db.Wrap("edit pipeline", err)
}

func (s *Store) editPipeline(tx *gorm.DB, by act.By, orgID, postingID string, version int64,
	c pipeline.Change) (p models.Posting, err error) {
	if err := checkNewPart(tx, orgID, postingID, c); err != nil {
		return p, err
	}
	if err := lockPipeline(s.db.Dialect, tx, orgID, postingID); err != nil {
		return p, err
	}
	if add, ok := c.(pipeline.AddRound); ok && add.Made != nil {
		if _, err := s.createAssessment(tx, by, orgID, add.Step.AssessmentID, *add.Made); err != nil {
			return p, err
		}
	}
	facts, err := readPipelineFacts(tx, orgID, postingID)
	if err != nil {
		return p, err
	}
	p = facts.Posting
	if err := models.CheckOrigin(p.Words(), p.Origin); err != nil {
		return p, err
	}
	after, err := pipeline.Decide(facts, version, c, s.db.NowOf(orgID))
	if err != nil || after.Posting.Version == p.Version {
		return p, err
	}
	if err := writePipeline(tx, facts.Pipeline, after); err != nil {
		return p, err
	}
	return after.Posting, s.db.Note(by, tx, orgID, pipelineChanges(facts, after)...)
}

// checkNewPart refuses ids for a new track and step that are not ours, or that another posting's have. A step names a
// new track only where the posting has none: see [pipeline.AddRound].
func checkNewPart(tx *gorm.DB, orgID, postingID string, c pipeline.Change) error {
	switch c := c.(type) {
	case pipeline.AddTrack:
		return checkNewID(tx, orgID, postingID, db.PrefixTrack, c.ID, &db.TrackRecord{})
	case pipeline.AddRound:
		if err := checkNewID(tx, orgID, postingID, db.PrefixTrack, c.TrackID, &db.TrackRecord{}); err != nil {
			return err
		}
		return checkNewID(tx, orgID, postingID, db.PrefixRound, c.ID, &db.RoundRecord{})
	}
	return nil
}

func checkNewID(tx *gorm.DB, orgID, postingID, prefix, id string, record any) error {
	if err := db.CheckFormID(prefix, id); err != nil {
		return err
	}
	var elsewhere int64
	if err := db.Of(tx.Model(record), orgID).Where("id = ? and posting_id <> ?", id, postingID).
		Count(&elsewhere).Error; err != nil {
		return db.Wrap("read ids", err)
	}
	if elsewhere > 0 {
		return db.ErrIncomplete
	}
	return nil
}
