package store

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Slots reads the round and its free starts with from <= start <= to, a nil to for no upper bound (§4 interviewers rule 7,
// decisions 63 and 69). [models.NotFound] for an unknown posting or round, [models.Invalid] for a round that cannot be
// booked (decision 70). The number of queries does not depend on the number of interviewers.
func (s *Store) Slots(ctx context.Context, orgID, postingID, roundID string, from time.Time, to *time.Time) (round models.Round, slots []models.Slot, err error) {
	var a models.Availability
	var end time.Time
	if to != nil {
		end = *to
	}
	err = s.view(ctx, func(tx *gorm.DB) error {
		p, r, err := readRound(tx, orgID, postingID, roundID)
		switch {
		case err != nil:
			return err
		case p == nil:
			return models.NotFoundf("posting %s not found", models.Quote(postingID))
		case r == nil:
			return models.NotFoundf("round_id %s not found in posting %s", models.Quote(roundID), postingID)
		}
		if err := r.CheckBookable(); err != nil {
			return err
		}
		round = *r
		a, err = s.readAvailability(tx, orgID, postingID, r.Duration(), from, end)
		return err
	})
	if err != nil {
		return round, nil, wrap("read slots", err)
	}
	return round, a.Slots(round.Duration(), from, end), nil
}

// readAvailability reads everything that the starts from from to to depend on; a zero to has no upper bound.
func (s *Store) readAvailability(tx *gorm.DB, orgID, postingID string, d time.Duration, from, to time.Time) (a models.Availability, err error) {
	painted, last, err := s.readPainted(tx, orgID, postingID, from, to)
	if err != nil {
		return a, err
	}
	if to.IsZero() {
		if to = from.Add(models.PersonalHorizon); last.After(to) {
			to = last
		}
	}
	busy, err := s.readBlockingOf(tx, orgID, postingID, from, to.Add(d))
	if err != nil {
		return a, err
	}
	rows, err := tx.Raw(`select i.email, coalesce(p.time_zone, ''), coalesce(p.working_hours, ''), coalesce(p.calendar_connected, false) from posting_interviewers i
		left join people p on p.org_id = i.org_id and p.email = i.email where i.org_id = ? and i.posting_id = ?`, orgID, postingID).Rows()
	if err != nil {
		return a, err
	}
	defer rows.Close()
	for rows.Next() {
		var email, zone, hours string
		var connected bool
		if err := rows.Scan(&email, &zone, &hours, &connected); err != nil {
			return a, err
		}
		iv, err := available(email, zone, hours, connected)
		if err != nil {
			return a, err
		}
		iv.Painted, iv.Bookings = painted[email], busy[email]
		a.Interviewers = append(a.Interviewers, iv)
	}
	a.Unnamed = busy[""]
	return a, rows.Err()
}

// readPainted reads the painted starts in the bounds by interviewer, and the last of them.
func (s *Store) readPainted(tx *gorm.DB, orgID, postingID string, from, to time.Time) (byEmail map[string][]time.Time, last time.Time, err error) {
	q, args := "select email, "+s.dialect.instants("start_at")+" from slots where org_id = ? and posting_id = ? and start_at >= ?", []any{orgID, postingID, from}
	if !to.IsZero() {
		q, args = q+" and start_at <= ?", append(args, to)
	}
	rows, err := tx.Raw(q+" group by email", args...).Rows()
	if err != nil {
		return nil, last, err
	}
	defer rows.Close()
	byEmail = map[string][]time.Time{}
	for rows.Next() {
		var email, starts string
		if err := rows.Scan(&email, &starts); err != nil {
			return nil, last, err
		}
		list := make([]time.Time, 0, strings.Count(starts, ",")+1)
		for one := range strings.SplitSeq(starts, ",") {
			micros, err := strconv.ParseInt(one, 10, 64)
			if err != nil {
				return nil, last, err
			}
			at := time.UnixMicro(micros).UTC()
			if list = append(list, at); at.After(last) {
				last = at
			}
		}
		byEmail[email] = list
	}
	return byEmail, last, rows.Err()
}

// readBlockingOf reads what blocks the posting's interviewers within [from, to), anywhere in the organization, and under
// "" the posting's interviews that name nobody (decisions 34 and 63).
func (s *Store) readBlockingOf(tx *gorm.DB, orgID, postingID string, from, to time.Time) (map[string][]models.Booked, error) {
	rows, err := tx.Raw(`select id, coalesce(interviewer_email, ''), `+s.dialect.instant("starts_at")+", "+s.dialect.instant("ends_at")+` from interviews
		where org_id = ? and starts_at > ? and starts_at < ? and ends_at > ? and canceled_at is null and call_ended_at is null
			and not (source = 'external' and link_used_at is null)
			and (interviewer_email in (select email from posting_interviewers where org_id = ? and posting_id = ?) or (interviewer_email is null and posting_id = ?))`,
		orgID, from.Add(-longest), to, from, orgID, postingID, postingID).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string][]models.Booked{}
	for rows.Next() {
		var id, email string
		var starts, ends instant
		if err := rows.Scan(&id, &email, &starts, &ends); err != nil {
			return nil, err
		}
		out[email] = append(out[email], models.Booked{InterviewID: id, Range: models.Range{From: starts.at, To: ends.at}})
	}
	return out, rows.Err()
}
