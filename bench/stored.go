package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// storedInterviews are interviews that a fill writes, evenly from an instant to another and of each posting in turn,
// with all that was noted of them: a tenth was canceled and three in ten were moved, a third of each for a reason; a
// twentieth of the moves was taken back; in one of 25 somebody did not come; four fifths of the candidates were invited
// before; one letter in 200 failed.
type storedInterviews struct {
	number, people int
	from, to       time.Time
}

// moments are the interviews by their numbers, with their starts and ids. Ids are in no order, as those of the service.
const storeMoments = `create temporary table moments as
	with recursive series(n) as (select 0 union all select n + 1 from series where n < %d)
	select n, cast(%d as bigint) + n * cast(%d as bigint) as at, %s as id from series`

const storePlaces = `create temporary table places as select row_number() over (order by r.id) - 1 as number,
		count(*) over () as places, r.org_id, r.posting_id, r.track_id, r.id as round_id, r.assessment_id
	from rounds r join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
	where a.delivery_mode = 'sync'`

// storeRows write the rows of the moments. {…} is an instant that far from the start.
var storeRows = []string{
	`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, invited_at,
			created_at, updated_at)
		select p.org_id, 'cand_' || m.id, p.posting_id, p.assessment_id, p.track_id,
			'stored' || n || '@bench.example', 'Stored Candidate ' || n,
			case n % 10 when 0 then 'rejected' when 1 then 'withdrawn' when 2 then 'advanced' else 'invited' end,
			case when n % 5 <> 0 then {-288h} end, {-288h}, {-288h}
		from moments m join places p on p.number = n % p.places`,
	`insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id, candidate_id, source,
			starts_at, ends_at, window_ends_at, duration_minutes, indefinite, time_zone, interviewer_email,
			briefing_recipients, meeting_link, link_source, externally_scheduled, canceled_at, created_at, updated_at,
			invited_at, revision, woken_revision, converged_revision, announce_revision, start_set_at,
			interviewer_set_at, assessment_link_owed, access_epoch, reason, no_show, no_show_note)
		select p.org_id, 'int_' || m.id, p.posting_id, p.round_id, p.track_id, p.assessment_id, 'cand_' || m.id,
			'litmus', {0h}, {1h}, {1h}, 60, false, 'UTC', 'archive' || (n % $people) || '@bench.example', '[]',
			'https://meet.bench.example/room', 'given', false, case when n % 10 = 3 then {-24h} end,
			case n % 4 when 0 then {-48h} when 1 then {-80h} when 2 then {-120h} else {-220h} end, {0h},
			case when n % 5 <> 0 then {-288h} end, 1, 1, 1, 1, {-48h}, {-48h}, false, 0, case when n % 30 = 3 then
				'{"text":"Ill ' || (n % 50) || '","audience":"team","revision":1}' end,
			case n % 50 when 1 then 'candidate' when 2 then 'interviewer' else '' end,
			case n % 50 when 1 then 'No train' when 2 then 'No reason' else '' end
		from moments m join places p on p.number = n % p.places`,
	history("booked", "true", "-48h", "[]"),
	history("canceled", "n % 10 = 3", "-24h", "[]"),
	history("moved", "n % 10 < 3 and n % 3 <> 0", "-36h", `[{"field":"start","before":"a","after":"b"}]`),
	history("moved", "n % 10 < 3 and n % 3 = 0", "-36h",
		`[{"field":"start","before":"a","after":"b"},{"field":"because","after":"Ill ' || (n % 50) || '"}]`),
	history("taken_back", "n % 200 < 3", "-35h", "[]"),
	`insert into effects (org_id, interview_id, target, kind, revision, state, permanent, invitation, assessment_link,
			tries, provider_id, etag, start, meeting_link, interviewer, stamp, code, detail, created_at, updated_at)
		select p.org_id, 'int_' || m.id, 'mail:candidate:stored' || n || '@bench.example', 'confirmation', 1,
			case when n % 200 = 0 then 'failed' else 'done' end, n % 200 = 0, true, false, 1, 'id', '', {0h}, '', '',
			{0h}, case when n % 200 = 0 then 'smtp_550' else '' end, '', {-48h}, {-48h}
		from moments m join places p on p.number = n % p.places`,
}

// history notes a change of some of the interviews.
func history(what, which, at, details string) string {
	return `insert into history (org_id, subject, subject_id, at, id, what, actor_kind, actor_id, request_id, details)
		select p.org_id, 'interview', 'int_' || m.id, {` + at + `}, 'chg_` + what + `_' || m.id, '` + what + `',
			case when n % 4 = 0 then 'candidate' else 'member' end, '', '', '` + details + `'
		from moments m join places p on p.number = n % p.places where ` + which
}

// store writes the interviews by SQL on one of the sites.
func (s storedInterviews) store(ctx context.Context, db *sql.DB, on string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	const halfHour = int64(30 * time.Minute / time.Microsecond)
	id := "printf('%08x%024x', n * 2654435761 % 4294967296, n)"
	at := func(expression string) string { return "(" + expression + ")" }
	if on == splitSite {
		id = "md5(n::text)"
		at = func(expression string) string { return "to_timestamp((" + expression + ") / 1000000)" }
	}
	every := s.to.Sub(s.from).Microseconds() / int64(s.number)
	load := []string{storePlaces, fmt.Sprintf(storeMoments, s.number-1,
		s.from.UnixMicro()/halfHour*halfHour, every, id)}
	if on == embeddedSite {
		load = append(load, "pragma cache_size = -262144") // or most of the time is spent on reading pages again
	} else {
		load = append([]string{"set session_replication_role = replica", "set synchronous_commit = off"}, load...)
		load = append(load, "analyze moments", "analyze places")
	}
	instants := []string{"$people", fmt.Sprint(s.people)}
	for _, hours := range []int{-288, -220, -120, -80, -48, -36, -35, -24, 0, 1} {
		instants = append(instants, fmt.Sprintf("{%dh}", hours),
			at(fmt.Sprintf("m.at - m.at %% %d + %d", halfHour, int64(hours)*2*halfHour)))
	}
	for _, rows := range storeRows {
		load = append(load, strings.NewReplacer(instants...).Replace(rows))
	}
	if on == splitSite { // as the server does by itself in the minutes that follow
		load = append(load, "vacuum analyze")
	}
	for _, statement := range load {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%.200s: %w", statement, err)
		}
	}
	return nil
}
