package candidacy

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// handsIn has the candidate hand in at that instant, on the page.
func handsIn(at time.Time) func(*Invitation) {
	return func(v *Invitation) {
		v.Candidate.State = models.CandidateSubmitted
		v.Submission = &models.Submission{ID: "sub_1", SubmittedAt: at, ReceiptZone: "Asia/Tokyo"}
	}
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	invited := time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)
	expires := invited.AddDate(0, 0, 14)
	later := invited.Add(time.Hour)
	settled := func(state string, permanent bool) *effect.Entry {
		return &effect.Entry{Kind: effect.LetterInvitation, State: state, Permanent: permanent, Tries: 1,
			ProviderID: "cand_1.invitation@hire.example"}
	}
	for _, c := range []struct {
		name   string
		change func(*Invitation)
		now    time.Time
		letter string // owed
		resend bool
		next   bool // it expires
	}{
		{"invited: the letter now, the expiry next", func(*Invitation) {}, invited, effect.LetterInvitation, false, true},
		{"invited to a live one: to pick a time", func(v *Invitation) { v.DeliveryMode = models.DeliverySync }, invited,
			effect.LetterSchedulingInvitation, false, true},
		{"told: the expiry alone", func(v *Invitation) { v.Letter = settled(effect.Done, false) }, later,
			"", false, true},
		{"surely not accepted: again", func(v *Invitation) { v.Letter = settled(effect.Failed, false) }, later,
			effect.LetterInvitation, false, true},
		{"refused for good: never again", func(v *Invitation) { v.Letter = settled(effect.Failed, true) }, later, "",
			false, true},
		{"outcome unknown: the same letter", func(v *Invitation) { v.Letter = settled(effect.Intent, false) }, later,
			effect.LetterInvitation, true, true},
		{"outcome unknown, and the kind would be another now: the same letter", func(v *Invitation) {
			v.Letter, v.DeliveryMode = settled(effect.Intent, false), models.DeliverySync
		}, later, effect.LetterInvitation, true, true},
		{"outcome unknown too often: it counts as told", func(v *Invitation) { v.Letter = settled(effect.Intent, true) },
			later, "", false, true},
		{"given up when it ended, and active again: again", func(v *Invitation) {
			v.Letter = settled(effect.Obsolete, false)
		}, later, effect.LetterInvitation, false, true},
		{"started: the letter still, no expiry", func(v *Invitation) { v.Candidate.State = models.CandidateInProgress }, later,
			effect.LetterInvitation, false, false},
		{"submitted: nothing", func(v *Invitation) { v.Candidate.State = models.CandidateSubmitted }, later, "", false, false},
		{"handed in by a page: the receipt, until it is given up", handsIn(later), later, effect.LetterReceipt, false,
			false},
		{"handed in and decided on: the receipt still", func(v *Invitation) {
			handsIn(later)(v)
			v.Candidate.State = models.CandidateRejected
		}, later, effect.LetterReceipt, false, false},
		{"a receipt of unknown outcome: the same one", func(v *Invitation) {
			handsIn(later)(v)
			v.Receipt = &effect.Entry{Kind: effect.LetterReceipt, State: effect.Intent}
		}, later, effect.LetterReceipt, true, false},
		{"a receipt that was accepted: nothing", func(v *Invitation) {
			handsIn(later)(v)
			v.Receipt = &effect.Entry{Kind: effect.LetterReceipt, State: effect.Done}
		}, later, "", false, false},
		{"a receipt after a week: nothing", handsIn(later), later.Add(ReceiptSpan), "", false, false},
		{"handed in, and about to be erased: no receipt", func(v *Invitation) {
			handsIn(later)(v)
			v.Candidate.Erasure = models.ErasureAsked
		}, later, "", false, false},
		{"handed in, and erased: no receipt", func(v *Invitation) {
			handsIn(later)(v)
			v.Candidate.Erasure = models.ErasureDone
		}, later, "", false, false},
		{"handed in from a file: no receipt", func(v *Invitation) {
			handsIn(later)(v)
			v.Submission.ReceiptZone = ""
		}, later, "", false, false},
		{"withdrawn: nothing", func(v *Invitation) { v.Candidate.State = models.CandidateWithdrawn }, later, "", false, false},
		{"a millisecond before the expiry", func(*Invitation) {}, expires.Add(-time.Millisecond), effect.LetterInvitation,
			false, true},
		{"expired: nothing, though never told", func(*Invitation) {}, expires, "", false, false},
		{"with an interview it does not expire", func(v *Invitation) { v.Interviewed = true }, expires,
			effect.LetterInvitation, false, false},
		{"made by a booking and never invited: nothing", func(v *Invitation) {
			v.Candidate.InvitedAt, v.Candidate.InviteExpiresAt = nil, nil
		}, later, "", false, false},
		{"imported without an end: the letter, and no expiry",
			func(v *Invitation) { v.Candidate.InviteExpiresAt = nil }, later, effect.LetterInvitation, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Invitation{Candidate: models.Candidate{OrgID: "org_1", ID: "cand_1", Email: "cleo@candidate.example",
				State: models.CandidateInvited, InvitedAt: &invited, InviteExpiresAt: &expires},
				DeliveryMode: models.DeliveryAsync}
			c.change(&v)
			e := v.Owed(c.now)
			switch {
			case c.letter == "" && e != nil:
				t.Errorf("owed %+v, want nothing", e)
			case c.letter != "" && (e == nil || e.Kind != c.letter || (e.Resend != nil) != c.resend ||
				e.Target != "mail:candidate:cleo@candidate.example" || e.Email != v.Candidate.Email ||
				e.Role != effect.RoleCandidate):
				t.Errorf("owed %+v, want %s, again as it was: %t", e, c.letter, c.resend)
			}
			m := v.NextMoment(c.now)
			if c.letter == effect.LetterReceipt {
				if m == nil || !m.At.Equal(later.Add(ReceiptSpan)) || m.Kind != effect.MomentReceiptEnds {
					t.Errorf("next is %+v, want the end of the receipt", m)
				}
				return
			}
			if (m != nil) != c.next || m != nil && (!m.At.Equal(expires) || m.Kind != effect.MomentInvitationExpires) {
				t.Errorf("next is %+v, want an expiry: %t", m, c.next)
			}
		})
	}
}
