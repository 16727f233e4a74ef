package setups

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// changed collects a change. All of them are written at the end, many with one statement (D4).
func (a *applier) changed(c models.Change) { a.changes = append(a.changes, c) }

// place says in which record's history a row is told of: its own, or that of the record that it is part of.
type place struct {
	subject models.Subject
	id      string
	part    string // what the part is called, "" for the record itself

	added, edited, removed models.ChangeKind
}

// placeOf returns the place of a row that a file makes.
func placeOf(record any) place {
	p := place{added: models.ChangeCreated, edited: models.ChangeEdited, removed: models.ChangeRemoved}
	switch r := record.(type) {
	case *db.OrganizationRecord:
		p.subject, p.id = models.SubjectOrganization, r.ID
	case *db.PersonRecord:
		p.subject, p.id = models.SubjectPerson, r.Email
	case *team.MemberRecord:
		p.subject, p.id = models.SubjectMember, r.Email
	case *db.CalendarRecord:
		p.subject, p.id, p.added = models.SubjectCalendar, r.ID, models.ChangeConnected
	case *db.AssessmentRecord:
		p.subject, p.id = models.SubjectAssessment, r.ID
	case *db.PostingRecord:
		p.subject, p.id = models.SubjectPosting, r.ID
	case *db.TrackRecord:
		p = place{models.SubjectPosting, r.PostingID, cmp.Or(r.Name, r.Key), models.ChangeTrackAdded,
			models.ChangeTrackEdited, models.ChangeTrackRemoved}
	case *db.RoundRecord:
		p = place{models.SubjectPosting, r.PostingID, cmp.Or(r.Title, r.Key), models.ChangeStepAdded,
			models.ChangeStepEdited, models.ChangeStepRemoved}
	case *db.AssignedRecord:
		p = place{models.SubjectPosting, r.PostingID, r.Email, models.ChangeInterviewersSet,
			models.ChangeInterviewersSet, models.ChangeInterviewersSet}
	case *db.SubmissionRecord:
		p = place{models.SubjectCandidate, r.CandidateID, "", models.ChangeSubmissionStored,
			models.ChangeSubmissionStored, models.ChangeSubmissionRemoved}
	default:
		panic(fmt.Sprintf("%T has no history", record)) // only the records of this program
	}
	return p
}

// tell collects a change of the place's record.
func (a *applier) tell(p place, what models.ChangeKind, details []models.Detail) {
	a.changed(models.Change{Subject: p.subject, SubjectID: p.id, Kind: what, Details: details})
}

// added collects that the row was inserted. The parts of a posting that is new are not told of one by one.
func (a *applier) added(record any) {
	p := placeOf(record)
	switch {
	case p.part == "":
		a.fresh[p.id] = true
		a.tell(p, p.added, nil)
	case a.fresh[p.id]:
	case p.added == models.ChangeInterviewersSet:
		a.tell(p, p.added, models.AssignedDetails(p.part, record.(*db.AssignedRecord).Named))
	default:
		a.tell(p, p.added, models.Changed(models.FieldRecord, "", p.part))
	}
}

// removed collects that the row, which is part of a record that stays, was deleted.
func (a *applier) removed(record any) {
	p := placeOf(record)
	switch {
	case p.part == "":
		a.tell(p, p.removed, nil)
	case p.removed == models.ChangeInterviewersSet:
		a.tell(p, p.removed, models.ChangedIn(models.FieldAssigned, p.part, "true", ""))
	default:
		a.tell(p, p.removed, models.Changed(models.FieldRecord, "", p.part))
	}
}

// erased erases the history of a record that was deleted, and collects for the organization's that it was; name is ""
// for a person, whose address goes with them.
func (a *applier) erased(subject models.Subject, id, name string) error {
	a.changes = slices.DeleteFunc(a.changes, func(c models.Change) bool {
		return c.Subject == subject && c.SubjectID == id
	})
	a.changed(models.Change{Subject: models.SubjectOrganization, SubjectID: a.org.ID, Kind: models.ChangeRemoved,
		Details: models.Changed(models.FieldRecord, "", strings.TrimSpace(string(subject)+" "+name))})
	return a.store.db.Forget(a.tx, a.org.ID, subject, id)
}

// edited collects how the row, which is about to be updated, differs from the stored one.
func (a *applier) edited(record any) error {
	p := placeOf(record)
	statement := &gorm.Statement{DB: a.tx}
	if err := statement.Parse(record); err != nil {
		return err
	}
	ctx, row, old := a.tx.Statement.Context, reflect.ValueOf(record).Elem(), reflect.New(statement.Schema.ModelType)
	for _, key := range statement.Schema.PrimaryFields {
		value, _ := key.ValueOf(ctx, row)
		if err := key.Set(ctx, old.Elem(), value); err != nil {
			return err
		}
	}
	if err := a.tx.Take(old.Interface()).Error; err != nil {
		return err
	}
	if details := db.RecordDetails(p.part, old.Interface(), record); len(details) > 0 {
		a.tell(p, p.edited, details)
	}
	return nil
}
