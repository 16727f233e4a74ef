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

// readLimits reads what counts towards the limits of the people and of the organization around the starts up to one
// that ends at end. Without limits it reads nothing.
func (s *Store) readLimits(tx *gorm.DB, q SlotQuery, a *timetable.Availability, end time.Time) error {
	a.Limits = timetable.LimitsOfAll(q.Home, q.HomeZone)
	emails, limits := []string{}, slices.Clone(a.Limits)
	for _, iv := range a.Interviewers {
		if len(iv.Limits) > 0 {
			emails, limits = append(emails, iv.Email), append(limits, iv.Limits...)
		}
	}
	if q.Home.Counts() {
		emails = nil
	}
	counted, err := s.readCounted(tx, q.OrgID, emails, limits, timetable.Range{From: q.From, To: end},
		q.Home.NoShowsFree)
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
	for n := range a.Interviewers {
		timetable.Count(a.Interviewers[n].Limits, counted[a.Interviewers[n].Email])
	}
	return nil
}

// LimitsOf returns the limits of one person, of theirs and of those that the organization has for each of its people,
// with what counts towards them around an interview at that time, and the busy times of their calendar if they matter.
func (s *Store) LimitsOf(tx *gorm.DB, orgID, email, zone string, own models.InterviewLimits,
	home models.OrganizationLimits, want timetable.Range) (limits []timetable.Limited,
	busy []timetable.Range, err error) {
	limits = timetable.LimitsOf(own, zone, home)
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
	var span timetable.Range
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
		where i.org_id = ? and i.starts_at >= ? and i.starts_at < ? and i.canceled_at is null
		and not (i.source = 'external' and i.link_used_at is null)`+missed, []any{orgID, span.From, span.To}
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
