package effects

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Outcomes of [Store.Intend].
const (
	IntentWritten = "written" // the attempt is to be made
	IntentStale   = "stale"   // the subject changed since it was read: read it again
	IntentLeased  = "leased"  // another attempt is under way, or was the last one
)

// subject is a sort of row that effects are about: where its rows are, what tells that a row is as the caller read it,
// and what makes two attempts attempts at the same entry (see [effect.Entry]).
type subject struct {
	table    string
	column   string // of effects: the row's id
	revision string // of the row s
	key      string // the columns of the unique index on effects
}

// subjectOf returns the subject of the entry, and the id of its row.
func subjectOf(d db.Dialect, e effect.Entry) (s subject, id string, err error) {
	switch {
	case e.InterviewID != "":
		return subject{"interviews", "interview_id", "s.revision", "org_id, interview_id, target, kind, revision"},
			e.InterviewID, nil
	case e.CandidateID != "":
		return subject{"candidates", "candidate_id", "s.revision", "org_id, candidate_id"}, e.CandidateID, nil
	case e.CalendarID != "":
		// A calendar's own revision counts when it is to be read, which no letter tells.
		return subject{"calendars", "calendar_id", "coalesce(" + d.Microseconds("s.failing_since") + ", 0)",
			"org_id, calendar_id, target"}, e.CalendarID, nil
	case e.SignInID != "":
		return subject{"sign_ins", "sign_in_id", "s.revision", "org_id, sign_in_id"}, e.SignInID, nil
	case e.NewsID != "":
		// Its own revision rises with every change that comes; the letter is another one when the first of them was
		// told.
		return subject{"news", "news_id", "coalesce((select min(t.revision) from news_items t where t.org_id = " +
			"s.org_id and t.news_id = s.id), 0)", "org_id, news_id"}, e.NewsID, nil
	case e.SubmissionID != "":
		// PostgreSQL looks at the row anew that it waited for, and not at the candidate's: of a person who was erased
		// meanwhile it owes no receipt any more.
		return subject{"submissions", "submission_id", "case when s.receipt_zone <> '' then (select c.revision from " +
				"candidates c where c.org_id = s.org_id and c.id = s.candidate_id) end", "org_id, submission_id"},
			e.SubmissionID, nil
	}
	return subject{}, "", fmt.Errorf("the entry of an effect %s names no subject", e.Kind)
}

// Intend writes the intent of an attempt before it is made: from then on its effect counts as done. revision is the
// subject's as the caller read it: of a calendar [timetable.Connection.NoticeRevision], of news [news.Account.First],
// of a submission its candidate's. The entry's own revision is older where an attempt of unknown outcome is made again.
// An entry is not taken while another attempt has its lease, and a letter that was accepted or given up is not taken
// again at all. Of other effects only one attempt at a target is under way at a time, whatever its kind, and an effect
// that is done is taken again if it is owed again, such as the invitation of a notetaker that was dismissed since.
// tries counts the attempts at the entry, this one included, and is 0 if none is to be made.
func (s *Store) Intend(ctx context.Context, e effect.Entry, revision int64,
	lease time.Duration) (outcome string, tries int, err error) {
	type intent struct {
		outcome string
		tries   int
	}
	var written intent // by the transaction; it is read only when that is committed
	write := s.db.Statement
	if !e.Letter() {
		write = s.db.BatchedTx
	}
	err = write(ctx, func(tx *gorm.DB) error {
		outcome, tries, err := s.intend(tx, e, revision, lease)
		written = intent{outcome, tries}
		return err
	})
	if err != nil {
		return "", 0, db.Wrap("write intent", err)
	}
	return written.outcome, written.tries, nil
}

// intend writes the intent with one statement that reads the subject's row and keeps it from changing until the intent
// is committed; GORM builds no insert from a select. Whoever changes the row afterwards, cancels an interview for
// instance, therefore sees the intent; without the lock the letter could leave unseen, and nobody would take it back.
func (s *Store) intend(tx *gorm.DB, e effect.Entry, revision int64,
	lease time.Duration) (outcome string, tries int, err error) {
	row, id, err := subjectOf(s.db.Dialect, e)
	if err != nil {
		return "", 0, err
	}
	now, at := s.db.Now(), s.timeOf(e) // leases are the machine's
	begun, begunArgs := "?", []any{at}
	free, freeArgs := "", []any(nil)
	again := " and not (effects.revision = excluded.revision and (effects.state = 'done' or effects.permanent))"
	anew := "effects.state = 'done'"
	if !e.Letter() {
		// A statement does not see what was committed while it waited for a lock, so the row is locked before.
		if err := s.db.Dialect.LockRow(tx, row.table, e.OrgID, id); err != nil {
			return "", 0, err
		}
		ofTarget := "effects l where l.org_id = ? and l." + row.column + " = ? and l.target = ?"
		target := []any{e.OrgID, id, e.Target}
		free = " and not exists (select 1 from " + ofTarget + " and l.lease_until > ?)"
		freeArgs = append(target, now)
		// What is done can be undone and done again at the same revision: when it began tells which came last. So it
		// begins anew where another effect on the target began since, also if the outcome of the first was not known.
		begun = "coalesce((select " + s.db.Dialect.After("max(l.created_at)") + " from " + ofTarget + "), ?)"
		begunArgs = append(append([]any{at}, target...), at)
		again = ""
		anew += " or exists (select 1 from effects l where l.org_id = effects.org_id and l." + row.column +
			" = effects." + row.column + " and l.target = effects.target and l.created_at > effects.created_at)"
	}
	args := []any{e.OrgID, id, e.Target, e.Kind, e.Revision, e.Invitation, e.AssessmentLink, now.Add(lease),
		e.ProviderID, e.ETag, e.Start, e.MeetingLink, e.Interviewer, e.Stamp}
	args = append(append(args, begunArgs...), at)
	args = append(append(args, e.OrgID, id, revision), freeArgs...)
	args = append(args, now)
	found, err := db.First[int](tx,
		`insert into effects (org_id, `+row.column+`, target, kind, revision, state, permanent,
			invitation, assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer,
			stamp, code, detail, created_at, updated_at)
		select ?, ?, ?, ?, ?, 'intent', false, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, '', '', `+begun+`, ?
		from `+row.table+` s where s.org_id = ? and s.id = ? and `+row.revision+` = ?`+free+
			s.db.Dialect.ForShareOf("s")+`
		on conflict (`+row.key+`) where `+row.column+` is not null do update
		set target = excluded.target, kind = excluded.kind, revision = excluded.revision, state = 'intent',
			permanent = false, invitation = excluded.invitation, assessment_link = excluded.assessment_link,
			tries = case when effects.revision = excluded.revision then effects.tries + 1 else 1 end,
			lease_until = excluded.lease_until, provider_id = excluded.provider_id, etag = excluded.etag,
			start = excluded.start, meeting_link = excluded.meeting_link, interviewer = excluded.interviewer,
			stamp = excluded.stamp, updated_at = excluded.updated_at,
			created_at = case when `+anew+` then excluded.created_at else effects.created_at end
		where (effects.lease_until is null or effects.lease_until <= ?)`+again+`
		returning tries`, args...)
	switch {
	case err != nil:
		return "", 0, err
	case found != nil:
		return IntentWritten, *found, nil
	}
	// Nothing was written: seldom, so only then is it worth another question why.
	current, err := db.First[int](tx, "select 1 from "+row.table+" s where s.org_id = ? and s.id = ? and "+
		row.revision+" = ?", e.OrgID, id, revision)
	switch {
	case err != nil:
		return "", 0, err
	case current == nil:
		return IntentStale, 0, nil
	}
	return IntentLeased, 0, nil
}

// timeOf is the time that the subject of the entry has: of a sign-in the machine's, else the organization's.
func (s *Store) timeOf(e effect.Entry) time.Time {
	if e.SignInID != "" {
		return s.db.Now()
	}
	return s.db.NowOf(e.OrgID)
}

// Settle closes an attempt with what the provider has now: as [effect.Done], or as [effect.Failed] with a
// code and a text without addresses. An attempt of unknown outcome is settled as [effect.Intent], which ends its
// lease. A meeting link that was made is given to the interview in the same transaction; revision is the interview's
// when that changed it, else 0.
func (s *Store) Settle(ctx context.Context, e effect.Entry, made MadeLink) (revision int64, err error) {
	if e.NewsID != "" {
		return 0, db.Wrap("settle effect", s.db.BatchedTx(ctx, func(tx *gorm.DB) error { return s.settleNews(tx, e) }))
	}
	if e.Letter() {
		return 0, db.Wrap("settle effect", s.db.Statement(ctx, func(tx *gorm.DB) error { return s.settle(tx, e) }))
	}
	var changed int64 // by the transaction; it is read only when that is committed
	err = s.db.BatchedTx(ctx, func(tx *gorm.DB) (err error) {
		if err := s.settle(tx, e); err != nil {
			return err
		}
		changed, err = s.settledOutside(tx, e, made)
		return err
	})
	if err != nil {
		return 0, db.Wrap("settle effect", err)
	}
	return changed, nil
}

func (s *Store) settle(tx *gorm.DB, e effect.Entry) error {
	row, id, err := subjectOf(s.db.Dialect, e)
	if err != nil {
		return err
	}
	e.LeaseUntil, e.UpdatedAt = nil, s.timeOf(e)
	return row.entry(tx, e, id).Select("State", "Permanent", "ProviderID", "ETag", "MeetingLink", "Code", "Detail",
		"LeaseUntil", "UpdatedAt").Updates(db.EffectRecord(e)).Error
}

// settleNews closes an attempt at a letter about news. What it told of is not to be told again: it was accepted, or it
// is not tried again.
func (s *Store) settleNews(tx *gorm.DB, e effect.Entry) error {
	if err := s.settle(tx, e); err != nil || e.State != effect.Done && !e.Permanent {
		return err
	}
	return forgetNews(tx, e)
}

// forgetNews takes what a letter about news told of from the list of what is to be told.
func forgetNews(tx *gorm.DB, e effect.Entry) error {
	return tx.Exec("delete from news_items where org_id = ? and news_id = ? and revision <= ?", e.OrgID, e.NewsID,
		e.Revision).Error
}

// entry is the scope of one entry, of the row with that id. One about a person who was erased has no tries any more:
// what an attempt knows that was under way meanwhile is not written into it.
func (row subject) entry(tx *gorm.DB, e effect.Entry, id string) *gorm.DB {
	return tx.Model(&db.EffectRecord{}).Where("org_id = ? and "+row.column+" = ? and target = ? and kind = ? "+
		"and revision = ? and tries > 0", e.OrgID, id, e.Target, e.Kind, e.Revision)
}

// Supersede closes entries that failed for now and are no longer owed. What was refused for good stays as it is, for
// operators to see.
func (s *Store) Supersede(ctx context.Context, superseded []effect.Entry) error {
	return db.Wrap("supersede effects", s.db.Batch.Do(ctx, func(tx *gorm.DB) error {
		for _, e := range superseded {
			row, id, err := subjectOf(s.db.Dialect, e)
			if err != nil {
				return err
			}
			if err := row.entry(tx, e, id).Where("state = ? and not permanent", effect.Failed).
				Select("State", "UpdatedAt").
				Updates(db.EffectRecord{State: effect.Obsolete, UpdatedAt: s.timeOf(e)}).Error; err != nil {
				return err
			}
		}
		return nil
	}))
}

// Correspondence is what a letter needs besides the interview.
type Correspondence struct {
	OrganizationName, MailFrom    string
	ReplyTo                       string // to whom letters are answered and the candidate writes, "" for nobody
	Brand                         models.Brand
	Organization                  models.Organization // what its candidates may do, and nothing else
	PostingTitle, RoundTitle      string
	Step, Steps                   int // of the round in its track, which has so many
	CandidateName, CandidateEmail string
	CandidateState                string
	CandidateEpoch                int64                       // of the candidate's links
	Language                      string                      // of the organization
	Reading                       models.Reading              // the candidate's
	InvitedAt, InviteExpiresAt    *time.Time                  // of the candidate
	People                        map[string]timetable.Person // what letters say of those who are known
	Picture                       string                      // id of the interviewer's, "" for none to be seen
	Rooms                         []string                    // names that the interview's rooms have by now
}

// Correspondence reads what the letters of an interview say, in one query, and one more where it is held in a room. Of
// a candidate who is not stored, as in a preview, it reads nothing.
func (s *Store) Correspondence(ctx context.Context, i models.Interview, emails []string) (Correspondence, error) {
	type row struct {
		OrgName, MailFrom, PostingTitle, RoundTitle, CandidateName, CandidateEmail, CandidateState string
		ReplyTo                                                                                    string
		RescheduleMax, RescheduleCutoffHours, CancelCutoffHours                                    int
		MovePickedOnly, CancelForbidden                                                            bool
		InvitedAt, InviteExpiresAt                                                                 *time.Time
		AccessEpoch                                                                                int64
		Step, Steps                                                                                int
		Language, CandidateLanguage, HourCycle                                                     string
		PersonEmail, PersonName, PersonTitle, PersonZone, Picture                                  string
		Accent, LogoType                                                                           string
		BrandVersion                                                                               int64
	}
	var rows []row // one for each person who is known, at least one
	known := "?" + strings.Repeat(", ?", len(emails))
	args := []any{i.PostingID, i.RoundID, i.CandidateID, i.InterviewerEmail, ""}
	for _, email := range emails {
		args = append(args, email)
	}
	if err := s.db.Read.WithContext(ctx).Raw(`select o.name as org_name, o.mail_from, o.reschedule_max,
		o.reschedule_cutoff_hours, o.move_picked_only, o.cancel_forbidden, o.cancel_cutoff_hours,
		p.title as posting_title, r.title as round_title,
		(select count(*) from rounds y where y.org_id = r.org_id and y.track_id = r.track_id
			and y.position <= r.position) as step,
		(select count(*) from rounds y where y.org_id = r.org_id and y.track_id = r.track_id) as steps,
		coalesce(c.name, '') as candidate_name, coalesce(c.email, '') as candidate_email,
		coalesce(c.state, '') as candidate_state, c.invited_at, c.invite_expires_at,
		coalesce(c.access_epoch, 0) as access_epoch, o.language,
		coalesce(c.language, '') as candidate_language, coalesce(c.hour_cycle, '') as hour_cycle,
		coalesce(x.email, '') as person_email, coalesce(x.name, '') as person_name,
		coalesce(x.title, '') as person_title, coalesce(f.id, '') as picture,
		coalesce(x.time_zone, '') as person_zone, o.accent, o.logo_type, o.brand_version, `+db.ReplyTo+`
		from organizations o
		join postings p on p.org_id = o.id and p.id = ?
		join rounds r on r.org_id = o.id and r.id = ?
		left join candidates c on c.org_id = o.id and c.id = ?
		left join pictures f on f.org_id = o.id and f.email = ? and f.for_candidates
		left join people x on x.org_id = o.id and x.email in (`+known+`)
		where o.id = ?`, append(args, i.OrgID)...).Scan(&rows).Error; err != nil {
		return Correspondence{}, db.Wrap("read correspondence", err)
	}
	c := Correspondence{People: map[string]timetable.Person{}}
	for n, x := range rows {
		if n == 0 {
			c.OrganizationName, c.MailFrom, c.ReplyTo = x.OrgName, x.MailFrom, x.ReplyTo
			c.Organization = models.Organization{RescheduleMax: x.RescheduleMax,
				RescheduleCutoffHours: x.RescheduleCutoffHours, MovePickedOnly: x.MovePickedOnly,
				CancelForbidden: x.CancelForbidden, CancelCutoffHours: x.CancelCutoffHours}
			c.Language, c.Reading = x.Language, models.Reading{Language: x.CandidateLanguage, HourCycle: x.HourCycle}
			c.Brand = models.Brand{Accent: x.Accent, LogoType: x.LogoType, Version: x.BrandVersion}
			c.PostingTitle, c.RoundTitle, c.Step, c.Steps = x.PostingTitle, x.RoundTitle, x.Step, x.Steps
			c.CandidateName, c.CandidateEmail, c.CandidateState = x.CandidateName, x.CandidateEmail, x.CandidateState
			c.Picture = x.Picture
			c.CandidateEpoch, c.InvitedAt, c.InviteExpiresAt = x.AccessEpoch, x.InvitedAt, x.InviteExpiresAt
		}
		if x.PersonEmail != "" {
			c.People[x.PersonEmail] = timetable.Person{OrgID: i.OrgID, Email: x.PersonEmail, Name: x.PersonName,
				Title: x.PersonTitle, TimeZone: x.PersonZone}
		}
	}
	if c.Rooms = i.Rooms(); len(c.Rooms) > 0 {
		i.Panel = slices.Clone(i.Panel)
		if err := interviews.NamePanels(s.db.Read.WithContext(ctx), i.OrgID, &i); err != nil {
			return c, err
		}
		c.Rooms = i.Rooms()
	}
	return c, nil
}

// Picking are the facts on whether the candidate may pick a time, or move the interview that they have; nil for none.
func (c Correspondence) Picking(i *models.Interview) booking.Picking {
	return booking.Picking{Organization: c.Organization, Interview: i, Candidate: models.Candidate{
		State: c.CandidateState, InvitedAt: c.InvitedAt, InviteExpiresAt: c.InviteExpiresAt}}
}

// InterviewLedger is an interview with what was told of it.
type InterviewLedger struct {
	interviews.InterviewRow
	Ledger   []effect.Entry
	Approved bool // the organization is; else see [effect.Leaving]
}

// InterviewLedger reads an interview and its ledger; [models.NotFound] when there is none of that id. The two queries
// share no transaction: the ledger is read after the row, so it has every intent that was written before the row became
// what it is (see [Store.intend]). It may have later ones; whoever acts on the row then finds it stale.
func (s *Store) InterviewLedger(ctx context.Context, ref models.Ref) (a InterviewLedger, err error) {
	tx := s.db.Read.WithContext(ctx)
	found, err := interviews.ScanInterviewRows(tx, ref.OrgID, true, &a.Approved,
		"select "+interviews.WholeColumns(s.db.Dialect)+
			`, (select o.approved from organizations o where o.id = i.org_id)
		from interviews i`+interviews.WithCandidates+" where i.org_id = ? and i.id = ?", ref.OrgID, ref.ID)
	if err == nil && len(found) == 0 {
		err = interviews.InterviewNotFound(ref.ID)
	}
	if err != nil {
		return InterviewLedger{}, db.Wrap("read account", err)
	}
	a.InterviewRow = found[0]
	a.Ledger, err = db.ReadEntries(tx, "org_id = ? and interview_id = ?", ref.OrgID, ref.ID)
	return a, db.Wrap("read account", err)
}
