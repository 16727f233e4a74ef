package models

import "testing"

func TestCheckOrigin(t *testing.T) { // D24
	t.Parallel()
	err := CheckOrigin(`posting "Backend"`, OriginFile)
	want := `posting "Backend" is kept in the organization file; take it over to change it here`
	if KindOf(err) != Conflict || err.Error() != want {
		t.Errorf("got %v, want the conflict %s", err, want)
	}
	for _, origin := range []string{OriginDashboard, ""} {
		if err := CheckOrigin("member ann@x.io", origin); err != nil {
			t.Errorf("origin %q: got %v", origin, err)
		}
	}
}

// Whoever may edit a record may take it over, and nobody else.
func TestTakeOverAction(t *testing.T) { // D24
	t.Parallel()
	for s, want := range map[Subject]Action{
		SubjectOrganization: ActionEditOrganization, SubjectMember: ActionManageMembers, SubjectPerson: ActionEditHours,
		SubjectCalendar: ActionConnectCalendar, SubjectAssessment: ActionEditAssessment,
		SubjectPosting: ActionEditPosting, SubjectInterview: ActionMove, SubjectCandidate: ActionGrade,
	} {
		if got, err := TakeOverAction(s); err != nil || got != want {
			t.Errorf("%s asks for %v (%v), want %v", s, got, err, want)
		}
	}
	for _, s := range []Subject{SubjectKey, "", "slot"} {
		wantRefusal(t, string(s), Invalid, "")(TakeOverAction(s))
	}
}
