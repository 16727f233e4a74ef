package booking_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func TestDecideReassign(t *testing.T) { // §4, Change interviewer
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	annsInterview := func() models.Interview {
		i := desk.Scheduled()
		i.InterviewerEmail, i.MeetingLink, i.LinkSource = desk.Ann, "https://meet.example/ann", models.LinkFromPerson
		return i
	}
	t.Run("moves the interview to another interviewer and nothing else", func(t *testing.T) {
		old := annsInterview()
		i, changed, err := booking.DecideReassign(booking.ReassignFacts{Interview: old}, desk.Bob, models.DefaultPolicy,
			now)
		verify.Each(t, "the interview", verify.Fields{"error": {err, nil}, "changed": {changed, true},
			"InterviewerEmail": {i.InterviewerEmail, desk.Bob}, "Revision": {i.Revision, old.Revision + 1},
			"UpdatedAt": {i.UpdatedAt, now}, "InterviewerSetAt": {i.InterviewerSetAt, now}})
		verify.Each(t, "the interview", verify.Fields{"StartsAt": {i.StartsAt, old.StartsAt},
			"CandidateID": {i.CandidateID, old.CandidateID}, "StartSetAt": {i.StartSetAt, old.StartSetAt},
			"AnnounceRevision": {i.AnnounceRevision, old.AnnounceRevision},
			"AccessEpoch":      {i.AccessEpoch, old.AccessEpoch}})
	})
	t.Run("keeps why, until a change that says why", func(t *testing.T) {
		f := booking.ReassignFacts{Interview: annsInterview(), Why: &models.Reason{Text: "Ann is ill"}}
		i, _, err := booking.DecideReassign(f, desk.Bob, models.DefaultPolicy, now)
		want := models.Reason{Text: "Ann is ill", Revision: i.Revision, Interviewer: true}
		if err != nil || i.Reason == nil || *i.Reason != want {
			t.Errorf("the reason is %+v, want %+v (%v)", i.Reason, want, err)
		}
		f = booking.ReassignFacts{Interview: i}
		again, _, err := booking.DecideReassign(f, desk.Ann, models.DefaultPolicy, now)
		if err != nil || again.Reason == nil || *again.Reason != want {
			t.Errorf("after a change without one it is %+v (%v)", again.Reason, err)
		}
	})
	t.Run("the same interviewer again changes nothing", func(t *testing.T) {
		old := annsInterview()
		i, changed, err := booking.DecideReassign(booking.ReassignFacts{Interview: old,
			Busy: []timetable.Booked{{InterviewID: "int_9", Range: timetable.Range{From: desk.Mon(15, 0), To: desk.Mon(16, 0)}}}}, desk.Ann, models.DefaultPolicy, now)
		if err != nil || changed || i.Revision != old.Revision || !i.UpdatedAt.Equal(old.UpdatedAt) {
			t.Errorf("got %+v, %v, %v", i, changed, err)
		}
	})
	t.Run("only a scheduled interview, which is checked first", func(t *testing.T) {
		canceled, ended, over := annsInterview(), annsInterview(), annsInterview()
		canceled.CanceledAt, ended.CallEndedAt = desk.Ptr(desk.Thu), desk.Ptr(desk.Thu)
		over.SetStart(desk.Thu.Add(-time.Hour), 0)
		pending, expired := desk.External(), desk.External()
		expired.ExpiresAt = desk.Ptr(desk.Thu)
		for status, i := range map[string]models.Interview{models.StatusCanceled: canceled,
			models.StatusCompleted: ended,
			"completed ":           over, models.StatusPending: pending, models.StatusExpired: expired} {
			for _, email := range []string{desk.Bob, i.InterviewerEmail} {
				if _, changed, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, email,
					models.DefaultPolicy, now); models.KindOf(err) != models.Conflict || changed ||
					!strings.Contains(err.Error(), strings.TrimSpace(status)) {
					t.Errorf("%s: got %v, %v", status, changed, err)
				}
			}
		}
	})
	t.Run("refuses an interviewer who is booked then", func(t *testing.T) {
		f := booking.ReassignFacts{Interview: annsInterview(), Busy: []timetable.Booked{{InterviewID: "int_9", Range: timetable.Range{From: desk.Mon(15, 59), To: desk.Mon(17, 0)}}}}
		desk.WantRefusal(t, "somebody booked", models.Conflict, desk.Bob)(booking.DecideReassign(f, desk.Bob, models.DefaultPolicy, now))
		f.Busy[0].InterviewID = f.Interview.ID
		if _, changed, err := booking.DecideReassign(f, desk.Bob, models.DefaultPolicy, now); err != nil || !changed {
			t.Errorf("itself is not in the way: %v", err)
		}
	})
	t.Run("resolves the link again if it came from the old interviewer", func(t *testing.T) { // as TestAutomaticLinks
		i := annsInterview()
		i.LinkSource = models.LinkFromPosting
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i,
			Own: booking.InterviewerLinks{Posting: "https://p",
				Person: "https://o"}}, desk.Bob, models.DefaultPolicy, now)
		if err != nil || i.MeetingLink != "https://p" || i.LinkSource != models.LinkFromPosting {
			t.Errorf("got %q from %q, %v; want the posting's for the new one", i.MeetingLink, i.LinkSource, err)
		}
	})
	t.Run("takes the place of fallback recipients", func(t *testing.T) {
		i := desk.Scheduled()
		i.BriefingRecipients = []string{desk.Fay, desk.Gus}
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, desk.Bob, models.DefaultPolicy, now)
		if err != nil || i.BriefingRecipients != nil || i.InterviewerEmail != desk.Bob {
			t.Errorf("got %+v, %v", i, err)
		}
	})
	t.Run("an import is announced to its new interviewer", func(t *testing.T) {
		i := annsInterview()
		i.Source, i.ExternallyScheduled, i.AnnounceRevision = models.SourceLever, true, 0
		i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: i}, desk.Bob, models.DefaultPolicy, now)
		if err != nil || i.AnnounceRevision != i.Revision {
			t.Errorf("got %+v, %v", i, err)
		}
	})
}

func TestDecideCancel(t *testing.T) {
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	completed, expired := desk.Scheduled(), desk.External()
	completed.CallEndedAt, expired.ExpiresAt = desk.Ptr(desk.Thu), desk.Ptr(desk.Thu)
	for status, old := range map[string]models.Interview{models.StatusScheduled: desk.Scheduled(),
		models.StatusCompleted: completed,
		models.StatusPending:   desk.External(), models.StatusExpired: expired} {
		i, changed := booking.DecideCancel(old, now)
		verify.Each(t, "from "+status, verify.Fields{"changed": {changed, true},
			"StatusAt": {i.StatusAt(now), models.StatusCanceled}, "CanceledAt": {i.CanceledAt, i.UpdatedAt},
			"Revision": {i.Revision, old.Revision + 1}, "AccessEpoch": {i.AccessEpoch, old.AccessEpoch + 1}})
		again, changed := booking.DecideCancel(i, now.Add(time.Hour))
		if changed || !again.CanceledAt.Equal(*i.CanceledAt) || !again.UpdatedAt.Equal(i.UpdatedAt) ||
			again.Revision != i.Revision {
			t.Errorf("from %s: a repeat changed it: %+v", status, again)
		}
	}
	if i, _ := booking.DecideCancel(desk.External(), now); i.ScheduledStartAt() != nil {
		t.Errorf("an external session canceled before use keeps its start null (§2): got %v", i.ScheduledStartAt())
	}
}

func TestCancelBecause(t *testing.T) {
	t.Parallel()
	now, why := desk.Thu.Add(time.Hour), &models.Reason{Text: "ill", Audience: models.AudienceTeam}
	moved := desk.Scheduled()
	moved.Reason = (&models.Reason{Text: "no room", Audience: models.AudienceCandidate}).At(moved.Revision)
	for name, given := range map[string]*models.Reason{"no reason": nil, "a reason": why} {
		i, changed, err := booking.CancelBecause(given).Decide(moved, models.DefaultPolicy, now)
		if err != nil || !changed || !reflect.DeepEqual(i.Reason, given.At(i.Revision)) {
			t.Errorf("%s: the row has %+v, %v", name, i.Reason, err)
		}
		again, changed, err := booking.CancelBecause(why).Decide(i, models.DefaultPolicy, now)
		if err != nil || changed || !reflect.DeepEqual(again, i) {
			t.Errorf("%s: a second cancellation has another one: %+v, %v", name, again.Reason, err)
		}
	}
}

func TestReasonOfAMove(t *testing.T) {
	t.Parallel()
	o, f := desk.Order(), desk.Facts()
	o.Reason = &models.Reason{Text: "ill", Audience: models.AudienceCandidate}
	if b := desk.Decide(t, o, f); b.Interview.Reason != nil {
		t.Errorf("a first booking has the reason %+v", b.Interview.Reason)
	}
	existing := desk.Scheduled()
	f.Candidate, f.Existing, o.Replace, o.Start = desk.Known(), &existing, true, desk.Mon(17, 0)
	b := desk.Decide(t, o, f)
	if want := o.Reason.At(existing.Revision + 1); !reflect.DeepEqual(b.Interview.Reason, want) {
		t.Errorf("a move has the reason %+v, want %+v", b.Interview.Reason, want)
	}
	existing, o.Reason, o.Start = b.Interview, nil, desk.Mon(18, 0)
	if b := desk.Decide(t, o, f); b.Interview.Reason != nil {
		t.Errorf("the next move has the reason %+v of the one before", b.Interview.Reason)
	}
}

func TestDecideEndCall(t *testing.T) {
	t.Parallel()
	at := desk.Mon(15, 40)
	old := desk.Scheduled()
	i, changed, err := booking.DecideEndCall(old, at)
	verify.Each(t, "the interview", verify.Fields{"error": {err, nil}, "changed": {changed, true},
		"CallEndedAt": {i.CallEndedAt, at}, "UpdatedAt": {i.UpdatedAt, at},
		"StatusAt": {i.StatusAt(at), models.StatusCompleted}, "Revision": {i.Revision, old.Revision + 1}})
	again, changed, err := booking.DecideEndCall(i, at.Add(time.Minute))
	if err != nil || changed || !again.CallEndedAt.Equal(at) {
		t.Errorf("a repeat: got %+v, %v", again, err)
	}
	if i, changed, err := booking.DecideEndCall(desk.Scheduled(), desk.Mon(17, 0)); err != nil || !changed ||
		!i.CallEndedAt.Equal(desk.Mon(17, 0)) {
		t.Errorf("a window that closed leaves it null, and the call can still be ended: got %+v, %v", i, err)
	}
	t.Run("there is no call of a canceled interview or an unused link", func(t *testing.T) {
		canceled, _ := booking.DecideCancel(desk.Scheduled(), desk.Thu)
		both, _ := booking.DecideCancel(i, at)
		for name, i := range map[string]models.Interview{"canceled": canceled, "ended, then canceled": both,
			"pending": desk.External()} {
			if _, changed, err := booking.DecideEndCall(i, at); models.KindOf(err) != models.Conflict || changed {
				t.Errorf("%s: got %v, %v", name, changed, err)
			}
		}
	})
}

func TestDecideCallEnded(t *testing.T) {
	t.Parallel()
	now := desk.Mon(15, 50)
	t.Run("when the call ended, not when we heard of it", func(t *testing.T) {
		i, changed := booking.DecideCallEnded(desk.Scheduled(), desk.Mon(15, 40), now)
		if !changed || !i.CallEndedAt.Equal(desk.Mon(15, 40)) || !i.UpdatedAt.Equal(now) ||
			i.StatusAt(now) != models.StatusCompleted {
			t.Errorf("got %+v", i)
		}
	})
	if i, changed := booking.DecideCallEnded(desk.Scheduled(), desk.Mon(18, 1), desk.Mon(18, 0)); !changed ||
		!i.CallEndedAt.Equal(desk.Mon(18, 0)) {
		t.Errorf("also after the window closed, and never in the future: got %+v", i)
	}
	ended, canceled, moved := desk.Scheduled(), desk.Scheduled(), desk.Scheduled()
	ended.CallEndedAt, canceled.CanceledAt, moved.StartSetAt = desk.Ptr(desk.Mon(15, 30)), desk.Ptr(desk.Mon(15, 30)),
		desk.Mon(15, 45)
	late := desk.Scheduled()
	late.SetStart(desk.Mon(16, 30), 0)
	for name, i := range map[string]models.Interview{"a notetaker that a replace sent away left its call": late,
		"ended already": ended, "canceled": canceled, "a link that was not used": desk.External(),
		"moved since: another session ended": moved} {
		if got, changed := booking.DecideCallEnded(i, desk.Mon(15, 40), now); changed || got.Revision != i.Revision {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
