package store_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store"
	"litmus/store/effects"
)

// testPlansOfEffects proves that every look at the ledger and every note in it goes by the key of an interview's
// effects, however many effects there are.
func testPlansOfEffects(t *testing.T, f *fixture) {
	t.Helper()
	i := f.book(f.order(cleo, at(18, 0)))
	letter, event := entry(i, alan), put(i)
	settle := func(s *store.Store, e effect.Entry) error {
		e.State = effect.Done
		return failure(s.Effects.Settle(ctx, e, effects.MadeLink{}))
	}
	intend := func(s *store.Store, e effect.Entry) error {
		return failure(s.Effects.Intend(ctx, e, i.Revision, time.Minute))
	}
	s, ran := f.watched()
	for _, c := range []struct {
		doing string
		do    func() error
	}{
		{"read the account", func() error {
			return failure(s.Effects.InterviewLedger(ctx, models.Ref{OrgID: i.OrgID, ID: i.ID}))
		}},
		{"write a letter's intent", func() error { return intend(s, letter) }},
		{"settle a letter", func() error { return settle(s, letter) }},
		{"write an event's intent", func() error { return intend(s, event) }},
		{"settle an event", func() error { return settle(s, event) }},
		{"supersede", func() error { return s.Effects.Supersede(ctx, []effect.Entry{letter}) }},
	} {
		*ran = nil
		f.must(c.do())
		hooked := false
		for _, sql := range *ran {
			if !strings.Contains(sql, "effects") {
				continue
			}
			hooked = true
			plan := f.plan(sql)
			byKey := strings.Contains(plan, "one_entry_per_effect")
			if strings.Contains(sql, "insert") && !f.Postgres() {
				byKey = true // SQLite's plan of an insert does not say how conflicts are found
			}
			if !byKey || strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "SCAN ") {
				t.Errorf("%s: the plan is\n%s\nof %s", c.doing, plan, sql)
			}
		}
		if !hooked {
			t.Errorf("%s: no statement on effects was seen in %q", c.doing, *ran)
		}
	}
}

// storeEffects stores an effect of each interview.
func (f *fixture) storeEffects() {
	f.t.Helper()
	f.exec(`insert into effects (org_id, interview_id, target, kind, revision, state, permanent, invitation,
			assessment_link, tries, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail,
			created_at, updated_at)
			select org_id, id, 'mail:candidate:stored@candidate.example', 'confirmation', 1, 'done', false, true,
			false, 1, 'id', '', starts_at, '', '', starts_at, '', '', starts_at, starts_at from interviews`)
	if f.Postgres() {
		f.exec("analyze effects")
	}
}

// plan is the database's plan of a statement, in its own words.
func (f *fixture) plan(sql string) string {
	f.t.Helper()
	var lines []string
	if f.Postgres() {
		f.must(f.Query(ctx, &lines, "explain "+sql))
		return strings.Join(lines, "\n")
	}
	var steps []struct{ Detail string }
	f.must(f.Query(ctx, &steps, "explain query plan "+sql))
	for _, s := range steps {
		lines = append(lines, s.Detail)
	}
	return strings.Join(lines, "\n")
}
