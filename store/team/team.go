package team

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// AddMember adds a member, as [access.DecideAddMember] allows it (D1). An interviewer becomes a person of the
// organization. Who was no member before is told so by a letter: wake is the row whose workflow sends it, without an id
// if none is sent.
func (s *Store) AddMember(ctx context.Context, by act.By, m models.Member) (wake models.PendingWake, err error) {
	_, wake, err = s.changeTeam(ctx, by, m.OrgID, m.Email, models.ChangeCreated,
		func(all []models.Member, interviewing access.Interviewing) (access.TeamChange, error) {
			return access.DecideAddMember(all, interviewing, m)
		})
	return wake, db.Wrap("add member", err)
}

// ChangeMember gives a member the name and role of m, as [access.DecideChangeMember] allows it; seen is the role that
// whoever asks was shown. The role counts from the member's next request on (D1).
func (s *Store) ChangeMember(ctx context.Context, by act.By, m models.Member, seen models.MemberRole) error {
	_, _, err := s.changeTeam(ctx, by, m.OrgID, m.Email, models.ChangeRoleChanged,
		func(all []models.Member, interviewing access.Interviewing) (access.TeamChange, error) {
			return access.DecideChangeMember(all, interviewing, m, seen)
		})
	return db.Wrap("change member", err)
}

// RemoveMember removes a member, as [access.DecideRemoveMember] allows it. stays is true if they are an interviewer
// still; else somebody else is needed for seats that they have in panels ([booking.Vacancy]).
func (s *Store) RemoveMember(ctx context.Context, by act.By, orgID, email string) (stays bool, err error) {
	c, _, err := s.changeTeam(ctx, by, orgID, email, models.ChangeRemoved,
		func(all []models.Member, interviewing access.Interviewing) (access.TeamChange, error) {
			return access.DecideRemoveMember(all, interviewing, email)
		})
	return c.To != "", db.Wrap("remove member", err)
}

// changeTeam decides a change of one member on all members and writes it. It excludes every other such change, and an
// organization file that is applied: two admins who remove each other at once would leave nobody. wake is the row of
// the letter to somebody who became a member, without an id if there is none.
func (s *Store) changeTeam(ctx context.Context, by act.By, orgID, email string, what models.ChangeKind,
	decide func([]models.Member, access.Interviewing) (access.TeamChange, error)) (c access.TeamChange,
	wake models.PendingWake, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		wake = models.PendingWake{}
		if err := s.db.LockApply(tx, orgID); err != nil {
			return err
		}
		all, err := ReadMembers(tx, orgID, "")
		if err != nil {
			return err
		}
		interviewing, err := s.readInterviewing(tx, orgID, email)
		if err != nil {
			return err
		}
		if c, err = decide(all, interviewing); err != nil {
			return err
		}
		var left []booking.Vacancy
		if c.From != "" && c.To == "" {
			left = append(left, booking.LeftVacancy(email))
		}
		if err := s.db.Vacancies.LockVacancies(tx, orgID, left...); err != nil {
			return err
		}
		if err := s.writeTeam(tx, orgID, email, c); err != nil {
			return err
		}
		if err := s.db.Vacancies.FillVacancies(by, tx, orgID, left...); err != nil {
			return err
		}
		if what == models.ChangeRemoved {
			if err := s.Unseat(tx, orgID, email); err != nil {
				return err
			}
		}
		if c.From != "" && c.From != c.To {
			if err := s.EndMemberLinks(tx, orgID, email); err != nil {
				return err
			}
			if !pipeline.MayRecruit(c.To) {
				if err := s.watchers.Drop(tx, orgID, email); err != nil {
					return err
				}
			}
		}
		if c.Joins() {
			if wake, err = s.tellMember(by, tx, orgID, email, c.To); err != nil {
				return err
			}
		}
		change := models.Change{Subject: models.SubjectMember, SubjectID: email, Kind: what}
		change.Details = append(change.Details, models.Changed(models.FieldRole, string(c.From), string(c.To))...)
		if what == models.ChangeRoleChanged {
			before := ""
			for _, m := range all {
				if m.Email == email {
					before = m.Name
				}
			}
			if change.Details = append(change.Details, models.Changed(models.FieldName, before, c.Name)...); len(
				change.Details) == 0 {
				return nil
			}
		}
		return s.db.Note(by, tx, orgID, change)
	})
	return c, wake, err
}

// readInterviewing reads what makes the address an interviewer beside a row of members.
func (s *Store) readInterviewing(tx *gorm.DB, orgID, email string) (access.Interviewing, error) {
	all, err := s.readInterviewers(tx, orgID, "select cast(? as text) as email", email)
	return all[email], err
}

// readInterviewers does so for several addresses: who is the query that selects them. The result is by address.
func (s *Store) readInterviewers(tx *gorm.DB, orgID, who string, args ...any) (map[string]access.Interviewing, error) {
	var rows []struct {
		Email        string
		Interviewing access.Interviewing `gorm:"embedded"`
	}
	// SQL by hand: the counts are of four tables, each by an index of an address.
	err := tx.Raw(`select m.email,
			coalesce((select p.origin from people p where p.org_id = ? and p.email = m.email), '') as person_origin,
			(select count(*) from posting_interviewers i where i.org_id = ? and i.email = m.email and i.named)
				as postings,
			(select count(*) from posting_interviewers i where i.org_id = ? and i.email = m.email and not i.named)
				as painted,
			(select count(*) from interviews i where i.org_id = ? and i.interviewer_email = m.email
				and i.canceled_at is null and i.call_ended_at is null
				and (i.window_ends_at is null or i.window_ends_at > ?)) as to_come,
			(select count(*) from pool_members i where i.org_id = ? and i.email = m.email) as pools
		from (`+who+`) m`, append([]any{orgID, orgID, orgID, orgID, s.db.NowOf(orgID), orgID}, args...)...).
		Scan(&rows).Error
	out := make(map[string]access.Interviewing, len(rows))
	for _, r := range rows {
		out[r.Email] = r.Interviewing
	}
	return out, db.Wrap("read what makes somebody an interviewer", err)
}

// Roster is the members of an organization with what a page has to know to say what can be done to each (D1).
type Roster struct {
	Members      []models.Member // by email
	Interviewing map[string]access.Interviewing
	Letters      map[string]access.FailedLetter // that should have told them that they are members
}

// Roster reads the members with what makes them interviewers, and the letters to new ones that did not leave.
func (s *Store) Roster(ctx context.Context, orgID string) (r Roster, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if r.Members, err = ReadMembers(tx, orgID, ""); err != nil {
			return err
		}
		if r.Letters, err = s.readFailedMemberLetters(tx, orgID); err != nil {
			return err
		}
		r.Interviewing, err = s.readInterviewers(tx, orgID, `select email from members where org_id = ?
			union select email from people where org_id = ?
			union select email from posting_interviewers where org_id = ?`, orgID, orgID, orgID)
		return err
	})
	return r, db.Wrap("read members", err)
}

// writeTeam writes what was decided of the member.
func (s *Store) writeTeam(tx *gorm.DB, orgID, email string, c access.TeamChange) error {
	now := s.db.NowOf(orgID)
	if m := c.Row; m != nil {
		old, err := db.Take[MemberRecord](db.Of(tx, orgID).Where("email = ?", email))
		if err != nil {
			return err
		}
		row := MemberRecord{OrgID: orgID, Email: email, Name: m.Name, Role: string(m.Role),
			Origin: models.OriginDashboard, CreatedAt: now, UpdatedAt: now}
		if old == nil {
			err = tx.Create(&row).Error
		} else {
			row.CreatedAt = old.CreatedAt
			err = tx.Select("*").Updates(&row).Error
		}
		if err != nil {
			return db.Wrap("write member", err)
		}
	}
	if c.Drop {
		if err := db.Of(tx, orgID).Where("email = ?", email).Delete(&MemberRecord{}).Error; err != nil {
			return db.Wrap("delete member", err)
		}
		if err := s.db.KeepOut(tx, orgID, models.SubjectMember, email); err != nil {
			return err
		}
	}
	switch c.Person {
	case access.PersonAdded:
		org, err := db.ReadOrganization(tx, "id", orgID)
		if err != nil {
			return err
		}
		return db.Wrap("insert person", tx.Clauses(db.SkipKnown).Create(&db.PersonRecord{OrgID: orgID, Email: email,
			Name: c.Name, TimeZone: org.TimeZone, CreatedAt: now, UpdatedAt: now,
			Origin: models.OriginDashboard}).Error)
	case access.PersonRenamed:
		return db.Wrap("rename person", db.Of(tx.Model(&db.PersonRecord{}), orgID).Where("email = ?", email).
			Updates(map[string]any{"name": c.Name, "updated_at": now}).Error)
	case access.PersonRemoved:
		if err := s.RemovePerson(tx, orgID, email); err != nil {
			return err
		}
		if err := s.db.KeepOut(tx, orgID, models.SubjectPerson, email); err != nil {
			return err
		}
		return s.db.Forget(tx, orgID, models.SubjectPerson, email)
	}
	return nil
}

// RemovePerson deletes a person with their absences, and their connected calendar with its history.
func (s *Store) RemovePerson(tx *gorm.DB, orgID, email string) error {
	if err := s.db.DropCalendar(tx, orgID, email); err != nil {
		return err
	}
	if err := db.WriteAbsences(tx, orgID, email, nil); err != nil {
		return db.Wrap("delete absences", err)
	}
	return db.Wrap("delete person", tx.Delete(&db.PersonRecord{OrgID: orgID, Email: email}).Error)
}
