package watchers

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/news"
	"litmus/store/internal/db"
)

// Watching is what a member watches, and how they are told.
type Watching struct {
	news.Settings
	Postings []news.Watcher // by title, those that are archived last
}

// Watching reads what a member watches.
func (s *Store) Watching(ctx context.Context, orgID, email string) (w Watching, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		w.Settings = news.Usual
		row, err := db.Take[db.NewsRecord](db.Of(tx, orgID).Where("email = ?", email))
		if err != nil {
			return err
		}
		if row != nil {
			w.Settings = news.Settings{AsRecruiter: news.Often(row.AsRecruiter), Following: news.Often(row.Following)}
		}
		return tx.Raw(`select w.posting_id, p.title as posting, p.archived_at is not null as archived, w.recruiter,
				p.origin as kept
			from posting_watchers w`+s.db.Dialect.IndexedBy("posting_watchers_by_member")+`
			join postings p on p.org_id = w.org_id and p.id = w.posting_id
			where w.org_id = ? and w.email = ? order by 3, p.title, p.id`, orgID, email).Scan(&w.Postings).Error
	})
	return w, db.Wrap("read what a member watches", err)
}

// SetNews saves how a member is told. The workflow of what they were not told yet is woken, since it may be due now.
func (s *Store) SetNews(ctx context.Context, orgID, email string, to news.Settings) error {
	if err := to.Check(); err != nil {
		return err
	}
	return db.Wrap("save how a member is told", s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.begin(tx, orgID, email); err != nil {
			return err
		}
		return tx.Exec(`update news set as_recruiter = ?, following = ?, revision = revision + 1, updated_at = ?,
			wake_trace = ? where org_id = ? and email = ? and (as_recruiter <> ? or following <> ?)`,
			string(to.AsRecruiter), string(to.Following), s.db.Now(), db.WakeTrace(tx), orgID, email,
			string(to.AsRecruiter), string(to.Following)).Error
	}))
}

// MarkSeen says that a member has seen what is new up to that place, which [news.Seen] allowed. It never takes back
// what they have seen.
func (s *Store) MarkSeen(ctx context.Context, orgID, email string, upTo *models.Position) error {
	place, err := news.Seen(upTo, s.db.NowOf(orgID))
	if err != nil {
		return err
	}
	return db.Wrap("mark news as seen", db.Of(s.db.Write.WithContext(ctx).Model(&db.NewsRecord{}), orgID).
		Where("email = ? and (seen_at, seen_id) < (?, ?)", email, place.At, place.ID).
		Updates(map[string]any{"seen_at": place.At, "seen_id": place.ID}).Error)
}
