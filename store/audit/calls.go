package audit

import (
	"context"
	"database/sql"
	"time"

	"litmus/store/internal/db"
)

// KeyCall says how often a key called an endpoint with one outcome.
type KeyCall struct {
	Endpoint
	Status, Count int
	Last          time.Time
}

// KeyCalls counts the requests of a key from an instant on by endpoint and status, the most frequent first (D21). Of
// 10,000 and more it counts the newest 10,000, and all is false.
func (s *Store) KeyCalls(ctx context.Context, orgID, keyID string, since time.Time) (calls []KeyCall, all bool,
	err error) {
	if err := s.entries.Flush(ctx); err != nil {
		return nil, false, err
	}
	// SQL by hand: an aggregate of a bounded selection.
	query := s.db.Read.WithContext(ctx).Raw(`select method, route, status, count(*),
			max(`+s.db.Dialect.Instant("at")+`)
		from (select method, route, status, at from audit where org_id = ? and key_id = ? and at >= ?
			order by at desc limit ?) as newest
		group by method, route, status order by count(*) desc, route, method, status`,
		orgID, keyID, since, countedRequests)
	total := 0
	err = db.Each(query, func(rows *sql.Rows) error {
		var c KeyCall
		var last db.Instant
		err := rows.Scan(&c.Method, &c.Route, &c.Status, &c.Count, &last)
		c.Last = last.At
		total += c.Count
		calls = append(calls, c)
		return err
	})
	return calls, total < countedRequests, db.Wrap("count requests of a key", err)
}
