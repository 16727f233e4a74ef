package interviews

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// InterviewRow is an interview with the candidate it shows.
type InterviewRow struct {
	models.Interview
	CandidateEmail, CandidateName, CandidateLanguage string

	Warnings []models.Warning // only of a change: what is to be looked after although it succeeded
}

// listed are the columns that a list shows, and whole are all but the organization, which the statement names.
var (
	listed = db.ColumnsOf[db.InterviewRecord]([]string{"id", "posting_id", "round_id", "track_id", "assessment_id",
		"candidate_id", "source", "duration_minutes", "indefinite", "time_zone", "interviewer_email", "meeting_link",
		"externally_scheduled", "starts_at", "window_ends_at", "expires_at", "link_used_at", "call_ended_at",
		"canceled_at", "created_at", "updated_at", "panel", "answers"}, nil)
	whole = db.ColumnsOf[db.InterviewRecord](nil, []string{"org_id"})
)

// ListedColumns selects what a list shows of an interview i and its candidate c, in the order in which
// [ScanInterviewRows] reads it, and WholeColumns selects all of it.
func ListedColumns(d db.Dialect) string { return candidateColumns + listed.Select(d, "i") }

// WholeColumns is [ListedColumns] of all columns.
func WholeColumns(d db.Dialect) string { return candidateColumns + whole.Select(d, "i") }

const candidateColumns = "c.email, c.name, c.language, "

// WithCandidates joins the candidates c of interviews i.
const WithCandidates = " join candidates c on c.org_id = i.org_id and c.id = i.candidate_id"

// ReadInterviewRows reads the organization's interviews that the condition selects, all of each or what a list shows.
func ReadInterviewRows(d db.Dialect, tx *gorm.DB, orgID string, all bool, condition string,
	args ...any) ([]InterviewRow, error) {
	columns := ListedColumns(d)
	if all {
		columns = WholeColumns(d)
	}
	return ScanInterviewRows(tx, orgID, all, nil, "select "+columns+" from interviews i"+WithCandidates+
		" where i.org_id = ?"+condition, append([]any{orgID}, args...)...)
}

// ScanInterviewRows reads the organization's interviews that the query selects by [ListedColumns], or [WholeColumns] if
// all is true. Unless it is nil, a further column of every row is read into last.
func ScanInterviewRows(tx *gorm.DB, orgID string, all bool, last any, query string,
	args ...any) (out []InterviewRow, err error) {
	var i InterviewRow
	record := db.InterviewRecord{OrgID: orgID}
	columns := listed
	if all {
		columns = whole
	}
	into := append([]any{&i.CandidateEmail, &i.CandidateName, &i.CandidateLanguage}, columns.Into(&record)...)
	if last != nil {
		into = append(into, last)
	}
	err = db.Each(tx.Raw(query, args...), func(rows *sql.Rows) error {
		err := rows.Scan(into...)
		i.Interview = models.Interview(record)
		out = append(out, i)
		return err
	})
	if err != nil {
		return out, err
	}
	var panels []*models.Interview
	for n := range out {
		if len(out[n].Panel) > 0 {
			panels = append(panels, &out[n].Interview)
		}
	}
	return out, NamePanels(tx, orgID, panels...)
}

// NamePanels gives the people and rooms of panels the names that they have. Nothing is read where there is no panel.
func NamePanels(tx *gorm.DB, orgID string, list ...*models.Interview) error {
	var emails []string
	for _, i := range list {
		for _, s := range i.Panel {
			emails = append(emails, s.Email)
		}
	}
	if len(emails) == 0 {
		return nil
	}
	var people []struct{ Email, Name string }
	if err := tx.Raw(`select p.email, p.name from people p where p.org_id = ? and p.email in ?
		union all select r.id, r.name from rooms r where r.org_id = ? and r.id in ?`, orgID, emails, orgID,
		emails).Scan(&people).Error; err != nil {
		return db.Wrap("read names of panels", err)
	}
	names := map[string]string{}
	for _, p := range people {
		names[p.Email] = p.Name
	}
	for _, i := range list {
		for n := range i.Panel {
			i.Panel[n].Name = names[i.Panel[n].Email]
		}
	}
	return nil
}

// List reads one page of the list in its order: stored start, then id. after is the last position of the page
// before, nil for the first. next is nil on the final page. The rows hold what a list shows, and no more.
func (s *Store) List(ctx context.Context, orgID string, f models.InterviewFilter, after *models.Position,
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
	from := " from interviews i"
	switch { // a person has few interviews, whatever else is asked for
	case f.CandidateEmail != "":
		from += d.IndexedBy("interviews_by_candidate")
	case f.InterviewerEmail != "":
		return readAttended(d, tx, orgID, f, after, most)
	}
	where, args := selectedBy(orgID, f, after)
	return ScanInterviewRows(tx, orgID, false, nil, "select "+ListedColumns(d)+from+WithCandidates+
		" where i.org_id = ?"+where+inOrder(most), append([]any{orgID}, args...)...)
}

// readAttended is [readListed] of the interviews that a person leads or is in the panel of, which no index of
// interviews knows: they are read from attendees in the order of the list, and looked up one by one.
func readAttended(d db.Dialect, tx *gorm.DB, orgID string, f models.InterviewFilter, after *models.Position,
	most int) ([]InterviewRow, error) {
	whose, args := " where a.org_id = ? and a.email = ?", []any{orgID, f.InterviewerEmail}
	f.InterviewerEmail = ""
	if after != nil {
		whose, args = whose+" and (a.starts_at, a.interview_id) > (?, ?)", append(args, after.At, after.ID)
	}
	if f.From != nil {
		whose, args = whose+" and a.starts_at >= ?", append(args, *f.From)
	}
	if f.To != nil {
		whose, args = whose+" and a.starts_at <= ?", append(args, *f.To)
	}
	where, more := selectedBy(orgID, f, nil)
	return ScanInterviewRows(tx, orgID, false, nil, "select "+ListedColumns(d)+" from attendees a"+
		d.IndexedBy("attendees_by_email")+d.JoinInOrder()+
		"interviews i on i.org_id = a.org_id and i.id = a.interview_id"+WithCandidates+whose+where+fmt.Sprint(" order by a.starts_at, a.interview_id limit ", most),
		slices.Concat(args, more)...)
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
		and("i.id in (select a.interview_id from attendees a where a.org_id = ? and a.email = ?)", orgID,
			f.InterviewerEmail)
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
