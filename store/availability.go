package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Slots reads the round and its free starts with from <= start <= to, a nil to for no upper bound (§4 interviewers rule
// 7, decisions 63 and 69). [models.NotFound] for an unknown posting or round, [models.Invalid] for a round that cannot
// be booked (decision 70). The number of queries does not depend on the number of interviewers.
func (s *Store) Slots(ctx context.Context, orgID, postingID, roundID string, from time.Time,
	to *time.Time) (round models.Round, slots []models.Slot, err error) {
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
			return postingNotFound(postingID)
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
func (s *Store) readAvailability(tx *gorm.DB, orgID, postingID string, d time.Duration, from,
	to time.Time) (a models.Availability, err error) {
	painted, last, err := s.readPainted(tx, orgID, postingID, from, to)
	if err != nil {
		return a, err
	}
	if to.IsZero() {
		if to = from.Add(models.PersonalHorizon); last.After(to) {
			to = last
		}
	}
	bookings, err := s.readBlockingOf(tx, orgID, postingID, from, to.Add(d))
	if err != nil {
		return a, err
	}
	rows, err := tx.Raw(`select i.email, coalesce(p.time_zone, ''), coalesce(p.working_hours, ''),
		coalesce(p.calendar_connected, false), coalesce(c.id, ''), coalesce(c.busy_revision, 0), `+
		s.dialect.instant("c.synced_at")+", "+s.dialect.instant("c.synced_until")+` from posting_interviewers i
		left join people p on p.org_id = i.org_id and p.email = i.email
		left join calendars c on c.org_id = i.org_id and c.email = i.email where i.org_id = ?
			and i.posting_id = ?`, orgID, postingID).Rows()
	if err != nil {
		return a, err
	}
	defer rows.Close()
	now, hours, calendars := s.Now(), map[string]models.WeeklyHours{}, []busyAt(nil)
	for rows.Next() {
		var one schedule
		var busyRevision int64
		var synced, until instant
		if err := rows.Scan(&one.Email, &one.TimeZone, &one.WorkingHours, &one.CalendarConnected, &one.CalendarID,
			&busyRevision, &synced, &until); err != nil {
			return a, err
		}
		one.SyncedAt, one.SyncedUntil = synced.orNil(), until.orNil()
		iv, err := one.available(now, hours)
		if err != nil {
			return a, err
		}
		if one.CalendarConnected && one.CalendarID != "" {
			calendars = append(calendars, busyAt{one.CalendarID, one.Email, busyRevision})
		}
		iv.Painted, iv.Bookings = painted[one.Email], bookings[one.Email]
		a.Interviewers = append(a.Interviewers, iv)
	}
	a.Unnamed = bookings[""]
	if err := rows.Err(); err != nil || len(calendars) == 0 {
		return a, err
	}
	return a, s.readKeptBusy(tx, &a, orgID, calendars, from, to.Add(d))
}

// schedule is what decides of one interviewer's time, as it is stored.
type schedule struct {
	Email, TimeZone, WorkingHours string
	CalendarConnected             bool
	CalendarID                    string
	SyncedAt, SyncedUntil         *time.Time
}

// available is the schedule at now, without painted starts, busy times and bookings. hours are those that were read
// before, by their text: many people have the same.
func (x schedule) available(now time.Time, hours map[string]models.WeeklyHours) (models.Available, error) {
	p := models.Person{Email: x.Email, TimeZone: x.TimeZone, CalendarConnected: x.CalendarConnected,
		WorkingHours: hours[x.WorkingHours]}
	if x.WorkingHours != "" && p.WorkingHours == nil {
		if err := json.Unmarshal([]byte(x.WorkingHours), &p.WorkingHours); err != nil {
			return models.Available{}, fmt.Errorf("read working hours: %w", err)
		}
		hours[x.WorkingHours] = p.WorkingHours
	}
	var c *models.Connection
	if x.CalendarID != "" {
		c = &models.Connection{SyncedAt: x.SyncedAt, SyncedUntil: x.SyncedUntil}
	}
	return p.AvailableAt(c, now), nil
}

// readBusy reads, for a booking, the connected calendars' busy times within [from, to) of the posting's interviewers:
// one row for a person.
func (s *Store) readBusy(tx *gorm.DB, a *models.Availability, orgID, postingID string, from, to time.Time) error {
	rows, err := tx.Raw("select email, "+s.dialect.instants("from_at")+", "+s.dialect.instants("to_at")+`
		from busy_blocks
		where org_id = ? and email in (select email from posting_interviewers where org_id = ? and posting_id = ?)
		and from_at < ? and to_at > ? group by email`,
		orgID, orgID, postingID, to, from).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	byEmail := make(map[string][]models.Range, len(a.Interviewers))
	for rows.Next() {
		var email, starts, ends string // in one order: a group's rows are gone through once
		if err := rows.Scan(&email, &starts, &ends); err != nil {
			return err
		}
		froms, err1 := parseInstants(starts)
		tos, err2 := parseInstants(ends)
		if err := errors.Join(err1, err2); err != nil || len(froms) != len(tos) {
			return fmt.Errorf("busy times: %d starts and %d ends: %w", len(froms), len(tos), err)
		}
		spans := make([]models.Range, len(froms))
		for n := range froms {
			spans[n] = models.Range{From: froms[n], To: tos[n]}
		}
		byEmail[email] = spans
	}
	for n := range a.Interviewers {
		a.Interviewers[n].Busy = byEmail[a.Interviewers[n].Email]
	}
	return rows.Err()
}

// parseInstants reads what [dialect.instants] wrote.
func parseInstants(list string) ([]time.Time, error) {
	micros, err := parseMicros(list)
	out := make([]time.Time, len(micros))
	for n, m := range micros {
		out[n] = time.UnixMicro(m).UTC()
	}
	return out, err
}

// readPainted reads the painted starts in the bounds by interviewer, and the last of them.
func (s *Store) readPainted(tx *gorm.DB, orgID, postingID string, from,
	to time.Time) (byEmail map[string][]time.Time, last time.Time, err error) {
	q, args := "select email, "+s.dialect.instants("start_at")+" from slots where org_id = ? and posting_id = ? "+
		"and start_at >= ?", []any{orgID, postingID, from}
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
		list, err := parseInstants(starts)
		if err != nil {
			return nil, last, err
		}
		if newest := slices.MaxFunc(list, time.Time.Compare); newest.After(last) {
			last = newest
		}
		byEmail[email] = list
	}
	return byEmail, last, rows.Err()
}

// readBlockingOf reads what blocks the posting's interviewers within [from, to), anywhere in the organization, and
// under "" the posting's interviews that name nobody (decisions 34 and 63). The two sets are read apart, since no index
// serves a condition on "one of these interviewers, or nobody and this posting" (decision 120).
func (s *Store) readBlockingOf(tx *gorm.DB, orgID, postingID string, from,
	to time.Time) (map[string][]models.Booked, error) {
	columns := "i.id, coalesce(i.interviewer_email, ''), " + s.dialect.instant("i.starts_at") + ", " +
		s.dialect.instant("i.ends_at")
	const span = " and i.starts_at > ? and i.starts_at < ? and i.ends_at > ? and " + blocks
	earliest := from.Add(-longest)
	rows, err := tx.Raw("select "+columns+` from posting_interviewers p
		join interviews i`+s.dialect.indexedBy("interviews_that_block")+
		` on i.org_id = p.org_id and i.interviewer_email = p.email where p.org_id = ? and p.posting_id = ?`+span+`
		union all select `+columns+" from interviews i"+s.dialect.indexedBy("interviews_of_nobody")+
		" where i.org_id = ? and i.posting_id = ? and i.interviewer_email is null"+span,
		orgID, postingID, earliest, to, from, orgID, postingID, earliest, to, from).Rows()
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
		out[email] = append(out[email], models.Booked{InterviewID: id,
			Range: models.Range{From: starts.at, To: ends.at}})
	}
	return out, rows.Err()
}
