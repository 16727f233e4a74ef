package wakes

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store/internal/db"
)

// ClockOf reads the test clock of the organization: the zero value, with its id, if it has none.
func (s *Store) ClockOf(ctx context.Context, orgID string) (db.Clock, error) {
	row, err := db.Take[db.ClockRecord](db.Of(s.db.Read.WithContext(ctx), orgID))
	if err != nil || row == nil {
		return db.Clock{OrgID: orgID}, db.Wrap("read the test clock", err)
	}
	return row.Clock(), nil
}

// How long a process promises to move the test clocks. It promises anew when a third of that is over.
const (
	clockPromise = 30 * time.Second
	clockRenewal = 10 * time.Second
)

// ServeClocks gives a test clock, which shows the machine's time, to every organization that has none, and promises
// that this process moves all of them.
func (s *Store) ServeClocks(ctx context.Context) error {
	now := s.db.Now()
	// SQL by hand: GORM builds no insert from a select. Mostly there is nothing to write, and the query before it is
	// all.
	var some bool
	err := s.db.Read.WithContext(ctx).Raw(`select exists (select 1 from organizations o where not exists (
		select 1 from test_clocks c where c.org_id = o.id and c.served_until > ?))`,
		now.Add(clockPromise-clockRenewal)).Row().Scan(&some)
	if err != nil || !some {
		return db.Wrap("look for test clocks that nobody serves", err)
	}
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		err := tx.Exec(`insert into test_clocks (org_id, ahead_ms, wanted_ms) select o.id, 0, 0 from organizations o
			where not exists (select 1 from test_clocks c where c.org_id = o.id) on conflict do nothing`).Error
		if err == nil {
			err = tx.Exec("update test_clocks set served_until = ?", now.Add(clockPromise)).Error
		}
		return db.Wrap("serve test clocks", err)
	})
}

// LeaveClocks takes back what [Store.ServeClocks] promised.
func (s *Store) LeaveClocks(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *gorm.DB) error {
		return db.Wrap("leave test clocks",
			tx.Exec("update test_clocks set served_until = null where served_until is not null").Error)
	})
}

// AskClock asks the test clock of the organization to move. The process of `litmus up --test-clock` moves it there.
// Errors are those of [upkeep.DecideClock], and [models.Conflict] if no such process runs on the database: it would be
// refused to all others as soon as one came and moved the clock.
func (s *Store) AskClock(ctx context.Context, orgID string, m upkeep.ClockMove) (c db.Clock, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		row, err := db.Must[db.ClockRecord](db.Of(tx, orgID).Clauses(db.ForUpdate), errNoClock)
		if err != nil {
			return err
		}
		now := s.db.Now()
		if row.ServedUntil == nil || !row.ServedUntil.After(now) {
			return errNoClock
		}
		c = row.Clock()
		c.Wanted, err = upkeep.DecideClock(m, upkeep.ClockFacts{Now: now, Ahead: c.Ahead, Wanted: c.Wanted,
			AskedTo: row.AskedTo})
		if err != nil {
			return err
		}
		row.WantedMs = c.Wanted.Milliseconds()
		if !m.To.IsZero() {
			to := models.Instant(m.To)
			row.AskedTo = &to
		}
		return db.Wrap("ask the test clock", tx.Select("WantedMs", "AskedTo").Updates(&row).Error)
	})
	return c, err
}

var errNoClock = models.Conflictf("the organization has no test clock: its time can be moved only while " +
	"`litmus up --test-clock` serves its database, and nothing else serves that any more once it was moved")

// MoveClock moves the organization's time so far ahead, but not back, and not beyond what the clock was asked for. From
// then on this process has that time.
func (s *Store) MoveClock(ctx context.Context, orgID string, ahead time.Duration) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		return db.Wrap("move the test clock", db.Of(tx.Model(&db.ClockRecord{}), orgID).
			Where("ahead_ms < ? and ? <= wanted_ms", ahead.Milliseconds(), ahead.Milliseconds()).
			Updates(map[string]any{"ahead_ms": ahead.Milliseconds(),
				"moved_at": gorm.Expr("coalesce(moved_at, ?)", s.db.Now())}).Error)
	})
	if err == nil {
		_, err = s.db.Clocks(ctx)
	}
	return err
}
