package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// These tests store interviews: six an hour, the last of them in the days for which free starts are read. They count
// the rows that are read, since times mean little on a busy machine.
const (
	storedInterviews = 20_000
	storedPeople     = 100
	storedChanged    = 5_000 // the last of them
	storedDays       = 120   // before noon
)

var (
	changedSince = noon.Add(-time.Hour)
	everChanged  = noon.AddDate(-1, 0, 0)
)

// withStored is acme with the stored interviews on two postings: 400 without interviewer on "backend", and the others
// on "frontend", every hundredth of them with Grace, who interviews for "backend", too. One in ten is canceled.
func withStored(t *testing.T, url string) *fixture {
	t.Helper()
	if raced {
		t.Skip("plans are the same with the race detector, which takes minutes to store so many rows")
	}
	setup := acme()
	setup.Imports = nil
	second := setup.Postings[0]
	second.Key, second.Interviewers = "frontend", nil
	setup.Postings = append(setup.Postings, second)
	f := open(t, url, setup)
	stored, changed := storedInterviews/2, storedChanged/2 // SQLite plans without statistics: half of them show as much
	moment, start, hour := "?", "? + (n / 3) * 3600000000", "+ 3600000000"
	if f.Postgres() {
		stored, changed = storedInterviews, storedChanged
		moment, hour = "cast(? as timestamptz)", "+ interval '1 hour'"
		start = moment + " + (n / 6) * interval '1 hour'"
	}
	series := "with recursive series(n) as (select 0 union all select n + 1 from series where n < " +
		fmt.Sprint(stored-1) + ") "
	ours, theirs := f.round("backend", "default", "design"), f.round("frontend", "default", "design")
	f.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at,
			updated_at) `+series+`select r.org_id, 'cand_' || n, r.posting_id, r.assessment_id, r.track_id,
			'stored' || n || '@candidate.example', 'Stored', 'invited', `+moment+", "+moment+` from series
		join rounds r on r.org_id = ? and r.id = case when n % 50 = 0 then ? else ? end`,
		noon, noon, f.org.ID, ours, theirs)
	if f.Postgres() {
		f.exec("analyze candidates") // or the next statement scans all of them for each row
	}
	f.exec(`insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id, candidate_id, source,
			starts_at, ends_at, duration_minutes, indefinite, time_zone, interviewer_email, briefing_recipients,
			meeting_link,
			link_source, externally_scheduled, canceled_at, created_at, updated_at, revision, woken_revision,
				converged_revision,
			announce_revision, start_set_at, interviewer_set_at, assessment_link_owed, access_epoch) `+series+`
		select c.org_id, 'int_' || (n * 4051 % 1000003), c.posting_id, case when n % 50 = 0 then ? else ? end,
			c.track_id,
			c.assessment_id, c.id, 'litmus', at, at `+hour+`, 60, false, 'UTC',
			case when n % 5 = 0 then null when n % 100 = 1 then ? else 'stored' || (n % ?) || '@acme.example' end,
			'[]', '', 'given', false, case when n % 10 = 3 then at end, at,
			case when n < ? then `+moment+" else "+moment+` end, 1, 1, 1, 1, at, at, false, 0
		from (select n, `+start+` as at from series) s join candidates c on c.org_id = ? and c.id = 'cand_' || n`,
		ours, theirs, grace, storedPeople, stored-changed, changedSince.Add(-time.Hour),
		changedSince.Add(time.Minute), noon.AddDate(0, 0, -storedDays), f.org.ID)
	if f.Postgres() { // on SQLite nobody makes statistics
		f.configure("timezone = utc") // EXPLAIN reads instants in this zone
		f.exec("analyze")
	}
	return f
}

// reads are the most frequent queries on interviews, each with the indexes that its plan may use and how many rows and
// index entries of interviews one call may read.
var reads = []read{
	{"free starts without bounds", func(f *fixture, s *store.Store) error {
		return failure(s.Availability.Slots(ctx, f.org.ID, f.posting("backend"), f.round("backend", "default",
			"design"), noon, nil))
	}, 200, []string{"interviews_of_nobody"}},
	listed("the first page", models.InterviewFilter{}, nil, 200, "interviews_by_start"),
	listed("a page in the middle", models.InterviewFilter{}, middle, 200, "interviews_by_start"),
	listed("what is not canceled", models.InterviewFilter{ExcludeCanceled: true}, nil, 250, "interviews_by_start"),
	listed("a week", models.InterviewFilter{From: instant(noon), To: instant(noon.AddDate(0, 0, 7))},
		nil, 200, "interviews_by_start"),
	listed("a posting", models.InterviewFilter{PostingID: "backend"}, nil, 200, "interviews_by_posting"),
	listed("a round", models.InterviewFilter{RoundID: "backend"}, nil, 200, "interviews_by_posting"),
	listed("a candidate", models.InterviewFilter{CandidateEmail: storedCandidate}, nil, 10, "interviews_by_candidate"),
	listed("an interviewer", models.InterviewFilter{InterviewerEmail: storedInterviewer,
		UpdatedSince: &everChanged}, nil, 200, "interviews_pkey"),
	listed("few changes", models.InterviewFilter{UpdatedSince: instant(noon)}, nil, 200, waysOfChanges...),
	listed("many changes", models.InterviewFilter{UpdatedSince: &changedSince}, nil, 5_500, waysOfChanges...),
	listed("all changes", models.InterviewFilter{UpdatedSince: &everChanged}, middle, 5_500, waysOfChanges...),
	listed("many changes, a posting's", models.InterviewFilter{UpdatedSince: &changedSince, PostingID: "backend"},
		nil, 5_500, append(waysOfChanges, "interviews_by_posting")...),
	listed("many changes, a candidate's", models.InterviewFilter{UpdatedSince: &changedSince,
		CandidateEmail: storedCandidate},
		nil, 10, "interviews_by_candidate"),
}

const (
	storedCandidate   = "stored77@candidate.example"
	storedInterviewer = "stored7@acme.example"
)

var (
	middle        = &models.Position{At: noon.AddDate(0, 0, -60), ID: "int_"}
	waysOfChanges = []string{"interviews_by_update", "interviews_by_day", "interviews_pkey"}
)

type read struct {
	name    string
	call    func(f *fixture, s *store.Store) error
	most    int
	indexes []string
}

// listed is a page of the list. PostingID and RoundID of the filter are the key of a posting, for RoundID of its design
// round.
func listed(name string, filter models.InterviewFilter, after *models.Position, most int, indexes ...string) read {
	return read{name, func(f *fixture, s *store.Store) error {
		filter := filter
		if filter.PostingID != "" {
			filter.PostingID = f.posting(filter.PostingID)
		}
		if filter.RoundID != "" {
			filter.RoundID = f.round(filter.RoundID, "default", "design")
		}
		return failure(s.Interviews.List(ctx, f.org.ID, filter, after, 50))
	}, most, indexes}
}

// TestStored stores once for each database what the tests of these files read. Those that write to it come last.
func TestStored(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	testdb.Each(t, func(t *testing.T, url string) {
		f := withStored(t, url)
		if f.Postgres() { // before other sessions read and report it later
			t.Run("rows read", func(t *testing.T) { testRowsRead(t, f) })
			f.configure("plan_cache_mode = auto")
		}
		t.Run("plans", func(t *testing.T) { testPlans(t, f) })
		t.Run("many changes", func(t *testing.T) { testManyChanges(t, f) })
		t.Run("plans of figures", func(t *testing.T) { testPlansOfFigures(t, f) })
		f.storeEffects()
		t.Run("plans of searches", func(t *testing.T) { testPlansOfSearch(t, f) })
		t.Run("plans of few", func(t *testing.T) { testPlansOfFew(t, f) })
		t.Run("plans of effects", func(t *testing.T) { testPlansOfEffects(t, f) })
		t.Run("plans of erasures", func(t *testing.T) { testPlansOfErasures(t, f) })
		t.Run("plans of states", func(t *testing.T) { testPlansOfStates(t, f) })
		t.Run("plans of the backlog", func(t *testing.T) { testPlansOfBacklog(t, f) })
	})
}

// testPlans proves that the databases read interviews by the expected indexes.
func testPlans(t *testing.T, f *fixture) {
	t.Helper()
	s, ran := f.watched()
	for _, r := range reads {
		*ran = nil
		f.must(r.call(f, s))
		hooked := false
		for _, sql := range *ran {
			if !strings.Contains(sql, "from interviews") && !strings.Contains(sql, "join interviews") {
				continue
			}
			hooked = true
			looks := f.looks(sql)
			if len(looks) == 0 {
				t.Errorf("%s: no plan was read of %s", r.name, sql)
			}
			for _, l := range looks {
				if !slices.Contains(r.indexes, l) {
					t.Errorf("%s: interviews are read by %q, want one of %v:\n%s", r.name, l, r.indexes, sql)
				}
			}
		}
		if !hooked {
			t.Errorf("%s: no statement on interviews was seen in %q", r.name, *ran)
		}
	}
}

// watched opens the same database with a hook that collects the statements.
func (f *fixture) watched() (*store.Store, *[]string) {
	f.t.Helper()
	var ran []string
	return f.opened(f.url, func(sql string) { ran = append(ran, sql) }), &ran
}

// opened opens the same database with a hook on its statements.
func (f *fixture) opened(url string, queries func(sql string)) *store.Store {
	f.t.Helper()
	o := store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock.Now, Queries: queries}
	s := must(store.Open(ctx, url, o))(f.t)
	f.t.Cleanup(func() { _ = s.Close() })
	return s
}

// looks returns the indexes by which the statement's plan reads interviews, or what the plan does instead.
func (f *fixture) looks(sql string) (out []string) {
	f.t.Helper()
	if !f.Postgres() {
		type step struct{ Detail string }
		var steps []step
		f.must(f.Query(ctx, &steps, "explain query plan "+sql))
		scan := slices.Index(steps, step{"SCAN i"})
		if scan >= 0 && strings.Count(sql, " from seen i ") == 1 {
			// This step does not scan interviews, but the rows that were collected from them.
			steps = slices.Delete(steps, scan, scan+1)
		}
		for _, s := range steps {
			_, index, by := strings.Cut(s.Detail, " INDEX ")
			verb, table, _ := strings.Cut(s.Detail, " ")
			table, _, _ = strings.Cut(table, " ")
			switch {
			case (!by || verb == "SCAN") && (table == "i" || table == "interviews"):
				out = append(out, s.Detail)
			case strings.HasSuffix(index, " (org_id=?)") && !strings.HasPrefix(index, "interviews_by_"):
				out = append(out, s.Detail) // all that anybody ever had; a list in the index's order stops at its page
			case strings.HasPrefix(index, "sqlite_autoindex_interviews_1"):
				out = append(out, "interviews_pkey")
			case strings.HasPrefix(index, "interviews_"):
				index, _, _ = strings.Cut(index, " ")
				out = append(out, index)
			}
		}
		return out
	}
	type node struct {
		Type     string `json:"Node Type"`
		Relation string `json:"Relation Name"`
		Index    string `json:"Index Name"`
		Plans    []node
	}
	text := query[string](f, "explain (format json) "+sql)
	var plans []struct{ Plan node }
	f.must(json.Unmarshal([]byte(text), &plans))
	var walk func(n node)
	walk = func(n node) {
		switch {
		case n.Type == "Bitmap Heap Scan": // its index is below
		case n.Relation == "interviews" && n.Index == "":
			out = append(out, n.Type)
		case n.Relation == "interviews", strings.HasPrefix(n.Index, "interviews_"):
			out = append(out, n.Index)
		}
		for _, below := range n.Plans {
			walk(below)
		}
	}
	for _, p := range plans {
		walk(p.Plan)
	}
	return out
}

// testRowsRead counts the rows of interviews that PostgreSQL reads for a call, also when it uses a generic plan because
// it has seen the statement often enough.
func testRowsRead(t *testing.T, f *fixture) {
	t.Helper()
	const calls = 8 // PostgreSQL plans a statement five times before it considers a generic plan
	plannedOnce := []string{"the first page", "what is not canceled", "a posting", "a round", "a candidate"}
	for _, mode := range []string{"auto", "force_generic_plan"} {
		f.configure("plan_cache_mode = " + mode)
		for n, r := range reads {
			name := fmt.Sprintf("reads_%s_%d", mode, n)
			before, _ := f.rowsRead()
			s := f.opened(f.url+"&application_name="+name, nil)
			for range calls {
				f.must(r.call(f, s))
			}
			var statements struct{ Once, Anew int }
			f.must(s.Query(ctx, &statements, `select count(*) filter (where generic_plans > 0) as once,
				count(*) filter (where statement like '%order by i.starts_at, i.id limit $%') as anew
				from pg_prepared_statements where statement like '%interviews%order by i.starts_at%'
					and statement not like '%pg_prepared_statements%'`))
			if slices.Contains(plannedOnce, r.name) && (statements.Once == 0 || statements.Anew > 0) {
				t.Errorf(
					"%s, %s: the statement of a page is planned again for every call when many interviews are stored",
					mode, r.name)
			}
			f.must(s.Close()) // a session reports what it has read when it ends
			var rows int
			testdb.Until(t, time.Minute, "the sessions to end", func() (bool, string) {
				open := f.scalar("select count(*) from pg_stat_activity where application_name = ?", name)
				after, scans := f.rowsRead()
				rows = after - before
				return open == 0 && scans > 0, fmt.Sprintf("%d are open, %d rows read", open, rows)
			})
			t.Logf("%s, %s: %d rows a call", mode, r.name, rows/calls)
			if rows == 0 && !strings.Contains(r.name, "few") || rows > calls*r.most {
				t.Errorf("%s, %s: %d calls read %d rows of interviews, want some and %d at most",
					mode, r.name, calls, rows, calls*r.most)
			}
		}
	}
}

// configure sets an option for later sessions of a PostgreSQL database.
func (f *fixture) configure(setting string) {
	f.t.Helper()
	f.exec("do $$ begin execute format('alter database %I set " + setting + "', current_database()); end $$")
}

// rowsRead returns how many rows and index entries of interviews were read since the database was created, and the
// number of scans.
func (f *fixture) rowsRead() (rows, scans int) {
	f.t.Helper()
	var r struct{ Rows, Scans int }
	f.must(f.Query(ctx, &r, `select t.seq_tup_read + sum(i.idx_tup_read) as rows, t.seq_scan + sum(i.idx_scan) as scans
		from pg_stat_user_tables t join pg_stat_user_indexes i on i.relid = t.relid where t.relname = 'interviews'
		group by t.seq_tup_read, t.seq_scan`))
	return r.Rows, r.Scans
}

// testManyChanges compares the pages of many changes with a plain query.
func testManyChanges(t *testing.T, f *fixture) {
	t.Helper()
	posting, round, soon := f.posting("backend"), f.round("backend", "default", "design"), noon.AddDate(0, 0, -100)
	for name, c := range map[string]struct {
		filter models.InterviewFilter
		where  string
		args   []any
	}{
		"all":          {models.InterviewFilter{}, "", nil},
		"of a posting": {models.InterviewFilter{PostingID: posting}, "and posting_id = ?", []any{posting}},
		"of a round":   {models.InterviewFilter{RoundID: round}, "and round_id = ?", []any{round}},
		"of no round":  {models.InterviewFilter{RoundID: "rnd_none"}, "and round_id = ?", []any{"rnd_none"}},
		"not canceled, from": {models.InterviewFilter{ExcludeCanceled: true, From: &noon},
			"and canceled_at is null and starts_at >= ?", []any{noon}},
		"to":          {models.InterviewFilter{To: &soon}, "and starts_at <= ?", []any{soon}},
		"in one hour": {models.InterviewFilter{From: &noon, To: &noon}, "and starts_at = ?", []any{noon}},
		"before all":  {models.InterviewFilter{To: &everChanged}, "and starts_at <= ?", []any{everChanged}},
	} {
		c.filter.UpdatedSince = &changedSince
		if c.filter.PostingID != "" || c.filter.To != nil {
			c.filter.UpdatedSince = &everChanged
		}
		var want []string
		query := "select id from interviews where org_id = ? and updated_at >= ? " + c.where + " order by starts_at, id"
		f.must(f.Query(ctx, &want, query, append([]any{f.org.ID, *c.filter.UpdatedSince}, c.args...)...))
		if got := f.pages(c.filter, 400); !slices.Equal(got, want) {
			t.Errorf("%s: %d interviews in pages, want %d: %v\n%v", name, len(got), len(want), got, want)
		}
	}
}
