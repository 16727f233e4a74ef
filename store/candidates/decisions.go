package candidates

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// Decide records a decision on a submission, or on the candidate of a live interview, and has somebody who is advanced
// go on to the next step of their track, if the order says how: then both are written, or neither. The errors are those
// of [candidacy.DecideCandidate] and [candidacy.DecideOnward], and [models.NotFound] if the organization has no such
// submission or candidate.
func (s *Store) Decide(ctx context.Context, by act.By, orgID string,
	o candidacy.DecisionOrder) (candidacy.Decided, error) {
	ids := models.IDs{Candidate: db.NewID(db.PrefixCandidate)}
	for try := 1; ; try++ {
		d, err := s.decideOnce(ctx, by, orgID, o, ids)
		if try < 3 && errors.Is(err, db.ConstraintErrors["one_candidate_per_assessment_and_email"]) {
			continue // somebody else made the record of the next step; the next attempt sees it
		}
		if err != nil {
			return candidacy.Decided{}, err
		}
		return d, nil
	}
}

func (s *Store) decideOnce(ctx context.Context, by act.By, orgID string, o candidacy.DecisionOrder,
	ids models.IDs) (d candidacy.Decided, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.BeginCommit(by, tx, orgID); err != nil {
			return err
		}
		f, err := s.decisionFacts(tx, orgID, o)
		if err != nil {
			return err
		}
		now := s.db.NowOf(orgID)
		if d, err = candidacy.DecideCandidate(o, f, now); err != nil {
			return err
		}
		var onward candidacy.OnwardFacts
		if o.Onward != nil {
			var w candidacy.Onward
			if onward, w, err = s.decideOnward(tx, *o.Onward, d, ids, now); err != nil {
				return err
			}
			d.Onward = &w
		}
		if !d.Changed && (d.Onward == nil || !d.Onward.Changed) {
			return nil
		}
		made := act.Committed{CandidateID: d.Candidate.ID}
		if d.Submission != nil {
			made.SubmissionID = d.Submission.ID
		}
		if err := s.db.Commit(by, tx, orgID, made,
			func() (act.Preview, error) { return s.previewDecided(tx, f, d, onward, now) }); err != nil {
			return err
		}
		if err := s.writeDecided(by, tx, d); err != nil || d.Onward == nil || !d.Onward.Changed {
			return err
		}
		return s.writeOnward(by, tx, d, now)
	})
	return d, err
}

// writeDecided writes the decision, if it is another one.
func (s *Store) writeDecided(by act.By, tx *gorm.DB, d candidacy.Decided) error {
	if !d.Changed {
		return nil
	}
	if err := moveCandidate(tx, d.Candidate); err != nil {
		return err
	}
	if d.Submission != nil {
		row := db.SubmissionRecord(*d.Submission)
		if err := tx.Select("decision", "updated_at").Updates(&row).Error; err != nil {
			return db.Wrap("update submission", err)
		}
	}
	return s.db.Note(by, tx, d.Candidate.OrgID, d.Change())
}

// decisionFacts reads the facts for [candidacy.DecideCandidate] and locks the candidate, then the submission.
func (s *Store) decisionFacts(tx *gorm.DB, orgID string, o candidacy.DecisionOrder) (f candidacy.DecisionFacts,
	err error) {
	if o.HandedIn {
		if err := tx.Raw("select id from submissions where org_id = ? and candidate_id = ? "+
			"order by submitted_at desc, id desc limit 1", orgID, o.CandidateID).Scan(&o.SubmissionID).Error; err != nil {
			return f, db.Wrap("look for a submission", err)
		}
	}
	if o.SubmissionID != "" {
		row, err := db.Must[db.SubmissionRecord](db.Of(tx, orgID).Select("candidate_id").Where("id = ?",
			o.SubmissionID),
			SubmissionNotFound(o.SubmissionID))
		if err != nil {
			return f, err
		}
		o.CandidateID = row.CandidateID
	}
	if f.Candidate, err = LockCandidate(tx, models.Ref{OrgID: orgID, ID: o.CandidateID}); err != nil {
		return f, err
	}
	if o.SubmissionID != "" {
		s, err := lockSubmission(tx, orgID, o.SubmissionID)
		if err != nil {
			return f, err
		}
		f.Submission = &s
	} else if err := tx.Raw("select exists (select 1 from submissions where org_id = ? and candidate_id = ?)", orgID,
		o.CandidateID).Row().Scan(&f.HandedIn); err != nil {
		return f, db.Wrap("look for a submission", err)
	}
	a, err := pipelines.ReadAssessment(tx, orgID, f.Candidate.AssessmentID)
	if err != nil {
		return f, err
	}
	f.DeliveryMode = a.DeliveryMode
	f.Interview, err = interviews.LiveInterview(tx, orgID, f.Candidate.ID)
	return f, db.Wrap("read interview", err)
}

// PreviewDecide is the preview of [Store.Decide]. The candidate's records as they would be are in it. Nothing is sent
// but an invitation to the next step, if the order asks for it.
func (s *Store) PreviewDecide(ctx context.Context, orgID string, o candidacy.DecisionOrder) (p act.Preview, err error) {
	picks := false
	err = s.db.Tx(ctx, func(tx *gorm.DB) error { // a writing one, since the candidate's row is locked while it is read
		f, err := s.decisionFacts(tx, orgID, o)
		if err != nil {
			return err
		}
		now := s.db.NowOf(orgID)
		d, err := candidacy.DecideCandidate(o, f, now)
		p = act.PreviewDecision(f, d)
		if err != nil || o.Onward == nil {
			return err
		}
		onward, w, err := s.decideOnward(tx, *o.Onward, d, models.IDs{Candidate: db.NewID(db.PrefixCandidate)}, now)
		if err != nil {
			return err
		}
		d.Onward, picks = &w, w.Picks(onward)
		p, err = s.previewDecided(tx, f, d, onward, now)
		return err
	})
	if err != nil || !picks {
		return p, err
	}
	return s.WarnWithoutTimes(ctx, p)
}
