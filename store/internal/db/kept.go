package db

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// TakenRecord is a record that the dashboard took over from the organization file. It outlives the record, so that the
// file does not make it again.
type TakenRecord struct {
	OrgID string `gorm:"primaryKey"`
	Kind  string `gorm:"primaryKey"`
	Key   string `gorm:"primaryKey"`
	At    time.Time
}

func (TakenRecord) TableName() string { return "taken_over" }

// ownable is where the records of a subject are that the organization file may have.
type ownable struct {
	Table, Org string // and its column of organizations
	ID         string // the column of what the dashboard names it by
	Key        string // the column of what the file names it by
	Kind       string // as an apply notes it
	Subject    string // the column of what its history is kept under
}

// Ownables are the subjects that can be taken over, those of [access.TakeOverAction]. Of an interview it is the entry
// that imported it, of a candidate the submissions that a file has of them.
var Ownables = map[models.Subject]ownable{
	models.SubjectOrganization: {"organizations", "id", "id", "slug", "organization", "id"},
	models.SubjectMember:       {"members", "org_id", "email", "email", "member", "email"},
	models.SubjectPerson:       {"people", "org_id", "email", "email", "interviewer", "email"},
	models.SubjectCalendar:     {"calendars", "org_id", "email", "email", "calendar", "id"},
	models.SubjectAssessment:   {"assessments", "org_id", "id", "key", "assessment", "id"},
	models.SubjectPosting:      {"postings", "org_id", "id", "key", "posting", "id"},
	models.SubjectPool:         {"pools", "org_id", "id", "key", "pool", "id"},
	models.SubjectInterview:    {"imports", "org_id", "interview_id", "key", "import", "interview_id"},
	models.SubjectCandidate:    {"submissions", "org_id", "candidate_id", "key", "submission", "candidate_id"},
}

// KeepOut keeps the organization file from making a record again that was removed in the dashboard. key is what the
// file names it by.
func (s *DB) KeepOut(tx *gorm.DB, orgID string, subject models.Subject, key string) error {
	_, err := Create(tx, []TakenRecord{{orgID, Ownables[subject].Kind, key, s.NowOf(orgID)}}, SkipKnown)
	return Wrap("keep removed record out", err)
}

// LockApply keeps an organization file from being applied until the transaction ends: an apply writes the rows that it
// read before.
func (s *DB) LockApply(tx *gorm.DB, orgID string) error {
	o, err := ReadOrganization(tx, "id", orgID)
	if err != nil {
		return err
	}
	return s.Dialect.Lock(tx, ApplyKey(o.Slug))
}
