package pages

import (
	"context"

	"litmus/models"
	"litmus/store/internal/db"
)

// Interviewing lists the emails of those who interview on an open posting, in order.
func (s *Store) Interviewing(ctx context.Context, orgID string) (emails []string, err error) {
	err = s.db.Read.WithContext(ctx).Raw(`select distinct a.email from posting_interviewers a
		join postings p on p.org_id = a.org_id and p.id = a.posting_id
		where a.org_id = ? and p.status = ? order by a.email`, orgID, models.StatusOpen).Scan(&emails).Error
	return emails, db.Wrap("list who interviews", err)
}
