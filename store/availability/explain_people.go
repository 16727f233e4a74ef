package availability

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// ExplainPeople says of every half hour with from <= start <= to whether these people could interview then, whatever
// postings they are on: what is painted for them on an open one counts. The number of queries does not depend on how
// many they are.
func (s *Store) ExplainPeople(ctx context.Context, orgID string, emails []string, from,
	to time.Time) (x Explained, err error) {
	now := s.db.NowOf(orgID)
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		g, err := s.Gather(tx, SlotQuery{OrgID: orgID, Duration: timetable.HalfHour, From: from, To: to, whole: true,
			people: emails})
		if err != nil {
			return err
		}
		x.Explanations = g.ExplainAll(timetable.GridStarts(from, to), timetable.HalfHour, now, "")
		return readNamed(tx, orgID, &x)
	})
	return x, db.Wrap("explain people's availability", err)
}
