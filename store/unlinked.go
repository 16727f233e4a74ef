package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// unlinked selects interviews i that have no link to join, and for which nobody makes one, in the words of the index
// interviews_unlinked; and of these the ones that are not over at an instant, as [models.Interview.Unlinked] says. Its
// arguments are those of [unlinkedAt].
const unlinked = "i.meeting_link = '' and i.link_maker = '' and not i.externally_scheduled and i.canceled_at is null " +
	"and i.call_ended_at is null and i.starts_at > ? and i.ends_at > ?"

func unlinkedAt(now time.Time) []any { return []any{now.Add(-longest), now} }

// readUnlinked reads the interviews to come or under way at now that nobody can join, the earliest start first. own is
// the address of a member who asks for their own, "" for all.
func (d dialect) readUnlinked(tx *gorm.DB, orgID, own string, now time.Time) ([]InterviewRow, error) {
	where, args := " and "+unlinked, unlinkedAt(now)
	if own != "" {
		where, args = where+" and "+d.ownedBy("i"), append(args, own, own)
	}
	query := "select " + d.wholeColumns() + " from interviews i" + d.indexedBy("interviews_unlinked") + withCandidates +
		" where i.org_id = ?" + where + " order by i.starts_at, i.id limit 20"
	rows, err := scanInterviewRows(tx, orgID, true, nil, query, append([]any{orgID}, args...)...)
	return slices.DeleteFunc(rows, func(i InterviewRow) bool { return !i.Unlinked(now) }), err
}

// Assigned says who of some interviewers is assigned to the posting of their interview.
type Assigned map[assignment]bool

type assignment struct{ PostingID, Email string }

// Has reports whether the interviewer of the interview is assigned to its posting.
func (a Assigned) Has(i models.Interview) bool { return a[assignment{i.PostingID, i.InterviewerEmail}] }

// AssignedOf reads who of the interviews' interviewers is assigned to the posting of their interview: one statement.
func (s *Store) AssignedOf(ctx context.Context, orgID string, rows []InterviewRow) (Assigned, error) {
	var postings, emails []string
	for _, i := range rows {
		postings, emails = append(postings, i.PostingID), append(emails, i.InterviewerEmail)
	}
	var found []assignment
	if err := of(s.read.WithContext(ctx).Model(&assignedRecord{}), orgID).Select("posting_id", "email").
		Where("posting_id in ? and email in ?", postings, emails).Find(&found).Error; err != nil {
		return nil, wrap("read who is assigned", err)
	}
	assigned := Assigned{}
	for _, a := range found {
		assigned[a] = true
	}
	return assigned, nil
}
