package availability

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// maxBusyKept bounds the spans that a process keeps, each of 16 bytes.
const maxBusyKept = 1_000_000

// busyKept caches connected calendars' busy times between reads of free starts: those of 200 people are thousands of
// rows, most of which do not change. An entry is valid for one busy_revision. The transaction that replaces the rows
// raises the revision, and the transaction that uses the entry reads it, so an entry is never older than what its user
// sees.
type busyKept struct {
	mu    sync.Mutex
	of    map[string]busyOf // by the calendar's id
	spans int
	most  int // limit of spans
}

// busyOf has the busy times of a calendar at a revision, in microseconds and ordered by start. It is never modified.
type busyOf struct {
	revision int64
	spans    []span
}

type span struct{ from, to int64 }

// busyAt names the busy times of an interviewer's calendar at the revision that a transaction sees.
type busyAt struct {
	calendarID, email string
	revision          int64
}

// find returns the cached busy times of the calendars, by email, and the calendars without valid ones.
func (k *busyKept) find(calendars []busyAt) (found map[string][]span, missing []busyAt) {
	found = make(map[string][]span, len(calendars))
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range calendars {
		if kept, ok := k.of[c.calendarID]; ok && kept.revision == c.revision {
			found[c.email] = kept.spans
		} else {
			missing = append(missing, c)
		}
	}
	return found, missing
}

// keep stores the busy times of calendars in place of an older revision. If there are too many spans it forgets all
// others.
func (k *busyKept) keep(calendars []busyAt, read map[string][]span) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range calendars {
		old, ok := k.of[c.calendarID]
		if ok && old.revision > c.revision {
			continue
		}
		if k.spans += len(read[c.email]) - len(old.spans); k.of == nil || k.spans > k.most {
			k.of, k.spans = map[string]busyOf{}, len(read[c.email])
		}
		k.of[c.calendarID] = busyOf{c.revision, read[c.email]}
	}
}

// readKeptBusy sets the busy times within [from, to) of the interviewers' calendars, and reads those that are not
// cached.
func (s *Store) readKeptBusy(tx *gorm.DB, a *timetable.Availability, orgID string, calendars []busyAt,
	from, to time.Time) error {
	found, missing := s.busy.find(calendars)
	if len(missing) > 0 {
		read, err := s.readBusyOf(tx, orgID, missing)
		if err != nil {
			return err
		}
		for _, c := range missing {
			found[c.email] = read[c.email]
		}
		s.busy.keep(missing, read)
	}
	first, last := from.UnixMicro(), to.UnixMicro()
	for n := range a.Interviewers {
		a.Interviewers[n].Busy = within(found[a.Interviewers[n].Email], first, last)
	}
	for n := range a.Rooms {
		a.Rooms[n].Busy = within(found[a.Rooms[n].Email], first, last)
	}
	return nil
}

// within returns the spans that overlap [from, to).
func within(spans []span, from, to int64) []timetable.Range {
	first := sort.Search(len(spans), func(n int) bool { return spans[n].to > from })
	last := sort.Search(len(spans), func(n int) bool { return spans[n].from >= to })
	if first >= last {
		return nil
	}
	out := make([]timetable.Range, 0, last-first)
	for _, x := range spans[first:last] {
		out = append(out, timetable.Range{From: time.UnixMicro(x.from).UTC(), To: time.UnixMicro(x.to).UTC()})
	}
	return out
}

// readBusyOf reads all busy times of the calendars, by email, with one row for each person.
func (s *Store) readBusyOf(tx *gorm.DB, orgID string, calendars []busyAt) (map[string][]span, error) {
	emails := make([]string, len(calendars))
	for n, c := range calendars {
		emails[n] = c.email
	}
	query := tx.Raw("select email, "+s.db.Dialect.Instants("from_at")+", "+s.db.Dialect.Instants("to_at")+`
		from busy_blocks
		where org_id = ? and email in (select m.value from `+s.db.Dialect.Members("?")+`)
		group by email`, orgID, db.JSONText(emails))
	out := make(map[string][]span, len(calendars))
	err := db.Each(query, func(rows *sql.Rows) error {
		var email, starts, ends string // in the same order: both aggregates scan a group's rows once
		if err := rows.Scan(&email, &starts, &ends); err != nil {
			return err
		}
		froms, err1 := parseMicros(starts)
		tos, err2 := parseMicros(ends)
		if err := errors.Join(err1, err2); err != nil || len(froms) != len(tos) {
			return fmt.Errorf("busy times: %d starts and %d ends: %w", len(froms), len(tos), err)
		}
		spans := make([]span, len(froms))
		for n := range froms {
			spans[n] = span{froms[n], tos[n]}
		}
		out[email] = joined(spans)
		return nil
	})
	return out, err
}

// joined sorts the spans and joins those that overlap, so that [within] can search by their ends, too.
func joined(spans []span) []span {
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	out := spans[:0]
	for _, x := range spans {
		if n := len(out); n > 0 && x.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, x.to)
			continue
		}
		out = append(out, x)
	}
	return out
}

// parseMicros reads the result of [db.Dialect.Instants].
func parseMicros(list string) ([]int64, error) {
	out := make([]int64, 0, strings.Count(list, ",")+1)
	for one := range strings.SplitSeq(list, ",") {
		micros, err := strconv.ParseInt(one, 10, 64)
		if err != nil {
			return nil, err
		}
		out = append(out, micros)
	}
	return out, nil
}
