package availability

import (
	"context"
	"database/sql"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// Interviewers lists a posting's interviewers by email, each with their painted slots.
func (s *Store) Interviewers(ctx context.Context, orgID, postingID string) ([]timetable.PostingInterviewer, error) {
	var list []assigned
	err := s.db.View(ctx, func(tx *gorm.DB) error {
		if _, err := pipelines.ReadPosting(tx, orgID, postingID); err != nil {
			return err
		}
		var err error
		list, err = s.readAssigned(tx, orgID, postingID, nil)
		return err
	})
	if err != nil {
		return nil, db.Wrap("list interviewers", err)
	}
	return postingInterviewers(list)
}

// assigned is an interviewer of a posting as read from the database. painted is the list of starts that
// [db.Dialect.Instants] returns. It is parsed after the commit, to keep writing transactions short.
type assigned struct {
	email, link, title, painted string
	personal, named             bool
}

// readAssigned reads the posting's interviewers, unless only is nil just those whose addresses it has. It leaves out
// the slots of personal interviewers.
func (s *Store) readAssigned(tx *gorm.DB, orgID, postingID string, only []string) (out []assigned, err error) {
	restrict, args := "", []any{orgID, postingID}
	if only != nil {
		restrict, args = " and i.email in ?", append(args, only)
	}
	query := tx.Raw(`select i.email, coalesce(i.meeting_link, ''), coalesce(p.title, ''),
			p.working_hours is not null or coalesce(p.calendar_connected, false),
			case when p.working_hours is not null or coalesce(p.calendar_connected, false) then ''
				else coalesce((select `+s.db.Dialect.Instants("s.start_at")+` from slots s where s.org_id = i.org_id
					and s.posting_id = i.posting_id and s.email = i.email), '') end, i.named
		from posting_interviewers i left join people p on p.org_id = i.org_id and p.email = i.email
		where i.org_id = ? and i.posting_id = ?`+restrict, args...)
	err = db.Each(query, func(rows *sql.Rows) error {
		var a assigned
		err := rows.Scan(&a.email, &a.link, &a.title, &a.personal, &a.painted, &a.named)
		out = append(out, a)
		return err
	})
	return out, err
}

// postingInterviewers parses the list and puts it into the order of the answer.
func postingInterviewers(list []assigned) ([]timetable.PostingInterviewer, error) {
	out := make([]timetable.PostingInterviewer, len(list))
	for n, a := range list {
		out[n] = timetable.PostingInterviewer{Email: a.email, MeetingLink: a.link, Personal: a.personal,
			Title: a.title}
		if a.painted == "" {
			continue
		}
		var err error
		if out[n].Slots, err = parseInstants(a.painted); err != nil {
			return nil, db.Wrap("read slots", err)
		}
	}
	timetable.SortInterviewers(out)
	return out, nil
}

// SetInterviewers replaces the posting's list of interviewers (§4 Slots rule 1). Slots of personal interviewers are not
// stored. Who is no member without the posting is signed out. It returns [models.Invalid] if there would be too many
// painted slots.
func (s *Store) SetInterviewers(ctx context.Context, by act.By, orgID, postingID string,
	set []timetable.PostingInterviewer) ([]timetable.PostingInterviewer, error) {
	var rows []db.AssignedRecord
	var emails []string
	var slots []timetable.SlotWrite
	for _, i := range set {
		rows = append(rows, db.AssignedRecord{OrgID: orgID, PostingID: postingID, Email: i.Email,
			MeetingLink: i.MeetingLink, Named: true})
		emails = append(emails, i.Email)
		for _, at := range i.Slots {
			slots = append(slots, timetable.SlotWrite{InterviewerEmail: i.Email, StartAt: at})
		}
	}
	list, err := s.availability(ctx, by, orgID, postingID, nil, func(tx *gorm.DB) error {
		seats, err := pipelines.ReadNamedOn(tx, orgID, postingID)
		if err != nil {
			return err
		}
		left := slices.DeleteFunc(seats, func(email string) bool { return slices.Contains(emails, email) })
		ofPosting := func() *gorm.DB { return db.Of(tx, orgID).Where("posting_id = ?", postingID) }
		gone := ofPosting().Delete(&db.SlotRecord{})
		if gone.Error != nil {
			return gone.Error
		}
		if err := ofPosting().Delete(&db.AssignedRecord{}).Error; err != nil {
			return err
		}
		if _, err := db.Create(tx, rows, nil); err != nil {
			return err
		}
		if err := s.paint(tx, orgID, postingID, emails, slots, int(gone.RowsAffected)); err != nil {
			return err
		}
		return s.team.Unseat(tx, orgID, left...)
	})
	if err != nil {
		return nil, db.Wrap("set interviewers", err)
	}
	return postingInterviewers(list)
}

// AddSlots adds starts, and assigns interviewers who are not assigned yet (§4 Slots rule 2); they are no members by
// that, or the holder of a key could let any address in. It returns the interviewers of the request with their slots
// after it, or [models.Invalid] if there would be too many painted slots.
func (s *Store) AddSlots(ctx context.Context, by act.By, orgID, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error) {
	emails := named(slots)
	rows := make([]db.AssignedRecord, len(emails))
	for n, email := range emails {
		rows[n] = db.AssignedRecord{OrgID: orgID, PostingID: postingID, Email: email}
	}
	list, err := s.availability(ctx, by, orgID, postingID, emails, func(tx *gorm.DB) error {
		if _, err := db.Create(tx, rows, db.SkipKnown); err != nil {
			return err
		}
		var count int64
		if err := db.Of(tx.Model(&db.AssignedRecord{}), orgID).Where("posting_id = ?", postingID).
			Count(&count).Error; err != nil {
			return err
		}
		if err := pipeline.CheckAssignedCount("the posting", int(count)); err != nil {
			return err
		}
		return s.paint(tx, orgID, postingID, emails, slots, 0)
	})
	if err != nil {
		return nil, db.Wrap("add slots", err)
	}
	return postingInterviewers(list)
}

// RemoveSlots removes starts and nothing else (§4 Slots rule 6). It returns the interviewers of the request with their
// slots after it; people who are not assigned have none and stay unassigned.
func (s *Store) RemoveSlots(ctx context.Context, by act.By, orgID, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error) {
	emails := named(slots)
	var personal []string
	list, err := s.availability(ctx, by, orgID, postingID, emails, func(tx *gorm.DB) (err error) {
		if _, err := s.unpaint(tx, orgID, postingID, slots); err != nil {
			return err
		}
		personal, err = readPersonal(tx, orgID, emails)
		return err
	})
	if err != nil {
		return nil, db.Wrap("remove slots", err)
	}
	out, err := postingInterviewers(list)
	return timetable.WithUnassigned(out, emails, personal), err
}

// availability runs fn in a transaction that excludes all others which change the posting's availability, and notes
// what fn changed. It returns the posting's interviewers after it, unless only is nil just those whose addresses it
// has: fn changes no others.
func (s *Store) availability(ctx context.Context, by act.By, orgID, postingID string, only []string,
	fn func(tx *gorm.DB) error) (after []assigned, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.Dialect.Lock(tx, db.AvailabilityKey(orgID, postingID)); err != nil {
			return err
		}
		if _, err := pipelines.ReadPosting(tx, orgID, postingID); err != nil {
			return err
		}
		before, err := s.readAssigned(tx, orgID, postingID, only)
		if err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		if after, err = s.readAssigned(tx, orgID, postingID, only); err != nil {
			return err
		}
		return s.noteAvailability(by, tx, orgID, postingID, before, after)
	})
	return after, err
}

// noteAvailability notes how the posting's interviewers differ. Only the slots of those who differ are parsed.
func (s *Store) noteAvailability(by act.By, tx *gorm.DB, orgID, postingID string,
	before, after []assigned) error {
	same := func(a assigned) bool { return slices.Contains(before, a) && slices.Contains(after, a) }
	was, err := assignedInterviewers(slices.DeleteFunc(slices.Clone(before), same))
	if err != nil {
		return err
	}
	is, err := assignedInterviewers(slices.DeleteFunc(slices.Clone(after), same))
	if err != nil {
		return err
	}
	c, changed := timetable.AvailabilityChange(postingID, was, is)
	if !changed {
		return nil
	}
	return s.db.Note(by, tx, orgID, c)
}

// assignedInterviewers are the interviewers of the list as a history compares them.
func assignedInterviewers(list []assigned) ([]timetable.InterviewerOfPosting, error) {
	interviewers, err := postingInterviewers(list)
	out := make([]timetable.InterviewerOfPosting, len(interviewers))
	for n, i := range interviewers {
		out[n] = timetable.InterviewerOfPosting{PostingInterviewer: i, Named: slices.ContainsFunc(list,
			func(a assigned) bool { return a.email == i.Email && a.named })}
	}
	return out, err
}

// ReadPerson reads a person, the zero value when the organization knows none of that address.
func ReadPerson(tx *gorm.DB, orgID, email string) (timetable.Person, error) {
	found, err := db.Take[db.PersonRecord](db.Of(tx, orgID).Where("email = ?", email))
	if err != nil || found == nil {
		return timetable.Person{}, err
	}
	return timetable.Person(*found), nil
}

// readPeople reads the people of these addresses that are known, by address.
func readPeople(tx *gorm.DB, orgID string, emails []string) (map[string]timetable.Person, error) {
	var rows []db.PersonRecord
	if err := db.Of(tx, orgID).Where("email in ?", append(slices.Clone(emails), "")).Find(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]timetable.Person{}
	for _, p := range rows {
		out[p.Email] = timetable.Person(p)
	}
	return out, nil
}

// PersonalOnly selects the people whose own schedule counts.
func PersonalOnly(tx *gorm.DB) *gorm.DB {
	return tx.Where("(working_hours is not null or calendar_connected)")
}

// readPersonal returns those of the people who are personal.
func readPersonal(tx *gorm.DB, orgID string, emails []string) (personal []string, err error) {
	err = db.Of(tx.Model(&db.PersonRecord{}), orgID).Where("email in ?", emails).Scopes(PersonalOnly).
		Pluck("email", &personal).Error
	return personal, err
}

// named returns the distinct interviewers of a slot write, sorted.
func named(slots []timetable.SlotWrite) []string {
	var emails []string
	for _, x := range slots {
		emails = append(emails, x.InterviewerEmail)
	}
	slices.Sort(emails)
	return slices.Compact(emails)
}

// paint stores the slots of interviewers who are not personal; slots that exist already stay. gone is how many slots
// the transaction has removed before. It returns [models.Invalid] beyond the limit.
func (s *Store) paint(tx *gorm.DB, orgID, postingID string, emails []string, slots []timetable.SlotWrite,
	gone int) error {
	if len(slots) == 0 {
		return nil
	}
	personal, err := readPersonal(tx, orgID, emails)
	if err != nil {
		return err
	}
	var keep []db.SlotRecord
	for _, x := range slots {
		if !slices.Contains(personal, x.InterviewerEmail) {
			keep = append(keep, db.SlotRecord{OrgID: orgID, PostingID: postingID, Email: x.InterviewerEmail,
				StartAt: models.Instant(x.StartAt)})
		}
	}
	added, err := db.Create(tx, keep, db.SkipKnown)
	if err != nil {
		return err
	}
	return s.CheckPainted(tx, orgID, postingID, int(added)-gone)
}

// CheckPainted returns [models.Invalid] if added slots bring the posting beyond the limit.
func (s *Store) CheckPainted(tx *gorm.DB, orgID, postingID string, added int) error {
	var painted int64
	if err := db.Of(tx.Model(&db.SlotRecord{}), orgID).Where("posting_id = ?",
		postingID).Count(&painted).Error; err != nil {
		return err
	}
	return s.db.Limits.CheckPainted(int(painted), added)
}
