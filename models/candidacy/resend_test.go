package candidacy

import (
	"errors"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
)

func TestDecideResend(t *testing.T) {
	t.Parallel()
	invited := time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)
	expires := invited.AddDate(0, 0, 14)
	now := invited.Add(30 * time.Hour)
	done := &effect.Entry{Kind: effect.LetterInvitation, State: effect.Done}
	base := func() ResendFacts {
		return ResendFacts{Limit: 3, Posting: models.Posting{Status: models.StatusOpen}, Invitation: Invitation{
			DeliveryMode: models.DeliveryAsync, Letter: done, Candidate: models.Candidate{OrgID: "org_1", ID: "cand_1",
				Email: "cleo@candidate.example", State: models.CandidateInvited, InvitedAt: &invited,
				InviteExpiresAt: &expires, Revision: 3}}}
	}
	for _, c := range []struct {
		about  string
		change func(*ResendFacts)
		seen   int64
		now    time.Time
		state  string // after it; "" for a refusal
		kind   models.Kind
		says   string
		again  bool // it was sent since the form was shown
	}{
		{about: "told", state: models.CandidateInvited},
		{about: "refused for good", change: func(f *ResendFacts) {
			f.Letter = &effect.Entry{State: effect.Failed, Permanent: true}
		}, state: models.CandidateInvited},
		{about: "in progress", change: func(f *ResendFacts) { f.Candidate.State = models.CandidateInProgress },
			state: models.CandidateInProgress},
		{about: "in progress, and the posting was closed", change: func(f *ResendFacts) {
			f.Candidate.State, f.Posting.Status = models.CandidateInProgress, models.StatusClosed
		}, state: models.CandidateInProgress},
		{about: "expired", now: expires, state: models.CandidateInvited},
		{about: "expired, and the posting was closed", now: expires,
			change: func(f *ResendFacts) { f.Posting.Status = models.StatusClosed }, kind: models.Conflict,
			says: "is closed"},
		{about: "revoked", change: func(f *ResendFacts) { f.Candidate.State = models.CandidateWithdrawn },
			state: models.CandidateInvited},
		{about: "revoked after the start", change: func(f *ResendFacts) {
			f.Candidate.State, f.Candidate.StartedAt = models.CandidateWithdrawn, &invited
		}, state: models.CandidateInProgress},
		{about: "a double click", change: func(f *ResendFacts) { f.Candidate.Resends = 1 }, again: true},
		{about: "a form from another world", seen: 7, again: true},
		{about: "never invited", change: func(f *ResendFacts) { f.Candidate.InvitedAt = nil }, kind: models.Conflict,
			says: "never invited"},
		{about: "not tried yet", change: func(f *ResendFacts) { f.Letter = nil }, kind: models.Conflict,
			says: "still on its way"},
		{about: "of unknown outcome", change: func(f *ResendFacts) { f.Letter = &effect.Entry{State: effect.Intent} },
			kind: models.Conflict, says: "still on its way"},
		{about: "tried again", change: func(f *ResendFacts) { f.Letter = &effect.Entry{State: effect.Failed} },
			kind: models.Conflict, says: "still on its way"},
		{about: "the letter before was not sent again yet", change: func(f *ResendFacts) { f.Candidate.Resends = 1 },
			seen: 1, kind: models.Conflict, says: "still on its way"},
		{about: "handed in", change: func(f *ResendFacts) { f.Candidate.State = models.CandidateSubmitted }, kind: models.Conflict,
			says: "handed in"},
		{about: "rejected", change: func(f *ResendFacts) { f.Candidate.State = models.CandidateRejected }, kind: models.Conflict,
			says: "is reject"},
		{about: "for the fourth time today", change: func(f *ResendFacts) {
			f.Candidate.Resends, f.Candidate.ResentAt, f.Candidate.ResendsOfDay = 5, &now, 3
			f.Letter = &effect.Entry{State: effect.Done, Revision: 5}
		}, seen: 5, kind: models.Throttled, says: "3 times today"},
		{about: "beyond the organization's letters", change: func(f *ResendFacts) {
			f.Letters = effect.StrangerLetters{Sent: 5, Limit: 5}
		}, kind: models.Throttled, says: "limit of 5 letters"},
	} {
		f, at := base(), now
		if c.change != nil {
			c.change(&f)
		}
		if !c.now.IsZero() {
			at = c.now
		}
		was := f.Candidate
		got, changed, err := DecideResend(f, c.seen, models.DefaultPolicy, at)
		if c.state == "" {
			if changed || models.KindOf(err) != c.kind || err != nil && !strings.Contains(err.Error(), c.says) ||
				got != was {
				t.Errorf("%s: changed %t to %+v (%v), want kind %d that says %q", c.about, changed, got, err, c.kind,
					c.says)
			}
			continue
		}
		v := f.Invitation
		v.Candidate = got
		verify.Each(t, c.about, verify.Fields{"error": {err, nil}, "changed": {changed, true},
			"State": {got.State, c.state}, "Resends": {got.Resends, was.Resends + 1},
			"Revision": {got.Revision, was.Revision + 1}, "ResentAt": {got.ResentAt, at},
			"InviteExpiresAt": {got.InviteExpiresAt, at.Add(models.DefaultPolicy.InviteTTL)},
			"AccessEpoch":     {got.AccessEpoch, was.AccessEpoch}})
		e := v.Owed(at)
		if e == nil || e.Kind != effect.LetterInvitation || e.Resend != nil || v.StateAt(at) != c.state {
			t.Fatalf("%s: owed %+v, want a new letter", c.about, e)
		}
		// One letter more, and no other.
		entry := v.Entry(*e)
		if entry.Revision != got.Resends || !entry.Stamp.Equal(at) || !entry.Start.Equal(invited) {
			t.Errorf("%s: the entry is %+v", c.about, entry)
		}
		entry.State = effect.Done
		if v.Letter = &entry; v.Owed(at) != nil {
			t.Errorf("%s: after the letter %+v is owed", c.about, v.Owed(at))
		}
	}
}

// TestResendsOfADay proves that an invitation is sent again three times a day, and that a refusal says when it can be
// once more.
func TestResendsOfADay(t *testing.T) { // The number of LITMUS_LIMIT_RESENT_INVITATIONS
	t.Parallel()
	now := time.Date(2031, 2, 27, 23, 0, 0, 0, time.UTC)
	f := ResendFacts{Limit: models.DefaultLimits().ResentInvitations,
		Posting: models.Posting{Status: models.StatusOpen},
		Invitation: Invitation{Letter: &effect.Entry{State: effect.Done}, Candidate: models.Candidate{
			State: models.CandidateInvited, InvitedAt: &now, InviteExpiresAt: &now, ResentAt: &now, ResendsOfDay: 2}}}
	resend := func(at time.Time) error {
		c, _, err := DecideResend(f, f.Candidate.Resends, models.DefaultPolicy, at)
		f.Candidate, f.Letter = c, &effect.Entry{State: effect.Done, Revision: c.Resends}
		return err
	}
	if err := resend(now); err != nil {
		t.Errorf("the third time: %v", err)
	}
	e, ok := errors.AsType[*models.Error](resend(now))
	if !ok || e.Kind != models.Throttled || e.RetryAfter != time.Hour {
		t.Errorf("the fourth time: %+v, want it refused until midnight", e)
	}
	if err := resend(now.Add(time.Hour)); err != nil || f.Candidate.ResendsOfDay != 1 {
		t.Errorf("the next day: %v, %d of the day", err, f.Candidate.ResendsOfDay)
	}
	f.Limit, f.Candidate.ResendsOfDay = 0, 3
	if err := resend(now.Add(time.Hour)); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

func TestDecideRevoke(t *testing.T) {
	t.Parallel()
	invited := time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)
	now := invited.Add(time.Hour)
	ended := now.Add(-time.Minute)
	for _, c := range []struct {
		about     string
		state     string
		interview *models.Interview
		says      string
		again     bool
	}{
		{about: "invited", state: models.CandidateInvited},
		{about: "in progress", state: models.CandidateInProgress},
		{about: "expired", state: models.CandidateExpired},
		{about: "after an interview", state: models.CandidateInvited,
			interview: &models.Interview{StartsAt: invited, CallEndedAt: &ended}},
		{about: "twice", state: models.CandidateWithdrawn, again: true},
		{about: "before an interview", state: models.CandidateInvited,
			interview: &models.Interview{StartsAt: now.Add(time.Hour)}, says: "Cancel it first"},
		{about: "handed in", state: models.CandidateSubmitted, says: "handed in"},
		{about: "advanced", state: models.CandidateAdvanced, says: "made already: advance"},
		{about: "rejected", state: models.CandidateRejected, says: "made already: reject"},
	} {
		v := Invitation{Candidate: models.Candidate{State: c.state, InvitedAt: &invited, Revision: 2, AccessEpoch: 1}}
		got, changed, err := DecideRevoke(v, c.interview, now)
		switch {
		case c.says != "":
			if models.KindOf(err) != models.Conflict || !strings.Contains(err.Error(), c.says) || changed {
				t.Errorf("%s: got %+v (%v), want a refusal that says %q", c.about, got, err, c.says)
			}
		case c.again:
			if changed || err != nil || got != v.Candidate {
				t.Errorf("%s: changed %t (%v)", c.about, changed, err)
			}
		case err != nil || !changed || got.State != models.CandidateWithdrawn || got.AccessEpoch != 2 ||
			got.Revision != 3:
			t.Errorf("%s: changed %t to %+v (%v)", c.about, changed, got, err)
		default:
			if v.Candidate = got; v.Owed(now) != nil {
				t.Errorf("%s: %+v is owed", c.about, v.Owed(now))
			}
		}
	}
	never := Invitation{Candidate: models.Candidate{State: models.CandidateInvited}}
	desk.WantRefusal(t, "never invited", models.Conflict, "")(DecideRevoke(never, nil, now))
}
