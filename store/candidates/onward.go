package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// decideOnward decides how an advanced candidate goes on, on facts that it reads under the lock of their next record.
func (s *Store) decideOnward(tx *gorm.DB, o candidacy.OnwardOrder, d candidacy.Decided, ids models.IDs,
	now time.Time) (f candidacy.OnwardFacts, w candidacy.Onward, err error) {
	if f, err = s.onwardFacts(tx, d.Candidate, now); err == nil {
		w, err = candidacy.DecideOnward(o, d, f, s.db.Policy(), ids, now)
	}
	return f, w, err
}

// onwardFacts reads what follows for the candidate in their track, and the facts for an invite to it.
func (s *Store) onwardFacts(tx *gorm.DB, c models.Candidate, now time.Time) (f candidacy.OnwardFacts, err error) {
	if f.Posting, err = pipelines.ReadPosting(tx, c.OrgID, c.PostingID); err != nil {
		return f, err
	}
	steps, err := pipelines.ReadSteps(tx, c.OrgID, []string{c.PostingID})
	if err != nil {
		return f, err
	}
	known, err := pipelines.ReadChoices(tx, c.OrgID)
	if err != nil {
		return f, err
	}
	assessments := make(map[string]models.Assessment, len(known))
	for _, a := range known {
		assessments[a.ID] = a
	}
	var records []db.CandidateRecord
	if err := db.Of(tx, c.OrgID).Where("posting_id = ? and email = ?", c.PostingID, c.Email).Order("id").
		Find(&records).Error; err != nil {
		return f, db.Wrap("read records of candidate", err)
	}
	mine := make([]models.Candidate, len(records))
	for n, r := range records {
		mine[n] = models.Candidate(r)
	}
	if f.Ahead = candidacy.AheadOf(c, steps[c.TrackID], assessments, mine); f.Refusal != nil {
		return f, nil
	}
	if f.Invite.Organization, err = db.ReadOrganization(tx, "id", c.OrgID); err != nil {
		return f, err
	}
	f.Invite.Letters.Limit = s.db.Limits.StrangerLetters
	if err := readAttached(tx, c.OrgID, c.PostingID, effect.LetterDay(now), &f.Invite); err != nil {
		return f, err
	}
	err = readInvitee(tx, c.OrgID, c.PostingID, f.Assessment.ID, c.Email, &f.Invite)
	return f, err
}

// previewDecided is the preview of a decision, and of how the candidate goes on by it, read in the transaction that
// decided both. onward are the facts of that.
func (s *Store) previewDecided(tx *gorm.DB, f candidacy.DecisionFacts, d candidacy.Decided,
	onward candidacy.OnwardFacts, now time.Time) (act.Preview, error) {
	p := act.PreviewDecision(f, d)
	if d.Onward == nil {
		return p, nil
	}
	next, err := s.previewInvite(tx, onward.Invite, d.Onward.Invited, now)
	return p.WithOnward(*d.Onward, next), err
}

// writeOnward writes how an advanced candidate goes on.
func (s *Store) writeOnward(by act.By, tx *gorm.DB, d candidacy.Decided, now time.Time) error {
	w := *d.Onward
	if err := s.writeInvite(tx, w.Invited); err != nil {
		return err
	}
	if err := s.db.Note(by, tx, w.Candidate.OrgID, w.Changes(d.Candidate, now)...); err != nil || !w.Invitation {
		return err
	}
	return s.team.CountStrangerLetter(tx, w.Candidate.OrgID, now)
}

// Advance is what somebody sees before they advance a candidate, or have one who is advanced go on.
type Advance struct {
	From      candidacy.DecisionFacts
	Decision  candidacy.Decided // nothing of it is written
	Next      candidacy.OnwardFacts
	Interview *models.Interview // of the next step's record, that is not canceled; nil for none

	Record   models.Candidate // of the next step as it would be without an invitation; zero: see Refused
	Refused  error            // why they cannot go on, nil if they can
	Invite   act.Preview      // of the invitation
	NoInvite error            // why they cannot be invited, nil if they can
}

// PreviewAdvance decides what [Store.Decide] would do with the order, which advances somebody, in each way to go on,
// and writes nothing. The errors are those of [Store.Decide] without a way to go on.
func (s *Store) PreviewAdvance(ctx context.Context, orgID string, o candidacy.DecisionOrder) (a Advance, err error) {
	picks := false
	err = s.db.Tx(ctx, func(tx *gorm.DB) error { // a writing one, since the rows are locked while they are read
		a = Advance{}
		if a.From, err = s.decisionFacts(tx, orgID, o); err != nil {
			return err
		}
		now := s.db.NowOf(orgID)
		if a.Decision, err = candidacy.DecideCandidate(o, a.From, now); err != nil {
			return err
		}
		if a.Next, err = s.onwardFacts(tx, a.Decision.Candidate, now); err != nil {
			return err
		}
		ids := models.IDs{Candidate: db.NewID(db.PrefixCandidate)}
		decide := func(o candidacy.OnwardOrder) (candidacy.Onward, error) {
			return candidacy.DecideOnward(o, a.Decision, a.Next, s.db.Policy(), ids, now)
		}
		made, refused := decide(candidacy.OnwardOrder{})
		a.Record, a.Refused = made.Candidate, refused
		name := ""
		if o.Onward != nil {
			name = o.Onward.Name
		}
		invited, refused := decide(candidacy.OnwardOrder{Invite: true, Name: name})
		if a.NoInvite, picks = refused, refused == nil && invited.Picks(a.Next); refused == nil {
			if a.Invite, err = s.previewInvite(tx, a.Next.Invite, invited.Invited, now); err != nil {
				return err
			}
		}
		if found := a.Next.Invite.Candidate; found != nil {
			a.Interview, err = interviews.LiveInterview(tx, orgID, found.ID)
		}
		return db.Wrap("read interview", err)
	})
	if err == nil && picks {
		a.Invite, err = s.WarnWithoutTimes(ctx, a.Invite)
	}
	return a, err
}
