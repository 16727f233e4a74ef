package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// PreviewInvite is the preview of [Store.Invite].
func (s *Store) PreviewInvite(ctx context.Context, org models.Organization,
	o models.InviteOrder) (models.Preview, error) {
	ids := models.IDs{Candidate: db.NewID(db.PrefixCandidate)}
	var p models.Preview
	var refusal error
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { // a writing one, since the candidate's row is locked while it is read
		now := s.db.NowOf(org.ID)
		f, err := s.inviteFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		var i models.Invited
		if i, refusal = models.DecideInvite(o, f, s.db.Policy(), ids, now); refusal != nil {
			return nil
		}
		p, err = s.previewInvite(tx, f, i, now)
		return err
	})
	if err == nil && refusal == nil {
		p, err = s.WarnWithoutTimes(ctx, p)
	}
	if err != nil {
		return models.Preview{}, db.Wrap("preview invite", err)
	}
	return p, refusal
}

// previewInvite is the preview of a decided invite, read in the transaction that decided it.
func (s *Store) previewInvite(tx *gorm.DB, f models.InviteFacts, i models.Invited,
	now time.Time) (models.Preview, error) {
	v := models.Invitation{Candidate: i.Candidate, DeliveryMode: i.DeliveryMode, Interviewed: f.Interviewed,
		Approved: f.Organization.Approved}
	if !i.NewCandidate {
		ledger, err := db.ReadEntries(tx, "org_id = ? and candidate_id = ?", i.Candidate.OrgID, i.Candidate.ID)
		if err != nil {
			return models.Preview{}, db.Wrap("read ledger", err)
		}
		if len(ledger) > 0 {
			v.Letter = &ledger[0] // there is one at most
		}
	}
	p := models.PreviewInvitation(v, i.Reused, now)
	if f.Candidate != nil {
		p.Read = []models.ReadRevision{f.Candidate.Read()}
	}
	return p, nil
}

// lastStart is later than every start that can be offered.
var lastStart = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// WarnWithoutTimes completes the preview of an invitation to pick a time by [models.Preview.WithoutTimes]; others stay
// as they are.
func (s *Store) WarnWithoutTimes(ctx context.Context, p models.Preview) (models.Preview, error) {
	c, picks := p.Picker()
	if !picks {
		return p, nil
	}
	now := s.db.NowOf(c.OrgID)
	err := s.db.View(ctx, func(tx *gorm.DB) error {
		round, err := pipelines.ReadPickRound(tx, c, nil)
		if err != nil || round == nil {
			p = p.WithoutTimes(round, nil)
			return err
		}
		g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: c.OrgID, PostingID: c.PostingID,
			Duration: round.Duration(), From: now,
			To: lastStart})
		if err == nil {
			p = p.WithoutTimes(round, g.Availability.Pickable(round.Duration(), now, lastStart, now, nil))
		}
		return err
	})
	return p, db.Wrap("read what can be picked", err)
}
