package store_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store/pages"
)

// testPlansOfSearch proves that the dashboard's lists scan no table of interviews, effects or candidates whole, however
// much is stored (D10, D11): they walk the list's order to their page, or an index of the few rows that they are about.
func testPlansOfSearch(t *testing.T, f *fixture) {
	t.Helper()
	s, ran := f.watched()
	search := func(v models.View, change func(*models.InterviewSearch)) func() error {
		return func() error {
			q := v.Search(models.InterviewFilter{}, noon.Truncate(24*time.Hour), noon)
			if change != nil {
				change(&q)
			}
			return failure(s.Interviews.Search(ctx, f.org.ID, q, nil, 50))
		}
	}
	for _, c := range []struct {
		reading string
		do      func() error
		tables  []string
	}{
		{"what is to come", search(models.ViewUpcoming, nil), []string{"interviews i"}},
		{"external sessions", search(models.ViewExternal, nil), []string{"interviews i"}},
		{"what was", search(models.ViewPast, nil), []string{"interviews i"}},
		{"everything", search(models.ViewAll, nil), []string{"interviews i"}},
		{"what is Grace's", search(models.ViewPast, func(q *models.InterviewSearch) { q.Own = grace }),
			[]string{"interviews i"}},
		{"by a word", search(models.ViewAll, func(q *models.InterviewSearch) { q.Words = []string{"stored77"} }),
			[]string{"interviews i"}},
		{"the first page", func() error {
			return failure(s.Pages.Home(ctx, f.org.ID, pages.HomeSpan{From: noon, To: noon.AddDate(0, 0, 2),
				LinksEnd: noon.AddDate(0, 0, 1), Postings: true}))
		}, []string{"interviews i", "effects e", "candidates c"}},
	} {
		*ran = nil
		f.must(c.do())
		for _, table := range c.tables {
			hooked := false
			for _, sql := range *ran {
				if !strings.Contains(sql, "from "+table) {
					continue
				}
				hooked = true
				name, alias, _ := strings.Cut(table, " ")
				plan := f.plan(sql)
				for _, whole := range []string{"SCAN " + alias, "Seq Scan on " + name + " " + alias} {
					for line := range strings.SplitSeq(plan, "\n") {
						if strings.HasSuffix(line, whole) || strings.Contains(line, whole+" ") &&
							!strings.Contains(line, "INDEX") {
							t.Errorf("%s: %q in the plan\n%s\nof %s", c.reading, line, plan, sql)
						}
					}
				}
			}
			if !hooked {
				t.Errorf("%s: no statement on %s was seen in %q", c.reading, table, *ran)
			}
		}
	}
}

// testPlansOfFew proves that a few interviews are read by what they are, and not by a walk over all in their order.
func testPlansOfFew(t *testing.T, f *fixture) {
	t.Helper()
	s, ran := f.watched()
	for name, read := range map[string]func() error{
		"a candidate's": func() error {
			return failure(s.Pages.CandidateOverview(ctx, f.org.ID, "cand_77", models.Member{}))
		},
		"chosen ones": func() error { return failure(s.Interviews.ByID(ctx, f.org.ID, []string{"int_0"})) },
	} {
		*ran = nil
		f.must(read())
		hooked := 0
		for _, sql := range *ran {
			if !strings.Contains(sql, "from interviews i") {
				continue
			}
			hooked++
			if plan := f.plan(sql); strings.Contains(plan, "interviews_by_start") {
				t.Errorf("%s: the plan is\n%s\nof %s", name, plan, sql)
			}
		}
		if hooked == 0 {
			t.Errorf("%s: no statement was seen in %q", name, *ran)
		}
	}
}
