package pages

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/figures"
	"litmus/store/internal/db"
	"litmus/store/pools"
)

// Load says who of the organization interviews how much at its now, or who of a pool: see [figures.LoadAt], of which
// [models.NotFound] is. Five statements, however many people there are.
func (s *Store) Load(ctx context.Context, org models.Organization, poolID string) (l figures.Load, err error) {
	now := s.db.NowOf(org.ID)
	f := figures.LoadFacts{Zone: org.TimeZone, NoShowsFree: org.Limits.NoShowsFree}
	from, to := figures.LoadSpan(now, org.TimeZone)
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if err := s.readInterviewing(tx, org, from, to, &f); err != nil {
			return err
		}
		list, err := pools.Read(tx, org.ID)
		if err != nil {
			return err
		}
		if f.Pools, err = pools.Pages(s.db.Dialect, tx, org.ID, now, list); err != nil {
			return err
		}
		return s.readSittings(tx, org.ID, from, to, &f)
	})
	if err != nil {
		return l, db.Wrap("read load", err)
	}
	return figures.LoadAt(f, poolID, now)
}

// readInterviewing reads who is assigned to a posting, is in a pool, or interviews in the span. A room attends by an
// id, which no address can be, and is nobody.
func (s *Store) readInterviewing(tx *gorm.DB, org models.Organization, from, to time.Time,
	f *figures.LoadFacts) error {
	return db.Each(tx.Raw(`select e.email, coalesce(nullif(t.name, ''), p.name, ''),
			coalesce(nullif(p.time_zone, ''), ?), coalesce(p.limits, '')
		from (select email from posting_interviewers where org_id = ?
			union select email from pool_members where org_id = ?
			union select email from attendees`+s.db.Dialect.IndexedBy("attendees_by_start")+`
				where org_id = ? and starts_at >= ? and starts_at < ? and counts and email like ?) e
		left join members t on t.org_id = ? and t.email = e.email
		left join people p on p.org_id = ? and p.email = e.email
		order by e.email`, org.TimeZone, org.ID, org.ID, org.ID, from, to, "%@%", org.ID, org.ID),
		func(rows *sql.Rows) error {
			var one figures.Interviewing
			var limits string
			if err := rows.Scan(&one.Email, &one.Name, &one.Zone, &limits); err != nil {
				return err
			}
			f.People = append(f.People, one)
			return db.UnmarshalText(limits, &f.People[len(f.People)-1].Limits)
		})
}

// readSittings reads who is in which interview of the span that is not canceled, and who did not come. It begins with
// the interviews: to look each up that somebody attends takes SQLite four times as long.
func (s *Store) readSittings(tx *gorm.DB, orgID string, from, to time.Time, f *figures.LoadFacts) error {
	return db.Each(tx.Raw(`select a.email, `+s.db.Dialect.Instant("a.starts_at")+`, i.no_show,
			coalesce(i.interviewer_email, ''), case when i.panel like '%"missed":true%' then i.panel else '' end
		from interviews i`+s.db.Dialect.IndexedBy("interviews_by_start")+`
		cross join attendees a
		where i.org_id = ? and i.starts_at >= ? and i.starts_at < ? and a.org_id = i.org_id and a.interview_id = i.id
			and a.counts`, orgID, from, to),
		func(rows *sql.Rows) error {
			var one figures.Sitting
			var start db.Instant
			var i models.Interview
			var panel string
			if err := rows.Scan(&one.Email, &start, &i.NoShow, &i.InterviewerEmail, &panel); err != nil {
				return err
			}
			if err := db.UnmarshalText(panel, &i.Panel); err != nil {
				return err
			}
			one.Start, one.NoCandidate = start.At, i.NoShow == models.NoShowCandidate
			one.Missed = slices.Contains(i.Absent(), one.Email)
			f.Sittings = append(f.Sittings, one)
			return nil
		})
}
