package candidates

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// InvitationLedger is an invitation with what was told of it and what its letter says.
type InvitationLedger struct {
	candidacy.Invitation
	OrganizationName, MailFrom, TimeZone string // of the organization
	Language                             string // the same
	ReplyTo                              string // to whom letters are answered, "" for nobody
	Brand                                models.Brand
	PostingTitle, AssessmentTitle        string
	RoundTitle                           string        // [models.RoundName] of what they are invited to
	TimeLimit                            time.Duration // of the assessment; 0: none

	// Duration and Indefinite are those of the round for which the candidate picks a time, zero without one.
	Duration   time.Duration
	Indefinite bool

	HandedIn candidacy.Answer // with the submission; empty without one
}

// InvitationLedger reads a candidate and then the letters of their invitation, as [effects.Store.InterviewLedger] does
// with an interview and its effects; [models.NotFound] when there is no candidate of that id.
func (s *Store) InvitationLedger(ctx context.Context, ref models.Ref) (a InvitationLedger, err error) {
	tx := s.db.Read.WithContext(ctx)
	if a.Candidate, err = ReadCandidate(tx, ref); err == nil {
		err = a.readWords(tx)
	}
	if err == nil {
		err = a.readSubmission(tx)
	}
	if err == nil {
		err = a.readLetters(tx)
	}
	return a, db.Wrap("read invitation", err)
}

// PreviewedInvitation reads what the letter of an invitation says that is not stored, as in a preview.
func (s *Store) PreviewedInvitation(ctx context.Context, c models.Candidate) (a InvitationLedger, err error) {
	a.Candidate = c
	return a, db.Wrap("read invitation", a.readWords(s.db.Read.WithContext(ctx)))
}

// readWords reads the names, titles and settings that the letter and its expiry need besides the candidate.
func (a *InvitationLedger) readWords(tx *gorm.DB) error {
	c := a.Candidate
	var row struct {
		Name, MailFrom, ReplyTo, TimeZone, PostingTitle, AssessmentTitle, DeliveryMode string
		Language                                                                       string
		TimeLimitMinutes                                                               int
		Interviewed, Approved                                                          bool
		Accent, LogoType                                                               string
		BrandVersion                                                                   int64
	}
	if err := tx.Raw(`select o.name, o.mail_from, o.time_zone, o.language, o.approved, o.accent, o.logo_type,
			o.brand_version, p.title as posting_title, a.title as assessment_title, a.delivery_mode,
			a.time_limit_minutes,
			`+db.ReplyTo+`,
			exists (select 1 from interviews i
				where i.org_id = o.id and i.candidate_id = ? and i.canceled_at is null) as interviewed
		from organizations o
		join postings p on p.org_id = o.id and p.id = ?
		join assessments a on a.org_id = o.id and a.id = ?
		where o.id = ?`, c.ID, c.PostingID, c.AssessmentID, c.OrgID).Scan(&row).Error; err != nil {
		return err
	}
	a.OrganizationName, a.MailFrom, a.ReplyTo, a.TimeZone = row.Name, row.MailFrom, row.ReplyTo, row.TimeZone
	a.Language = row.Language
	a.PostingTitle, a.AssessmentTitle = row.PostingTitle, row.AssessmentTitle
	a.RoundTitle = models.RoundName(nil, a.AssessmentTitle)
	a.Brand = models.Brand{Accent: row.Accent, LogoType: row.LogoType, Version: row.BrandVersion}
	a.DeliveryMode, a.Interviewed, a.Approved = row.DeliveryMode, row.Interviewed, row.Approved
	a.TimeLimit = time.Duration(row.TimeLimitMinutes) * time.Minute
	if a.DeliveryMode != models.DeliverySync {
		return nil
	}
	r, err := pipelines.ReadPickRound(tx, c, nil)
	if r != nil {
		a.Duration, a.Indefinite = r.Duration(), r.Indefinite
		a.RoundTitle = models.RoundName(r, a.AssessmentTitle)
	}
	return err
}

// readSubmission reads what was handed in, if the candidate may be owed a receipt for it.
func (a *InvitationLedger) readSubmission(tx *gorm.DB) error {
	c := a.Candidate
	if c.StartedAt == nil || models.ActiveState(c.State) {
		return nil
	}
	row, err := db.Take[db.SubmissionRecord](db.Of(tx, c.OrgID).Where("candidate_id = ?", c.ID).
		Order("submitted_at desc, id"))
	if err != nil || row == nil {
		return err
	}
	s := models.Submission(*row)
	a.Submission = &s
	answer, err := ReadHandedIn(tx, c.OrgID, s.ID, c.ID)
	if err != nil || answer == nil {
		return err
	}
	a.HandedIn = *answer
	a.HandedIn.Files, err = db.FilesOf(tx, c.OrgID, "", c.ID)
	return err
}

// readLetters reads the entries of the invitation's letter and of the receipt, each of which is one at most.
func (a *InvitationLedger) readLetters(tx *gorm.DB) error {
	ledger, err := db.ReadEntries(tx, "org_id = ? and candidate_id = ?", a.Candidate.OrgID, a.Candidate.ID)
	if err == nil && len(ledger) > 0 {
		a.Letter = &ledger[0]
	}
	if err != nil || a.Submission == nil {
		return err
	}
	ledger, err = db.ReadEntries(tx, "org_id = ? and submission_id = ?", a.Candidate.OrgID, a.Submission.ID)
	if err == nil && len(ledger) > 0 {
		a.Receipt = &ledger[0]
	}
	return err
}

// MarkInvitationConverged notes that nothing is owed for the invitation as it was read and when something will be next,
// as [wakes.Store.MarkConverged] does for an interview.
func (s *Store) MarkInvitationConverged(c models.Candidate, next *time.Time) {
	if c.ConvergedRevision == c.Revision && db.SameInstant(c.NextDueAt, next) {
		return
	}
	s.db.Batch.Later(func(tx *gorm.DB) error {
		return tx.Exec("update candidates set converged_revision = ?, next_due_at = ? where org_id = ? "+
			"and id = ? and revision = ?", c.Revision, next, c.OrgID, c.ID, c.Revision).Error
	})
}
