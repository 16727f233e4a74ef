package pages

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/candidates"
	"litmus/store/internal/db"
)

// BookableRound is a round that interviews can be booked for, with what people call it.
type BookableRound struct {
	models.Round
	PostingTitle, PostingStatus, TrackName string
}

// BookableRounds reads the selected rounds that interviews can be booked for (see [models.Round.CheckBookable]), by
// posting and place in its pipeline.
func (s *Store) BookableRounds(ctx context.Context, orgID string, restrict RoundRestriction) ([]BookableRound, error) {
	type row struct {
		ID, PostingID, TrackID, Title, AssessmentID, PostingTitle, PostingStatus, TrackName, Seats string
		DurationMinutes                                                                            int
		Indefinite                                                                                 bool
	}
	where, args := "", []any{orgID}
	for _, one := range []struct{ column, id string }{{"r.posting_id", restrict.PostingID},
		{"r.track_id", restrict.TrackID}, {"r.assessment_id", restrict.AssessmentID}, {"r.id", restrict.RoundID}} {
		if one.id != "" {
			where, args = where+" and "+one.column+" = ?", append(args, one.id)
		}
	}
	if restrict.Any != nil {
		where, args = where+" and r.id in ?", append(args, append([]string{""}, restrict.Any...))
	}
	var rows []row
	err := s.db.Read.WithContext(ctx).Raw(`select r.id, r.posting_id, r.track_id, r.title, r.assessment_id,
			r.duration_minutes, r.indefinite, p.title as posting_title, p.status as posting_status,
			t.name as track_name, coalesce(r.seats, '') as seats
		from rounds r
		join assessments a on a.org_id = r.org_id and a.id = r.assessment_id and a.delivery_mode = 'sync'
		join postings p on p.org_id = r.org_id and p.id = r.posting_id
		join tracks t on t.org_id = r.org_id and t.id = r.track_id
		where r.org_id = ? and r.type = 'assessment' and r.bookable`+where+`
		order by p.title, p.id, t.position, t.id, r.position, r.id`, args...).Scan(&rows).Error
	out := make([]BookableRound, len(rows))
	for n, r := range rows {
		out[n] = BookableRound{models.Round{OrgID: orgID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID,
			Type: models.StepAssessment, Title: r.Title, AssessmentID: r.AssessmentID,
			DeliveryMode: models.DeliverySync, DurationMinutes: r.DurationMinutes, Bookable: true,
			Indefinite: r.Indefinite}, r.PostingTitle, r.PostingStatus, r.TrackName}
		err = errors.Join(err, db.UnmarshalText(r.Seats, &out[n].Seats))
	}
	return out, db.Wrap("read bookable rounds", err)
}

// CheckRound returns a [models.NotFound] error if the organization has no step of that id.
func (s *Store) CheckRound(ctx context.Context, orgID, id string) error {
	_, err := db.Must[db.RoundRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Select("id").Where("id = ?", id),
		models.NotFoundf("round %s not found", models.Quote(id)))
	return db.Wrap("find a round", err)
}

// RoundRestriction selects rounds by ids; "" and nil select all.
type RoundRestriction struct {
	PostingID, TrackID, AssessmentID, RoundID string

	Any []string // one of these rounds
}

// FoundCandidate is a candidate record for a live assessment, with what somebody who books for them wants to know.
type FoundCandidate struct {
	models.Candidate
	PostingTitle, AssessmentTitle string
	Interview                     *models.Interview // that is not canceled, nil for none
}

// FindCandidates finds candidate records for live assessments whose name or address has all the words, the newest
// first, as many as limit. It walks an index in that order until it has found as many.
func (s *Store) FindCandidates(ctx context.Context, orgID string, words []string, limit int) ([]FoundCandidate, error) {
	where, args := "", []any(nil)
	for _, word := range words {
		condition, given := s.db.Dialect.Contains(word, "c.email", "c.name")
		where += " and " + condition
		args = append(args, given...)
	}
	return s.findCandidates(s.db.Read.WithContext(ctx), orgID, where+" order by c.created_at desc, c.id desc", args,
		limit)
}

// BookedCandidate reads the candidate record for whom somebody books; [models.NotFound] if the organization has none of
// that id, [models.Invalid] if its assessment is not a live one.
func (s *Store) BookedCandidate(ctx context.Context, orgID, id string) (FoundCandidate, error) {
	tx := s.db.Read.WithContext(ctx)
	found, err := s.findCandidates(tx, orgID, " and c.id = ?", []any{id}, 1)
	if err != nil || len(found) > 0 {
		return append(found, FoundCandidate{})[0], err
	}
	if _, err := candidates.ReadCandidate(tx, models.Ref{OrgID: orgID, ID: id}); err != nil {
		return FoundCandidate{}, db.Wrap("read candidate", err)
	}
	return FoundCandidate{}, models.About(models.Refusal{Cause: models.CauseNotLive},
		models.Invalidf("the assessment of candidate %s is not a live interview, so there is no "+
			"time to book", models.Quote(id)))
}

// CandidateOf reads the candidate record of a posting, an assessment and an address, nil if there is none.
func (s *Store) CandidateOf(ctx context.Context,
	orgID, postingID, assessmentID, email string) (*FoundCandidate, error) {
	found, err := s.findCandidates(s.db.Read.WithContext(ctx), orgID,
		" and c.posting_id = ? and c.assessment_id = ? and c.email = ?", []any{postingID, assessmentID, email}, 1)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func (s *Store) findCandidates(tx *gorm.DB, orgID, where string, args []any, limit int) ([]FoundCandidate, error) {
	type row struct {
		Candidate                     db.CandidateRecord `gorm:"embedded"`
		PostingTitle, AssessmentTitle string
	}
	var rows []row
	// SQL by hand: with joins instead of the subqueries, a plan may begin with the assessments and sort all candidates.
	if err := tx.Raw(`select c.*,
			(select p.title from postings p where p.org_id = c.org_id and p.id = c.posting_id) as posting_title,
			(select a.title from assessments a where a.org_id = c.org_id and a.id = c.assessment_id) as assessment_title
		from candidates c
		where c.org_id = ? and exists (select 1 from assessments a
			where a.org_id = c.org_id and a.id = c.assessment_id and a.delivery_mode = 'sync')`+where+" limit ?",
		append(append([]any{orgID}, args...), limit)...).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("find candidates", err)
	}
	out, ids := make([]FoundCandidate, len(rows)), make([]string, len(rows))
	for n, r := range rows {
		out[n] = FoundCandidate{Candidate: models.Candidate(r.Candidate), PostingTitle: r.PostingTitle,
			AssessmentTitle: r.AssessmentTitle}
		ids[n] = r.Candidate.ID
	}
	if len(ids) == 0 {
		return out, nil
	}
	var live []db.InterviewRecord
	if err := db.Of(tx, orgID).Where("candidate_id in ? and canceled_at is null", ids).Find(&live).Error; err != nil {
		return nil, db.Wrap("read interviews of candidates", err)
	}
	for _, r := range live {
		for n := range out {
			if out[n].ID == r.CandidateID {
				i := models.Interview(r)
				out[n].Interview = &i
			}
		}
	}
	return out, nil
}
