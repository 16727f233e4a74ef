package db

import (
	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/news"
)

// tellWatchers notes a change as news for everybody who watches the posting of the candidate who made it (D27), unless
// they are to be told nothing or are the candidate. It makes two statements however many they are, and one if nobody
// is. The rows of news are locked in order of their ids, so that two candidates do not wait for each other in a circle;
// what the second writes has a higher revision than what the first does. A mark in the history would not do: a change
// with an earlier instant may be committed later, and a letter in between would skip it for good.
//
// Their workflows are woken by the relay, not by the one who answers the candidate. One that sleeps until a letter is
// due which can tell of this change, too, is not woken at all, and its row does not count as changed: [news.Gather] is
// as long as such a change may wait.
func (s *DB) tellWatchers(tx *gorm.DB, change ChangeRecord) error {
	if !news.Told(models.ActorKind(change.ActorKind), models.ChangeKind(change.What)) {
		return nil
	}
	now := s.NowOf(change.OrgID)
	// SQL by hand: GORM builds no insert from a select.
	done := tx.Exec(`insert into news_items (org_id, news_id, revision, posting_id, subject, subject_id, at, change_id)
		select n.org_id, n.id, n.revision + 1, w.posting_id, ?, ?, ?, ?
		from candidates c
		join posting_watchers w on w.org_id = c.org_id and w.posting_id = c.posting_id
		join news n on n.org_id = w.org_id and n.email = w.email
		where c.org_id = ? and c.id = ? and n.email <> lower(c.email) and `+toldAs+` <> 'never'
		order by n.id`+s.Dialect.Locking("n"), change.Subject, change.SubjectID, change.At, change.ID, change.OrgID, change.ActorID)
	if done.Error != nil || done.RowsAffected == 0 {
		return done.Error
	}
	asleep := `(n.woken_revision = n.revision and n.converged_revision = n.revision and n.next_due_at > @now
		and (n.next_due_at <= @soon or exists (select 1 from posting_watchers w where w.org_id = n.org_id
			and w.email = n.email and w.posting_id = (select c.posting_id from candidates c
				where c.org_id = n.org_id and c.id = @candidate) and ` + toldAs + ` = 'daily')))`
	return tx.Exec(`update news as n set revision = n.revision + 1,
			updated_at = case when `+asleep+` then n.updated_at else @now end, wake_trace = @trace,
			woken_revision = n.woken_revision + case when `+asleep+` then 1 else 0 end,
			converged_revision = n.converged_revision + case when `+asleep+` then 1 else 0 end
		where n.org_id = @org and n.id in (select t.news_id from news_items t where t.org_id = @org
			and t.change_id = @change)`, map[string]any{"org": change.OrgID, "change": change.ID, "now": now,
		"soon": now.Add(news.Gather), "candidate": change.ActorID, "trace": WakeTrace(tx)}).Error
}

// toldAs is how the member of a row of news n is told of what they watch by w.
const toldAs = "case when w.recruiter then n.as_recruiter else n.following end"
