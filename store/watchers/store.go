// Package watchers keeps who watches a posting, its recruiters and others who follow it, and how they are told (D27).
package watchers

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/news"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// Store reads and writes who watches what.
type Store struct{ db *db.DB }

// New returns the store of a database.
func New(db *db.DB) *Store { return &Store{db: db} }

// Follow has a member told of a posting from now on; nothing changes for whoever watches it already. It returns
// [models.NotFound] if there is no such posting, and [models.Forbidden] for whoever is neither admin nor recruiter by
// now.
func (s *Store) Follow(ctx context.Context, orgID, postingID, email string) error {
	return db.Wrap("follow posting", s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.db.LockApply(tx, orgID); err != nil { // nobody's role changes meanwhile
			return err
		}
		if err := checkPosting(tx, orgID, postingID); err != nil {
			return err
		}
		done := tx.Exec(`insert into posting_watchers (org_id, posting_id, email, recruiter, position, created_at)
			select m.org_id, ?, m.email, false, 0, `+s.db.Dialect.InstantParam()+` from members m
			where m.org_id = ? and m.email = ? and m.role in ('admin', 'recruiter')
			on conflict do nothing`, postingID, s.db.NowOf(orgID), orgID, email)
		if done.Error != nil {
			return done.Error
		}
		if done.RowsAffected > 0 {
			return s.begin(tx, orgID, email)
		}
		found, err := db.Take[db.WatcherRecord](db.Of(tx, orgID).Where("posting_id = ? and email = ?", postingID,
			email))
		if err == nil && found == nil {
			err = models.Forbiddenf("only admins and recruiters may follow a posting")
		}
		return err
	}))
}

// Unfollow undoes [Store.Follow]. It returns [models.Conflict] for a recruiter of the posting, who stays one.
func (s *Store) Unfollow(ctx context.Context, orgID, postingID, email string) error {
	tx := s.db.Write.WithContext(ctx)
	if err := checkPosting(tx, orgID, postingID); err != nil {
		return err
	}
	if err := db.Of(tx, orgID).Where("posting_id = ? and email = ? and not recruiter", postingID, email).
		Delete(&db.WatcherRecord{}).Error; err != nil {
		return db.Wrap("unfollow posting", err)
	}
	left, err := db.Take[db.WatcherRecord](db.Of(tx, orgID).Where("posting_id = ? and email = ?", postingID, email))
	if err == nil && left != nil {
		err = models.Conflictf("you are a recruiter of the posting; its form says who is")
	}
	return db.Wrap("unfollow posting", err)
}

// checkPosting returns [models.NotFound] unless the organization has the posting.
func checkPosting(tx *gorm.DB, orgID, id string) error {
	_, err := db.Must[db.PostingRecord](db.Of(tx, orgID).Select("id").Where("id = ?", id),
		models.NotFoundf("posting %s not found", models.Quote(id)))
	return err
}

// begin makes the rows of who is told of something for the first time.
func (s *Store) begin(tx *gorm.DB, orgID string, emails ...string) error {
	now := s.db.NowOf(orgID)
	rows := make([]db.NewsRecord, len(emails))
	for n, e := range emails {
		rows[n] = db.NewsRecord{OrgID: orgID, ID: db.NewID(db.PrefixNews), Email: e,
			AsRecruiter: string(news.Usual.AsRecruiter), Following: string(news.Usual.Following), SeenAt: now,
			CreatedAt: now, UpdatedAt: s.db.Now()}
	}
	_, err := db.Create(tx, rows, db.SkipKnown)
	return db.Wrap("begin news", err)
}

// Recruiters reads the recruiters of a posting, in order.
func Recruiters(tx *gorm.DB, orgID, postingID string) (emails []string, err error) {
	err = db.Of(tx.Model(&db.WatcherRecord{}), orgID).Where("posting_id = ? and recruiter", postingID).
		Order("position, email").Pluck("email", &emails).Error
	return emails, db.Wrap("read recruiters", err)
}

// People reads who watches a posting, with the names that they have: its recruiters in order, then who follows it.
func People(tx *gorm.DB, orgID, postingID string) (list []pipeline.PostingWatcher, err error) {
	err = tx.Raw(`select w.email, w.recruiter, coalesce(nullif(m.name, ''), p.name, '') as name
		from posting_watchers w
		left join members m on m.org_id = w.org_id and m.email = w.email
		left join people p on p.org_id = w.org_id and p.email = w.email
		where w.org_id = ? and w.posting_id = ? order by w.recruiter desc, w.position, w.email`, orgID, postingID).
		Scan(&list).Error
	return list, db.Wrap("read who watches the posting", err)
}

// SetRecruiters replaces the recruiters of a posting. Whoever follows it and becomes one is told as a recruiter, of
// what changes since they follow it; whoever is no recruiter any more watches it no longer.
func (s *Store) SetRecruiters(tx *gorm.DB, orgID, postingID string, emails []string) error {
	gone := db.Of(tx, orgID).Where("posting_id = ? and recruiter", postingID)
	if len(emails) > 0 {
		gone = gone.Where("email not in ?", emails)
	}
	if err := gone.Delete(&db.WatcherRecord{}).Error; err != nil || len(emails) == 0 {
		return db.Wrap("remove recruiters", err)
	}
	now := s.db.NowOf(orgID)
	rows := make([]db.WatcherRecord, len(emails))
	for n, e := range emails {
		rows[n] = db.WatcherRecord{OrgID: orgID, PostingID: postingID, Email: e, Recruiter: true, Position: n,
			CreatedAt: now}
	}
	if _, err := db.Create(tx, rows, asRecruiters); err != nil {
		return db.Wrap("write recruiters", err)
	}
	return s.begin(tx, orgID, emails...)
}

// asRecruiters makes recruiters of those who watch the posting already.
var asRecruiters = clause.OnConflict{
	Columns:   []clause.Column{{Name: "org_id"}, {Name: "posting_id"}, {Name: "email"}},
	DoUpdates: clause.AssignmentColumns([]string{"recruiter", "position"}),
}

// Drop forgets what members watch, and how they are told: they are no members any more, or interviewers only.
func (s *Store) Drop(tx *gorm.DB, orgID string, emails ...string) error {
	if len(emails) == 0 {
		return nil
	}
	var rows []db.NewsRecord // in the order in which candidates lock them
	locking := db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email in ?", emails).Order("id")
	if err := locking.Find(&rows).Error; err != nil {
		return db.Wrap("lock what members are told", err)
	}
	for _, record := range []any{&db.WatcherRecord{}, &db.NewsRecord{}} {
		if err := db.Of(tx, orgID).Where("email in ?", emails).Delete(record).Error; err != nil {
			return db.Wrap("forget what members watch", err)
		}
	}
	return nil
}
