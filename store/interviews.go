package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"litmus/models"
)

// InterviewRow is an interview with the candidate it shows.
type InterviewRow struct {
	models.Interview
	CandidateEmail, CandidateName string
}

// selectInterview selects interviews as scanInterview reads them: every column of a door's answer and of the rules.
func (d dialect) selectInterview() string {
	at := d.instant
	return `select i.org_id, i.id, i.posting_id, i.round_id, i.track_id, i.assessment_id, i.candidate_id, i.source, i.duration_minutes, i.indefinite, i.time_zone,
		coalesce(i.interviewer_email, ''), i.briefing_recipients, i.meeting_link, i.link_source, i.externally_scheduled, i.revision, i.woken_revision, i.converged_revision,
		i.announce_revision, i.assessment_link_owed, i.access_epoch, c.email, c.name, ` +
		at("i.starts_at") + ", " + at("i.ends_at") + ", " + at("i.window_ends_at") + ", " + at("i.expires_at") + ", " + at("i.link_used_at") + ", " + at("i.call_ended_at") + ", " +
		at("i.canceled_at") + ", " + at("i.created_at") + ", " + at("i.updated_at") + ", " + at("i.next_due_at") + ", " + at("i.start_set_at") + ", " + at("i.interviewer_set_at") +
		" from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id"
}

// readInterviewRows reads the interviews that the condition selects.
func (d dialect) readInterviewRows(tx *gorm.DB, condition string, args ...any) (out []InterviewRow, err error) {
	rows, err := tx.Raw(d.selectInterview()+condition, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var i InterviewRow
		var briefed string
		var starts, ends, windowEnds, expires, used, ended, canceled, created, updated, due, startSet, interviewerSet instant
		if err := rows.Scan(&i.OrgID, &i.ID, &i.PostingID, &i.RoundID, &i.TrackID, &i.AssessmentID, &i.CandidateID, &i.Source, &i.DurationMinutes, &i.Indefinite, &i.TimeZone,
			&i.InterviewerEmail, &briefed, &i.MeetingLink, &i.LinkSource, &i.ExternallyScheduled, &i.Revision, &i.WokenRevision, &i.ConvergedRevision,
			&i.AnnounceRevision, &i.AssessmentLinkOwed, &i.AccessEpoch, &i.CandidateEmail, &i.CandidateName,
			&starts, &ends, &windowEnds, &expires, &used, &ended, &canceled, &created, &updated, &due, &startSet, &interviewerSet); err != nil {
			return nil, err
		}
		i.StartsAt, i.EndsAt, i.WindowEndsAt, i.ExpiresAt, i.LinkUsedAt, i.CallEndedAt = starts.at, ends.at, windowEnds.orNil(), expires.orNil(), used.orNil(), ended.orNil()
		i.CanceledAt, i.CreatedAt, i.UpdatedAt, i.NextDueAt, i.StartSetAt, i.InterviewerSetAt = canceled.orNil(), created.at, updated.at, due.orNil(), startSet.at, interviewerSet.at
		if briefed != "[]" {
			if err := json.Unmarshal([]byte(briefed), &i.BriefingRecipients); err != nil {
				return nil, err
			}
		}
		out = append(out, i)
	}
	return out, rows.Err()
}

// Interviews reads one page of the list in its order: stored start, then id (decision 58). after is the last position of
// the page before, nil for the first. next is nil on the final page.
func (s *Store) Interviews(ctx context.Context, orgID string, f models.InterviewFilter, after *models.Position, limit int) (page []InterviewRow, next *models.Position, err error) {
	q, args := " where i.org_id = ?", []any{orgID}
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
	if page, err = s.dialect.readInterviewRows(s.read.WithContext(ctx), q+" order by i.starts_at, i.id limit ?", args...); err != nil {
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
	found, err := s.dialect.readInterviewRows(s.read.WithContext(ctx), " where i.org_id = ? and i.id = ?", orgID, id)
	if err == nil && len(found) == 0 {
		err = interviewNotFound(id)
	}
	if err != nil {
		return InterviewRow{}, wrap("read interview", err)
	}
	return found[0], nil
}

// Artifacts reads what remains of a session, every part nil when it is unavailable.
func (s *Store) Artifacts(ctx context.Context, orgID, interviewID string) (models.Artifacts, error) {
	var a models.Artifacts
	var rows []struct{ Transcript, Recording, InterviewerNotes string }
	if err := s.read.WithContext(ctx).Raw("select transcript, recording, interviewer_notes from artifacts where org_id = ? and interview_id = ?", orgID, interviewID).Scan(&rows).Error; err != nil {
		return a, wrap("read artifacts", err)
	}
	for _, r := range rows {
		if err := unmarshalText(r.Transcript, &a.Transcript); err != nil {
			return a, wrap("read transcript", err)
		}
		if err := unmarshalText(r.Recording, &a.Recording); err != nil {
			return a, wrap("read recording", err)
		}
		if err := unmarshalText(r.InterviewerNotes, &a.InterviewerNotes); err != nil {
			return a, wrap("read notes", err)
		}
	}
	return a, nil
}

func unmarshalText(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

// RefOf finds the organization of an interview for the operator, who names it by id alone, so the look-up begins with no
// organization.
func (s *Store) RefOf(ctx context.Context, id string) (Ref, error) {
	var found []Ref
	err := s.read.WithContext(ctx).Raw("select org_id, id from interviews where id = ?", id).Scan(&found).Error
	if err == nil && len(found) == 0 {
		err = interviewNotFound(id)
	}
	if err != nil {
		return Ref{}, wrap("find interview", err)
	}
	return found[0], nil
}
