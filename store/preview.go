package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// The previews decide as the acts do, on facts that are read in the same way, and write nothing (D11). Refusals are the
// acts' own.

// PreviewBooking is the preview of [Store.Book].
func (s *Store) PreviewBooking(ctx context.Context, org models.Organization,
	o models.BookingOrder) (models.Preview, error) {
	ids := newIDs(o)
	var p models.Preview
	var refusal error
	err := s.tx(ctx, func(tx *gorm.DB) error { // a writing one, since what is decided on is locked while it is read
		now := s.NowOf(org.ID)
		f, err := s.bookingFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		var b models.Booking
		if b, refusal = models.DecideBooking(o, f, s.policy, ids, now); refusal != nil {
			return nil
		}
		p, err = s.previewBooking(tx, o, f, b, now)
		return err
	})
	if err != nil {
		return models.Preview{}, wrap("preview booking", err)
	}
	return p, refusal
}

// previewBooking is the preview of a decided booking, read in the transaction that decided it.
func (s *Store) previewBooking(tx *gorm.DB, o models.BookingOrder, f models.BookingFacts, b models.Booking,
	now time.Time) (models.Preview, error) {
	var ledger []models.Entry
	var err error
	if f.Existing != nil {
		ledger, err = readEntries(tx, "org_id = ? and interview_id = ?", f.Existing.OrgID, f.Existing.ID)
	}
	return models.PreviewBooking(o, f, b, ledger, s.policy, now), wrap("read ledger", err)
}

// PreviewReassign is the preview of [Store.Reassign].
func (s *Store) PreviewReassign(ctx context.Context, orgID, id, email string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		after, changed, _, _, err := s.decideReassign(tx, i, email)
		return after, changed, err
	})
}

// PreviewCancel is the preview of [Store.Cancel].
func (s *Store) PreviewCancel(ctx context.Context, orgID, id string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decideCancel)
}

// PreviewEndCall is the preview of [Store.EndCall].
func (s *Store) PreviewEndCall(ctx context.Context, orgID, id string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decideEndCall)
}

// PreviewIssueLink is the preview of [Store.IssueLink]. The link of its row after that is of no use.
func (s *Store) PreviewIssueLink(ctx context.Context, orgID, id string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decideFreshLink(newLinkToken()))
}

// previewChange is the preview of [Store.change] with the same decide.
func (s *Store) previewChange(ctx context.Context, orgID, id string, decide decider) (p models.Preview, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		found, err := take[interviewRecord](of(tx, orgID).Where("id = ?", id))
		if err != nil {
			return wrap("read interview", err)
		}
		if found == nil {
			return interviewNotFound(id)
		}
		before := models.Interview(*found)
		after, _, err := decide(tx, before)
		if err != nil {
			return err
		}
		c, err := readCandidate(tx, Ref{orgID, before.CandidateID})
		if err != nil {
			return wrap("read candidate", err)
		}
		p, err = s.previewOf(tx, before, after, c)
		return err
	})
	return p, err
}

// previewOf is the preview of a decided change of an interview, read in the transaction that decided it.
func (s *Store) previewOf(tx *gorm.DB, before, after models.Interview, c models.Candidate) (models.Preview, error) {
	org, err := readOrganization(tx, "id", before.OrgID)
	if err != nil {
		return models.Preview{}, err
	}
	ledger, err := readEntries(tx, "org_id = ? and interview_id = ?", before.OrgID, before.ID)
	now := s.NowOf(before.OrgID)
	if err != nil {
		return models.Preview{}, wrap("read ledger", err)
	}
	p := models.PreviewChange(before, after, c, ledger, org.Approved, s.policy, now)
	if email := after.InterviewerEmail; email != before.InterviewerEmail {
		_, off, err := s.readOwn(tx, before.OrgID, email, after.StartsAt)
		if err != nil {
			return models.Preview{}, err
		}
		p.Warnings = off.Warnings(after)
	}
	return p, nil
}

// PreviewInvite is the preview of [Store.Invite].
func (s *Store) PreviewInvite(ctx context.Context, org models.Organization,
	o models.InviteOrder) (models.Preview, error) {
	ids := models.IDs{Candidate: newID(prefixCandidate)}
	var p models.Preview
	var refusal error
	err := s.tx(ctx, func(tx *gorm.DB) error { // a writing one, since the candidate's row is locked while it is read
		now := s.NowOf(org.ID)
		f, err := s.inviteFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		var i models.Invited
		if i, refusal = models.DecideInvite(o, f, s.policy, ids, now); refusal != nil {
			return nil
		}
		p, err = s.previewInvite(tx, f, i, now)
		return err
	})
	if err == nil && refusal == nil {
		p, err = s.warnWithoutTimes(ctx, p)
	}
	if err != nil {
		return models.Preview{}, wrap("preview invite", err)
	}
	return p, refusal
}

// lastStart is later than every start that can be offered.
var lastStart = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// warnWithoutTimes completes the preview of an invitation to pick a time by [models.Preview.WithoutTimes]; others stay
// as they are.
func (s *Store) warnWithoutTimes(ctx context.Context, p models.Preview) (models.Preview, error) {
	c, picks := p.Picker()
	if !picks {
		return p, nil
	}
	now := s.NowOf(c.OrgID)
	err := s.view(ctx, func(tx *gorm.DB) error {
		round, err := readPickRound(tx, c, nil)
		if err != nil || round == nil {
			p = p.WithoutTimes(round, nil)
			return err
		}
		g, err := s.gather(tx, slotQuery{orgID: c.OrgID, postingID: c.PostingID, duration: round.Duration(), from: now,
			to: lastStart})
		if err == nil {
			p = p.WithoutTimes(round, g.Availability.Pickable(round.Duration(), now, lastStart, now, nil))
		}
		return err
	})
	return p, wrap("read what can be picked", err)
}

// previewInvite is the preview of a decided invite, read in the transaction that decided it.
func (s *Store) previewInvite(tx *gorm.DB, f models.InviteFacts, i models.Invited,
	now time.Time) (models.Preview, error) {
	v := models.Invitation{Candidate: i.Candidate, DeliveryMode: i.DeliveryMode, Interviewed: f.Interviewed,
		Approved: f.Organization.Approved}
	if !i.NewCandidate {
		ledger, err := readEntries(tx, "org_id = ? and candidate_id = ?", i.Candidate.OrgID, i.Candidate.ID)
		if err != nil {
			return models.Preview{}, wrap("read ledger", err)
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

// PreviewDecide is the preview of [Store.Decide]. The candidate's records as they would be are in it. Nothing is sent
// but an invitation to the next step, if the order asks for it.
func (s *Store) PreviewDecide(ctx context.Context, orgID string, o models.DecisionOrder) (p models.Preview, err error) {
	picks := false
	err = s.tx(ctx, func(tx *gorm.DB) error { // a writing one, since the candidate's row is locked while it is read
		f, err := s.decisionFacts(tx, orgID, o)
		if err != nil {
			return err
		}
		now := s.NowOf(orgID)
		d, err := models.Decide(o, f, now)
		p = models.PreviewDecision(f, d)
		if err != nil || o.Onward == nil {
			return err
		}
		onward, w, err := s.decideOnward(tx, *o.Onward, d, models.IDs{Candidate: newID(prefixCandidate)}, now)
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
	return s.warnWithoutTimes(ctx, p)
}

// Effects is an interview with how far its effects are, and its moments, for whoever follows it (D11).
type Effects struct {
	InterviewLedger
	Reports    []models.EffectReport
	Happenings []models.Happening
	Open       bool // something is still to be done at once
}

// Effects reads an interview with its effects; [models.NotFound] if the organization has none of that id.
func (s *Store) Effects(ctx context.Context, orgID, interviewID string) (e Effects, err error) {
	if e.InterviewLedger, err = s.InterviewLedger(ctx, Ref{orgID, interviewID}); err != nil {
		return Effects{}, err
	}
	now := s.NowOf(orgID)
	e.Reports = models.EffectReports(e.Interview, e.CandidateEmail, e.Ledger, s.policy, now)
	e.Happenings = models.Happenings(e.Interview, s.policy, now)
	for _, r := range e.Reports {
		e.Open = e.Open || r.Open()
	}
	return e, nil
}
