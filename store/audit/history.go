package audit

import (
	"context"
	"fmt"

	"litmus/models"
	"litmus/models/history"
	"litmus/store/internal/db"
)

// History reads a page of a record's history, newest first (D4). after is the position behind which the page begins,
// nil for the first page, and next that of the page after it, nil on the last one. A record that the organization does
// not have has an empty history.
func (s *Store) History(ctx context.Context, orgID string, subject models.Subject, id string,
	after *models.Position, limit int) (page []models.Change, next *models.Position, err error) {
	return s.readHistory(ctx, orgID, " and h.subject = ? and h.subject_id = ?", []any{string(subject), id}, after,
		limit)
}

// CandidateHistory is [Store.History] of candidate records and their interviews together. It sorts their changes:
// SQLite would otherwise read all of the organization in the order of their instants.
func (s *Store) CandidateHistory(ctx context.Context, orgID string, ids []string, after *models.Position,
	limit int) (page []models.Change, next *models.Position, err error) {
	return s.readSorted(ctx, orgID, ` and h.subject in ('candidate', 'interview') and h.subject_id in (
		select c.id from candidates c where c.org_id = ? and c.id in ?
		union all select i.id from interviews i where i.org_id = ? and i.candidate_id in ?)`,
		[]any{orgID, ids, orgID, ids}, s.db.Dialect.Instant("h.at"), after, limit)
}

// Changes is [Store.History] of all records of the organization that the filter selects. The changes of one
// request are found quickly if the filter says when it was.
func (s *Store) Changes(ctx context.Context, orgID string, f history.Filter, after *models.Position,
	limit int) (page []models.Change, next *models.Position, err error) {
	where, args := "", []any(nil)
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	switch f.ActorKind {
	case "":
	case models.ActorMember: // in the text, so that the index of members' changes is used
		and("h.actor_kind = 'member'")
	default:
		and("h.actor_kind = ?", string(f.ActorKind))
	}
	if f.ActorID != "" {
		and("h.actor_id = ?", f.ActorID)
	}
	if f.Subject != "" {
		and("h.subject = ?", string(f.Subject))
	}
	if f.SubjectID != "" {
		and("h.subject_id = ?", f.SubjectID)
	}
	if f.RequestID != "" {
		and("h.request_id = ?", f.RequestID)
	}
	if !f.Since.IsZero() {
		and("h.at >= ?", f.Since)
	}
	if !f.Until.IsZero() {
		and("h.at < ?", f.Until)
	}
	return s.readHistory(ctx, orgID, where, args, after, limit)
}

// readHistory reads a page of changes h, newest first, with the names that their actors have now.
func (s *Store) readHistory(ctx context.Context, orgID, where string, args []any, after *models.Position,
	limit int) (page []models.Change, next *models.Position, err error) {
	return s.readSorted(ctx, orgID, where, args, "h.at", after, limit)
}

// readSorted reads a page of the changes h that the condition selects, the latest first by the instant as it is named.
func (s *Store) readSorted(ctx context.Context, orgID, where string, args []any, instant string,
	after *models.Position, limit int) (page []models.Change, next *models.Position, err error) {
	if after != nil {
		where, args = where+" and (h.at, h.id) < (?, ?)", append(args, after.At, after.ID)
	}
	var rows []struct {
		Change    db.ChangeRecord `gorm:"embedded"`
		ActorName string
	}
	// The names are looked up for each row of the page, so that the page is read by an index in its order.
	err = s.db.Read.WithContext(ctx).Raw(`select h.*, coalesce(case h.actor_kind
			when 'key' then (select k.name from keys k where k.org_id = h.org_id and k.id = h.actor_id)
			when 'member' then coalesce(
				(select nullif(m.name, '') from members m where m.org_id = h.org_id and m.email = h.actor_id),
				(select p.name from people p where p.org_id = h.org_id and p.email = h.actor_id))
			when 'candidate' then (select c.name from candidates c where c.org_id = h.org_id and c.id = h.actor_id)
			end, '') as actor_name
		from history h where h.org_id = ?`+where+fmt.Sprint(" order by ", instant, " desc, h.id desc limit ", limit+1),
		append([]any{orgID}, args...)...).Scan(&rows).Error
	if err != nil {
		return nil, nil, db.Wrap("read history", err)
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1].Change
		next = &models.Position{At: last.At, ID: last.ID}
	}
	page = make([]models.Change, len(rows))
	for n, r := range rows {
		x := r.Change
		page[n] = models.Change{ID: x.ID, At: x.At, Subject: models.Subject(x.Subject), SubjectID: x.SubjectID,
			Kind: models.ChangeKind(x.What), Details: x.Details,
			Actor: models.Actor{Kind: models.ActorKind(x.ActorKind),
				ID: x.ActorID, Name: r.ActorName, RequestID: x.RequestID}}
	}
	return page, next, nil
}
