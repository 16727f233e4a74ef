package wakes

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// search is a reason to wake workflows: it selects the rows of an entity that meet a condition, those that have waited
// longest first.
type search struct {
	entity           models.Entity
	condition, since string // since is the column that says since when
}

// ClaimUnwoken claims interviews and invitations that changed before the instant and whose wake-up Temporal has not
// accepted yet, and calendars that are to be read at once, and news, which nobody else wakes. The caller wakes the
// claimed rows within the lease; until then no other caller gets them, unless they change again. Organizations come
// round robin, the oldest rows first within each; limit applies to each entity.
func (s *Store) ClaimUnwoken(ctx context.Context, before time.Time, lease time.Duration,
	limit int) ([]models.PendingWake, error) {
	out, err := s.claim(ctx, lease, limit, []search{
		{models.EntityInterview, "woken_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityInvitation, "woken_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityCalendar, "woken_revision < revision", "updated_at"},
		{models.EntitySignIn, "woken_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityNews, "woken_revision < revision", "updated_at"},
	}, before)
	return out, db.Wrap("claim the unwoken", err)
}

// ClaimOverdue claims, like [Store.ClaimUnwoken], rows that were woken and should have converged before the instant, or
// are overdue by their timeline, and calendars that should have been read: their workflows may be lost.
func (s *Store) ClaimOverdue(ctx context.Context, before time.Time, lease time.Duration,
	limit int) ([]models.PendingWake, error) {
	out, err := s.claim(ctx, lease, limit, []search{
		{models.EntityInterview, "converged_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityInvitation, "converged_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityCalendar, "synced_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntitySignIn, "converged_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityNews, "converged_revision < revision and updated_at <= @before", "updated_at"},
		{models.EntityInterview, "next_due_at is not null and next_due_at <= @before", "next_due_at"},
		{models.EntityInvitation, "next_due_at is not null and next_due_at <= @before", "next_due_at"},
		{models.EntityCalendar, "next_sync_at <= @before", "next_sync_at"},
		{models.EntitySignIn, "next_due_at is not null and next_due_at <= @before", "next_due_at"},
		{models.EntityNews, "next_due_at is not null and next_due_at <= @before", "next_due_at"},
	}, before)
	return out, db.Wrap("claim the overdue", err)
}

// Unclaim releases rows that the caller claimed and could not wake, so that another relay may claim them at once.
func (s *Store) Unclaim(ctx context.Context, all []models.PendingWake) error {
	return db.Wrap("give back claims", s.db.BatchedTx(ctx, func(tx *gorm.DB) error {
		for _, one := range all {
			if err := db.Of(tx.Table(tables[one.Entity]), one.OrgID).Where("id = ? and claimed_revision = ?", one.ID,
				one.Revision).Update("claimed_until", nil).Error; err != nil {
				return err
			}
		}
		return nil
	}))
}

// unclaimed is the condition that nobody has claimed the row at its current revision.
const unclaimed = "(claimed_revision < revision or claimed_until is null or claimed_until <= @now)"

func (s *Store) claim(ctx context.Context, lease time.Duration, limit int, searches []search,
	before time.Time) ([]models.PendingWake, error) {
	now := s.db.Now()
	args := map[string]any{"before": before, "now": now, "until": now.Add(lease), "limit": limit}
	searches = s.byClock(searches, before, args)
	// Mostly there is nothing to claim; then this query is all, and nothing is written.
	var hits []int
	checks := make([]string, len(searches))
	for n, one := range searches {
		checks[n] = "select " + strconv.Itoa(n) + " as n from (select 1 from " + tables[one.entity] + " where " +
			one.condition + " and " + unclaimed + " limit 1) as t" + strconv.Itoa(n)
	}
	if err := s.db.Read.WithContext(ctx).Raw(strings.Join(checks, " union all "), args).Scan(&hits).Error; err != nil {
		return nil, err
	}
	if len(hits) == 0 {
		return nil, nil
	}
	var out []models.PendingWake
	err := s.db.BatchedTx(ctx, func(tx *gorm.DB) error {
		out = nil
		for _, n := range hits {
			claimed, err := claim(s.db.Dialect, tx, searches[n], args)
			if err != nil {
				return err
			}
			out = append(out, claimed...)
		}
		return nil
	})
	if err != nil { // if ctx ended the transaction may still write to out
		return nil, err
	}
	return out, nil
}

// claim marks rows that meet the search as claimed and returns them, the oldest first. It skips rows that another
// transaction has locked, since that is about to claim or change them.
func claim(d db.Dialect, tx *gorm.DB, one search, args map[string]any) ([]models.PendingWake, error) {
	table := tables[one.entity]
	type claimed struct {
		OrgID, ID string
		Revision  int64
		Since     time.Time
		WakeTrace *string
	}
	var rows []claimed
	err := tx.Raw(`with turn as (
			select org_id, id, row_number() over (partition by org_id order by `+one.since+`) as place,
				`+one.since+` as since
			from `+table+` where `+one.condition+` and `+unclaimed+` order by place, since limit @limit),
		mine as (
			select t.org_id as of_org, t.id as of_id
			from `+table+` t join turn on turn.org_id = t.org_id and turn.id = t.id
			where `+unclaimed+d.SkipLocked("t")+`)
		update `+table+` set claimed_revision = revision, claimed_until = @until
		from mine where org_id = of_org and id = of_id
		returning org_id, id, revision, wake_trace, `+one.since+` as since`, args).Scan(&rows).Error
	slices.SortFunc(rows, func(a, b claimed) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID)) })
	out := make([]models.PendingWake, len(rows))
	for n, r := range rows {
		out[n] = models.PendingWake{Entity: one.entity, OrgID: r.OrgID, ID: r.ID, Revision: r.Revision,
			WakeTrace: r.WakeTrace}
	}
	return out, err
}
