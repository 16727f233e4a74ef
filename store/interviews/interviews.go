package interviews

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// InterviewRow is an interview with the candidate it shows.
type InterviewRow struct {
	models.Interview
	CandidateEmail, CandidateName string

	Warnings []models.Warning // only of a change: what is to be looked after although it succeeded
}

// publicColumns are the columns that a list shows of an interview i and its candidate c, in the order in which
// ScanInterviewRows reads them; WholeColumns are all columns.
func publicColumns(d db.Dialect) string {
	at := d.Instant
	return `i.id, i.posting_id, i.round_id, i.track_id, i.assessment_id, i.candidate_id, i.source,
		i.duration_minutes, i.indefinite, i.time_zone, coalesce(i.interviewer_email, ''), i.meeting_link,
		i.externally_scheduled, c.email, c.name, ` +
		at("i.starts_at") + ", " + at("i.window_ends_at") + ", " + at("i.expires_at") + ", " +
		at("i.link_used_at") + ", " + at("i.call_ended_at") + ", " + at("i.canceled_at") + ", " +
		at("i.created_at") + ", " + at("i.updated_at")
}

// WholeColumns are all columns of an interview and its candidate, in the order in which [ScanInterviewRows] reads them.
func WholeColumns(d db.Dialect) string {
	at := d.Instant
	return publicColumns(d) +
		`, i.briefing_recipients, i.link_source, i.revision, i.woken_revision, i.converged_revision,
		i.announce_revision, i.assessment_link_owed, i.access_epoch, i.calendar_copy, i.link_maker,
		i.link_hash, i.link_holder, i.picked, i.reschedules, coalesce(i.replacement, ''), ` +
		at("i.link_expires_at") + ", " + at("i.ends_at") + ", " + at("i.next_due_at") + ", " +
		at("i.start_set_at") + ", " + at("i.interviewer_set_at")
}

const WithCandidates = " join candidates c on c.org_id = i.org_id and c.id = i.candidate_id"

// ReadInterviewRows reads the organization's interviews that the condition selects, whole or what a list shows.
func ReadInterviewRows(d db.Dialect, tx *gorm.DB, orgID string, whole bool, condition string,
	args ...any) ([]InterviewRow, error) {
	columns := publicColumns(d)
	if whole {
		columns = WholeColumns(d)
	}
	return ScanInterviewRows(tx, orgID, whole, nil, "select "+columns+" from interviews i"+WithCandidates+
		" where i.org_id = ?"+condition, append([]any{orgID}, args...)...)
}

// ScanInterviewRows reads the organization's interviews that the query selects by publicColumns, or WholeColumns.
// Unless it is nil, a further column of every row is read into last.
func ScanInterviewRows(tx *gorm.DB, orgID string, whole bool, last any, query string,
	args ...any) (out []InterviewRow, err error) {
	rows, err := tx.Raw(query, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var i InterviewRow
	var briefed, asked string
	var starts, windowEnds, expires, used, ended, canceled, created, updated, ends, due, startSet, interviewerSet,
		linkExpires db.Instant
	into := []any{&i.ID, &i.PostingID, &i.RoundID, &i.TrackID, &i.AssessmentID, &i.CandidateID, &i.Source,
		&i.DurationMinutes, &i.Indefinite, &i.TimeZone, &i.InterviewerEmail, &i.MeetingLink,
		&i.ExternallyScheduled, &i.CandidateEmail, &i.CandidateName,
		&starts, &windowEnds, &expires, &used, &ended, &canceled, &created, &updated}
	if whole {
		into = append(into, &briefed, &i.LinkSource, &i.Revision, &i.WokenRevision, &i.ConvergedRevision,
			&i.AnnounceRevision, &i.AssessmentLinkOwed, &i.AccessEpoch, &i.CalendarCopy, &i.LinkMaker,
			&i.LinkHash, &i.LinkHolder, &i.Picked, &i.Reschedules, &asked,
			&linkExpires, &ends, &due, &startSet, &interviewerSet)
	}
	if last != nil {
		into = append(into, last)
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		i.OrgID, i.StartsAt, i.EndsAt, i.CreatedAt, i.UpdatedAt = orgID, starts.At, ends.At, created.At, updated.At
		i.StartSetAt, i.InterviewerSetAt = startSet.At, interviewerSet.At
		i.WindowEndsAt, i.ExpiresAt, i.LinkUsedAt = windowEnds.OrNil(), expires.OrNil(), used.OrNil()
		i.CallEndedAt, i.CanceledAt, i.NextDueAt = ended.OrNil(), canceled.OrNil(), due.OrNil()
		i.LinkExpiresAt = linkExpires.OrNil()
		i.BriefingRecipients = nil
		if briefed != "" && briefed != "[]" {
			if err := json.Unmarshal([]byte(briefed), &i.BriefingRecipients); err != nil {
				return nil, err
			}
		}
		i.Replacement = nil
		if asked != "" {
			if err := json.Unmarshal([]byte(asked), &i.Replacement); err != nil {
				return nil, err
			}
		}
		out = append(out, i)
	}
	return out, rows.Err()
}

// Interviews reads one page of the list in its order: stored start, then id. after is the last position of the page
// before, nil for the first. next is nil on the final page. The rows hold what a list shows, and no more.
func (s *Store) Interviews(ctx context.Context, orgID string, f models.InterviewFilter, after *models.Position,
	limit int) (page []InterviewRow, next *models.Position, err error) {
	read := readListed
	if f.UpdatedSince != nil && f.CandidateEmail == "" && f.InterviewerEmail == "" { // a person has few interviews
		read = readChanged
	}
	if page, err = read(s.db.Dialect, s.db.Read.WithContext(ctx), orgID, f, after, rowsFor(limit)); err != nil {
		return nil, nil, db.Wrap("list interviews", err)
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = &models.Position{At: last.StartsAt, ID: last.ID}
	}
	return page, next, nil
}

// inOrder is the clause for the first rows in the order of the list, as many as most.
func inOrder(most int) string { return fmt.Sprint(" order by i.starts_at, i.id limit ", most) }

// rowsFor is how many rows are read for a page of that size, one of which says whether another page follows. The number
// is part of a statement's text: with a parameter PostgreSQL plans anew for every page, which takes as long as reading
// it. So there are few of them.
func rowsFor(limit int) int {
	for _, rows := range []int{2, 11, 26, 51} {
		if limit < rows {
			return rows
		}
	}
	return max(limit, models.MaxLimit) + 1
}

// readListed reads the first interviews of the list that the filter selects after a position, as many as most.
func readListed(d db.Dialect, tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) ([]InterviewRow, error) {
	where, args := selectedBy(orgID, f, after)
	index := ""
	switch { // a person has few interviews, whatever else is asked for
	case f.CandidateEmail != "":
		index = d.IndexedBy("interviews_by_candidate")
	case f.InterviewerEmail != "":
		index = d.IndexedBy("interviews_by_interviewer")
	}
	query := "select " + publicColumns(d) + " from interviews i" + index + WithCandidates + " where i.org_id = ?" +
		where + inOrder(most)
	return ScanInterviewRows(tx, orgID, false, nil, query, append([]any{orgID}, args...)...)
}

// selectedBy is the condition that interviews i come after a position and match the filter; for an email it needs their
// candidates c.
func selectedBy(orgID string, f models.InterviewFilter, after *models.Position) (where string, args []any) {
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	switch {
	case f.PostingID != "":
		and("i.posting_id = ?", f.PostingID)
	case f.RoundID != "": // its posting, since no index is by round
		and("i.posting_id = (select r.posting_id from rounds r where r.org_id = ? and r.id = ?)", orgID, f.RoundID)
	}
	if f.From != nil {
		and("i.starts_at >= ?", *f.From)
	}
	if f.To != nil {
		and("i.starts_at <= ?", *f.To)
	}
	if after != nil {
		and("(i.starts_at, i.id) > (?, ?)", after.At, after.ID)
	}
	if f.RoundID != "" {
		and("i.round_id = ?", f.RoundID)
	}
	if f.CandidateEmail != "" {
		and("c.email = ?", f.CandidateEmail)
	}
	if f.InterviewerEmail != "" {
		and("i.interviewer_email = ?", f.InterviewerEmail)
	}
	if f.UpdatedSince != nil {
		and("i.updated_at >= ?", *f.UpdatedSince)
	}
	if f.ExcludeCanceled {
		and("i.canceled_at is null")
	}
	return where, args
}

// Interview reads one interview; [models.NotFound] when the organization has none of that id.
func (s *Store) Interview(ctx context.Context, orgID, id string) (InterviewRow, error) {
	found, err := ReadInterviewRows(s.db.Dialect, s.db.Read.WithContext(ctx), orgID, true, " and i.id = ?", id)
	if err == nil && len(found) == 0 {
		err = InterviewNotFound(id)
	}
	if err != nil {
		return InterviewRow{}, db.Wrap("read interview", err)
	}
	return found[0], nil
}

// RefOf finds the organization of an interview for the operator, who names it by id alone, so the look-up begins with
// no organization.
func (s *Store) RefOf(ctx context.Context, id string) (models.Ref, error) {
	row, err := db.Must[db.InterviewRecord](s.db.Read.WithContext(ctx).Select("org_id", "id").Where("id = ?", id),
		InterviewNotFound(id))
	return models.Ref{OrgID: row.OrgID, ID: row.ID}, db.Wrap("find interview", err)
}

// CheckInterview returns [models.NotFound] unless the organization has the interview.
func (s *Store) CheckInterview(ctx context.Context, orgID, id string) error {
	_, err := db.Must[db.InterviewRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Select("id").Where("id = ?", id),
		InterviewNotFound(id))
	return db.Wrap("read interview", err)
}

// LockInterview reads an interview and locks its row, nil when the organization has none of that id.
func LockInterview(tx *gorm.DB, orgID, id string) (*models.Interview, error) {
	found, err := db.Take[db.InterviewRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("id = ?", id))
	return (*models.Interview)(found), err
}

// LiveInterview reads the candidate's interview that is not canceled, nil for none. tx may lock it by [db.ForUpdate].
func LiveInterview(tx *gorm.DB, orgID, candidateID string) (*models.Interview, error) {
	found, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Where("candidate_id = ? and canceled_at is null",
		candidateID))
	return (*models.Interview)(found), err
}

// InterviewNotFound is the error about an interview that the organization does not have.
func InterviewNotFound(id string) error {
	return models.NotFoundf("interview %s not found", models.Quote(id))
}
