package wakes

import (
	"context"
	"time"

	"litmus/models"
	"litmus/store/internal/db"
)

// ExpectedWorkflow is an entity whose wake-up Temporal accepted and whose workflow still has something to do, so
// Temporal must know a running workflow for it.
type ExpectedWorkflow struct {
	models.PendingWake
	ChangedAt time.Time // of the row; its workflow was woken after that
	DueAt     time.Time // when its workflow has to do something next; ChangedAt if something is owed already
}

// ExpectedWorkflows lists up to limit entities of all organizations whose workflows Temporal must know, those due
// soonest first, starting after the given one; the zero value starts at the beginning.
func (s *Store) ExpectedWorkflows(ctx context.Context, behind ExpectedWorkflow,
	limit int) (out []ExpectedWorkflow, err error) {
	q, args := "", []any{}
	for _, c := range expected {
		q += c.query(signaled+c.behind(), q != "")
		args = append(args, behind.DueAt.UTC(), behind.DueAt.UTC(), behind.ID, limit)
	}
	err = s.db.Read.WithContext(ctx).Raw("select * from ("+q+") as a order by due_at, id limit ?",
		append(args, limit)...).Scan(&out).Error
	return s.byMachine(out), db.Wrap("list what Temporal must know", err)
}

// LatestExpectedWorkflows lists those entities of [Store.ExpectedWorkflows] whose rows changed last, up to limit of
// each sort.
func (s *Store) LatestExpectedWorkflows(ctx context.Context, limit int) (out []ExpectedWorkflow, err error) {
	q, args := "", []any{}
	for _, c := range expected {
		q += c.query(signaled+" order by updated_at desc limit ?", q != "")
		args = append(args, limit)
	}
	err = s.db.Read.WithContext(ctx).Raw(q, args...).Scan(&out).Error
	return s.byMachine(out), db.Wrap("list what Temporal must know of late", err)
}

// byMachine gives ChangedAt by the machine's time, as Temporal has it. A row that was changed before its organization's
// test clock was moved seems to be older than it is, which costs no wake-up.
func (s *Store) byMachine(rows []ExpectedWorkflow) []ExpectedWorkflow {
	for n, one := range rows {
		if one.Entity != models.EntitySignIn {
			rows[n].ChangedAt = one.ChangedAt.Add(-s.db.Ahead(one.OrgID))
		}
	}
	return rows
}

// expected are the sorts of rows whose workflows must be running. Each is read by an index of its own that contains
// only open rows, because there are many more finished ones.
var expected = []expectedSort{
	{models.EntityInterview, "interviews", "converged_revision < revision", "updated_at"},
	{models.EntityInterview, "interviews", "converged_revision >= revision and next_due_at is not null", "next_due_at"},
	{models.EntityInvitation, "candidates", "converged_revision < revision", "updated_at"},
	{models.EntityInvitation, "candidates", "converged_revision >= revision and next_due_at is not null",
		"next_due_at"},
	{models.EntityCalendar, "calendars", "synced_revision < revision", "updated_at"},
	{models.EntityCalendar, "calendars", "synced_revision >= revision and next_sync_at is not null", "next_sync_at"},
	{models.EntitySignIn, "sign_ins", "converged_revision < revision", "updated_at"},
	{models.EntitySignIn, "sign_ins", "converged_revision >= revision and next_due_at is not null", "next_due_at"},
	{models.EntityNews, "news", "converged_revision < revision", "updated_at"},
	{models.EntityNews, "news", "converged_revision >= revision and next_due_at is not null", "next_due_at"},
}

// signaled is the condition that Temporal accepted the row's wake-up.
const signaled = " and woken_revision >= revision"

type expectedSort struct {
	entity         models.Entity
	table          string
	condition, due string
}

// query selects the rows of organizations that are not suspended; rest are further conditions, order and limit.
func (c expectedSort) query(rest string, joined bool) string {
	converged, next := "converged_revision", "next_due_at"
	if c.entity == models.EntityCalendar {
		converged, next = "synced_revision", "next_sync_at"
	}
	q := "select * from (select '" + string(c.entity) + "' as entity, org_id, id, revision, updated_at as " +
		"changed_at, " + c.due + " as due_at, woken_revision >= revision as signaled, " + converged +
		" >= revision as converged, (" + converged + " < revision or " + next + " is not null) as waits from " +
		c.table + " where org_id in (select id from organizations where approved) and " + c.condition + rest + ") as t"
	if joined {
		q = " union all " + q
	}
	return q
}

// behind goes on after a row: the arguments are its instant, twice, its id, and how many follow.
func (c expectedSort) behind() string {
	return " and (" + c.due + " > ? or " + c.due + " = ? and id > ?) order by " + c.due + ", id limit ?"
}
