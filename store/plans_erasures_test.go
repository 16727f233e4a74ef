package store_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/erasure"
)

// testPlansOfErasures proves that what is said of a person before they are erased, what is exported of them, and the
// erasure itself find their rows by keys, however many there are of others. Plans that were committed are kept for
// some days only, so they are looked through.
func testPlansOfErasures(t *testing.T, f *fixture) {
	t.Helper()
	f.exec(`insert into history (org_id, subject, subject_id, at, id, what, actor_kind, actor_id, request_id, details)
		select org_id, 'interview', id, created_at, 'chg_' || id, 'booked', 'key', '', '', '[]' from interviews`)
	f.exec(`insert into imports (org_id, key, interview_id, digest)
		select org_id, 'stored-' || id, id, '{}' from interviews`)
	tables := []string{"candidates", "interviews", "effects", "history", "imports"}
	if f.Postgres() {
		f.exec("analyze history, imports")
	}
	whole := regexp.MustCompile(`Seq Scan on (` + strings.Join(tables, "|") + `)\b|SCAN (` +
		strings.Join(tables, "|") + `)\b|hashed SubPlan|` +
		`SEARCH (effects|history|imports|interviews) USING [^(]*\(org_id=\?\)`)
	s, ran := f.watched()
	email, overwritten := "stored7@candidate.example", map[string]bool{}
	for _, c := range []struct {
		doing string
		do    func() error
	}{
		{"say what it would do", func() error { return failure(s.Erasures.Preview(ctx, f.org.ID, email)) }},
		{"export", func() error { return failure(s.Erasures.Person(ctx, f.org.ID, email)) }},
		{"erase", func() error {
			e, err := s.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, email)
			f.must(err)
			f.clock.Set(e.AskedAt.Add(erasure.Patience))
			done, err := s.Erasures.Carry(ctx, e, nil)
			if err == nil && !done {
				err = errors.New("it waits")
			}
			return err
		}},
	} {
		*ran = nil
		f.must(c.do())
		for _, sql := range *ran {
			if strings.Contains(sql, "committed_plans") || strings.HasPrefix(sql, "insert") {
				continue
			}
			for _, table := range tables {
				if strings.Contains(sql, "update "+table) {
					overwritten[table] = true
				}
			}
			if plan := f.plan(sql); whole.MatchString(plan) {
				t.Errorf("%s: the plan is\n%s\nof %s", c.doing, plan, sql)
			}
		}
	}
	if len(overwritten) != len(tables) {
		t.Errorf("only %v were seen to be overwritten", overwritten)
	}
}
