package store_test

import (
	"fmt"
	"time"
)

// What tests of migrations begin with: rows as version 10 of the schema had them.

// oldPipeline is what the other rows refer to.
func (f *fixture) oldPipeline() {
	f.t.Helper()
	f.org.ID = "org_1"
	f.exec(`insert into organizations (id, slug, name, approved, time_zone, mail_from, admins, invite_days,
		reschedule_max, reschedule_cutoff_hours, created_at, updated_at)
		values ('org_1', 'acme', 'Acme', true, 'UTC', 'hiring@acme.example',
		'["ada@acme.example", "bob@acme.example"]', 14, 2, 12, ?, ?)`, noon, noon)
	f.exec(`insert into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at,
		updated_at) values ('org_1', ?, 'Alan', 'UTC', '', true, ?, ?)`, alan, noon, noon)
	f.exec(`insert into postings (org_id, id, key, kind, title, status, team, location, type, created_at, updated_at)
		values ('org_1', 'post_1', 'backend', 'role', 'Backend', 'open', '', '', '', ?, ?)`, noon, noon)
	f.exec(`insert into assessments (org_id, id, key, title, delivery_mode, ready, instructions, time_limit_minutes,
		created_at, updated_at) values ('org_1', 'asmt_1', 'design', 'Design', 'async', true, '', 0, ?, ?)`, noon, noon)
	f.exec(`insert into tracks (org_id, id, posting_id, key, name, is_default, position)
		values ('org_1', 'track_1', 'post_1', 'default', 'Default', true, 0)`)
	f.exec(`insert into rounds (org_id, id, posting_id, track_id, key, type, title, position, assessment_id,
		duration_minutes, bookable, indefinite, fallback_recipients, group_id, assignment_mode, assessment_ids)
		values ('org_1', 'round_1', 'post_1', 'track_1', 'design', 'assessment', 'Design', 0, 'asmt_1', 60, true, false,
		'[]', '', '', '[]')`)
}

func (f *fixture) oldCandidate(id, email string, invited *time.Time, revision int64) {
	f.t.Helper()
	f.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, invited_at,
		created_at, updated_at, revision)
		values ('org_1', ?, 'post_1', 'asmt_1', 'track_1', ?, '', 'invited', ?, ?, ?, ?)`, id, email, invited, noon,
		noon, revision)
}

// oldBooking makes an interview of Alan and a new candidate, and returns its id, the candidate's address and its start.
func (f *fixture) oldBooking(n int) (id, email string, start time.Time) {
	f.t.Helper()
	id, email = fmt.Sprint("int_", n), fmt.Sprintf("c%d@candidate.example", n)
	start, booked := noon.Add(time.Duration(2+2*n)*time.Hour), noon.Add(-time.Minute)
	f.oldCandidate(fmt.Sprint("cand_", n), email, nil, 0)
	f.exec(`insert into interviews (org_id, id, posting_id, round_id, track_id, assessment_id, candidate_id, source,
		starts_at, ends_at, window_ends_at, duration_minutes, indefinite, time_zone, interviewer_email,
		briefing_recipients, meeting_link, link_source, externally_scheduled, created_at, updated_at, revision,
		woken_revision, converged_revision, announce_revision, start_set_at, interviewer_set_at, assessment_link_owed,
		access_epoch, calendar_copy)
		values ('org_1', ?, 'post_1', 'round_1', 'track_1', 'asmt_1', ?, 'litmus', ?, ?, ?, 60, false, 'UTC', ?, '[]',
		'https://room', 'body', false, ?, ?, 1, 1, 0, 1, ?, ?, false, 0, true)`,
		id, fmt.Sprint("cand_", n), start, start.Add(time.Hour), start.Add(time.Hour), alan, booked, booked, booked,
		booked)
	return id, email, start
}
