package availability

import (
	"cmp"
	"database/sql"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// readLimits reads what counts towards the limits of the people, of the pools and of the organization around the starts
// up to one that ends at end. Without limits it reads nothing.
func (s *Store) readLimits(tx *gorm.DB, q SlotQuery, a *timetable.Availability, end time.Time) error {
	a.Limits = timetable.LimitsOfAll(q.Home, q.HomeZone)
	emails, limits := []string{}, slices.Clone(a.Limits)
	for _, iv := range slices.Concat(a.Interviewers, a.Rooms) {
		if len(iv.Limits) > 0 {
			emails, limits = append(emails, iv.Email), append(limits, iv.Limits...)
		}
	}
	within := timetable.Range{From: q.From, To: end}
	if err := s.countPools(tx, q.OrgID, a.Pools, a.Places, within, q.Home.NoShowsFree); err != nil {
		return err
	}
	if q.Home.Counts() {
		emails = nil
	}
	counted, err := s.readCounted(tx, q.OrgID, emails, limits, within, q.Home.NoShowsFree)
	if err != nil || counted == nil {
		return err
	}
	all, seen := []timetable.Booked{}, map[string]bool{}
	for _, one := range counted {
		for _, b := range one { // a panel is one interview
			if !seen[b.InterviewID] {
				all, seen[b.InterviewID] = append(all, b), true
			}
		}
	}
	timetable.Count(a.Limits, all)
	for _, all := range [][]timetable.Available{a.Interviewers, a.Rooms} {
		for n := range all {
			timetable.Count(all[n].Limits, counted[all[n].Email])
		}
	}
	return nil
}

// countPools gives pools' limits as a whole the interviews that count towards them: those that [Store.readCounted]
// counts in which a seat is taken from the pool, by somebody who did not miss it. A room that was seated by an older
// version has no pool, and is known by its id. Where no pool counts anything it reads nothing.
//
// The seats are in the interviews' panels, so it reads those of some days or weeks; nothing else has to keep them.
func (s *Store) countPools(tx *gorm.DB, orgID string, pools []timetable.Limited, places []panel.Place,
	within timetable.Range, noShowsFree bool) error {
	span := spanOf(pools, within)
	if span.From.IsZero() {
		return nil
	}
	pool := map[string]string{} // by the ids of rooms
	seats, args := "", []any{orgID, span.From, span.To}
	for _, p := range places {
		if p.Limits.Counts() && p.Room() {
			for _, id := range p.People {
				pool[id] = p.Pool
			}
		}
	}
	for _, l := range pools {
		if l.Counts() {
			seats, args = seats+` or i.panel like ?`, append(args, `%"pool":"`+l.Pool+`"%`)
		}
	}
	if len(pool) > 0 {
		seats += ` or i.panel like '%"role":"room"%'`
	}
	instant := s.db.Dialect.Instant
	query := "select i.id, coalesce(i.interviewer_email, ''), i.no_show, " + instant("i.starts_at") + ", " +
		instant("i.ends_at") + `, i.panel from interviews i
		where i.org_id = ? and i.starts_at >= ? and i.starts_at < ? and ` + counts + " and (false" + seats + ")"
	if noShowsFree {
		query += " and i.no_show <> 'candidate'"
	}
	counted := map[string][]timetable.Booked{}
	err := db.Each(tx.Raw(query, args...), func(rows *sql.Rows) error {
		var i models.Interview
		var starts, ends db.Instant
		var text string
		if err := rows.Scan(&i.ID, &i.InterviewerEmail, &i.NoShow, &starts, &ends, &text); err != nil {
			return err
		}
		if err := db.UnmarshalText(text, &i.Panel); err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, seat := range i.Panel {
			of := cmp.Or(seat.Pool, pool[seat.Email])
			if of == "" || seen[of] || seat.Missed ||
				i.NoShow == models.NoShowInterviewer && seat.Email == i.InterviewerEmail {
				continue
			}
			seen[of] = true
			counted[of] = append(counted[of], timetable.Booked{InterviewID: i.ID,
				Range: timetable.Range{From: starts.At, To: ends.At}})
		}
		return nil
	})
	for n := range pools {
		timetable.Count(pools[n:n+1], counted[pools[n].Pool])
	}
	return db.Wrap("count interviews of pools", err)
}

// PoolLimitsOf returns the limits of pools around an interview at that time: as a whole, with what counts towards them,
// and for each of their people, without. Nothing is read for no pool.
func (s *Store) PoolLimitsOf(tx *gorm.DB, orgID string, ids []string, want timetable.Range) (whole,
	each []timetable.Limited, err error) {
	if len(ids) == 0 {
		return nil, nil, nil
	}
	var rows []struct {
		ID, Name, Limits, Zone string
		Home                   string
	}
	if err = tx.Raw(`select p.id, p.name, p.limits, o.time_zone as zone, coalesce(o.limits, '') as home from pools p
		join organizations o on o.id = p.org_id where p.org_id = ? and p.id in ? and p.limits is not null
		order by p.name, p.id`, orgID, ids).Scan(&rows).Error; err != nil {
		return nil, nil, db.Wrap("read limits of pools", err)
	}
	var home models.OrganizationLimits
	for _, r := range rows {
		var l models.InterviewLimits
		if err = errors.Join(db.UnmarshalText(r.Limits, &l), db.UnmarshalText(r.Home, &home)); err != nil {
			return nil, nil, db.Wrap("read limits of pools", err)
		}
		whole = append(whole, timetable.PoolLimits(r.ID, r.Name, r.Zone, l.Overall()))
		each = append(each, timetable.PoolLimits(r.ID, r.Name, r.Zone, l.Each()))
	}
	return whole, each, s.countPools(tx, orgID, whole, nil, want, home.NoShowsFree)
}

// LimitsOf returns the limits of one person, of theirs and of those that the organization has for each of its people,
// and of these pools for each of theirs, with what counts towards them around an interview at that time, and the busy
// times of their calendar if they matter.
func (s *Store) LimitsOf(tx *gorm.DB, orgID, email, zone string, own models.InterviewLimits,
	home models.OrganizationLimits, want timetable.Range, ofPools ...timetable.Limited) (limits []timetable.Limited,
	busy []timetable.Range, err error) {
	limits = timetable.LimitsOf(own, zone, home)
	for _, l := range ofPools {
		l.Zone = zone
		limits = append(limits, l)
	}
	counted, err := s.readCounted(tx, orgID, []string{email}, limits, want, home.NoShowsFree)
	if err != nil || counted == nil {
		return limits, nil, err
	}
	timetable.Count(limits, counted[email])
	var rows []db.BusyRecord
	err = db.Of(tx, orgID).Where("email = ? and from_at < ? and to_at > ?", email, want.To.Add(timetable.LongestBreak),
		want.From.Add(-timetable.LongestBreak)).Order("from_at").Find(&rows).Error
	for _, b := range rows {
		busy = append(busy, timetable.Range{From: b.FromAt, To: b.ToAt})
	}
	return limits, busy, db.Wrap("read busy times", err)
}

// readCounted reads the interviews that count towards limits, by who interviews, "" for nobody: of these people, or of
// everybody if emails is nil. Everybody of a panel has its interview. It is the one place that says what counts: what
// is not canceled, wherever it was booked, and used links, without what they missed themselves, and without what its
// candidate missed if noShowsFree. Without limits that count anything it reads nothing and returns nil.
func (s *Store) readCounted(tx *gorm.DB, orgID string, emails []string, limits []timetable.Limited,
	within timetable.Range, noShowsFree bool) (map[string][]timetable.Booked, error) {
	span := spanOf(limits, within)
	if span.From.IsZero() {
		return nil, nil
	}
	columns := "select i.id, coalesce(a.email, ''), " + s.db.Dialect.Instant("i.starts_at") + ", " +
		s.db.Dialect.Instant("i.ends_at") + `, case when i.panel like '%"missed":true%' then i.panel end from `
	missed := " and not (i.no_show = 'interviewer' and coalesce(a.email, '') = coalesce(i.interviewer_email, ''))"
	if noShowsFree {
		missed += " and i.no_show <> 'candidate'"
	}
	query, args := columns+`interviews i left join attendees a on a.org_id = i.org_id and a.interview_id = i.id
		where i.org_id = ? and i.starts_at >= ? and i.starts_at < ? and `+counts+missed,
		[]any{orgID, span.From, span.To}
	if emails != nil {
		attended := s.db.Dialect.Lookup("attendees a", "attendees_by_email",
			"a.org_id = ? and a.email = m.value and a.starts_at >= ? and a.starts_at < ? and a.counts")
		query = columns + "(select a.org_id, a.interview_id, a.email from " + s.db.Dialect.Members("?") + attended +
			") a join interviews i on i.org_id = a.org_id and i.id = a.interview_id" + missed
		args = append([]any{db.JSONText(emails)}, args...)
	}
	out := map[string][]timetable.Booked{}
	err := db.Each(tx.Raw(query, args...), func(rows *sql.Rows) error {
		var id, email string
		var starts, ends db.Instant
		var panel sql.NullString
		if err := rows.Scan(&id, &email, &starts, &ends, &panel); err != nil {
			return err
		}
		var i models.Interview
		err := db.UnmarshalText(panel.String, &i.Panel)
		if seat := i.InPanel(email); seat != nil && seat.Missed {
			return err
		}
		out[email] = append(out[email], timetable.Booked{InterviewID: id,
			Range: timetable.Range{From: starts.At, To: ends.At}})
		return err
	})
	return out, db.Wrap("count interviews", err)
}

// counts selects the interviews i that count towards limits, whoever missed them.
const counts = "i.canceled_at is null and not (i.source = 'external' and i.link_used_at is null)"

// spanOf returns when the interviews begin that can matter to one within the span, see [timetable.Limited.Span].
func spanOf(limits []timetable.Limited, within timetable.Range) (span timetable.Range) {
	for _, l := range limits {
		if one := l.Span(within); !one.From.IsZero() {
			if span.From.IsZero() || one.From.Before(span.From) {
				span.From = one.From
			}
			if one.To.After(span.To) {
				span.To = one.To
			}
		}
	}
	return span
}
