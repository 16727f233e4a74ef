package pipelines

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/watchers"
)

// Postings lists the postings that the filter selects, newest first, at most limit of them after a place in the list
// (nil: from the beginning). next is the place of the next page, nil on the last one.
func (s *Store) Postings(ctx context.Context, orgID string, f pipeline.PostingFilter, after *models.Position,
	limit int) (page []pipeline.PostingLine, next *models.Position, err error) {
	tx := db.Of(s.db.Read.WithContext(ctx), orgID)
	switch f.State {
	case "":
		tx = tx.Where("archived_at is null")
	case models.StateArchived:
		tx = tx.Where("archived_at is not null")
	default:
		tx = tx.Where("archived_at is null and status = ?", f.State)
	}
	if f.Text != "" {
		condition, args := s.db.Dialect.Contains(f.Text, "title", "team", "location")
		tx = tx.Where(condition, args...)
	}
	if after != nil {
		tx = tx.Where("(created_at, id) < (?, ?)", after.At, after.ID)
	}
	var rows []db.PostingRecord
	if err := tx.Order("created_at desc, id desc").Limit(limit + 1).Find(&rows).Error; err != nil {
		return nil, nil, db.Wrap("list postings", err)
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = &models.Position{At: last.CreatedAt, ID: last.ID}
	}
	page = make([]pipeline.PostingLine, len(rows))
	for n, r := range rows {
		page[n].Posting = models.Posting(r)
	}
	return page, next, db.Wrap("count what postings have", s.countPostings(ctx, orgID, page))
}

// countPostings counts what the postings of a page have, by one statement.
func (s *Store) countPostings(ctx context.Context, orgID string, page []pipeline.PostingLine) error {
	ids, at := make([]string, len(page)), map[string]int{}
	for n, l := range page {
		ids[n], at[l.ID] = l.ID, n
	}
	if len(ids) == 0 {
		return nil
	}
	var counts []struct {
		PostingID                        string
		Candidates, Interviews, Upcoming int
		Interviewers                     int
	}
	// By hand, since GORM has no union: one row for each posting and table.
	err := s.db.Read.WithContext(ctx).Raw(`select posting_id, count(*) as candidates, 0 as interviews, 0 as upcoming,
			0 as interviewers from candidates where org_id = ? and posting_id in ? group by posting_id
		union all select posting_id, 0, count(*), count(case when canceled_at is null and call_ended_at is null
			and starts_at > ? then 1 end), 0 from interviews where org_id = ? and posting_id in ? group by posting_id
		union all select posting_id, 0, 0, 0, count(*) from posting_interviewers where org_id = ? and posting_id in ?
			group by posting_id`, orgID, ids, s.db.NowOf(orgID), orgID, ids, orgID, ids).Scan(&counts).Error
	for _, c := range counts {
		l := &page[at[c.PostingID]]
		l.Candidates += c.Candidates
		l.Interviews += c.Interviews
		l.Upcoming += c.Upcoming
		l.Interviewers += c.Interviewers
	}
	return err
}

// PostingPage reads a posting with its pipeline, what depends on it, and its interviewers; [models.NotFound] if the
// organization has none of that id.
func (s *Store) PostingPage(ctx context.Context, orgID, id string) (page pipeline.PostingPage, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) (err error) {
		if page.Facts, err = readPipelineFacts(tx, orgID, id); err != nil {
			return err
		}
		if page.Interviewers, err = s.readAssignedPeople(tx, orgID, id); err != nil {
			return err
		}
		if page.Watchers, err = watchers.People(tx, orgID, id); err != nil {
			return err
		}
		return tx.Raw(`select count(*) from interviews where org_id = ? and posting_id = ? and canceled_at is null
			and call_ended_at is null and starts_at > ?`, orgID, id, s.db.NowOf(orgID)).Scan(&page.Upcoming).Error
	})
	return page, db.Wrap("read posting", err)
}

// readAssignedPeople reads who is assigned to the posting, by email.
func (s *Store) readAssignedPeople(tx *gorm.DB, orgID, postingID string) ([]pipeline.AssignedInterviewer, error) {
	var list []pipeline.AssignedInterviewer
	err := tx.Raw(`select i.email, coalesce(p.name, '') as name, i.meeting_link,
			coalesce(p.meeting_link, '') as own_link,
			p.working_hours is not null or coalesce(p.calendar_connected, false) as personal,
			(select count(*) from slots s where s.org_id = i.org_id and s.posting_id = i.posting_id
				and s.email = i.email and s.start_at > ?) as slots
		from posting_interviewers i left join people p on p.org_id = i.org_id and p.email = i.email
		where i.org_id = ? and i.posting_id = ? order by i.email`,
		s.db.NowOf(orgID), orgID, postingID).Scan(&list).Error
	return list, db.Wrap("read assigned interviewers", err)
}
