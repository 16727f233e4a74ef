package pages

import (
	"context"

	"litmus/models"
	"litmus/models/news"
	"litmus/store/internal/db"
)

// News reads what candidates did lately on the postings that a member watches, since they do (D27): the newest limit
// events, and whether there are more. An archived posting has none, and nobody is told of what they did themselves.
func (s *Store) News(ctx context.Context, orgID, email string, limit int) (list []news.Event, more bool, err error) {
	var rows []struct {
		Change                                        db.ChangeRecord `gorm:"embedded"`
		PostingID, Posting, Candidate, CandidateEmail string
		Fresh                                         bool
	}
	err = s.db.Read.WithContext(ctx).Raw(`select h.*, p.id as posting_id, p.title as posting, c.name as candidate,
			c.email as candidate_email, (h.at, h.id) > (n.seen_at, n.seen_id) as fresh
		from `+s.watched()+" order by h.at desc, h.id desc limit ?", append(s.watchedBy(orgID, email), limit+1)...).
		Scan(&rows).Error
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	for _, r := range rows {
		h := r.Change
		list = append(list, news.Event{Fresh: r.Fresh, PostingID: r.PostingID, Posting: r.Posting,
			Candidate: r.Candidate, CandidateEmail: r.CandidateEmail,
			Change: models.Change{ID: h.ID, At: h.At, Subject: models.Subject(h.Subject), SubjectID: h.SubjectID,
				Kind: models.ChangeKind(h.What), Details: h.Details,
				Actor: models.Actor{Kind: models.ActorKind(h.ActorKind), ID: h.ActorID, Name: r.Candidate}}})
	}
	return list, more, db.Wrap("read news", err)
}

// FreshNews counts what of [Store.News] the member has not seen; it counts to limit at most.
func (s *Store) FreshNews(ctx context.Context, orgID, email string, limit int) (n int, err error) {
	err = s.db.Read.WithContext(ctx).Raw(`select count(*) from (select 1 from `+s.watched()+`
			and h.at >= (select x.seen_at from news x where x.org_id = ? and x.email = ?)
			and (h.at, h.id) > (n.seen_at, n.seen_id) limit ?) as fresh`,
		append(s.watchedBy(orgID, email), orgID, email, limit)...).Scan(&n).Error
	return n, db.Wrap("count news", err)
}

// watched selects changes h by candidates c that are news to the member with the row n, by the postings p that they
// watch; watchedBy are its arguments.
func (s *Store) watched() string {
	return "history h" + s.db.Dialect.IndexedBy("history_of_candidates") + `
		join candidates c on c.org_id = h.org_id and c.id = h.actor_id
		join posting_watchers w on w.org_id = h.org_id and w.posting_id = c.posting_id and w.email = ?
		join news n on n.org_id = w.org_id and n.email = w.email
		join postings p on p.org_id = w.org_id and p.id = w.posting_id and p.archived_at is null
		where h.org_id = ? and h.actor_kind = 'candidate' and h.at >= ? and h.what in ?
			and h.at >= w.created_at and lower(c.email) <> w.email`
}

func (s *Store) watchedBy(orgID, email string) []any {
	kinds := make([]string, len(news.Kinds))
	for n, k := range news.Kinds {
		kinds[n] = string(k)
	}
	return []any{email, orgID, s.db.NowOf(orgID).Add(-news.ShownFor), kinds}
}
