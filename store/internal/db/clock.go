package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"litmus/models"
)

// Clock is the test clock of an organization: by how much its time is ahead of the machine's, and by how much it was
// asked to be. Between the two it is on its way.
type Clock struct {
	OrgID         string
	Ahead, Wanted time.Duration // whole milliseconds; 0 <= Ahead <= Wanted
}

// ClockRecord is a row of test_clocks.
type ClockRecord struct {
	OrgID       string `gorm:"primaryKey"`
	AheadMs     int64
	WantedMs    int64
	ServedUntil *time.Time // by the machine's time: until then a process has promised to move it
	MovedAt     *time.Time // by the machine's time: the first time that it was
	AskedTo     *time.Time // the organization's instant that it was last asked to move to
}

func (ClockRecord) TableName() string { return "test_clocks" }

// Clock is what the row says.
func (r ClockRecord) Clock() Clock {
	return Clock{r.OrgID, time.Duration(r.AheadMs) * time.Millisecond, time.Duration(r.WantedMs) * time.Millisecond}
}

// NowOf returns the organization's time, in UTC milliseconds: the store's, unless its test clock was moved. Whatever an
// organization's people see or are told follows it. The machine's time is for keys, sessions, links to sign in,
// consents, limits, the audit, leases, pauses and callbacks.
func (s *DB) NowOf(orgID string) time.Time { return s.Now().Add(s.Ahead(orgID)) }

// Ahead returns by how much the organization's time is ahead of the machine's, as far as this process has read it. An
// instant of the organization that lies ahead comes for the machine that much earlier.
func (s *DB) Ahead(orgID string) time.Duration {
	return s.MovedClocks()[orgID]
}

// MovedClocks are by how much each organization's time was moved that was, as far as this process has read it; nil, as
// in every production process, if none was.
func (s *DB) MovedClocks() map[string]time.Duration {
	if moved := s.moved.Load(); moved != nil {
		return *moved
	}
	return nil
}

// Clocks reads the test clocks of all organizations, and from then on this process has the time that they show.
func (s *DB) Clocks(ctx context.Context) ([]Clock, error) {
	s.reading.Lock() // so that nobody takes over what was read before a clock was moved
	defer s.reading.Unlock()
	var rows []ClockRecord
	if err := s.Read.WithContext(ctx).Order("org_id").Find(&rows).Error; err != nil {
		return nil, Wrap("read the test clocks", err)
	}
	out, moved := make([]Clock, len(rows)), map[string]time.Duration{}
	for n, r := range rows {
		out[n] = r.Clock()
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
var ErrMovedClock = errors.New("a test clock moved the time")

// checkUnmoved returns an [ErrMovedClock] that says what can be done if the time of an organization was moved. One that
// was only asked to be moved has the machine's time still.
func (s *DB) checkUnmoved(ctx context.Context) error {
	moved, err := First[struct {
		Slug    string
		AheadMs int64
		MovedAt *time.Time
	}](s.Read.WithContext(ctx), `select o.slug, c.ahead_ms, c.moved_at
		from test_clocks c join organizations o on o.id = c.org_id where c.ahead_ms > 0 order by o.slug limit 1`)
	if err != nil || moved == nil {
		return Wrap("read the test clocks", err)
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
