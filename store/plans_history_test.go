package store_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/history"
	"litmus/store"
)

// TestPlansOfHistory: a page of a history is read by an index in its order, whatever was done in all (D4).
func TestPlansOfHistory(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		record, moment := "PRIMARY KEY (org_id=? AND subject=? AND subject_id=?", "? + n * 1000000"
		if f.Postgres() {
			record, moment = "history_pkey", "cast(? as timestamptz) + n * interval '1 second'"
		}
		f.exec(`insert into history (org_id, subject, subject_id, at, id, what, actor_kind, actor_id, request_id,
				details)
			with recursive series(n) as (select 0 union all select n + 1 from series where n < 9999)
			select cast(? as text), 'interview', 'int_' || n % 1000, `+moment+`, 'chg_' || n, 'booked',
				case when n % 100 = 0 then 'member' else 'key' end, '', '', '[]' from series`, f.org.ID, noon)
		if f.Postgres() { // on SQLite nobody makes statistics
			f.exec("analyze")
		}
		var ran []string
		s := f.opened(f.url, func(sql string) { ran = append(ran, sql) })
		after := &models.Position{At: noon.Add(time.Hour), ID: "chg_1"}
		for _, c := range []struct {
			reading, index string
			read           func(s *store.Store) error
		}{
			{"of a record", record, func(s *store.Store) error {
				return failure(s.Audit.History(ctx, f.org.ID, models.SubjectInterview, i.ID, after, 50))
			}},
			{"of all records", "history_by_time", func(s *store.Store) error {
				return failure(s.Audit.Changes(ctx, f.org.ID, history.Filter{ActorKind: models.ActorKey}, after,
					50))
			}},
			{"by members", "history_of_members", func(s *store.Store) error {
				return failure(s.Audit.Changes(ctx, f.org.ID, history.Filter{ActorKind: models.ActorMember}, after,
					50))
			}},
		} {
			ran = nil
			f.must(c.read(s))
			if len(ran) != 1 {
				t.Fatalf("the history %s is read by %q, want one statement", c.reading, ran)
			}
			plan := f.plan(ran[0])
			if !strings.Contains(plan, c.index) || strings.Contains(plan, "TEMP B-TREE") ||
				strings.Contains(plan, "Sort") {
				t.Errorf("the history %s is read by\n%s\nwant it by %s, in order", c.reading, plan, c.index)
			}
		}
	})
}
