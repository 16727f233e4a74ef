package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// The stored interviews of a large organization: every person has one each eight hours, so that a million of them lie
// on 333 days. Of 50 of the people, who interview for the posting whose starts are read, two in three are somebody
// else's.
const (
	storedPeople  = 1_000
	storedChanged = 25  // one part in so many was changed lately: 40,000 of a million
	storedAhead   = 0.1 // this share of them is ahead
	fewStored     = 1_000
)

// loadStored are the statements that write the candidates and their interviews. A tenth of the interviews is canceled,
// a fifth has no interviewer, and half of the past calls were seen to end. What changed lately is in the middle of the
// list.
var loadStored = []string{
	`create temporary table places as select row_number() over (order by r.id) - 1 as number,
		count(*) over () as places,
		r.org_id, r.posting_id, r.track_id, r.id as round_id, r.assessment_id
		from rounds r join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
			where a.delivery_mode = 'sync'`,
	`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state,
			created_at, updated_at)
		select p.org_id, 'cand_' || md5(n::text), p.posting_id, p.assessment_id, p.track_id,
			'stored' || n || '@bench.example', 'Stored ' || n, 'invited', now(), now()
		from generate_series(0, %[1]d - 1) n join places p on p.number = n %% p.places`,
	`insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id, candidate_id, source,
			starts_at, ends_at, duration_minutes, indefinite, time_zone, interviewer_email, briefing_recipients,
			meeting_link, link_source, externally_scheduled, call_ended_at, canceled_at, created_at, updated_at,
			revision, woken_revision, converged_revision, announce_revision, start_set_at, interviewer_set_at,
			assessment_link_owed, access_epoch)
		select p.org_id, 'int_' || md5(n::text), p.posting_id, p.round_id, p.track_id, p.assessment_id,
			'cand_' || md5(n::text), 'litmus', at, at + interval '30 minutes', 30, false, 'UTC',
			case when n %% 5 = 0 then null
				when person < %[2]d and turn %% 3 = 0
					then 'interviewer' || lpad(person::text, 2, '0') || '@bench.example'
				else 'archive' || person || '@bench.example' end,
			'[]', 'https://meet.bench.example/room', 'given', false,
			case when at < now() and n %% 4 < 2 then at + interval '30 minutes' end,
			case when n %% 10 = 3 then at - interval '1 day' end, at - interval '14 days',
			case when n between %[1]d / 2 and %[1]d / 2 + %[1]d / %[3]d - 1 then now()
				else now() - interval '2 days' end,
			1, 1, 1, 1, at - interval '14 days', at - interval '14 days', false, 0
		from (select n, n %% %[4]d as person, n / %[4]d as turn,
			date_trunc('hour', now()) + (n / %[4]d - %[5]d) * interval '8 hours' + n %% 16 * interval '30 minutes' as at
			from generate_series(0, %[1]d - 1) n) s
		join places p on p.number = n %% p.places`,
	`vacuum analyze candidates`, `vacuum analyze interviews`, // as the server does by itself in the minutes that follow
}

// storeMany writes that many interviews by SQL. Meanwhile foreign keys are not checked; all else is.
func storeMany(ctx context.Context, db *sql.DB, interviews int) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	past := int(float64(interviews/storedPeople) * (1 - storedAhead))
	load := []string{"set session_replication_role = replica", "set synchronous_commit = off"}
	for _, statement := range loadStored {
		if strings.Contains(statement, "%") {
			statement = fmt.Sprintf(statement, interviews, interviewers, storedChanged, storedPeople, past)
		}
		load = append(load, statement)
	}
	for _, statement := range load {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// measureMillion measures reads where a million interviews are stored, on PostgreSQL: free starts without bounds, what
// changed lately, and lists, which are compared with those of an organization with a thousand.
func (b *bench) measureMillion(ctx context.Context) error {
	var sites [2]struct {
		*conn
		places map[string]place
	}
	for n, stored := range []int{b.million, min(fewStored, b.million)} {
		name := []string{"million", "thousand"}[n]
		file := filepath.Join(b.dir, name+".yaml")
		if err := writeOrganization(file, newPlan(time.Now()), 0); err != nil {
			return err
		}
		began := time.Now()
		fill := func(ctx context.Context, db *sql.DB, _ placeholders) error { return storeMany(ctx, db, stored) }
		s, err := b.open(ctx, splitSite, name,
			siteOptions{files: []string{file}, slugs: []string{slugBench}, fill: fill})
		if err != nil {
			return err
		}
		defer s.close()
		b.say("%s: %d interviews are stored and served after %.0f s", name, stored, time.Since(began).Seconds())
		t := s.targets(slugBench)[0]
		if sites[n].places, err = findPlaces(t); err != nil {
			return err
		}
		if sites[n].conn, err = t.dial(); err != nil {
			return err
		}
		defer sites[n].Close()
	}
	large, small := sites[0], sites[1]

	now := time.Now().UTC()
	hour := now.Add(-time.Hour).Format(time.RFC3339)
	changes, err := large.want("/api/v1/interviews?updated_since="+hour, 50, "interviews")
	if err != nil {
		return err
	}
	to := large.places[titleSlots]
	starts, err := large.want(to.slots(), 20, "slots")
	if err != nil {
		return err
	}
	type list struct{ name, ours, theirs string }
	var lists []list
	for _, l := range []struct {
		name  string
		query func(p place) string
	}{
		{"the first page", func(place) string { return "" }},
		{"without canceled ones", func(place) string { return "&include_canceled=false" }},
		{"from now on", func(place) string { return "&from=" + now.Format(time.RFC3339) }},
		{"of a posting", func(p place) string { return "&posting_id=" + p.PostingID }},
		{"of a round", func(p place) string { return "&round_id=" + p.RoundID }},
		{"of a candidate", func(place) string { return "&candidate_email=stored77@bench.example" }},
	} {
		paths := [2]string{}
		for n, site := range sites {
			paths[n] = "/api/v1/interviews?limit=20" + l.query(site.places[titleStored])
			if _, err := site.want(paths[n], 1, "interviews"); err != nil {
				return err
			}
		}
		lists = append(lists, list{l.name, paths[0], paths[1]})
	}
	// A page in the middle is read by the cursor of the page before it, as users who turn pages do.
	middle := list{name: "a page in the middle"}
	for n, path := range []*string{&middle.ours, &middle.theirs} {
		from := middleOf(now, []int{b.million, min(fewStored, b.million)}[n]).Format(time.RFC3339)
		if *path, err = sites[n].second("/api/v1/interviews?limit=20&from=" + from); err != nil {
			return err
		}
	}
	lists = append(lists, middle)

	for run := range b.runs {
		changed, err := large.median(changes, b.read/4)
		if err != nil {
			return err
		}
		free, err := large.median(starts, b.read/4)
		if err != nil {
			return err
		}
		worst, which := [2]float64{0, 1}, ""
		for _, l := range lists {
			ours, theirs, err := inTurn(large.conn, small.conn, large.get(l.ours), small.get(l.theirs), b.read/4)
			if err != nil {
				return err
			}
			b.say("  %s: %.2f ms, of a thousand %.2f ms, %.2f times", l.name, ours, theirs, ours/theirs)
			if ours/theirs > worst[0]/worst[1] {
				worst, which = [2]float64{ours, theirs}, l.name
			}
		}
		b.results.one(millionChanged, changed)
		b.results.one(millionSlots, free)
		b.results.pair(millionLists, worst[0], worst[1])
		b.say("run %d: changes %.1f ms, free starts %.1f ms; %s %.2f ms, of a thousand %.2f ms",
			run+1, changed, free, which, worst[0], worst[1])
	}
	return nil
}

// get is the request for a path.
func (c *conn) get(path string) []byte { return c.request(http.MethodGet, path, "") }

// want checks that the page's list has at least that many entries, and returns the request for it.
func (c *conn) want(path string, entries int, list string) ([]byte, error) {
	page, err := c.send(c.get(path), http.StatusOK)
	if err != nil {
		return nil, err
	}
	var answer map[string]json.RawMessage
	var rows []json.RawMessage
	if err := json.Unmarshal(page, &answer); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(answer[list], &rows); err != nil || len(rows) < entries {
		return nil, errors.Join(err, fmt.Errorf("%s has %d %s, want %d and more", path, len(rows), list, entries))
	}
	return c.get(path), nil
}

// second is the path of the page after a page.
func (c *conn) second(path string) (string, error) {
	page, err := c.send(c.get(path), http.StatusOK)
	if err != nil {
		return "", err
	}
	var answer struct {
		NextCursor string `json:"next_cursor"`
	}
	if err := json.Unmarshal(page, &answer); err != nil || answer.NextCursor == "" {
		return "", errors.Join(err, fmt.Errorf("%s is the last page", path))
	}
	return path + "&cursor=" + url.QueryEscape(answer.NextCursor), nil
}

// middleOf is an instant in the middle of that many stored interviews.
func middleOf(now time.Time, stored int) time.Time {
	turns := float64(stored/storedPeople) * (0.5 - (1 - storedAhead))
	return now.Add(time.Duration(turns * 8 * float64(time.Hour)))
}

// median reads the page again and again for d, one request after another, and returns the median time in milliseconds.
func (c *conn) median(request []byte, d time.Duration) (float64, error) {
	var took []float64
	for end := time.Now().Add(d); len(took) < 20 || time.Now().Before(end); {
		one, err := c.time(request)
		if err != nil {
			return 0, err
		}
		took = append(took, one)
	}
	return median(took), nil
}

// inTurn is [conn.median] of two pages, each request of one followed by one of the other, so that whatever else the
// machine does meets both.
func inTurn(ours, theirs *conn, our, their []byte, d time.Duration) (float64, float64, error) {
	var took [2][]float64
	for end := time.Now().Add(d); len(took[0]) < 20 || time.Now().Before(end); {
		one, err1 := ours.time(our)
		other, err2 := theirs.time(their)
		if err := errors.Join(err1, err2); err != nil {
			return 0, 0, err
		}
		took[0], took[1] = append(took[0], one), append(took[1], other)
	}
	return median(took[0]), median(took[1]), nil
}

// time is how long a page takes, in milliseconds.
func (c *conn) time(request []byte) (float64, error) {
	began := time.Now()
	_, err := c.send(request, http.StatusOK)
	return float64(time.Since(began).Microseconds()) / 1000, err
}
