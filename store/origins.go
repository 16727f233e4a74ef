package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// takenRecord is a record that the dashboard took over from the organization file. It outlives the record, so that the
// file does not make it again.
type takenRecord struct {
	OrgID string `gorm:"primaryKey"`
	Kind  string `gorm:"primaryKey"`
	Key   string `gorm:"primaryKey"`
	At    time.Time
}

func (takenRecord) TableName() string { return "taken_over" }

// ownable is where the records of a subject are that the organization file may have.
type ownable struct {
	table, org string // and its column of organizations
	id         string // the column of what the dashboard names it by
	key        string // the column of what the file names it by
	kind       string // as an apply notes it
	subject    string // the column of what its history is kept under
}

// ownables are the subjects that can be taken over, those of [models.TakeOverAction]. Of an interview it is the entry
// that imported it, of a candidate the submissions that a file has of them.
var ownables = map[models.Subject]ownable{
	models.SubjectOrganization: {"organizations", "id", "id", "slug", "organization", "id"},
	models.SubjectMember:       {"members", "org_id", "email", "email", "member", "email"},
	models.SubjectPerson:       {"people", "org_id", "email", "email", "interviewer", "email"},
	models.SubjectCalendar:     {"calendars", "org_id", "email", "email", "calendar", "id"},
	models.SubjectAssessment:   {"assessments", "org_id", "id", "key", "assessment", "id"},
	models.SubjectPosting:      {"postings", "org_id", "id", "key", "posting", "id"},
	models.SubjectInterview:    {"imports", "org_id", "interview_id", "key", "import", "interview_id"},
	models.SubjectCandidate:    {"submissions", "org_id", "candidate_id", "key", "submission", "candidate_id"},
}

// TakeOver makes a record of the organization file the dashboard's: the file leaves it alone from then on (D24). An
// organization, a person, a calendar and a member is named by the organization's id and by their email, everything else
// by its id. It returns [models.NotFound] if the organization has no such record, and [models.Invalid] for a subject
// that no file has. What is the dashboard's already stays as it is.
func (s *Store) TakeOver(ctx context.Context, by By, orgID string, subject models.Subject, id string) error {
	o, ok := ownables[subject]
	if !ok {
		_, err := models.TakeOverAction(subject)
		return err
	}
	return wrap("take over "+o.kind, s.tx(ctx, func(tx *gorm.DB) error {
		if err := s.lockApply(tx, orgID); err != nil {
			return err
		}
		var found []struct{ Key, Origin, Subject string }
		q := tx.Table(o.table).Where(o.org+" = ? and "+o.id+" = ?", orgID, id)
		if subject == models.SubjectCandidate {
			q = q.Where("key is not null")
		}
		q = q.Select(o.key+" as key", "origin", o.subject+" as subject").Order(o.key)
		if err := q.Scan(&found).Error; err != nil {
			return err
		}
		if len(found) == 0 {
			return models.NotFoundf("no %s %s is in the organization file", o.kind, models.Quote(id))
		}
		var taken []takenRecord
		for _, r := range found {
			if r.Origin == models.OriginFile {
				taken = append(taken, takenRecord{orgID, o.kind, r.Key, s.NowOf(orgID)})
			}
		}
		if len(taken) == 0 {
			return nil
		}
		if err := tx.Table(o.table).Where(o.org+" = ? and "+o.id+" = ? and origin = ?", orgID, id,
			models.OriginFile).Update("origin", models.OriginDashboard).Error; err != nil {
			return err
		}
		if _, err := create(tx, taken, skipKnown); err != nil {
			return err
		}
		return s.note(by, tx, orgID, models.Change{Subject: subject, SubjectID: found[0].Subject,
			Kind: models.ChangeTakenOver})
	}))
}

// keepOut keeps the organization file from making a record again that was removed in the dashboard. key is what the
// file names it by.
func (s *Store) keepOut(tx *gorm.DB, orgID string, subject models.Subject, key string) error {
	_, err := create(tx, []takenRecord{{orgID, ownables[subject].kind, key, s.NowOf(orgID)}}, skipKnown)
	return wrap("keep removed record out", err)
}

// lockApply keeps an organization file from being applied until the transaction ends: an apply writes the rows that it
// read before.
func (s *Store) lockApply(tx *gorm.DB, orgID string) error {
	o, err := readOrganization(tx, "id", orgID)
	if err != nil {
		return err
	}
	return s.dialect.lock(tx, applyKey(o.Slug))
}
