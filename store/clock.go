package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Clock is the test clock of an organization (decision 184): by how much its time is ahead of the machine's, and by how
// much it was asked to be. Between the two it is on its way.
type Clock struct {
	OrgID         string
	Ahead, Wanted time.Duration // whole milliseconds; 0 <= Ahead <= Wanted
}

// clockRecord is a row of test_clocks.
type clockRecord struct {
	OrgID    string `gorm:"primaryKey"`
	AheadMs  int64
	WantedMs int64
}

func (clockRecord) TableName() string { return "test_clocks" }

func (r clockRecord) clock() Clock {
	return Clock{r.OrgID, time.Duration(r.AheadMs) * time.Millisecond, time.Duration(r.WantedMs) * time.Millisecond}
}

// NowOf returns the organization's time, in UTC milliseconds: the store's, unless its test clock was moved. Whatever an
// organization's people see or are told follows it (decision 184).
func (s *Store) NowOf(orgID string) time.Time { return s.Now().Add(s.Ahead(orgID)) }

// Ahead returns by how much the organization's time is ahead of the machine's, as far as this process has read it. An
// instant of the organization that lies ahead comes for the machine that much earlier.
func (s *Store) Ahead(orgID string) time.Duration {
	moved := s.moved.Load()
	if moved == nil { // as in every production process
		return 0
	}
	return (*moved)[orgID]
}

// Clocks reads the test clocks of all organizations, and from then on this process has the time that they show.
func (s *Store) Clocks(ctx context.Context) ([]Clock, error) {
	s.reading.Lock() // so that nobody takes over what was read before a clock was moved
	defer s.reading.Unlock()
	var rows []clockRecord
	if err := s.read.WithContext(ctx).Order("org_id").Find(&rows).Error; err != nil {
		return nil, wrap("read the test clocks", err)
	}
	out, moved := make([]Clock, len(rows)), map[string]time.Duration{}
	for n, r := range rows {
		out[n] = r.clock()
		if out[n].Ahead > 0 {
			moved[r.OrgID] = out[n].Ahead
		}
	}
	if len(moved) == 0 {
		s.moved.Store(nil)
	} else {
		s.moved.Store(&moved)
	}
	return out, nil
}

// ErrMovedClock says that the time of an organization was moved, and that this process does not follow it.
var ErrMovedClock = errors.New("a test clock moved the time of an organization of this database, which only " +
	"`litmus up --test-clock` serves from then on; give this process another database")

// checkUnmoved returns [ErrMovedClock] if the time of an organization was moved, or is about to be.
func (s *Store) checkUnmoved(ctx context.Context) error {
	var moved bool
	err := s.read.WithContext(ctx).Raw("select exists (select 1 from test_clocks where wanted_ms > 0)").Row().
		Scan(&moved)
	if err == nil && moved {
		return ErrMovedClock
	}
	return wrap("read the test clocks", err)
}

// MakeClocks gives a test clock, which shows the machine's time, to every organization that has none.
func (s *Store) MakeClocks(ctx context.Context) error {
	// SQL by hand: GORM builds no insert from a select. Mostly there is nothing to insert, and the query before it is
	// all.
	const lacking = `from organizations o where not exists (select 1 from test_clocks c where c.org_id = o.id)`
	var missing bool
	err := s.read.WithContext(ctx).Raw("select exists (select 1 " + lacking + ")").Row().Scan(&missing)
	if err != nil || !missing {
		return wrap("look for organizations without a test clock", err)
	}
	return s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("make test clocks", tx.Exec("insert into test_clocks (org_id, ahead_ms, wanted_ms) "+
			"select o.id, 0, 0 "+lacking+" on conflict do nothing").Error)
	})
}

// AskClock asks the test clock of the organization to go forward by d, after what it was asked for before. The process
// of `litmus up --test-clock` moves it there. Errors are those of [models.CheckAdvance], and [models.Conflict] if the
// organization has no test clock, as in every database that only `litmus api` and `litmus worker` serve.
func (s *Store) AskClock(ctx context.Context, orgID string, d time.Duration) (c Clock, err error) {
	if err := models.CheckAdvance(d); err != nil {
		return c, err
	}
	err = s.tx(ctx, func(tx *gorm.DB) error {
		row, err := must[clockRecord](of(tx, orgID).Clauses(forUpdate), errNoClock)
		if err != nil {
			return err
		}
		row.WantedMs += d.Milliseconds()
		c = row.clock()
		return wrap("ask the test clock", tx.Select("WantedMs").Updates(&row).Error)
	})
	return c, err
}

var errNoClock = models.Conflictf("the organization has no test clock: its time can be moved only while " +
	"`litmus up --test-clock` serves it")

// MoveClock moves the organization's time so far ahead, but not back, and not beyond what the clock was asked for. From
// then on this process has that time.
func (s *Store) MoveClock(ctx context.Context, orgID string, ahead time.Duration) error {
	err := s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("move the test clock", of(tx.Model(&clockRecord{}), orgID).
			Where("ahead_ms < ? and ? <= wanted_ms", ahead.Milliseconds(), ahead.Milliseconds()).
			Update("ahead_ms", ahead.Milliseconds()).Error)
	})
	if err == nil {
		_, err = s.Clocks(ctx)
	}
	return err
}

// NextDue returns the first instant of the organization's time after its present one at which an interview or an
// invitation has something to do, nil if there is none. What is owed already does not count.
func (s *Store) NextDue(ctx context.Context, orgID string) (*time.Time, error) {
	// SQL by hand: one query for the smallest of two tables, each by its index of open rows.
	due, err := first[struct{ At time.Time }](s.read.WithContext(ctx), `select at from (
			select next_due_at as at from interviews where org_id = @org and next_due_at > @now
			union all
			select next_due_at from candidates where org_id = @org and next_due_at > @now) as a
		order by at limit 1`, map[string]any{"org": orgID, "now": s.NowOf(orgID)})
	if err != nil || due == nil {
		return nil, wrap("find what is due next", err)
	}
	return &due.At, nil
}

// Unsettled lists the interviews and invitations of the organization that owe something at its present time, or have
// reached an instant of their timeline that their workflow has not taken note of. With calendars it lists, too, the
// calendars whose busy times should have been read by now.
func (s *Store) Unsettled(ctx context.Context, orgID string, calendars bool) ([]PendingWake, error) {
	late, unread := "(converged_revision < revision or next_due_at <= @now)", "1 = 0"
	if calendars {
		unread = "(synced_revision < revision or next_sync_at <= @now)"
	}
	return s.pendingOf(ctx, orgID, late, unread)
}

// Running lists every interview, invitation and calendar of the organization whose workflow waits for something: after
// its clock was moved they are woken, and set their timers anew.
func (s *Store) Running(ctx context.Context, orgID string) ([]PendingWake, error) {
	return s.pendingOf(ctx, orgID, "(converged_revision < revision or next_due_at is not null)",
		"next_sync_at is not null")
}

// pendingOf lists the interviews and candidates of the organization that meet a condition, and the calendars that meet
// another one.
func (s *Store) pendingOf(ctx context.Context, orgID, condition, calendars string) ([]PendingWake, error) {
	// SQL by hand: rows of three tables in one query.
	var out []PendingWake
	err := s.read.WithContext(ctx).Raw(`select 'interview' as entity, org_id, id, revision from interviews
			where org_id = @org and `+condition+`
		union all select 'invitation', org_id, id, revision from candidates where org_id = @org and `+condition+`
		union all select 'calendar', org_id, id, revision from calendars where org_id = @org and `+calendars,
		map[string]any{"org": orgID, "now": s.NowOf(orgID)}).Scan(&out).Error
	return out, wrap("list what the test clock wakes", err)
}

// byClock returns the searches, each split by the time of its organizations, where test clocks were moved: what was
// written by an organization's time is compared with that. args are theirs, and get the instants. Sign-ins keep the
// machine's time.
func (s *Store) byClock(searches []search, before time.Time, args map[string]any) []search {
	moved := s.moved.Load()
	if moved == nil {
		return searches
	}
	orgs := slices.Sorted(maps.Keys(*moved))
	args["moved"] = orgs
	var out []search
	for _, one := range searches {
		if one.entity == EntitySignIn {
			out = append(out, one)
			continue
		}
		rest := one
		rest.condition += " and org_id not in @moved"
		out = append(out, rest)
		for n, org := range orgs {
			name := "moved_" + strconv.Itoa(n)
			args[name], args["before_"+name] = org, before.Add((*moved)[org])
			of := one
			of.condition = strings.ReplaceAll(one.condition, "@before", "@before_"+name) + " and org_id = @" + name
			out = append(out, of)
		}
	}
	return out
}
