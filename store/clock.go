package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Clock is the test clock of an organization: by how much its time is ahead of the machine's, and by how much it was
// asked to be. Between the two it is on its way.
type Clock struct {
	OrgID         string
	Ahead, Wanted time.Duration // whole milliseconds; 0 <= Ahead <= Wanted
}

// clockRecord is a row of test_clocks.
type clockRecord struct {
	OrgID       string `gorm:"primaryKey"`
	AheadMs     int64
	WantedMs    int64
	ServedUntil *time.Time // by the machine's time: until then a process has promised to move it
	MovedAt     *time.Time // by the machine's time: the first time that it was
	AskedTo     *time.Time // the organization's instant that it was last asked to move to
}

func (clockRecord) TableName() string { return "test_clocks" }

func (r clockRecord) clock() Clock {
	return Clock{r.OrgID, time.Duration(r.AheadMs) * time.Millisecond, time.Duration(r.WantedMs) * time.Millisecond}
}

// NowOf returns the organization's time, in UTC milliseconds: the store's, unless its test clock was moved. Whatever an
// organization's people see or are told follows it. The machine's time is for keys, sessions, links to sign in,
// consents, limits, the audit, leases, pauses and callbacks.
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

// ClockOf reads the test clock of the organization: the zero value, with its id, if it has none.
func (s *Store) ClockOf(ctx context.Context, orgID string) (Clock, error) {
	row, err := take[clockRecord](of(s.read.WithContext(ctx), orgID))
	if err != nil || row == nil {
		return Clock{OrgID: orgID}, wrap("read the test clock", err)
	}
	return row.clock(), nil
}

// ErrMovedClock says that the time of an organization was moved, and that this process does not follow it.
var ErrMovedClock = errors.New("a test clock moved the time")

// checkUnmoved returns an [ErrMovedClock] that says what can be done if the time of an organization was moved. One that
// was only asked to be moved has the machine's time still.
func (s *Store) checkUnmoved(ctx context.Context) error {
	moved, err := first[struct {
		Slug    string
		AheadMs int64
		MovedAt *time.Time
	}](s.read.WithContext(ctx), `select o.slug, c.ahead_ms, c.moved_at
		from test_clocks c join organizations o on o.id = c.org_id where c.ahead_ms > 0 order by o.slug limit 1`)
	if err != nil || moved == nil {
		return wrap("read the test clocks", err)
	}
	backup := "one from before it was moved"
	if moved.MovedAt != nil { // unknown for a clock that was moved before this was noted
		backup = "one from before " + models.FormatInstant(*moved.MovedAt)
	}
	return fmt.Errorf("%w of the organization %s in this database by %s, so its rows lie in a future that only "+
		"`litmus up --test-clock` serves: start that, or give this process another database, or restore a backup, %s "+
		"(`litmus clock show` lists what was moved)", ErrMovedClock, moved.Slug,
		time.Duration(moved.AheadMs)*time.Millisecond, backup)
}

// How long a process promises to move the test clocks. It promises anew when a third of that is over.
const (
	clockPromise = 30 * time.Second
	clockRenewal = 10 * time.Second
)

// ServeClocks gives a test clock, which shows the machine's time, to every organization that has none, and promises
// that this process moves all of them.
func (s *Store) ServeClocks(ctx context.Context) error {
	now := s.Now()
	// SQL by hand: GORM builds no insert from a select. Mostly there is nothing to write, and the query before it is
	// all.
	var some bool
	err := s.read.WithContext(ctx).Raw(`select exists (select 1 from organizations o where not exists (
		select 1 from test_clocks c where c.org_id = o.id and c.served_until > ?))`,
		now.Add(clockPromise-clockRenewal)).Row().Scan(&some)
	if err != nil || !some {
		return wrap("look for test clocks that nobody serves", err)
	}
	return s.tx(ctx, func(tx *gorm.DB) error {
		err := tx.Exec(`insert into test_clocks (org_id, ahead_ms, wanted_ms) select o.id, 0, 0 from organizations o
			where not exists (select 1 from test_clocks c where c.org_id = o.id) on conflict do nothing`).Error
		if err == nil {
			err = tx.Exec("update test_clocks set served_until = ?", now.Add(clockPromise)).Error
		}
		return wrap("serve test clocks", err)
	})
}

// LeaveClocks takes back what [Store.ServeClocks] promised.
func (s *Store) LeaveClocks(ctx context.Context) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("leave test clocks",
			tx.Exec("update test_clocks set served_until = null where served_until is not null").Error)
	})
}

// AskClock asks the test clock of the organization to move. The process of `litmus up --test-clock` moves it there.
// Errors are those of [models.DecideClock], and [models.Conflict] if no such process runs on the database: it would be
// refused to all others as soon as one came and moved the clock.
func (s *Store) AskClock(ctx context.Context, orgID string, m models.ClockMove) (c Clock, err error) {
	err = s.tx(ctx, func(tx *gorm.DB) error {
		row, err := must[clockRecord](of(tx, orgID).Clauses(forUpdate), errNoClock)
		if err != nil {
			return err
		}
		now := s.Now()
		if row.ServedUntil == nil || !row.ServedUntil.After(now) {
			return errNoClock
		}
		c = row.clock()
		c.Wanted, err = models.DecideClock(m, models.ClockFacts{Now: now, Ahead: c.Ahead, Wanted: c.Wanted,
			AskedTo: row.AskedTo})
		if err != nil {
			return err
		}
		row.WantedMs = c.Wanted.Milliseconds()
		if !m.To.IsZero() {
			to := models.Instant(m.To)
			row.AskedTo = &to
		}
		return wrap("ask the test clock", tx.Select("WantedMs", "AskedTo").Updates(&row).Error)
	})
	return c, err
}

var errNoClock = models.Conflictf("the organization has no test clock: its time can be moved only while " +
	"`litmus up --test-clock` serves its database, and nothing else serves that any more once it was moved")

// MoveClock moves the organization's time so far ahead, but not back, and not beyond what the clock was asked for. From
// then on this process has that time.
func (s *Store) MoveClock(ctx context.Context, orgID string, ahead time.Duration) error {
	err := s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("move the test clock", of(tx.Model(&clockRecord{}), orgID).
			Where("ahead_ms < ? and ? <= wanted_ms", ahead.Milliseconds(), ahead.Milliseconds()).
			Updates(map[string]any{"ahead_ms": ahead.Milliseconds(),
				"moved_at": gorm.Expr("coalesce(moved_at, ?)", s.Now())}).Error)
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
	db, now := s.read.WithContext(ctx), s.NowOf(orgID)
	due, err := first[struct{ At time.Time }](db, `select at from (
			select next_due_at as at from interviews where org_id = @org and next_due_at > @now
			union all
			select next_due_at from candidates where org_id = @org and next_due_at > @now) as a
		order by at limit 1`, map[string]any{"org": orgID, "now": now})
	if err != nil {
		return nil, wrap("find what is due next", err)
	}
	var next *time.Time
	if due != nil {
		next = &due.At
	}
	// A row that owes something has not said when it is due next: that is noted when it has converged. Such rows are
	// few where a clock moves, which has waited for all others.
	late, err := s.dialect.readInterviewRows(db, orgID, true, " and i.converged_revision < i.revision")
	if err != nil {
		return nil, wrap("read what is not settled", err)
	}
	for _, i := range late {
		next = sooner(next, models.NextMoment(i.Interview, s.policy, now))
	}
	var invited []string
	if err := of(db.Model(&candidateRecord{}), orgID).Where("converged_revision < revision").
		Pluck("id", &invited).Error; err != nil {
		return nil, wrap("read what is not settled", err)
	}
	for _, id := range invited {
		acct, err := s.InvitationLedger(ctx, Ref{orgID, id})
		if err != nil {
			return nil, err
		}
		next = sooner(next, acct.NextMoment(now))
	}
	return next, nil
}

// sooner is the earlier of two instants, nil for neither.
func sooner(at *time.Time, m *models.Moment) *time.Time {
	if m != nil && (at == nil || m.At.Before(*at)) {
		return &m.At
	}
	return at
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
