package interviews

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
)

// unlinked selects interviews i that have no link to join, and for which nobody makes one, in the words of the index
// interviews_unlinked; and of these the ones that are not over at an instant, as [models.Interview.Unlinked] says. Its
// arguments are those of [unlinkedAt].
const unlinked = "i.meeting_link = '' and i.link_maker = '' and not i.externally_scheduled and i.canceled_at is null " +
	"and i.call_ended_at is null and i.starts_at > ? and i.ends_at > ?"

func unlinkedAt(now time.Time) []any { return []any{now.Add(-db.Longest), now} }

// ReadUnlinked reads the interviews to come or under way at now that nobody can join, the earliest start first. own is
// the address of a member who asks for their own, "" for all.
func ReadUnlinked(d db.Dialect, tx *gorm.DB, orgID, own string, now time.Time) ([]InterviewRow, error) {
	where, args := " and "+unlinked+" and not exists (select 1 from "+d.Elements("i.panel")+
		" where m.value ->> 'role' = '"+models.SeatRoom+"')", unlinkedAt(now)
	if own != "" {
		where, args = where+" and "+OwnedBy(d, "i"), append(args, own, own)
	}
	query := "select " + WholeColumns(d) + " from interviews i" + d.IndexedBy("interviews_unlinked") + WithCandidates +
		" where i.org_id = ?" + where + " order by i.starts_at, i.id limit 20"
	rows, err := ScanInterviewRows(tx, orgID, true, nil, query, append([]any{orgID}, args...)...)
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
	if err := db.Of(s.db.Read.WithContext(ctx).Model(&db.AssignedRecord{}), orgID).Select("posting_id", "email").
		Where("posting_id in ? and email in ?", postings, emails).Find(&found).Error; err != nil {
		return nil, db.Wrap("read who is assigned", err)
	}
	assigned := Assigned{}
	for _, a := range found {
		assigned[a] = true
	}
	return assigned, nil
}

// GiveLinks gives the interviews of somebody that nobody can join the link that they have by now, see
// [booking.DecideGivenLink]: those of one posting, or all if it is "". Nothing of theirs may be booked meanwhile. The
// relay wakes the workflows.
func (s *Store) GiveLinks(by act.By, tx *gorm.DB, orgID, postingID, email string) error {
	now := s.db.NowOf(orgID)
	where, args := "", append([]any{orgID, email}, unlinkedAt(now)...)
	if postingID != "" {
		where, args = " and i.posting_id = ?", append(args, postingID)
	}
	var rows []struct{ ID, Posting, Person string }
	if err := tx.Raw("select i.id, coalesce(n.meeting_link, '') as posting, coalesce(p.meeting_link, '') as person "+
		"from interviews i"+s.db.Dialect.IndexedBy("interviews_unlinked")+`
		left join posting_interviewers n on n.org_id = i.org_id and n.posting_id = i.posting_id
			and n.email = i.interviewer_email
		left join people p on p.org_id = i.org_id and p.email = i.interviewer_email
		where i.org_id = ? and i.interviewer_email = ? and `+unlinked+where+" order by i.id", args...).
		Scan(&rows).Error; err != nil {
		return db.Wrap("read interviews without a link", err)
	}
	for _, r := range rows {
		found, err := LockInterview(tx, orgID, r.ID)
		if err != nil || found == nil || found.InterviewerEmail != email {
			if err != nil {
				return db.Wrap("read interview", err)
			}
			continue // somebody else interviews by now
		}
		i, changed := booking.DecideGivenLink(*found, booking.InterviewerLinks{Posting: r.Posting, Person: r.Person},
			now)
		if !changed {
			continue
		}
		if err := db.UpdateInterview(tx, i); err != nil {
			return db.Wrap("update interview", err)
		}
		if err := s.db.Note(by, tx, orgID, models.InterviewChange(models.ChangeMeetingLinkGiven, *found,
			i)); err != nil {
			return err
		}
	}
	return nil
}
