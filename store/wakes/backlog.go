package wakes

import (
	"context"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/models/upkeep"
	"litmus/store/internal/db"
)

// Backlog reads how far behind the service is, over all organizations, by the machine's clock. Every process reads it
// again and again, so its statements read what is open and not what was ever stored. Rows that owe something or wait
// for their wake-up are found by the indexes of all organizations that hold only those (…_to_converge, …_due,
// …_to_wake, calendars_to_read, calendars_to_sync), failing effects by effects_failing of each organization. Calendars,
// of which each person has one at most, are counted as they are. What a suspended organization owes is left out,
// because it waits on purpose.
func (s *Store) Backlog(ctx context.Context) (upkeep.Backlog, error) {
	now := s.db.Now()
	var out upkeep.Backlog
	var err error
	if out.Owing, err = s.waiting(ctx, now, owing,
		" and t.org_id in (select id from organizations where approved)"); err == nil {
		out.Unsignaled, err = s.waiting(ctx, now, unsignaled, "")
	}
	if err != nil {
		return out, db.Wrap("read the backlog", err)
	}
	tx := s.db.Read.WithContext(ctx)
	if err := tx.Raw(`select e.kind, e.permanent as given_up, count(*) as effects
		from organizations o join effects e on e.org_id = o.id and e.updated_at > ?
			and e.code <> '' and e.state in ('intent', 'failed')
		group by e.kind, e.permanent order by e.kind, e.permanent`, now.Add(-upkeep.FailingSpan)).
		Scan(&out.Failing).Error; err != nil {
		return out, db.Wrap("count what fails", err)
	}
	var calendars []struct {
		State string
		N     int
	}
	// As [timetable.Connection.State] has it.
	err = tx.Raw(`select case when failing_since is not null and revoked then '`+timetable.ConnectionRevoked+`'
			when failing_since <= ? then '`+timetable.ConnectionBroken+`'
			when failing_since is not null then '`+timetable.ConnectionFailing+`'
			when synced_at is null then '`+timetable.ConnectionWaiting+`'
			else '`+timetable.ConnectionOK+`' end as state, count(*) as n
		from calendars group by 1`, now.Add(-timetable.BrokenAfter)).Scan(&calendars).Error
	out.Calendars = map[string]int{}
	for _, state := range timetable.ConnectionStates {
		out.Calendars[state] = 0
	}
	for _, c := range calendars {
		out.Calendars[c.State] = c.N
	}
	return out, db.Wrap("count the calendars", err)
}

// owing are the reasons for which a row owes something. One that both apply to counts once.
var owing = []search{
	{models.EntityInterview, "converged_revision < revision", "updated_at"},
	{models.EntityInvitation, "converged_revision < revision", "updated_at"},
	{models.EntityCalendar, "synced_revision < revision", "updated_at"},
	{models.EntitySignIn, "converged_revision < revision", "updated_at"},
	{models.EntityNews, "converged_revision < revision", "updated_at"},
	{models.EntityInterview, "next_due_at <= @now and converged_revision >= revision", "next_due_at"},
	{models.EntityInvitation, "next_due_at <= @now and converged_revision >= revision", "next_due_at"},
	{models.EntityCalendar, "next_sync_at <= @now and synced_revision >= revision", "next_sync_at"},
	{models.EntitySignIn, "next_due_at <= @now and converged_revision >= revision", "next_due_at"},
	{models.EntityNews, "next_due_at <= @now and converged_revision >= revision", "next_due_at"},
}

// unsignaled is why a row waits for its wake-up.
var unsignaled = []search{
	{models.EntityInterview, "woken_revision < revision", "updated_at"},
	{models.EntityInvitation, "woken_revision < revision", "updated_at"},
	{models.EntityCalendar, "woken_revision < revision", "updated_at"},
	{models.EntitySignIn, "woken_revision < revision", "updated_at"},
	{models.EntityNews, "woken_revision < revision", "updated_at"},
}

// waiting counts the rows of each entity that meet one of the searches. An organization whose test clock is ahead has
// rows of the future, which have waited for no time.
func (s *Store) waiting(ctx context.Context, now time.Time, searches []search, and string) ([]upkeep.Waiting, error) {
	var counts []string
	for _, one := range searches {
		counts = append(counts, "select '"+string(one.entity)+"' as entity, count(*) as n, "+
			s.db.Dialect.Microseconds("min(t."+one.since+")")+" as since from "+tables[one.entity]+" t where "+
			one.condition+and)
	}
	var rows []struct {
		Entity models.Entity
		N      int
		Since  *int64
	}
	q, args := strings.Join(counts, " union all "), []any(nil)
	if strings.Contains(q, "@now") { // GORM takes no names that a statement lacks
		args = append(args, map[string]any{"now": now})
	}
	err := s.db.Read.WithContext(ctx).Raw(q, args...).Scan(&rows).Error
	var out []upkeep.Waiting
	places := map[models.Entity]int{}
	for _, r := range rows {
		n, known := places[r.Entity]
		if !known {
			n, places[r.Entity] = len(out), len(out)
			out = append(out, upkeep.Waiting{Entity: r.Entity})
		}
		out[n].Rows += r.N
		if r.Since != nil {
			out[n].Oldest = max(out[n].Oldest, now.Sub(time.UnixMicro(*r.Since)))
		}
	}
	return out, err
}
