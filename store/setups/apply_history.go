package setups

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
	"litmus/store/team"
)

// changed collects a change. All of them are written at the end, many with one statement (D4).
func (a *applier) changed(c models.Change) { a.changes = append(a.changes, c) }

// recordHistory says in which record's history a row is told of: its own, or that of the record that it is part of.
type recordHistory struct {
	subject models.Subject
	id      string
	part    string // what the part is called, "" for the record itself

	added, edited, removed models.ChangeKind
}

// historyOf says where a row that a file makes is told of.
func historyOf(record any) recordHistory {
	h := recordHistory{added: models.ChangeCreated, edited: models.ChangeEdited, removed: models.ChangeRemoved}
	switch r := record.(type) {
	case *db.OrganizationRecord:
		h.subject, h.id = models.SubjectOrganization, r.ID
	case *db.PersonRecord:
		h.subject, h.id = models.SubjectPerson, r.Email
	case *team.MemberRecord:
		h.subject, h.id = models.SubjectMember, r.Email
	case *db.CalendarRecord:
		h.subject, h.id, h.added = models.SubjectCalendar, r.ID, models.ChangeConnected
	case *db.AssessmentRecord:
		h.subject, h.id = models.SubjectAssessment, r.ID
	case *db.PostingRecord:
		h.subject, h.id = models.SubjectPosting, r.ID
	case *db.TrackRecord:
		h = recordHistory{models.SubjectPosting, r.PostingID, cmp.Or(r.Name, r.Key), models.ChangeTrackAdded,
			models.ChangeTrackEdited, models.ChangeTrackRemoved}
	case *db.RoundRecord:
		h = recordHistory{models.SubjectPosting, r.PostingID, cmp.Or(r.Title, r.Key), models.ChangeStepAdded,
			models.ChangeStepEdited, models.ChangeStepRemoved}
	case *db.AssignedRecord:
		h = recordHistory{models.SubjectPosting, r.PostingID, r.Email, models.ChangeInterviewersSet,
			models.ChangeInterviewersSet, models.ChangeInterviewersSet}
	case *db.SubmissionRecord:
		h = recordHistory{models.SubjectCandidate, r.CandidateID, "", models.ChangeSubmissionStored,
			models.ChangeSubmissionStored, models.ChangeSubmissionRemoved}
	default:
		panic(fmt.Sprintf("%T has no history", record)) // only the records of this program
	}
	return h
}

// tell collects a change of the record whose history it is.
func (a *applier) tell(h recordHistory, what models.ChangeKind, details []models.Detail) {
	a.changed(models.Change{Subject: h.subject, SubjectID: h.id, Kind: what, Details: details})
}

// added collects that the row was inserted. The parts of a posting that is new are not told of one by one.
func (a *applier) added(record any) {
	h := historyOf(record)
	switch {
	case h.part == "":
		a.fresh[h.id] = true
		a.tell(h, h.added, nil)
	case a.fresh[h.id]:
	case h.added == models.ChangeInterviewersSet:
		a.tell(h, h.added, timetable.AssignedDetails(h.part, record.(*db.AssignedRecord).Named))
	default:
		a.tell(h, h.added, models.Changed(models.FieldRecord, "", h.part))
	}
}

// removed collects that the row, which is part of a record that stays, was deleted.
func (a *applier) removed(record any) {
	h := historyOf(record)
	switch {
	case h.part == "":
		a.tell(h, h.removed, nil)
	case h.removed == models.ChangeInterviewersSet:
		a.tell(h, h.removed, models.ChangedIn(models.FieldAssigned, h.part, "true", ""))
	default:
		a.tell(h, h.removed, models.Changed(models.FieldRecord, "", h.part))
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
	h := historyOf(record)
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
	details := []models.Detail(nil)
	if round, ok := record.(*db.RoundRecord); ok {
		details = pipelines.RoundDetails(h.part, *old.Interface().(*db.RoundRecord), *round, a.poolName)
	} else {
		details = db.RecordDetails(h.part, old.Interface(), record)
	}
	if len(details) > 0 {
		a.tell(h, h.edited, details)
	}
	return nil
}
