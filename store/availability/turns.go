package availability

import (
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// ReadTurns reads how much the posting's interviewers interview, anywhere in the organization, without the interview
// that is moved, nil for none: what [timetable.WhoseTurn] decides on.
func (s *Store) ReadTurns(tx *gorm.DB, orgID, postingID string, moving *models.Interview,
	now time.Time) (map[string]timetable.Turn, error) {
	return s.readTurns(tx, "posting_interviewers i", "i.email", nil, "i.org_id = ? and i.posting_id = ?",
		[]any{orgID, postingID}, moving, now)
}

// readTurns reads how much those interview whose address the column has in the rows that from and where select, which
// are of an organization i.
func (s *Store) readTurns(tx *gorm.DB, from, column string, fromArgs []any, where string, which []any,
	moving *models.Interview, now time.Time) (map[string]timetable.Turn, error) {
	except := ""
	if moving != nil {
		except = moving.ID
	}
	// SQL by hand: two look-ups in an index for each interviewer, where a join would read all that they ever did.
	theirs := " from attendees x" + s.db.Dialect.IndexedBy("attendees_by_email") +
		" where x.org_id = i.org_id and x.email = " + column + " and x.interview_id <> ? and x.counts"
	args := []any{except, now.Add(-timetable.TurnWindow), now.Add(timetable.TurnWindow), except, now}
	query := tx.Raw("select "+column+", (select count(*)"+theirs+" and x.starts_at >= ? and x.starts_at <= ?), "+
		s.db.Dialect.Instant("(select max(x.starts_at)"+theirs+" and x.starts_at < ?)")+
		" from "+from+" where "+where, slices.Concat(args, fromArgs, which)...)
	out := map[string]timetable.Turn{}
	err := db.Each(query, func(rows *sql.Rows) error {
		var email string
		var one timetable.Turn
		var last db.Instant
		err := rows.Scan(&email, &one.Interviews, &last)
		one.Last = last.At
		out[email] = one
		return err
	})
	return out, db.Wrap("read whose turn it is", err)
}
