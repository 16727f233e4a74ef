package interviews

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// Meeting selects interviews by whom or what they are about: those of these candidate records, or, with the records of
// With where there are any, those that for every one of Each are on one of its postings or with one of its
// interviewers.
type Meeting struct {
	Candidates, With []string // ids of records
	Each             []MeetingWord
}

// MeetingWord has what a word is part of: the ids of postings, and the addresses of interviewers.
type MeetingWord struct{ Postings, People []string }

// Nothing reports whether it selects no interview.
func (m Meeting) Nothing() bool { return len(m.Candidates) == 0 && len(m.Each) == 0 }

// condition is the condition on interviews i, and the index that SQLite reads them by.
func (m Meeting) condition(d db.Dialect) (condition string, args []any, index string) {
	if len(m.Each) == 0 {
		return "i.candidate_id in ?", []any{m.Candidates}, d.IndexedBy("interviews_by_candidate")
	}
	condition, args = "(i.candidate_id in ? or ", []any{some(m.Candidates)}
	if len(m.With) > 0 {
		condition = "i.candidate_id in ? and " + condition + "i.candidate_id in ? and "
		args = []any{slices.Concat(m.Candidates, m.With), args[0], m.With}
		index = d.IndexedBy("interviews_by_candidate")
	}
	for n, w := range m.Each {
		if n > 0 {
			condition += " and "
		}
		condition += "(i.posting_id in ? or i.interviewer_email in ?)"
		args = append(args, some(w.Postings), some(w.People))
	}
	return condition + ")", args, index
}

// some returns the list, which is not empty: GORM has null for an empty one, which is never in an index.
func some(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// ReadMeeting reads the first interviews that the search and m select at now, as many as most, without those in known.
// The search's words and candidate are left out.
func ReadMeeting(d db.Dialect, tx *gorm.DB, orgID string, q models.InterviewSearch, m Meeting, known []string,
	now time.Time, most int) ([]InterviewRow, error) {
	where, args := selectedBy(orgID, q.InterviewFilter, nil)
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	if len(q.Statuses) > 0 {
		condition, values := statusIn(q.Statuses, now)
		and(condition, values...)
	}
	if q.Own != "" {
		and(OwnedBy(d, "i"), q.Own, q.Own)
	}
	if len(known) > 0 {
		and("i.id not in ?", known)
	}
	condition, values, index := m.condition(d)
	and(condition, values...)
	query := "select " + WholeColumns(d) + " from interviews i" + index + WithCandidates + " where i.org_id = ?" +
		where + ordered(q.Backwards, most)
	return ScanInterviewRows(tx, orgID, true, nil, query, append([]any{orgID}, args...)...)
}
