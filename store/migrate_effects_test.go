package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store/effects"
	"litmus/testdb"
)

// oldEffect is a letter or another effect as version 10 of the schema had it, in any of its three tables.
type oldEffect struct {
	state     string
	permanent bool
	lease     *time.Time
	tries     int

	letter string // what is owed of a letter in that state: "" for nothing
	again  bool   // the same letter is sent again
	copied string // what is owed of a copy in a calendar
	taken  string // the outcome of an intent at the letter
}

// oldEffects are all states.
func oldEffects() []oldEffect {
	const owed = "owed"
	return []oldEffect{
		{effect.Intent, false, instant(noon.Add(9 * time.Second)), 1, owed, true, owed, effects.IntentLeased},
		{effect.Intent, false, nil, 2, owed, true, owed, effects.IntentWritten},
		{effect.Intent, true, nil, 2, "", false, owed, effects.IntentLeased},
		{effect.Done, false, nil, 3, "", false, "", effects.IntentLeased},
		{effect.Failed, false, nil, 1, owed, false, owed, effects.IntentWritten},
		{effect.Failed, true, nil, 4, "", false, "", effects.IntentLeased},
		{effect.Obsolete, false, nil, 1, owed, false, owed, effects.IntentWritten},
	}
}

// TestMigrateEffects carries the three ledgers of version 10 over into one, with effects in every state: what was told
// and what is owed stay the same, no letter that left is sent again, and none that is owed is lost.
func TestMigrateEffects(t *testing.T) {
	t.Parallel()
	testdb.Long(t) // it runs the whole schema
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		f := open(t, url)
		f.must(f.MigrateTo(ctx, 10))
		f.oldPipeline()
		want := map[string][]effect.Entry{} // by subject
		for n, o := range oldEffects() {
			letters := f.oldInterview(n, o)
			want[letters[0].InterviewID] = letters
			invitation := f.oldInvitation(n, o)
			want[invitation.CandidateID] = []effect.Entry{invitation}
			notices := f.oldNotices(n, o)
			want[notices[0].CalendarID] = notices
		}
		f.done(f.Migrate(ctx))

		for n, o := range oldEffects() {
			state := fmt.Sprintf("%s, permanent %t, lease %t", o.state, o.permanent, o.lease != nil)
			interview := f.account(fmt.Sprint("int_", n))
			same(t, state, interview.Ledger, want[interview.ID])
			for _, e := range effect.Owed(interview.Interview, interview.CandidateEmail, interview.Ledger,
				models.DefaultPolicy, noon) {
				switch got := [2]bool{e.Kind == effect.LetterConfirmation && o.letter != "",
					e.Kind == effect.EventWritten && o.copied != ""}; {
				case got == [2]bool{}:
					t.Errorf("%s: %s is owed to %s", state, e.Kind, e.Target)
				case got[0] && (e.Resend != nil) != o.again:
					t.Errorf("%s: the letter is sent as it was: %t", state, e.Resend != nil)
				case got[0]:
					o.letter = ""
				default:
					o.copied = ""
				}
			}
			if o.letter != "" || o.copied != "" {
				t.Errorf("%s: the interview owes too little: letter %q, copy %q", state, o.letter, o.copied)
			}
			f.takes(state, interview.Ledger[0], 1, o)

			o = oldEffects()[n]
			invitation := f.invitation(models.Ref{OrgID: "org_1", ID: fmt.Sprint("cand_invited_", n)})
			same(t, state, []effect.Entry{*invitation.Letter}, want[invitation.Candidate.ID])
			owed := invitation.Owed(noon)
			if (owed != nil) != (o.letter != "") || owed != nil && (owed.Resend != nil) != o.again {
				t.Errorf("%s: the invitation owes %+v", state, owed)
			}
			f.takes(state, *invitation.Letter, 1, o)

			calendar := must(f.Availability.ConnectionLedger(ctx, models.Ref{OrgID: "org_1",
				ID: fmt.Sprint("cal_", n)}))(t)
			same(t, state, calendar.Told, want[calendar.ID])
			var kinds []string
			for _, e := range calendar.OwedNotices(calendar.Admins, calendar.Told, noon) {
				kinds = append(kinds, e.Email+" "+e.Kind)
				if entry := calendar.Entry(e); e.Resend == nil && entry.Revision != calendar.Told[0].Revision &&
					e.Email == "ada@acme.example" {
					t.Errorf("%s: it is revision %d, and was %d", state, entry.Revision, calendar.Told[0].Revision)
				}
			}
			// Bob was told of an earlier break and of its end.
			wantKinds := []string{"bob@acme.example calendar_broken"}
			if o.letter != "" {
				wantKinds = append([]string{"ada@acme.example calendar_broken"}, wantKinds...)
			}
			if !slices.Equal(kinds, wantKinds) {
				t.Errorf("%s: the calendar owes %v, want %v", state, kinds, wantKinds)
			}
			f.takes(state, calendar.Told[0], calendar.NoticeRevision(), o)
		}
		rows := 0
		for _, entries := range want {
			rows += len(entries)
		}
		if got := f.scalar("select count(*) from effects"); got != rows {
			t.Errorf("%d effects, want %d", got, rows)
		}
	})
}

// takes makes an attempt at the entry, which goes on counting where it was.
func (f *fixture) takes(state string, e effect.Entry, revision int64, o oldEffect) {
	f.t.Helper()
	tries := 0
	if o.taken == effects.IntentWritten {
		tries = o.tries + 1
	}
	if got, n, err := f.Effects.Intend(ctx, e, revision, time.Minute); err != nil || got != o.taken || n != tries {
		f.t.Errorf("%s: the attempt at %s to %s is %s, the %d. (%v); want %s, the %d.",
			state, e.Kind, e.Target, got, n, err, o.taken, tries)
	}
}

// same compares entries whatever their order and the pointers in them.
func same(t *testing.T, when string, got, want []effect.Entry) {
	t.Helper()
	say := func(all []effect.Entry) string {
		var lines []string
		for _, e := range all {
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(text))
		}
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	if say(got) != say(want) {
		t.Errorf("%s: the ledger has\n%s\nwant\n%s", when, say(got), say(want))
	}
}

// oldPipeline is what the rows of version 10 refer to.
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

// oldInterview makes an interview whose interviewer has a copy in their calendar and was told. The candidate's letter
// and the copy are in the state that is given.
func (f *fixture) oldInterview(n int, o oldEffect) []effect.Entry {
	f.t.Helper()
	id, email, start := f.oldBooking(n)
	booked := noon.Add(-time.Minute)
	entry := effect.Entry{OrgID: "org_1", InterviewID: id, Target: "mail:candidate:" + email,
		Kind: effect.LetterConfirmation, Revision: 1, State: o.state, Permanent: o.permanent, Invitation: true,
		AssessmentLink: n%2 == 0, Tries: o.tries, LeaseUntil: o.lease, ProviderID: id + ".1@acme.example", Start: start,
		MeetingLink: "https://room", Interviewer: alan, Stamp: booked, Code: "smtp_451", Detail: "later, please",
		CreatedAt: booked.Add(time.Millisecond), UpdatedAt: booked.Add(2 * time.Millisecond)}
	copied := entry
	copied.Target, copied.Kind, copied.Invitation, copied.AssessmentLink = effect.EventTarget(alan),
		effect.EventWritten, false, false
	copied.ProviderID, copied.ETag, copied.Code = "/cal/1.ics", `"7"`, "caldav_503"
	copied.CreatedAt = entry.CreatedAt.Add(time.Second)
	if o.permanent && o.state == effect.Intent {
		copied.Permanent = false // only a letter is given up with its outcome unknown
	}
	if o.permanent {
		copied.Tries = 1
	}
	told := entry
	told.CreatedAt = copied.CreatedAt.Add(time.Second)
	told.Target, told.Kind, told.Invitation = "mail:interviewer:"+alan, effect.LetterBriefing, false
	told.State, told.Permanent, told.LeaseUntil, told.Code, told.Detail = effect.Done, false, nil, "", ""
	all := []effect.Entry{entry, copied, told}
	for _, e := range all {
		f.exec(`insert into ledger (org_id, interview_id, target, kind, revision, state, permanent, invitation,
			assessment_link, tries, lease_until, provider_id, etag, start, meeting_link, interviewer, stamp, code,
			detail, created_at, updated_at)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.OrgID, e.InterviewID, e.Target,
			e.Kind, e.Revision, e.State, e.Permanent, e.Invitation, e.AssessmentLink, e.Tries, e.LeaseUntil,
			e.ProviderID, e.ETag, e.Start, e.MeetingLink, e.Interviewer, e.Stamp, e.Code, e.Detail, e.CreatedAt,
			e.UpdatedAt)
	}
	return all
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

// oldInvitation makes an invited candidate whose letter is in the state that is given.
func (f *fixture) oldInvitation(n int, o oldEffect) effect.Entry {
	f.t.Helper()
	id, email := fmt.Sprint("cand_invited_", n), fmt.Sprintf("invited%d@candidate.example", n)
	f.oldCandidate(id, email, instant(noon), 1)
	e := effect.Entry{OrgID: "org_1", CandidateID: id, Target: "mail:candidate:" + email, Kind: effect.LetterInvitation,
		State: o.state, Permanent: o.permanent, Tries: o.tries, LeaseUntil: o.lease,
		ProviderID: id + ".invitation@acme.example", Start: noon, Stamp: noon, Code: "smtp_421", Detail: "busy",
		CreatedAt: noon.Add(time.Millisecond), UpdatedAt: noon.Add(2 * time.Millisecond)}
	f.exec(`insert into invitation_letters (org_id, candidate_id, kind, state, permanent, tries, lease_until,
		provider_id, stamp, code, detail, created_at, updated_at)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.OrgID, id, e.Kind, e.State,
		e.Permanent, e.Tries, e.LeaseUntil, e.ProviderID, e.Stamp, e.Code, e.Detail, e.CreatedAt, e.UpdatedAt)
	return e
}

// oldNotices makes a calendar that broke. Ada's letter about that is in the state that is given; Bob was told of an
// earlier break and of its end.
func (f *fixture) oldNotices(n int, o oldEffect) []effect.Entry {
	f.t.Helper()
	owner, id, broke := fmt.Sprintf("owner%d@acme.example", n), fmt.Sprint("cal_", n), noon.Add(-time.Hour+
		time.Millisecond)
	f.exec(`insert into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at,
		updated_at) values ('org_1', ?, '', 'UTC', '', true, ?, ?)`, owner, noon, noon)
	f.exec(`insert into calendars (org_id, email, id, provider, sealed, fingerprint, failing_since, failed_at, failures,
		code, created_at, updated_at) values ('org_1', ?, ?, 'ics', '', '', ?, ?, 9, 'ics_503', ?, ?)`, owner, id,
		broke, noon, noon, noon)
	ada := effect.Entry{OrgID: "org_1", CalendarID: id, Target: "mail:admin:ada@acme.example",
		Kind: effect.LetterCalendarBroken, Revision: 2 * broke.UnixMilli(), State: o.state, Permanent: o.permanent,
		Tries: o.tries, LeaseUntil: o.lease, ProviderID: id + ".1@acme.example", Start: broke, Interviewer: owner,
		Stamp: noon, Code: "smtp_451", Detail: "later", CreatedAt: noon.Add(time.Millisecond),
		UpdatedAt: noon.Add(2 * time.Millisecond)}
	bob, earlier := ada, broke.AddDate(0, 0, -1)
	bob.Target, bob.Kind, bob.Start = "mail:admin:bob@acme.example", effect.LetterCalendarHealed, earlier
	bob.Revision = 2*earlier.UnixMilli() + 1
	bob.State, bob.Permanent, bob.LeaseUntil = effect.Done, false, nil
	bob.CreatedAt = ada.CreatedAt.Add(time.Second)
	for _, e := range []effect.Entry{ada, bob} {
		f.exec(`insert into calendar_letters (org_id, email, admin, kind, broke_at, state, permanent, tries,
			lease_until, provider_id, stamp, code, detail, created_at, updated_at)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.OrgID, owner,
			strings.TrimPrefix(e.Target, "mail:admin:"), e.Kind, e.Start, e.State, e.Permanent, e.Tries, e.LeaseUntil,
			e.ProviderID, e.Stamp, e.Code, e.Detail, e.CreatedAt, e.UpdatedAt)
	}
	return []effect.Entry{ada, bob}
}
