package pipelines

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// Roles lists all postings of the organization, newest first (§4), each with its number of distinct assessments,
// including those in groups and unstaged ones.
func (s *Store) Roles(ctx context.Context, orgID string) ([]models.Role, error) {
	query := s.db.Read.WithContext(ctx).Raw(`select p.id, p.kind, p.title, p.status, p.team, p.location, p.type,
		`+s.db.Dialect.Instant("p.created_at")+`, (select count(*) from (
			select r.assessment_id from rounds r
				where r.org_id = p.org_id and r.posting_id = p.id and r.type = 'assessment'
			union select m.value from rounds r cross join `+s.db.Dialect.Members("r.assessment_ids")+`
				where r.org_id = p.org_id and r.posting_id = p.id and r.type = 'group'
			union select u.assessment_id from unstaged_assessments u
				where u.org_id = p.org_id and u.posting_id = p.id) as distinct_assessments)
		from postings p where p.org_id = ? order by p.created_at desc, p.id desc`, orgID)
	out := []models.Role{}
	err := db.Each(query, func(rows *sql.Rows) error {
		r := models.Role{Posting: models.Posting{OrgID: orgID}}
		var created db.Instant
		err := rows.Scan(&r.ID, &r.Kind, &r.Title, &r.Status, &r.Team, &r.Location, &r.Type, &created,
			&r.AssessmentCount)
		r.CreatedAt = created.At
		out = append(out, r)
		return err
	})
	return out, db.Wrap("list roles", err)
}

// Pipeline reads a posting's tracks and steps in order, and its unstaged assessments (§2, Pipeline).
func (s *Store) Pipeline(ctx context.Context, orgID, postingID string) (p pipeline.Pipeline, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		p, err = readPipeline(tx, orgID, postingID)
		return err
	})
	return p, db.Wrap("read pipeline", err)
}

func readPipeline(tx *gorm.DB, orgID, postingID string) (p pipeline.Pipeline, err error) {
	p = pipeline.Pipeline{Tracks: []models.Track{}, Rounds: map[string][]models.Round{},
		Unstaged: []pipeline.UnstagedAssessment{}}
	if p.Posting, err = ReadPosting(tx, orgID, postingID); err != nil {
		return p, err
	}
	var tracks []db.TrackRecord
	if err := db.Of(tx, orgID).Where("posting_id = ?",
		postingID).Order("position, id").Find(&tracks).Error; err != nil {
		return p, err
	}
	for _, t := range tracks {
		p.Tracks = append(p.Tracks, models.Track(t))
	}
	var rounds []struct {
		ID, TrackID, Type, Title, AssessmentID, DeliveryMode, GroupID, AssignmentMode, AssessmentIDs, Seats string
		DurationMinutes                                                                                     int
		Bookable                                                                                            bool
	}
	if err := tx.Raw(`select r.id, r.track_id, r.type, r.title, r.assessment_id, a.delivery_mode, r.group_id,
		r.assignment_mode, r.assessment_ids, coalesce(r.seats, '') as seats, r.duration_minutes, r.bookable
		from rounds r left join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
		where r.org_id = ? and r.posting_id = ?
		order by r.position, r.id`, orgID, postingID).Scan(&rounds).Error; err != nil {
		return p, err
	}
	for _, r := range rounds {
		round := models.Round{
			OrgID: orgID, ID: r.ID, PostingID: postingID, TrackID: r.TrackID, Type: r.Type, Title: r.Title,
			AssessmentID: r.AssessmentID, DeliveryMode: r.DeliveryMode, DurationMinutes: r.DurationMinutes,
			Bookable: r.Bookable, GroupID: r.GroupID, AssignmentMode: r.AssignmentMode,
		}
		if err := errors.Join(db.UnmarshalText(r.AssessmentIDs, &round.AssessmentIDs),
			db.UnmarshalText(r.Seats, &round.Seats)); err != nil {
			return p, err
		}
		p.Rounds[r.TrackID] = append(p.Rounds[r.TrackID], round)
	}
	err = tx.Raw(`select u.assessment_id, a.title, a.delivery_mode from unstaged_assessments u join assessments a
		on a.org_id = u.org_id and a.id = u.assessment_id
		where u.org_id = ? and u.posting_id = ?
		order by u.position, u.assessment_id`, orgID, postingID).Scan(&p.Unstaged).Error
	return p, err
}

// CheckPosting returns [models.NotFound] unless the organization has the posting.
func (s *Store) CheckPosting(ctx context.Context, orgID, postingID string) error {
	_, err := ReadPosting(s.db.Read.WithContext(ctx), orgID, postingID)
	return err
}

// ReadPosting reads a posting; [models.NotFound] if the organization has none of that id.
func ReadPosting(tx *gorm.DB, orgID, postingID string) (models.Posting, error) {
	p, err := db.Must[db.PostingRecord](db.Of(tx, orgID).Where("id = ?", postingID), PostingNotFound(postingID))
	return models.Posting(p), db.Wrap("read posting", err)
}

// ReadAssessment reads an assessment of the organization, which others refer to.
func ReadAssessment(tx *gorm.DB, orgID, id string) (models.Assessment, error) {
	a, err := db.Must[db.AssessmentRecord](db.Of(tx, orgID).Where("id = ?", id),
		models.NotFoundf("assessment %s not found", models.Quote(id)))
	return models.Assessment(a), db.Wrap("read assessment", err)
}

// PostingNotFound is the error about a posting that the organization does not have.
func PostingNotFound(id string) error {
	return models.NotFoundf("posting %s not found", models.Quote(id))
}

// ReadNamedOn returns who is a member by being named on the posting: those for whom somebody only painted are not.
func ReadNamedOn(tx *gorm.DB, orgID, postingID string) (emails []string, err error) {
	err = db.Of(tx.Model(&db.AssignedRecord{}), orgID).Where("posting_id = ? and named", postingID).Order("email").
		Pluck("email", &emails).Error
	return emails, db.Wrap("read who is named on the posting", err)
}
