package models

import "testing"

func TestLetterReport(t *testing.T) { // D19
	t.Parallel()
	now := noonOf2031
	for want, v := range map[string]Invitation{
		LetterNever:    {Candidate: Candidate{State: CandidateInvited}},
		LetterHeld:     {Candidate: Candidate{State: CandidateInvited, InvitedAt: &now}},
		LetterUnderway: {Candidate: Candidate{State: CandidateInvited, InvitedAt: &now}, Approved: true},
		LetterFailing: {Candidate: Candidate{State: CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &Entry{State: EffectFailed, Code: "smtp_451", Tries: 2}},
		LetterSent: {Candidate: Candidate{State: CandidateSubmitted, InvitedAt: &now}, Approved: true,
			Letter: &Entry{State: EffectDone}},
		LetterUnknown: {Candidate: Candidate{State: CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &Entry{State: EffectIntent, Permanent: true}},
		LetterRefused: {Candidate: Candidate{State: CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &Entry{State: EffectFailed, Permanent: true, Code: "smtp_550"}},
		LetterDropped: {Candidate: Candidate{State: CandidateWithdrawn, InvitedAt: &now}, Approved: true,
			Letter: &Entry{State: EffectObsolete}},
	} {
		r := v.LetterReport(now)
		if r.State != want {
			t.Errorf("%+v is %s, want %s", v, r.State, want)
		}
		if v.Letter != nil && (r.Code != v.Letter.Code || r.Tries != v.Letter.Tries) {
			t.Errorf("%s: the report is %+v", want, r)
		}
	}
	// What was told before it was sent again says nothing of the letter that is owed now.
	again := Invitation{Candidate: Candidate{State: CandidateInvited, InvitedAt: &now, Resends: 2}, Approved: true,
		Letter: &Entry{State: EffectFailed, Permanent: true, Code: "smtp_550", Revision: 1}}
	if r := again.LetterReport(now); r != (LetterReport{State: LetterUnderway}) {
		t.Errorf("sent again, the report is %+v", r)
	}
	under := Invitation{Candidate: Candidate{State: CandidateSubmitted, InvitedAt: &now}, Approved: true,
		Letter: &Entry{State: EffectIntent}}
	if r := under.LetterReport(now); r.State != LetterUnderway {
		t.Errorf("an attempt under way is %+v", r)
	}
}
