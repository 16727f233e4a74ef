package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

// halfHours returns n slot writes for the interviewer, every half hour.
func halfHours(email string, from time.Time, n int) []timetable.SlotWrite {
	out := make([]timetable.SlotWrite, n)
	for i := range out {
		out[i] = timetable.SlotWrite{InterviewerEmail: email, StartAt: from.Add(time.Duration(i) * 30 * time.Minute)}
	}
	return out
}

// TestPaintedLimit proves that a posting never has more painted slots than the limit, whether they come in one request,
// in many or at the same time, and that a refused write changes nothing.
func TestPaintedLimit(t *testing.T) {
	t.Parallel()
	if n := models.DefaultLimits().PaintedSlots; n != 20_000 {
		t.Errorf("the default is %d slots of a posting, want 20,000", n)
	}
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) { // paints three slots of the posting
		const limit = 1_000
		s, posting := f.limited(func(l *models.Limits) { l.PaintedSlots = limit }), f.posting("backend")
		painted := func() int {
			return f.scalar("select count(*) from slots where org_id = ? and posting_id = ?", f.org.ID, posting)
		}
		add := func(slots []timetable.SlotWrite) error {
			return failure(s.Availability.AddSlots(ctx, act.By{}, f.org.ID, posting, slots))
		}
		var wg sync.WaitGroup
		for side := range 5 { // 25 writes of 45: 1,125 slots are wanted beside the three
			wg.Go(func() {
				for n := range 5 {
					err := add(halfHours(fmt.Sprintf("p%d@acme.example", side),
						at(0, 0).Add(time.Duration(n*45)*30*time.Minute), 45))
					if err != nil && models.KindOf(err) != models.Invalid {
						t.Errorf("write %d of side %d: %v", n, side, err)
					}
				}
			})
		}
		wg.Wait()
		if n := painted(); n != 22*45+3 {
			t.Errorf("%d slots are painted, want the 22 whole writes that fit into %d beside three", n, limit)
		}
		f.must(add(halfHours(grace, at(0, 0).AddDate(1, 0, 0), limit-painted())))
		before := f.dump()
		f.refused(add(halfHours("late@acme.example", at(9, 0), 1)), models.Invalid, "a slot beyond the limit")
		f.unchanged(before)
		// Another organization has limits of its own.
		f.done(s.Setups.Apply(ctx, bolt(), setups.Options{}))
		f.must(add(halfHours(grace, at(0, 0).AddDate(1, 0, 0), 1))) // exists already
		if _, err := s.Availability.RemoveSlots(ctx, act.By{}, f.org.ID, posting, halfHours(grace,
			at(0, 0).AddDate(1, 0, 0), 1)); err != nil {
			t.Error(err)
		}
		f.must(add(halfHours("late@acme.example", at(9, 0), 1)))
		if n := painted(); n != limit {
			t.Errorf("%d slots are painted, want %d", n, limit)
		}

		more := acme()
		more.Postings[0].Interviewers[0].Slots = append(more.Postings[0].Interviewers[0].Slots, at(23, 30))
		f.refused(failure(s.Setups.Apply(ctx, more, setups.Options{})), models.Invalid,
			"a file with a slot beyond the limit")
		if n := painted(); n != limit {
			t.Errorf("%d slots are painted after a file that was refused, want %d", n, limit)
		}
	})
}

// TestSetInterviewersLimit proves that the limit holds for PUT of the complete list, too, if an operator sets a low
// one.
func TestSetInterviewersLimit(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		s := f.limited(func(l *models.Limits) { l.PaintedSlots = 2 })
		set := func(n int) error {
			i := timetable.PostingInterviewer{Email: grace}
			for _, w := range halfHours(grace, at(9, 0), n) {
				i.Slots = append(i.Slots, w.StartAt)
			}
			return failure(s.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"),
				[]timetable.PostingInterviewer{i}))
		}
		before := f.dump()
		f.refused(set(4), models.Invalid, "four slots where two are allowed")
		f.unchanged(before)
		f.must(set(3)) // as many as before the limit was lowered
		f.must(set(2))
		f.refused(set(3), models.Invalid, "three slots where two are allowed")
	})
}

// TestPaintedStatements proves that the cost of a slot write does not grow with the slots that are painted already: on
// SQLite, which has one writer, every other organization waits for it.
func TestPaintedStatements(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), acme())
	write := func(n int) int {
		return f.count(func() {
			f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), halfHours(grace,
				at(0, 0).AddDate(n, 0, 0), 1000)))
		})
	}
	first, last, more := write(0), 0, 15
	if testing.Short() {
		more = 3
	}
	for n := range more {
		last = write(n + 1)
	}
	if first > 20 || last != first {
		t.Errorf("1,000 slots took %d statements, and %d when %d,000 were there: want 20 at most, and always the same",
			first, last, more)
	}
}

// TestRemoveSlotsPlan proves that each removed slot is looked up by the primary key. Comparing all painted slots with
// each removed one took the writer 2 s for 1,000 of 20,000.
func TestRemoveSlotsPlan(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t), acme())
	var statements []string
	s := must(store.Open(ctx, f.url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock.Now,
		Queries: func(sql string) {
			statements = append(statements, sql)
		}}))(t)
	f.done(s.Availability.RemoveSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), halfHours(grace, at(15, 0),
		300)))
	f.must(s.Close())
	deletes := 0
	for _, sql := range statements {
		if !strings.HasPrefix(sql, "delete from slots") {
			continue
		}
		deletes++
		var plan []struct{ Detail string }
		f.must(f.Query(ctx, &plan, "explain query plan "+sql))
		const want = "(org_id=? AND posting_id=? AND email=? AND start_at=?)"
		if !slices.ContainsFunc(plan, func(line struct{ Detail string }) bool {
			return strings.Contains(line.Detail, want)
		}) {
			t.Errorf("the plan is %v, want a search by %s", plan, want)
		}
	}
	if deletes != 3 {
		t.Errorf("%d statements delete slots, want one for 100 slots: 3", deletes)
	}
}
