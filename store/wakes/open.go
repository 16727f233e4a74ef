package wakes

import (
	"context"
	"slices"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store/internal/db"
)

// OpenRow is a row whose workflow has something to do, or has not heard of its last change.
type OpenRow struct {
	ExpectedWorkflow
	Signaled, Converged bool // as [upkeep.OpenRow] has them
	Waits               bool // something is to be done, at DueAt; else Temporal is only to hear of the last change
}

// open are the sorts of open rows: those that Temporal must know, and what is over and was not signaled.
var open = slices.Concat(expected, []expectedSort{
	{models.EntityInterview, "interviews", over, "updated_at"},
	{models.EntityInvitation, "candidates", over, "updated_at"},
	{models.EntitySignIn, "sign_ins", over, "updated_at"},
	{models.EntityNews, "news", over, "updated_at"},
})

const over = "woken_revision < revision and converged_revision >= revision and next_due_at is null"

// OpenRows lists up to limit open rows, those due soonest first, starting after the given one: of one organization, or
// with "" of all. A suspended organization has none.
func (s *Store) OpenRows(ctx context.Context, orgID string, behind OpenRow, limit int) (out []OpenRow, err error) {
	q, args := "", []any{}
	for _, c := range open {
		condition := ""
		if orgID != "" {
			condition, args = " and org_id = ?", append(args, orgID)
		}
		q += c.query(condition+c.behind(), q != "")
		args = append(args, behind.DueAt.UTC(), behind.DueAt.UTC(), behind.ID, limit)
	}
	err = s.db.Read.WithContext(ctx).Raw("select * from ("+q+") as a order by due_at, id limit ?",
		append(args, limit)...).Scan(&out).Error
	return out, db.Wrap("list open rows", err)
}

// OpenRow reads one of [Store.OpenRows] again, nil if nothing is to be done about it any more.
func (s *Store) OpenRow(ctx context.Context, one models.PendingWake) (*OpenRow, error) {
	q, args := "", []any{}
	for _, c := range open {
		if c.entity == one.Entity {
			q += c.query(" and org_id = ? and id = ?", q != "")
			args = append(args, one.OrgID, one.ID)
		}
	}
	found, err := db.First[OpenRow](s.db.Read.WithContext(ctx), q, args...)
	return found, db.Wrap("read an open row", err)
}

// Stored returns the rows of the entity that have one of the ids, by their ids: of all organizations.
func (s *Store) Stored(ctx context.Context, entity models.Entity,
	ids []string) (stored map[string]*models.PendingWake, err error) {
	var found []models.PendingWake
	err = s.db.Read.WithContext(ctx).Raw("select '"+string(entity)+"' as entity, org_id, id, revision from "+
		tables[entity]+" where org_id in (select id from organizations) and id in ?", ids).Scan(&found).Error
	stored = map[string]*models.PendingWake{}
	for n, one := range found {
		stored[one.ID] = &found[n]
	}
	return stored, db.Wrap("look which rows there are", err)
}

// ByMachine is the row as the rules take it, with its instants by the machine's clock, and what it owes.
func (s *Store) ByMachine(r OpenRow, owes []string) upkeep.OpenRow {
	out := upkeep.OpenRow{PendingWake: r.PendingWake, Signaled: r.Signaled, Converged: r.Converged,
		ChangedAt: r.ChangedAt, Owes: owes}
	ahead := s.db.Ahead(r.OrgID)
	if r.Entity == models.EntitySignIn { // it has the machine's time
		ahead = 0
	}
	out.ChangedAt = out.ChangedAt.Add(-ahead)
	if r.Waits {
		due := r.DueAt.Add(-ahead)
		out.DueAt = &due
	}
	return out
}
