package availability

import (
	"database/sql"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// Blocks selects the interviews that keep somebody busy, as [models.Interview.Blocks] says. Whom they keep busy is in
// the table attendees, whose column blocks says the same.
const Blocks = "canceled_at is null and call_ended_at is null and not (source = 'external' and link_used_at is null)"

// ReadBlocking reads what blocks the person within [from, to), anywhere in the organization.
func ReadBlocking(tx *gorm.DB, orgID, email string, from, to time.Time) ([]timetable.Booked, error) {
	var rows []db.AttendeeRecord
	if err := db.Of(tx, orgID).Where("email = ? and starts_at > ? and starts_at < ? and ends_at > ? and blocks",
		email, from.Add(-db.Longest), to, from).Find(&rows).Error; err != nil {
		return nil, db.Wrap("read blocking interviews", err)
	}
	out := make([]timetable.Booked, len(rows))
	for n, a := range rows {
		out[n] = timetable.Booked{InterviewID: a.InterviewID, Range: timetable.Range{From: a.StartsAt, To: a.EndsAt}}
	}
	return out, nil
}

// readBlockingOf reads what blocks the people with these emails within [from, to), anywhere in the organization, and
// under "" the posting's interviews that name nobody. The sets are read apart, since no index serves a condition on
// "one of these interviewers, or nobody and this posting".
func (s *Store) readBlockingOf(tx *gorm.DB, orgID, postingID string, emails []string,
	from, to time.Time) (map[string][]timetable.Booked, error) {
	instants := func(t string) string {
		return s.db.Dialect.Instant(t+".starts_at") + ", " + s.db.Dialect.Instant(t+".ends_at") + " from "
	}
	span := func(t string) string {
		return t + ".starts_at > ? and " + t + ".starts_at < ? and " + t + ".ends_at > ?"
	}
	earliest := from.Add(-db.Longest)
	query := "select a.interview_id, a.email, " + instants("a") + s.db.Dialect.Members("?") +
		s.db.Dialect.Lookup("attendees a", "attendees_that_block",
			"a.org_id = ? and a.email = m.value and "+span("a")+" and a.blocks") + `
		union all select i.id, '', ` + instants("i") + "interviews i" + s.db.Dialect.IndexedBy("interviews_of_nobody") +
		" where i.org_id = ? and i.posting_id = ? and i.interviewer_email is null and " + span("i") + " and " + Blocks
	list, err := json.Marshal(emails)
	if err != nil {
		return nil, err
	}
	args := []any{string(list), orgID, earliest, to, from, orgID, postingID, earliest, to, from}
	out := map[string][]timetable.Booked{}
	err = db.Each(tx.Raw(query, args...), func(rows *sql.Rows) error {
		var id, email string
		var starts, ends db.Instant
		err := rows.Scan(&id, &email, &starts, &ends)
		span := timetable.Range{From: starts.At, To: ends.At}
		out[email] = append(out[email], timetable.Booked{InterviewID: id, Range: span})
		return err
	})
	return out, err
}
