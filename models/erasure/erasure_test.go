package erasure

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
)

// TestErasingAnInterview: what is ahead is canceled, what is over stays over, and of both everything outside is taken
// away; then nothing is owed.
func TestErasingAnInterview(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for name, x := range map[string]struct {
		start    time.Time
		canceled bool
	}{"ahead": {now.Add(time.Hour), true}, "going on": {now.Add(-time.Minute), true},
		"over": {now.Add(-24 * time.Hour), false}} {
		i := models.Interview{OrgID: "org_1", ID: "int_1", Source: models.SourceLitmus, DurationMinutes: 60,
			Revision: 1, AnnounceRevision: 1, InterviewerEmail: desk.Ann, CalendarCopy: true,
			CreatedAt: now.Add(-48 * time.Hour)}
		i.SetStart(x.start, 0)
		ledger := []effect.Entry{{InterviewID: i.ID, Target: effect.EventTarget(desk.Ann), Kind: effect.EventWritten,
			Revision: 1, State: effect.Done, Start: i.StartsAt}}
		marked, canceled := MarkInterview(i, now)
		if canceled != x.canceled || (marked.CanceledAt != nil) != x.canceled || marked.Revision != 2 ||
			!marked.UpdatedAt.After(i.UpdatedAt) {
			t.Errorf("%s: canceled %t, became %+v", name, canceled, marked)
		}
		account := []InterviewLedger{{marked, ledger, true}}
		if ready, _ := Decide(now, "cleo@x.example", account, models.DefaultPolicy, now); ready {
			t.Errorf("%s: it is overwritten while a copy is in a calendar", name)
		}
		ready, left := Decide(now, "cleo@x.example", account, models.DefaultPolicy, now.Add(Patience))
		if !ready || len(left) != 1 || left[0].Owner != desk.Ann {
			t.Errorf("%s: after a day it is ready %t and leaves %+v", name, ready, left)
		}
		removed := append(ledger, effect.Entry{InterviewID: i.ID, Target: effect.EventTarget(desk.Ann),
			Kind: effect.EventRemoved, Revision: 2, State: effect.Done})
		ready, left = Decide(now, "cleo@x.example", []InterviewLedger{{marked, removed, true}}, models.DefaultPolicy,
			now)
		if !ready || len(left) > 0 {
			t.Errorf("%s: with the copy away it is ready %t and leaves %+v", name, ready, left)
		}
		marked.Erasure = models.ErasureDone
		if owed := effect.Owed(marked, models.ErasedEmail("cand_1"), ledger, models.DefaultPolicy, now); len(owed) > 0 {
			t.Errorf("%s: done, it owes %+v", name, owed)
		}
	}
}

// TestErasingWhatWasCanceled: a cancellation that was refused for good before is not sent again, and one of the erasure
// leaves, also to an address that refused another letter.
func TestErasingWhatWasCanceled(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	const cleo = "cleo@x.example"
	i := models.Interview{OrgID: "org_1", ID: "int_1", Source: models.SourceLitmus, DurationMinutes: 60, Revision: 1,
		AnnounceRevision: 1, CreatedAt: now.Add(-48 * time.Hour), UpdatedAt: now.Add(-48 * time.Hour)}
	i.SetStart(now.Add(time.Hour), 0)
	letter := func(kind, state string, about models.Interview) effect.Entry {
		return effect.Entry{InterviewID: i.ID, Target: effect.MailTarget(effect.RoleCandidate, cleo), Kind: kind,
			Revision: about.Revision, State: state, Permanent: state == effect.Failed, Invitation: true,
			Start: about.StartsAt, Stamp: about.UpdatedAt}
	}
	moved := i
	moved.Revise(now.Add(-24 * time.Hour))
	ledger := []effect.Entry{letter(effect.LetterConfirmation, effect.Done, i),
		letter(effect.LetterChangedTime, effect.Failed, moved)}
	asked, _ := MarkInterview(moved, now)
	if owed := effect.Owed(asked, cleo, ledger, models.DefaultPolicy, now); len(owed) != 1 {
		t.Errorf("canceled by the erasure, it owes %+v, want one cancellation", owed)
	}
	canceled, _ := booking.DecideCancel(moved, now.Add(-time.Hour))
	ledger = append(ledger, letter(effect.LetterCancellation, effect.Failed, canceled))
	asked, again := MarkInterview(canceled, now)
	if owed := effect.Owed(asked, cleo, ledger, models.DefaultPolicy, now); again || len(owed) > 0 {
		t.Errorf("canceled before (%t), it owes %+v", !again, owed)
	}
}

// TestErasingARecord: an open record is withdrawn, a decided one keeps its decision, and links end.
func TestErasingARecord(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for state, want := range map[string]string{models.CandidateInvited: models.CandidateWithdrawn,
		models.CandidateInProgress: models.CandidateWithdrawn, models.CandidateRejected: models.CandidateRejected} {
		c := MarkCandidate(models.Candidate{ID: "cand_1", State: state, Revision: 3, AccessEpoch: 1}, now)
		if c.State != want || c.Revision != 4 || c.AccessEpoch != 2 ||
			models.KindOf(c.CheckErasure()) != models.Conflict {
			t.Errorf("%s became %+v", state, c)
		}
	}
}
