package pages

import (
	"context"
	"time"

	"litmus/store/internal/db"
)

// Loads counts the interviews that begin within [from, to) and are not canceled, by the interviewer's email. Who has
// none is missing.
func (s *Store) Loads(ctx context.Context, orgID string, from, to time.Time) (map[string]int, error) {
	var rows []struct {
		Email string
		N     int
	}
	if err := s.db.Read.WithContext(ctx).Raw(`select email, count(*) as n
		from attendees`+s.db.Dialect.IndexedBy("attendees_by_start")+`
		where org_id = ? and starts_at >= ? and starts_at < ? and counts group by email`, orgID, from,
		to).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("count interviews by interviewer", err)
	}
	loads := make(map[string]int, len(rows))
	for _, r := range rows {
		loads[r.Email] = r.N
	}
	return loads, nil
}
