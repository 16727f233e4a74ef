package wakes

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// NextDue returns the first instant of the organization's time after its present one at which an interview, an
// invitation or news have something to do, nil if there is none. What is owed already does not count.
func (s *Store) NextDue(ctx context.Context, orgID string) (*time.Time, error) {
	// SQL by hand: one query for the smallest of three tables, each by its index of open rows.
	tx, now := s.db.Read.WithContext(ctx), s.db.NowOf(orgID)
	due, err := db.First[struct{ At time.Time }](tx, `select at from (
			select next_due_at as at from interviews where org_id = @org and next_due_at > @now
			union all
			select next_due_at from candidates where org_id = @org and next_due_at > @now
			union all
			select next_due_at from news where org_id = @org and next_due_at > @now) as a
		order by at limit 1`, map[string]any{"org": orgID, "now": now})
	if err != nil {
		return nil, db.Wrap("find what is due next", err)
	}
	var next *time.Time
	if due != nil {
		next = &due.At
	}
	// A row that owes something has not said when it is due next: that is noted when it has converged. Such rows are
	// few where a clock moves, which has waited for all others.
	late, err := interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true, " and i.converged_revision < i.revision")
	if err != nil {
		return nil, db.Wrap("read what is not settled", err)
	}
	for _, i := range late {
		next = sooner(next, effect.NextMoment(i.Interview, s.db.Policy(), now))
	}
	var invited []string
	if err := db.Of(tx.Model(&db.CandidateRecord{}), orgID).Where("converged_revision < revision").
		Pluck("id", &invited).Error; err != nil {
		return nil, db.Wrap("read what is not settled", err)
	}
	for _, id := range invited {
		acct, err := s.candidates.InvitationLedger(ctx, models.Ref{OrgID: orgID, ID: id})
		if err != nil {
			return nil, err
		}
		next = sooner(next, acct.NextMoment(now))
	}
	return s.nextNews(ctx, orgID, next)
}

// nextNews returns the earlier of the instant and of those at which letters are due whose rows have not said so.
func (s *Store) nextNews(ctx context.Context, orgID string, next *time.Time) (*time.Time, error) {
	var late []string
	if err := db.Of(s.db.Read.WithContext(ctx).Model(&db.NewsRecord{}), orgID).
		Where("converged_revision < revision").Pluck("id", &late).Error; err != nil {
		return nil, db.Wrap("read what is not settled", err)
	}
	for _, id := range late {
		acct, err := s.team.NewsLedger(ctx, models.Ref{OrgID: orgID, ID: id})
		if err != nil {
			return nil, err
		}
		if m := acct.NextMoment(); m != nil && m.At.After(s.db.NowOf(orgID)) {
			next = sooner(next, m)
		}
	}
	return next, nil
}

// sooner is the earlier of two instants, nil for neither.
func sooner(at *time.Time, m *effect.Moment) *time.Time {
	if m != nil && (at == nil || m.At.Before(*at)) {
		return &m.At
	}
	return at
}

// Unsettled lists the interviews, invitations and news of the organization that owe something at its present time, or
// have reached an instant of their timeline that their workflow has not taken note of. With calendars it lists, too,
// the calendars whose busy times should have been read by now.
func (s *Store) Unsettled(ctx context.Context, orgID string, calendars bool) ([]models.PendingWake, error) {
	late, unread := "(converged_revision < revision or next_due_at <= @now)", "1 = 0"
	if calendars {
		unread = "(synced_revision < revision or next_sync_at <= @now)"
	}
	return s.pendingOf(ctx, orgID, late, unread)
}

// Running lists every interview, invitation, calendar and row of news of the organization whose workflow waits for
// something: after its clock was moved they are woken, and set their timers anew.
func (s *Store) Running(ctx context.Context, orgID string) ([]models.PendingWake, error) {
	return s.pendingOf(ctx, orgID, "(converged_revision < revision or next_due_at is not null)",
		"next_sync_at is not null")
}

// pendingOf lists the interviews, candidates and news of the organization that meet a condition, and the calendars that
// meet another one.
func (s *Store) pendingOf(ctx context.Context, orgID, condition, calendars string) ([]models.PendingWake, error) {
	// SQL by hand: rows of four tables in one query.
	var out []models.PendingWake
	err := s.db.Read.WithContext(ctx).Raw(`select 'interview' as entity, org_id, id, revision from interviews
			where org_id = @org and `+condition+`
		union all select 'invitation', org_id, id, revision from candidates where org_id = @org and `+condition+`
		union all select 'news', org_id, id, revision from news where org_id = @org and `+condition+`
		union all select 'calendar', org_id, id, revision from calendars where org_id = @org and `+calendars,
		map[string]any{"org": orgID, "now": s.db.NowOf(orgID)}).Scan(&out).Error
	return out, db.Wrap("list what the test clock wakes", err)
}

// byClock returns the searches, each split by the time of its organizations, where test clocks were moved: what was
// written by an organization's time is compared with that. args are theirs, and get the instants. Sign-ins keep the
// machine's time.
func (s *Store) byClock(searches []search, before time.Time, args map[string]any) []search {
	moved := s.db.MovedClocks()
	if moved == nil {
		return searches
	}
	orgs := slices.Sorted(maps.Keys(moved))
	args["moved"] = orgs
	var out []search
	for _, one := range searches {
		if one.entity == models.EntitySignIn {
			out = append(out, one)
			continue
		}
		rest := one
		rest.condition += " and org_id not in @moved"
		out = append(out, rest)
		for n, org := range orgs {
			name := "moved_" + strconv.Itoa(n)
			args[name], args["before_"+name] = org, before.Add(moved[org])
			own := one
			own.condition = strings.ReplaceAll(one.condition, "@before", "@before_"+name) + " and org_id = @" + name
			out = append(out, own)
		}
	}
	return out
}
