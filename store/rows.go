package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// interviewColumns are the columns of interviews in the order of interviewValues.
var interviewColumns = []string{
	"org_id", "id", "posting_id", "round_id", "track_id", "assessment_id", "candidate_id", "source", "starts_at",
	"ends_at", "window_ends_at",
	"expires_at", "link_used_at", "duration_minutes", "indefinite", "time_zone", "interviewer_email",
	"briefing_recipients", "meeting_link",
	"link_source", "externally_scheduled", "call_ended_at", "canceled_at", "created_at", "updated_at", "revision",
	"woken_revision",
	"converged_revision", "next_due_at", "announce_revision", "start_set_at", "interviewer_set_at",
	"assessment_link_owed", "access_epoch",
	"calendar_copy", "link_maker", "link_hash", "link_holder", "link_expires_at", "picked", "reschedules",
}

func interviewValues(i models.Interview) []any {
	interviewer := orNull(i.InterviewerEmail) // so that the overlap constraint leaves a row that names nobody alone
	return []any{
		i.OrgID, i.ID, i.PostingID, i.RoundID, i.TrackID, i.AssessmentID, i.CandidateID, i.Source, i.StartsAt, i.EndsAt,
		i.WindowEndsAt,
		i.ExpiresAt, i.LinkUsedAt, i.DurationMinutes, i.Indefinite, i.TimeZone, interviewer,
		jsonText(list(i.BriefingRecipients)), i.MeetingLink,
		i.LinkSource, i.ExternallyScheduled, i.CallEndedAt, i.CanceledAt, i.CreatedAt, i.UpdatedAt, i.Revision,
		i.WokenRevision,
		i.ConvergedRevision, i.NextDueAt, i.AnnounceRevision, i.StartSetAt, i.InterviewerSetAt, i.AssessmentLinkOwed,
		i.AccessEpoch,
		i.CalendarCopy, i.LinkMaker, i.LinkHash, i.LinkHolder, i.LinkExpiresAt, i.Picked, i.Reschedules,
	}
}

// separatelyUpdated are the columns that statements of their own move: what was signalled, and what converged.
var separatelyUpdated = []string{"woken_revision", "converged_revision"}

var (
	insertInterviewSQL = "insert into interviews (" + strings.Join(interviewColumns, ", ") + ") values " +
		placeholders(1, len(interviewColumns))
	updateInterviewSQL = "update interviews set " + assignments(interviewColumns[2:], separatelyUpdated...) +
		" where org_id = ? and id = ?"
)

// assignments lists "column = ?" for the columns that are not left out.
func assignments(columns []string, except ...string) string {
	var out []string
	for _, c := range columns {
		if !slices.Contains(except, c) {
			out = append(out, c+" = ?")
		}
	}
	return strings.Join(out, ", ")
}

// first reads the first row that the query finds, nil when it finds none.
func first[T any](tx *gorm.DB, query string, args ...any) (*T, error) {
	var found []T
	if err := tx.Raw(query, args...).Scan(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// one reads the row that the query finds; the error is missing when it finds none.
func one[T any](tx *gorm.DB, missing error, query string, args ...any) (row T, err error) {
	found, err := first[T](tx, query, args...)
	switch {
	case err != nil:
		return row, err
	case found == nil:
		return row, missing
	}
	return *found, nil
}

func insertInterview(tx *gorm.DB, i models.Interview) error {
	return tx.Exec(insertInterviewSQL, interviewValues(i)...).Error
}

// updateInterview writes every field of the row but separatelyUpdated.
func updateInterview(tx *gorm.DB, i models.Interview) error {
	var args []any
	for n, v := range interviewValues(i) {
		if n >= 2 && !slices.Contains(separatelyUpdated, interviewColumns[n]) {
			args = append(args, v)
		}
	}
	return tx.Exec(updateInterviewSQL, append(args, i.OrgID, i.ID)...).Error
}

// jsonText is a JSON column's value.
func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this program, which all marshal
	}
	return string(b)
}

// instant scans an instant, in UTC: a timestamp, or the microseconds that SQLite keeps. It stays zero for null.
type instant struct{ at time.Time }

// Scan implements [sql.Scanner].
func (t *instant) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		t.at = time.Time{}
	case time.Time:
		t.at = v.UTC()
	case int64:
		t.at = time.UnixMicro(v).UTC()
	default:
		return fmt.Errorf("%T is no instant", v)
	}
	return nil
}

// orNil is the instant, nil for null.
func (t *instant) orNil() *time.Time {
	if t.at.IsZero() {
		return nil
	}
	at := t.at // a copy: the scanned value is used again for the next row
	return &at
}

func unmarshalText(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}
