package availability

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// readFalling reads the scheduled interviews to come in which the person has a seat and that fall on a day off, by
// their start.
func (s *Store) readFalling(tx *gorm.DB, orgID, email string, off timetable.TimeOff,
	now time.Time) ([]interviews.InterviewRow, error) {
	rows, err := interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true,
		" and i.starts_at > ? and "+Blocks+` and i.id in (select w.interview_id from attendees w where w.org_id = ?
			and w.email = ? and w.starts_at > ?) order by i.starts_at, i.id`, now.Add(-db.Longest), orgID, email,
		now.Add(-db.Longest))
	return slices.DeleteFunc(rows, func(i interviews.InterviewRow) bool {
		return !i.EndsAt.After(now) || i.StatusAt(now) != models.StatusScheduled ||
			!off.Away(timetable.Range{From: i.StartsAt, To: i.EndsAt})
	}), db.Wrap("read interviews on days off", err)
}

// TimesOff reads when the organization's people are away from now on, by email; of absences without their reasons. It
// is one query.
func (s *Store) TimesOff(ctx context.Context, orgID string) (map[string]timetable.TimeOff, error) {
	var rows []struct{ Email, Zone, Dates, Absences string }
	if err := s.db.Read.WithContext(ctx).Raw(`select f.email, coalesce(nullif(p.time_zone, ''), o.time_zone) as zone,
			coalesce(p.dates, '') as dates, `+Absences(s.db.Dialect, "o.id", "f.email", "?")+` as absences
		from (select email from people where org_id = ? and dates is not null
			union select email from absences where org_id = ?) f
		join organizations o on o.id = ?
		left join people p on p.org_id = o.id and p.email = f.email`, FirstDate(s.db.NowOf(orgID)), orgID, orgID,
		orgID).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("read who is away", err)
	}
	out := make(map[string]timetable.TimeOff, len(rows))
	for _, r := range rows {
		off := timetable.TimeOff{Zone: r.Zone}
		if err := db.UnmarshalText(r.Dates, &off.Dates); err != nil {
			return nil, db.Wrap("read dates that differ", err)
		}
		var err error
		if off.Absences, err = db.ParseAbsences(r.Absences); err != nil {
			return nil, db.Wrap("read who is away", err)
		}
		out[r.Email] = off
	}
	return out, nil
}

// EnterAbsence makes the person away on these days; of the same days the reason is replaced. It waits for bookings that
// name the person, or may choose them, so that whoever reads [Store.PersonWeek] after it finds all that fall on these
// days, and none is picked on them any more. For seats that they have on these days somebody else is needed
// ([booking.Vacancy]). Refusals: [models.NotFound] for somebody who neither is a member nor
// interviews on a posting, those of [timetable.WithAbsence], and a [models.Conflict] for a person whom the organization
// file keeps.
func (s *Store) EnterAbsence(ctx context.Context, by act.By, orgID, email string, a timetable.Absence) error {
	return db.Wrap("enter absence", s.changeAbsences(ctx, by, orgID, email,
		func(p timetable.Person, zone *time.Location,
			list []timetable.Absence) ([]timetable.Absence, *models.Change, error) {
			if slices.Contains(list, a) {
				return list, nil, nil // the form was sent twice
			}
			list, err := timetable.WithAbsence(list, a, s.db.NowOf(orgID).In(zone))
			c := timetable.AbsenceChange(p.Email, models.ChangeAbsenceSet, a)
			return list, &c, err
		}))
}

// TakeBackAbsence forgets the person's absence of these days; one that is not there is no error. Whoever was needed
// because of it is not any more. Refusals are those of [Store.EnterAbsence].
func (s *Store) TakeBackAbsence(ctx context.Context, by act.By, orgID, email string, a timetable.Absence) error {
	return db.Wrap("take back absence", s.changeAbsences(ctx, by, orgID, email,
		func(p timetable.Person, _ *time.Location,
			list []timetable.Absence) ([]timetable.Absence, *models.Change, error) {
			n := slices.IndexFunc(list, func(x timetable.Absence) bool {
				return x.First == a.First &&
					x.Last == a.Last
			})
			if n < 0 {
				return list, nil, nil
			}
			c := timetable.AbsenceChange(p.Email, models.ChangeAbsenceEnded, list[n])
			return slices.Delete(slices.Clone(list), n, n+1), &c, nil
		}))
}

// changeAbsences has change decide on the person's absences and writes what it returns; a nil change changes nothing.
// zone is the one of their days.
func (s *Store) changeAbsences(ctx context.Context, by act.By, orgID, email string,
	change func(p timetable.Person, zone *time.Location,
		list []timetable.Absence) ([]timetable.Absence, *models.Change, error)) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		if err := s.db.Dialect.Lock(tx, personKey(orgID, email)); err != nil {
			return err
		}
		p, err := readMemberPerson(tx, orgID, email)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin("interviewer "+email, p.Origin); err != nil {
			return err
		}
		org, err := db.ReadOrganization(tx, "id", orgID)
		if err != nil {
			return err
		}
		before, err := db.ReadAbsences(tx, orgID, email)
		if err != nil {
			return err
		}
		zone := p.ZoneIn(org.TimeZone)
		after, c, err := change(p, models.Location(zone), before)
		if err != nil {
			return err
		}
		vacancy := booking.AwayVacancy(email, zone, before, after)
		if err := s.db.Vacancies.LockVacancies(tx, orgID, vacancy); err != nil || c == nil {
			return err
		}
		if err := db.WriteAbsences(tx, orgID, email, after); err != nil {
			return err
		}
		if err := s.db.Note(by, tx, orgID, *c); err != nil {
			return err
		}
		return s.db.Vacancies.FillVacancies(by, tx, orgID, vacancy)
	})
}

// Absences lists the days of the absences of whoever has that email, without the reasons, as [db.ParseAbsences] reads
// them. since is the first date that is of interest, see [FirstDate].
func Absences(d db.Dialect, orgID, email, since string) string {
	return "coalesce((select " + d.List("x.first_day || x.last_day") + " from absences x where x.org_id = " + orgID +
		" and x.email = " + email + " and x.last_day >= " + since + "), '')"
}

// FirstDate is the first date that an instant can have in any zone.
func FirstDate(at time.Time) string { return at.UTC().AddDate(0, 0, -1).Format(time.DateOnly) }
