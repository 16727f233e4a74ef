package store

import (
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
