package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Outcomes of [Store.Intend].
const (
	IntentWritten = "written" // go on
	IntentStale   = "stale"   // the interview changed since it was read: read it again
	IntentLeased  = "leased"  // another attempt is in flight
)

// Intend writes the intent of an attempt before anything leaves: from here on its letter counts as told. revision is
// the interview's as the caller read it; the entry's own is older where an attempt of unknown end is made again. The
// entry is not taken while another attempt holds its lease. tries counts the attempts at this entry, this one included,
// and is 0 where this is none.
func (s *Store) Intend(ctx context.Context, e models.Entry, revision int64,
	lease time.Duration) (outcome string, tries int, err error) {
	return s.intend(ctx, func(tx *gorm.DB, now time.Time) (string, int, error) {
		var current int64
		if err := tx.Raw("select revision from interviews where org_id = ? and id = ?"+s.dialect.forShare(),
			e.OrgID, e.InterviewID).Scan(&current).Error; err != nil {
			return "", 0, err
		}
		if current != revision {
			return IntentStale, 0, nil
		}
		return takeIntent(tx, `insert into ledger (org_id, interview_id, target, kind, revision, state, permanent,
			invitation, assessment_link, tries, lease_until, provider_id,
				start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
			values (?, ?, ?, ?, ?, 'intent', false, ?, ?, 1, ?, ?, ?, ?, ?, ?, '', '', ?, ?)
			on conflict (org_id, interview_id, target, kind, revision) do update
			set state = 'intent', permanent = false, tries = ledger.tries + 1, lease_until = excluded.lease_until,
				updated_at = excluded.updated_at
			where ledger.state <> 'done' and (ledger.lease_until is null or ledger.lease_until <= ?) returning tries`,
			e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision, e.Invitation, e.AssessmentLink, now.Add(lease),
			e.ProviderID,
			e.Start, e.MeetingLink, e.Interviewer, e.Stamp, now, now, now)
	})
}

// intend has an intent written with others and returns its outcome when that is committed.
func (s *Store) intend(ctx context.Context, write func(tx *gorm.DB, now time.Time) (outcome string, tries int,
	err error)) (string, int, error) {
	var outcome string // both written by the batch, read only when it is committed
	var tries int
	err := s.batch.do(ctx, func(tx *gorm.DB) (err error) {
		outcome, tries, err = write(tx, s.Now())
		return err
	})
	if err != nil {
		return "", 0, wrap("write intent", err)
	}
	return outcome, tries, nil
}

// takeIntent runs an insert that returns the tries of the entry it wrote or took up, and no row where it left the entry
// to the attempt that holds it.
func takeIntent(tx *gorm.DB, insert string, args ...any) (outcome string, tries int, err error) {
	found, err := first[int](tx, insert, args...)
	switch {
	case err != nil:
		return "", 0, err
	case found == nil:
		return IntentLeased, 0, nil
	}
	return IntentWritten, *found, nil
}

// Settle closes an attempt: [models.EffectDone], or [models.EffectFailed] with its code and a text without addresses.
// An attempt of unknown end stays an intent and is settled as [models.EffectIntent], which frees its lease.
func (s *Store) Settle(ctx context.Context, e models.Entry) error {
	return wrap("settle effect", s.batch.do(ctx, func(tx *gorm.DB) error {
		return tx.Exec(`update ledger set state = ?, permanent = ?, code = ?, detail = ?, lease_until = null,
			updated_at = ?
			where org_id = ? and interview_id = ? and target = ? and kind = ? and revision = ?`,
			e.State, e.Permanent, e.Code, e.Detail, s.Now(), e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision).Error
	}))
}

// Supersede closes the attempts that failed and are no longer owed.
func (s *Store) Supersede(ctx context.Context, entries []models.Entry) error {
	return wrap("supersede effects", s.batch.do(ctx, func(tx *gorm.DB) error {
		for _, e := range entries {
			if err := tx.Exec("update ledger set state = 'obsolete', updated_at = ? where org_id = ? "+
				"and interview_id = ? and target = ? and kind = ? and revision = ? and state = 'failed'",
				s.Now(), e.OrgID, e.InterviewID, e.Target, e.Kind, e.Revision).Error; err != nil {
				return err
			}
		}
		return nil
	}))
}

// Correspondence is what a letter needs besides the interview.
type Correspondence struct {
	OrganizationName, MailFrom    string
	RescheduleMax                 int // of the organization (decision 80)
	RescheduleCutoffHours         int
	PostingTitle, RoundTitle      string
	CandidateName, CandidateEmail string
	CandidateState                string
	CandidateEpoch                int64                    // of the candidate's links
	InvitedAt, InviteExpiresAt    *time.Time               // of the candidate
	People                        map[string]models.Person // of the addresses asked for that are known
}

// Correspondence reads what the letters of an interview say, in one query beside the people's.
func (s *Store) Correspondence(ctx context.Context, i models.Interview, emails []string) (c Correspondence, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		var row struct {
			OrgName, MailFrom, PostingTitle, RoundTitle, CandidateName, CandidateEmail, CandidateState string
			RescheduleMax, RescheduleCutoffHours                                                       int
			InvitedAt, InviteExpiresAt                                                                 *time.Time
			AccessEpoch                                                                                int64
		}
		if err := tx.Raw(`select o.name as org_name, o.mail_from, o.reschedule_max, o.reschedule_cutoff_hours,
			p.title as posting_title, r.title as round_title,
				c.name as candidate_name, c.email as candidate_email, c.state as candidate_state, c.invited_at,
				c.invite_expires_at, c.access_epoch
			from organizations o join postings p on p.org_id = o.id and p.id = ? join rounds r on r.org_id = o.id
				and r.id = ? join candidates c on c.org_id = o.id and c.id = ?
			where o.id = ?`, i.PostingID, i.RoundID, i.CandidateID, i.OrgID).Scan(&row).Error; err != nil {
			return err
		}
		c = Correspondence{OrganizationName: row.OrgName, MailFrom: row.MailFrom, RescheduleMax: row.RescheduleMax,
			RescheduleCutoffHours: row.RescheduleCutoffHours, PostingTitle: row.PostingTitle,
			RoundTitle: row.RoundTitle, CandidateName: row.CandidateName, CandidateEmail: row.CandidateEmail,
			CandidateState: row.CandidateState, CandidateEpoch: row.AccessEpoch,
			InvitedAt: row.InvitedAt, InviteExpiresAt: row.InviteExpiresAt, People: map[string]models.Person{}}
		var people []models.Person
		if err := tx.Where("org_id = ? and email in ?", i.OrgID, append(emails, "")).Find(&people).Error; err != nil {
			return err
		}
		for _, p := range people {
			c.People[p.Email] = p
		}
		return nil
	})
	return c, wrap("read correspondence", err)
}

// Account is an interview with what was told of it.
type Account struct {
	InterviewRow
	Ledger   []models.Entry
	Approved bool // the organization is; else see [models.Leaving]
}

// Account reads an interview and its ledger in one state; [models.NotFound] when there is none of that id.
func (s *Store) Account(ctx context.Context, ref Ref) (a Account, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		found, err := scanInterviewRows(tx, ref.OrgID, true, &a.Approved, "select "+s.dialect.wholeColumns()+
			`, (select o.approved from organizations o where o.id = i.org_id)
			from interviews i`+withCandidates+" where i.org_id = ? and i.id = ?", ref.OrgID, ref.ID)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return interviewNotFound(ref.ID)
		}
		a.InterviewRow = found[0]
		return tx.Raw("select * from ledger where org_id = ? and interview_id = ? order by created_at, revision",
			ref.OrgID, ref.ID).Scan(&a.Ledger).Error
	})
	return a, wrap("read account", err)
}
