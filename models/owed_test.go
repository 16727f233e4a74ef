package models

import (
	"strings"
	"testing"
	"time"
)

// In these tests Ann's interview with Cleo, who was not known before, is booked on Thursday at noon for Monday at
// 15:00, by Cleo's email.

func TestOwedLetters(t *testing.T) {
	t.Parallel()
	t.Run("a booking: confirmation and briefing, with the assessment link for a new candidate", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.silence()
	})
	t.Run("no assessment link for a candidate who was known", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.who = *known()
		d.book(mon(15, 0), ann, "")
		d.leaves("cleo confirmation 15:00", "ann briefing 15:00")
	})
	t.Run("a replace: both again, even if nothing looks different", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.move(mon(15, 0))
		d.leaves("cleo confirmation 15:00", "ann briefing 15:00")
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 15:00")
	})
	t.Run("two changes before anything left: one letter, and it tells nobody of a changed time who was never told",
		func(t *testing.T) {
			t.Parallel()
			d := booked(t, ann)
			d.move(mon(16, 0))
			d.move(mon(17, 0))
			d.leaves("cleo confirmation 17:00 +assessment", "ann briefing 17:00")
		})
	t.Run("two moves after the first letters: one letter that compares with what was told", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.move(mon(16, 0))
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 15:00")
	})
	t.Run("moved there and back: the letters are owed all the same", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.move(mon(16, 0))
		d.move(mon(15, 0))
		d.leaves("cleo confirmation 15:00", "ann briefing 15:00")
	})
	t.Run("a replace with another interviewer: the old one is told it is off", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.book(mon(17, 0), cho, d.i.MeetingLink)
		d.leaves("cleo changed_time 17:00 not 15:00", "cho briefing 17:00", "ann cancellation 15:00")
	})
	t.Run("a replace at the same time with another interviewer: the candidate reads who", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.book(mon(15, 0), cho, d.i.MeetingLink)
		d.leaves("cleo changed_interviewer 15:00", "cho briefing 15:00", "ann cancellation 15:00")
	})
	t.Run("a meeting link that comes late: a letter to those who lacked it", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.book(mon(15, 0), cho, "")
		d.leaves("cleo confirmation 15:00 +assessment", "cho briefing 15:00")
		d.arrives("https://meet.example/auto")
		d.leaves("cleo changed_details 15:00", "cho changed_details 15:00")
	})
	t.Run("a meeting link that comes before the first letter is in it", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.book(mon(15, 0), cho, "")
		d.arrives("https://meet.example/auto")
		d.leaves("cleo confirmation 15:00 +assessment", "cho briefing 15:00")
	})
	t.Run("ended by call: nobody is told of what is over", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.now = mon(15, 20)
		d.endCall()
		d.silence()
	})
	t.Run("the window closed before the letters could leave: nobody is told", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.now = mon(16, 0)
		d.silence()
	})
	t.Run("a start in the past is told while the session is open", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.now = mon(15, 30)
		d.book(mon(15, 0), ann, "")
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
	})
	t.Run("an unused link owes nothing (§3)", func(t *testing.T) {
		t.Parallel()
		i := external()
		i.InterviewerEmail, i.AnnounceRevision = ann, 1
		if got := Owed(i, cleo, nil, DefaultPolicy, thu); got != nil {
			t.Errorf("got %v", got)
		}
	})
}

// TestOwedHouseExample books, reschedules, reassigns from Ann to Bob, and cancels an interview. The letters that are
// owed at the end depend on those that had left before.
func TestOwedHouseExample(t *testing.T) {
	t.Parallel()
	firstLetters := func(d *desk) { d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00") }
	t.Run("nothing had left: nobody hears anything", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.move(mon(17, 0))
		d.reassign(bob)
		d.cancel()
		d.silence()
	})
	t.Run("the first letters had: candidate and Ann get the cancellation, Bob nothing", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		firstLetters(d)
		d.move(mon(17, 0))
		d.reassign(bob)
		d.cancel()
		d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
		d.silence()
	})
	t.Run("all had: candidate and Bob get the cancellation, Ann had it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		firstLetters(d)
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 15:00")
		d.reassign(bob)
		d.leaves("bob briefing 17:00", "ann cancellation 17:00")
		d.cancel()
		d.leaves("cleo cancellation 17:00", "bob cancellation 17:00")
		d.silence()
	})
	t.Run("not canceled, nothing had left: candidate a confirmation, Bob a briefing, Ann nothing", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.move(mon(17, 0))
		d.reassign(bob)
		d.leaves("cleo confirmation 17:00 +assessment", "bob briefing 17:00")
		d.silence()
	})
}

func TestOwedReassign(t *testing.T) {
	t.Parallel()
	t.Run("the candidate hears only of another meeting link", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob) // the link came with the booking and stays
		d.leaves("bob briefing 15:00", "ann cancellation 15:00")
	})
	t.Run("the link was Ann's: the candidate gets an updated invitation", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.book(mon(15, 0), ann, "")
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.leaves("cleo changed_interviewer 15:00", "bob briefing 15:00", "ann cancellation 15:00")
	})
	t.Run("the same interviewer again: nothing", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(ann)
		d.silence()
	})
	t.Run("Ann to Bob to Cho: each who was told loses it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.leaves("bob briefing 15:00", "ann cancellation 15:00")
		d.reassign(cho)
		d.leaves("cho briefing 15:00", "bob cancellation 15:00")
	})
	t.Run("Ann to Bob to Cho at once: Ann is not lost, Bob hears nothing", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.reassign(cho)
		d.leaves("cho briefing 15:00", "ann cancellation 15:00")
	})
	t.Run("Ann to Bob to Ann at once: nobody hears anything", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.reassign(ann)
		d.silence()
	})
	t.Run("Ann to Bob to Ann with letters between: Ann is briefed again, Bob loses it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.leaves("bob briefing 15:00", "ann cancellation 15:00")
		d.reassign(ann)
		d.leaves("ann briefing 15:00", "bob cancellation 15:00")
	})
	t.Run("Ann to Bob to Ann while it is not known whether her cancellation arrived: she is briefed again",
		func(t *testing.T) {
			t.Parallel()
			d := booked(t, ann)
			d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
			d.reassign(bob)
			d.server[ann] = vanishes
			d.leaves("bob briefing 15:00", "ann cancellation 15:00")
			d.server[ann] = accepts
			d.reassign(ann)
			d.leaves("ann briefing 15:00", "bob cancellation 15:00")
		})
	t.Run("Ann to Bob to Ann while her cancellation was surely not accepted: nothing for her", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.reassign(bob)
		d.server[ann] = defers
		d.leaves("bob briefing 15:00")
		d.server[ann] = accepts
		d.reassign(ann)
		d.leaves("bob cancellation 15:00")
	})
	t.Run("fallback recipients are interviewers, and give way to a named one", func(t *testing.T) {
		t.Parallel()
		d := booked(t, "")
		d.leaves("cleo confirmation 15:00 +assessment", "fay briefing 15:00 (stands in)",
			"gus briefing 15:00 (stands in)")
		d.reassign(bob)
		d.leaves("bob briefing 15:00", "fay cancellation 15:00 (stands in)", "gus cancellation 15:00 (stands in)")
		d.cancel()
		d.leaves("cleo cancellation 15:00", "bob cancellation 15:00")
	})
	t.Run("a fallback recipient stood in also when the cancellation is said once more", func(t *testing.T) {
		t.Parallel()
		d := booked(t, "")
		d.leaves("cleo confirmation 15:00 +assessment", "fay briefing 15:00 (stands in)",
			"gus briefing 15:00 (stands in)")
		d.reassign(bob)
		d.server[fay] = vanishes
		d.leaves("bob briefing 15:00", "fay cancellation 15:00 (stands in)", "gus cancellation 15:00 (stands in)")
		d.server[fay] = accepts
		d.leaves("fay cancellation 15:00 (stands in) (same again)")
	})
	t.Run("a fallback recipient who becomes the interviewer is briefed as such", func(t *testing.T) {
		t.Parallel()
		d := booked(t, "")
		d.leaves("cleo confirmation 15:00 +assessment", "fay briefing 15:00 (stands in)",
			"gus briefing 15:00 (stands in)")
		d.reassign(fay)
		d.leaves("fay briefing 15:00", "gus cancellation 15:00 (stands in)")
		d.silence()
	})
	t.Run("also when the time changes with it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, "")
		d.leaves("cleo confirmation 15:00 +assessment", "fay briefing 15:00 (stands in)",
			"gus briefing 15:00 (stands in)")
		d.move(mon(16, 0))
		d.leaves("cleo changed_time 16:00 not 15:00", "fay changed_time 16:00 not 15:00 (stands in)",
			"gus changed_time 16:00 not 15:00 (stands in)")
		d.book(mon(17, 0), fay, d.i.MeetingLink)
		d.leaves("cleo changed_time 17:00 not 16:00", "fay briefing 17:00", "gus cancellation 16:00 (stands in)")
	})
	t.Run("a named interviewer gives way to the fallback recipients in a replace", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.book(mon(15, 0), "", d.i.MeetingLink)
		d.leaves("cleo changed_interviewer 15:00", "fay briefing 15:00 (stands in)", "gus briefing 15:00 (stands in)",
			"ann cancellation 15:00")
	})
}

func TestOwedCancel(t *testing.T) {
	t.Parallel()
	t.Run("a cancellation to those who hold an invitation, once", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.cancel()
		d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
		d.cancel()
		d.silence()
	})
	t.Run("recipients of letters that were not accepted get nothing", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[ann] = defers
		d.leaves("cleo confirmation 15:00 +assessment")
		d.cancel()
		d.server[ann] = accepts
		d.leaves("cleo cancellation 15:00")
	})
	t.Run("recipients of letters with unknown outcome get it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[ann] = vanishes
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[ann] = accepts
		d.cancel()
		d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
	})
	t.Run("tells each the start they were told last", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[ann] = defers
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00")
		d.server[ann] = accepts
		d.cancel()
		d.leaves("cleo cancellation 17:00", "ann cancellation 15:00")
	})
	t.Run("after completion nobody is told, by call or by clock", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		byCall := *d
		byCall.now = mon(15, 20)
		byCall.endCall()
		byCall.cancel()
		byCall.silence()
		d.now = mon(16, 0)
		d.cancel()
		d.silence()
	})
	t.Run("while it takes place everybody is told, a tick before the window closes too", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.now = mon(16, 0).Add(-time.Millisecond)
		d.cancel()
		d.now = mon(18, 0) // the letters may leave later: the instant of the cancellation counts
		d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
	})
	t.Run("a booking after a cancel is another row: its letters are first letters, the old one's cancellations stay",
		func(t *testing.T) {
			t.Parallel()
			d := booked(t, ann)
			d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
			d.cancel()
			d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
			d.book(mon(17, 0), ann, "")
			if d.i.ID == "int_1" {
				t.Fatal("a canceled interview was revived")
			}
			d.leaves("cleo confirmation 17:00", "ann briefing 17:00")
		})
}

func TestOwedFailures(t *testing.T) {
	t.Parallel()
	t.Run("refused for good: visible, and not owed until the row changes", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = refuses
		d.leaves("ann briefing 15:00")
		d.server[cleo] = accepts
		d.silence()
		d.reassign(bob) // any change will do
		d.leaves("cleo confirmation 15:00 +assessment", "bob briefing 15:00", "ann cancellation 15:00")
	})
	t.Run("refused again after the change: given up again", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = refuses
		d.leaves("ann briefing 15:00")
		d.move(mon(17, 0))
		d.leaves("ann changed_time 17:00 not 15:00")
		d.server[cleo] = accepts
		d.silence()
		d.cancel()
		d.leaves("ann cancellation 17:00") // the candidate holds nothing
	})
	t.Run("a change that was refused for good: the next letter compares with what was told", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = refuses
		d.move(mon(16, 0))
		d.leaves("ann changed_time 16:00 not 15:00")
		d.server[cleo] = accepts
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 16:00")
	})
	t.Run("a cancellation that was refused for good is not tried again", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = refuses
		d.cancel()
		d.leaves("ann cancellation 15:00")
		d.server[cleo] = accepts
		d.silence()
	})
	t.Run("deferred: owed until it is accepted, then once", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = defers
		d.leaves("ann briefing 15:00")
		d.silence()
		d.server[cleo] = accepts
		d.leaves("cleo confirmation 15:00 +assessment")
		d.silence()
	})
	t.Run("deferred, then superseded: the old letter is dropped", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = defers
		d.move(mon(16, 0))
		d.leaves("ann changed_time 16:00 not 15:00")
		d.server[cleo] = accepts
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 16:00")
		d.silence()
	})
	t.Run("an unknown outcome: the same letter again, with the same identity", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = forgotten
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = accepts
		d.leaves("cleo confirmation 15:00 +assessment (same again)")
		d.silence()
		if a, b := d.posted[0].entry, d.posted[2].entry; a.ProviderID != b.ProviderID || a.Revision != b.Revision ||
			!a.Stamp.Equal(b.Stamp) {
			t.Errorf("two identities: %+v and %+v", a, b)
		}
	})
	t.Run("a changed time with unknown outcome compares with the same start again", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = forgotten
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 15:00")
		d.server[cleo] = accepts
		d.leaves("cleo changed_time 17:00 not 15:00 (same again)")
	})
	t.Run("a cancellation with unknown outcome names the same start again", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[ann] = forgotten
		d.book(mon(17, 0), cho, d.i.MeetingLink)
		d.leaves("cleo changed_time 17:00 not 15:00", "cho briefing 17:00", "ann cancellation 15:00")
		d.server[ann] = accepts
		d.leaves("ann cancellation 15:00 (same again)")
	})
	t.Run("an unknown outcome, and the interview moved: the newest letter, as a change", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = vanishes
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.server[cleo] = accepts
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 15:00 +assessment", "ann changed_time 17:00 not 15:00")
		d.silence()
	})
	t.Run("the assessment link is in the first letter that leaves, until one surely did", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.server[cleo] = defers
		d.leaves("ann briefing 15:00")
		d.move(mon(16, 0))
		d.server[cleo] = accepts
		d.leaves("cleo confirmation 16:00 +assessment", "ann changed_time 16:00 not 15:00")
		d.move(mon(17, 0))
		d.leaves("cleo changed_time 17:00 not 16:00", "ann changed_time 17:00 not 16:00")
	})
}

func TestOwedImports(t *testing.T) {
	t.Parallel()
	t.Run("have no letters of their own and no reminders", func(t *testing.T) {
		t.Parallel()
		d := imported(t, ann)
		d.silence()
		d.now = mon(14, 30)
		d.silence()
		d.cancel()
		d.silence()
	})
	t.Run("reassigned: a briefing without invitation, no reminders, and no cancellation later", func(t *testing.T) {
		t.Parallel()
		d := imported(t, ann)
		d.reassign(bob)
		d.leaves("bob briefing 15:00 (no invitation)")
		d.reassign(cho)
		d.leaves("cho briefing 15:00 (no invitation)")
		d.now = mon(14, 30)
		d.silence()
		d.cancel()
		d.silence()
	})
	t.Run("reassigned away before the briefing left: it is dropped", func(t *testing.T) {
		t.Parallel()
		d := imported(t, ann)
		d.reassign(bob)
		d.reassign(cho)
		d.leaves("cho briefing 15:00 (no invitation)")
	})
	t.Run("booked again over REST: it is ours, with invitations", func(t *testing.T) {
		t.Parallel()
		d := imported(t, ann)
		d.reassign(bob)
		d.leaves("bob briefing 15:00 (no invitation)")
		d.book(mon(17, 0), bob, "")
		d.leaves("cleo confirmation 17:00", "bob changed_time 17:00 not 15:00")
		d.cancel()
		d.leaves("cleo cancellation 17:00", "bob cancellation 17:00")
	})
	t.Run("the tracking system tells people of its own changes", func(t *testing.T) {
		t.Parallel()
		d := imported(t, ann)
		d.reassign(bob)
		d.leaves("bob briefing 15:00 (no invitation)")
		m := Import{StartsAt: mon(17, 0), InterviewerEmail: cho, MeetingLink: "https://meet.example/room",
			Source: SourceLever, CandidateID: "cand_1"}
		i, changed := AlterImport(d.i, m, ImportChange{Start: true, Interviewer: true}, d.policy, d.now)
		if !changed || i.InterviewerEmail != cho || !i.StartsAt.Equal(mon(17, 0)) {
			t.Fatalf("got %+v", i)
		}
		d.i = i
		d.silence()
	})
	t.Run("a used external session, reassigned: a briefing without invitation", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.i = external()
		d.i.InterviewerEmail, d.i.LinkUsedAt = ann, ptr(mon(15, 0))
		d.i.setStart(mon(15, 0), 0)
		d.now = mon(15, 1)
		d.silence()
		d.reassign(bob)
		d.leaves("bob briefing 15:00 (no invitation)")
	})
}

func TestOwedReminders(t *testing.T) {
	t.Parallel()
	sun := mon(15, 0).Add(-24 * time.Hour)
	told := func(t *testing.T) *desk {
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		return d
	}
	t.Run("24 hours and 1 hour before, to candidate and interviewer, to the millisecond", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = sun.Add(-time.Millisecond)
		d.silence()
		d.now = sun
		d.leaves("cleo reminder_24h 15:00", "ann reminder_24h 15:00")
		d.now = mon(14, 0).Add(-time.Millisecond)
		d.silence()
		d.now = mon(14, 0)
		d.leaves("cleo reminder_1h 15:00", "ann reminder_1h 15:00")
		d.now = mon(14, 59)
		d.silence()
	})
	t.Run("late: a worker that was down sends what is still worth it", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = sun.Add(20 * time.Hour)
		d.leaves("cleo reminder_24h 15:00", "ann reminder_24h 15:00")
	})
	t.Run("of two overdue only the latest goes", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = mon(14, 30)
		d.leaves("cleo reminder_1h 15:00", "ann reminder_1h 15:00")
		d.silence()
	})
	t.Run("the instant the next one is due, the one before is gone", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.server[cleo] = defers
		d.now = sun
		d.leaves("ann reminder_24h 15:00")
		d.server[cleo] = accepts
		d.now = mon(14, 0)
		d.leaves("cleo reminder_1h 15:00", "ann reminder_1h 15:00")
	})
	t.Run("not once it has begun", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = mon(15, 0)
		d.silence()
	})
	t.Run("booked two hours before: the 24-hour one is skipped", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.now = mon(13, 0)
		d.book(mon(15, 0), ann, "")
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		d.now = mon(14, 0)
		d.leaves("cleo reminder_1h 15:00", "ann reminder_1h 15:00")
	})
	t.Run("booked exactly 24 hours before: it says so itself", func(t *testing.T) {
		t.Parallel()
		d := newDesk(t)
		d.now = sun
		d.book(mon(15, 0), ann, "")
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
	})
	t.Run("moved by a replace: those of the new start, also when the old ones went", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = sun
		d.leaves("cleo reminder_24h 15:00", "ann reminder_24h 15:00")
		d.move(mon(17, 0).AddDate(0, 0, 2))
		d.leaves("cleo changed_time 17:00 not 15:00", "ann changed_time 17:00 not 15:00")
		d.now = mon(14, 0)
		d.silence()
		d.now = mon(17, 0).AddDate(0, 0, 1)
		d.leaves("cleo reminder_24h 17:00", "ann reminder_24h 17:00")
		d.now = mon(16, 0).AddDate(0, 0, 2)
		d.leaves("cleo reminder_1h 17:00", "ann reminder_1h 17:00")
	})
	t.Run("a replace that keeps the start within 24 hours does not remind again", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = sun
		d.leaves("cleo reminder_24h 15:00", "ann reminder_24h 15:00")
		d.now = sun.Add(time.Hour)
		d.move(mon(15, 0))
		d.leaves("cleo confirmation 15:00", "ann briefing 15:00")
	})
	t.Run("gone after a cancel and an end of the call", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		ended := *d
		d.cancel()
		d.leaves("cleo cancellation 15:00", "ann cancellation 15:00")
		d.now = mon(14, 0)
		d.silence()
		ended.endCall()
		ended.now = mon(14, 0)
		ended.silence()
	})
	t.Run("a new interviewer is not reminded of what lies before they were set", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = sun.Add(time.Hour)
		d.reassign(bob)
		d.leaves("cleo reminder_24h 15:00", "bob briefing 15:00", "ann cancellation 15:00")
		d.now = mon(14, 0)
		d.leaves("cleo reminder_1h 15:00", "bob reminder_1h 15:00")
	})
	t.Run("fallback recipients are reminded", func(t *testing.T) {
		t.Parallel()
		d := booked(t, "")
		d.leaves("cleo confirmation 15:00 +assessment", "fay briefing 15:00 (stands in)",
			"gus briefing 15:00 (stands in)")
		d.now = mon(14, 0)
		d.leaves("cleo reminder_1h 15:00", "fay reminder_1h 15:00 (stands in)", "gus reminder_1h 15:00 (stands in)")
	})
	t.Run("an unknown outcome: the same reminder again; refused for good: not again", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.now = mon(14, 0)
		d.server[cleo], d.server[ann] = forgotten, refuses
		d.leaves("cleo reminder_1h 15:00")
		d.server[cleo], d.server[ann] = accepts, accepts
		d.leaves("cleo reminder_1h 15:00 (same again)")
		d.silence()
	})
	t.Run("a letter comes before the reminder where both are owed", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.now = mon(14, 30) // no worker since Thursday
		d.leaves("cleo confirmation 15:00 +assessment", "cleo reminder_1h 15:00", "ann briefing 15:00",
			"ann reminder_1h 15:00")
	})
	t.Run("times are the policy's", func(t *testing.T) {
		t.Parallel()
		d := told(t)
		d.policy.Reminders = []time.Duration{90 * time.Minute}
		d.now = mon(13, 30)
		d.leaves("cleo reminder_1h30m 15:00", "ann reminder_1h30m 15:00")
		d.policy.Reminders = nil
		d.now = mon(14, 0)
		d.silence()
	})
}

func TestRecipients(t *testing.T) {
	t.Parallel()
	since := func(rs []Recipient, email string) time.Time {
		for _, r := range rs {
			if r.Email == email {
				return r.SetAt
			}
		}
		return time.Time{}
	}
	d := booked(t, ann)
	d.now = thu.Add(time.Hour)
	d.reassign(bob)
	rs := Recipients(d.i, cleo)
	if len(rs) != 2 || !since(rs, cleo).Equal(thu) || !since(rs, bob).Equal(d.now) || rs[0].Role != RoleCandidate ||
		rs[1].Role != RoleInterviewer || !rs[0].Invitation || !rs[1].Invitation {
		t.Errorf("got %+v", rs)
	}
	if target := rs[1].Target(); target != "mail:interviewer:"+bob {
		t.Errorf("got target %s", target)
	}
	d.cancel()
	if rs := Recipients(d.i, cleo); rs != nil {
		t.Errorf("of a canceled interview: got %+v", rs)
	}
	if rs := Recipients(external(), cleo); rs != nil {
		t.Errorf("of an unused link: got %+v", rs)
	}
}

func TestTimeline(t *testing.T) {
	t.Parallel()
	say := func(ms []Moment) string {
		var out []string
		for _, m := range ms {
			out = append(out, m.Kind+" "+m.At.Format("Mon 15:04"))
		}
		return strings.Join(out, ", ")
	}
	with := func(i Interview, change func(*Interview)) Interview { change(&i); return i }
	for name, c := range map[string]struct {
		i    Interview
		want string
	}{
		"booked four days ahead": {scheduled(), "reminder_24h Sun 15:00, reminder_1h Mon 14:00, window_ends Mon 16:00"},
		"booked two hours before": {with(scheduled(), func(i *Interview) { i.StartSetAt = mon(13, 0) }),
			"reminder_1h Mon 14:00, window_ends Mon 16:00"},
		"booked as a reminder falls": {with(scheduled(), func(i *Interview) { i.StartSetAt = mon(14, 0) }),
			"window_ends Mon 16:00"},
		"indefinite": {with(scheduled(),
			func(i *Interview) { i.Indefinite = true; i.setStart(i.StartsAt, 0) }), "reminder_24h Sun 15:00, " +
			"reminder_1h Mon 14:00"},
		"canceled":      {with(scheduled(), func(i *Interview) { i.CanceledAt = ptr(thu) }), ""},
		"ended by call": {with(scheduled(), func(i *Interview) { i.CallEndedAt = ptr(thu) }), ""},
		"an import": {with(scheduled(), func(i *Interview) {
			i.Source, i.ExternallyScheduled = SourceAshby, true
		}), "window_ends Mon 16:00"},
		"an unused external session": {external(), "link_expires Fri 12:00, session_expires Thu 12:00"},
		"one whose link lives on": {with(external(), func(i *Interview) { i.LinkExpiresAt = i.ExpiresAt }),
			"link_expires Thu 12:00, session_expires Thu 12:00"},
		"a used external session": {with(external(), func(i *Interview) {
			i.LinkUsedAt = ptr(mon(15, 0))
			i.setStart(mon(15, 0), 0)
		}), "window_ends Mon 16:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := say(Timeline(c.i, DefaultPolicy)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("the next moment lies strictly ahead", func(t *testing.T) {
		t.Parallel()
		for now, want := range map[time.Time]string{
			thu: "reminder_24h", mon(15, 0).AddDate(0, 0, -1): "reminder_1h",
			mon(14, 0).Add(-time.Millisecond): "reminder_1h", mon(14, 0): "window_ends",
			mon(16, 0).Add(-time.Millisecond): "window_ends", mon(16, 0): "",
		} {
			got := ""
			if m := NextMoment(scheduled(), DefaultPolicy, now); m != nil {
				got = m.Kind
			}
			if got != want {
				t.Errorf("at %s: got %q, want %q", now, got, want)
			}
		}
	})
	t.Run("every owed reminder has its moment, so that its workflow wakes for it", func(t *testing.T) {
		t.Parallel()
		d := booked(t, ann)
		d.leaves("cleo confirmation 15:00 +assessment", "ann briefing 15:00")
		for m := NextMoment(d.i, d.policy, d.now); m != nil; m = NextMoment(d.i, d.policy, d.now) {
			d.now = m.At
			if owed := len(d.owed()) > 0; owed != strings.HasPrefix(m.Kind, reminderPrefix) {
				t.Errorf("at %s %d effects are owed", m.Kind, len(d.owed()))
			}
			d.deliver()
		}
	})
}

func TestReminderKind(t *testing.T) {
	t.Parallel()
	for before, want := range map[time.Duration]string{
		24 * time.Hour: "reminder_24h", time.Hour: "reminder_1h", 90 * time.Minute: "reminder_1h30m",
		10 * time.Minute: "reminder_10m", 30 * time.Second: "reminder_30s",
		48 * time.Hour: "reminder_48h", 100 * time.Minute: "reminder_1h40m", 20 * time.Hour: "reminder_20h",
	} {
		if got := reminderKind(before); got != want || !isReminder(got) {
			t.Errorf("reminderKind(%s) = %s, want %s", before, got, want)
		}
	}
}
