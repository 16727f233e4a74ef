package availability

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// AssignInterviewer assigns somebody to a posting, with the posting's meeting link for them, "" for none, and makes
// them a member by it. Who is assigned with that link already stays so; another link is a [models.Conflict], since it
// is edited by [Store.SetAssignedLink]. The email must be checked, and the link be a [models.ParseLink]. It returns
// [models.Invalid] for what is no meeting link and if the posting has too many interviewers, and [models.NotFound]
// without the posting.
func (s *Store) AssignInterviewer(ctx context.Context, by act.By, orgID, postingID, email, link string) error {
	return s.assigning(ctx, orgID, postingID, func(tx *gorm.DB, p models.Posting) error {
		old, err := readAssignment(tx, orgID, postingID, email)
		if err != nil {
			return err
		}
		if old != nil {
			if err := pipeline.CheckAssigned(email, p, old.MeetingLink == link); err != nil || old.Named {
				return err
			}
			old.Named = true // they were only painted for, and are a member from now on
			if err := pipelines.Save(tx, true, old); err != nil {
				return err
			}
			named := models.ChangedIn(models.FieldNamed, email, "false", "true")
			return s.db.Note(by, tx, orgID, pipelines.AssignedChange(p, named))
		}
		if _, err := models.ParseMeetingLink("the meeting link", link); err != nil {
			return err
		}
		var count int64
		if err := db.Of(tx.Model(&db.AssignedRecord{}), orgID).Where("posting_id = ?", postingID).
			Count(&count).Error; err != nil {
			return err
		}
		if err := pipeline.CheckAssignedCount(p.Words(), int(count)+1); err != nil {
			return err
		}
		if err := pipelines.Save(tx, false, &db.AssignedRecord{OrgID: orgID, PostingID: postingID, Email: email,
			MeetingLink: link, Named: true}); err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, pipelines.AssignedChange(p, timetable.AssignedDetails(email, true)))
	})
}

// SetAssignedLink gives somebody who is assigned to a posting another meeting link there, "" for none. was is the link
// that the form showed: if it is another one by now, the error is a [models.Conflict]. Their interviews on the posting
// that nobody can join get the link; others keep theirs.
func (s *Store) SetAssignedLink(ctx context.Context, by act.By, orgID, postingID, email, was, link string) error {
	return s.assigning(ctx, orgID, postingID, func(tx *gorm.DB, p models.Posting) error {
		old, err := readAssignment(tx, orgID, postingID, email)
		switch {
		case err != nil:
			return err
		case old == nil:
			return models.Conflictf("%s is not assigned to %s any more", email, p.Words())
		case old.MeetingLink == link:
			return nil
		case old.MeetingLink != was:
			return models.Conflictf("the link of %s was changed meanwhile; compare the two and save again", email)
		}
		if err := pipelines.Save(tx, true, &db.AssignedRecord{OrgID: orgID, PostingID: postingID, Email: email,
			MeetingLink: link, Named: old.Named}); err != nil {
			return err
		}
		if err := s.db.Note(by, tx, orgID, pipelines.AssignedChange(p, models.ChangedIn(models.FieldMeetingLink, email,
			old.MeetingLink, link))); err != nil || link == "" {
			return err
		}
		return s.interviews.GiveLinks(by, tx, orgID, postingID, email)
	})
}

// UnassignInterviewer takes somebody off a posting, with the slots that were painted for them there. They keep their
// interviews. Who is no member without the posting is signed out. Who is not assigned is no error.
func (s *Store) UnassignInterviewer(ctx context.Context, by act.By, orgID, postingID, email string) error {
	return s.assigning(ctx, orgID, postingID, func(tx *gorm.DB, p models.Posting) error {
		old, err := readAssignment(tx, orgID, postingID, email)
		if err != nil || old == nil {
			return err
		}
		if err := db.Of(tx, orgID).Where("posting_id = ? and email = ?", postingID, email).
			Delete(&db.SlotRecord{}).Error; err != nil {
			return err
		}
		if err := tx.Delete(old).Error; err != nil {
			return err
		}
		if err := s.db.Note(by, tx, orgID, pipelines.AssignedChange(p, models.ChangedIn(models.FieldAssigned, email,
			"true",
			""))); err != nil || !old.Named {
			return err
		}
		return s.team.Unseat(tx, orgID, email)
	})
}

// assigning runs fn in a transaction that excludes everything else which changes what the posting offers.
func (s *Store) assigning(ctx context.Context, orgID, postingID string,
	fn func(*gorm.DB, models.Posting) error) error {
	err := s.pipelines.Editing(ctx, orgID, func(tx *gorm.DB) error {
		if err := s.db.Dialect.Lock(tx, db.AvailabilityKey(orgID, postingID)); err != nil {
			return db.Wrap("lock", err)
		}
		p, err := pipelines.ReadPosting(tx, orgID, postingID)
		if err != nil {
			return err
		}
		if err := models.CheckOrigin(p.Words(), p.Origin); err != nil {
			return err
		}
		return fn(tx, p)
	})
	return db.Wrap("assign interviewers", err)
}

// readAssignment reads an assignment, nil if there is none.
func readAssignment(tx *gorm.DB, orgID, postingID, email string) (*db.AssignedRecord, error) {
	return db.Take[db.AssignedRecord](db.Of(tx, orgID).Where("posting_id = ? and email = ?", postingID, email))
}
