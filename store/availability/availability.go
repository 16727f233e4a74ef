package availability

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// schedule is what is stored of one interviewer's hours, painted starts and connected calendar.
type schedule struct {
	Email, TimeZone, WorkingHours, Dates string
	HomeZone                             string // the organization's
	CalendarConnected                    bool
	CalendarID                           string
	SyncedAt, SyncedUntil, FailingSince  *time.Time

	absences     []timetable.Absence
	painted      []time.Time
	busyRevision int64
	links        booking.InterviewerLinks
	limits       models.InterviewLimits
	homeLimits   models.OrganizationLimits
}

// readSchedules reads the schedules of the posting's interviewers whom [Store.Gather] asks for, in one statement.
func (s *Store) readSchedules(tx *gorm.DB, q SlotQuery) (out []schedule, err error) {
	query := tx.Raw(s.schedulesOf(q), map[string]any{"org": q.OrgID, "posting": q.PostingID, "named": q.Named,
		"from": q.From, "to": q.To, "since": FirstDate(q.From),
		"people": db.JSONText(q.people), "open": models.StatusOpen,
		"start": strconv.FormatInt(q.From.UnixMicro(), 10)})
	err = db.Each(query, func(rows *sql.Rows) (err error) {
		var one schedule
		var synced, until, failing db.Instant
		var absences, starts, limits, home string
		if err := rows.Scan(&one.Email, &one.links.Posting, &one.links.Person, &one.links.Known, &one.TimeZone,
			&one.HomeZone, &one.WorkingHours, &one.Dates, &one.CalendarConnected, &one.CalendarID,
			&one.links.Calendar, &one.busyRevision, &synced, &until, &failing, &absences, &starts, &limits,
			&home); err != nil {
			return err
		}
		one.SyncedAt, one.SyncedUntil, one.FailingSince = synced.OrNil(), until.OrNil(), failing.OrNil()
		if one.absences, err = db.ParseAbsences(absences); err != nil {
			return err
		}
		if err := errors.Join(db.UnmarshalText(limits, &one.limits),
			db.UnmarshalText(home, &one.homeLimits)); err != nil {
			return fmt.Errorf("read limits: %w", err)
		}
		if starts != "" {
			if one.painted, err = parseInstants(starts); err != nil {
				return err
			}
		}
		out = append(out, one)
		return nil
	})
	return out, err
}

// schedulesOf is the statement of [Store.readSchedules], by hand: the starts that a person painted are one text instead
// of hundreds of rows.
func (s *Store) schedulesOf(q SlotQuery) string {
	until := ""
	if !q.To.IsZero() {
		until = "and start_at <= @to "
	}
	assigned, starts := `posting_interviewers i
		left join (select email, `+s.db.Dialect.Instants("start_at")+` as starts from slots
			where org_id = @org and posting_id = @posting and start_at >= @from `+until+`
			group by email) s on s.email = i.email`, "s.starts"
	if q.Booking {
		// The one start is looked up for each interviewer, by the whole primary key: a join could read every painted
		// start of the posting, once for each of them.
		assigned, starts = `(select org_id, posting_id, email, meeting_link, (select @start from slots s
			where s.org_id = a.org_id and s.posting_id = a.posting_id and s.email = a.email and s.start_at = @from )
			as starts from posting_interviewers a) i`, "i.starts"
	}
	if len(q.people) > 0 {
		people := s.db.Dialect.Members("@people ")
		starts = "s.starts"
		assigned = `(select o.id as org_id, @posting as posting_id, m.value as email, coalesce((
				select l.meeting_link from posting_interviewers l where l.org_id = o.id and l.posting_id = @posting
				and l.email = m.value), '') as meeting_link
			from organizations o cross join ` + people + ` where o.id = @org) i
		left join (select d.email, ` + s.db.Dialect.Instants("d.start_at") + ` as starts from (
				select distinct s.email, s.start_at from posting_interviewers a
				join postings w on w.org_id = a.org_id and w.id = a.posting_id and w.status = @open
				join slots s on s.org_id = a.org_id and s.posting_id = a.posting_id and s.email = a.email
				where a.org_id = @org and a.email in (select m.value from ` + people + `)
				and s.start_at >= @from ` + until + `) d group by d.email) s on s.email = i.email`
	}
	offers := starts + " is not null or p.working_hours is not null or p.calendar_connected or i.email = @named "
	if q.whole {
		offers = "i.email is not null"
	}
	instant := s.db.Dialect.Instant
	return `select i.email, i.meeting_link, coalesce(p.meeting_link, ''), p.email is not null,
			coalesce(p.time_zone, ''), o.time_zone, coalesce(p.working_hours, ''), coalesce(p.dates, ''),
			coalesce(p.calendar_connected, false), coalesce(c.id, ''), coalesce(c.provider, ''),
			coalesce(c.busy_revision, 0), ` + instant("c.synced_at") + ", " + instant("c.synced_until") + ", " +
		instant("c.failing_since") + ", " + Absences(s.db.Dialect, "i.org_id", "i.email", "@since ") + `,
			coalesce(` + starts + `, ''), coalesce(p.limits, ''), coalesce(o.limits, '')
		from ` + assigned + `
		join organizations o on o.id = i.org_id
		left join people p on p.org_id = i.org_id and p.email = i.email
		left join calendars c on c.org_id = i.org_id and c.email = i.email
		where i.org_id = @org and i.posting_id = @posting and (` + offers + ")"
}

// available is the schedule at now, without busy times and bookings. hours are those that were read
// before, by their text: many people have the same.
func (x schedule) available(now time.Time, hours map[string]timetable.WeeklyHours) (timetable.Available, error) {
	p := timetable.Person{Email: x.Email, TimeZone: x.TimeZone, CalendarConnected: x.CalendarConnected,
		WorkingHours: hours[x.WorkingHours]}
	if x.WorkingHours != "" && p.WorkingHours == nil {
		if err := json.Unmarshal([]byte(x.WorkingHours), &p.WorkingHours); err != nil {
			return timetable.Available{}, fmt.Errorf("read working hours: %w", err)
		}
		hours[x.WorkingHours] = p.WorkingHours
	}
	if err := db.UnmarshalText(x.Dates, &p.Dates); err != nil {
		return timetable.Available{}, fmt.Errorf("read dates that differ: %w", err)
	}
	var c *timetable.Connection
	if x.CalendarID != "" {
		c = &timetable.Connection{SyncedAt: x.SyncedAt, SyncedUntil: x.SyncedUntil, FailingSince: x.FailingSince}
	}
	a := p.AvailableAt(x.HomeZone, c, now)
	a.Absences, a.Painted = x.absences, x.painted
	a.Limits = timetable.LimitsOf(x.limits, a.Zone, x.homeLimits)
	return a, nil
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

// parseInstants reads what [db.Dialect.Instants] wrote.
func parseInstants(list string) ([]time.Time, error) {
	micros, err := parseMicros(list)
	out := make([]time.Time, len(micros))
	for n, m := range micros {
		out[n] = time.UnixMicro(m).UTC()
	}
	return out, err
}

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
