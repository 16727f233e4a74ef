package availability

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

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

// parseInstants reads what [db.Dialect.Instants] wrote.
func parseInstants(list string) ([]time.Time, error) {
	micros, err := parseMicros(list)
	out := make([]time.Time, len(micros))
	for n, m := range micros {
		out[n] = time.UnixMicro(m).UTC()
	}
	return out, err
}
