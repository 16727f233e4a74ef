package candidates

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// ResendInvitation asks for one more letter of the candidate's invitation. seen is how often it had been sent again
// when the form was shown; changed is false if it was sent since. The errors are those of [candidacy.DecideResend], and
// [models.NotFound] if the organization has no such candidate.
func (s *Store) ResendInvitation(ctx context.Context, by act.By, orgID, candidateID string,
	seen int64) (c models.Candidate, changed bool, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		before, err := LockCandidate(tx, models.Ref{OrgID: orgID, ID: candidateID})
		if err != nil {
			return err
		}
		f, err := s.resendFacts(tx, before)
		if err != nil {
			return err
		}
		if c, changed, err = candidacy.DecideResend(f, seen, s.db.Policy(), s.db.NowOf(orgID)); err != nil || !changed {
			return err
		}
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		if err := s.db.Note(by, tx, orgID, models.StateChange(models.ChangeInvitationResent, before, c)); err != nil {
			return err
		}
		return s.team.CountStrangerLetter(tx, orgID, s.db.NowOf(orgID))
	})
	if err != nil {
		return models.Candidate{}, false, err
	}
	return c, changed, nil
}

// PreviewResend is the preview of [Store.ResendInvitation] for a form that shows everything.
func (s *Store) PreviewResend(ctx context.Context, orgID, candidateID string) (p act.Preview, err error) {
	picks := false
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		c, err := ReadCandidate(tx, models.Ref{OrgID: orgID, ID: candidateID})
		if err != nil {
			return err
		}
		f, err := s.resendFacts(tx, c)
		if err != nil {
			return err
		}
		now := s.db.NowOf(orgID)
		if f.Candidate, _, err = candidacy.DecideResend(f, c.Resends, s.db.Policy(), now); err != nil {
			return err
		}
		p = act.PreviewInvitation(f.Invitation, false, now)
		picks = f.Invitation.DeliveryMode == models.DeliverySync && !f.Invitation.Interviewed
		return nil
	})
	if err == nil && picks {
		p, err = s.WarnWithoutTimes(ctx, p)
	}
	return p, err
}

// resendFacts reads the facts for [candidacy.DecideResend].
func (s *Store) resendFacts(tx *gorm.DB, c models.Candidate) (f candidacy.ResendFacts, err error) {
	acct := InvitationLedger{Invitation: candidacy.Invitation{Candidate: c}}
	if err := acct.readWords(tx); err != nil {
		return f, db.Wrap("read invitation", err)
	}
	if err := acct.readLetters(tx); err != nil {
		return f, db.Wrap("read letter", err)
	}
	f.Invitation, f.Limit = acct.Invitation, s.db.Limits.ResentInvitations
	var around struct {
		Status     string
		InviteDays int
	}
	if err := tx.Raw("select p.status, o.invite_days from postings p join organizations o on o.id = p.org_id "+
		"where p.org_id = ? and p.id = ?", c.OrgID, c.PostingID).Scan(&around).Error; err != nil {
		return f, db.Wrap("read posting", err)
	}
	f.Posting = models.Posting{OrgID: c.OrgID, ID: c.PostingID, Status: around.Status}
	f.Organization = models.Organization{ID: c.OrgID, InviteDays: around.InviteDays}
	f.Letters, err = s.team.StrangerLetters(tx, c.OrgID, s.db.NowOf(c.OrgID))
	return f, err
}

// RevokeInvitation revokes the candidate's invitation with its links. changed is false if it was revoked before. The
// errors are those of [candidacy.DecideRevoke], and [models.NotFound] if the organization has no such candidate.
func (s *Store) RevokeInvitation(ctx context.Context, by act.By,
	orgID, candidateID string) (c models.Candidate, changed bool, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		before, err := LockCandidate(tx, models.Ref{OrgID: orgID, ID: candidateID})
		if err != nil {
			return err
		}
		i, err := interviews.LiveInterview(tx, orgID, candidateID)
		if err != nil {
			return db.Wrap("read interview", err)
		}
		v := candidacy.Invitation{Candidate: before, Interviewed: i != nil}
		if c, changed, err = candidacy.DecideRevoke(v, i, s.db.NowOf(orgID)); err != nil || !changed {
			return err
		}
		if err := moveCandidate(tx, c); err != nil {
			return err
		}
		what := models.ChangeInvitationRevoked
		if c.InvitedAt == nil {
			what = models.ChangeClosed
		}
		return s.db.Note(by, tx, orgID, models.StateChange(what, before, c))
	})
	if err != nil {
		return models.Candidate{}, false, err
	}
	return c, changed, nil
}
