package store

import (
	"context"
	"encoding/json"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
)

// InterviewRow is an interview with the candidate it shows.
type InterviewRow struct {
	models.Interview
	CandidateEmail, CandidateName string
}

// selectPublic selects what a list shows of an interview, and selectWhole every column, as readInterviewRows reads them.
func (d dialect) selectPublic() string {
	at := d.instant
	return `select i.id, i.posting_id, i.round_id, i.track_id, i.assessment_id, i.candidate_id, i.source, i.duration_minutes, i.indefinite, i.time_zone,
		coalesce(i.interviewer_email, ''), i.meeting_link, i.externally_scheduled, c.email, c.name, ` +
		at("i.starts_at") + ", " + at("i.window_ends_at") + ", " + at("i.expires_at") + ", " + at("i.link_used_at") + ", " + at("i.call_ended_at") + ", " +
		at("i.canceled_at") + ", " + at("i.created_at") + ", " + at("i.updated_at") + fromInterviews
}

func (d dialect) selectWhole() string {
	at := d.instant
	return strings.TrimSuffix(d.selectPublic(), fromInterviews) + `, i.briefing_recipients, i.link_source, i.revision, i.woken_revision, i.converged_revision,
		i.announce_revision, i.assessment_link_owed, i.access_epoch, i.calendar_copy, i.link_maker, i.link_hash, i.link_holder, i.picked, i.reschedules, ` +
		at("i.link_expires_at") + ", " + at("i.ends_at") + ", " + at("i.next_due_at") + ", " + at("i.start_set_at") + ", " + at("i.interviewer_set_at") + fromInterviews
}

const fromInterviews = " from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id"

// readInterviewRows reads the organization's interviews that the condition selects, whole or what a list shows.
func (d dialect) readInterviewRows(tx *gorm.DB, orgID string, whole bool, condition string, args ...any) (out []InterviewRow, err error) {
	query := d.selectPublic()
	if whole {
		query = d.selectWhole()
	}
	rows, err := tx.Raw(query+" where i.org_id = ?"+condition, append([]any{orgID}, args...)...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var i InterviewRow
	var briefed string
	var starts, windowEnds, expires, used, ended, canceled, created, updated, ends, due, startSet, interviewerSet, linkExpires instant
	into := []any{&i.ID, &i.PostingID, &i.RoundID, &i.TrackID, &i.AssessmentID, &i.CandidateID, &i.Source, &i.DurationMinutes, &i.Indefinite, &i.TimeZone,
		&i.InterviewerEmail, &i.MeetingLink, &i.ExternallyScheduled, &i.CandidateEmail, &i.CandidateName,
		&starts, &windowEnds, &expires, &used, &ended, &canceled, &created, &updated}
	if whole {
		into = append(into, &briefed, &i.LinkSource, &i.Revision, &i.WokenRevision, &i.ConvergedRevision, &i.AnnounceRevision, &i.AssessmentLinkOwed, &i.AccessEpoch,
			&i.CalendarCopy, &i.LinkMaker, &i.LinkHash, &i.LinkHolder, &i.Picked, &i.Reschedules, &linkExpires, &ends, &due, &startSet, &interviewerSet)
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		i.OrgID, i.StartsAt, i.EndsAt, i.CreatedAt, i.UpdatedAt, i.StartSetAt, i.InterviewerSetAt = orgID, starts.at, ends.at, created.at, updated.at, startSet.at, interviewerSet.at
		i.WindowEndsAt, i.ExpiresAt, i.LinkUsedAt, i.CallEndedAt, i.CanceledAt, i.NextDueAt, i.LinkExpiresAt = windowEnds.orNil(), expires.orNil(), used.orNil(), ended.orNil(), canceled.orNil(), due.orNil(), linkExpires.orNil()
		i.BriefingRecipients = nil
		if briefed != "" && briefed != "[]" {
			if err := json.Unmarshal([]byte(briefed), &i.BriefingRecipients); err != nil {
				return nil, err
			}
		}
		out = append(out, i)
	}
	return out, rows.Err()
}

// Interviews reads one page of the list in its order: stored start, then id (decision 58). after is the last position of
// the page before, nil for the first. next is nil on the final page. The rows hold what a list shows, and no more.
func (s *Store) Interviews(ctx context.Context, orgID string, f models.InterviewFilter, after *models.Position, limit int) (page []InterviewRow, next *models.Position, err error) {
	q, args := "", []any{}
	where := func(cond string, values ...any) {
		q += " and " + cond
		args = append(args, values...)
	}
	if f.PostingID != "" {
		where("i.posting_id = ?", f.PostingID)
	}
	if f.RoundID != "" {
		where("i.round_id = ?", f.RoundID)
	}
	if f.CandidateEmail != "" {
		where("c.email = ?", f.CandidateEmail)
	}
	if f.From != nil {
		where("i.starts_at >= ?", *f.From)
	}
	if f.To != nil {
		where("i.starts_at <= ?", *f.To)
	}
	if f.UpdatedSince != nil {
		where("i.updated_at >= ?", *f.UpdatedSince)
	}
	if f.ExcludeCanceled {
		where("i.canceled_at is null")
	}
	if after != nil {
		where("(i.starts_at, i.id) > (?, ?)", after.StartsAt, after.ID)
	}
	args = append(args, limit+1)
	if page, err = s.dialect.readInterviewRows(s.read.WithContext(ctx), orgID, false, q+" order by i.starts_at, i.id limit ?", args...); err != nil {
		return nil, nil, wrap("list interviews", err)
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = &models.Position{StartsAt: last.StartsAt, ID: last.ID}
	}
	return page, next, nil
}

// Interview reads one interview; [models.NotFound] when the organization has none of that id.
func (s *Store) Interview(ctx context.Context, orgID, id string) (InterviewRow, error) {
	found, err := s.dialect.readInterviewRows(s.read.WithContext(ctx), orgID, true, " and i.id = ?", id)
	if err == nil && len(found) == 0 {
		err = interviewNotFound(id)
	}
	if err != nil {
		return InterviewRow{}, wrap("read interview", err)
	}
	return found[0], nil
}

// RefOf finds the organization of an interview for the operator, who names it by id alone, so the look-up begins with no
// organization.
func (s *Store) RefOf(ctx context.Context, id string) (Ref, error) {
	ref, err := one[Ref](s.read.WithContext(ctx), interviewNotFound(id), "select org_id, id from interviews where id = ?", id)
	return ref, wrap("find interview", err)
}

// CheckInterview returns [models.NotFound] unless the organization has the interview.
func (s *Store) CheckInterview(ctx context.Context, orgID, id string) error {
	_, err := one[string](s.read.WithContext(ctx), interviewNotFound(id), "select id from interviews where org_id = ? and id = ?", orgID, id)
	return wrap("read interview", err)
}

// lockInterview reads an interview and locks its row, nil when the organization has none of that id.
func (d dialect) lockInterview(tx *gorm.DB, orgID, id string) (*models.Interview, error) {
	return first[models.Interview](tx, "select * from interviews where org_id = ? and id = ?"+d.forUpdate(), orgID, id)
}

// liveInterview reads the candidate's interview that is not canceled, nil for none; lock is "" or [dialect.forUpdate].
func liveInterview(tx *gorm.DB, orgID, candidateID, lock string) (*models.Interview, error) {
	return first[models.Interview](tx, "select * from interviews where org_id = ? and candidate_id = ? and canceled_at is null"+lock, orgID, candidateID)
}

func interviewNotFound(id string) error {
	return models.NotFoundf("interview %s not found", models.Quote(id))
}
