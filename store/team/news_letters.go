package team

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/news"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// NewsLedger is what a member is to be told of the postings that they watch, with what a letter of it says.
type NewsLedger struct {
	news.Feed
	Organization models.Organization
	Name         string // of the member, "" if it is not known
	TimeZone     string // theirs, else the organization's
}

// NewsLedger reads a row of news with the changes that it is to tell, and then its letter, as
// [effects.Store.InterviewLedger] does with an interview and its effects; [models.NotFound] when there is none of that
// id.
func (s *Store) NewsLedger(ctx context.Context, ref models.Ref) (a NewsLedger, err error) {
	tx := s.db.Read.WithContext(ctx)
	row, err := db.Must[db.NewsRecord](db.Of(tx, ref.OrgID).Where("id = ?", ref.ID),
		models.NotFoundf("news %s not found", models.Quote(ref.ID)))
	if err != nil {
		return a, db.Wrap("read news", err)
	}
	a.Feed = news.Feed{OrgID: row.OrgID, ID: row.ID, Email: row.Email, Revision: row.Revision,
		Converged: row.ConvergedRevision, NextDueAt: row.NextDueAt}
	if err = s.readNewsWords(tx, &a); err != nil {
		return a, db.Wrap("read news", err)
	}
	settings := news.Settings{AsRecruiter: news.Often(row.AsRecruiter), Following: news.Often(row.Following)}
	if a.Items, err = readNewsItems(tx, ref, row.Email, settings); err != nil {
		return a, db.Wrap("read news", err)
	}
	ledger, err := db.ReadEntries(tx, "org_id = ? and news_id = ?", ref.OrgID, ref.ID)
	if err == nil && len(ledger) > 0 {
		a.Told = &ledger[0] // there is one at most
	}
	return a, db.Wrap("read news", err)
}

// readNewsWords reads the organization and the member.
func (s *Store) readNewsWords(tx *gorm.DB, a *NewsLedger) (err error) {
	if a.Organization, err = db.ReadOrganization(tx, "id", a.OrgID); err != nil {
		return err
	}
	members, err := ReadMembers(tx, a.OrgID, " and email = ?", a.Email)
	if err != nil {
		return err
	}
	for _, m := range members {
		a.Name, a.May = m.Name, pipeline.MayRecruit(m.Role)
	}
	person, err := db.Take[db.PersonRecord](db.Of(tx, a.OrgID).Where("email = ?", a.Email))
	if err != nil {
		return err
	}
	if a.TimeZone = a.Organization.TimeZone; person != nil && person.TimeZone != "" {
		a.TimeZone = person.TimeZone
	}
	a.Zone = models.Location(a.TimeZone)
	return nil
}

// readNewsItems reads the changes that no letter told of yet. One that has no history any more, because its record was
// deleted, is told to nobody.
func readNewsItems(tx *gorm.DB, ref models.Ref, email string, told news.Settings) ([]news.Item, error) {
	var rows []struct {
		Revision                                   int64
		PostingID, Posting                         string
		Subject, SubjectID, What                   string
		At                                         time.Time
		Details                                    []models.Detail `gorm:"serializer:list"`
		CandidateID, CandidateName, CandidateEmail string
		Watches, Recruiter, Archived               bool
	}
	err := tx.Raw(`select t.revision, t.posting_id, coalesce(p.title, '') as posting, t.subject, t.subject_id, t.at,
			coalesce(h.what, '') as what, coalesce(h.details, '') as details, coalesce(c.id, '') as candidate_id,
			coalesce(c.name, '') as candidate_name, coalesce(c.email, '') as candidate_email,
			w.email is not null as watches, coalesce(w.recruiter, false) as recruiter,
			p.archived_at is not null as archived
		from news_items t
		left join history h on h.org_id = t.org_id and h.subject = t.subject and h.subject_id = t.subject_id
			and h.at = t.at and h.id = t.change_id
		left join candidates c on c.org_id = t.org_id and c.id = h.actor_id
		left join postings p on p.org_id = t.org_id and p.id = t.posting_id
		left join posting_watchers w on w.org_id = t.org_id and w.posting_id = t.posting_id and w.email = ?
		where t.org_id = ? and t.news_id = ?
		order by t.revision`, email, ref.OrgID, ref.ID).Scan(&rows).Error
	out := make([]news.Item, len(rows))
	for n, r := range rows {
		out[n] = news.Item{Revision: r.Revision, Often: told.Following, Event: news.Event{
			Change: models.Change{At: r.At, Subject: models.Subject(r.Subject), SubjectID: r.SubjectID,
				Kind: models.ChangeKind(r.What), Details: r.Details,
				Actor: models.Actor{Kind: models.ActorCandidate, ID: r.CandidateID}},
			PostingID: r.PostingID, Posting: r.Posting, Candidate: r.CandidateName, CandidateEmail: r.CandidateEmail}}
		switch {
		case !r.Watches || r.Archived || r.CandidateID == "":
			out[n].Often = news.Never
		case r.Recruiter:
			out[n].Often = told.AsRecruiter
		}
	}
	return out, err
}

// MarkNewsConverged notes that nothing is owed for the row as it was read and when something will be next, as
// [wakes.Store.MarkConverged] does for an interview. Where nothing is to be told at all, the changes that nobody wants
// to hear of any more are forgotten.
func (s *Store) MarkNewsConverged(a news.Feed, next *effect.Moment) {
	var due *time.Time
	if next != nil {
		due = &next.At
	}
	forgets := next == nil && len(a.Items) > 0
	if a.Converged == a.Revision && db.SameInstant(a.NextDueAt, due) && !forgets {
		return
	}
	s.db.Alone.Later(func(tx *gorm.DB) error {
		done := db.Of(tx.Model(&db.NewsRecord{}), a.OrgID).Where("id = ? and revision = ?", a.ID, a.Revision).
			Updates(map[string]any{"converged_revision": a.Revision, "next_due_at": due})
		if done.Error != nil || done.RowsAffected == 0 || !forgets {
			return done.Error
		}
		return tx.Exec("delete from news_items where org_id = ? and news_id = ? and revision <= ?", a.OrgID, a.ID,
			a.Revision).Error
	})
}
