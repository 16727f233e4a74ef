package models

import (
	"strings"
	"testing"
	"time"
)

func TestDecideReassign(t *testing.T) { // §4, Change interviewer
	t.Parallel()
	now := thu.Add(time.Hour)
	annsInterview := func() Interview {
		i := scheduled()
		i.InterviewerEmail, i.MeetingLink, i.LinkSource = ann, "https://meet.example/ann", LinkFromPerson
		return i
	}
	t.Run("moves the interview to another interviewer and nothing else", func(t *testing.T) {
		old := annsInterview()
		i, changed, err := DecideReassign(ReassignFacts{Interview: old}, bob, DefaultPolicy, now)
		if err != nil || !changed || i.InterviewerEmail != bob || i.Revision != old.Revision+1 ||
			!i.UpdatedAt.Equal(now) || !i.InterviewerSetAt.Equal(now) {
			t.Errorf("got %+v, %v", i, err)
		}
		if !i.StartsAt.Equal(old.StartsAt) || i.CandidateID != old.CandidateID || !i.StartSetAt.Equal(old.StartSetAt) ||
			i.AnnounceRevision != old.AnnounceRevision || i.AccessEpoch != old.AccessEpoch {
			t.Errorf("got %+v", i)
		}
	})
	t.Run("the same interviewer again changes nothing", func(t *testing.T) {
		old := annsInterview()
		i, changed, err := DecideReassign(ReassignFacts{Interview: old,
			Busy: []Booked{{"int_9", Range{mon(15, 0), mon(16, 0)}}}}, ann, DefaultPolicy, now)
		if err != nil || changed || i.Revision != old.Revision || !i.UpdatedAt.Equal(old.UpdatedAt) {
			t.Errorf("got %+v, %v, %v", i, changed, err)
		}
	})
	t.Run("only a scheduled interview, which is checked first", func(t *testing.T) {
		canceled, ended, over := annsInterview(), annsInterview(), annsInterview()
		canceled.CanceledAt, ended.CallEndedAt = ptr(thu), ptr(thu)
		over.setStart(thu.Add(-time.Hour), 0)
		pending, expired := external(), external()
		expired.ExpiresAt = ptr(thu)
		for status, i := range map[string]Interview{StatusCanceled: canceled, StatusCompleted: ended,
			"completed ": over, StatusPending: pending, StatusExpired: expired} {
			for _, email := range []string{bob, i.InterviewerEmail} {
				if _, changed, err := DecideReassign(ReassignFacts{Interview: i}, email, DefaultPolicy,
					now); KindOf(err) != Conflict || changed ||
					!strings.Contains(err.Error(), strings.TrimSpace(status)) {
					t.Errorf("%s: got %v, %v", status, changed, err)
				}
			}
		}
	})
	t.Run("refuses an interviewer who is booked then", func(t *testing.T) {
		f := ReassignFacts{Interview: annsInterview(), Busy: []Booked{{"int_9", Range{mon(15, 59), mon(17, 0)}}}}
		wantRefusal(t, "somebody booked", Conflict, bob)(DecideReassign(f, bob, DefaultPolicy, now))
		f.Busy[0].InterviewID = f.Interview.ID
		if _, changed, err := DecideReassign(f, bob, DefaultPolicy, now); err != nil || !changed {
			t.Errorf("itself is not in the way: %v", err)
		}
	})
	t.Run("resolves the link again if it came from the old interviewer", func(t *testing.T) { // as TestAutomaticLinks
		i := annsInterview()
		i.LinkSource = LinkFromPosting
		i, _, err := DecideReassign(ReassignFacts{Interview: i, Own: InterviewerLinks{Posting: "https://p",
			Person: "https://o"}}, bob, DefaultPolicy, now)
		if err != nil || i.MeetingLink != "https://p" || i.LinkSource != LinkFromPosting {
			t.Errorf("got %q from %q, %v; want the posting's for the new one", i.MeetingLink, i.LinkSource, err)
		}
	})
	t.Run("takes the place of fallback recipients", func(t *testing.T) {
		i := scheduled()
		i.BriefingRecipients = []string{fay, gus}
		i, _, err := DecideReassign(ReassignFacts{Interview: i}, bob, DefaultPolicy, now)
		if err != nil || i.BriefingRecipients != nil || i.InterviewerEmail != bob {
			t.Errorf("got %+v, %v", i, err)
		}
	})
	t.Run("an import is announced to its new interviewer", func(t *testing.T) {
		i := annsInterview()
		i.Source, i.ExternallyScheduled, i.AnnounceRevision = SourceLever, true, 0
		i, _, err := DecideReassign(ReassignFacts{Interview: i}, bob, DefaultPolicy, now)
		if err != nil || i.AnnounceRevision != i.Revision {
			t.Errorf("got %+v, %v", i, err)
		}
	})
}

func TestDecideCancel(t *testing.T) {
	t.Parallel()
	now := thu.Add(time.Hour)
	completed, expired := scheduled(), external()
	completed.CallEndedAt, expired.ExpiresAt = ptr(thu), ptr(thu)
	for status, old := range map[string]Interview{StatusScheduled: scheduled(), StatusCompleted: completed,
		StatusPending: external(), StatusExpired: expired} {
		i, changed := DecideCancel(old, now)
		if !changed || i.StatusAt(now) != StatusCanceled || i.CanceledAt == nil ||
			!i.CanceledAt.Equal(i.UpdatedAt) || i.Revision != old.Revision+1 || i.AccessEpoch != old.AccessEpoch+1 {
			t.Errorf("from %s: got %+v", status, i)
		}
		again, changed := DecideCancel(i, now.Add(time.Hour))
		if changed || !again.CanceledAt.Equal(*i.CanceledAt) || !again.UpdatedAt.Equal(i.UpdatedAt) ||
			again.Revision != i.Revision {
			t.Errorf("from %s: a repeat changed it: %+v", status, again)
		}
	}
	if i, _ := DecideCancel(external(), now); i.ScheduledStartAt() != nil {
		t.Errorf("an external session canceled before use keeps its start null (§2): got %v", i.ScheduledStartAt())
	}
}

func TestDecideEndCall(t *testing.T) {
	t.Parallel()
	at := mon(15, 40)
	old := scheduled()
	i, changed, err := DecideEndCall(old, at)
	if err != nil || !changed || i.CallEndedAt == nil || !i.CallEndedAt.Equal(at) || !i.UpdatedAt.Equal(at) ||
		i.StatusAt(at) != StatusCompleted || i.Revision != old.Revision+1 {
		t.Errorf("got %+v, %v", i, err)
	}
	again, changed, err := DecideEndCall(i, at.Add(time.Minute))
	if err != nil || changed || !again.CallEndedAt.Equal(at) {
		t.Errorf("a repeat: got %+v, %v", again, err)
	}
	if i, changed, err := DecideEndCall(scheduled(), mon(17, 0)); err != nil || !changed ||
		!i.CallEndedAt.Equal(mon(17, 0)) {
		t.Errorf("a window that closed leaves it null, and the call can still be ended: got %+v, %v", i, err)
	}
	t.Run("there is no call of a canceled interview or an unused link", func(t *testing.T) {
		canceled, _ := DecideCancel(scheduled(), thu)
		both, _ := DecideCancel(i, at)
		for name, i := range map[string]Interview{"canceled": canceled, "ended, then canceled": both,
			"pending": external()} {
			if _, changed, err := DecideEndCall(i, at); KindOf(err) != Conflict || changed {
				t.Errorf("%s: got %v, %v", name, changed, err)
			}
		}
	})
}

func TestDecideCallEnded(t *testing.T) {
	t.Parallel()
	now := mon(15, 50)
	t.Run("when the call ended, not when we heard of it", func(t *testing.T) {
		i, changed := DecideCallEnded(scheduled(), mon(15, 40), now)
		if !changed || !i.CallEndedAt.Equal(mon(15, 40)) || !i.UpdatedAt.Equal(now) ||
			i.StatusAt(now) != StatusCompleted {
			t.Errorf("got %+v", i)
		}
	})
	if i, changed := DecideCallEnded(scheduled(), mon(18, 1), mon(18, 0)); !changed ||
		!i.CallEndedAt.Equal(mon(18, 0)) {
		t.Errorf("also after the window closed, and never in the future: got %+v", i)
	}
	ended, canceled, moved := scheduled(), scheduled(), scheduled()
	ended.CallEndedAt, canceled.CanceledAt, moved.StartSetAt = ptr(mon(15, 30)), ptr(mon(15, 30)), mon(15, 45)
	late := scheduled()
	late.setStart(mon(16, 30), 0)
	for name, i := range map[string]Interview{"a notetaker that a replace sent away left its call": late,
		"ended already": ended, "canceled": canceled, "a link that was not used": external(),
		"moved since: another session ended": moved} {
		if got, changed := DecideCallEnded(i, mon(15, 40), now); changed || got.Revision != i.Revision {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
