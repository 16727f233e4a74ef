package availability

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// Slots reads the round and its free starts with from <= start <= to, a nil to for no upper bound (§4 Slots rule 7).
// [models.NotFound] for an unknown posting or round, [models.Invalid] for a round that cannot be booked. The number of
// queries does not depend on the number of interviewers.
func (s *Store) Slots(ctx context.Context, orgID, postingID, roundID string, from time.Time,
	to *time.Time) (round models.Round, slots []timetable.Slot, err error) {
	var a timetable.Availability
	var end time.Time
	if to != nil {
		end = *to
	}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		p, r, err := db.ReadRound(tx, orgID, postingID, roundID)
		switch {
		case err != nil:
			return err
		case p == nil:
			return pipelines.PostingNotFound(postingID)
		case r == nil:
			return models.NotFoundf("round_id %s not found in posting %s", models.Quote(roundID), postingID)
		}
		if err := r.CheckBookable(); err != nil {
			return err
		}
		round = *r
		g, err := s.Gather(tx, SlotQuery{OrgID: orgID, PostingID: postingID, Duration: r.Duration(), Seats: r.Seats,
			From: from, To: end})
		a = g.Availability
		return err
	})
	if err != nil {
		return round, nil, db.Wrap("read slots", err)
	}
	return round, a.Slots(round.Duration(), from, end, s.db.NowOf(orgID)), nil
}

// gathered is everything that the starts of a posting within some bounds depend on, with the meeting links of those who
// may interview then.
type gathered struct {
	timetable.Availability
	Links    map[string]booking.InterviewerLinks // of the posting's interviewers, by email
	Bookings map[string][]timetable.Booked       // that block the interviewers, by email, "" for nobody
}

// SlotQuery says which starts are asked for: those of a round of that duration with from <= start <= to; a zero to is
// no upper bound.
type SlotQuery struct {
	OrgID, PostingID string
	Duration         time.Duration
	From, To         time.Time

	Booking bool // the one start is to be booked: nothing is read that it does not need
	// Seats are the round's: with seats it is asked who can take them, on whatever posting, and a start is offered if
	// all that are required can be taken.
	Seats  []models.Seat
	Named  string   // the interviewer of the booking, "" for none; their bookings and links are gathered in any case
	others []string // further ones whose bookings are gathered in any case
	whole  bool     // interviewers who offer none of the starts are gathered, too
	people []string // these and no others, whatever postings they are on; PostingID is "" then

	// Home are the organization's limits in case that the posting has no interviewers, whose rows have them.
	Home     models.OrganizationLimits
	HomeZone string
}

// Gather reads everything that the starts asked for depend on. The slots read, the candidate's page and a booking all
// ask this. Interviewers who offer none of the starts are left out, except the one who is named, unless the whole
// posting is asked for. The number of queries does not depend on the number of interviewers.
func (s *Store) Gather(tx *gorm.DB, q SlotQuery) (g gathered, err error) {
	if len(q.Seats) > 0 {
		if g.Places, err = s.ReadPlaces(tx, q.OrgID, q.Seats); err != nil {
			return g, err
		}
		if g.Rooms, err = s.readRooms(tx, q.OrgID, g.Places); err != nil {
			return g, err
		}
		q.people = PeopleOf(g.Places)
		if !slices.Contains(q.people, q.Named) && q.Named != "" {
			q.people = append(q.people, q.Named)
		}
		for _, email := range q.others {
			if !slices.Contains(q.people, email) {
				q.people = append(q.people, email)
			}
		}
	}
	schedules, err := s.readSchedules(tx, q)
	if err != nil {
		return g, err
	}
	g.Links = map[string]booking.InterviewerLinks{}
	now, hours, emails := s.db.NowOf(q.OrgID), map[string]timetable.WeeklyHours{}, []string{}
	var calendars []busyAt
	for _, one := range schedules {
		iv, err := one.available(now, hours)
		if err != nil {
			return g, err
		}
		if one.CalendarConnected && one.CalendarID != "" {
			calendars = append(calendars, busyAt{one.CalendarID, one.Email, one.busyRevision})
		}
		g.Links[one.Email], q.Home, q.HomeZone = one.links, one.homeLimits, one.HomeZone
		g.Interviewers, emails = append(g.Interviewers, iv), append(emails, one.Email)
	}
	for _, email := range slices.Concat(q.others, []string{q.Named}) {
		if email != "" && !slices.Contains(emails, email) {
			emails = append(emails, email)
		}
	}
	for n := range g.Rooms {
		emails = append(emails, g.Rooms[n].Email)
	}
	own, err := readRoomCalendars(tx, q.OrgID, g.Rooms, now)
	if err != nil {
		return g, err
	}
	for _, c := range own {
		calendars = append(calendars, busyAt{c.ID, c.Email, c.BusyRevision})
		g.Links[c.Email] = booking.InterviewerLinks{Calendar: c.Provider, Known: true}
	}
	g.LimitPools(q.HomeZone)
	from, end := q.From, q.last(g.Interviewers).Add(q.Duration)
	if err := s.readLimits(tx, q, &g.Availability, end); err != nil {
		return g, err
	}
	if g.Bookings, err = s.readBlockingOf(tx, q.OrgID, q.PostingID, emails, q.From, end); err != nil {
		return g, err
	}
	for n := range g.Interviewers {
		g.Interviewers[n].Bookings = g.Bookings[g.Interviewers[n].Email]
	}
	for n := range g.Rooms {
		g.Rooms[n].Bookings = g.Bookings[g.Rooms[n].Email]
	}
	g.Unnamed = g.Bookings[""]
	switch {
	case len(calendars) == 0:
		return g, nil
	case timetable.WantBreaks(g.Interviewers):
		from, end = from.Add(-timetable.LongestBreak), end.Add(timetable.LongestBreak)
	}
	if q.Booking { // whole calendars are not read under its locks
		return g, s.readBusy(tx, &g.Availability, q, from, end)
	}
	return g, s.readKeptBusy(tx, &g.Availability, q.OrgID, calendars, from, end)
}

// last is the last start that is asked for. Without an upper bound it is as far ahead as people with working hours are
// offered, or the last painted start.
func (q SlotQuery) last(interviewers []timetable.Available) time.Time {
	if !q.To.IsZero() {
		return q.To
	}
	last := q.From.Add(timetable.PersonalHorizon)
	for _, iv := range interviewers {
		for _, start := range iv.Painted {
			if start.After(last) {
				last = start
			}
		}
	}
	return last
}

// readBusy reads, for a booking, the connected calendars' busy times within [from, to) of the posting's interviewers
// and of rooms: one row for each.
func (s *Store) readBusy(tx *gorm.DB, a *timetable.Availability, q SlotQuery, from, to time.Time) error {
	emails := "select email from posting_interviewers where org_id = ? and posting_id = ?"
	args := []any{q.OrgID, q.PostingID}
	if who := q.people; len(who) > 0 || len(a.Rooms) > 0 {
		for _, room := range a.Rooms {
			who = append(slices.Clip(who), room.Email)
		}
		emails, args = "select m.value from "+s.db.Dialect.Members("?"), []any{db.JSONText(who)}
	}
	query := tx.Raw("select email, "+s.db.Dialect.Instants("from_at")+", "+s.db.Dialect.Instants("to_at")+`
		from busy_blocks
		where org_id = ? and email in (`+emails+`)
		and from_at < ? and to_at > ? group by email`,
		slices.Concat([]any{q.OrgID}, args, []any{to, from})...)
	byEmail := make(map[string][]timetable.Range, len(a.Interviewers))
	err := db.Each(query, func(rows *sql.Rows) error {
		var email, starts, ends string // in the same order: both aggregates scan a group's rows once
		if err := rows.Scan(&email, &starts, &ends); err != nil {
			return err
		}
		froms, err1 := parseInstants(starts)
		tos, err2 := parseInstants(ends)
		if err := errors.Join(err1, err2); err != nil || len(froms) != len(tos) {
			return fmt.Errorf("busy times: %d starts and %d ends: %w", len(froms), len(tos), err)
		}
		spans := make([]timetable.Range, len(froms))
		for n := range froms {
			spans[n] = timetable.Range{From: froms[n], To: tos[n]}
		}
		byEmail[email] = spans
		return nil
	})
	for n := range a.Interviewers {
		a.Interviewers[n].Busy = byEmail[a.Interviewers[n].Email]
	}
	for n := range a.Rooms {
		a.Rooms[n].Busy = byEmail[a.Rooms[n].Email]
	}
	return err
}
