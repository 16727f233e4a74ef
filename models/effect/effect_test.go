package effect_test

import (
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestOwedOrder: whatever makes the meeting link comes first, then the copy, which shows it, and then the letters,
// which say it.
func TestOwedOrder(t *testing.T) {
	t.Parallel()
	d := desk.New(t)
	d.Own, d.Calendars[desk.Ann], d.Policy.Meeting = nil, timetable.CalendarCalDAV, models.MakerZoom
	d.Book(desk.Mon(15, 0), desk.Ann, "")
	var kinds []string
	for _, e := range effect.Owed(d.Interview, desk.Cleo, nil, d.Policy, d.Now) {
		kinds = append(kinds, e.Kind)
		if letter := e.Kind == effect.LetterConfirmation || e.Kind == effect.LetterBriefing; e.Letter() != letter ||
			effect.EntryOf(d.Interview, e).Letter() != letter {
			t.Errorf("%s to %s is a letter: %t", e.Kind, e.Target, e.Letter())
		}
	}
	if want := []string{effect.MeetingMade, effect.EventWritten, effect.LetterConfirmation,
		effect.LetterBriefing}; !slices.Equal(kinds, want) {
		t.Errorf("owed are %v, want %v", kinds, want)
	}
}

// TestInterviewEntry: what an entry remembers is what the letter says, and a letter that is sent again is the same.
func TestInterviewEntry(t *testing.T) {
	t.Parallel()
	d := desk.New(t)
	d.Book(desk.Mon(15, 0), desk.Ann, "https://room")
	to := effect.Recipient{Role: effect.RoleCandidate, Email: desk.Cleo}.Target()
	e := effect.EntryOf(d.Interview, effect.Effect{Target: to, Kind: effect.LetterConfirmation, Invitation: true,
		AssessmentLink: true})
	verify.Each(t, "the confirmation", verify.Fields{"OrgID": {e.OrgID, d.Interview.OrgID},
		"InterviewID":                  {e.InterviewID, d.Interview.ID},
		"e.CandidateID + e.CalendarID": {e.CandidateID + e.CalendarID, ""}, "Target": {e.Target, to},
		"Revision": {e.Revision, d.Interview.Revision}, "Invitation": {e.Invitation, true},
		"AssessmentLink": {e.AssessmentLink, true}, "Tells": {e.Tells(d.Interview), true},
		"Stamp": {e.Stamp, d.Interview.UpdatedAt}})
	if e := effect.EntryOf(d.Interview, effect.Effect{Target: to, Kind: effect.ReminderKind(time.Hour),
		Before: time.Hour}); !e.Stamp.Equal(
		d.Interview.StartsAt.Add(-time.Hour)) {
		t.Errorf("the reminder's stamp is %s, want when it was due", e.Stamp)
	}
	if e := effect.EntryOf(d.Interview, effect.Effect{Target: to, Kind: effect.LetterCancellation,
		PreviousStart: desk.Mon(9, 0)}); !e.Start.Equal(
		desk.Mon(9, 0)) {
		t.Errorf("the cancellation takes back %s, want what was told", e.Start)
	}
	before := e
	before.Revision, before.ProviderID, before.Tries = 0, "id", 3
	if again := effect.EntryOf(d.Interview, effect.Effect{Target: to, Kind: effect.LetterConfirmation,
		Resend: &before}); again != before {
		t.Errorf("sent again it is %+v, and was %+v", again, before)
	}
}

// TestInvitationEntry: an invitation is one letter, whatever became of the assessment since.
func TestInvitationEntry(t *testing.T) {
	t.Parallel()
	invited := desk.Mon(9, 0)
	v := candidacy.Invitation{Candidate: models.Candidate{OrgID: "org", ID: "cand", Email: desk.Cleo, Revision: 4, InvitedAt: &invited}}
	for _, kind := range []string{effect.LetterInvitation, effect.LetterSchedulingInvitation} {
		e := v.Entry(effect.Effect{Target: "mail:candidate:" + desk.Cleo, Kind: kind})
		verify.Each(t, "the entry", verify.Fields{"OrgID": {e.OrgID, "org"}, "CandidateID": {e.CandidateID, "cand"},
			"e.InterviewID + e.CalendarID": {e.InterviewID + e.CalendarID, ""}, "Kind": {e.Kind, kind},
			"Revision": {e.Revision, 0}, "Stamp": {e.Stamp, invited}, "Letter": {e.Letter(), true}})
	}
}

// TestConnectionEntry: each break and each repair is a later revision of what an admin was told, and the revision of a
// letter stays the same however often it is tried.
func TestConnectionEntry(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	revision := func(kind string, broke time.Time, c timetable.Connection) int64 {
		t.Helper()
		e := c.Entry(effect.Effect{Target: effect.AdminTarget(desk.Ann), Kind: kind, BrokeAt: broke})
		verify.Each(t, "the entry", verify.Fields{"OrgID": {e.OrgID, "org"}, "CalendarID": {e.CalendarID, "cal"},
			"e.InterviewID + e.CandidateID": {e.InterviewID + e.CandidateID, ""}, "Start": {e.Start, broke},
			"Interviewer": {e.Interviewer, desk.Bob}, "Letter": {e.Letter(), true}})
		return e.Revision
	}
	healthy := timetable.Connection{OrgID: "org", ID: "cal", Email: desk.Bob}.AfterSync(now, now, "")
	broken := healthy.AfterFailure(now, timetable.SyncFailure{Code: "ics_401", Revoked: true})
	healed := broken.AfterSync(now, now, "")
	again := healed.AfterFailure(now.Add(time.Millisecond), timetable.SyncFailure{Code: "ics_401", Revoked: true})
	first, second := *broken.FailingSince, *again.FailingSince
	got := []int64{revision(effect.LetterCalendarBroken, first, broken),
		revision(effect.LetterCalendarHealed, first, healed), revision(effect.LetterCalendarBroken, second, again),
		revision(effect.LetterCalendarHealed, second, healed)}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("the revisions are %v, want each later than the one before", got)
	}
	later := broken.AfterFailure(now.Add(time.Hour), timetable.SyncFailure{Code: "ics_401", Revoked: true})
	if r := revision(effect.LetterCalendarBroken, first, later); r != got[0] {
		t.Errorf("an hour later the same break is revision %d, and was %d", r, got[0])
	}
	verify.Each(t, "letters are made for", verify.Fields{
		"healthy": {healthy.NoticeRevision(), 0}, "healed": {healed.NoticeRevision(), 0},
		"broken": {broken.NoticeRevision(), verify.Some}, "later": {later.NoticeRevision(), broken.NoticeRevision()},
		"again": {again.NoticeRevision(), verify.Not{broken.NoticeRevision()}}})
}
