package models

import (
	"slices"
	"testing"
	"time"
)

// TestOwedOrder: whatever makes the meeting link comes first, then the copy, which shows it, and then the letters,
// which say it.
func TestOwedOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.own, d.calendars[ann], d.policy.Meeting = nil, CalendarCalDAV, MakerZoom
	d.book(mon(15, 0), ann, "")
	var kinds []string
	for _, e := range Owed(d.i, cleo, nil, d.policy, d.now) {
		kinds = append(kinds, e.Kind)
		if letter := e.Kind == LetterConfirmation || e.Kind == LetterBriefing; e.Letter() != letter ||
			d.i.Entry(e).Letter() != letter {
			t.Errorf("%s to %s is a letter: %t", e.Kind, e.Target, e.Letter())
		}
	}
	if want := []string{MeetingMade, EventWritten, LetterConfirmation, LetterBriefing}; !slices.Equal(kinds, want) {
		t.Errorf("owed are %v, want %v", kinds, want)
	}
}

// TestInterviewEntry: what an entry remembers is what the letter says, and a letter that is sent again is the same.
func TestInterviewEntry(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.book(mon(15, 0), ann, "https://room")
	to := Recipient{Role: RoleCandidate, Email: cleo}.Target()
	e := d.i.Entry(Effect{Target: to, Kind: LetterConfirmation, Invitation: true, AssessmentLink: true})
	if e.OrgID != d.i.OrgID || e.InterviewID != d.i.ID || e.CandidateID+e.CalendarID != "" || e.Target != to ||
		e.Revision != d.i.Revision || !e.Invitation || !e.AssessmentLink || !e.tells(d.i) ||
		!e.Stamp.Equal(d.i.UpdatedAt) {
		t.Errorf("the confirmation is %+v", e)
	}
	if e := d.i.Entry(Effect{Target: to, Kind: reminderKind(time.Hour), Before: time.Hour}); !e.Stamp.Equal(
		d.i.StartsAt.Add(-time.Hour)) {
		t.Errorf("the reminder's stamp is %s, want when it was due", e.Stamp)
	}
	if e := d.i.Entry(Effect{Target: to, Kind: LetterCancellation, PreviousStart: mon(9, 0)}); !e.Start.Equal(
		mon(9, 0)) {
		t.Errorf("the cancellation takes back %s, want what was told", e.Start)
	}
	before := e
	before.Revision, before.ProviderID, before.Tries = 0, "id", 3
	if again := d.i.Entry(Effect{Target: to, Kind: LetterConfirmation, Resend: &before}); again != before {
		t.Errorf("sent again it is %+v, and was %+v", again, before)
	}
}

// TestInvitationEntry: an invitation is one letter, whatever became of the assessment since.
func TestInvitationEntry(t *testing.T) {
	t.Parallel()
	invited := mon(9, 0)
	v := Invitation{Candidate: Candidate{OrgID: "org", ID: "cand", Email: cleo, Revision: 4, InvitedAt: &invited}}
	for _, kind := range []string{LetterInvitation, LetterSchedulingInvitation} {
		e := v.Entry(Effect{Target: "mail:candidate:" + cleo, Kind: kind})
		if e.OrgID != "org" || e.CandidateID != "cand" || e.InterviewID+e.CalendarID != "" || e.Kind != kind ||
			e.Revision != 0 || !e.Stamp.Equal(invited) || !e.Letter() {
			t.Errorf("the entry is %+v", e)
		}
	}
}

// TestConnectionEntry: each break and each repair is a later revision of what an admin was told, and the revision of a
// letter stays the same however often it is tried.
func TestConnectionEntry(t *testing.T) {
	t.Parallel()
	now := mon(12, 0)
	revision := func(kind string, broke time.Time, c Connection) int64 {
		t.Helper()
		e := c.Entry(Effect{Target: AdminTarget(ann), Kind: kind, BrokeAt: broke})
		if e.OrgID != "org" || e.CalendarID != "cal" || e.InterviewID+e.CandidateID != "" || !e.Start.Equal(broke) ||
			e.Interviewer != bob || !e.Letter() {
			t.Errorf("the entry is %+v", e)
		}
		return e.Revision
	}
	healthy := Connection{OrgID: "org", ID: "cal", Email: bob}.AfterSync(now, now, "")
	broken := healthy.AfterFailure(now, SyncFailure{Code: "ics_401", Revoked: true})
	healed := broken.AfterSync(now, now, "")
	again := healed.AfterFailure(now.Add(time.Millisecond), SyncFailure{Code: "ics_401", Revoked: true})
	first, second := *broken.FailingSince, *again.FailingSince
	got := []int64{revision(LetterCalendarBroken, first, broken), revision(LetterCalendarHealed, first, healed),
		revision(LetterCalendarBroken, second, again), revision(LetterCalendarHealed, second, healed)}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("the revisions are %v, want each later than the one before", got)
	}
	later := broken.AfterFailure(now.Add(time.Hour), SyncFailure{Code: "ics_401", Revoked: true})
	if r := revision(LetterCalendarBroken, first, later); r != got[0] {
		t.Errorf("an hour later the same break is revision %d, and was %d", r, got[0])
	}
	if healthy.NoticeRevision() != 0 || healed.NoticeRevision() != 0 || broken.NoticeRevision() == 0 ||
		broken.NoticeRevision() != later.NoticeRevision() || again.NoticeRevision() == broken.NoticeRevision() {
		t.Errorf("letters are made for %d, %d, %d, %d and %d", healthy.NoticeRevision(), broken.NoticeRevision(),
			later.NoticeRevision(), healed.NoticeRevision(), again.NoticeRevision())
	}
}
