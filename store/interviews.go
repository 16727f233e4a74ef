package store

import (
	"context"
	"encoding/json"

	"litmus/models"
)

// InterviewRow is an interview with the candidate it shows.
type InterviewRow struct {
	models.Interview
	CandidateEmail, CandidateName string
}

const selectInterview = `select i.*, c.email as candidate_email, c.name as candidate_name
	from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id`

// Interviews reads one page of the list in its order: stored start, then id (decision 58). after is the last position of
// the page before, nil for the first. next is nil on the final page.
func (s *Store) Interviews(ctx context.Context, orgID string, f models.InterviewFilter, after *models.Position, limit int) (page []InterviewRow, next *models.Position, err error) {
	q, args := selectInterview+" where i.org_id = ?", []any{orgID}
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
	if err := s.read.WithContext(ctx).Raw(q+" order by i.starts_at, i.id limit ?", args...).Scan(&page).Error; err != nil {
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
	var found []InterviewRow
	err := s.read.WithContext(ctx).Raw(selectInterview+" where i.org_id = ? and i.id = ?", orgID, id).Scan(&found).Error
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
