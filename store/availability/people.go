package availability

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/team"
)

// PersonID returns the name under which pages know a member of the organization: a pseudonym, since no address of a
// page holds an email.
func (s *Store) PersonID(orgID, email string) string {
	return personID(s.db.Secret(), orgID, email)
}

// IsPerson reports whether the id names the person, also if it was made before the secret was rotated.
func (s *Store) IsPerson(orgID, email, id string) bool {
	return slices.ContainsFunc(s.db.Secret().Each(), func(one keyring.Secret) bool {
		return personID(one, orgID, email) == id
	})
}

func personID(secret keyring.Secret, orgID, email string) string {
	return "per_" + secret.Pseudonym("person\x00"+orgID, email)
}

// PersonBy finds the member or interviewer whom [Store.PersonID] names and reads them like [Store.Person].
func (s *Store) PersonBy(ctx context.Context, orgID, id string) (timetable.Person, error) {
	members, err := s.team.Team(ctx, orgID)
	if err != nil {
		return timetable.Person{}, err
	}
	for _, m := range members {
		if s.IsPerson(orgID, m.Email, id) {
			return s.Person(ctx, orgID, m.Email)
		}
	}
	return timetable.Person{}, models.NotFoundf("person %s not found", models.Quote(id))
}

// Person reads a member of the organization, or who interviews on a posting, as a person: their name, zone, hours and
// dates. If nothing of it is stored, they have their email and the organization's zone. [models.NotFound] for anybody
// else.
func (s *Store) Person(ctx context.Context, orgID, email string) (p timetable.Person, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		p, err = readMemberPerson(tx, orgID, email)
		return err
	})
	return p, db.Wrap("read person", err)
}

// People reads everybody whom [Store.Person] knows, by email, without their dates that differ and meeting links.
// It is two queries.
func (s *Store) People(ctx context.Context, orgID string) (out []timetable.Person, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		members, err := team.ReadTeam(tx, orgID, "", "")
		if err != nil {
			return err
		}
		var rows []db.PersonRecord
		columns := "org_id, email, time_zone, working_hours, calendar_connected, origin, limits"
		if err := db.Of(tx.Select(columns), orgID).Find(&rows).Error; err != nil {
			return err
		}
		stored := make(map[string]timetable.Person, len(rows))
		for _, r := range rows {
			stored[r.Email] = timetable.Person(r)
		}
		for _, m := range members {
			p := stored[m.Email]
			p.OrgID, p.Email, p.Name = orgID, m.Email, m.Name
			out = append(out, p)
		}
		return nil
	})
	return out, db.Wrap("list people", err)
}

func readMemberPerson(tx *gorm.DB, orgID, email string) (timetable.Person, error) {
	p, err := ReadPerson(tx, orgID, email)
	if err != nil || p.Email != "" {
		return p, err
	}
	found, err := team.ReadTeam(tx, orgID, "", " and email = ?", email)
	switch {
	case err != nil:
		return p, err
	case len(found) == 0:
		return p, models.NotFoundf("person %s not found", models.Quote(email))
	}
	org, err := db.ReadOrganization(tx, "id", orgID)
	return timetable.Person{OrgID: orgID, Email: email, Name: found[0].Name, TimeZone: org.TimeZone}, err
}

// changePerson has change decide on the stored person, under a lock on them, and writes what it returns. Somebody who
// is a member and has no row gets one. Then it runs the others in the same transaction.
func (s *Store) changePerson(ctx context.Context, by act.By, orgID, email string,
	change func(tx *gorm.DB, p timetable.Person) (timetable.Person, error),
	then ...func(tx *gorm.DB) error) (timetable.Person, error) {
	var after timetable.Person
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		if err := s.db.Dialect.Lock(tx, personKey(orgID, email)); err != nil { // there may be no row to lock
			return err
		}
		if _, err := db.Take[db.PersonRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email = ?",
			email)); err != nil {
			return err
		}
		before, err := readMemberPerson(tx, orgID, email)
		if err != nil {
			return err
		}
		if after, err = change(tx, before); err != nil {
			return err
		}
		if err := s.writePerson(ctx, by, tx, before, &after); err != nil {
			return err
		}
		for _, fn := range then {
			if err := fn(tx); err != nil {
				return err
			}
		}
		return nil
	})
	return after, err
}

func personKey(orgID, email string) string { return "person\x00" + orgID + "\x00" + email }

// writePerson inserts or updates the row with its history. What was read of a calendar in another zone is read anew.
func (s *Store) writePerson(ctx context.Context, by act.By, tx *gorm.DB, before timetable.Person,
	after *timetable.Person) error {
	now := s.db.NowOf(after.OrgID)
	told := db.PersonRecord(*after)
	told.CalendarConnected = before.CalendarConnected // the calendar's own change
	if details := db.RecordDetails("", db.PersonRecord(before), told); len(details) > 0 {
		what := models.ChangeHoursSet
		if before.MeetingLink != after.MeetingLink || before.Title != after.Title || before.Limits != after.Limits {
			what = models.ChangeEdited
		}
		if err := s.db.Note(by, tx, after.OrgID, models.Change{Subject: models.SubjectPerson, SubjectID: after.Email,
			Kind: what, Details: details}); err != nil {
			return err
		}
	}
	after.UpdatedAt = now
	if before.CreatedAt.IsZero() {
		after.CreatedAt, after.Origin = now, models.OriginDashboard
		row := db.PersonRecord(*after)
		return tx.Create(&row).Error
	}
	row := db.PersonRecord(*after)
	if err := tx.Select("*").Updates(&row).Error; err != nil {
		return err
	}
	if before.TimeZone == after.TimeZone { // else all-day events and floating times have moved
		return nil
	}
	return db.RequestFullSync(tx, after.OrgID, after.Email, now)
}

// SetHours saves the person's working hours and zone as the form says, or forgets the hours if the order has none
// (D14). [models.Conflict] if the form showed other hours than are saved by now.
func (s *Store) SetHours(ctx context.Context, by act.By, orgID, email string,
	o timetable.HoursOrder) (timetable.Person, error) {
	p, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (timetable.Person, error) {
		if err := models.CheckOrigin("interviewer "+email, p.Origin); err != nil {
			return p, err
		}
		return p.ChangeHours(o)
	})
	return p, db.Wrap("save working hours", err)
}

// SetDates makes the dates of the order differ from the week. Other dates stay as they are.
func (s *Store) SetDates(ctx context.Context, by act.By, orgID, email string,
	o timetable.DatesOrder) (timetable.Person, error) {
	p, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (_ timetable.Person,
		err error) {
		if err = models.CheckOrigin("interviewer "+email, p.Origin); err != nil {
			return p, err
		}
		p.Dates, err = p.Dates.With(o)
		return p, err
	})
	return p, db.Wrap("save dates that differ", err)
}

// RemoveDate makes a date like its weekday again. One that does not differ is no error.
func (s *Store) RemoveDate(ctx context.Context, by act.By, orgID, email, date string) (timetable.Person, error) {
	p, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (timetable.Person, error) {
		p.Dates = p.Dates.Without(date)
		return p, models.CheckOrigin("interviewer "+email, p.Origin)
	})
	return p, db.Wrap("remove a date that differs", err)
}

// SetLimits saves how much the person interviews at most, of whom the form showed limits in those words (P5).
func (s *Store) SetLimits(ctx context.Context, by act.By, orgID, email, shown string,
	l models.InterviewLimits) (timetable.Person, error) {
	p, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (timetable.Person, error) {
		return p.ChangeLimits(shown, l)
	})
	return p, db.Wrap("save limits", err)
}

// PersonWeek is what a person's own schedule comes to within a span, whatever postings they are on.
type PersonWeek struct {
	Person       timetable.Person
	Connection   *timetable.Connection     // nil: no calendar is connected
	Explanations []timetable.Explanation   // of every half hour in which a start could be, about the person alone
	Bookings     map[string]models.Posting // of the interviews that they name, by the interview's id: its posting

	Absences []timetable.Absence       // in order, also those that are over
	Falling  []interviews.InterviewRow // scheduled ones to come with a seat of theirs on a day off, whatever the span
}

// PersonWeek reads a member's schedule and explains every half hour with from <= start <= to (D14). The number of
// queries is constant. [models.NotFound] for somebody who is not a member.
func (s *Store) PersonWeek(ctx context.Context, orgID, email string, from, to time.Time) (w PersonWeek, err error) {
	now := s.db.NowOf(orgID)
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if w.Person, err = readMemberPerson(tx, orgID, email); err != nil {
			return err
		}
		if w.Connection, err = readConnectionOf(tx, orgID, email); err != nil {
			return err
		}
		org, err := db.ReadOrganization(tx, "id", orgID)
		if err != nil {
			return err
		}
		iv, end := w.Person.AvailableAt(org.TimeZone, w.Connection, now), to.Add(timetable.HalfHour)
		if w.Absences, err = db.ReadAbsences(tx, orgID, email); err != nil {
			return err
		}
		iv.Absences = w.Absences
		if iv.Limits, _, err = s.LimitsOf(tx, orgID, email, iv.Zone, w.Person.Limits, org.Limits,
			timetable.Range{From: from, To: end}); err != nil {
			return err
		}
		if w.Falling, err = s.readFalling(tx, orgID, email, iv.TimeOff(), now); err != nil {
			return err
		}
		if iv.Bookings, err = ReadBlocking(tx, orgID, email, from, end); err != nil {
			return err
		}
		var busy []db.BusyRecord
		if err := db.Of(tx, orgID).Where("email = ? and from_at < ? and to_at > ?", email, end, from).
			Find(&busy).Error; err != nil {
			return err
		}
		for _, b := range busy {
			iv.Busy = append(iv.Busy, timetable.Range{From: b.FromAt, To: b.ToAt})
		}
		a := timetable.Availability{Interviewers: []timetable.Available{iv}}
		x := Explained{Explanations: a.ExplainAll(timetable.GridStarts(from, to), timetable.HalfHour, now, "")}
		if err := readNamed(tx, orgID, &x); err != nil {
			return err
		}
		w.Explanations, w.Bookings = x.Explanations, x.Bookings
		return nil
	})
	return w, db.Wrap("read a person's week", err)
}

// readConnectionOf reads a person's connected calendar without its credentials, nil for none.
func readConnectionOf(tx *gorm.DB, orgID, email string) (*timetable.Connection, error) {
	return db.First[timetable.Connection](tx, "select c.* from calendars c where c.org_id = ? and c.email = ?", orgID, email)
}

// SetTitle gives a person the title of their work, "" for none, which must be checked. The error is a [models.Conflict]
// for a person whom the organization file keeps. One who has that title already, such as none, becomes no person of the
// organization by it.
func (s *Store) SetTitle(ctx context.Context, by act.By, orgID, email, title string) error {
	if p, err := s.Person(ctx, orgID, email); err != nil || p.Title == title {
		return err
	}
	_, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (timetable.Person, error) {
		p.Title = title
		return p, models.CheckOrigin("interviewer "+email, p.Origin)
	})
	return db.Wrap("save title", err)
}

// SetMeetingLink gives a person another meeting link of their own, "" for none, and gives it to their interviews that
// nobody can join. was is the link that the form showed: if it is another one by now, the error is a [models.Conflict],
// as for a person whom the organization file keeps. The link must be checked. Other interviews keep theirs.
func (s *Store) SetMeetingLink(ctx context.Context, by act.By, orgID, email, was, link string) error {
	_, err := s.changePerson(ctx, by, orgID, email, func(tx *gorm.DB, p timetable.Person) (timetable.Person, error) {
		if err := models.CheckOrigin("interviewer "+email, p.Origin); err != nil {
			return p, err
		}
		if p.MeetingLink != link && p.MeetingLink != was {
			return p, models.Conflictf("the meeting link of %s was changed meanwhile; compare the two and save again",
				email)
		}
		p.MeetingLink = link
		// A booking reads the link under this lock: it either sees the new one or is seen below.
		return p, db.Wrap("lock", s.db.Dialect.Lock(tx, db.InterviewerKey(orgID, email)))
	}, func(tx *gorm.DB) error {
		if link == "" {
			return nil
		}
		return s.interviews.GiveLinks(by, tx, orgID, "", email)
	})
	return db.Wrap("save meeting link", err)
}
