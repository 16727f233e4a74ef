package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
)

// gradeRecord is one version of a submission's grade.
type gradeRecord struct {
	OrgID        string `gorm:"primaryKey"`
	SubmissionID string `gorm:"primaryKey"`
	Version      int64  `gorm:"primaryKey"`
	Score        *float64
	NativeScore  *float64
	Notes        string
	ActorKind    string
	ActorID      string
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
}

func (gradeRecord) TableName() string { return "grades" }

// Graded is a submission with the grade that counts.
type Graded struct {
	Submission models.Submission
	Grade      candidacy.Grade
	Unseen     []candidacy.Grade // versions that the form did not show, without the one that it made; the oldest first
	Changed    bool              // else the grade was there already: a form that was sent twice
}

// Grade adds a version to the submission's grades (D20). Two members who grade at the same time both do: the second
// gets the first's in Unseen. The errors are those of [candidacy.DecideGrade] and [models.NotFound] if the organization
// has no such submission.
func (s *Store) Grade(ctx context.Context, by act.By, orgID, submissionID string, o candidacy.GradeOrder) (out Graded,
	err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		out = Graded{}
		before, err := lockSubmission(tx, orgID, submissionID)
		if err != nil {
			return err
		}
		c, err := ReadCandidate(tx, models.Ref{OrgID: orgID, ID: before.CandidateID})
		if err == nil {
			err = c.CheckErasure()
		}
		if err != nil {
			return err
		}
		known, err := ReadGrades(tx, orgID, submissionID, min(max(o.Seen, 0), before.GradeVersion-1))
		if err != nil {
			return err
		}
		var last *candidacy.Grade
		if len(known) > 0 {
			last = &known[len(known)-1]
		}
		out.Submission, out.Grade, out.Changed, err = candidacy.DecideGrade(before, last, o, by.Who(),
			s.db.NowOf(orgID))
		if err != nil || !out.Changed {
			return err
		}
		for _, g := range known {
			if g.Version > o.Seen {
				out.Unseen = append(out.Unseen, g)
			}
		}
		if err := InsertGrade(tx, out.Grade); err != nil {
			return err
		}
		row := db.SubmissionRecord(out.Submission)
		if err := tx.Select("score", "native_score", "grade_version", "updated_at").Updates(&row).Error; err != nil {
			return db.Wrap("update submission", err)
		}
		return s.db.Note(by, tx, orgID, candidacy.GradedChange(before, out.Submission))
	})
	if err != nil {
		return Graded{}, err
	}
	return out, nil
}

// InsertGrade adds a version of a submission's grade.
func InsertGrade(tx *gorm.DB, g candidacy.Grade) error {
	return db.Wrap("insert grade", tx.Create(&gradeRecord{OrgID: g.OrgID, SubmissionID: g.SubmissionID, Version: g.Version,
		Score: g.Score, NativeScore: g.NativeScore, Notes: g.Notes, ActorKind: string(g.By.Kind), ActorID: g.By.ID,
		CreatedAt: g.CreatedAt}).Error)
}

// ReadGrades reads the versions after one, the oldest first, with the names that their authors have now.
func ReadGrades(tx *gorm.DB, orgID, submissionID string, after int64) ([]candidacy.Grade, error) {
	var rows []struct {
		Grade     gradeRecord `gorm:"embedded"`
		ActorName string
	}
	if err := tx.Raw(`select g.*, coalesce(nullif(m.name, ''), p.name, '') as actor_name
		from grades g
		left join members m on g.actor_kind = 'member' and m.org_id = g.org_id and m.email = g.actor_id
		left join people p on g.actor_kind = 'member' and p.org_id = g.org_id and p.email = g.actor_id
		where g.org_id = ? and g.submission_id = ? and g.version > ? order by g.version`,
		orgID, submissionID, after).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("read grades", err)
	}
	var out []candidacy.Grade
	for _, r := range rows {
		g := r.Grade
		out = append(out, candidacy.Grade{OrgID: g.OrgID, SubmissionID: g.SubmissionID, Version: g.Version,
			Score:       g.Score,
			NativeScore: g.NativeScore, Notes: g.Notes, CreatedAt: g.CreatedAt,
			By: models.Actor{Kind: models.ActorKind(g.ActorKind), ID: g.ActorID, Name: r.ActorName}})
	}
	return out, nil
}

// lockSubmission reads a submission and locks its row; [models.NotFound] if the organization has none of that id.
func lockSubmission(tx *gorm.DB, orgID, id string) (models.Submission, error) {
	row, err := db.Must[db.SubmissionRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("id = ?", id),
		SubmissionNotFound(id))
	return models.Submission(row), err
}

// SubmissionNotFound is the error about a submission that the organization does not have.
func SubmissionNotFound(id string) error {
	return models.NotFoundf("submission %s not found", models.Quote(id))
}
