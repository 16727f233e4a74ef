package access

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

// Whoever may edit a record may take it over, and nobody else.
func TestTakeOverAction(t *testing.T) { // D24
	t.Parallel()
	for s, want := range map[models.Subject]Action{
		models.SubjectOrganization: ActionEditOrganization, models.SubjectMember: ActionManageMembers,
		models.SubjectPerson:   ActionEditHours,
		models.SubjectCalendar: ActionConnectCalendar, models.SubjectAssessment: ActionEditAssessment,
		models.SubjectPosting: ActionEditPosting, models.SubjectInterview: ActionMove,
		models.SubjectCandidate: ActionGrade,
	} {
		if got, err := TakeOverAction(s); err != nil || got != want {
			t.Errorf("%s asks for %v (%v), want %v", s, got, err, want)
		}
	}
	for _, s := range []models.Subject{models.SubjectKey, "", "slot"} {
		desk.WantRefusal(t, string(s), models.Invalid, "")(TakeOverAction(s))
	}
}
