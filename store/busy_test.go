package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models/timetable"
)

// TestBusyTimesAreKept proves that cached busy times are never older than those in the database, also while the clock
// stands still and another process writes.
func TestBusyTimesAreKept(t *testing.T) {
	t.Parallel()
	organizations{crowd(3)}.each(t, func(t *testing.T, f *fixture) {
		read := 0
		s := f.opened(f.url, func(sql string) {
			if strings.Contains(sql, "from busy_blocks") {
				read++
			}
		})
		posting, round := f.posting("backend"), f.round("backend", "default", "design")
		offered := func(email string, start time.Time) bool {
			t.Helper()
			_, slots := must2(s.Availability.Slots(ctx, f.org.ID, posting, round, start, &start))(t)
			return slices.ContainsFunc(slots, func(slot timetable.Slot) bool {
				return slices.Contains(slot.InterviewerEmails, email)
			})
		}
		const zero, two = "interviewer000@acme.example", "interviewer002@acme.example"
		free, hour := at(15, 0), func(from time.Time) timetable.Range {
			return timetable.Range{From: from, To: from.Add(time.Hour)}
		}
		f.fill(3, 0)
		for n, step := range []struct {
			doing string
			do    func()
			want  bool
			reads int
		}{
			{"nothing is busy", func() {}, true, 1},
			{"again", func() {}, true, 0},
			{"a meeting", func() { f.sync(zero, hour(at(14, 30))) }, false, 1},
			{"again, with a meeting", func() {}, false, 0},
			{"it moved, in the same millisecond", func() { f.sync(zero, hour(at(16, 0))) }, true, 1},
			{"somebody else's", func() { f.sync(two, hour(free)) }, true, 1},
			{"two that touch", func() { f.sync(zero, hour(at(15, 30)), hour(at(14, 0))) }, false, 1},
			{"it is free", func() { f.sync(zero) }, true, 1},
		} {
			step.do()
			read = 0
			if got := offered(zero, free); got != step.want || read != step.reads {
				t.Errorf("%d, %s: offered %t by %d reads of busy times, want %t by %d",
					n, step.doing, got, read, step.want, step.reads)
			}
		}

		changed := crowd(3)
		changed.Interviewers[0].Calendar = account("another@acme.example")
		f.apply(changed)
		if offered(zero, free) {
			t.Error("another calendar, which was never read, is taken for free")
		}
		f.sync(zero, hour(free))
		if offered(zero, free) {
			t.Error("a meeting in the other calendar is not seen")
		}
	})
}
