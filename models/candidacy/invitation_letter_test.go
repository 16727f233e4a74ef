package candidacy

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
)

func TestLetterReport(t *testing.T) { // D19
	t.Parallel()
	now := desk.Noon
	for want, v := range map[string]Invitation{
		LetterNever:    {Candidate: models.Candidate{State: models.CandidateInvited}},
		LetterHeld:     {Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now}},
		LetterUnderway: {Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now}, Approved: true},
		LetterFailing: {Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &effect.Entry{State: effect.Failed, Code: "smtp_451", Tries: 2}},
		LetterSent: {Candidate: models.Candidate{State: models.CandidateSubmitted, InvitedAt: &now}, Approved: true,
			Letter: &effect.Entry{State: effect.Done}},
		LetterUnknown: {Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &effect.Entry{State: effect.Intent, Permanent: true}},
		LetterRefused: {Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now}, Approved: true,
			Letter: &effect.Entry{State: effect.Failed, Permanent: true, Code: "smtp_550"}},
		LetterDropped: {Candidate: models.Candidate{State: models.CandidateWithdrawn, InvitedAt: &now}, Approved: true,
			Letter: &effect.Entry{State: effect.Obsolete}},
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
	again := Invitation{Candidate: models.Candidate{State: models.CandidateInvited, InvitedAt: &now, Resends: 2},
		Approved: true,
		Letter:   &effect.Entry{State: effect.Failed, Permanent: true, Code: "smtp_550", Revision: 1}}
	if r := again.LetterReport(now); r != (LetterReport{State: LetterUnderway}) {
		t.Errorf("sent again, the report is %+v", r)
	}
	under := Invitation{Candidate: models.Candidate{State: models.CandidateSubmitted, InvitedAt: &now}, Approved: true,
		Letter: &effect.Entry{State: effect.Intent}}
	if r := under.LetterReport(now); r.State != LetterUnderway {
		t.Errorf("an attempt under way is %+v", r)
	}
}
