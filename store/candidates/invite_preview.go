package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// PreviewInvite is the preview of [Store.Invite].
func (s *Store) PreviewInvite(ctx context.Context, org models.Organization,
	o candidacy.InviteOrder) (act.Preview, error) {
	ids := models.IDs{Candidate: db.NewID(db.PrefixCandidate)}
	var p act.Preview
	var refusal error
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { // a writing one, since the candidate's row is locked while it is read
		now := s.db.NowOf(org.ID)
		f, err := s.inviteFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		var i candidacy.Invited
		if i, refusal = candidacy.DecideInvite(o, f, s.db.Policy(), ids, now); refusal != nil {
			return nil
		}
		p, err = s.previewInvite(tx, f, i, now)
		return err
	})
	if err == nil && refusal == nil {
		p, err = s.WarnWithoutTimes(ctx, p)
	}
	if err != nil {
		return act.Preview{}, db.Wrap("preview invite", err)
	}
	return p, refusal
}

// previewInvite is the preview of a decided invite, read in the transaction that decided it.
func (s *Store) previewInvite(tx *gorm.DB, f candidacy.InviteFacts, i candidacy.Invited,
	now time.Time) (act.Preview, error) {
	v := candidacy.Invitation{Candidate: i.Candidate, DeliveryMode: i.DeliveryMode, Interviewed: f.Interviewed,
		Approved: f.Organization.Approved}
	if !i.NewCandidate {
		ledger, err := db.ReadEntries(tx, "org_id = ? and candidate_id = ?", i.Candidate.OrgID, i.Candidate.ID)
		if err != nil {
			return act.Preview{}, db.Wrap("read ledger", err)
		}
		if len(ledger) > 0 {
			v.Letter = &ledger[0] // there is one at most
		}
	}
	p := act.PreviewInvitation(v, i.Reused, now)
	if f.Candidate != nil {
		p.Read = []act.ReadRevision{act.ReadOf(*f.Candidate)}
	}
	return p, nil
}

// lastStart is later than every start that can be offered.
var lastStart = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// WarnWithoutTimes completes the preview of an invitation to pick a time by [act.Preview.WithoutTimes]; others stay
// as they are.
func (s *Store) WarnWithoutTimes(ctx context.Context, p act.Preview) (act.Preview, error) {
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
			Duration: round.Duration(), Seats: round.Seats, From: now, To: lastStart})
		if g.Not = []string{c.Email}; err == nil {
			p = p.WithoutTimes(round, g.Availability.Pickable(round.Duration(), now, lastStart, now, nil))
		}
		return err
	})
	return p, db.Wrap("read what can be picked", err)
}
