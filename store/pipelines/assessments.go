package pipelines

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// AssessmentChoices lists the organization's assessments by title, without instructions, to choose one from.
func (s *Store) AssessmentChoices(ctx context.Context, orgID string) ([]models.Assessment, error) {
	return ReadChoices(s.db.Read.WithContext(ctx), orgID)
}

// Instructions reads the instructions of an assessment, in Markdown; "" if the organization has no such assessment.
func (s *Store) Instructions(ctx context.Context, orgID, id string) (string, error) {
	text, err := db.First[string](s.db.Read.WithContext(ctx),
		"select instructions from assessments where org_id = ? and id = ?", orgID, id)
	if err != nil || text == nil {
		return "", db.Wrap("read instructions", err)
	}
	return *text, nil
}

// Assessments lists the assessments that the filter selects, by title and id, at most limit of them after a place in
// the list (nil: from the beginning). next is the place of the next page, nil on the last one.
func (s *Store) Assessments(ctx context.Context, orgID string, f pipeline.AssessmentFilter, after *models.Position,
	limit int) (page []pipeline.AssessmentLine, next *models.Position, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		q := db.Of(tx, orgID).Omit("instructions")
		if f.Mode != "" {
			q = q.Where("delivery_mode = ?", f.Mode)
		}
		if f.Text != "" {
			condition, args := s.db.Dialect.Contains(f.Text, "title")
			q = q.Where(condition, args...)
		}
		if after != nil {
			q = q.Where("(title, id) > (?, ?)", after.Title, after.ID)
		}
		var rows []db.AssessmentRecord
		if err := q.Order("title, id").Limit(limit + 1).Find(&rows).Error; err != nil {
			return err
		}
		if len(rows) > limit {
			rows = rows[:limit]
			next = &models.Position{Title: rows[limit-1].Title, ID: rows[limit-1].ID}
		}
		ids := make([]string, len(rows))
		for n, r := range rows {
			ids[n] = r.ID
		}
		use, err := s.ReadAssessmentUse(tx, orgID, ids)
		page = make([]pipeline.AssessmentLine, len(rows))
		for n, r := range rows {
			page[n] = pipeline.AssessmentLine{Assessment: models.Assessment(r), Use: use[r.ID]}
		}
		return err
	})
	return page, next, db.Wrap("list assessments", err)
}

// AssessmentPage reads an assessment with what uses it; [models.NotFound] if the organization has none of that id.
func (s *Store) AssessmentPage(ctx context.Context, orgID, id string) (page pipeline.AssessmentPage, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) (err error) {
		if page.Assessment, err = ReadAssessment(tx, orgID, id); err != nil {
			return err
		}
		use, err := s.ReadAssessmentUse(tx, orgID, []string{id})
		if err != nil {
			return err
		}
		page.Use = use[id]
		return tx.Raw(`select p.id as posting_id, p.title as posting_title, t.name as track_name, r.title as step_title,
				p.created_at, t.position as track_position, r.position as step_position
			from rounds r
			join tracks t on t.org_id = r.org_id and t.id = r.track_id
			join postings p on p.org_id = r.org_id and p.id = r.posting_id
			where r.org_id = ? and (r.assessment_id = ? or r.assessment_ids like ?)
			union all select p.id, p.title, '', '', p.created_at, 0, 0
			from unstaged_assessments u join postings p on p.org_id = u.org_id and p.id = u.posting_id
			where u.org_id = ? and u.assessment_id = ?
			order by 5 desc, 1, 6, 7`, orgID, id, inList(id), orgID, id).Scan(&page.Where).Error
	})
	return page, db.Wrap("read assessment", err)
}

// inList is the pattern of JSON lists that have the id.
func inList(id string) string { return `%"` + id + `"%` }

// ReadAssessmentUse counts what refers to the assessments, by id.
func (s *Store) ReadAssessmentUse(tx *gorm.DB, orgID string, ids []string) (map[string]pipeline.AssessmentUse, error) {
	use := map[string]pipeline.AssessmentUse{}
	if len(ids) == 0 {
		return use, nil
	}
	var counts []struct {
		AssessmentID                string
		Steps, Unstaged, Candidates int
	}
	err := tx.Raw(`select assessment_id, count(*) as steps, 0 as unstaged, 0 as candidates from rounds
			where org_id = ? and assessment_id in ? group by assessment_id
		union all select m.value, count(*), 0, 0 from rounds r cross join `+s.db.Dialect.Members("r.assessment_ids")+`
			where r.org_id = ? and r.type = 'group' and m.value in ? group by m.value
		union all select assessment_id, 0, count(*), 0 from unstaged_assessments
			where org_id = ? and assessment_id in ? group by assessment_id
		union all select assessment_id, 0, 0, count(*) from candidates
			where org_id = ? and assessment_id in ? group by assessment_id`,
		orgID, ids, orgID, ids, orgID, ids, orgID, ids).Scan(&counts).Error
	for _, c := range counts {
		u := use[c.AssessmentID]
		u.Steps += c.Steps
		u.Unstaged += c.Unstaged
		u.Candidates += c.Candidates
		use[c.AssessmentID] = u
	}
	return use, db.Wrap("count uses of assessments", err)
}

// CreateAssessment makes an assessment of that id, which [NewAssessmentID] made for the form. A form that is sent twice
// makes one. Errors are of kind [models.Invalid], and [models.Conflict] if the form was changed and sent again.
func (s *Store) CreateAssessment(ctx context.Context, by act.By, orgID, id string,
	e pipeline.AssessmentEdit) (a models.Assessment, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		a, err = s.createAssessment(tx, by, orgID, id, e)
		return err
	})
	return a, db.Wrap("create assessment", err)
}

func (s *Store) createAssessment(tx *gorm.DB, by act.By, orgID, id string,
	e pipeline.AssessmentEdit) (a models.Assessment, err error) {
	if err := db.CheckFormID(db.PrefixAssessment, id); err != nil {
		return a, err
	}
	found, err := db.Take[db.AssessmentRecord](db.Of(tx, orgID).Where("id = ?", id))
	if err != nil {
		return a, err
	}
	if found != nil {
		a = models.Assessment(*found)
		if e, err = e.Check(a.Instructions); err != nil {
			return a, err
		}
		return a, pipeline.CheckSame(a.Words(), e == pipeline.AssessmentEditOf(a))
	}
	taken, err := db.TakenKeys(db.Of(tx.Model(&db.AssessmentRecord{}), orgID))
	if err != nil {
		return a, err
	}
	if a, err = pipeline.NewAssessment(orgID, id, e, taken, s.db.NowOf(orgID)); err != nil {
		return a, err
	}
	row := db.AssessmentRecord(a)
	if err := Save(tx, false, &row); err != nil {
		return a, err
	}
	return a, s.db.Note(by, tx, orgID, assessmentChange(models.ChangeCreated, nil, a))
}

// EditAssessment saves what a form says of an assessment, which showed that version of it. Errors are those of
// [pipeline.DecideAssessmentEdit], and [models.NotFound].
func (s *Store) EditAssessment(ctx context.Context, by act.By, orgID, id string, version int64,
	e pipeline.AssessmentEdit) (a models.Assessment, err error) {
	err = s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		old, use, err := s.lockAssessment(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(old.Words(), old.Origin); err != nil {
			return err
		}
		a, err = pipeline.DecideAssessmentEdit(old, version, e, use, s.db.NowOf(orgID))
		if err != nil || a.Version == old.Version {
			return err
		}
		row := db.AssessmentRecord(a)
		if err := Save(tx, true, &row); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, assessmentChange(models.ChangeEdited, &old, a))
	})
	return a, db.Wrap("edit assessment", err)
}

// RemoveAssessment deletes an assessment that nothing uses. It returns [models.NotFound] if there is none of that id,
// and [models.Conflict] for another version than the one that the form showed and for an assessment that is used.
func (s *Store) RemoveAssessment(ctx context.Context, by act.By, orgID, id string, version int64) error {
	err := s.Editing(ctx, orgID, func(tx *gorm.DB) error {
		a, use, err := s.lockAssessment(tx, orgID, id)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(a.Words(), a.Origin); err != nil {
			return err
		}
		if err := pipeline.CheckAssessmentRemoval(a, use); err != nil {
			return err
		}
		if err := pipeline.CheckVersion(a.Words(), version, a.Version); err != nil {
			return err
		}
		if err := tx.Delete(&db.AssessmentRecord{OrgID: orgID, ID: id}).Error; err != nil {
			return err
		}
		if err := s.db.KeepOut(tx, orgID, models.SubjectAssessment, a.Key); err != nil {
			return err
		}
		if err := s.db.Forget(tx, orgID, models.SubjectAssessment, id); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, removedChange(orgID, a.Words()))
	})
	return db.Wrap("remove assessment", err)
}

// lockAssessment reads an assessment with what uses it, and locks it: an invite that refers to it is counted after it
// is committed.
func (s *Store) lockAssessment(tx *gorm.DB, orgID, id string) (a models.Assessment, use pipeline.AssessmentUse,
	err error) {
	if a, err = ReadAssessment(tx.Clauses(db.ForUpdate), orgID, id); err != nil {
		return a, use, err
	}
	all, err := s.ReadAssessmentUse(tx, orgID, []string{id})
	return a, all[id], err
}
